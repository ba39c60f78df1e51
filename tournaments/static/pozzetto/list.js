// A column said to be something else reads the list again at once; the button does it without this script.
const preview = document.getElementById("preview");
if (preview) {
  const again = () => preview.querySelector("[name=again]").click();
  const asks = (field) => /^(column-|sheet$|rows$|heading$|home$)/.test(field.name);
  const given = (field) => Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  preview.addEventListener("change", (event) => asks(event.target) && again());
  // What was chosen before this script had come, on a slow machine, counts as well.
  if ([...preview.querySelectorAll("select")].some((field) => asks(field) && field.selectedIndex !== given(field))) again();
}
