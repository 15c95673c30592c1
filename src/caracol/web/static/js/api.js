import { answer, Offline, Problem } from "./server.js";

/** The page's questions: an operation and its entries, answered by data or by a file. */

/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
let online = true;

/** Be told when the server goes and comes back. @param {(online: boolean) => void} listener */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now */
function connection(now) {
  if (now !== online) {
    online = now;
    for (const listener of listeners) listener(now);
  }
}

/**
 * Ask a question.
 * @param {string} operation @param {Record<string, any>} [entries]
 * @param {{signal?: AbortSignal, hear?: (news: any) => void}} [how]
 * @returns {Promise<any>}
 */
export async function ask(operation, entries = {}, how = {}) {
  try {
    const hear = how.hear && ((/** @type {any} */ news) => (connection(true), how.hear?.(news)));
    const found = await answer(operation, entries, { ...how, hear });
    connection(true);
    return found;
  } catch (error) {
    if (!stopped(error)) connection(!(error instanceof Offline));
    throw error;
  }
}

/**
 * Ask again and again until there is an answer.
 * @param {string} operation @param {Record<string, any>} entries @param {{signal?: AbortSignal}} how
 * @returns {Promise<any>}
 */
export async function persist(operation, entries, how) {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15000)) {
    try {
      return await ask(operation, entries, how);
    } catch (error) {
      const busy = error instanceof Problem && error.status === 429;
      if (!(error instanceof Offline) && !busy) throw error;
    }
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, wait);
      addEventListener("online", resolve, { once: true });
      how.signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("stopped", "AbortError"));
      });
    });
  }
}

/**
 * Ask for something that takes a while, and hear how far it is.
 * @param {string} operation @param {Record<string, any>} entries
 * @param {(news: any) => void} hear @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function follow(operation, entries, hear, signal) {
  return ask(operation, entries, { hear, signal });
}

/** The name of an error that only says that nobody waits any more. @param {unknown} error */
export function stopped(error) {
  return error instanceof Error && error.name === "AbortError";
}
