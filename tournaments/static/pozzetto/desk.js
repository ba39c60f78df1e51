// What every desk page needs beside htmx: refusals shown where one looks, nothing else.
document.addEventListener("htmx:beforeSwap", (event) => {
  // A refusal (422) or a conflict (409) is an answer to show, not an error to hide.
  if ([409, 422].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (token) event.detail.headers["X-CSRFToken"] = token.value;
});
