/** Settings and games that this browser stores. Everything also works where it stores nothing. */

const GAMES = 60;

/** @param {string} key @returns {any} */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The game continues even if nothing can be stored.
  }
}

export const settings = {
  theme: "auto",
  errors: "rules",
  coordinates: false,
  timer: true,
  lines: true,
  dim: true,
  letters: true,
  cycle: false,
  tidy: false,
  /** @type {Record<string, boolean>} what is filled in for the player, by "genre/aid" */ aids: {},
};
// Another version may have stored other names and types.
for (const [name, value] of Object.entries(load("caracol settings") || {})) {
  const known = /** @type {any} */ (settings);
  if (typeof known[name] === typeof value) known[name] = value;
}

export function saveSettings() {
  save("caracol settings", settings);
}

/** Return the game of a puzzle, or null. @param {string} clues @returns {any} */
export function loadGame(clues) {
  return load(`caracol game ${clues}`);
}

/** @param {string} clues @param {any} game @param {any} puzzle */
export function saveGame(clues, game, puzzle) {
  save(`caracol game ${clues}`, game);
  const recent = loadRecentGames().filter((/** @type {any} */ entry) => entry.clues !== clues);
  recent.unshift({ clues, puzzle, solved: game.solved, when: Date.now() });
  for (const old of recent.splice(GAMES)) localStorage.removeItem(`caracol game ${old.clues}`);
  save("caracol games", recent);
}

/** Return the recent games, the newest first. @returns {any[]} */
export function loadRecentGames() {
  return load("caracol games") || [];
}

/** Return what distinguishes puzzles: everything but the words about them. @param {any} puzzle */
function getClues({ title, author, source, notes, certificate, ...clues }) {
  return JSON.stringify(clues);
}

/** @typedef {{made: number, solved: boolean, elapsed: number, changed: number, values: (number|null)[]|null, given: number}} Progress given: the number of given values other than blanks */

/** Return how far the game of a puzzle is, or null. @param {any} puzzle @returns {Progress|null} */
export function findGame(puzzle) {
  const wanted = getClues(puzzle);
  const found = loadRecentGames().find((entry) => getClues(entry.puzzle) === wanted);
  return found ? readProgress(found) : null;
}

/** Return how far a recent game is, or null. @param {any} entry @returns {Progress|null} */
export function readProgress(entry) {
  const game = loadGame(entry.clues);
  if (!game) return null;
  /** @type {(number|null)[]} */ const values = Array(game.cells || 0).fill(null);
  for (const move of game.moves.slice(0, game.made)) for (const [cell, , after] of move) values[cell] = after[0];
  return { made: game.made, solved: game.solved, elapsed: game.elapsed, changed: entry.when, values: game.cells ? values : null, given: game.given || 0 };
}

/** Return the puzzle of a day or week that was opened: its clues, or "". @param {string} name @param {string} day @returns {string} */
export function loadDaily(name, day) {
  const kept = load("caracol daily") || {};
  return kept.day === day ? kept[name] || "" : "";
}

/** @param {string} name @param {string} day @param {string} clues */
export function saveDaily(name, day, clues) {
  const kept = load("caracol daily") || {};
  save("caracol daily", { ...(kept.day === day ? kept : {}), day, [name]: clues });
}

/** Return the puzzle that was played last, or null. @returns {any} */
export function loadLastPlayed() {
  return load("caracol last") || loadRecentGames()[0]?.puzzle || null;
}

/** @param {any} puzzle */
export function saveLastPlayed(puzzle) {
  save("caracol last", puzzle);
}

/** Call a function when another tab has changed a game. @param {(clues: string) => void} listener */
export function onOtherTab(listener) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith("caracol game ")) listener(key.slice("caracol game ".length));
  });
}

/** @typedef {{puzzle: any, picture: (number|null)[]|null}} Draft */

/** Return the states of the puzzle that is being set, and the current one. @returns {{states: Draft[], at: number}|null} */
export function loadDrafts() {
  const kept = load("caracol drafts");
  return Array.isArray(kept?.states) && kept.states[kept.at] ? kept : null;
}

/** @param {{states: Draft[], at: number}} drafts */
export function saveDrafts(drafts) {
  save("caracol drafts", drafts);
}

/** Return whether a genre has not been played before. @param {string} genre */
export function isFirstVisit(genre) {
  const met = load("caracol met") || [];
  return !met.includes(genre);
}

/** @param {string} genre */
export function recordVisit(genre) {
  const met = load("caracol met") || [];
  if (!met.includes(genre)) save("caracol met", [...met, genre]);
}

/** Return the games that were solved while the library could not be written. @returns {any[]} */
export function loadSolves() {
  return load("caracol solves") || [];
}

/** @param {any} solve */
export function saveSolve(solve) {
  save("caracol solves", [...loadSolves(), solve].slice(-500));
}
