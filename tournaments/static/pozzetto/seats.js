// Swapping two pairs: a third tick takes the place of the oldest, so there are never more than two.
const form = document.getElementById("choose");
if (form) {
  const most = Number(form.dataset.most);
  const ticked = [...form.querySelectorAll("input:checked")];
  form.addEventListener("change", (event) => {
    const box = event.target;
    if (box.checked) {
      ticked.push(box);
      while (ticked.length > most) ticked.shift().checked = false;
    } else {
      ticked.splice(ticked.indexOf(box), 1);
    }
  });
  document.getElementById("effect")?.focus();
}
