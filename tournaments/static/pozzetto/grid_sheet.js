// A table typed hand by hand with everything on its slip; the sheet opens under the row.
"use strict";
class SheetRow extends GridRow {
  bind() {
    this.cells = [];
    this.button = this.body.querySelector("[data-open]");
    this.button.addEventListener("click", () => (this.sheet ? this.close() : this.openAndGo()));
  }

  // Which columns: those of what is stored, else those the typist chose last.
  get form() {
    const [hand] = this.base.hands || [];
    if (hand && hand.base) return "base";
    if (hand && hand.components) return "components";
    return SheetRow.chosen;
  }

  open(form = this.form) {
    if (this.sheet && this.sheet.dataset.form === form) return;
    this.close();
    const template = document.getElementById(`sheet-${form}`);
    this.sheet = template.content.firstElementChild.cloneNode(true);
    const cell = made("td", { colSpan: 7 }, this.sheet);
    this.body.querySelector("tr").after(made("tr", { className: "opened" }, cell));
    this.cells = [...this.sheet.querySelectorAll("[data-cell]")];
    this.cells.forEach((input) => input.setAttribute("aria-label", filled(input.dataset.label, { table: this.table })));
    this.sheet.querySelector("[data-other]").addEventListener("click", () => {
      SheetRow.chosen = form === "base" ? "components" : "base";
      this.open(SheetRow.chosen);
      this.paint();
      this.entrance.focus();
    });
    this.button.setAttribute("aria-expanded", "true");
    this.typed = this.texts(this.base);
    this.paint();
  }

  openAndGo() {
    this.open();
    this.entrance.focus();
  }

  close() {
    if (!this.sheet) return;
    const line = this.sheet.closest("tr");
    // Before it goes: taking away the cell one is in says that the row has been left.
    this.sheet = null;
    this.cells = [];
    line.remove();
    this.button.setAttribute("aria-expanded", "false");
  }

  get targets() { return this.sheet ? this.cells : [this.button]; }
  get byHands() { return true; }
  get typed() { return this.cells.map((cell) => (cell.type === "checkbox" ? (cell.checked ? "1" : "") : cell.value)); }
  set typed(texts) {
    if (!this.sheet && texts.length) this.open(texts.length === this.data.hands * 4 ? "base" : "components");
    this.cells.forEach((cell, at) => {
      if (cell.type === "checkbox") cell.checked = texts[at] === "1";
      else cell.value = texts[at] || "";
    });
  }

  texts(base) {
    return this.cells.map((cell) => {
      const [number, side, what] = cell.dataset.cell.split(".");
      const hand = (base.hands || [])[number - 1];
      if (hand && hand.components && what in hand.components[side]) {
        const value = hand.components[side][what];
        if (cell.type === "checkbox") return value ? "1" : "";
        return this.write(value);
      }
      if (hand && hand.base && what in hand) return this.write(hand[what][side === "ns" ? 0 : 1]);
      return "";
    });
  }

  get isDirty() {
    const typed = this.typed;
    const stored = this.texts(this.base);
    return this.cells.some((_, at) => typed[at].trim() !== stored[at] && (Points.read(typed[at]) || 0) !== (Points.read(stored[at]) || 0));
  }

  same(entry) {
    if (!this.sheet) return true;
    const read = this.read();
    return Boolean(read.entry) && JSON.stringify(read.entry.hands) === JSON.stringify(entry.hands || []);
  }

  read() {
    if (!this.sheet) {
      if (this.queued) return { entry: this.queued, sums: [this.queued.ns, this.queued.ew] };
      return { empty: true };
    }
    const values = new Map();
    for (const cell of this.cells) {
      const value = cell.type === "checkbox" ? cell.checked : Points.read(cell.value);
      if (value === undefined) return { wrong: cell, why: "not_points" };
      values.set(cell.dataset.cell, value);
    }
    const hands = [];
    let started = 0;
    for (let number = 1; number <= this.data.hands; number += 1) {
      const parts = [...values].filter(([name]) => name.startsWith(`${number}.`));
      if (parts.every(([, value]) => value === null || value === false)) continue;
      started += 1;
      const hand = this.sheet.dataset.form === "base" ? this.baseHand(number, values) : this.componentHand(number, values);
      if (hand) hands.push(hand);
    }
    if (!started) return { empty: true };
    const sums = [0, 1].map((side) => hands.reduce((sum, hand) => sum + (side ? hand.ew : hand.ns), 0));
    if (hands.length < started) return { half: true, sums: hands.length ? sums : [null, null] };
    return { entry: { ns: sums[0], ew: sums[1], hands }, sums, few: hands.length < this.data.hands ? hands.length : 0 };
  }

  baseHand(number, values) {
    const [base, net] = ["base", "net"].map((what) => ["ns", "ew"].map((side) => values.get(`${number}.${side}.${what}`)));
    if ([...base, ...net].includes(null)) return null;
    return { base, net, ns: base[0] + net[0], ew: base[1] + net[1] };
  }

  componentHand(number, values) {
    const lines = {};
    for (const side of ["ns", "ew"]) {
      const of = (what) => values.get(`${number}.${side}.${what}`);
      if (of("melded") === null || of("left") === null) return null;
      lines[side] = {
        clean: of("clean") || 0, semi_clean: of("semi_clean") || 0, dirty: of("dirty") || 0,
        closed: of("closed"), took_pozzetto: of("took_pozzetto"), melded: of("melded"), left: of("left"),
      };
    }
    const [ns, ew] = Points.hand(lines, this.data.pays);
    return { components: lines, ns, ew };
  }

  paint() {
    super.paint();
    if (!this.sheet) return;
    const values = this.read();
    const hands = values.entry ? values.entry.hands : [];
    this.sheet.querySelectorAll("[data-mp]").forEach((output) => {
      const [number, side] = output.dataset.mp.split(".");
      const hand = this.handNumbered(Number(number), hands);
      output.textContent = hand ? this.write(hand[side]) : "";
    });
  }

  // The hand as reckoned from its cells alone, so that its points show before the others are typed.
  handNumbered(number) {
    const values = new Map();
    for (const cell of this.cells) {
      if (!cell.dataset.cell.startsWith(`${number}.`)) continue;
      const value = cell.type === "checkbox" ? cell.checked : Points.read(cell.value);
      if (value === undefined) return null;
      values.set(cell.dataset.cell, value);
    }
    return this.sheet.dataset.form === "base" ? this.baseHand(number, values) : this.componentHand(number, values);
  }

  // What was refused is shown again as it was typed.
  reopen(entry) {
    this.open(entry.hands && entry.hands[0] && entry.hands[0].base ? "base" : "components");
    this.typed = this.texts(entry);
    this.paint();
  }

  get entrance() {
    return this.cells.find((cell) => cell.type !== "checkbox" && !cell.value.trim()) || this.cells[0] || this.button;
  }
}
SheetRow.chosen = "components";
