// The keyboard of the grid, and what its rail shows: kept apart from what is typed and stored.
"use strict";
Object.assign(Grid.prototype, {
  key(event) {
    const cell = event.target;
    if (!cell.matches("[data-cell]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rowOf(cell);
    const act = {
      Enter: () => (event.shiftKey ? this.before(cell) : this.after(row, cell)),
      ArrowDown: () => this.vertical(cell, 1),
      ArrowUp: () => this.vertical(cell, -1),
      ArrowLeft: () => this.horizontal(cell, -1),
      ArrowRight: () => this.horizontal(cell, 1),
      Escape: () => this.undo(row, cell),
      t: () => this.jump(), "/": () => this.jump(),
      s: () => this.swap(row), f: () => this.follow("[data-sheet-link]"), r: () => this.follow("[data-ruling-link]"),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act && act() !== false) event.preventDefault();
  },

  after(row, cell) {
    const next = row.cells[row.cells.indexOf(cell) + 1];
    if (next) { this.go(next); return; }
    if (!this.leave(row)) {
      // What is wrong is said under the row; the typist stays with it, or answers the question.
      const answer = row.answer;
      if (answer) answer.focus();
      else (row.cells.find((other) => other.getAttribute("aria-invalid")) || cell).select();
      return;
    }
    this.onward(row);
  },

  before(cell) {
    const all = [...this.rows.values()].flatMap((row) => row.cells);
    const previous = all[all.indexOf(cell) - 1];
    if (previous) this.go(previous);
  },

  // To the next table without a result, round the end of the list; then to the button that closes the round.
  onward(row) {
    const rows = [...this.rows.values()];
    const at = rows.indexOf(row);
    const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find((other) => this.isOpen(other));
    if (next) { this.enter(next); return; }
    const close = document.querySelector("[data-close] button") || document.querySelector("[data-done]");
    if (close) close.focus();
  },

  isOpen(row) {
    return row.base.ns === null && !row.base.ruled && !row.asking && !this.queue.holds(row.table);
  },

  enter(row) {
    if (row.open) row.open();
    this.go(row.entrance);
  },

  go(cell) {
    cell.focus();
    cell.scrollIntoView({ block: "nearest" });
  },

  lines() {
    return [...this.element.querySelectorAll("tr")].map((line) => [...line.querySelectorAll("[data-cell]")]).filter((line) => line.length);
  },

  vertical(cell, step) {
    const lines = this.lines();
    const at = lines.findIndex((line) => line.includes(cell));
    const there = lines[at + step];
    if (there) this.go(there[Math.min(lines[at].indexOf(cell), there.length - 1)]);
  },

  // Inside a cell the arrows move among its figures; at its edge, or while all of it is marked, to the next.
  horizontal(cell, step) {
    if (cell.type !== "checkbox") {
      const marked = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
      const edge = step < 0 ? cell.selectionEnd === 0 : cell.selectionStart === cell.value.length;
      if (!marked && !edge) return false;
    }
    const all = this.lines().flat();
    const there = all[all.indexOf(cell) + step];
    if (there) this.go(there);
    return true;
  },

  undo(row, cell) {
    row.unsay();
    row.began = undefined;
    const waiting = this.queue.latest(row.table);
    row.show(waiting && !waiting.url ? { ...row.base, ...waiting } : row.base);
    this.store.cells(row.table, null);
    cell.select();
    this.rail();
  },

  jump() { document.querySelector("[data-jump-to]").focus(); },

  follow(selector) {
    const link = document.querySelector(selector);
    if (link && !link.closest("[hidden]")) link.click();
  },

  // Nothing is swapped without a yes; the question stands under the row.
  swap(row) {
    if (row.base.ns === null || row.isDirty || this.data.again || this.queue.holds(row.table)) return;
    const { ns, ew } = row.base;
    row.say({
      texts: [filled(this.words.swap, { table: row.table, ns: row.write(ns), ew: row.write(ew) })],
      ask: true,
      buttons: [
        { label: this.words.swap_yes, act: () => {
          row.unsay();
          this.queue.add({ table: row.table, ns, ew, seen: [ns, ew], url: this.data.swap, asked: true });
          row.cells[0].focus();
        } },
        { label: this.words.look_again, act: () => { row.unsay(); row.paint(); row.cells[0].focus(); } },
      ],
    });
    row.answer.focus();
  },

  railKeys() {
    const form = document.querySelector("[data-jump]");
    const box = document.querySelector("[data-jump-to]");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const row = this.rows.get(Number(box.value.trim()));
      if (row) { box.value = ""; this.trouble(""); this.enter(row); }
      else this.trouble("no_such_table", { n: box.value.trim() });
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { box.value = ""; this.trouble(""); if (this.last) this.go(this.last); }
    });
    const sign = document.querySelector("[data-sign]");
    // The cell keeps the focus, and on a tablet its keys stay up.
    sign.addEventListener("pointerdown", (event) => event.preventDefault());
    sign.addEventListener("click", () => {
      const cell = this.last;
      if (!cell || cell.type === "checkbox") return;
      cell.value = /^[-\u2212\u2013]/.test(cell.value) ? cell.value.slice(1) : `\u2212${cell.value}`;
      cell.focus();
      cell.setSelectionRange(cell.value.length, cell.value.length);
      cell.dispatchEvent(new Event("input", { bubbles: true }));
    });
    document.querySelector("[data-missing]").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      const row = link && this.rows.get(Number(link.textContent));
      if (row) { event.preventDefault(); this.enter(row); }
    });
    const swap = document.querySelector("[data-swap]");
    if (swap) swap.addEventListener("click", () => this.swap(this.current));
    const close = document.querySelector("[data-close]");
    if (close) close.addEventListener("submit", (event) => {
      if (close.querySelector("[aria-disabled=true]")) {
        event.preventDefault();
        const row = [...this.rows.values()].find((other) => other.asking || this.isOpen(other));
        if (row) this.enter(row);
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "t" || event.key === "/") { event.preventDefault(); this.jump(); }
    });
  },

  tools(row) {
    this.current = row;
    const box = document.querySelector("[data-tools]");
    if (!box) return;
    box.hidden = false;
    box.querySelector("[data-tools-name]").textContent = filled(this.words.of_table, { n: row.table });
    const swap = box.querySelector("[data-swap]");
    swap.hidden = row.base.ns === null;
    box.querySelector("[data-sheet-link]").href = this.data.table.replace("/0/", `/${row.table}/`);
    const ruling = box.querySelector("[data-ruling-link]");
    if (ruling) ruling.href = `${this.data.rulings}?round=${this.data.round}&table=${row.table}`;
  },

  trouble(kind, values = {}) {
    const box = document.querySelector("[data-trouble]");
    box.hidden = !kind;
    box.firstElementChild.textContent = kind ? filled(this.words[kind], values) : "";
  },

  unsentChanged() {
    this.rows.forEach((row) => {
      const unsent = this.queue.holds(row.table);
      if (unsent !== row.unsent) { row.unsent = unsent; row.paint(); }
    });
    this.rail();
  },

  // The one main action: ready, or what is in its way.
  rail() {
    const button = document.querySelector("[data-close] button");
    if (!button) return;
    const server = button.querySelector("small");
    if (this.missing === null) { this.missing = [...this.rows.values()].filter((row) => row.base.ns === null && !row.base.ruled).map((row) => row.table); }
    const flagged = [...this.rows.values()].filter((row) => row.asking).length;
    const parts = [];
    if (this.missing.length === 1) parts.push(this.words.tables_missing_1);
    else if (this.missing.length) parts.push(filled(this.words.tables_missing, { n: this.missing.length }));
    parts.push(...this.data.keyings);
    if (flagged) parts.push(filled(this.words.to_check, { n: flagged }));
    if (this.queue && this.queue.size) parts.push(filled(this.words.to_send, { n: this.queue.size }));
    server.textContent = parts.join(", ");
    if (parts.length) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  },
});
