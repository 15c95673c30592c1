import { has, valuesOf } from "./masks.js";
import { draw, inkOn, symbol } from "./shapes.js";
import { settings } from "./store.js";

/** The drawing of a board: pictures from data, and nothing that anybody does. */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Label} Label */

export const SMALLEST_TEXT = 14; // pixels

/**
 * The measures of a board in pixels: the side of a cell, the width of each place beside the board
 * from the board outwards, and of all places there together.
 * @typedef {{
 *   size: number, font: number, width: number, height: number,
 *   places: {top: number[], right: number[], bottom: number[], left: number[]},
 *   margin: {top: number, right: number, bottom: number, left: number},
 * }} Measures
 */

const NARROW = 760; // pixels
const EDGE = 2; // pixels of the border that lie outside the board
const RISE = 0.36; // how far below its middle a letter stands, in heights
const DEEP = 3; // clues behind each other that have room on any screen

/** Whether clues must be set close: many of them, on a narrow screen. @param {number[]} depth */
function tight(depth) {
  return innerWidth < NARROW && Math.max(...depth) > DEEP;
}

/** @param {number} depth how many clues stand behind each other @param {number} size @param {number} font @param {number} letters of the longest of them @param {boolean} close */
function pitch(depth, size, font, letters, close) {
  const least = Math.ceil(0.62 * letters * font) + 6;
  if (close) return Math.max(least, 17);
  const alone = innerWidth < NARROW ? 28 : Math.max(28, Math.round(size * 0.8));
  return Math.max(depth > 1 ? Math.max(20, Math.round(size * 0.56)) : alone, least);
}

/** How many letters the longest clue has in each place beside the rows, by its column. @param {View} view */
function longest({ labels, rows }) {
  /** @type {Map<number, number>} */ const most = new Map();
  for (const label of labels) {
    if (label.row < 0 || label.row >= rows) continue;
    most.set(label.column, Math.max(most.get(label.column) || 1, textOf(label).length));
  }
  return most;
}

/** What is written of a clue: its colour has a letter, unless that is switched off. @param {Label} label */
function textOf(label) {
  return label.text + (settings.letters ? label.mark : "");
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How far from the board the middle of a place is. @param {number[]} places @param {number} place */
function middle(places, place) {
  return sum(places.slice(0, place)) + (places[place] || 0) / 2;
}

/** The measures for cells of any size. @param {View} view @param {[number, number, number, number]} depth @returns {(size: number) => Measures} */
export function measuring(view, depth) {
  const close = tight(depth);
  const letters = longest(view);
  return (size) => measures(view, depth, size, close, letters);
}

/** @param {View} view @param {[number, number, number, number]} depth @param {number} size @param {boolean} close @param {Map<number, number>} letters @returns {Measures} */
function measures(view, depth, size, close, letters) {
  const font = close ? SMALLEST_TEXT : Math.max(SMALLEST_TEXT, Math.min(22, size * 0.46));
  const [top, right, bottom, left] = depth.map((clues, side) =>
    Array.from({ length: clues }, (_, place) => {
      const widest = side % 2 ? letters.get(side === 1 ? view.columns + place : -1 - place) || 1 : 1;
      return pitch(clues, size, font, widest, close);
    }),
  );
  return {
    size,
    font,
    width: size * view.columns,
    height: size * view.rows,
    places: { top, right, bottom, left },
    margin: { top: sum(top), right: sum(right), bottom: sum(bottom), left: sum(left) },
  };
}

/** @param {string} name @param {number} width @param {number} height @param {number} [across] @param {number} [down] */
function canvas(name, width, height, across = width, down = height) {
  return draw("svg", { class: `pane ${name}`, width, height, viewBox: `0 0 ${across} ${down}`, "aria-hidden": "true" });
}

/** The board itself, and the layers into which lines, contents and highlights go. @param {View} view @param {Measures} measured */
export function mainPane(view, measured) {
  const svg = canvas("main", measured.width, measured.height, view.columns, view.rows);
  const hatch = draw("pattern", { id: "hatch", width: 0.16, height: 0.16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  hatch.append(draw("rect", { width: 0.05, height: 0.16, class: "hatch" }));
  const defs = draw("defs", {});
  defs.append(hatch);
  const [shades, bands, under, contents, strokes, over] = ["shades", "bands", "under", "contents", "strokes", "over"].map((name) => draw("g", { class: name }));
  bands.append(draw("rect", { class: "band", width: view.columns, height: 1 }), draw("rect", { class: "band", width: 1, height: view.rows }));
  svg.append(defs, draw("rect", { class: "paper", width: view.columns, height: view.rows }), shades, bands, under, contents, strokes, over);
  return { svg, shades, bands, under, contents, strokes, over };
}

/** The lines of a board. @param {View} view */
export function strokes(view) {
  return strokePaths(view).map(([weight, d]) => draw("path", { d, class: weight }));
}

const HEAVIER = { faint: "thin", thin: "heavy", heavy: "heavy", thick: "thick" };
const LARGE = 10; // cells from which on it helps to count in fives

/** The fifth lines of a large board that are drawn from end to end. @param {View} view */
function fifths(view) {
  /** @type {Map<string, number>} */ const drawn = new Map();
  for (const [row, column, down] of view.strokes) {
    const line = down ? `down ${column}` : `across ${row}`;
    drawn.set(line, (drawn.get(line) || 0) + 1);
  }
  const whole = new Set();
  const broken = new Set();
  for (const [name, lines, length] of /** @type {[string, number, number][]} */ ([["down", view.columns, view.rows], ["across", view.rows, view.columns]])) {
    if (lines < LARGE) continue;
    for (let line = 5; line < lines; line += 5) (drawn.get(`${name} ${line}`) === length ? whole : broken).add(`${name} ${line}`);
  }
  return { whole, broken };
}

/** The strokes of each weight, as paths; where lines have gaps, signs at the edge count in fives. @param {View} view */
function strokePaths(view) {
  const { whole, broken } = fifths(view);
  /** @type {Record<string, string>} */ const paths = { faint: "", thin: "", heavy: "", thick: "" };
  /** @type {{weight: string, down: number, row: number, column: number, length: number}|null} */ let line = null;
  const end = () => {
    if (line) paths[line.weight] += `M${line.column} ${line.row}${line.down ? "v" : "h"}${line.length}`;
  };
  // Strokes that go on from each other are one line: a large board has some thousand of them.
  const sorted = [...view.strokes].sort((a, b) => a[2] - b[2] || (a[2] ? a[1] - b[1] || a[0] - b[0] : a[0] - b[0] || a[1] - b[1]));
  for (const [row, column, down, weight] of sorted) {
    const fifth = whole.has(down ? `down ${column}` : `across ${row}`);
    const heavy = fifth ? HEAVIER[/** @type {"thin"} */ (weight)] : weight;
    const on = line && line.weight === heavy && line.down === down && (down ? line.column === column && line.row + line.length === row : line.row === row && line.column + line.length === column);
    if (line && on) line.length += 1;
    else {
      end();
      line = { weight: heavy, down, row, column, length: 1 };
    }
  }
  end();
  for (const fifth of broken) {
    const [name, at] = fifth.split(" ");
    paths.heavy += name === "down" ? `M${at} 0v0.2M${at} ${view.rows}v-0.2` : `M0 ${at}h0.2M${view.columns} ${at}h-0.2`;
  }
  return Object.entries(paths).filter(([, path]) => path);
}

/**
 * The clues on the four sides, and each label by its "row,column".
 * @param {View} view @param {Measures} measured
 */
export function sidePanes(view, measured) {
  const { size, font, width, height, places, margin } = measured;
  /** @type {SVGElement[]} */ const panes = [];
  /** @type {Map<string, SVGElement>} */ const labels = new Map();

  /** @param {string} name @param {number} w @param {number} h @param {(label: Label) => [number, number]|null} spot */
  const pane = (name, w, h, spot) => {
    if (!w || !h) return;
    const svg = canvas(name, w, h);
    // The border of the board is left in sight.
    const [x, y] = [name === "right" ? EDGE : 0, name === "bottom" ? EDGE : 0];
    const [cutX, cutY] = [name === "left" ? EDGE : x, name === "top" ? EDGE : y];
    svg.append(draw("rect", { class: "backdrop", x, y, width: w - cutX, height: h - cutY }));
    const box = Math.min(24, (places[/** @type {"top"} */ (name)] || places.top)[0] - 2, size - 2);
    for (const label of view.labels) {
      const at = spot(label);
      if (!at) continue;
      const group = labelAt(label, at[0], at[1], font, box);
      labels.set(`${label.row},${label.column}`, group);
      svg.append(group);
    }
    panes.push(svg);
  };

  const inside = (/** @type {Label} */ l) => l.row >= 0 && l.row < view.rows;
  const left = (/** @type {Label} */ l) => margin.left - (places.left.length > 1 ? 3 : 0) - middle(places.left, -1 - l.column);
  const right = (/** @type {Label} */ l) => middle(places.right, l.column - view.columns);
  const across = (/** @type {Label} */ l) => {
    if (l.column < 0) return left(l);
    return l.column >= view.columns ? margin.left + width + right(l) : margin.left + (l.column + 0.5) * size;
  };
  const whole = margin.left + width + margin.right;
  const above = (/** @type {Label} */ l) => margin.top - middle(places.top, -1 - l.row);
  // The corner stays in sight with the clues on both sides, and what passes below it is hidden.
  pane("corner", margin.left, margin.top, (l) => (l.row < 0 && l.column < 0 ? [left(l), above(l)] : null));
  pane("top", width + margin.right, margin.top, (l) => (l.row < 0 && l.column >= 0 ? [across(l) - margin.left, above(l)] : null));
  pane("bottom", whole, margin.bottom, (l) => (l.row >= view.rows ? [across(l), middle(places.bottom, l.row - view.rows)] : null));
  pane("left", margin.left, height, (l) => (l.column < 0 && inside(l) ? [left(l), (l.row + 0.5) * size] : null));
  pane("right", margin.right, height, (l) => (l.column >= view.columns && inside(l) ? [right(l), (l.row + 0.5) * size] : null));
  return { panes, labels };
}

/** @param {Label} label @param {number} x @param {number} y @param {number} font @param {number} box */
function labelAt(label, x, y, font, box) {
  const group = draw("g", { class: "label" });
  const text = draw("text", { x, y: y + font * RISE, "font-size": font, class: "clue" }, textOf(label));
  if (label.colour) {
    const wide = Math.max(box, 0.6 * font * textOf(label).length + 4);
    group.append(draw("rect", { x: x - wide / 2, y: y - box / 2, width: wide, height: box, rx: 3, fill: label.colour }));
    text.setAttribute("fill", inkOn(label.colour));
  }
  group.append(text);
  group.dataset.about = label.about;
  return group;
}

/** The stroke through a clue that a player has ticked. @param {Element} group */
export function tick(group) {
  const text = /** @type {SVGElement} */ (group.querySelector("text"));
  const [x, y, font] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  const reach = font * (0.3 + 0.28 * (text.textContent || "").length);
  const middle = y - font * RISE;
  return draw("path", { d: `M${x - reach} ${middle + 4}L${x + reach} ${middle - 4}`, class: "tick" });
}

/** Row and column numbers. @param {View} view @param {Measures} measured @param {number} edge */
export function rulers(view, { size, width, height }, edge) {
  const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ count) =>
    draw("text", { x, y: y + 5, "font-size": SMALLEST_TEXT, class: "coordinate" }, String(count + 1));
  const upper = canvas("ruler-top", width, edge);
  for (let column = 0; column < view.columns; column++) upper.append(number((column + 0.5) * size, edge / 2, column));
  const lower = canvas("ruler-left", edge, height);
  for (let row = 0; row < view.rows; row++) lower.append(number(edge / 2, (row + 0.5) * size, row));
  return [upper, lower];
}

/**
 * The places of pencil marks: each value has its own, so that cells can be compared at a glance.
 * @param {View} view @param {number} marks @param {number} x @param {number} y @param {number} least
 */
function markPlaces(view, marks, x, y, least) {
  const values = valuesOf(marks);
  const height = Math.max(least, 0.26);
  const most = { across: Math.floor(0.98 / (height * 0.6)), down: Math.floor(0.98 / (height * 0.86)) };
  // Where there are more values than places, the marks close up.
  const fixed = view.symbols.length <= most.across * most.down;
  const places = fixed ? view.symbols.length : values.length;
  const across = Math.min(most.across, Math.ceil(Math.sqrt(places)));
  const down = Math.ceil(places / across);
  return values.map((value, number) => {
    const place = fixed ? value : number;
    const px = x + 0.06 + (0.88 * (0.5 + (place % across))) / across;
    const py = y + 0.06 + (0.88 * (0.5 + Math.floor(place / across))) / down;
    return { value, px, py, height, side: 0.84 / Math.max(across, down) };
  });
}

/** The only value that a cell can have, where nobody has written it yet. @param {View} view @param {number} marks @param {number} x @param {number} y @param {number} least */
export function certainly(view, marks, x, y, least) {
  const shown = symbol(view.symbols[valuesOf(marks)[0]], x + 0.5, y + 0.5, 0.7, least);
  shown.classList.add("mark");
  return shown;
}

/** @param {View} view @param {number} marks @param {number} x @param {number} y @param {number} least */
export function pencilMarks(view, marks, x, y, least) {
  return markPlaces(view, marks, x, y, least).map(({ value, px, py, height, side }) => {
    const sign = view.symbols[value];
    const letter = () => draw("text", { x: px, y: py + height * 0.36, "font-size": height, class: "letter" }, sign.letter);
    const shown = sign.shape === "letter" || sign.mark ? letter() : symbol(sign, px, py, side);
    shown.classList.add("mark");
    return shown;
  });
}

/**
 * Strokes through pencil marks, and a ring around each cell that loses some.
 * @param {View} view @param {import("./types.js").Content[]} contents
 * @param {Map<number, number>|undefined} struck @param {number} least
 */
export function strikes(view, contents, struck, least) {
  const lost = [...(struck || [])].flatMap(([cell, removed]) =>
    markPlaces(view, contents[cell].marks, cell % view.columns, Math.floor(cell / view.columns), least)
      .filter(({ value }) => has(removed, value))
      .flatMap(({ px, py, side, height }) => {
        const arm = Math.min(0.18, Math.max(side, height) * 0.45);
        const d = `M${px - arm} ${py + arm}L${px + arm} ${py - arm}`;
        return [draw("path", { class: "strike under", d }), draw("path", { class: "strike", d })];
      }),
  );
  return [...squares(view, struck?.keys(), "conclusion", 0.06), ...lost];
}

/** Frames in cells. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name @param {number} inset */
export function squares({ columns }, cells, name, inset) {
  const side = 1 - 2 * inset;
  return [...(cells || [])].map((cell) =>
    draw("rect", { class: name, x: (cell % columns) + inset, y: Math.floor(cell / columns) + inset, width: side, height: side, rx: 0.08 }),
  );
}

/** Whole cells in a shade, together: there may be thousands of them. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name */
export function shade({ columns }, cells, name) {
  const d = [...(cells || [])].map((cell) => `M${cell % columns} ${Math.floor(cell / columns)}h1v1h-1z`).join("");
  return d ? [draw("path", { class: name, d })] : [];
}
