import { Task, ask } from "../shared/api.js";
import { isStopped } from "../shared/dom.js";

/** Grading of puzzles in the library that have no grade, one after another while they are shown. */

const SECONDS = 20; // for each
const task = new Task();
/** @type {Set<number>} */ const tried = new Set();

/** Stop grading. */
export function stopGrading() {
  task.stop();
}

/**
 * Grade the entries that have no grade, each at most once. Return how many have one now.
 * @param {any[]} entries @param {(entry: any, words: string) => void} show what to say of an entry
 */
export async function gradeEntries(entries, show) {
  const signal = task.start();
  let graded = 0;
  for (const entry of entries) {
    if (entry.grade || tried.has(entry.id)) continue;
    show(entry, "grading …");
    try {
      const { grade } = await ask("library_grade", { id: entry.id, seconds: SECONDS }, { signal });
      if (grade) graded += 1;
      show(entry, grade || "not graded");
    } catch (error) {
      show(entry, "not graded");
      if (isStopped(error)) return graded;
    }
    tried.add(entry.id);
  }
  return graded;
}
