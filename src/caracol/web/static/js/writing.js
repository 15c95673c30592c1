import { settings } from "./store.js";

/** From presses and keys to values, as the genre has declared it. Shared by play and set. */

/** @typedef {import("./types.js").View} View */

/**
 * The values that one press after another writes. Blanks have a press of their own (the other
 * button, a finger that stays), unless the player wants all of them in turn.
 * @param {View} view
 */
export function turnsOf({ writing: { press } }) {
  return settings.cycle ? press : press.filter((value) => value !== 0);
}

/** The values that a palette offers: those that some cell can have. @param {View} view */
export function offered(view) {
  return [...view.symbols.keys()].filter((value) => !view.never.includes(value));
}

/** Whether a square is no part of play. @param {View} view @param {number} cell */
export function closed(view, cell) {
  return !view.places && view.shaded.includes(cell);
}

/** What is chosen on the palette before anybody chooses. @param {View} view @returns {number|null} */
export function usualBrush(view) {
  const turns = turnsOf(view);
  return turns.length === 1 ? turns[0] : settings.cycle ? null : view.writing.chosen;
}

/**
 * The value that a key writes, or undefined.
 * @param {View} view @param {string} key
 * @returns {number|undefined}
 */
export function valueOfKey(view, key) {
  const letters = view.symbols.map((sign) => sign.letter);
  const find = (/** @type {string} */ wanted) => {
    const at = letters.indexOf(wanted);
    return at >= 0 && wanted ? at : view.writing.keys[wanted];
  };
  return find(key) ?? find(key.toUpperCase()) ?? find(key.toLowerCase());
}

/** Whether capitals and small letters mean different values. @param {View} view */
export function caseMatters(view) {
  const letters = view.symbols.map((sign) => sign.letter);
  return letters.some((letter) => letter.toLowerCase() !== letter && letters.includes(letter.toLowerCase()));
}

/** What the next press writes. @param {View} view @param {number|null} value @returns {number|null} */
export function nextByPress(view, value) {
  const turns = turnsOf(view);
  if (value === null) return turns[0];
  const at = turns.indexOf(value);
  if (at < 0) return value === 0 ? turns[0] : null;
  return at + 1 === turns.length ? null : turns[at + 1];
}

/**
 * One pull of the pointer over cells: what it writes, and where.
 */
export class Stroke {
  /**
   * @param {View} view @param {(number|null)[]} values @param {number|null|"erase"} brush
   * @param {{cell: number, second: boolean}} press
   */
  constructor(view, values, brush, { cell, second }) {
    const value = values[cell];
    this.values = values;
    this.origin = value;
    const other = brush === 0 ? turnsOf(view)[0] ?? 0 : 0;
    if (second) this.target = value === other ? null : other;
    else if (brush === "erase") this.target = null;
    else if (brush !== null) this.target = value === brush ? null : brush;
    else this.target = nextByPress(view, value);
    // A second press on a cell is about this cell; only first presses and brushes paint on.
    this.paints = second || brush !== null || this.target === null || this.target === turnsOf(view)[0];
    /** @type {Map<number, number|null>} */
    this.writes = new Map([[cell, this.target]]);
  }

  /** @param {number} cell */
  over(cell) {
    if (this.paints && this.values[cell] === this.origin) this.writes.set(cell, this.target);
  }
}
