// Keeps what was seen, so that it can be read without a connection. The network always goes first:
// a table's page is never shown old while its server can be reached.
const CACHE = "paperboat-2";
const SHELL = ["/", "/offline", "/static/companion.css", "/static/app.js", "/static/table.js",
  "/static/offline.js", "/static/icon.svg", "/manifest.webmanifest",
  ...["acts", "awake", "board", "fingers", "news", "page", "picks", "sheet", "timer"].map((name) => `/static/${name}.js`)];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n))))
    .then(() => self.clients.claim()));
});

// Streams and questions for news are not pages; records and other people's files are not kept.
const keeps = (request) => {
  const { pathname, origin } = new URL(request.url);
  return request.method === "GET" && origin === self.location.origin
    && !/\/(live|revision|record\.json)$|^\/(api|results)/.test(pathname);
};

self.addEventListener("fetch", (event) => {
  // The last act of a page that is left is lost unless it is passed on from here.
  if (event.request.keepalive) { event.respondWith(fetch(event.request)); return; }
  if (!keeps(event.request)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    try {
      const answer = await fetch(event.request);
      if (answer.ok && !answer.redirected) cache.put(event.request, answer.clone());
      return answer;
    } catch (fault) {
      // A page's scripts ask for what is new: an old answer would tell them that all is well.
      const kept = event.request.destination && await cache.match(event.request);
      if (kept) return kept;
      if (event.request.mode === "navigate") return cache.match("/offline");
      throw fault;
    }
  })());
});
