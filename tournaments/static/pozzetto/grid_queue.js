// Entries on their way to the server: sent one after the other while the typing goes on, kept in this
// browser until they are acknowledged, sent again after a failure. Sending twice is harmless: each entry
// has a key of its own, and the server knows it.
"use strict";
class EntryQueue {
  // heard(table, status, answer): the server has spoken about a table. trouble(kind): "", "unreachable", "signed_out".
  constructor({ url, store, heard, trouble, changed }) {
    Object.assign(this, { url, store, heard, trouble, changed });
    this.slots = new Map(); // table -> {sending, waiting, pause}
    this.busy = false;
    this.failures = 0;
    this.timer = null;
    window.addEventListener("online", () => this.pump());
  }

  static key() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  holds(table) { return this.slots.has(table); }
  get size() { return this.slots.size; }
  tables() { return [...this.slots.keys()]; }

  // The last entry of a table: what its row should show.
  latest(table) {
    const slot = this.slots.get(table);
    return slot && (slot.waiting || slot.sending);
  }

  // An entry while an earlier one of the same table is on its way waits behind it, so the order is kept.
  add(entry) {
    const made = { key: EntryQueue.key(), ...entry };
    const slot = this.slots.get(made.table);
    if (slot && slot.sending) slot.waiting = made;
    else this.slots.set(made.table, { sending: made, waiting: null, pause: 0 });
    this.keep(made.table);
    this.changed();
    this.pump();
  }

  keep(table) {
    const slot = this.slots.get(table);
    this.store.entries(table, slot ? [slot.sending, slot.waiting].filter(Boolean) : []);
  }

  // After a reload: what this browser had not been told is stored.
  restore() {
    for (const [table, [sending, waiting]] of this.store.allEntries()) {
      this.slots.set(table, { sending, waiting: waiting || null, pause: 0 });
    }
    this.changed();
    this.pump();
  }

  async pump() {
    if (this.busy) return;
    clearTimeout(this.timer);
    const now = Date.now();
    const next = [...this.slots].find(([, slot]) => slot.pause <= now);
    if (!next) {
      const soonest = Math.min(...[...this.slots.values()].map((slot) => slot.pause));
      if (Number.isFinite(soonest)) this.timer = setTimeout(() => this.pump(), Math.max(50, soonest - now));
      return;
    }
    this.busy = true;
    const [table, slot] = next;
    const outcome = await this.send(slot.sending);
    this.busy = false;
    this.settle(table, slot, outcome);
    this.pump();
  }

  async send(entry) {
    const patience = new AbortController();
    const alarm = setTimeout(() => patience.abort(), 15000);
    try {
      const response = await fetch(entry.url || this.url, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", "X-CSRFToken": EntryQueue.token() },
        body: JSON.stringify(entry),
        signal: patience.signal,
      });
      const json = (response.headers.get("Content-Type") || "").includes("application/json");
      if (response.redirected) return { kind: "signed_out" };
      if (response.status >= 500) return { kind: "failed" };
      if (!json) return { kind: "answer", status: response.status, answer: { findings: [], asks: null } };
      return { kind: "answer", status: response.status, answer: await response.json() };
    } catch (error) {
      if (error instanceof TypeError || error.name === "AbortError" || error instanceof SyntaxError) return { kind: "unreachable" };
      throw error;
    } finally {
      clearTimeout(alarm);
    }
  }

  // The cookie, not the form: signing in again in another tab gives a new one.
  static token() {
    const found = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    const field = document.querySelector("[name=csrfmiddlewaretoken]");
    return found ? found[1] : field ? field.value : "";
  }

  settle(table, slot, { kind, status, answer }) {
    if (kind !== "answer") {
      this.failures += 1;
      const pause = Date.now() + Math.min(8000, 400 * 2 ** Math.min(this.failures, 5));
      if (kind === "failed") slot.pause = pause;
      else for (const other of this.slots.values()) other.pause = pause;
      this.trouble(kind === "signed_out" ? kind : "unreachable");
      return;
    }
    this.failures = 0;
    this.trouble("");
    for (const other of this.slots.values()) other.pause = 0;
    const done = slot.sending;
    slot.sending = slot.waiting;
    slot.waiting = null;
    if (slot.sending) {
      if (status === 200) slot.sending.seen = [answer.ns, answer.ew];
    } else {
      this.slots.delete(table);
    }
    this.keep(table);
    this.heard(table, status, answer, done);
    this.changed();
  }
}

// What this browser keeps of a round: entries not acknowledged, and cells half typed.
class RoundStore {
  constructor(name) {
    this.prefix = `pozzetto/${name}/`;
    this.shelf = RoundStore.shelf();
    // False where the browser keeps nothing between pages: the typist is told.
    this.keeps = this.shelf !== RoundStore.memory;
  }

  static shelf() {
    try {
      localStorage.setItem("pozzetto", "");
      localStorage.removeItem("pozzetto");
      return localStorage;
    } catch (error) {
      if (error instanceof DOMException) return RoundStore.memory;
      throw error;
    }
  }

  read(table) {
    try {
      return JSON.parse(this.shelf.getItem(this.prefix + table)) || {};
    } catch (error) {
      if (error instanceof SyntaxError) return {}; // written by something else: as good as nothing
      throw error;
    }
  }

  change(table, part, value) {
    const kept = this.read(table);
    if (value === null || value.length === 0) delete kept[part];
    else kept[part] = value;
    if (Object.keys(kept).length) this.shelf.setItem(this.prefix + table, JSON.stringify(kept));
    else this.shelf.removeItem(this.prefix + table);
  }

  entries(table, entries) { this.change(table, "entries", entries); }
  cells(table, cells) { this.change(table, "cells", cells); }

  tables() {
    return Object.keys(this.shelf).filter((key) => key.startsWith(this.prefix)).map((key) => Number(key.slice(this.prefix.length)));
  }

  allEntries() {
    return this.tables().map((table) => [table, this.read(table).entries || []]).filter(([, entries]) => entries.length);
  }

  allCells() {
    return this.tables().map((table) => [table, this.read(table).cells]).filter(([, cells]) => cells);
  }
}
// As much of a storage as is needed, for a browser that has none.
RoundStore.memory = Object.create({
  getItem(name) { return Object.hasOwn(this, name) ? this[name] : null; },
  setItem(name, value) { this[name] = value; },
  removeItem(name) { delete this[name]; },
});
