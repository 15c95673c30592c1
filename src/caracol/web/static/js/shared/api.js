import { answer } from "../answers/answer.js";
import { Offline, Problem } from "../answers/problems.js";
import { count, getMessage, isStopped } from "./dom.js";

/** The page's requests: an operation and its entries, answered by data or by a file. */

/** @typedef {(online: boolean, words: string) => void} Listener words: what to say while nobody answers */
/** @type {Set<Listener>} */
const listeners = new Set();
let online = true;

const FIRST_WAIT = 1000; // milliseconds before a question is asked again
const LONGEST_WAIT = 8000;

/** Call a function when nobody answers any more, and when somebody does again. @param {Listener} listener */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now @param {string} [words] */
function setOnline(now, words = "") {
  if (now !== online) {
    online = now;
    for (const listener of listeners) listener(now, words);
  }
}

/** @typedef {{signal?: AbortSignal, onProgress?: (news: any) => void}} AskOptions */

/**
 * Return the answer to a request, or throw if nobody can be reached.
 * @param {string} operation @param {Record<string, any>} [entries] @param {AskOptions} [options]
 * @returns {Promise<any>}
 */
export async function askOnce(operation, entries = {}, { signal, onProgress } = {}) {
  try {
    const hear = onProgress && ((/** @type {any} */ news) => (setOnline(true), onProgress(news)));
    const found = await answer(operation, entries, { signal, hear });
    setOnline(true);
    return found;
  } catch (error) {
    if (!isStopped(error)) setOnline(!(error instanceof Offline), getMessage(error));
    throw error;
  }
}

/**
 * Return the answer to a request; while nobody is there or free to answer, ask again and again, so that
 * nobody has to repeat a question.
 * @param {string} operation @param {Record<string, any>} [entries] @param {AskOptions} [options]
 * @returns {Promise<any>}
 */
export async function ask(operation, entries = {}, options = {}) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await askOnce(operation, entries, options);
    } catch (error) {
      const busy = error instanceof Problem && error.status === 429;
      if (!(error instanceof Offline) && !busy) throw error;
    }
    await waitForServer(wait, options.signal);
  }
}

/** Wait for some milliseconds, or until another request is answered. @param {number} wait @param {AbortSignal} [signal] */
function waitForServer(wait, signal) {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listeners.delete(hear);
      ended.abort();
      if (signal?.aborted) reject(new DOMException("stopped", "AbortError"));
      else resolve(null);
    };
    const hear = (/** @type {boolean} */ back) => back && end();
    const timer = setTimeout(end, wait);
    listeners.add(hear);
    addEventListener("online", end, { signal: ended.signal });
    signal?.addEventListener("abort", end, { signal: ended.signal });
    if (signal?.aborted) end();
  });
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

/** Return what went wrong; if the time ran out, say so in these words. @param {unknown} error @param {string} late */
export function describeFailure(error, late) {
  return error instanceof Problem && error.type === "out-of-time" ? late : getMessage(error);
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
