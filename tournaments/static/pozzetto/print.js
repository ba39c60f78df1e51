// The one button of a page made for paper.
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
