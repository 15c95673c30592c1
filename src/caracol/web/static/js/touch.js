import { COLOURS } from "./drawing.js";
import { has } from "./masks.js";
import { boxOf, placeName } from "./places.js";
import { closed } from "./writing.js";

/** The elements above the drawing of a board: they are focused, spoken and pressed. */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Label} Label */
/** @typedef {{top: number, right: number, bottom: number, left: number}} Margin */

/**
 * What a cell shows and says now.
 * @typedef {import("./types.js").Content & {given: boolean, spoken: string, wrong: boolean, hinted: boolean, struck: number, lit: boolean}} Painted
 */

/**
 * A grid with an element for each cell, and for each place beside it by its "side number".
 * @param {View} view @param {import("./drawing.js").Measures} measured
 */
export function touchGrid(view, { margin, size, places: beside }) {
  const { rows, columns } = view;
  const grid = document.createElement("div");
  grid.className = "touch";
  grid.setAttribute("role", "grid");
  for (const [side, width] of Object.entries({ ...margin, cell: size })) grid.style.setProperty(`--${side}`, `${width}px`);
  /** @type {HTMLElement[]} */ const cells = [];
  /** @type {Map<string, HTMLElement>} */ const places = new Map();
  const place = (/** @type {string} */ role, /** @type {string} */ side, /** @type {number} */ number) => {
    const element = focusable(role, "place");
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
    latticeRows(view, size, margin, cells, line);
    grid.classList.add("lattice");
    const down = [...Array(rows).keys()];
    for (const [side, numbers, role] of /** @type {["top"|"right"|"bottom"|"left", number[], string][]} */ ([["top", across, "columnheader"], ["left", down, "rowheader"], ["right", down, "rowheader"], ["bottom", across, "columnheader"]])) {
      if (!beside[side].length) continue;
      line(numbers.map((number) => {
        const element = place(role, side, number);
        const x = side === "left" ? 0 : side === "right" ? margin.left + columns * size : margin.left + number * size;
        const y = side === "top" ? 0 : side === "bottom" ? margin.top + rows * size : margin.top + number * size;
        lay(element, x, y, side === "left" || side === "right" ? margin[side] : size, side === "top" || side === "bottom" ? margin[side] : size);
        return element;
      }), "line");
    }
    return { grid, cells, places };
  }
  if (margin.top) line(across.map((column) => place("columnheader", "top", column)), "above");
  for (let row = 0; row < rows; row++) {
    const here = across.map((column) => {
      const cell = focusable("gridcell", "cell");
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
 * Places that are no squares lie where they are drawn, one line of them after another.
 * @param {View} view @param {number} size @param {Margin} margin @param {HTMLElement[]} cells
 * @param {(elements: HTMLElement[], name: string) => void} line
 */
function latticeRows(view, size, margin, cells, line) {
  const lines = /** @type {NonNullable<View["places"]>} */ (view.places).lines;
  for (const length of lines) {
    const here = Array.from({ length }, () => {
      const cell = focusable("gridcell", "cell");
      const number = cells.push(cell) - 1;
      const { x, y, width, height } = boxOf(view, number);
      cell.dataset.cell = String(number);
      lay(cell, margin.left + x * size, margin.top + y * size, width * size, height * size);
      return cell;
    });
    if (length) line(here, "line");
  }
}

/** @param {HTMLElement} element @param {number} x @param {number} y @param {number} width @param {number} height */
function lay(element, x, y, width, height) {
  for (const [name, value] of Object.entries({ left: x, top: y, width, height })) element.style.setProperty(name, `${value}px`);
}

/** @param {string} role @param {string} name */
function focusable(role, name) {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  element.tabIndex = -1;
  element.className = name;
  return element;
}

/** The clues of each place beside a board, in their order. @param {View} view */
export function sideTexts({ labels, rows, columns }) {
  /** @type {Map<string, string[]>} */ const texts = new Map();
  const add = (/** @type {string} */ place, /** @type {Label} */ { text, mark }) => {
    const there = texts.get(place) || [];
    there.push(text + mark);
    texts.set(place, there);
  };
  for (const label of [...labels].sort((a, b) => a.row - b.row || a.column - b.column)) {
    const { row, column } = label;
    if (row % 1 || column % 1) continue; // it stands between squares
    const [down, across] = [row >= 0 && row < rows, column >= 0 && column < columns];
    if (across && !down) add(`${row < 0 ? "top" : "bottom"} ${column}`, label);
    else if (down && !across) add(`${column < 0 ? "left" : "right"} ${row}`, label);
  }
  return texts;
}

const SIDES = { top: "above column", bottom: "below column", left: "left of row", right: "right of row" };

/** What is said of a place beside the board. @param {string} place @param {string[]|undefined} texts */
export function placeWords(place, texts) {
  const [side, number] = place.split(" ");
  return `${texts ? `clue ${texts.join(" ")}` : "no clue"} ${SIDES[/** @type {"top"} */ (side)]} ${Number(number) + 1}`;
}

/** What is said of a cell. @param {View} view @param {number} cell @param {Painted} painted */
export function cellWords(view, cell, { value, marks, layer, certain, given, spoken, wrong, hinted, struck, lit, colour }) {
  const { symbols } = view;
  const words = (/** @type {number} */ mask) => symbols.filter((_, one) => has(mask, one)).map((sign) => sign.word).join(" ");
  const said = [placeName(view, cell)];
  if (value === 0 && !given) said.push(`marked ${symbols[0].word}`);
  else if (value !== null) said.push(`${given ? "given " : ""}${symbols[value].word}`);
  else if (marks) said.push(`${certain ? "must be" : "pencil"} ${words(marks)}`);
  else said.push(closed(view, cell) ? "not to be filled in" : "not filled in");
  if (lit) said.push("lit");
  if (colour) said.push(`coloured ${COLOURS[colour]}`);
  if (layer) said.push("what if");
  if (wrong) said.push("breaks a rule");
  if (hinted) said.push("hint");
  if (struck) said.push(`loses ${words(struck)}`);
  const inside = labelsIn(view, cell);
  if (inside) said.push(inside);
  if (spoken) said.push(spoken);
  return said.join(", ");
}

/** @type {WeakMap<Label[], Map<number, string>>} */
const spokenLabels = new WeakMap();

/** What the labels in a square say, where squares are written in. @param {View} view @param {number} cell */
function labelsIn({ labels, places, rows, columns }, cell) {
  if (places) return "";
  let texts = spokenLabels.get(labels);
  if (!texts) {
    texts = new Map();
    for (const { row, column, text, shape } of labels) {
      if (row % 1 || column % 1 || row < 0 || row >= rows || column < 0 || column >= columns) continue;
      const at = row * columns + column;
      texts.set(at, [texts.get(at), text || shape].filter(Boolean).join(" "));
    }
    spokenLabels.set(labels, texts);
  }
  return texts.get(cell) || "";
}
