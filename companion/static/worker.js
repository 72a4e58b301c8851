// Cache rules, cards and the app itself for use without a connection. Responses marked no-store are
// never cached: a table's pages show hands and the host's buttons. The network always comes first,
// except for scripts and styles, whose addresses change with their content.
const CACHE = "paperboat-5";
const MAX_CACHED = 300;
const MAX_DAYS = 30;
// The server adds the version of the files: what was cached at such an address never changes.
const STATIC = "/static";
const SHELL = ["/", "/offline", "/manifest.webmanifest",
  ...["companion.css", "icon.svg"].map((name) => `${STATIC}/${name}`),
  ...["app", "table", "offline", "acts", "away", "board", "board-pieces", "chain", "enlarge", "finish", "free-point", "motion", "ordered-picks", "page", "reveal", "score-sheet", "share", "sheet-refresh", "starting-player", "timer", "turn-sound", "turns", "updates", "wake-lock"].map((name) => `${STATIC}/${name}.js`)];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n))))
    .then(() => self.clients.claim()));
});

// Evict the oldest entries once there are too many or they are too old; the app itself stays.
const evict = async (cache) => {
  const cached = (await cache.keys()).filter((request) => !SHELL.includes(new URL(request.url).pathname));
  const oldest = Date.now() - MAX_DAYS * 24 * 3600 * 1000;
  for (const [index, request] of cached.entries()) {
    const when = Date.parse((await cache.match(request))?.headers.get("Date"));
    if (index >= cached.length - MAX_CACHED && !(when < oldest)) return;
    await cache.delete(request);
  }
};
const store = async (cache, request, response) => {
  if (!response.ok || response.redirected || /no-store/.test(response.headers.get("Cache-Control"))) return;
  await cache.put(request, response);
  await evict(cache);
};

// Tables with their streams and records, and results, always come from the network.
const isCacheable = (request) => {
  const { pathname, origin } = new URL(request.url);
  return request.method === "GET" && origin === self.location.origin
    && !/^\/(api|results|t\/|tables|verify)/.test(pathname);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // The last act of a page being left is lost unless it is passed on here.
  if (request.keepalive) { event.respondWith(fetch(request)); return; }
  const cacheable = isCacheable(request);
  if (!cacheable && !(request.method === "GET" && request.mode === "navigate")) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const fixed = new URL(request.url).pathname.startsWith(`${STATIC}/`) && await cache.match(request);
    if (fixed) return fixed;
    try {
      const response = await fetch(request);
      if (cacheable) event.waitUntil(store(cache, request, response.clone()));
      return response;
    } catch (fault) {
      // Scripts ask for updates: a cached response would hide that the server is down.
      const old = cacheable && request.destination && await cache.match(request);
      if (old) return old;
      if (request.mode === "navigate") return cache.match("/offline");
      throw fault;
    }
  })());
});
