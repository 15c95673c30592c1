import { prepareMeasures } from "./measures.js";

/** How large the cells of a board are: chosen for the window, or by the player. */

export const SMALLEST_CELL = 6; // pixels
export const LARGEST_CELL = 160; // pixels
export const RULER = 18; // pixels: room for row and column numbers
const LARGEST = 116; // pixels: largest cell unless the user zooms
const LARGEST_SCROLLING = 44; // pixels: largest cell of a board that scrolls anyway
const EASY = { mouse: 16, finger: 22 }; // pixels: with smaller cells, the board scrolls down instead
const LEAST = { mouse: 13, finger: 22 }; // pixels: with smaller cells, it scrolls both ways
const NOTCH = 0.0022; // how much a pixel of the wheel enlarges the cells

export class Zoom {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    this.turned = 1; // how far the wheel was turned since the last frame
    this.frame = 0;
    board.addEventListener("wheel", (event) => this.handleWheel(event), { passive: false });
  }

  /** Return the side of a cell in pixels that fits the window and is easy to press. */
  chooseSize() {
    const { zoom, viewOnly } = this.board;
    if (zoom) return zoom;
    const pointer = matchMedia("(pointer: coarse)").matches ? "finger" : "mouse";
    const whole = this.findFittingSize();
    if (viewOnly || whole >= EASY[pointer]) return whole;
    return Math.max(LEAST[pointer], this.findFittingSize(true));
  }

  /** Return how high the board may be, in pixels. */
  getRoom() {
    const top = this.board.getBoundingClientRect().top + scrollY;
    return Math.max(200, Math.floor(innerHeight - top - this.board.below()));
  }

  /** Return the largest side of a cell at which the board fits. @param {boolean} [across] whether only its width must fit */
  findFittingSize(across = false) {
    const wide = this.board.clientWidth - RULER - 8;
    const high = across ? Infinity : this.getRoom() - RULER - 8;
    const measures = prepareMeasures(/** @type {View} */ (this.board.view), this.board.getDepth());
    for (let size = across ? LARGEST_SCROLLING : LARGEST; size > SMALLEST_CELL; size--) {
      const { width, height, margin } = measures(size);
      if (width + margin.left + margin.right <= wide && height + margin.top + margin.bottom <= high) return size;
    }
    return SMALLEST_CELL;
  }

  /** Set the side of a cell in pixels, and keep a point of the board where it is in the window. @param {number} size @param {{clientX: number, clientY: number}} [at] @param {{x: number, y: number}} [point] in squares */
  zoomTo(size, at, point = at && this.board.pointer.locate(at)) {
    const { board } = this;
    board.zoom = size && Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, size));
    board.build();
    if (!at || !point) return;
    const box = /** @type {HTMLElement} */ (board.touch).getBoundingClientRect();
    board.viewport?.scrollBy(box.left + board.m.left + point.x * board.size - at.clientX, box.top + board.m.top + point.y * board.size - at.clientY);
  }

  /** Zoom with Ctrl and the wheel, or with two fingers on a touchpad. @param {WheelEvent} event */
  handleWheel(event) {
    const { board } = this;
    if (!event.ctrlKey || board.viewOnly || !board.view) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 18;
    this.turned *= Math.exp(-event.deltaY * lines * NOTCH);
    // A touchpad reports more often than a large board can be drawn.
    if (this.frame) return;
    const at = { clientX: event.clientX, clientY: event.clientY };
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const wanted = Math.round(board.size * this.turned);
      if (wanted === board.size) return;
      this.turned = 1;
      this.zoomTo(wanted, at);
    });
  }
}
