/** What this browser remembers: settings and games. It works without a store, too. */

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
    // A full or forbidden store must not stop the game.
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
  /** @type {Record<string, boolean>} what is written for the player, by "genre/aid" */ aids: {},
};
// What another version has kept may have other names and kinds.
for (const [name, value] of Object.entries(load("caracol settings") || {})) {
  const known = /** @type {any} */ (settings);
  if (typeof known[name] === typeof value) known[name] = value;
}

export function keepSettings() {
  save("caracol settings", settings);
}

/** The game of a puzzle, where there is one. @param {string} clues @returns {any} */
export function savedGame(clues) {
  return load(`caracol game ${clues}`);
}

/** @param {string} clues @param {any} game @param {any} puzzle */
export function keepGame(clues, game, puzzle) {
  save(`caracol game ${clues}`, game);
  const recent = recentGames().filter((/** @type {any} */ entry) => entry.clues !== clues);
  recent.unshift({ clues, puzzle, solved: game.solved, when: Date.now() });
  for (const old of recent.splice(GAMES)) localStorage.removeItem(`caracol game ${old.clues}`);
  save("caracol games", recent);
}

/** The games of late, the newest first. @returns {any[]} */
export function recentGames() {
  return load("caracol games") || [];
}

/** Be told when another tab has gone on with a game. @param {(clues: string) => void} listener */
export function onOtherTab(listener) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith("caracol game ")) listener(key.slice("caracol game ".length));
  });
}

/** @typedef {{puzzle: any, picture: (number|null)[]|null}} Draft */

/** What is being set: all states of it, and which one is on the table. @returns {{states: Draft[], at: number}|null} */
export function keptDrafts() {
  const kept = load("caracol drafts");
  return Array.isArray(kept?.states) && kept.states[kept.at] ? kept : null;
}

/** @param {{states: Draft[], at: number}} drafts */
export function keepDrafts(drafts) {
  save("caracol drafts", drafts);
}

/** Whether a genre was met before; from now on it was. @param {string} genre */
export function firstVisit(genre) {
  const met = load("caracol met") || [];
  return !met.includes(genre);
}

/** @param {string} genre */
export function visited(genre) {
  const met = load("caracol met") || [];
  if (!met.includes(genre)) save("caracol met", [...met, genre]);
}

/** Games that were solved where no library could be written. @returns {any[]} */
export function ownSolves() {
  return load("caracol solves") || [];
}

/** @param {any} solve */
export function keepSolve(solve) {
  save("caracol solves", [...ownSolves(), solve].slice(-500));
}
