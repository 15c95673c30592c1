import { askOnce } from "../shared/api.js";
import { count } from "../shared/dom.js";

const SECONDS = 3; // for the solution; without it, filled cells are counted

/**
 * Return how far a game is, in words: the part of what has to be written that is written, whether
 * right or wrong. Blanks do not count, because they may stay unwritten.
 * @param {any} puzzle @param {import("../shared/store.js").Progress} progress @returns {Promise<string>}
 */
export async function measureProgress(puzzle, { values, given }) {
  const filled = (values || []).filter((value) => value !== null).length;
  const found = await askOnce("solve", { puzzle, seconds: SECONDS }).catch(() => null);
  const wanted = (found?.solutions[0] || []).filter(Boolean).length - given;
  if (wanted <= 0) return `${count(filled, "cell")} filled`;
  const written = (values || []).filter(Boolean).length;
  return `${Math.min(99, Math.floor((100 * written) / wanted))}% filled`;
}
