import { listLabels } from "./elements.js";
import { findLine, findNextPlace, getSpot } from "./places.js";

/** Keys on a board: they move from cell to cell, and beyond the edge from clue to clue. */
export class KeyboardInput {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const view = /** @type {View} */ (this.board.view);
    const target = /** @type {HTMLElement} */ (event.target);
    const { side } = target.dataset;
    const number = Number(target.dataset.number);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {"ArrowUp"} */ (event.key)];
    if (step && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.walk(target, step[0], step[1], event);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const { first, length } = findLine(view, this.board.cursor);
      this.board.moveCursor(event.key === "Home" ? first : first + length - 1);
    } else if (side !== undefined) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.board.emit("place-press", { side, number, label: null, labels: listLabels(view, side, number) });
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.board.emit("place-key", { side, number, key: event.key, event });
      }
    } else {
      this.board.emit("cell-key", { cell: this.board.cursor, event });
    }
  }

  /** Move by one cell; the clues are beyond the edge. @param {HTMLElement} from @param {number} down @param {number} right @param {KeyboardEvent} event */
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
    this.board.moveCursor(row * view.columns + column);
    if (event.shiftKey && side === undefined) this.board.emit("walk-stroke", { from: before, to: this.board.cursor });
  }

  /** Do the same on a board whose values are not written in squares. @param {string|undefined} side @param {number} number @param {number} down @param {number} right @param {KeyboardEvent} event */
  walkLattice(side, number, down, right, event) {
    const view = /** @type {View} */ (this.board.view);
    const { x, y } = getSpot(view, this.board.cursor);
    if (side !== undefined) {
      const along = side === "top" || side === "bottom" ? right : down;
      const inwards = { top: down > 0, bottom: down < 0, left: right > 0, right: right < 0 }[/** @type {"top"} */ (side)];
      if (inwards) this.board.moveCursor(this.board.cursor);
      else if (along) this.board.places.get(`${side} ${number + along}`)?.focus();
      return;
    }
    const next = findNextPlace(view, this.board.cursor, down, right);
    if (next < 0) {
      const at = (/** @type {number} */ where, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, Math.floor(where)));
      const outside = down ? `${down < 0 ? "top" : "bottom"} ${at(x, view.columns)}` : `${right < 0 ? "left" : "right"} ${at(y, view.rows)}`;
      this.board.places.get(outside)?.focus();
      return;
    }
    const before = this.board.cursor;
    this.board.moveCursor(next);
    if (event.shiftKey) this.board.emit("walk-stroke", { from: before, to: next });
  }
}
