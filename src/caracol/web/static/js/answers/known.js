/**
 * Answers that were made together with the site, so that boards can be shown and played before
 * Python has loaded. Each is a file that is named after its question.
 */

const FOLDER = "answers";
const START = 0xcbf29ce484222325n; // of the hash FNV-1a with 64 bits
const PRIME = 0x100000001b3n;

/** @type {Promise<Record<string, string>>|null} the kind of file of each question */
let index = null;

/** Return the answer to a question if it is known, or else undefined. @param {string} operation @param {Record<string, any>} entries */
export async function findKnown(operation, entries) {
  index ||= load("index.json").then((response) => response.json());
  const kinds = await index.catch(() => (index = null)); // try again with the next question
  const name = nameQuestion(operation, entries);
  const kind = kinds?.[name];
  if (!kind) return undefined;
  const response = await load(`${name}.${kind}`).catch(() => null);
  return kind === "json" ? response?.json() : response?.blob();
}

/** @param {string} file */
async function load(file) {
  const response = await fetch(`${FOLDER}/${file}`);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response;
}

/** Return the name of a question: a hash of what is asked. @param {string} operation @param {Record<string, any>} entries */
function nameQuestion(operation, entries) {
  let hash = START;
  for (const byte of new TextEncoder().encode(JSON.stringify([operation, sortEntries(entries)]))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash.toString(16).padStart(16, "0");
}

/** Return data with the entries of all objects in order. @param {any} data @returns {any} */
function sortEntries(data) {
  if (Array.isArray(data)) return data.map(sortEntries);
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.keys(data).sort().map((name) => [name, sortEntries(data[name])]));
}
