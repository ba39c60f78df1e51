// The page of a table: handing in, confirming and calling, with a network or without; and news of the others.
"use strict";
class TablePage {
  constructor(data) {
    Object.assign(this, { data, words: data.words, etag: "", over: false });
    Kept.tidy();
    const form = document.querySelector("[data-sheet]");
    this.sheet = form ? new Sheet(form, data) : null;
    if (this.sheet) this.sendWith(form);
    document.querySelectorAll("[data-confirm], [data-call]").forEach((each) => each.addEventListener("submit", (event) => this.press(event)));
    document.querySelectorAll("[data-other]").forEach((each) => {
      if (Kept.read(`pozzetto.table.${data.code}`) && data.stage === "open") each.open = true;
    });
    this.watch();
    this.keepPage();
  }

  // ---- handing in ---------------------------------------------------------------------------------
  sendWith(form) {
    this.outbox = new Outbox({
      name: `pozzetto.outbox.${this.data.code}`, url: this.data.page,
      heard: (status, answer) => this.heard(status, answer),
      waits: (why, seconds) => this.waits(why, seconds),
    });
    this.sheet.onTyped = () => this.changed();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.handIn();
    });
    if (this.outbox.holds) { this.sheet.wait(this.words.sending); this.outbox.now(); }
  }

  handIn(more = {}) {
    if (this.outbox.holds || this.sheet.inTheWay) {
      if (this.sheet.inTheWay) this.toTrouble();
      return;
    }
    this.unask();
    this.sheet.wait(this.words.sending);
    this.outbox.put({ ...this.sheet.fields, ...more });
  }

  toTrouble() {
    const hand = this.sheet.hands.find((one) => { const { read, serious } = one.paint(); return serious || read.half; }) || this.sheet.hands.find((one) => one.read().empty);
    if (!hand) return;
    hand.element.open = true;
    (hand.inputs.find((input) => input.getAttribute("aria-invalid") || (!input.value.trim() && input.type !== "checkbox")) || hand.inputs[0]).focus();
  }

  // Figures changed after they were put aside for sending are not those any more: they wait for the button.
  changed() {
    this.unask();
    if (!this.outbox.holds || this.outbox.sending) return;
    this.outbox.drop();
    this.sheet.wait("");
    this.net("");
  }

  waits(why, seconds) {
    this.net(why === "stopped" ? filled(this.words.stopped, { time: Wait.clock(seconds) }) : why === "network" ? this.words.kept : this.words.busy);
    if (this.sheet) this.sheet.wait(this.words.will_send);
  }

  heard(status, answer) {
    this.net("");
    this.sheet.wait("");
    if (status === 200) {
      Kept.forget(this.sheet.draft);
      location.replace(this.data.page);
      return;
    }
    if (status === 404) { this.net(this.words.ended); return; }
    if (!answer || !answer.hands) { this.net(this.words.busy); return; }
    this.sheet.told(answer);
    Object.entries(answer.hands).forEach(([number, hand]) => { if (hand.findings.length) this.sheet.open(Number(number)); });
    const wrong = Object.values(answer.hands).some((hand) => hand.half || hand.findings.length);
    if (answer.asks === "confirm") this.askOnce(answer);
    else if (wrong) this.toTrouble();
    else this.news(answer.findings.map(({ text }) => text).join(" ")); // what stands at the table has changed
  }

  askOnce(answer) {
    const yes = made("button", { type: "button", className: "btn", textContent: this.words.yes });
    const no = made("button", { type: "button", className: "btn", textContent: this.words.look_again });
    yes.addEventListener("click", () => this.handIn({ confirmed: "yes" }));
    no.addEventListener("click", () => { this.unask(); this.sheet.openFirst(); });
    const warnings = Object.entries(answer.hands).flatMap(([number, hand]) => hand.findings.map((finding) => ({ text: `${this.words.ordinals[number]}: ${finding.text}` })));
    this.say([...answer.findings, ...warnings], [yes, no]);
    yes.focus();
  }

  say(findings, buttons) {
    const place = document.querySelector("[data-asks]");
    place.className = buttons.length ? "finding ask" : "finding";
    place.replaceChildren(...findings.map(({ text }) => made("p", { textContent: text })));
    if (buttons.length) place.append(made("p", { className: "row-of" }, ...buttons));
    place.hidden = false;
    place.scrollIntoView({ block: "center" });
  }

  unask() { const place = document.querySelector("[data-asks]"); if (place) place.hidden = true; }

  net(text) {
    const place = document.querySelector("[data-net]");
    place.hidden = !text;
    place.querySelector("p").textContent = text;
  }

  // ---- confirming, calling: at once or not at all --------------------------------------------------
  async press(event) {
    event.preventDefault();
    const form = event.target;
    const button = form.querySelector("button");
    if (button.disabled) return;
    button.disabled = true;
    let response;
    try {
      response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), credentials: "same-origin", headers: { Accept: "application/json" } });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      button.disabled = false;
      this.net(form.dataset.call === undefined ? this.words.no_confirm : this.words.no_call);
      return;
    }
    if (response.status === 429) {
      button.disabled = false;
      this.net(filled(this.words.stopped_now, { time: Wait.clock(Wait.of(response)) }));
      return;
    }
    location.replace(this.data.page);
    if (!response.ok) button.disabled = false;
  }

  // ---- news ---------------------------------------------------------------------------------------
  watch() {
    if (this.data.stage === "closed") return;
    const wait = { open: 6000, confirmed: 20000, ruled: 20000 }[this.data.stage] || 3000;
    const look = async () => {
      const pause = document.hidden ? 0 : await this.look();
      if (!this.over) setTimeout(look, pause || wait);
    };
    setTimeout(look, wait);
    document.addEventListener("visibilitychange", () => { if (!document.hidden && !this.over) this.look(); });
  }

  // How long to wait before asking again, in milliseconds, where the server has said so.
  async look() {
    let response;
    try {
      response = await fetch(this.data.urls.state, { headers: this.etag ? { "If-None-Match": this.etag } : {}, credentials: "same-origin" });
    } catch (error) {
      if (error instanceof TypeError) return 0;
      throw error;
    }
    if (response.status === 429) {
      // Others on this network have tried too many codes; this one may well be right, and is asked for again.
      const seconds = Wait.of(response);
      if (!this.outbox || !this.outbox.holds) this.net(filled(this.words.stopped_now, { time: Wait.clock(seconds) }));
      this.wasStopped = true;
      return seconds * 1000;
    }
    if (response.status === 404) { this.end(); return 0; }
    if (this.wasStopped) { this.wasStopped = false; this.net(""); }
    if (response.status !== 200 || !(response.headers.get("Content-Type") || "").includes("json")) return 0;
    this.etag = response.headers.get("ETag") || "";
    const { tag } = await response.json();
    if (tag === this.data.tag) return 0;
    const typing = this.sheet && (this.outbox.holds || this.sheet.element.contains(document.activeElement));
    if (typing) this.news(); else location.replace(this.data.page);
    return 0;
  }

  // Nothing will ever be heard here again: asking on would only burden the hall's network.
  end() {
    this.over = true;
    const place = document.querySelector("[data-news]");
    this.news(place.dataset.ended);
    Object.assign(place.querySelector("a"), { href: place.dataset.start, textContent: place.dataset.type });
  }

  news(text = this.words.news) {
    const place = document.querySelector("[data-news]");
    place.querySelector("p").textContent = text;
    place.querySelector("a").textContent = this.words.look;
    place.hidden = false;
  }

  // ---- this page without a network ------------------------------------------------------------------
  // Browsers allow it over https, and on the laptop itself; elsewhere the page has to stay open.
  async keepPage() {
    if (!("serviceWorker" in navigator) || !("caches" in window)) return;
    try {
      await navigator.serviceWorker.register(this.data.worker);
      const files = [...document.querySelectorAll("link[rel=stylesheet], script[src], link[rel=icon]")].map((each) => each.href || each.src);
      const cache = await caches.open("pozzetto-table");
      await cache.addAll([this.data.page, ...files]);
    } catch (error) {
      console.info("this page cannot be kept for later", error.name);
    }
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const data = document.getElementById("table-data");
  if (data) window.tablePage = new TablePage(JSON.parse(data.textContent));
});
