import { COLOURS } from "./drawing.js";
import { spellCells } from "../shared/cells.js";
import { hasValue } from "../shared/masks.js";
import { getBox, namePlace } from "./places.js";
import { isClosed } from "./writing.js";

/** The elements above the drawing of a board, which are focused, spoken and pressed. */

/** @typedef {{top: number, right: number, bottom: number, left: number}} Margin */

/**
 * What a cell shows and what screen readers say of it.
 * @typedef {Content & {given: boolean, spoken: string, wrong: boolean, hinted: boolean, struck: number, lit: boolean, selected: boolean}} Painted
 */

/**
 * Build a grid with an element for each cell, and for each place beside it by its "side number".
 * @param {View} view @param {import("./measures.js").Measures} measured
 */
export function buildGrid(view, { margin, size, places: beside }) {
  const { rows, columns } = view;
  const grid = document.createElement("div");
  grid.className = "touch";
  grid.setAttribute("role", "grid");
  for (const [side, width] of Object.entries({ ...margin, cell: size })) grid.style.setProperty(`--${side}`, `${width}px`);
  /** @type {HTMLElement[]} */ const cells = [];
  /** @type {Map<string, HTMLElement>} */ const places = new Map();
  const place = (/** @type {string} */ role, /** @type {string} */ side, /** @type {number} */ number) => {
    const element = makeFocusable(role, "place");
    element.dataset.side = side;
    element.dataset.number = String(number);
    const words = document.createElement("span");
    words.className = "unseen";
    element.append(words);
    places.set(`${side} ${number}`, element);
    return element;
  };
  const line = (/** @type {HTMLElement[]} */ elements, name = "") => {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    row.className = name;
    row.append(...elements);
    grid.append(row);
  };
  const across = [...Array(columns).keys()];
  if (view.places) {
    addLatticeRows(view, size, margin, cells, line);
    grid.classList.add("lattice");
    const down = [...Array(rows).keys()];
    for (const [side, numbers, role] of /** @type {["top"|"right"|"bottom"|"left", number[], string][]} */ ([["top", across, "columnheader"], ["left", down, "rowheader"], ["right", down, "rowheader"], ["bottom", across, "columnheader"]])) {
      if (!beside[side].length) continue;
      line(numbers.map((number) => {
        const element = place(role, side, number);
        const x = side === "left" ? 0 : side === "right" ? margin.left + columns * size : margin.left + number * size;
        const y = side === "top" ? 0 : side === "bottom" ? margin.top + rows * size : margin.top + number * size;
        setBox(element, x, y, side === "left" || side === "right" ? margin[side] : size, side === "top" || side === "bottom" ? margin[side] : size);
        return element;
      }), "line");
    }
    return { grid, cells, places };
  }
  if (margin.top) line(across.map((column) => place("columnheader", "top", column)), "above");
  for (let row = 0; row < rows; row++) {
    const here = across.map((column) => {
      const cell = makeFocusable("gridcell", "cell");
      cell.dataset.cell = String(row * columns + column);
      return cell;
    });
    cells.push(...here);
    if (margin.left) here.unshift(place("rowheader", "left", row));
    if (margin.right) here.push(place("rowheader", "right", row));
    line(here);
  }
  if (margin.bottom) line(across.map((column) => place("columnheader", "bottom", column)), "below");
  return { grid, cells, places };
}

/**
 * Add places that are not squares where they are drawn, line by line.
 * @param {View} view @param {number} size @param {Margin} margin @param {HTMLElement[]} cells
 * @param {(elements: HTMLElement[], name: string) => void} line
 */
function addLatticeRows(view, size, margin, cells, line) {
  const lines = /** @type {NonNullable<View["places"]>} */ (view.places).lines;
  for (const length of lines) {
    const here = Array.from({ length }, () => {
      const cell = makeFocusable("gridcell", "cell");
      const number = cells.push(cell) - 1;
      const { x, y, width, height } = getBox(view, number);
      cell.dataset.cell = String(number);
      setBox(cell, margin.left + x * size, margin.top + y * size, width * size, height * size);
      return cell;
    });
    if (length) line(here, "line");
  }
}

/** @param {HTMLElement} element @param {number} x @param {number} y @param {number} width @param {number} height */
function setBox(element, x, y, width, height) {
  for (const [name, value] of Object.entries({ left: x, top: y, width, height })) element.style.setProperty(name, `${value}px`);
}

/** @param {string} role @param {string} name */
function makeFocusable(role, name) {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  element.tabIndex = -1;
  element.className = name;
  return element;
}

/** Return the clues of each place beside a board, in order. @param {View} view */
export function listSideTexts({ labels, rows, columns }) {
  /** @type {Map<string, string[]>} */ const texts = new Map();
  const add = (/** @type {string} */ place, /** @type {Label} */ { text, mark }) => {
    texts.set(place, [...(texts.get(place) || []), text + mark]);
  };
  for (const label of [...labels].sort((a, b) => a.row - b.row || a.column - b.column)) {
    const { row, column } = label;
    if (row % 1 || column % 1) continue; // it is between squares
    const [down, across] = [row >= 0 && row < rows, column >= 0 && column < columns];
    if (across && !down) add(`${row < 0 ? "top" : "bottom"} ${column}`, label);
    else if (down && !across) add(`${column < 0 ? "left" : "right"} ${row}`, label);
  }
  return texts;
}

/** Return the labels in a place beside the board, as "row,column". @param {View} view @param {string} side @param {number} number */
export function listLabels({ labels, rows, columns }, side, number) {
  return labels
    .filter(({ row, column }) => {
      if (side === "top") return row < 0 && column === number;
      if (side === "bottom") return row >= rows && column === number;
      return row === number && (side === "left" ? column < 0 : column >= columns);
    })
    .sort((a, b) => a.row - b.row || a.column - b.column)
    .map(({ row, column }) => `${row},${column}`);
}

const SIDES = { top: "above column", bottom: "below column", left: "left of row", right: "right of row" };

/** Return the words for a place beside the board. @param {string} place @param {string[]|undefined} texts */
export function describePlace(place, texts) {
  const [side, number] = place.split(" ");
  return `${texts ? `clue ${texts.join(" ")}` : "no clue"} ${SIDES[/** @type {"top"} */ (side)]} ${Number(number) + 1}`;
}

/** Return the words for a cell. @param {View} view @param {number} cell @param {Painted} painted */
export function describeCell(view, cell, { value, marks, centre, eliminated, layer, certain, given, spoken, wrong, hinted, struck, lit, colour }) {
  const { symbols } = view;
  const words = (/** @type {number} */ mask) => symbols.filter((_, one) => hasValue(mask, one)).map((sign) => sign.word).join(" ");
  const parts = [namePlace(view, cell)];
  if (value === 0 && !given) parts.push(`marked ${symbols[0].word}`);
  else if (value !== null) parts.push(`${given ? "given " : ""}${symbols[value].word}`);
  else if (marks || centre || eliminated) {
    if (marks) parts.push(`${certain ? "must be" : "pencil"} ${words(marks)}`);
    if (centre) parts.push(`in the centre ${words(centre)}`);
    if (eliminated) parts.push(`not ${words(eliminated)}`);
  } else if (!isClosed(view, cell)) parts.push("not filled in");
  else if (!view.shaded.includes(cell)) parts.push("not to be filled in");
  else if (!spoken.startsWith("black")) parts.push("black square");
  if (lit) parts.push("lit");
  if (colour) parts.push(`coloured ${COLOURS[colour]}`);
  if (layer) parts.push("what if");
  if (wrong) parts.push("breaks a rule");
  if (hinted) parts.push("hint");
  if (struck) parts.push(`loses ${words(struck)}`);
  const inside = describeLabels(view, cell);
  if (inside && !spoken.split(/\W+/).includes(inside)) parts.push(inside);
  if (spoken) parts.push(spoken);
  return spellCells(parts.join(", "));
}

/** @type {WeakMap<Label[], Map<number, string>>} */
const spokenLabels = new WeakMap();

/** Return the words for the labels in a square, if values are written in squares. @param {View} view @param {number} cell */
function describeLabels({ labels, places, rows, columns }, cell) {
  if (places) return "";
  let texts = spokenLabels.get(labels);
  if (!texts) {
    texts = new Map();
    for (const { row, column, text, shape, about, position } of labels) {
      if (shape === "diagonal" && !text) continue; // the line between two sums
      if (row % 1 || column % 1 || row < 0 || row >= rows || column < 0 || column >= columns) continue;
      const at = row * columns + column;
      // A clue in a corner of its square says more than its text.
      const words = position === "middle" ? text || shape : about.replace(/^the /, "");
      texts.set(at, [texts.get(at), words].filter(Boolean).join(" and "));
    }
    spokenLabels.set(labels, texts);
  }
  return texts.get(cell) || "";
}
