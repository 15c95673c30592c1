import { settings } from "../shared/store.js";
import { isTyped } from "../board/writing.js";

/** The cells that values and notes are written into, in genres whose values are typed. */
export class Selection {
  /** @param {PuzzleBoard} board @param {() => void} onChange */
  constructor(board, onChange) {
    this.board = board;
    this.onChange = onChange;
    /** @type {Set<number>} */ this.chosen = new Set();
    /** @type {Set<number>} the selection before the cursor moved */ this.before = new Set();
    this.dragging = false;
    this.adding = true; // whether the pointer adds cells, or takes them away
    board.addEventListener("cursor", (/** @type {any} */ event) => this.follow(event.detail.cell));
  }

  /** The selected cells: at least the one at the cursor. */
  get cells() {
    return this.chosen.size ? [...this.chosen] : [this.board.cursor];
  }

  /** The selected cells to highlight: a single one has the cursor. */
  get shown() {
    return this.chosen.size > 1 ? this.chosen : undefined;
  }

  /** The cells with the value of the one that is selected, as far as there are others. */
  get alike() {
    const { contents } = this.board;
    const [cell] = this.chosen;
    const value = settings.lines && this.chosen.size === 1 && contents[cell]?.value;
    return value ? new Set(contents.flatMap((content, other) => (content.value === value ? [other] : []))) : undefined;
  }

  clear() {
    this.chosen = new Set();
    this.dragging = false;
  }

  /** The cursor has moved by keys: it is selected alone. @param {number} cell */
  follow(cell) {
    if (this.board.pointer.stroking !== null || !this.board.view || !isTyped(this.board.view)) return;
    this.before = this.chosen;
    this.chosen = new Set([cell]);
    this.onChange();
  }

  /** Extend the selection with Shift and an arrow. @param {number} from @param {number} to */
  walk(from, to) {
    this.chosen = new Set([...this.before, from, to]);
    this.onChange();
  }

  /** Begin to select with the pointer; Shift and Ctrl keep what is selected. @param {{cell: number, extend?: boolean}} press */
  start({ cell, extend = false }) {
    this.adding = !(extend && this.chosen.has(cell));
    if (!extend) this.chosen = new Set();
    this.dragging = true;
    this.extend(cell);
  }

  /** @param {number} cell */
  extend(cell) {
    if (this.adding) this.chosen.add(cell);
    else this.chosen.delete(cell);
    this.onChange();
  }
}
