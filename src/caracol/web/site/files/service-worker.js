/**
 * Keeps the files of a site, so that it starts without a connection. The names above are written by
 * `caracol site`. A new version takes over when no page of the old one is open any more.
 */

const CACHE = `caracol ${VERSION}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(keep(START)));

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// The page says when Python has loaded, so that its start does not wait for all the other files.
worker.addEventListener("message", (event) => event.waitUntil(keep(FILES)));

worker.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(respond(event.request, mode === "navigate"));
});

/**
 * Keep the files that are not kept yet. Each is compared with the host's: what the browser itself
 * has stored may be of an older version. @param {string[]} names
 */
async function keep(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) if (!(await cache.match(name))) await cache.add(new Request(name, { cache: "no-cache" }));
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith("caracol ") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Return a file, from the cache if it is there, with the headers that isolate the page. @param {Request} request @param {boolean} opening */
async function respond(request, opening) {
  const cache = await caches.open(CACHE);
  const response = (await cache.match(opening ? "./" : request, { ignoreSearch: true })) || (await fetch(request));
  if (!response.ok || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
