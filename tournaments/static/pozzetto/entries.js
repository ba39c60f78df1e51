// Check-in with one key a pair. The row changes at once; the server is told in the order of the keys,
// and what it answers is what stays. Without this script the same buttons post the form.
const table = document.getElementById("pairs");
if (table) {
  const filter = document.getElementById("filter");
  const said = document.getElementById("said");
  const form = table.closest("form");
  const rows = [...table.tBodies[0].rows];
  const directs = table.dataset.directs === "yes";
  const opposite = { here: "unknown", absent: "unknown", paid: "unpaid" };
  // Marks on their way, in the order of the keys; the first is being sent.
  const queue = [];

  document.getElementById("filter-field").hidden = false;

  const shown = () => rows.filter((row) => !row.hidden);
  const button = (row, sets) => row.querySelector(`[data-sets=${sets}]`);
  const pressed = (row, sets) => button(row, sets)?.getAttribute("aria-pressed") === "true";

  function paint(row, presence, paid) {
    row.className = presence;
    for (const [sets, on] of [["here", presence === "here"], ["absent", presence === "absent"], ["paid", paid]]) {
      const key = button(row, sets);
      key.setAttribute("aria-pressed", on);
      key.value = `${row.dataset.pair}:${on ? opposite[sets] : sets}`;
    }
  }

  function focus(row) {
    if (!row) return;
    rows.forEach((other) => (other.tabIndex = -1));
    row.tabIndex = 0;
    row.focus();
  }

  function mark(row, sets) {
    if (!directs || !button(row, sets)) return;
    const before = [row.className, pressed(row, "paid")];
    const target = pressed(row, sets) ? opposite[sets] : sets;
    const paid = sets === "paid" ? target === "paid" : before[1];
    paint(row, sets === "paid" ? before[0] : target, paid);
    queue.push({ row, target, before });
    if (queue.length === 1) work();
  }

  async function work() {
    while (queue.length) {
      await send(queue[0]);
      queue.shift();
    }
  }

  function post({ row, target }) {
    const data = new FormData(form);
    data.set("mark", `${row.dataset.pair}:${target}`);
    const headers = { Accept: "application/json", "HX-Request": "true" };
    // keepalive: it arrives even if the page is left meanwhile.
    return fetch(form.action, { method: "POST", body: data, headers, keepalive: true });
  }

  async function send(mark) {
    try {
      const answer = await post(mark);
      if (!answer.ok || answer.redirected) {
        complain(answer.status === 422 ? inWords(await answer.text()) : table.dataset.unsaved);
        settle(mark, ...mark.before);
        return;
      }
      const now = await answer.json();
      settle(mark, now.presence, now.paid);
      document.getElementById("counts").innerHTML = now.counts;
      said.hidden = true;
    } catch {
      complain(table.dataset.unsaved);
      settle(mark, ...mark.before);
    }
  }

  // A row shows what the server says of it, unless a later key for it is still on its way.
  function settle(mark, presence, paid) {
    if (!queue.slice(1).some((later) => later.row === mark.row)) paint(mark.row, presence, paid);
  }

  const inWords = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent.trim();

  // Whoever leaves the page with marks still waiting loses none: of each pair the last one is sent.
  addEventListener("pagehide", () => {
    const last = new Map();
    for (const mark of queue.splice(1)) last.set(`${mark.row.dataset.pair} ${/paid/.test(mark.target)}`, mark);
    last.forEach((mark) => post(mark).catch(() => {}));
  });

  function complain(text) {
    said.textContent = text;
    said.hidden = false;
  }

  table.addEventListener("click", (event) => {
    const key = event.target.closest("[data-sets]");
    if (!key) return;
    event.preventDefault();
    const row = key.closest("tr");
    mark(row, key.dataset.sets);
    focus(row);
  });

  const keys = { p: "here", " ": "here", a: "absent", q: "paid" };
  table.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr[data-pair]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    // On a link or a button, Enter and space keep their own meaning.
    const inside = event.target !== row;
    const near = shown();
    const place = near.indexOf(row);
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: near.length - 1 };
    if (event.key in steps) {
      event.preventDefault();
      if (steps[event.key] < 0) filter.focus();
      else focus(near[steps[event.key]]);
    } else if (event.key === "Enter" && !inside) {
      row.querySelector("a").click();
    } else if (event.key === "Escape" || event.key === "/") {
      event.preventDefault();
      clear();
    } else if (keys[event.key.toLowerCase()] && !(inside && event.key === " ")) {
      event.preventDefault();
      mark(row, keys[event.key.toLowerCase()]);
      // Somebody looked for this pair: the next name can be typed at once.
      if (filter.value && event.key.toLowerCase() !== "q") clear();
    }
  });

  const bare = (text) => text.normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase().trim();

  function matches(row, words) {
    if (words.length === 1 && /^\d+$/.test(words[0])) return row.dataset.pair === words[0];
    const names = row.dataset.find.split(" ").slice(1);
    // "dell acqua" is Dell'Acqua as well.
    const joined = names.join("").includes(words.join(""));
    return joined || words.every((word) => names.some((name) => name.startsWith(word)));
  }

  function narrow() {
    const words = bare(filter.value).split(/[^a-z0-9]+/).filter(Boolean);
    for (const row of rows) row.hidden = !matches(row, words);
    document.getElementById("none").hidden = shown().length > 0;
  }

  function clear() {
    filter.value = "";
    narrow();
    filter.focus();
  }

  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      focus(shown()[0]);
    } else if (event.key === "Escape") {
      clear();
    }
  });
  if (location.hash.startsWith("#p")) focus(document.getElementById(location.hash.slice(1)));
  else filter.focus();
}
