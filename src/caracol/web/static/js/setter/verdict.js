import { make, makeBar, makeButton } from "../shared/dom.js";

const STATUS = {
  none: "No solution",
  unique: "One solution",
  many: "More than one solution",
  unknown: "Not known in time",
};

/**
 * Return the verdict on a puzzle that is being set, as paragraphs.
 * @param {any} verdict @param {boolean} working whether more will follow
 * @param {{take: (suggestion: any) => void, two: () => void, finish: () => void, vary: (harder: boolean) => void}} offers what the setter can do about it
 * @returns {HTMLElement[]}
 */
export function buildVerdict(verdict, working, { take, two, finish, vary }) {
  if (!verdict?.status) return [make("p", { className: "status waiting", textContent: "Looking …" })];
  const status = /** @type {"none"} */ (verdict.status);
  const parts = [make("p", { className: `status status-${status}`, textContent: STATUS[status] })];
  const add = (/** @type {string} */ text) => parts.push(make("p", { textContent: text }));
  const { conflict, grade, differ, suggestions, exhausted, redundant } = verdict;
  for (const flaw of verdict.flaws || []) parts.push(make("p", { className: "flaw", textContent: flaw.sentence }));
  if (conflict) add(conflict.sentence);
  if (grade) add(`Grade: ${grade.words}.`);
  if (differ?.length) add(`${differ.length} cells are open; two solutions differ in the shaded ones.`);
  if (verdict.two) parts.push(makeBar([makeButton("Show two solutions", two), makeButton("Finish it for me", finish)]));
  for (const suggestion of suggestions || []) {
    add(`It would be unique with ${suggestion.words}.`);
    parts.push(makeBar([makeButton("Do that", () => take(suggestion))]));
  }
  if (suggestions && !suggestions.length) add(exhausted ? "No single clue makes it unique." : "No single clue was found that makes it unique.");
  if (verdict.status === "many" && !suggestions && working) add("Looking for a clue that makes it unique …");
  if (redundant?.length) add(`Not needed, each alone: ${joinRanges(redundant).join("; ")}.`);
  else if (redundant && !working) add("Every clue is needed.");
  if (verdict.status === "unique" && grade && !working) parts.push(makeBar([makeButton("Make it easier", () => vary(false)), makeButton("Make it harder", () => vary(true))]));
  return parts;
}

/** Join names with consecutive numbers: "row 1", "row 2", "row 3" become "row 1–3". @param {string[]} names */
function joinRanges(names) {
  /** @type {Map<string, number[][]>} */ const runs = new Map();
  for (const name of names) {
    const [, stem, number] = /^(\D*?)(\d+)$/.exec(name) || ["", name, ""];
    const found = runs.get(stem) || [];
    runs.set(stem, found);
    const last = found.at(-1);
    if (number && last?.at(-1) === Number(number) - 1) last.push(Number(number));
    else if (number) found.push([Number(number)]);
  }
  return [...runs].map(([stem, found]) => stem + found.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : run[0])).join(", "));
}
