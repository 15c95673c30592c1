import { ask } from "./api.js";
import { keepSolve, ownSolves } from "./store.js";

/**
 * What was solved, and how well. It is kept with the library; where that cannot be written or
 * reached, this browser keeps it. Whoever answers `ask` may be a server or a worker.
 *
 * @typedef {{genre: string, grade: string|null, solved: number, unaided: number, best: number,
 *   average: number, days: string[]}} Statistic
 * @typedef {{statistics: Statistic[], streak: number}} Statistics
 */

/** Today, where the player is. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Keep a solved game, and tell what was solved so far.
 * @param {import("./types.js").View} view @param {{elapsed: number, hints: number, checks: number}} game @param {string|null} grade
 * @returns {Promise<Statistics>}
 */
export async function keepSolved(view, { elapsed, hints, checks }, grade) {
  const played = elapsed / 1000;
  try {
    return await ask("library_played", { puzzle: view.puzzle, played, hints, checks, grade, day: today() });
  } catch {
    keepSolve({ clues: view.clues, genre: view.genre.id, grade, seconds: played, hints, checks, day: today() });
    return statistics();
  }
}

/** What was solved so far. @returns {Promise<Statistics>} */
export async function statistics() {
  try {
    const found = await ask("library_statistics", { day: today() });
    if (found.statistics.length || !ownSolves().length) return found;
  } catch {
    // This browser's own will do.
  }
  return counted(ownSolves(), today());
}

/** The statistics of what this browser has kept. @param {any[]} solves @param {string} day @returns {Statistics} */
export function counted(solves, day) {
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
  return { statistics: found, streak: streak(new Set(solves.map((solve) => solve.day)), day) };
}

/** Days in a row up to today, or to yesterday. @param {Set<string>} days @param {string} day */
function streak(days, day) {
  const at = new Date(`${day}T12:00:00Z`);
  const name = () => at.toISOString().slice(0, 10);
  if (!days.has(name())) at.setUTCDate(at.getUTCDate() - 1);
  let number = 0;
  for (; days.has(name()); number++) at.setUTCDate(at.getUTCDate() - 1);
  return number;
}
