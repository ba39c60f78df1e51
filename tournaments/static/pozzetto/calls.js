// The tables that call the director, kept fresh on the pages of the desk.
"use strict";
(() => {
  const place = document.querySelector("[data-calls]");
  if (!place) return;
  let etag = "";
  const look = async () => {
    let response;
    try {
      response = await fetch(place.dataset.calls, { headers: etag ? { "If-None-Match": etag } : {}, credentials: "same-origin" });
    } catch (error) {
      if (error instanceof TypeError) return; // not reachable now: what is shown stays
      throw error;
    }
    if (response.status !== 200 || response.redirected) return;
    etag = response.headers.get("ETag") || "";
    if (!place.contains(document.activeElement)) place.innerHTML = await response.text();
  };
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = new FormData(event.target, event.submitter);
    event.submitter.disabled = true;
    let gone = false;
    try {
      gone = (await fetch(event.target.action, { method: "POST", body: new URLSearchParams(form), headers: { Accept: "application/json" }, credentials: "same-origin" })).ok;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    if (!gone) { event.submitter.disabled = false; return; }
    document.activeElement.blur();
    etag = "";
    await look();
  });
  const again = async () => {
    if (!document.hidden) await look();
    setTimeout(again, 4000);
  };
  again();
})();
