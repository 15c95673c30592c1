import { has, valuesOf } from "./masks.js";
import { boxOf, spotOf } from "./places.js";
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
const OVERVIEW = 16; // pixels: in smaller cells the whole board is looked at, and clues are not read
const EDGE = 2; // pixels of the border that lie outside the board
const RISE = 0.36; // how far below its middle a letter stands, in heights
const RIM = 0.4; // of a square: the room around a board whose outermost lines are written on
const DEEP = 3; // clues behind each other that have room on any screen

/** Whether clues must be set close: many of them, on a narrow screen. @param {number[]} depth */
function tight(depth) {
  return innerWidth < NARROW && Math.max(...depth) > DEEP;
}

/** @param {number} depth how many clues stand behind each other @param {number} size @param {number} font @param {number} letters of the longest of them @param {boolean} close */
function pitch(depth, size, font, letters, close) {
  const least = Math.ceil(0.62 * letters * font) + Math.min(6, size * 0.4);
  if (size < OVERVIEW) return Math.max(least, size * 0.9);
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
  const font = size < OVERVIEW ? Math.max(4, size * 0.8) : close ? SMALLEST_TEXT : Math.max(SMALLEST_TEXT, Math.min(22, size * 0.46));
  const [top, right, bottom, left] = depth.map((clues, side) =>
    Array.from({ length: clues }, (_, place) => {
      const widest = side % 2 ? letters.get(side === 1 ? view.columns + place : -1 - place) || 1 : 1;
      return pitch(clues, size, font, widest, close);
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
  const [shades, bands, under, signs, contents, strokes, texts, over, names] = ["shades", "bands", "under", "signs content given", "contents", "strokes", "texts", "over", "names"].map((name) => draw("g", { class: name }));
  bands.append(draw("rect", { class: "band", width: view.columns, height: 1 }), draw("rect", { class: "band", width: 1, height: view.rows }), draw("path", { class: "band", d: "" }));
  svg.append(defs, draw("rect", { class: "paper", width: view.columns, height: view.rows }), shades, bands, under);
  // On lines of the board values are written, so there they lie above it.
  svg.append(...(view.places ? [strokes, signs, contents] : [signs, contents, strokes]), texts, over, names);
  return { svg, shades, bands, under, signs, contents, strokes, texts, over, names };
}

/** The lines of a board. @param {View} view */
export function strokes(view) {
  const paths = strokePaths(view).map(([weight, d]) => draw("path", { d, class: weight }));
  if (!view.places?.dots) return paths;
  const dots = draw("g", { class: "dots" });
  for (let row = 0; row <= view.rows; row++) {
    for (let column = 0; column <= view.columns; column++) dots.append(draw("circle", { cx: column, cy: row, r: 0.055 }));
  }
  return [...paths, dots];
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
  // Where a board has only dots, a sign would look like a line that somebody drew.
  if (!drawn.size) return { whole, broken };
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
    if (!w || !h || (view.places && !view.labels.some(spot))) return;
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

  const inside = (/** @type {Label} */ l) => l.row > -1 && l.row < view.rows;
  const left = (/** @type {Label} */ l) => margin.left - (places.left.length > 1 ? 3 : 0) - middle(places.left, -1 - l.column);
  const right = (/** @type {Label} */ l) => middle(places.right, l.column - view.columns);
  const across = (/** @type {Label} */ l) => {
    if (l.column < 0) return left(l);
    return l.column >= view.columns ? margin.left + width + right(l) : margin.left + (l.column + 0.5) * size;
  };
  const whole = margin.left + width + margin.right;
  const above = (/** @type {Label} */ l) => margin.top - middle(places.top, -1 - l.row);
  // The corner stays in sight with the clues on both sides, and what passes below it is hidden.
  pane("corner", margin.left, margin.top, (l) => (l.row <= -1 && l.column <= -1 ? [left(l), above(l)] : null));
  pane("top", width + margin.right, margin.top, (l) => (l.row <= -1 && l.column > -1 ? [across(l) - margin.left, above(l)] : null));
  pane("bottom", whole, margin.bottom, (l) => (l.row >= view.rows ? [across(l), middle(places.bottom, l.row - view.rows)] : null));
  pane("left", margin.left, height, (l) => (l.column <= -1 && inside(l) ? [left(l), (l.row + 0.5) * size] : null));
  pane("right", margin.right, height, (l) => (l.column >= view.columns && inside(l) ? [right(l), (l.row + 0.5) * size] : null));
  return { panes, labels };
}

/** Whether a label stands on the board, not beside it. @param {View} view @param {Label} label */
function onBoard({ rows, columns }, { row, column }) {
  return row > -1 && row < rows && column > -1 && column < columns;
}

const SMALL = 0.62; // of its size has a label that makes room for a value

/** The move of a label to a corner of its square. @param {string} position */
function moveTo(position) {
  if (position === "middle") return { x: 0, y: 0, scale: 1 };
  return { x: position.endsWith("right") ? 0.28 : -0.28, y: position.startsWith("bottom") ? 0.3 : -0.3, scale: SMALL };
}

/**
 * The labels on the board: their shapes, their texts by square, each label by a name, and the
 * squares with one in the middle.
 * @param {View} view @param {number} least the smallest text, in squares
 */
export function boardLabels(view, least) {
  /** @type {SVGElement[]} */ const signs = [];
  /** @type {Map<number, SVGElement[]>} */ const squares = new Map();
  /** @type {Map<string, SVGElement>} */ const labels = new Map();
  /** @type {Set<number>} */ const covered = new Set(view.places ? [] : view.shaded);
  for (const label of view.labels) {
    if (!onBoard(view, label)) continue;
    const [x, y] = [label.column + 0.5, label.row + 0.5];
    const whole = !(label.row % 1 || label.column % 1);
    const square = whole ? label.row * view.columns + label.column : -1;
    const dark = view.shaded.includes(square);
    if (whole && !view.places && label.position === "middle") covered.add(square);
    if (label.shape !== "nothing") {
      const sign = symbol({ letter: "", word: "", glyph: "", colour: "", mark: "", shape: label.shape }, x, y, whole ? 1 : 0.6);
      if (label.shape === "circle") sign.classList.add("white");
      if (dark) sign.classList.add("on-dark");
      signs.push(sign);
    }
    const text = textOf(label);
    if (!text) continue;
    const { x: on, y: down, scale } = moveTo(label.position);
    const small = whole ? scale : 0.8;
    const font = Math.max(least, Math.min(0.5 * small, 1.5 / text.length));
    const group = draw("g", { class: "label", transform: `translate(${x + on} ${y + down})` });
    if (label.colour) group.append(draw("rect", { x: -0.3, y: -0.3, width: 0.6, height: 0.6, rx: 0.06, fill: label.colour }));
    // The line on which a sign stands has a gap there.
    const written = draw("text", { x: 0, y: font * RISE, "font-size": font, class: whole ? "clue" : "clue between" }, text);
    if (label.colour) written.setAttribute("fill", inkOn(label.colour));
    group.append(written);
    group.dataset.about = label.about;
    group.dataset.at = `${x} ${y} ${label.position}`;
    group.dataset.ground = group.dataset.below = dark || label.shape === "disc" ? "dark" : "";
    labels.set(`${label.row},${label.column},${label.position}`, group);
    if (whole && !view.places) squares.set(square, [...(squares.get(square) || []), group]);
    else squares.set(-1, [...(squares.get(-1) || []), group]);
  }
  return { signs, squares, labels, covered };
}

const QUIET = ["fill", "dot", "nothing", "circle"]; // a label stands in the middle of these

/** Let a label be read beside or above what is written in its square. @param {SVGElement} group @param {import("./types.js").Sign|null} sign */
export function settleLabel(group, sign) {
  const [x, y, position] = (group.dataset.at || "").split(" ");
  const moved = moveTo(position === "middle" && sign && !QUIET.includes(sign.shape) ? "top-left" : position);
  const scale = position === "middle" ? moved.scale : 1;
  group.setAttribute("transform", `translate(${Number(x) + moved.x} ${Number(y) + moved.y})${scale === 1 ? "" : ` scale(${scale})`}`);
  const fill = sign?.shape === "fill";
  const own = fill && sign.colour && (sign.mark || sign.colour !== "#000000");
  if (own) group.dataset.ground = inkOn(sign.colour) === "#fff" ? "black" : "white";
  else group.dataset.ground = fill ? "dark" : group.dataset.below;
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
 * @param {View} view @param {number} marks @param {number} cell @param {number} least
 */
function markPlaces(view, marks, cell, least) {
  const values = valuesOf(marks);
  const { x, y, width } = boxOf(view, cell);
  const { form } = spotOf(view, cell);
  if (form !== "square") {
    // On a line there is no room but along it.
    const part = 0.62 / view.symbols.length;
    const middle = spotOf(view, cell);
    return values.map((value) => {
      const along = form === "corner" ? ((value + 0.5) / view.symbols.length - 0.5) * width : (value - (view.symbols.length - 1) / 2) * part;
      const [px, py] = form === "upright" ? [middle.x, middle.y + along] : [middle.x + along, middle.y];
      return { value, px, py, height: Math.max(least * 0.8, 0.24), side: 0.26 };
    });
  }
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

/** A value on its place, or a smaller one. @param {View} view @param {number} cell @param {number} value @param {number} least @param {number} [part] */
export function written(view, cell, value, least, part = 1) {
  const { x, y, form } = spotOf(view, cell);
  const sign = view.symbols[value];
  const whole = form === "square" || (sign.shape === "line" && form !== "corner");
  const shown = symbol(sign, x, y, (whole ? 1 : 0.5) * part, whole ? least : 0, form === "upright");
  if (form !== "corner") return shown;
  // The lines of the board end before what stands on a corner.
  const group = draw("g", {});
  group.append(draw("circle", { cx: x, cy: y, r: 0.26 * part, class: "ground" }), shown);
  return group;
}

/** The only value that a cell can have, where nobody has written it yet. @param {View} view @param {number} marks @param {number} cell @param {number} least */
export function certainly(view, marks, cell, least) {
  const shown = written(view, cell, valuesOf(marks)[0], least, 0.7);
  shown.classList.add("mark");
  return shown;
}

/** @param {View} view @param {number} marks @param {number} cell @param {number} least */
export function pencilMarks(view, marks, cell, least) {
  const upright = spotOf(view, cell).form === "upright";
  return markPlaces(view, marks, cell, least).map(({ value, px, py, height, side }) => {
    const sign = view.symbols[value];
    const letter = () => draw("text", { x: px, y: py + height * 0.36, "font-size": height, class: "letter" }, sign.letter);
    const shown = sign.shape === "letter" || sign.mark ? letter() : symbol(sign, px, py, side, 0, upright);
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
    markPlaces(view, contents[cell].marks, cell, least)
      .filter(({ value }) => has(removed, value))
      .flatMap(({ px, py, side, height }) => {
        const arm = Math.min(0.18, Math.max(side, height) * 0.45);
        const d = `M${px - arm} ${py + arm}L${px + arm} ${py - arm}`;
        return [draw("path", { class: "strike under", d }), draw("path", { class: "strike", d })];
      }),
  );
  return [...squares(view, struck?.keys(), "conclusion", 0.06), ...lost];
}

/** The names of regions, each in one of its cells. @param {View} view @param {number} size */
export function names(view, size) {
  const font = Math.max(SMALLEST_TEXT / size, 0.24);
  return view.names.map(([cell, name]) => {
    const { x, y } = boxOf(view, cell);
    return draw("text", { x: x + 0.06 + font * 0.36, y: y + 0.04 + font * 0.82, "font-size": font, class: "name" }, name);
  });
}

export const COLOURS = ["", "yellow", "green", "blue", "pink", "grey"];

/** The colours that the player has given to cells. @param {View} view @param {import("./types.js").Content[]} contents */
export function tints(view, contents) {
  return COLOURS.slice(1).flatMap((name, number) => {
    const cells = contents.flatMap(({ colour }, cell) => (colour === number + 1 ? [cell] : []));
    return shade(view, cells, `tint tint-${name}`);
  });
}

/** Frames in cells. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name @param {number} inset */
export function squares(view, cells, name, inset) {
  return [...(cells || [])].map((cell) => {
    const { x, y, width, height } = boxOf(view, cell);
    const gap = Math.min(inset, 0.2 * Math.min(width, height));
    return draw("rect", { class: name, x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap, rx: 0.08 });
  });
}

/** Whole cells in a shade, together: there may be thousands of them. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name */
export function shade(view, cells, name) {
  const d = [...(cells || [])]
    .map((cell) => boxOf(view, cell))
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join("");
  return d ? [draw("path", { class: name, d })] : [];
}
