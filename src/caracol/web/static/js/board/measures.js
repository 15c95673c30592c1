import { settings } from "../shared/store.js";

/** The measures of a board and of the clues beside it. */

export const SMALLEST_TEXT = 14; // pixels

/**
 * The measures of a board in pixels: the side of a cell, the width of each clue place beside the
 * board from the board outwards, and of all places on each side together. `packed`: where the
 * clues on the left are, in font sizes from the board, if they are not in columns.
 * @typedef {{
 *   size: number, font: number, width: number, height: number,
 *   places: {top: number[], right: number[], bottom: number[], left: number[]},
 *   packed: Map<string, number>|null,
 *   margin: {top: number, right: number, bottom: number, left: number},
 * }} Measures
 */

export const NARROW = 760; // pixels: narrower windows are those of phones
const CROWDED = 18; // pixels: in smaller cells, clues shrink with them
const SMALL_CLUE = { finger: 12, least: 10 }; // pixels: fonts where clues are many, and where cells are small
const RIM = 0.4; // of a square: room around a board if values are written on its outermost lines
const PACKED = 24; // pixels: in smaller cells, many clues of a row are set like text
const DEEP = 3; // clues behind each other that fit on any screen
const GAP = 0.45; // of the font size: between two clues of a row

/** Return whether clues must be close together: many of them, on a narrow screen. @param {number[]} depth */
function isTight(depth) {
  return innerWidth < NARROW && Math.max(...depth) > DEEP;
}

/** Return the font size of the clues beside the board. @param {number} size @param {boolean} close @param {boolean} scrolling whether the board is wider than the window */
function chooseFont(size, close, scrolling) {
  if (size < CROWDED) return Math.max(size * 0.8, Math.min(SMALL_CLUE.least, size * 1.15));
  if (close) return scrolling ? SMALL_CLUE.finger : SMALLEST_TEXT;
  return Math.max(SMALLEST_TEXT, Math.min(22, size * 0.46));
}

/** Return the width of a clue place. @param {number} depth number of clues behind each other @param {number} size @param {number} font @param {number} letters of the longest of them @param {boolean} close */
function getPitch(depth, size, font, letters, close) {
  const least = Math.ceil(0.62 * letters * font) + Math.min(6, size * 0.4);
  if (close || size < CROWDED) return Math.max(least, Math.ceil(font * 1.2));
  const alone = innerWidth < NARROW ? 28 : Math.max(28, Math.round(size * 0.8));
  return Math.max(depth > 1 ? Math.max(20, Math.round(size * 0.56)) : alone, least);
}

/** @type {Map<string, number>} */ const widths = new Map();
const pen = document.createElement("canvas").getContext("2d");

/** Return the width of a text, in font sizes. @param {string} text */
export function measureText(text) {
  let width = widths.get(text);
  if (width === undefined) {
    if (pen) pen.font = '500 100px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
    width = pen ? pen.measureText(text).width / 100 : 0.62 * text.length;
    widths.set(text, width);
  }
  return width;
}

/**
 * Return where the clues left of the board are if each row is set like a line of text: the distance
 * of each from the board, by its "row,column". Null if some row leaves a place out, because then
 * places have meanings of their own.
 * @param {View} view
 */
function packRows({ labels, rows }) {
  /** @type {Map<number, Label[]>} */ const lines = new Map();
  for (const label of labels) {
    if (label.column > -1 || label.row < 0 || label.row >= rows) continue;
    lines.set(label.row, [...(lines.get(label.row) || []), label]);
  }
  /** @type {Map<string, number>} */ const middles = new Map();
  let widest = 0;
  for (const line of lines.values()) {
    let far = GAP;
    line.sort((a, b) => b.column - a.column);
    for (const [place, label] of line.entries()) {
      if (label.column !== -1 - place) return null;
      const width = measureText(getLabelText(label)) + (label.colour ? 0.3 : 0);
      middles.set(`${label.row},${label.column}`, far + width / 2);
      far += width + (label.colour ? 0.2 : GAP);
    }
    widest = Math.max(widest, far);
  }
  return { middles, widest };
}

/** Return the length of the longest clue in each column beside the board. @param {View} view */
function findLongest({ labels, rows }) {
  /** @type {Map<number, number>} */ const most = new Map();
  for (const label of labels) {
    if (label.row < 0 || label.row >= rows) continue;
    most.set(label.column, Math.max(most.get(label.column) || 1, getLabelText(label).length));
  }
  return most;
}

/** Return the text of a clue, with the letter of its colour unless that is switched off. @param {Label} label */
export function getLabelText(label) {
  return label.text + (settings.letters ? label.mark : "");
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Return the distance of the middle of a place from the board. @param {number[]} places @param {number} place */
export function getMiddle(places, place) {
  return sum(places.slice(0, place)) + (places[place] || 0) / 2;
}

/** Return a function that measures the board for any size of cells. @param {View} view @param {[number, number, number, number]} depth @returns {(size: number) => Measures} */
export function prepareMeasures(view, depth) {
  const close = isTight(depth);
  const letters = findLongest(view);
  // A setter adds clues in places.
  const rows = depth[3] > DEEP && depth[3] === view.margins[3] ? packRows(view) : null;
  return (size) => measure(view, depth, size, close, letters, close || size < PACKED ? rows : null);
}

/** @param {View} view @param {[number, number, number, number]} depth @param {number} size @param {boolean} close @param {Map<number, number>} letters @param {ReturnType<typeof packRows>} rows @returns {Measures} */
function measure(view, depth, size, close, letters, rows) {
  const scrolling = size * view.columns + SMALLEST_TEXT * (rows?.widest || 0) > innerWidth;
  const font = chooseFont(size, close, scrolling);
  const [top, right, bottom, left] = depth.map((clues, side) =>
    Array.from({ length: clues }, (_, place) => {
      const widest = side % 2 ? letters.get(side === 1 ? view.columns + place : -1 - place) || 1 : 1;
      return getPitch(clues, size, font, widest, close);
    }),
  );
  const rim = view.places ? Math.round(size * RIM) : 0;
  const room = (/** @type {number[]} */ clues) => Math.max(sum(clues), rim);
  return {
    size,
    font,
    width: size * view.columns,
    height: size * view.rows,
    places: { top, right, bottom, left },
    packed: rows && rows.middles,
    margin: { top: room(top), right: room(right), bottom: room(bottom), left: rows ? Math.ceil(rows.widest * font) : room(left) },
  };
}
