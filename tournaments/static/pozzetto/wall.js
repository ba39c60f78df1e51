// The screen in the hall: turns its pages, changes when the desk chooses something else, and goes on with
// what it has while the server is away. Only the parts that changed are put in, so that nothing flashes.
(() => {
  "use strict";

  const OFTEN = 2000, HIDDEN = 60000, LONGEST_WAIT = 10000, IDLE = 6000; // milliseconds
  const { clock } = window.pozzetto;
  const { body } = document;
  let shown = body.dataset.version;
  let content = document.querySelector("main").innerHTML;
  let build = "";
  let etag = "";
  let failed = 0;
  let page = 0;
  let turned = performance.now();
  let moved = performance.now();

  const leaves = () => [...document.querySelectorAll(".leaf")];

  async function ask() {
    try {
      const answer = await clock.question(body.dataset.wall, etag);
      if (answer.status === 200) await hear(await answer.json(), answer.headers.get("ETag") || "");
      failed = 0;
    } catch {
      failed += 1; // The server is away: what stands on the wall stays.
    }
    const wait = failed ? Math.min(LONGEST_WAIT, OFTEN * 2 ** (failed - 1)) : document.hidden ? HIDDEN : OFTEN;
    setTimeout(ask, wait);
  }

  async function hear(told, version) {
    build ||= told.build;
    if (told.build !== build) return location.reload();
    clock.show(told.clock);
    if (String(told.version) !== shown) await renew();
    etag = version; // only now: a page that could not be fetched is asked for again
    return undefined;
  }

  async function renew() {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(8000) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }

  function put(fresh) {
    const now = fresh.querySelector("main").innerHTML;
    const other = fresh.querySelector("h1").textContent !== document.querySelector("h1").textContent;
    document.querySelector("header").replaceWith(fresh.querySelector("header"));
    document.querySelector("footer > span").replaceWith(fresh.querySelector("footer > span"));
    if (now !== content) document.querySelector("main").replaceWith(fresh.querySelector("main"));
    content = now;
    clock.title = fresh.title;
    body.className = fresh.body.className;
    body.dataset.seconds = fresh.body.dataset.seconds;
    shown = fresh.body.dataset.version;
    if (other || page >= leaves().length) start();
    else open(page);
    clock.paint();
  }

  function start() {
    turned = performance.now();
    open(0);
  }

  function open(number) {
    const all = leaves();
    page = all.length ? (number + all.length) % all.length : 0;
    all.forEach((leaf, count) => { leaf.hidden = count !== page; });
    const part = document.querySelector("[data-part]");
    if (part) part.textContent = all[page]?.dataset.sub ?? "";
    const says = document.querySelector("[data-page]");
    const text = says.dataset.text.replace("{page}", page + 1).replace("{pages}", all.length);
    says.textContent = all.length > 1 ? text : "";
  }

  function turn(by) {
    turned = performance.now();
    open(page + by);
  }

  function awake() {
    moved = performance.now();
    body.classList.remove("idle");
  }

  const whole = document.querySelector("[data-whole]");
  const offer = () => { whole.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement); };
  whole.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", offer);
  document.addEventListener("pointermove", awake);
  document.addEventListener("keydown", (event) => {
    awake();
    if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
    if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  });
  setInterval(() => {
    if (performance.now() - turned >= 1000 * Number(body.dataset.seconds)) turn(1);
    body.classList.toggle("idle", performance.now() - moved > IDLE);
  }, 250);
  offer();
  start();
  ask();
})();
