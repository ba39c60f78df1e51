// What a table writes stays on its phone until it has arrived: the fields as they are filled, and what was
// handed in while there was no network.
"use strict";
const Kept = (() => {
  const DAYS_KEPT = 2;
  const storage = (() => {
    try {
      const name = "pozzetto.try";
      localStorage.setItem(name, "1");
      localStorage.removeItem(name);
      return localStorage;
    } catch { // storage switched off or full: the page works, and forgets on a reload
      return null;
    }
  })();
  const memory = new Map();

  function read(name) {
    const text = storage ? storage.getItem(name) : memory.get(name);
    if (!text) return null;
    try { return JSON.parse(text); } catch { return null; }
  }

  function write(name, value) {
    const text = JSON.stringify({ ...value, at: Date.now() });
    memory.set(name, text);
    try { if (storage) storage.setItem(name, text); } catch { /* full: it stays in memory */ }
  }

  function forget(name) {
    memory.delete(name);
    if (storage) storage.removeItem(name);
  }

  // Other tables' figures of other evenings do not gather on a phone.
  function tidy() {
    if (!storage) return;
    const oldest = Date.now() - DAYS_KEPT * 24 * 3600 * 1000;
    for (const name of Object.keys(storage)) {
      if (!name.startsWith("pozzetto.")) continue;
      const value = read(name);
      if (!value || !(value.at > oldest)) storage.removeItem(name);
    }
  }

  const lasting = Boolean(storage);
  return { read, write, forget, tidy, lasting };
})();

// One thing to send at a time, kept until the server has answered it. `heard(status, answer, sent)` is
// called once for each answer; `waits(why, seconds)` whenever it has to wait: "network", "busy" or "stopped".
class Outbox {
  static AGAIN = [2000, 5000, 10000, 20000];

  constructor({ name, url, heard, waits }) {
    Object.assign(this, { name, url, heard, waits, sending: false, tries: 0, timer: 0 });
    window.addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.now(); });
  }

  get holds() { return Kept.read(this.name); }

  put(fields) {
    const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    Kept.write(this.name, { fields: { ...fields, key } });
    this.now();
  }

  drop() {
    clearTimeout(this.timer);
    Kept.forget(this.name);
  }

  now() {
    clearTimeout(this.timer);
    this.tries = 0;
    this.send();
  }

  async send() {
    const held = this.holds;
    if (!held || this.sending) return;
    this.sending = true;
    let response;
    try {
      response = await fetch(this.url, {
        method: "POST", body: new URLSearchParams(held.fields), credentials: "same-origin",
        headers: { Accept: "application/json" },
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.later("network");
      return;
    } finally {
      this.sending = false;
    }
    if (response.status === 429) { this.later("stopped", Wait.of(response)); return; }
    if (response.status >= 500) { this.later("busy"); return; }
    let answer = null;
    if (response.status !== 404) {
      try { answer = await response.json(); } catch { this.later("network"); return; } // somebody else's page: a portal of the hall
    }
    // What was put meanwhile in its place goes on its own way.
    const latest = this.holds;
    if (latest && latest.fields.key === held.fields.key) this.drop();
    this.heard(response.status, answer, held.fields);
    if (this.holds) this.send();
  }

  // `seconds`: where the server has said when to come again.
  later(why, seconds) {
    const wait = seconds ? seconds * 1000 : Outbox.AGAIN[Math.min(this.tries, Outbox.AGAIN.length - 1)];
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), wait);
    this.waits(why, seconds);
  }
}

// When an answer that says "too many" lets one come again.
const Wait = {
  of(response) { return Number(response.headers.get("Retry-After")) || 60; },
  clock(seconds) { return new Date(Date.now() + seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }); },
};
