// Keeps the pages under /t/ that were opened once, for when the hall has no network: asks the network first,
// and answers from what was kept only where it does not reply. It keeps nothing that is sent.
"use strict";
const KEPT = "pozzetto-table";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (new URL(request.url).pathname.endsWith("/state/")) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    const known = await cache.match(request, { ignoreVary: true });
    if (known && fresh.ok && !fresh.redirected) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
