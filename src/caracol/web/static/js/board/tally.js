/** The number of cells that a stroke has covered so far, shown beside the pointer. */

const AWAY = { mouse: 14, finger: 62 }; // pixels between the cell and the number, so that no finger hides it

/** Show a number beside a cell. @param {PuzzleBoard} board @param {number} cell @param {number} covered @param {number} run the length of the line of equal cells that it belongs to */
export function showTally(board, cell, covered, run) {
  const tally = findTally(board) || board.appendChild(makeTally());
  tally.firstElementChild?.replaceChildren(String(covered));
  tally.lastElementChild?.replaceChildren(run > covered ? `${run} in a row` : "");
  const [box, at] = [board.getBoundingClientRect(), board.cells[cell].getBoundingClientRect()];
  const away = matchMedia("(pointer: coarse)").matches ? AWAY.finger : AWAY.mouse;
  const wide = tally.offsetWidth;
  const left = at.right + away + wide > innerWidth ? at.left - away - wide : at.right + away;
  const top = at.top - away - tally.offsetHeight;
  tally.style.left = `${left - box.left}px`;
  tally.style.top = `${Math.max(4, top) - box.top}px`;
}

/** @param {PuzzleBoard} board */
export function hideTally(board) {
  findTally(board)?.remove();
}

/** @param {PuzzleBoard} board @returns {HTMLElement|null} */
function findTally(board) {
  return board.querySelector(".tally");
}

/** @returns {HTMLElement} */
function makeTally() {
  const tally = document.createElement("div");
  tally.className = "tally";
  tally.setAttribute("aria-hidden", "true");
  tally.append(document.createElement("b"), document.createElement("span"));
  return tally;
}
