import { make } from "./dom.js";

const STATUS = {
  none: "No solution",
  unique: "One solution",
  many: "More than one solution",
  unknown: "Not known in time",
};

/**
 * What the server says of a puzzle that is being set, as paragraphs.
 * @param {any} verdict @param {boolean} working whether more is to come
 * @param {() => void} take adds the clue that is suggested
 * @returns {HTMLElement[]}
 */
export function verdictParts(verdict, working, take) {
  if (!verdict?.status) return [make("p", { className: "status waiting", textContent: "Looking …" })];
  const status = /** @type {"none"} */ (verdict.status);
  const parts = [make("p", { className: `status status-${status}`, textContent: STATUS[status] })];
  const add = (/** @type {string} */ text) => parts.push(make("p", { textContent: text }));
  const { conflict, grade, differ, suggestion, redundant } = verdict;
  if (conflict) add(conflict.sentence);
  if (grade) add(`Grade: ${grade.words}.`);
  if (differ?.length) add(`${differ.length} cells are open; two solutions differ in the shaded ones.`);
  if (suggestion) {
    add(`It would be unique with ${suggestion.words}.`);
    parts.push(make("div", { className: "bar" }, [make("button", { type: "button", textContent: "Add that clue", onclick: take })]));
  } else if (suggestion === null && !working) add("No single clue that I tried makes it unique.");
  if (redundant?.length) add(`Not needed, each alone: ${redundant.join("; ")}.`);
  else if (redundant && !working) add("Every clue is needed.");
  return parts;
}
