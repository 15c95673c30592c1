import { by } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./board.js").PuzzleBoard} PuzzleBoard */

/** Show two solutions side by side, with the cells shaded in which they differ. @param {View} view @param {number[][]} solutions @param {number[]} between */
export function showTwo(view, solutions, between) {
  by("two-words").textContent = `They differ in ${between.length} ${between.length === 1 ? "cell" : "cells"}, shaded.`;
  by("two-dialog").showModal();
  solutions.forEach((values, number) => {
    const board = /** @type {PuzzleBoard} */ (by(`two-${number + 1}`));
    const contents = values.map((value) => ({ value, marks: 0, layer: 0 }));
    board.looking = true;
    board.inert = true;
    board.below = () => Math.max(0, innerHeight - board.getBoundingClientRect().top - board.clientWidth * 1.25);
    board.show(view, contents);
    board.update(contents, { differ: new Set(between) });
  });
}
