import { answer, Offline, Problem } from "../server.js";
import { count, isStopped } from "./dom.js";

/** The page's requests: an operation and its entries, answered by data or by a file. */

/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
let online = true;

/** Call a function when the server goes away and when it comes back. @param {(online: boolean) => void} listener */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now */
function setOnline(now) {
  if (now !== online) {
    online = now;
    for (const listener of listeners) listener(now);
  }
}

/**
 * Return the answer to a request.
 * @param {string} operation @param {Record<string, any>} [entries]
 * @param {{signal?: AbortSignal, onProgress?: (news: any) => void}} [options]
 * @returns {Promise<any>}
 */
export async function ask(operation, entries = {}, { signal, onProgress } = {}) {
  try {
    const hear = onProgress && ((/** @type {any} */ news) => (setOnline(true), onProgress(news)));
    const found = await answer(operation, entries, { signal, hear });
    setOnline(true);
    return found;
  } catch (error) {
    if (!isStopped(error)) setOnline(!(error instanceof Offline));
    throw error;
  }
}

/**
 * Ask again and again until the server is reached and has time.
 * @param {string} operation @param {Record<string, any>} entries @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function askUntilAnswered(operation, entries, signal) {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15000)) {
    try {
      return await ask(operation, entries, { signal });
    } catch (error) {
      const busy = error instanceof Problem && error.status === 429;
      if (!(error instanceof Offline) && !busy) throw error;
    }
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, wait);
      addEventListener("online", resolve, { once: true });
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("stopped", "AbortError"));
      });
    });
  }
}

/**
 * Ask for something that takes a while, and show every second how far it is ("3 drafts, 2 s").
 * @param {string} operation @param {Record<string, any>} entries
 * @param {(words: string) => void} show @param {AbortSignal} [signal] @param {number} [began] when the work began
 * @returns {Promise<any>}
 */
export async function askWithProgress(operation, entries, show, signal, began = performance.now()) {
  /** @type {Record<string, number>} */ let counts = {};
  const update = () => {
    if (signal?.aborted) return;
    const { seconds, ...done } = { ...counts, seconds: (performance.now() - began) / 1000 };
    const parts = Object.entries(done).map(([things, number]) => count(number, things.replace(/s$/, ""), things));
    show([...parts, `${Math.floor(seconds)} s`].join(", "));
  };
  const timer = setInterval(update, 1000);
  const onProgress = (/** @type {Record<string, number>} */ more) => {
    counts = { ...counts, ...more };
    update();
  };
  try {
    return await ask(operation, entries, { signal, onProgress });
  } finally {
    clearInterval(timer);
  }
}

/** The running request of one part of the page: a new one stops the one before. */
export class Task {
  /** @type {AbortController|null} */
  #controller = null;

  stop() {
    this.#controller?.abort();
  }

  /** Stop the request before, and return the signal for a new one. */
  start() {
    this.stop();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }
}
