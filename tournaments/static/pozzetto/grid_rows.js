// A table of the grid: what is stored, what is typed, and what is to be said about it.
"use strict";
const made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

class GridRow {
  constructor(body, data, base) {
    Object.assign(this, { body, data, words: data.words, base });
    this.table = Number(body.dataset.table);
    this.unsent = false;
    this.asking = false;
    this.bind();
  }

  bind() {
    const cells = [...this.body.querySelectorAll("[data-cell]")];
    const place = (cell) => {
      const [side, hand] = cell.dataset.cell.split("-");
      return Number(hand || 0) * 2 + (side === "ew" ? 1 : 0);
    };
    this.cells = cells.sort((one, other) => place(one) - place(other));
  }

  write(value) { return Points.write(value, this.data.separator); }
  get typed() { return this.cells.map((cell) => cell.value); }
  set typed(texts) { this.cells.forEach((cell, at) => { cell.value = texts[at] || ""; }); }
  // What the page showed when the typing began; after a reload, what it showed before it.
  get seen() {
    if (this.began !== undefined) return this.began;
    return this.base.ns === null ? null : [this.base.ns, this.base.ew];
  }
  get byHands() { return this.cells.length > 2; }

  texts(base) {
    if (!this.byHands) return [this.write(base.ns), this.write(base.ew)];
    const hands = base.hands || [];
    return this.cells.map((_, at) => {
      const hand = hands[Math.floor(at / 2)];
      return hand ? this.write(at % 2 ? hand.ew : hand.ns) : "";
    });
  }

  show(base) {
    this.typed = this.texts(base);
    this.paint();
  }

  // What is typed, read: {wrong: cell} or {values, entry} or {half} or {few}.
  read() {
    const values = [];
    for (const cell of this.cells) {
      const value = Points.read(cell.value);
      if (value === undefined) return { wrong: cell, why: "not_points" };
      values.push(value);
    }
    const pairs = [];
    for (let at = 0; at < values.length; at += 2) pairs.push([values[at], values[at + 1]]);
    const whole = pairs.filter(([ns, ew]) => ns !== null && ew !== null);
    const sums = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + (pair[side] || 0), 0));
    const off = this.cells.find((_, at) => values[at] !== null && values[at] % 5);
    if (off) return { wrong: off, why: "not_by_five", sums };
    const started = pairs.filter(([ns, ew]) => ns !== null || ew !== null).length;
    if (!started) return { empty: true };
    if (whole.length < started) return { half: true, sums, lacks: whole.length ? null : pairs.find(([ns, ew]) => ns !== null || ew !== null) };
    const entry = { ns: sums[0], ew: sums[1] };
    if (this.byHands) entry.hands = whole.map(([ns, ew]) => ({ ns, ew }));
    return { entry, sums, few: this.byHands && whole.length < this.data.hands ? whole.length : 0 };
  }

  get isDirty() {
    const stored = this.texts(this.base);
    return this.cells.some((cell, at) => cell.value.trim() !== stored[at] && Points.read(cell.value) !== Points.read(stored[at]));
  }

  same(entry) {
    const read = this.read();
    return Boolean(read.entry) && read.entry.ns === entry.ns && read.entry.ew === entry.ew
      && JSON.stringify(read.entry.hands || []) === JSON.stringify(entry.hands || []);
  }

  // Classes, VP, sums and the words of the last column, from what is stored and what is typed.
  paint() {
    const read = this.read();
    const dirty = this.isDirty;
    const missing = this.base.ns === null && !this.base.ruled;
    this.body.classList.toggle("flagged", this.asking);
    this.body.classList.toggle("unsent", this.unsent);
    this.body.classList.toggle("missing", missing && !this.asking && !this.unsent);
    this.paintVp(read, dirty);
    this.body.querySelectorAll("[data-sum]").forEach((sum) => {
      const at = sum.dataset.sum === "ns" ? 0 : 1;
      const value = read.sums ? read.sums[at] : dirty ? null : at ? this.base.ew : this.base.ns;
      sum.textContent = this.write(value);
    });
    this.body.querySelector("[data-state]").textContent = this.state(read, dirty, missing);
  }

  state(read, dirty, missing) {
    if (this.asking) return this.words.check;
    if (this.unsent || (dirty && read.entry)) return this.words.unsent;
    if (dirty && read.half) {
      if (this.byHands) return this.words.missing_hands;
      return read.lacks[0] === null ? this.words.missing_ns : this.words.missing_ew;
    }
    return this.base.state || (missing ? this.words.missing : "");
  }

  paintVp(read, dirty) {
    let vp = this.base.vp;
    if (dirty || this.unsent) {
      const off = this.base.off || [0, 0];
      vp = read.entry && !this.data.again ? Points.award(this.data.bounds, this.data.maximum, read.entry.ns - off[0], read.entry.ew - off[1]) : [null, null];
      if (this.base.ruled) vp = this.base.vp;
    }
    const cell = this.body.querySelector(".vs");
    const won = (one, other) => (one >= other ? "won" : "quiet");
    const shown = vp[0] === null || vp[0] === undefined ? [] : [
      made("span", { className: won(vp[0], vp[1]), textContent: vp[0] }), " \u2013 ",
      made("span", { className: won(vp[1], vp[0]), textContent: vp[1] })];
    if (cell) {
      if (this.asking) cell.replaceChildren(made("span", { className: "alert", textContent: "\u2013" }));
      else cell.replaceChildren(...shown);
      return;
    }
    this.body.querySelectorAll("[data-vp]").forEach((part) => {
      const [mine, theirs] = part.dataset.vp === "ns" ? vp : [vp[1], vp[0]];
      part.textContent = shown.length ? mine : "";
      part.classList.toggle("won", shown.length > 0 && mine >= theirs);
    });
  }

  flag(cells) {
    for (const cell of this.cells) {
      const on = cells.includes(cell);
      cell.closest("td").classList.toggle("flag", on);
      if (on) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
    }
  }

  // A finding under the row. `input`: a question whose answer goes to the first button's act.
  say({ texts, ask = false, cells = [], input = "", buttons = [] }) {
    this.unsay();
    this.asking = true;
    const finding = made("div", { className: ask ? "finding ask" : "finding", id: `f${this.table}` });
    finding.setAttribute("role", "alert");
    texts.forEach((text) => finding.append(made("p", { textContent: text })));
    const line = made("p", { className: "row-of answers" });
    let field = null;
    if (input) {
      field = made("input", { className: "words", maxLength: 300 });
      finding.append(made("p", {}, made("label", { className: "left" }, made("span", { textContent: input }), field)));
    }
    buttons.forEach(({ label, act }) => {
      const button = made("button", { type: "button", className: "btn", textContent: label });
      button.addEventListener("click", () => {
        if (field && !field.value.trim() && button === line.firstChild) { field.focus(); return; }
        act(field ? field.value.trim() : "");
      });
      line.append(button);
    });
    if (field) field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); line.firstChild.click(); }
    });
    if (buttons.length) finding.append(line);
    const columns = this.body.closest("table").querySelectorAll("thead th").length - 1;
    this.body.append(made("tr", { className: "says" }, made("td"), made("td", { colSpan: columns }, finding)));
    this.targets.forEach((cell) => cell.setAttribute("aria-describedby", finding.id));
    this.flag(cells);
    this.paint();
  }

  unsay() {
    this.asking = false;
    this.body.querySelectorAll(".says").forEach((row) => row.remove());
    this.targets.forEach((cell) => cell.removeAttribute("aria-describedby"));
    this.flag([]);
  }

  get targets() { return this.cells; }
  get answer() { return this.body.querySelector(".says input, .says button"); }
  // Where the typing goes on in this table.
  get entrance() { return this.cells.find((cell) => !cell.value.trim()) || this.cells[0]; }
}
