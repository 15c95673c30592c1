import { by, make } from "./dom.js";
import { firstVisit, settings, visited } from "./store.js";
import { turnsOf } from "./writing.js";

/** @typedef {import("./types.js").View} View */

/** How values are written, for a hand or a finger. @param {View} view */
export function howToWrite(view) {
  const finger = matchMedia("(pointer: coarse)").matches;
  const [press, other] = finger ? ["Tap", "a long press"] : ["Click", "the other mouse button"];
  const word = (/** @type {number} */ value) => view.symbols[value].word;
  const place = view.places ? "place" : "cell";
  if (!view.writing.press.length) return `${press} a cell, then choose a value below the board${finger ? "" : " or type it"}.`;
  if (settings.cycle) return `${press} a ${place}: ${view.writing.press.map(word).join(", then ")}, then nothing.`;
  const turns = turnsOf(view);
  const writes = view.writing.chosen === null ? turns.map(word).join(", then ") : "paint it";
  return `${press} a ${place}: ${writes}. With ${other}: ${word(0)}, as a mark. Press and pull for several.`;
}

/** A short tour on the first visit of a genre: what to do, how to write, where help is. @param {View} view */
export function showTour(view) {
  const tour = by("tour");
  tour.hidden = true;
  if (!firstVisit(view.genre.id)) return;
  const pages = [
    ["What to do", view.genre.instructions],
    ["How to write", howToWrite(view)],
    ["When you are stuck", "Hint tells a little more each time you press it: where to look, which rule, then the whole reason. Check finds mistakes."],
  ];
  let at = 0;
  const end = () => {
    tour.hidden = true;
    visited(view.genre.id);
  };
  const show = () => {
    const [title, words] = pages[at];
    const last = at === pages.length - 1;
    const next = make("button", {
      type: "button",
      className: "primary",
      textContent: last ? "Begin" : "Next",
      onclick: () => {
        if (last) return end();
        at += 1;
        show();
        tour.querySelector("button.primary")?.focus();
      },
    });
    const skip = make("button", { type: "button", textContent: "Skip the tour", onclick: end });
    tour.replaceChildren(make("p", { className: "step-title", textContent: `${title} (${at + 1} of ${pages.length})` }), make("p", { textContent: words }), make("div", { className: "bar" }, last ? [next] : [next, skip]));
  };
  show();
  tour.hidden = false;
}

/** Who plays needs no tour any more. @param {View} view */
export function endTour(view) {
  if (by("tour").hidden) return;
  by("tour").hidden = true;
  visited(view.genre.id);
}
