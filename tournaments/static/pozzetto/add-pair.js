// Completion of names: htmx brings the list, arrows and Enter choose. Choosing the first player proposes
// the usual partner, selected, so that typing goes over it. Without this script names are typed in full.
const form = document.getElementById("add-pair");

for (const box of form ? form.querySelectorAll(".person") : []) {
  const input = box.querySelector("input[role=combobox]");
  const who = box.querySelector("input[type=hidden]");
  const list = box.querySelector(".found");
  const options = () => [...list.children];
  const chosen = () => options().find((option) => option.getAttribute("aria-selected") === "true");

  function close() {
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function point(option) {
    options().forEach((other) => other.setAttribute("aria-selected", String(other === option)));
    if (option) input.setAttribute("aria-activedescendant", option.id);
  }

  function choose(option) {
    input.value = option.dataset.name;
    who.value = option.dataset.player;
    close();
    if (box.dataset.position === "1" && form.dataset.partner) propose(option.dataset.player);
  }

  input.addEventListener("input", () => {
    who.value = "";
    if (!input.value.trim()) close();
  });
  list.addEventListener("htmx:afterSwap", () => {
    const open = document.activeElement === input && options().length > 0;
    if (!open) return close();
    input.setAttribute("aria-expanded", "true");
  });
  list.addEventListener("mousedown", (event) => {
    const option = event.target.closest("li");
    event.preventDefault();
    if (option) choose(option);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const all = options();
    if (!all.length) return;
    const place = all.indexOf(chosen());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      point(all[(place + step + all.length) % all.length]);
    } else if ((event.key === "Enter" || event.key === "Tab") && place >= 0) {
      if (event.key === "Enter") event.preventDefault();
      choose(all[place]);
      if (event.key === "Enter") next(box);
    } else if (event.key === "Escape") {
      close();
    }
  });
}

function next(box) {
  const after = box.dataset.position === "1" ? form.querySelector("[name=name2]") : null;
  (after || form.querySelector("button.btn")).focus();
}

async function propose(player) {
  const second = form.querySelector("[name=name2]");
  if (!second || second.value) return;
  const answer = await fetch(`${form.dataset.partner}?player=${player}`);
  const partner = answer.ok ? await answer.json() : {};
  if (!partner.player || second.value) return;
  second.value = partner.name;
  form.querySelector("[name=who2]").value = partner.player;
  document.getElementById("usual").textContent = `${partner.name}: ${form.dataset.usual} (${partner.times})`;
  if (document.activeElement === second) second.select();
  else second.addEventListener("focus", () => second.select(), { once: true });
}
