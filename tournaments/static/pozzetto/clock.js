// The clock of the round. Every screen counts towards the same moment of the server: how far the server's
// time is from this machine's stopwatch is estimated from each answer, so what this machine believes the
// time to be does not matter. The server tells what is to be counted; the counting goes on without it.
(() => {
  "use strict";

  const OFTEN = 15000, HIDDEN = 60000, AT_FIRST = 400; // milliseconds between two questions
  const LONGEST_WAIT = 15000; // for a server that is away

  // The server's time, from answers that carry it and the journey each of them took.
  class ServerTime {
    constructor() {
      this.samples = [];
      this.offset = null;
    }

    take(told, sent, got) {
      if (!(told > 0)) return;
      const sample = { offset: told - (sent + got) / 2, trip: got - sent };
      // Further off than the journey can explain: one of the two slept, or the server's clock was set.
      if (this.offset !== null && Math.abs(sample.offset - this.offset) > sample.trip / 2 + 750) this.samples = [];
      this.samples.push(sample);
      if (this.samples.length > 9) this.samples.shift();
      const quickest = [...this.samples].sort((a, b) => a.trip - b.trip);
      const offsets = quickest.slice(0, Math.ceil(quickest.length / 2)).map((each) => each.offset);
      offsets.sort((a, b) => a - b);
      this.offset = offsets[Math.floor(offsets.length / 2)];
    }

    get known() {
      return this.offset !== null;
    }

    now() {
      return performance.now() + this.offset;
    }
  }

  class Clock {
    constructor() {
      this.time = new ServerTime();
      this.told = null;
      this.zone = document.querySelector("[data-zone]")?.dataset.zone;
      this.title = document.title;
      this.lead = Date.now() - performance.now();
      this.url = "";
      this.etag = "";
      this.asked = 0;
      this.failed = 0;
    }

    // Milliseconds left; null while there is no clock.
    get left() {
      if (!this.told || this.told.state === "none" || !this.time.known) return null;
      if (this.told.state === "paused") return this.told.left * 1000;
      return Math.max(0, this.told.ends_at - this.time.now());
    }

    get mode() {
      const left = this.left;
      if (left === null) return "none";
      if (this.told.state === "paused") return "paused";
      if (left === 0) return "over";
      return left <= this.told.warning * 1000 ? "ending" : "running";
    }

    show(told) {
      const before = this.told;
      this.told = told;
      this.paint();
      document.dispatchEvent(new CustomEvent("clock:told", { detail: { before, told } }));
    }

    // Ask this address from now on; pages that learn of the clock otherwise call show() themselves.
    follow(url) {
      this.url = url;
      document.addEventListener("visibilitychange", () => document.hidden || this.ask());
      window.addEventListener("online", () => this.ask());
      this.ask();
    }

    async ask() {
      clearTimeout(this.asking);
      try {
        const answer = await this.question(this.url, this.etag);
        if (answer.status === 200) {
          this.etag = answer.headers.get("ETag") || "";
          this.show(await answer.json());
        }
        this.asked += 1;
        this.failed = 0;
      } catch {
        this.failed += 1; // The server is away: the clock goes on, and the question is put again.
      }
      clearTimeout(this.asking);
      this.asking = setTimeout(() => this.ask(), this.wait());
    }

    wait() {
      if (this.failed) return Math.min(LONGEST_WAIT, 1000 * 2 ** (this.failed - 1));
      if (document.hidden) return HIDDEN;
      return this.asked < 3 ? AT_FIRST : OFTEN;
    }

    // One conditional question; what the answer says of the server's time is taken from a 304 as well.
    async question(url, etag) {
      const sent = performance.now();
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(8000) });
      if (!answer.ok && answer.status !== 304) throw new Error(`${url}: ${answer.status}`);
      this.time.take(Number(answer.headers.get("Server-Now")), sent, performance.now());
      return answer;
    }

    tick() {
      const lead = Date.now() - performance.now();
      if (Math.abs(lead - this.lead) > 1500 && this.url) this.ask(); // this machine slept
      this.lead = lead;
      this.paint();
      document.dispatchEvent(new CustomEvent("clock:tick"));
      const left = this.left;
      const next = left && this.told.state === "running" ? left % 1000 : 1000 - (Date.now() % 1000);
      setTimeout(() => this.tick(), Math.max(20, next + 4));
    }

    paint() {
      if (!this.told || !this.time.known) return;
      const mode = this.mode;
      const text = mode === "none" ? "" : minutes(this.left);
      document.body.classList.toggle("ending", mode === "ending" || mode === "over");
      for (const each of document.querySelectorAll("[data-clock]")) this.fill(each, mode, text);
      if (document.querySelector("[data-awake]")) document.title = text ? `${text} · ${this.title}` : this.title;
    }

    fill(element, mode, text) {
      const what = element.dataset.clock;
      if (what === "says") write(element, element.dataset[mode] ?? "");
      else if (what === "time") write(element, text || this.day(this.time.now()));
      else if (what === "left") write(element, text);
      else if (what === "day") write(element, this.day(this.time.now()));
      else if (what === "until") write(element, this.until(element.dataset, mode));
      else if (what === "bar") this.fillBar(element, mode);
    }

    fillBar(element, mode) {
      element.hidden = mode === "none";
      element.max = this.told.length || 1;
      element.value = Math.ceil((this.left ?? 0) / 1000);
    }

    until(words, mode) {
      if (mode === "none") return "";
      if (this.told.last_lap && mode !== "over") return words.last ?? "";
      return (words[mode === "ending" ? "running" : mode] ?? "").replace("{time}", this.day(this.told.ends_at));
    }

    // The time of day in the hall, e.g. "23:45".
    day(moment) {
      const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: this.zone };
      return new Intl.DateTimeFormat("it", how).format(moment);
    }
  }

  // A second begun is a second: "45:00" stands for one whole second.
  function minutes(left) {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  const clock = new Clock();
  window.pozzetto = Object.assign(window.pozzetto ?? {}, { clock });
  const followed = document.querySelector("[data-clock-url]");
  if (followed) clock.follow(followed.dataset.clockUrl);
  clock.tick();
})();
