// The card counter: cards are tapped into melds here, and counted by the rules on the server.
"use strict";
const made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

class CardCounter {
  constructor(page, data) {
    Object.assign(this, { page, data, words: data.words, name: `pozzetto.${data.kept}`, suit: "S" });
    this.state = Kept.read(this.name) || { melds: [[]], left: [], at: 0, closed: false, took_pozzetto: false };
    this.past = [];
    this.answer = null;
    this.answered = "";
    page.addEventListener("click", (event) => this.pressed(event));
    page.querySelectorAll("[data-answer]").forEach((box) => box.addEventListener("change", () => this.change((state) => { state[box.dataset.answer] = box.checked; })));
    window.addEventListener("online", () => this.count());
    this.paint();
    this.count();
  }

  // ---- cards --------------------------------------------------------------------------------------
  pressed(event) {
    const key = event.target.closest("button");
    if (!key) return;
    const { suit, rank, card, meld } = key.dataset;
    if (suit) this.chooseSuit(suit);
    else if (rank) this.add(rank === "JK" ? "JK" : rank + this.suit);
    else if (card !== undefined) this.change((state) => { this.group(state, Number(meld)).splice(Number(card), 1); });
    else if (meld !== undefined) this.change((state) => { state.at = Number(meld); });
    else if (key.dataset.new !== undefined) this.newMeld();
    else if (key.dataset.undo !== undefined) this.undo();
    else if (key.dataset.clear !== undefined) this.change((state) => Object.assign(state, { melds: [[]], left: [], at: 0, closed: false, took_pozzetto: false }));
    else if (key.dataset.fill !== undefined) this.fill();
  }

  chooseSuit(suit) {
    this.suit = suit;
    this.page.querySelectorAll("[data-suit]").forEach((key) => key.setAttribute("aria-pressed", String(key.dataset.suit === suit)));
    this.paintKeys();
  }

  // Melds are 0, 1, 2…; what is left in hand is -1.
  group(state, at) { return at < 0 ? state.left : state.melds[at]; }

  get all() { return [...this.state.melds.flat(), ...this.state.left]; }

  left(card) { return (card === "JK" ? 4 : 2) - this.all.filter((one) => one === card).length; }

  add(card) {
    if (this.left(card) > 0) this.change((state) => this.group(state, state.at).push(card));
  }

  newMeld() {
    const empty = this.state.melds.findIndex((cards) => !cards.length);
    this.change((state) => {
      if (empty < 0) state.melds.push([]);
      state.at = empty < 0 ? state.melds.length - 1 : empty;
    });
  }

  change(how) {
    this.past.push(JSON.stringify(this.state));
    if (this.past.length > 200) this.past.shift();
    how(this.state);
    this.changed();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.state = JSON.parse(before);
    this.changed();
  }

  changed() {
    Kept.write(this.name, this.state);
    this.paint();
    this.page.querySelector(".meld.current").scrollIntoView({ block: "nearest" });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.count(), 250);
  }

  // ---- counting -----------------------------------------------------------------------------------
  get asked() {
    const { melds, left, closed, took_pozzetto } = this.state;
    return JSON.stringify({ melds, left, closed, took_pozzetto });
  }

  async count() {
    const asked = this.asked;
    let response;
    try {
      response = await fetch(this.data.count, { method: "POST", body: asked, headers: { "Content-Type": "application/json" }, credentials: "same-origin" });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.net(this.answer ? this.words.stale : this.words.unknown);
      this.paint();
      return;
    }
    if (!response.ok || !(response.headers.get("Content-Type") || "").includes("json")) { this.net(this.words.unknown); return; }
    const answer = await response.json();
    if (asked !== this.asked) return; // a newer question is on its way
    this.answer = answer;
    this.answered = asked;
    this.net(answer.too_many);
    this.paint();
  }

  get isFresh() { return Boolean(this.answer) && this.answered === this.asked; }

  net(text) {
    const place = this.page.querySelector("[data-net]");
    place.hidden = !text;
    place.querySelector("p").textContent = text || "";
  }

  // ---- showing ------------------------------------------------------------------------------------
  shown(card) { return card === "JK" ? this.words.joker : card.slice(0, -1) + this.data.signs[card.slice(-1)]; }
  write(value) { return Points.write(value, this.data.separator); }

  paint() {
    const { melds, left, at } = this.state;
    const rows = melds.map((cards, index) => this.meldRow(cards, index, filled(this.words.meld, { n: index + 1 })));
    rows.push(this.meldRow(left, -1, this.words.left));
    this.page.querySelector("[data-melds]").replaceChildren(...rows);
    this.page.querySelectorAll("[data-answer]").forEach((box) => { box.checked = Boolean(this.state[box.dataset.answer]); });
    this.page.querySelector("[data-undo]").disabled = !this.past.length;
    this.page.querySelector("[data-clear]").disabled = !this.all.length;
    this.page.querySelector("[data-new]").disabled = at >= 0 && !melds[at].length;
    if (this.answer) {
      this.page.querySelectorAll("[data-line] [data-part]").forEach((place) => { place.textContent = this.write(this.answer.line[place.dataset.part]); });
      this.page.querySelector("[data-total]").textContent = this.write(this.answer.total);
    }
    this.page.classList.toggle("stale", Boolean(this.answer) && !this.isFresh);
    this.paintKeys();
    this.paintFill();
  }

  meldRow(cards, index, name) {
    const told = index < 0 ? null : this.answer && this.answer.melds[index];
    const current = this.state.at === index;
    const row = made("li", { className: current ? "meld current" : "meld" });
    const choose = made("button", { type: "button", className: "choose" }, made("b", { textContent: name }));
    choose.dataset.meld = index;
    choose.setAttribute("aria-pressed", String(current));
    const fresh = told && cards.length;
    if (fresh) {
      const worth = told.is_meld ? ` ${told.bonus ? `${this.write(told.bonus)} + ` : ""}${this.write(told.points)}` : "";
      choose.append(made("span", { className: told.burraco ? "won" : "quiet", textContent: told.is_meld ? `${told.text}${worth}` : "" }));
    } else if (!cards.length) choose.append(made("span", { className: "quiet", textContent: index < 0 ? this.words.none : current ? this.words.empty : "" }));
    row.append(choose);
    const line = made("div", { className: "cards" });
    cards.forEach((card, place) => {
      const chip = made("button", { type: "button", className: /[HD]$/.test(card) ? "chip red" : "chip", textContent: this.shown(card) });
      chip.dataset.card = place;
      chip.dataset.meld = index;
      chip.setAttribute("aria-label", filled(this.words.remove, { card: this.shown(card) }));
      line.append(chip);
    });
    if (cards.length) row.append(line);
    if (fresh && !told.is_meld) row.append(made("div", { className: cards.length < 3 ? "finding ask" : "finding" }, made("p", { textContent: told.text })));
    return row;
  }

  paintKeys() {
    this.page.querySelectorAll("[data-rank]").forEach((key) => {
      const card = key.dataset.rank === "JK" ? "JK" : key.dataset.rank + this.suit;
      key.disabled = this.left(card) <= 0;
      if (key.dataset.rank !== "JK") {
        key.textContent = this.shown(card);
        key.classList.toggle("red", "HD".includes(this.suit));
      }
    });
  }

  paintFill() {
    const button = this.page.querySelector("[data-fill]");
    if (!button) return;
    const ready = this.isFresh && this.answer.whole && !this.answer.too_many;
    if (ready) button.removeAttribute("aria-disabled"); else button.setAttribute("aria-disabled", "true");
  }

  // The line goes into the sheet as it is kept on this phone, and the sheet opens with it.
  fill() {
    if (!this.isFresh || !this.answer.whole || this.answer.too_many) return;
    const name = `pozzetto.${this.data.sheet}`;
    const draft = Kept.read(name) || { fields: {} };
    draft.fields.form = "components";
    for (const [part, value] of Object.entries(this.answer.line)) {
      draft.fields[this.data.prefix + part] = typeof value === "boolean" ? (value ? "yes" : "") : this.write(value);
    }
    Kept.write(name, draft);
    location.assign(this.data.back);
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const page = document.querySelector("[data-counter]");
  if (page) window.cardCounter = new CardCounter(page, JSON.parse(document.getElementById("counter-data").textContent));
});
