import { settings } from "../shared/store.js";

/** What presses and keys write, as the genre declares it. Shared by play and setter. */

/**
 * Return the values that repeated presses write. Blanks have a separate press (the other button, a
 * long press), unless the player wants all values in turn.
 * @param {View} view
 */
export function getPressValues({ writing: { press } }) {
  return settings.cycle ? press : press.filter((value) => value !== 0);
}

/** Return the values on the palette: those that some cell can have. @param {View} view */
export function listPaletteValues(view) {
  return [...view.symbols.keys()].filter((value) => !view.never.includes(value));
}

/** Return whether values are typed or chosen for the selected cells, not written by presses. @param {View} view */
export function isTyped(view) {
  return !view.writing.press.length;
}

/** Return whether nothing is written in a cell. @param {View} view @param {number} cell */
export function isClosed(view, cell) {
  return view.closed.includes(cell);
}

/** Return the value that is chosen on the palette at first. @param {View} view @returns {number|null} */
export function getDefaultBrush(view) {
  const turns = getPressValues(view);
  return turns.length === 1 ? turns[0] : settings.cycle ? null : view.writing.chosen;
}

/**
 * Return the value that a key writes, or undefined.
 * @param {View} view @param {string} key
 * @returns {number|undefined}
 */
export function readKey(view, key) {
  const letters = view.symbols.map((sign) => sign.letter);
  const find = (/** @type {string} */ wanted) => {
    const at = letters.indexOf(wanted);
    return at >= 0 && wanted ? at : view.writing.keys[wanted];
  };
  return find(key) ?? find(key.toUpperCase()) ?? find(key.toLowerCase());
}

/** Return whether capitals and small letters are different values. @param {View} view */
export function isCaseSensitive(view) {
  const letters = view.symbols.map((sign) => sign.letter);
  return letters.some((letter) => letter.toLowerCase() !== letter && letters.includes(letter.toLowerCase()));
}

/** Return what the next press writes. @param {View} view @param {number|null} value @returns {number|null} */
function getNextValue(view, value) {
  const turns = getPressValues(view);
  if (value === null) return turns[0];
  const at = turns.indexOf(value);
  if (at < 0) return value === 0 ? turns[0] : null;
  return at + 1 === turns.length ? null : turns[at + 1];
}

/** One stroke of the pointer over cells: what it writes, and where. */
export class Stroke {
  /**
   * @param {View} view @param {(number|null)[]} values @param {number|null|"erase"} brush
   * @param {{cell: number, second: boolean}} press
   */
  constructor(view, values, brush, { cell, second }) {
    const value = values[cell];
    this.values = values;
    this.origin = value;
    const other = brush === 0 ? getPressValues(view)[0] ?? 0 : 0;
    if (second) this.target = value === other ? null : other;
    else if (brush === "erase") this.target = null;
    else if (brush !== null) this.target = value === brush ? null : brush;
    else this.target = getNextValue(view, value);
    // A second press on a cell changes only this cell; first presses and brushes paint others, too.
    this.paints = second || brush !== null || this.target === null || this.target === getPressValues(view)[0];
    /** @type {Map<number, number|null>} */
    this.writes = new Map([[cell, this.target]]);
  }

  /** @param {number} cell */
  extend(cell) {
    if (this.paints && this.values[cell] === this.origin) this.writes.set(cell, this.target);
  }

  /** Return how many equal cells in a line this stroke makes, or 0 if it is not straight. @param {View} view */
  measureRun({ columns }) {
    const cells = [...this.writes.keys()];
    const step = cells.every((cell) => Math.floor(cell / columns) === Math.floor(cells[0] / columns)) ? 1 : columns;
    if (step === columns && cells.some((cell) => cell % columns !== cells[0] % columns)) return 0;
    const isEqual = (/** @type {number} */ cell) => (this.writes.has(cell) || this.values[cell] === this.target) && cell in this.values;
    let run = 0;
    for (const way of [step, -step]) {
      const isLast = (/** @type {number} */ cell) => step === 1 && Math.floor(cell / columns) !== Math.floor(cells[0] / columns);
      for (let cell = cells[0] + way; isEqual(cell) && !isLast(cell); cell += way) run += 1;
    }
    return run + 1;
  }
}
