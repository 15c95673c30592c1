import { findKnown } from "./known.js";
import { keepSite } from "./offline.js";
import { Offline, Problem } from "./problems.js";

/**
 * Answers from web workers, each of which runs Caracol in Python. What was answered when the site
 * was made needs no worker.
 */

const WHO = "Part of this site";
const ASIDE = ["library_statistics"]; // asked by the page itself; nobody waits for the answer
const PATIENCE = 400; // milliseconds for work to notice that nobody waits for it any more

/**
 * @typedef {(news: any) => void} Hear
 * @typedef {{operation: string, entries: Record<string, any>, hear?: Hear, resolve: (answer: any) => void, reject: (error: Error) => void, stopped: boolean}} Question
 */

/** @type {Question[]} */ const waiting = [];
/** @type {Helper[]} the first for short questions, and a second one for long work once there is any */ let helpers = [];
let setLoaded = () => {};
/** @type {Promise<void>} */ const loaded = new Promise((resolve) => (setLoaded = resolve));

/** A worker, and the question that it is busy with. */
class Helper {
  constructor() {
    /** @type {Question|null} */ this.question = null;
    this.ready = false;
    // Where the page is isolated, running work can see that it should stop.
    this.flag = new Int32Array(globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : new ArrayBuffer(4));
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(event.message);
    });
    this.worker.postMessage(this.flag);
  }

  start() {
    this.ready = true;
    setLoaded();
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    Atomics.store(this.flag, 0, 0);
    const { operation, entries } = question;
    this.worker.postMessage({ operation, entries: JSON.stringify(entries), heard: Boolean(question.hear) });
  }

  /** @param {{kind: string, content: any, media?: string}} message */
  hear({ kind, content, media }) {
    if (kind === "failed") return this.fail(content);
    if (kind === "ended") return this.end(content);
    if (kind === "progress") return this.question?.hear?.(content);
    const { question } = this;
    this.question = null;
    if (kind === "ready") this.start();
    else if (kind === "problem") question?.reject(new Problem(content.status, content));
    else question?.resolve(kind === "file" ? new Blob([content], { type: media }) : content);
    giveOut();
  }

  /** Give up: the worker could not be loaded, or has ended. @param {string} why */
  fail(why) {
    console.warn(`A worker ended: ${why}`);
    this.worker.terminate();
    helpers = helpers.filter((helper) => helper !== this);
    const unanswered = helpers.length ? [this.question] : [this.question, ...waiting.splice(0)];
    for (const question of unanswered) question?.reject(new Offline(WHO));
    showWaiting();
  }

  /** Give up one question: the worker has ended over it. @param {string} why */
  end(why) {
    console.warn(`A worker ended: ${why}`);
    this.question?.reject(new Problem(500, { type: "ended", detail: "your browser could not do this: it may lack memory, or not store anything", where: "" }));
    this.replace();
  }

  /** Stop the work on a question that nobody waits for. */
  stop() {
    const { question } = this;
    Atomics.store(this.flag, 0, 1);
    setTimeout(() => question && this.question === question && this.replace(), PATIENCE);
  }

  /** Put a new worker in the place of this one. */
  replace() {
    this.worker.terminate();
    helpers = helpers.map((helper) => (helper === this ? new Helper() : helper));
    giveOut();
  }
}

/** Return the answer to a question from this browser. @type {import("./answer.js").Answer} */
export async function answerInBrowser(operation, entries, { signal, hear }) {
  return (await findKnown(operation, entries)) ?? askHelper(operation, entries, signal, hear);
}

/** Start a worker, so that the first question need not wait for it, and keep the site. */
export function prepareHelpers() {
  startHelper();
  keepSite(loaded);
}

function startHelper() {
  if (!helpers.length) helpers = [new Helper()];
}

/** @param {string} operation @param {Record<string, any>} entries @param {AbortSignal} [signal] @param {Hear} [hear] @returns {Promise<any>} */
function askHelper(operation, entries, signal, hear) {
  startHelper();
  return new Promise((resolve, reject) => {
    /** @type {Question} */ const question = { operation, entries, hear, resolve, reject, stopped: false };
    const stop = () => {
      question.stopped = true;
      reject(new DOMException("stopped", "AbortError"));
      helpers.find((helper) => helper.question === question)?.stop();
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
    waiting.push(question);
    giveOut();
  });
}

/** Give waiting questions to workers that are idle. Long work leaves the first worker to short questions. */
function giveOut() {
  const [first, second] = helpers;
  for (const helper of [second, first]) {
    if (!helper?.ready || helper.question) continue;
    for (let at = 0; at < waiting.length; at++) {
      const question = waiting[at];
      if (helper === first && second?.ready && question.hear && !question.stopped) continue;
      waiting.splice(at--, 1);
      if (question.stopped) continue;
      helper.ask(question);
      // Long work gets a second worker beside it, which also is there at once if it is stopped.
      if (question.hear && !second) helpers.push(new Helper());
      break;
    }
  }
  showWaiting();
}

/** Tell the page whether somebody is waiting for Python to load. */
function showWaiting() {
  const loading = waiting.some(({ operation, stopped }) => !stopped && !ASIDE.includes(operation)) && !helpers.some(({ ready }) => ready) && helpers.length > 0;
  document.dispatchEvent(new CustomEvent("loading", { detail: loading }));
}
