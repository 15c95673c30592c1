/** A site without a server also starts without a connection: a service worker keeps its files. */

const SCRIPT = "service-worker.js";

/** Keep what the page starts with; keep everything once Python has loaded. @param {Promise<void>} loaded */
export async function keepSite(loaded) {
  try {
    await navigator.serviceWorker?.register(SCRIPT);
    await loaded;
    (await navigator.serviceWorker?.ready)?.active?.postMessage("keep");
  } catch {
    // The site works without: only the connection is needed again.
  }
}
