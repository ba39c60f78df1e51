// The sheet of a table: sums and VP as it is written, what is off said at the hand it is about.
"use strict";
const made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

class SheetHand {
  constructor(element, sheet) {
    Object.assign(this, { element, sheet, number: Number(element.dataset.hand) });
    this.lines = ["ns", "ew"].map((side) => {
      const line = element.querySelector(`[data-line=${side}]`);
      const parts = Object.fromEntries([...line.querySelectorAll("[data-part]")].map((input) => [input.dataset.part, input]));
      return { side, line, parts, output: line.querySelector("[data-sum-line]") };
    });
    this.found = []; // what the server has said of it
    this.heardOf = "";
  }

  parts(form) { return SheetHand.PARTS[this.number ? form : "totals"] || []; }

  get inputs() { return this.lines.flatMap(({ parts }) => this.parts(this.sheet.form).map((name) => parts[name]).filter(Boolean)); }

  // {empty} | {wrong, text} | {half, sums} | {sums}
  read() {
    const { form, words } = this.sheet;
    const values = this.lines.map(({ parts }) => {
      const line = {};
      for (const name of this.parts(form)) {
        const input = parts[name];
        if (!input) { line[name] = 0; continue; }
        line[name] = input.type === "checkbox" ? input.checked : Points.read(input.value);
      }
      return line;
    });
    for (const [at, line] of values.entries()) {
      for (const [name, value] of Object.entries(line)) {
        const input = this.lines[at].parts[name];
        if (value === undefined) return { wrong: input, text: filled(words.not_points, { typed: input.value.trim() }) };
        if (typeof value === "number" && value % 5 && !SheetHand.COUNTS.includes(name)) {
          return { wrong: input, text: filled(words.not_by_five, { typed: this.sheet.write(value) }) };
        }
      }
    }
    const needed = { base: ["base", "net"], components: ["melded", "left"] }[this.number ? form : "totals"] || ["mp"];
    if (values.every((line) => Object.values(line).every((value) => value === null || value === false || value === 0) && needed.every((name) => line[name] === null))) return { empty: true };
    const whole = values.map((line) => needed.every((name) => line[name] !== null));
    const sums = this.sums(values, whole);
    return whole.every(Boolean) ? { sums } : { half: true, sums };
  }

  sums(values, whole) {
    const form = this.number ? this.sheet.form : "totals";
    if (form === "components") {
      const lines = values.map((line) => Object.fromEntries(Object.entries(line).map(([name, value]) => [name, value === null ? 0 : value])));
      return Points.hand({ ns: lines[0], ew: lines[1] }, this.sheet.data.pays).map((sum, at) => (whole[at] ? sum : null));
    }
    return values.map((line, at) => (whole[at] ? (form === "base" ? line.base + line.net : line.mp) : null));
  }

  // What stands in it, to know whether what the server said is still about it.
  get text() { return this.inputs.map((input) => (input.type === "checkbox" ? input.checked : input.value.trim())).join("|"); }

  heard(findings) {
    this.found = findings;
    this.heardOf = this.text;
  }

  get findings() { return this.heardOf === this.text ? this.found : []; }

  paint() {
    const read = this.read();
    const { words } = this.sheet;
    const texts = read.wrong ? [{ text: read.text, level: "refused", cell: read.wrong }] : read.empty ? [] : this.findings;
    const serious = texts.some((finding) => finding.level !== "warning");
    const sums = read.sums || [null, null];
    this.lines.forEach(({ output }, at) => { output.textContent = this.sheet.write(sums[at]); });
    ["ns", "ew"].forEach((side, at) => { this.element.querySelector(`[data-sum=${side}]`).textContent = this.sheet.write(sums[at]); });
    const state = this.element.querySelector("[data-state]");
    state.textContent = serious ? words.to_check : read.half ? words.half : "";
    state.className = serious ? "alert" : "quiet";
    this.say(texts);
    return { read, serious };
  }

  say(texts) {
    const place = this.element.querySelector("[data-findings]");
    const told = JSON.stringify(texts.map(({ text }) => text));
    const flagged = texts.flatMap((finding) => (finding.cell ? [finding.cell] : finding.level === "warning" ? [] : this.linesOf(finding)));
    for (const input of this.inputs) {
      const on = flagged.includes(input);
      if (on) { input.setAttribute("aria-invalid", "true"); input.setAttribute("aria-describedby", place.id); } else { input.removeAttribute("aria-invalid"); input.removeAttribute("aria-describedby"); }
    }
    if (place.dataset.told === told) return;
    place.dataset.told = told;
    place.replaceChildren(...texts.map(({ text, level }) => {
      const finding = made("div", { className: level === "warning" ? "finding ask" : "finding" }, made("p", { textContent: text }));
      if (level === "overridable") finding.append(made("p", { textContent: this.sheet.words.referee }));
      return finding;
    }));
  }

  linesOf({ line }) {
    return this.lines.filter(({ side }) => !line || side === line)
      .flatMap(({ parts }) => this.parts(this.sheet.form).map((name) => parts[name]))
      .filter((input) => input && input.type !== "checkbox" && input.value.trim());
  }
}
SheetHand.COUNTS = ["clean", "semi_clean", "dirty"];
SheetHand.PARTS = {
  base: ["base", "net"], hands: ["mp"], totals: ["mp"],
  components: ["clean", "semi_clean", "dirty", "closed", "took_pozzetto", "melded", "left"],
};

class Sheet {
  constructor(form, data) {
    Object.assign(this, { element: form, data, words: data.words, draft: `pozzetto.table.${data.code}`, waiting: "" });
    this.all = [...form.querySelectorAll("[data-hand]")].map((element) => new SheetHand(element, this));
    this.restore();
    form.querySelectorAll("[data-sign], [data-next]").forEach((button) => { button.hidden = false; });
    form.querySelector("[data-kept]").hidden = !Kept.lasting;
    form.addEventListener("input", () => this.typed());
    form.addEventListener("change", () => this.typed());
    form.addEventListener("focusin", (event) => { if (event.target.dataset.part) this.last = event.target; });
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("click", (event) => this.pressed(event));
    form.querySelectorAll("[data-sign]").forEach((button) => button.addEventListener("pointerdown", (event) => event.preventDefault()));
    this.openFirst();
    this.paint();
    this.ask();
  }

  get form() { return this.element.querySelector("[name=form]:checked").value; }
  get hands() { return this.all.filter((hand) => (this.form === "totals" ? !hand.number : hand.number)); }
  write(value) { return Points.write(value, this.data.separator); }

  get fields() {
    const fields = {};
    for (const [name, value] of new FormData(this.element)) if (value !== "" && name !== "confirmed") fields[name] = value;
    return fields;
  }

  // ---- kept on the phone --------------------------------------------------------------------------
  restore() {
    const kept = Kept.read(this.draft);
    if (!kept) return;
    const radio = [...this.element.querySelectorAll("[name=form]")].find((input) => input.value === kept.fields.form);
    if (radio) radio.checked = true;
    for (const input of this.element.querySelectorAll("[data-part]")) {
      const value = kept.fields[input.name];
      if (input.type === "checkbox") input.checked = value === "yes";
      else if (value !== undefined) input.value = value;
      else input.value = "";
    }
  }

  typed() {
    Kept.write(this.draft, { fields: this.fields });
    this.paint();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 500);
    if (this.onTyped) this.onTyped();
  }

  // ---- keys ---------------------------------------------------------------------------------------
  key(event) {
    if (event.key !== "Enter" || event.target.type === "submit" || event.target.type === "button" || !event.target.dataset.part) return;
    event.preventDefault();
    const shown = [...this.element.querySelectorAll("[data-part]")].filter((input) => input.offsetParent !== null && input.type !== "checkbox");
    const next = shown[shown.indexOf(event.target) + 1];
    const hand = event.target.closest("[data-hand]");
    if (next && next.closest("[data-hand]") === hand) next.focus();
    else this.onward(hand);
  }

  pressed(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const hand = button.closest("[data-hand]");
    if (button.dataset.sign !== undefined) this.sign(button.closest("[data-line]"));
    if (button.dataset.next !== undefined) this.onward(hand);
  }

  // The sign of the cell last touched in this line, else of its points.
  sign(line) {
    const usual = line.querySelector(this.form === "base" && line.querySelector("[data-part=net]") ? "[data-part=net]" : "[data-part=mp]");
    const cell = this.last && line.contains(this.last) && this.last.offsetParent !== null && this.last.type !== "checkbox" ? this.last : usual;
    const text = cell.value.trim();
    cell.value = /^[-\u2212\u2013]/.test(text) ? text.slice(1).trim() : `\u2212${text.replace(/^\+/, "")}`;
    if (document.activeElement === cell) cell.setSelectionRange(cell.value.length, cell.value.length);
    else cell.focus();
    this.typed();
  }

  onward(element) {
    const at = this.hands.findIndex((hand) => hand.element === element);
    const { serious } = this.hands[at].paint();
    const next = this.hands[at + 1];
    if (serious || !next) { if (!next) this.element.querySelector("[data-hand-in]").focus(); return; }
    element.open = false;
    next.element.open = true;
    next.inputs[0].focus();
  }

  openFirst() {
    const states = this.hands.map((hand) => hand.read());
    const first = states.findIndex((read) => read.empty || read.half || read.wrong);
    this.hands.forEach((hand, at) => { hand.element.open = at === first || states[at].wrong !== undefined; });
  }

  // ---- sums and findings --------------------------------------------------------------------------
  paint() {
    const states = this.hands.map((hand) => ({ hand, ...hand.paint() }));
    const written = states.filter(({ read }) => read.sums && !read.half);
    const totals = written.length ? [0, 1].map((side) => written.reduce((sum, { read }) => sum + read.sums[side], 0)) : null;
    ["ns", "ew"].forEach((side, at) => { this.element.querySelector(`[data-total=${side}]`).textContent = totals ? this.write(totals[at]) : "\u2013"; });
    const vp = totals && Points.award(this.data.bounds, this.data.maximum, totals[0] - this.data.off[0], totals[1] - this.data.off[1]);
    this.element.querySelector("[data-vp]").textContent = vp ? `${vp[0]} \u2013 ${vp[1]}` : "\u2013";
    const wrong = states.find(({ read, serious }) => serious || read.half);
    this.inTheWay = wrong ? filled(this.words.first_hand, { n: this.named(wrong.hand) }) : totals ? "" : this.words.nothing_yet;
    this.ready();
  }

  named(hand) { return hand.number ? this.words.ordinals[hand.number] : this.words.round; }

  ready() {
    const why = this.waiting || this.inTheWay;
    const button = this.element.querySelector("[data-hand-in]");
    if (why) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    button.querySelector("[data-why]").textContent = why;
  }

  // Why it cannot be handed in at this moment, whatever is written.
  wait(text) {
    this.waiting = text;
    this.ready();
  }

  // The server looks at what is written, by the rules it will judge by; without a network it does later.
  async ask() {
    if (this.hands.every((hand) => hand.read().empty)) return;
    const asked = new Map(this.hands.map((hand) => [hand.number, hand.text]));
    let response;
    try {
      response = await fetch(this.data.urls.check, {
        method: "POST", body: new URLSearchParams(this.fields), credentials: "same-origin", headers: { Accept: "application/json" },
      });
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    if (!response.ok || !(response.headers.get("Content-Type") || "").includes("json")) return;
    this.told(await response.json(), asked);
  }

  told(answer, asked) {
    for (const hand of this.hands) {
      const said = answer.hands[hand.number];
      if (!asked || asked.get(hand.number) === hand.text) hand.heard(said ? said.findings : []);
    }
    this.paint();
  }

  open(number) {
    const hand = this.hands.find((one) => one.number === number);
    if (hand) hand.element.open = true;
  }
}
