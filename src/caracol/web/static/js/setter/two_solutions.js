import { count, find } from "../shared/dom.js";


/** Show two solutions side by side, with the cells shaded where they differ. @param {View} view @param {number[][]} solutions @param {number[]} between */
export function showTwoSolutions(view, solutions, between) {
  find("two-words").textContent = `They differ in ${count(between.length, "cell")}, shaded.`;
  find("two-dialog").showModal();
  solutions.forEach((values, number) => {
    const board = /** @type {PuzzleBoard} */ (find(`two-${number + 1}`));
    const contents = values.map((value) => ({ value, marks: 0, layer: 0 }));
    board.viewOnly = true;
    board.inert = true;
    board.below = () => Math.max(0, innerHeight - board.getBoundingClientRect().top - board.clientWidth * 1.25);
    board.show(view, contents);
    board.update(contents, { differ: new Set(between) });
  });
}
