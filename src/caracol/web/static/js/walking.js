import { lineOf, nextPlace, spotOf } from "./places.js";

/** @typedef {import("./types.js").View} View */

/** Keys on a board: from cell to cell, and beyond the edge from clue to clue. */
export class Walking {
  /** @param {import("./board.js").PuzzleBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const view = /** @type {View} */ (this.board.view);
    const target = /** @type {HTMLElement} */ (event.target);
    const side = target.dataset.side;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {"ArrowUp"} */ (event.key)];
    if (step && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.walk(target, step[0], step[1], event);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const { first, length } = lineOf(view, this.board.cursor);
      this.board.go(event.key === "Home" ? first : first + length - 1);
    } else if (side !== undefined) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.board.say("place-press", { side, number: Number(target.dataset.number), label: null, labels: this.board.labelsOf(side, Number(target.dataset.number)) });
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.board.say("place-key", { side, number: Number(target.dataset.number), key: event.key, event });
      }
    } else {
      this.board.say("cell-key", { cell: this.board.cursor, event });
    }
  }

  /** Go one cell on; beyond the edge lie the clues. @param {HTMLElement} from @param {number} down @param {number} right @param {KeyboardEvent} event */
  walk(from, down, right, event) {
    const view = /** @type {View} */ (this.board.view);
    const { side, number } = from.dataset;
    if (view.places) return this.walkLattice(side, Number(number), down, right, event);
    let row = Math.floor(this.board.cursor / view.columns);
    let column = this.board.cursor % view.columns;
    if (side !== undefined) {
      if (side === "top" || side === "bottom") [row, column] = [side === "top" ? -1 : view.rows, Number(number)];
      else [row, column] = [Number(number), side === "left" ? -1 : view.columns];
    }
    row += down;
    column += right;
    const outside = row < 0 ? `top ${column}` : row >= view.rows ? `bottom ${column}` : column < 0 ? `left ${row}` : column >= view.columns ? `right ${row}` : "";
    if (outside) {
      this.board.places.get(outside)?.focus();
      return;
    }
    const before = this.board.cursor;
    this.board.go(row * view.columns + column);
    if (event.shiftKey && side === undefined) this.board.say("walk-stroke", { from: before, to: this.board.cursor });
  }

  /** The same where values are not written in squares. @param {string|undefined} side @param {number} number @param {number} down @param {number} right @param {KeyboardEvent} event */
  walkLattice(side, number, down, right, event) {
    const view = /** @type {View} */ (this.board.view);
    const { x, y } = spotOf(view, this.board.cursor);
    if (side !== undefined) {
      const along = side === "top" || side === "bottom" ? right : down;
      const inwards = { top: down > 0, bottom: down < 0, left: right > 0, right: right < 0 }[/** @type {"top"} */ (side)];
      if (inwards) this.board.go(this.board.cursor);
      else if (along) this.board.places.get(`${side} ${number + along}`)?.focus();
      return;
    }
    const next = nextPlace(view, this.board.cursor, down, right);
    if (next < 0) {
      const at = (/** @type {number} */ where, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, Math.floor(where)));
      const outside = down ? `${down < 0 ? "top" : "bottom"} ${at(x, view.columns)}` : `${right < 0 ? "left" : "right"} ${at(y, view.rows)}`;
      this.board.places.get(outside)?.focus();
      return;
    }
    const before = this.board.cursor;
    this.board.go(next);
    if (event.shiftKey) this.board.say("walk-stroke", { from: before, to: next });
  }
}
