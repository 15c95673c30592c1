import { askOnce } from "../shared/api.js";
import { formatNow } from "../shared/dom.js";
import { saveSolve, loadSolves } from "../shared/store.js";

/**
 * Solved games and their statistics. They are stored in the library or, where it cannot be written
 * or reached, in this browser.
 *
 * @typedef {{genre: string, grade: string|null, solved: number, unaided: number, best: number,
 *   average: number, days: string[]}} Statistic
 * @typedef {{statistics: Statistic[], streak: number}} Statistics
 */

/** Return today's date where the player is. */
export function getToday() {
  return formatNow().slice(0, 10);
}

/**
 * Store a solved game, and return the statistics.
 * @param {View} view @param {{elapsed: number, hints: number, checks: number}} game @param {string|null} grade
 * @returns {Promise<Statistics>}
 */
export async function saveSolved(view, { elapsed, hints, checks }, grade) {
  const played = elapsed / 1000;
  try {
    return await askOnce("library_played", { puzzle: view.puzzle, played, hints, checks, grade, day: getToday() });
  } catch {
    saveSolve({ clues: view.clues, genre: view.genre.id, grade, seconds: played, hints, checks, day: getToday() });
    return loadStatistics();
  }
}

/** Return the statistics of all solved games. @returns {Promise<Statistics>} */
export async function loadStatistics() {
  try {
    const found = await askOnce("library_statistics", { day: getToday() });
    if (found.statistics.length || !loadSolves().length) return found;
  } catch {
    // Use those of this browser.
  }
  return countSolves(loadSolves(), getToday());
}

/** Return the statistics of games that this browser has stored. @param {any[]} solves @param {string} day @returns {Statistics} */
export function countSolves(solves, day) {
  /** @type {Map<string, any[]>} */ const folders = new Map();
  for (const solve of solves) {
    const name = JSON.stringify([solve.genre, solve.grade]);
    folders.set(name, [...(folders.get(name) || []), solve]);
  }
  const found = [...folders.values()].map((inside) => {
    const clues = new Set(inside.map((solve) => solve.clues));
    const helped = new Set(inside.filter((solve) => solve.hints).map((solve) => solve.clues));
    const times = inside.map((solve) => solve.seconds);
    return {
      genre: inside[0].genre,
      grade: inside[0].grade,
      solved: clues.size,
      unaided: clues.size - helped.size,
      best: Math.min(...times),
      average: times.reduce((sum, time) => sum + time, 0) / times.length,
      days: [...new Set(inside.map((solve) => solve.day))].sort(),
    };
  });
  return { statistics: found, streak: countStreak(new Set(solves.map((solve) => solve.day)), day) };
}

/** Return the number of consecutive days up to today or yesterday. @param {Set<string>} days @param {string} day */
function countStreak(days, day) {
  const at = new Date(`${day}T12:00:00Z`);
  const name = () => at.toISOString().slice(0, 10);
  if (!days.has(name())) at.setUTCDate(at.getUTCDate() - 1);
  let number = 0;
  for (; days.has(name()); number++) at.setUTCDate(at.getUTCDate() - 1);
  return number;
}
