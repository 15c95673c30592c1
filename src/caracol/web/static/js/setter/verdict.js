import { capitalize, count, make, makeBar, makeButton } from "../shared/dom.js";

const STATUS = {
  none: "No solution",
  unique: "One solution",
  many: "More than one solution",
  unknown: "Number of solutions unknown",
};

/**
 * Return the verdict on a puzzle that is being set, as paragraphs.
 * @param {any} verdict @param {boolean} working whether more will follow
 * @param {string} noun what a place on the board is called
 * @param {{shaded: boolean, take: (suggestion: any) => void, two: () => void, finish: () => void, vary: (harder: boolean) => void}} offers what the setter can do about it
 * @returns {HTMLElement[]}
 */
export function buildVerdict(verdict, working, noun, { shaded, take, two, finish, vary }) {
  if (!verdict?.status) return [make("p", { className: "status waiting", textContent: "Checking …" })];
  const status = /** @type {keyof typeof STATUS} */ (verdict.status);
  // A tick only if nothing is wrong.
  const flawed = status === "unique" && verdict.flaws?.length;
  const parts = [make("p", { className: `status status-${flawed ? "flawed" : status}`, textContent: flawed ? "One solution, but not ready yet" : STATUS[status] })];
  const add = (/** @type {string} */ text) => parts.push(make("p", { textContent: text }));
  const { conflict, grade, differ, suggestions, exhausted, redundant } = verdict;
  for (const flaw of verdict.flaws || []) parts.push(make("p", { className: "flaw", textContent: flaw.sentence }));
  if (conflict) add(conflict.sentence);
  if (grade) add(`Grade: ${grade.words}.`);
  if (differ?.length) add(`${count(differ.length, `${noun} is`, `${noun}s are`)} not determined${shaded ? "; two solutions differ in the shaded ones" : ""}.`);
  if (verdict.two) parts.push(makeBar([makeButton("Show two solutions", two), makeButton("Finish it for me", finish)]));
  if (suggestions?.length) {
    add(suggestions.length === 1 ? "This change makes it unique:" : "Each of these changes makes it unique:");
    parts.push(makeBar(suggestions.map((/** @type {any} */ suggestion) => makeButton(capitalize(suggestion.words), () => take(suggestion), { className: "suggestion" }))));
  }
  if (suggestions && !suggestions.length) add(exhausted ? "No single change makes it unique." : "No single change was found that makes it unique.");
  if (verdict.status === "many" && !suggestions && working) add("Looking for a change that makes it unique …");
  if (redundant?.length) add(`${redundant.length === 1 ? "One clue is not needed" : `${redundant.length} clues are not needed (remove one at a time)`}: ${joinRanges(redundant).join("; ")}.`);
  else if (redundant && !working) add("Every clue is needed.");
  if (verdict.status === "unique" && grade && !working) parts.push(makeBar([makeButton("Make it easier", () => vary(false)), makeButton("Make it harder", () => vary(true))]));
  return parts;
}

/** Join names with consecutive numbers: "row 1", "row 2", "row 3" become "rows 1–3". @param {string[]} names */
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
  const pluralize = (/** @type {string} */ stem, /** @type {number} */ many) => (many > 1 ? stem.replace(/(\w) $/, "$1s ") : stem);
  return [...runs].map(([stem, found]) => pluralize(stem, found.flat().length) + found.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : run[0])).join(", "));
}
