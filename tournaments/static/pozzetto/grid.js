// The grid of a round: typed by keyboard from one missing table to the next, stored in the background.
"use strict";
class Grid {
  constructor(table, data) {
    Object.assign(this, { element: table, data, words: data.words, version: data.version, etag: "" });
    this.missing = null;
    this.last = null;
    const kind = data.depth === "components" ? SheetRow : GridRow;
    const stored = new Map(data.rows.map((row) => [row.table, row]));
    const nothing = { ns: null, ew: null, vp: [null, null], off: [0, 0], state: "", hands: [] };
    this.rows = new Map([...table.querySelectorAll("[data-table]")].map((body) => {
      const number = Number(body.dataset.table);
      return [number, new kind(body, data, stored.get(number) || { ...nothing, table: number })];
    }));
    this.store = new RoundStore(`${data.slug}/${data.round}${data.again ? "/again" : ""}`);
    this.queue = new EntryQueue({
      url: data.record, store: this.store,
      heard: (...heard) => this.heard(...heard),
      trouble: (kind) => this.trouble(kind),
      changed: () => this.unsentChanged(),
    });
    this.listen();
    this.restore();
    this.rail();
    if (!this.store.keeps) this.trouble("keeps_nothing");
    if (!data.again) this.watch();
  }

  // ---- what was typed and not acknowledged before a reload ------------------------------------------
  restore() {
    for (const [table, cells] of this.store.allCells()) {
      const row = this.rows.get(table);
      if (row) { row.typed = cells.typed; row.began = cells.seen; row.paint(); this.leave(row, { again: true }); }
    }
    this.queue.restore();
    for (const table of this.queue.tables()) {
      const row = this.rows.get(table);
      const entry = this.queue.latest(table);
      if (row && entry && !entry.url) { row.queued = entry; row.show({ ...row.base, ...entry }); }
    }
    this.unsentChanged();
    this.rows.forEach((row) => {
      row.paint();
      if (row.base.disputed && !row.isDirty && !row.unsent) this.dispute(row);
    });
  }

  // ---- typing -------------------------------------------------------------------------------------
  listen() {
    this.element.closest("form").addEventListener("submit", (event) => event.preventDefault());
    this.element.querySelectorAll(".tno a").forEach((link) => { link.tabIndex = -1; });
    this.element.addEventListener("focusin", (event) => this.entered(event.target));
    this.element.addEventListener("focusout", (event) => this.left(event));
    this.element.addEventListener("input", (event) => this.typing(event.target));
    this.element.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", (event) => {
      if (this.queue.size || [...this.rows.values()].some((row) => row.isDirty)) event.preventDefault();
    });
    this.railKeys();
  }

  rowOf(element) {
    const body = element.closest("[data-table]");
    return body ? this.rows.get(Number(body.dataset.table)) : null;
  }

  entered(target) {
    if (target.matches("[data-cell]")) {
      this.last = target;
      if (target.select && target.type !== "checkbox") target.select();
    }
    const row = this.rowOf(target);
    if (row) this.tools(row);
  }

  left(event) {
    const row = event.target.matches("[data-cell]") ? this.rowOf(event.target) : null;
    if (!row || (event.relatedTarget && row.body.contains(event.relatedTarget))) return;
    // The window itself losing the focus is no reason to judge a row: the typist has not left it.
    if (!document.hasFocus()) { this.keepCells(row); return; }
    this.leave(row);
  }

  typing(target) {
    const row = this.rowOf(target);
    if (!row || !target.matches("[data-cell]")) return;
    if (row.asking) row.unsay();
    row.paint();
    this.keepCells(row);
    this.rail();
  }

  keepCells(row) {
    if (!row.isDirty) row.began = undefined;
    this.store.cells(row.table, row.isDirty ? { typed: row.typed, seen: row.seen } : null);
  }

  // The typist is done with a row: send it if it is whole, say what is wrong with it if it is not.
  leave(row, { again = false } = {}) {
    const waiting = this.queue.latest(row.table);
    if (waiting && row.same(waiting)) return true;
    if (!row.isDirty && !waiting) { if (row.asking && !row.answer) row.unsay(); row.paint(); this.store.cells(row.table, null); return true; }
    if (row.asking) return false;
    const read = row.read();
    if (read.wrong) { this.sayWrong(row, read); return false; }
    if (read.few && !again) { this.sayFew(row, read); return false; }
    if (read.entry && !read.few) this.submit(row, read.entry);
    row.paint();
    this.rail();
    return true;
  }

  sayWrong(row, { wrong, why }) {
    const value = Points.read(wrong.value);
    const low = Math.floor(value / 5) * 5;
    const write = (number) => row.write(number);
    const text = why === "not_points"
      ? filled(this.words.not_points, { typed: wrong.value.trim(), example: write(1485) })
      : filled(this.words.not_by_five, { typed: write(value), low: write(low), high: write(low + 5) });
    row.say({ texts: [text], cells: [wrong] });
    this.rail();
  }

  sayFew(row, read) {
    row.say({
      texts: [filled(this.words.few_hands, { n: read.few, all: this.data.hands })],
      ask: true,
      buttons: [
        { label: this.words.yes, act: () => { row.unsay(); this.submit(row, read.entry); this.onward(row); } },
        { label: this.words.look_again, act: () => { row.unsay(); row.paint(); row.entrance.focus(); } },
      ],
    });
  }

  submit(row, entry, more = {}) {
    row.unsay();
    row.queued = entry;
    if (row.close) row.close();
    this.queue.add({ table: row.table, ...entry, seen: row.seen, ...more });
    this.store.cells(row.table, null);
    row.paint();
  }

  // ---- what the server says -----------------------------------------------------------------------
  heard(table, status, answer, sent) {
    const row = this.rows.get(table);
    if (!row) return;
    row.unsent = this.queue.holds(table);
    if (!row.unsent) row.queued = null;
    if (status === 200) this.stored(row, answer, sent);
    else if (!row.unsent) this.refused(row, status, answer, sent);
    this.rail();
  }

  stored(row, answer, sent) {
    row.began = undefined;
    if (this.data.again) {
      row.base = { ...row.base, ns: sent.ns, ew: sent.ew, state: this.words.keyed };
    } else {
      const untouched = row.same(sent) || sent.url;
      const own = answer.ns === sent.ns && answer.ew === sent.ew;
      row.base = { ...row.base, ns: answer.ns, ew: answer.ew, vp: answer.vp, state: answer.state };
      delete row.base.disputed;
      if (answer.why) Object.assign(row.base, { disputed: answer.disputed, why: answer.why });
      if (own && sent.hands) row.base.hands = sent.hands;
      else if (!own) row.base.hands = [];
      if (untouched && !row.unsent) row.show(row.base);
      if (!own || sent.url) this.etag = "";
      if (answer.moves) this.moves(answer.moves);
    }
    if (!row.isDirty) this.store.cells(row.table, null);
    if (answer.missing) this.counted(answer);
    row.paint();
    if (row.base.disputed && !row.unsent) this.dispute(row);
  }

  refused(row, status, answer, sent) {
    if (row.reopen && !sent.url) row.reopen(sent);
    this.keepCells(row);
    if (status === 409) { this.conflict(row, answer, sent); return; }
    const findings = answer.findings.length ? answer.findings : [{ text: this.words.not_allowed }];
    const again = (more) => {
      const { key, ...entry } = sent;
      row.unsay();
      row.queued = entry;
      if (row.close) row.close();
      this.queue.add({ ...entry, ...more, seen: row.seen });
      this.store.cells(row.table, null);
      row.paint();
      this.onward(row);
    };
    const look = { label: this.words.look_again, act: () => { row.unsay(); row.paint(); row.cells[0].focus(); } };
    const asked = {
      reason: { input: this.words.reason, buttons: [{ label: this.words.with_reason, act: (override) => again({ override, reason: override }) }, look] },
      confirm: { buttons: [{ label: this.words.yes, act: () => again({ confirmed: true }) }, look] },
      countersign: { input: this.words.signature, buttons: [{ label: this.words.with_signature, act: (countersigned) => again({ countersigned }) }, look] },
    }[answer.asks] || {};
    const lines = findings.map((finding) => finding.line);
    const cells = answer.asks || row.byHands ? [] : row.cells.filter((cell) => lines.includes(cell.dataset.cell));
    row.say({ texts: findings.map((finding) => finding.text), ask: Boolean(answer.asks), cells, ...asked });
    if (sent.asked) row.answer.focus();
  }

  // Somebody else was faster: both values, and two buttons.
  conflict(row, answer, sent) {
    const { theirs } = answer;
    const write = (value) => row.write(value);
    const base = { ...row.base, ...theirs, vp: this.vp(row, theirs) };
    row.say({
      texts: [this.words.meanwhile,
        filled(this.words.stored_is, { ns: write(theirs.ns), ew: write(theirs.ew), state: theirs.state }),
        filled(this.words.you_typed, { ns: write(sent.ns), ew: write(sent.ew) })],
      ask: true,
      buttons: [
        { label: filled(this.words.theirs, { ns: write(theirs.ns), ew: write(theirs.ew) }), act: () => {
          row.unsay(); row.base = base; row.began = undefined; row.show(base); this.store.cells(row.table, null); this.rail(); this.onward(row);
        } },
        { label: filled(this.words.theirs, { ns: write(sent.ns), ew: write(sent.ew) }), act: () => {
          const { key, ...entry } = sent;
          row.unsay(); row.base = base; row.began = undefined; row.queued = entry; this.store.cells(row.table, null); if (row.close) row.close();
          this.queue.add({ ...entry, seen: [theirs.ns, theirs.ew] }); row.paint(); this.onward(row);
        } },
      ],
    });
  }

  // The two lines have handed in different totals from their table: both stand here until the desk decides.
  // So does what somebody at the desk has typed of the own table, until somebody else says that it stands.
  dispute(row) {
    const write = (value) => row.write(value);
    row.say({
      texts: [row.base.why || this.words.disputed],
      ask: true,
      buttons: row.base.disputed.map(({ proposal, line, ns, ew }) => ({
        label: filled(this.words.handed_in, { line: this.words[line], ns: write(ns), ew: write(ew) }),
        act: () => {
          row.unsay();
          delete row.base.disputed;
          this.queue.add({ table: row.table, ns, ew, proposal, seen: null, url: this.data.take });
          row.paint();
        },
      })),
    });
  }

  vp(row, totals) {
    const off = row.base.off || [0, 0];
    return row.base.ruled ? row.base.vp : Points.award(this.data.bounds, this.data.maximum, totals.ns - off[0], totals.ew - off[1]);
  }

  // ---- rows changed by others ---------------------------------------------------------------------
  watch() {
    const look = async () => {
      if (!document.hidden) await this.look();
      setTimeout(look, 3000);
    };
    setTimeout(look, 3000);
  }

  async look() {
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    let response;
    try {
      response = await fetch(`${this.data.state}?since=${this.version}`, { headers, credentials: "same-origin" });
    } catch (error) {
      if (error instanceof TypeError) return; // not reachable now; the queue says so if it matters
      throw error;
    }
    if (response.status !== 200 || response.redirected) return;
    const news = await response.json();
    this.etag = response.headers.get("ETag");
    this.version = news.version;
    for (const base of news.rows) {
      const row = this.rows.get(base.table);
      const disputed = row && row.base.disputed && row.asking;
      if (!row || (row.asking && !disputed) || row.isDirty || this.queue.holds(base.table)) continue;
      if (disputed) row.unsay();
      if (!base.ruled) delete row.base.ruled;
      if (!base.disputed) delete row.base.disputed;
      if (!base.why) delete row.base.why;
      row.base = { ...row.base, ...base };
      row.show(row.base);
      if (row.base.disputed) this.dispute(row);
      if (row.body.contains(document.activeElement) && document.activeElement.select) document.activeElement.select();
    }
    this.counted(news);
    if (news.round_state === "closed" && document.querySelector("[data-close]")) this.trouble("closed_round");
  }

  counted({ missing, expected }) {
    this.missing = missing;
    this.expected = expected;
    const arrived = expected - missing.length;
    document.querySelector("[data-arrived]").textContent = arrived;
    const bar = document.querySelector("[data-progress]");
    bar.max = expected;
    bar.value = arrived;
    const box = document.querySelector("[data-missing]");
    box.hidden = !missing.length;
    box.querySelector("nav").replaceChildren(...missing.map((table) => made("a", { href: `#t${table}`, textContent: table })));
    this.element.classList.toggle("chase", missing.length > 0 && missing.length * 3 <= expected);
    this.rail();
  }

  async moves(url) {
    const place = document.getElementById("moves");
    const response = await fetch(url, { credentials: "same-origin" });
    if (response.ok && place) place.innerHTML = await response.text();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const data = document.getElementById("grid-data");
  const table = document.querySelector("[data-grid]");
  if (data && table) window.grid = new Grid(table, JSON.parse(data.textContent));
});
