import { find, make, makeBar, makeButton } from "../shared/dom.js";
import { isFirstVisit, recordVisit, settings } from "../shared/store.js";
import { getPressValues, isTyped } from "../board/writing.js";

/** Return how values are written, with a mouse or with a finger. @param {View} view */
export function describeInput(view) {
  const finger = matchMedia("(pointer: coarse)").matches;
  const [press, other] = finger ? ["Tap", "touch and hold"] : ["Click", "right-click"];
  const listWords = (/** @type {number[]} */ values) => values.map((value) => view.symbols[value].thing).join(", then ");
  const where = view.places?.dots ? "between two dots" : view.places ? `a ${view.places.noun}` : "a cell";
  if (isTyped(view)) return `${press} a cell, then choose a value below the board${finger ? "" : " or type it"}.`;
  if (settings.cycle) return `${press} ${where} for ${listWords(view.writing.press)}, then nothing.`;
  const writes = view.writing.chosen === null ? `for ${listWords(getPressValues(view))}` : "to paint it";
  if (view.places?.noun === "link") return `Drag through the centres of squares ${writes}, or ${press.toLowerCase()} between two; ${other} for ${listWords([0])}.`;
  return `${press} ${where} ${writes}; ${other} for ${listWords([0])}. Drag to fill several.`;
}

/** Show a short tour on the first visit of a genre: the goal, how to write, where to find help. @param {View} view */
export function showTour(view) {
  const tour = find("tour");
  tour.hidden = true;
  if (!isFirstVisit(view.genre.id) || !find("finish").hidden) return;
  const pages = [
    ["What to do", view.genre.instructions],
    ["How to write", describeInput(view)],
    ["When you are stuck", "Hint tells a little more each time you press it: where to look, which rule, then the whole reason. Check finds mistakes."],
  ];
  const end = () => endTour(view);
  const show = (/** @type {number} */ at) => {
    const [title, words] = pages[at];
    const last = at === pages.length - 1;
    const advance = () => {
      if (last) return end();
      show(at + 1);
      tour.querySelector("button.primary")?.focus();
    };
    const next = makeButton(last ? "Begin" : "Next", advance, { className: "primary" });
    const skip = makeButton("Skip the tour", end);
    tour.replaceChildren(make("p", { className: "step-title", textContent: `${title} (${at + 1} of ${pages.length})` }), make("p", { textContent: words }), makeBar(last ? [next] : [next, skip]));
  };
  show(0);
  tour.hidden = false;
}

/** End the tour: somebody who plays no longer needs it. @param {View} view */
export function endTour(view) {
  if (find("tour").hidden) return;
  find("tour").hidden = true;
  recordVisit(view.genre.id);
}
