/**
 * A web worker that answers the page's questions: Pyodide, which is Python in WebAssembly, with
 * Caracol. One question is answered at a time; the page keeps the others.
 */

import { loadPyodide } from "./python/pyodide.mjs";

const PACKAGES = "/packages";
const LIBRARY = "/library";
const LOCK = "caracol library";

/** @type {Int32Array|null} 1 while the work should stop; shared with the page where it is isolated */
let flag = null;

const prepared = prepare();

prepared.then(
  () => postMessage({ kind: "ready" }),
  (error) => postMessage({ kind: "failed", content: String(error) }),
);

/** Load Python and Caracol, and return the module that answers. */
async function prepare() {
  const packages = load("python/packages.zip"); // at the same time as Python
  const python = await loadPyodide({ indexURL: "python/", checkAPIVersion: false });
  python.unpackArchive(await packages, "zip", { extractDir: PACKAGES });
  python.FS.mkdirTree(LIBRARY);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, LIBRARY);
  python.runPython(`import sys; sys.path.append("${PACKAGES}")`);
  return { python, answers: python.pyimport("caracol.web.site.worker") };
}

/** @param {string} path */
async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

addEventListener("message", async ({ data }) => {
  if (data instanceof Int32Array) {
    flag = data;
    return;
  }
  const { python, answers } = await prepared;
  const ask = () => answer(answers, data);
  try {
    if (!answers.uses_library(data.operation)) postMessage(ask());
    else if (navigator.locks) postMessage(await navigator.locks.request(LOCK, () => askLibrary(python.FS, ask)));
    else postMessage(await askLibrary(python.FS, ask)); // without https, tabs cannot wait for each other
  } catch (error) {
    // Python answers its own errors, so it has ended: its memory is full, or the browser stores nothing.
    postMessage({ kind: "ended", content: String(error) });
  }
});

/** Return the answer to a question, as a message. @param {any} answers @param {{operation: string, entries: string, heard: boolean}} question */
function answer(answers, { operation, entries, heard }) {
  const report = (/** @type {string} */ news) => heard && postMessage({ kind: "progress", content: JSON.parse(news) });
  const stopped = () => flag !== null && Atomics.load(flag, 0) === 1;
  const proxy = answers.answer(operation, entries, report, stopped);
  const [kind, content, media] = proxy.toJs();
  proxy.destroy();
  return { kind, content: kind === "file" ? content : JSON.parse(content), media };
}

/**
 * Return an answer about the library, which other tabs and workers may have changed; what has
 * changed is stored before the answer is sent.
 * @template T @param {any} files @param {() => T} ask
 */
async function askLibrary(files, ask) {
  await synchronize(files, true);
  const found = ask();
  await synchronize(files, false);
  return found;
}

/** Copy the library from the browser's storage, or into it. @param {any} files @param {boolean} fetching */
function synchronize(files, fetching) {
  return new Promise((resolve, reject) => {
    files.syncfs(fetching, (/** @type {any} */ error) => (error ? reject(error) : resolve(null)));
  });
}
