// Two keyings that differ: one key decides, the next difference takes its place.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const forms = [...document.querySelectorAll("[data-difference]")];
  const asked = document.querySelector("[data-difference] .finding input");
  if (asked) asked.focus();
  else if (forms.length) forms[0].focus();
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = event.target.closest("[data-difference]") || forms[0];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const button = here && here.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (button) { event.preventDefault(); here.requestSubmit(button); }
    if (step && forms[forms.indexOf(here) + step]) { event.preventDefault(); forms[forms.indexOf(here) + step].focus(); }
  });
});
