import { settings } from "../shared/store.js";

/** The measures of a board and of the clues beside it. */

export const SMALLEST_TEXT = 14; // pixels

/**
 * The measures of a board in pixels: the side of a cell, the width of each clue place beside the
 * board from the board outwards, and of all places on each side together.
 * @typedef {{
 *   size: number, font: number, width: number, height: number,
 *   places: {top: number[], right: number[], bottom: number[], left: number[]},
 *   margin: {top: number, right: number, bottom: number, left: number},
 * }} Measures
 */

const NARROW = 760; // pixels
const OVERVIEW = 16; // pixels: with smaller cells, clues are not meant to be read
const RIM = 0.4; // of a square: room around a board if values are written on its outermost lines
const DEEP = 3; // clues behind each other that fit on any screen

/** Return whether clues must be close together: many of them, on a narrow screen. @param {number[]} depth */
function isTight(depth) {
  return innerWidth < NARROW && Math.max(...depth) > DEEP;
}

/** Return the width of a clue place. @param {number} depth number of clues behind each other @param {number} size @param {number} font @param {number} letters of the longest of them @param {boolean} close */
function getPitch(depth, size, font, letters, close) {
  const least = Math.ceil(0.62 * letters * font) + Math.min(6, size * 0.4);
  if (size < OVERVIEW) return Math.max(least, size * 0.9);
  if (close) return Math.max(least, 17);
  const alone = innerWidth < NARROW ? 28 : Math.max(28, Math.round(size * 0.8));
  return Math.max(depth > 1 ? Math.max(20, Math.round(size * 0.56)) : alone, least);
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
  return (size) => measure(view, depth, size, close, letters);
}

/** @param {View} view @param {[number, number, number, number]} depth @param {number} size @param {boolean} close @param {Map<number, number>} letters @returns {Measures} */
function measure(view, depth, size, close, letters) {
  const font = size < OVERVIEW ? Math.max(4, size * 0.8) : close ? SMALLEST_TEXT : Math.max(SMALLEST_TEXT, Math.min(22, size * 0.46));
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
    margin: { top: room(top), right: room(right), bottom: room(bottom), left: room(left) },
  };
}
