// What reaches those who do not look: sound at the warning, the last hand and the end, a notice where the
// page is hidden, and a screen that stays awake. Sounds are made here and planned ahead on the audio clock,
// which goes on where a hidden page's own timers are slowed down.
(() => {
  "use strict";

  const { clock } = window.pozzetto;
  const RINGS = {
    warning: { strokes: 2, pitch: 880 },
    last: { strokes: 3, pitch: 988 },
    end: { strokes: 5, pitch: 660 },
  };
  const APART = 0.7, FADES = 1.4; // seconds
  const button = document.querySelector("[data-bell]");
  let audio = null;
  let planned = []; // what is to sound: { kind, at (audio seconds), nodes }
  let before = "none";

  function strike(kind, at) {
    const { strokes, pitch } = RINGS[kind];
    return Array.from({ length: strokes }, (_, count) => stroke(pitch, at + count * APART));
  }

  function stroke(pitch, at) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.9, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + FADES);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + FADES);
    return tone;
  }

  // When each sound is due, in seconds of the audio clock; none is due while the clock is paused.
  function due() {
    const { told, left } = clock;
    if (left === null || told.state !== "running" || left === 0) return [];
    const end = audio.currentTime + left / 1000;
    const all = [["end", end], ...(told.warning ? [["warning", end - told.warning]] : [])];
    return all.filter(([, at]) => at > audio.currentTime);
  }

  function plan() {
    if (!audio) return;
    const wanted = due();
    const agrees = ([kind, at]) => planned.some((one) => one.kind === kind && Math.abs(one.at - at) < 0.3);
    const waiting = planned.filter((one) => one.at > audio.currentTime);
    if (waiting.length === wanted.length && wanted.every(agrees)) return;
    for (const one of waiting) one.nodes.forEach((node) => node.disconnect());
    planned = wanted.map(([kind, at]) => ({ kind, at, nodes: strike(kind, at) }));
  }

  async function turnOn() {
    audio ??= new AudioContext();
    await audio.resume();
    strike("warning", audio.currentTime + 0.05);
    button.textContent = button.dataset.on;
    button.setAttribute("aria-pressed", "true");
    plan();
    if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  }

  function notify(text) {
    if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
    try {
      new Notification(text, { tag: "clock" });
    } catch {
      // Phones show notices only for installed pages: sound and title have to do.
    }
  }

  async function stayAwake() {
    if (document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Refused on a battery that is nearly empty: the screen sleeps as it always does.
    }
  }

  document.addEventListener("clock:told", ({ detail }) => {
    const news = detail.before && !detail.before.last_lap && detail.told.last_lap;
    if (news && audio) strike("last", audio.currentTime + 0.05);
    if (news) notify(document.querySelector("[data-last]")?.dataset.last ?? "");
    plan();
  });
  document.addEventListener("clock:tick", () => {
    const mode = clock.mode;
    const words = document.querySelector('[data-clock="says"]')?.dataset ?? {};
    if (before !== mode && before !== "none" && (mode === "ending" || mode === "over")) notify(words[mode] ?? "");
    before = mode;
    plan();
  });
  if (button) {
    button.hidden = false;
    button.addEventListener("click", turnOn);
  }
  if (document.querySelector("[data-awake]")) {
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
  }
  window.pozzetto.bell = { planned: () => planned.map(({ kind, at }) => [kind, at - audio.currentTime]) };
})();
