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

/** The puzzle that is being set. */
export function keptDraft() {
  return load("caracol draft");
}

/** @param {any} puzzle */
export function keepDraft(puzzle) {
  save("caracol draft", puzzle);
}
