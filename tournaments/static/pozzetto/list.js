// A column said to be something else reads the list again at once; the button does it without this script.
const preview = document.getElementById("preview");
if (preview) {
  preview.addEventListener("change", (event) => {
    if (/^(column-|sheet$|rows$|heading$|home$)/.test(event.target.name)) preview.querySelector("[name=again]").click();
  });
}
