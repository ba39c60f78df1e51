/* A page that stays true while it is open. It asks for the mark of what it hangs on; when that has moved it
   fetches itself and changes what is different in place: open rows stay open, focus and scroll stay put.
   Without this script the page is as it was when it was loaded, and a reload brings the news. */
"use strict";
(() => {
  const script = document.currentScript;
  const LOOKED_AT = 1400;      // ms: with an answer's way still within 2 s of the news
  const HIDDEN = 45000;
  const LONGEST = 60000;
  const PATIENCE = 15000;      // an answer that takes longer does not come
  const FORGOTTEN = 3600000;   // hidden for an hour: asks again when somebody looks
  const GONE = [401, 403, 404, 410];

  let { live, tag } = script.dataset;
  let timer = 0, failures = 0, hiddenSince = 0, busy = false, stopped = false;
  const status = document.getElementById("live");

  /* ---- asking ---- */
  const spread = (ms, by) => ms * (1 - by + 2 * by * Math.random());

  function pause() {
    if (failures) return spread(Math.min(LONGEST, LOOKED_AT * 2 ** failures), 0.4);
    return document.hidden ? spread(HIDDEN, 0.3) : spread(LOOKED_AT, 0.1);
  }

  function later() {
    clearTimeout(timer);
    const forgotten = document.hidden && Date.now() - hiddenSince > FORGOTTEN;
    if (!stopped && !forgotten) timer = setTimeout(ask, pause());
  }

  function get(address, options) {
    const ended = new AbortController();
    const limit = setTimeout(() => ended.abort(), PATIENCE);
    return fetch(address, { signal: ended.signal, ...options })
      .then(async (answer) => ({ status: answer.status, text: answer.status === 200 ? await answer.text() : "" }))
      .finally(() => clearTimeout(limit));
  }

  async function ask() {
    if (busy || stopped) return;
    busy = true;
    try {
      const told = await get(live, { headers: { "If-None-Match": tag }, cache: "no-store", credentials: "omit" });
      if (told.status === 200 && told.text !== tag) await renew(told.text);
      else if (GONE.includes(told.status)) stopped = true;
      else if (told.status !== 304 && told.status !== 200) throw new Error(String(told.status));
      if (failures) say("on");
      failures = 0;
    } catch {
      failures += 1;
      if (failures > 1) say("off");
    }
    busy = false;
    later();
  }

  async function renew(told) {
    if (told.split("-")[0] !== tag.split("-")[0]) return location.reload();   // another build of the program
    const page = await get(location.pathname + location.search, { cache: "no-cache" });
    if (page.status !== 200) {
      if (GONE.includes(page.status)) return location.reload();               // taken back: say so as the site does
      throw new Error(String(page.status));
    }
    const fresh = new DOMParser().parseFromString(page.text, "text/html");
    const next = fresh.querySelector("script[data-live]");
    const main = fresh.querySelector("main");
    if (!next || !main) return location.reload();
    swap(document.querySelector("main"), main);
    document.title = fresh.title;
    ({ live, tag } = next.dataset);
    say("at");
  }

  /* ---- telling ---- */
  let last = "";
  function clock() {
    return new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format();
  }
  function say(what) {
    if (!status) return;
    if (what === "at") last = clock();
    const which = what === "on" && last ? "at" : what;
    const text = status.dataset[which].replace("{time}", last || clock());
    if (status.textContent !== text) status.textContent = text;   // said once a minute at most
  }

  /* ---- changing in place ---- */
  function swap(old, fresh) {
    const focused = document.activeElement;
    const anchor = anchored(old, focused);
    const before = anchor && anchor.getBoundingClientRect().top;
    document.documentElement.classList.add("changing");   // no second anchoring by the browser
    morph(old, fresh);
    if (focused && focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
    if (anchor && anchor.isConnected) {
      const moved = anchor.getBoundingClientRect().top - before;
      if (moved) window.scrollBy({ top: moved, behavior: "instant" });
    }
    document.documentElement.classList.remove("changing");
  }

  /* What somebody is reading: the row they have opened or stand on, as far as it is in view. */
  function anchored(main, focused) {
    const open = [...main.querySelectorAll("details[open] > summary")];
    if (main.contains(focused)) open.unshift(focused);
    return open.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    });
  }

  const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.key || node.dataset.pair || "" : "");

  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    attributes(old, fresh);
    const keyed = new Map();
    for (const child of old.children) if (keyOf(child)) keyed.set(child.nodeName + keyOf(child), child);
    let at = old.firstChild;
    for (const want of [...fresh.childNodes]) {
      const found = keyOf(want) ? keyed.get(want.nodeName + keyOf(want)) : nextLike(at, want);
      if (!found) {
        old.insertBefore(document.importNode(want, true), at);
        continue;
      }
      if (found === at) at = at.nextSibling;
      else old.insertBefore(found, at);
      if (want.nodeType === 1) morph(found, want);
      else if (found.nodeValue !== want.nodeValue) found.nodeValue = want.nodeValue;
    }
    while (at) {
      const rest = at.nextSibling;
      at.remove();
      at = rest;
    }
  }

  function nextLike(from, want) {
    let found = from;
    while (found && (found.nodeName !== want.nodeName || keyOf(found))) found = found.nextSibling;
    return found;
  }

  function attributes(old, fresh) {
    const kept = (name) => (name === "open" && old.nodeName === "DETAILS") || (name === "value" && old.nodeName === "INPUT");
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !kept(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value && !kept(name)) old.setAttribute(name, value);
  }

  /* ---- coming and going ---- */
  document.addEventListener("visibilitychange", () => {
    hiddenSince = Date.now();
    if (document.hidden) later();
    else { clearTimeout(timer); ask(); }
  });
  window.addEventListener("online", () => { clearTimeout(timer); ask(); });
  window.addEventListener("pagehide", () => { clearTimeout(timer); stopped = true; });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { stopped = false; ask(); } });
  say("on");
  hiddenSince = Date.now();
  later();
})();
