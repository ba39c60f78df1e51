// What every desk page needs beside htmx: refusals shown where one looks, nothing else.
document.addEventListener("htmx:beforeSwap", (event) => {
  // A refusal (422), a conflict (409) or a database that is away (503) is an answer to show, not to hide.
  if ([409, 422, 503].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (token) event.detail.headers["X-CSRFToken"] = token.value;
});
