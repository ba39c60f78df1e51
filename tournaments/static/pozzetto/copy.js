// The link of an invitation copied with one press, where the browser lets pages do that.
"use strict";
document.querySelectorAll("[data-copy]").forEach((button) => {
  const text = document.querySelector("[data-copied]");
  text.addEventListener("focus", () => text.select());
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.value);
    button.textContent = button.dataset.done;
  });
});
