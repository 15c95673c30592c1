import { listValues } from "../shared/masks.js";
import { SMALLEST_TEXT } from "./measures.js";
import { drawNotes } from "./notes.js";
import { getBox, getSpot } from "./places.js";
import { draw, drawCanvas, drawSymbol } from "./shapes.js";

/** The drawing of a board: lines, contents and highlights. */

/** @typedef {import("./measures.js").Measures} Measures */

/** Draw the board with empty layers for lines, contents and highlights. @param {View} view @param {Measures} measured */
export function drawMainPane(view, measured) {
  const svg = drawCanvas("main", measured.width, measured.height, view.columns, view.rows);
  const hatch = draw("pattern", { id: "hatch", width: 0.16, height: 0.16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  hatch.append(draw("rect", { width: 0.05, height: 0.16, class: "hatch" }));
  const head = draw("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto-start-reverse" });
  head.append(draw("path", { d: "M0 0L10 5L0 10z", class: "arrow-head" }));
  const defs = draw("defs", {});
  defs.append(hatch, head);
  const [shades, bands, under, signs, contents, strokes, texts, over, names] = ["shades", "bands", "under", "signs content given", "contents", "strokes", "texts", "over", "names"].map((name) => draw("g", { class: name }));
  bands.append(draw("rect", { class: "band", width: view.columns, height: 1 }), draw("rect", { class: "band", width: 1, height: view.rows }), draw("path", { class: "band", d: "" }));
  const slanted = draw("path", { class: "diagonals", d: `M0 0L${view.columns} ${view.rows}M${view.columns} 0L0 ${view.rows}` });
  svg.append(defs, draw("rect", { class: "paper", width: view.columns, height: view.rows }), shades, bands, ...(view.diagonals ? [slanted] : []), under);
  // Values that are written on lines lie above them.
  svg.append(...(view.places ? [strokes, signs, contents] : [signs, contents, strokes]), texts, over, names);
  return { svg, shades, bands, under, signs, contents, strokes, texts, over, names };
}

/** Draw the lines of a board. @param {View} view */
export function drawStrokes(view) {
  const paths = listStrokePaths(view).map(([weight, d]) => draw("path", { d, class: weight }));
  if (!view.places?.dots) return paths;
  const dots = draw("g", { class: "dots" });
  for (let row = 0; row <= view.rows; row++) {
    for (let column = 0; column <= view.columns; column++) dots.append(draw("circle", { cx: column, cy: row, r: 0.055 }));
  }
  return [...paths, dots];
}

/** Return the strokes of each weight as paths. @param {View} view */
function listStrokePaths(view) {
  /** @type {Record<string, string>} */ const paths = { faint: "", thin: "", thick: "" };
  /** @type {{weight: string, down: number, row: number, column: number, length: number}|null} */ let line = null;
  const end = () => {
    if (line) paths[line.weight] += `M${line.column} ${line.row}${line.down ? "v" : "h"}${line.length}`;
  };
  // Join strokes that continue each other: a large board has thousands of them.
  const sorted = [...view.strokes].sort((a, b) => a[2] - b[2] || (a[2] ? a[1] - b[1] || a[0] - b[0] : a[0] - b[0] || a[1] - b[1]));
  for (const [row, column, down, weight] of sorted) {
    const on = line && line.weight === weight && line.down === down && (down ? line.column === column && line.row + line.length === row : line.row === row && line.column + line.length === column);
    if (line && on) line.length += 1;
    else {
      end();
      line = { weight, down, row, column, length: 1 };
    }
  }
  end();
  return Object.entries(paths).filter(([, path]) => path);
}

/** Draw row and column numbers. @param {View} view @param {Measures} measured @param {number} edge */
export function drawRulers(view, { size, width, height, font }, edge) {
  const small = Math.min(SMALLEST_TEXT, font);
  // Where the cells are narrower than the numbers, only some are numbered.
  const every = size < small * 1.6 ? 5 : 1;
  const numbers = (/** @type {number} */ lines) => [...Array(lines).keys()].filter((line) => (line + 1) % every === 0 || line === 0);
  const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ count) =>
    draw("text", { x, y: y + small * 0.36, "font-size": small, class: "coordinate" }, String(count + 1));
  const middle = edge / 2 - 2; // the border of the board is partly outside it
  const upper = drawCanvas("ruler-top", width, edge);
  upper.append(...numbers(view.columns).map((column) => number((column + 0.5) * size, middle, column)));
  const lower = drawCanvas("ruler-left", edge, height);
  lower.append(...numbers(view.rows).map((row) => number(middle, (row + 0.5) * size, row)));
  return [drawCanvas("ruler-corner", 1, 1), upper, lower];
}

/** Draw a value in its place. @param {View} view @param {number} cell @param {number} value @param {number} least @param {number} [part] of the usual size */
function drawValue(view, cell, value, least, part = 1) {
  const { x, y, form } = getSpot(view, cell);
  const sign = view.symbols[value];
  const whole = form === "square" || (sign.shape === "line" && form !== "corner");
  const shown = drawSymbol(sign, x, y, (whole ? 1 : 0.5) * part, whole ? least : 0, form === "upright");
  if (form !== "corner") return shown;
  // The lines of the board end before a value on a corner.
  const group = draw("g", {});
  group.append(draw("circle", { cx: x, cy: y, r: 0.26 * part, class: "ground" }), shown);
  return group;
}

/**
 * Draw what a cell contains: a value, or notes, and the corner that marks a trial.
 * @param {View} view @param {number} cell @param {import("./elements.js").Painted} painted
 * @param {boolean} covered whether it has a label in the middle @param {number} least
 */
export function drawContent(view, cell, painted, covered, least) {
  const { value, marks, layer, certain, given } = painted;
  const { x, y, width, height } = getBox(view, cell);
  const parts = [];
  // A sign for nothing gives way to a label, and to a black square.
  const gives = (/** @type {number} */ one) => covered && ["dot", "nothing"].includes(view.symbols[one].shape);
  if (value !== null) {
    if (given) parts.push(draw("rect", { class: "given-shade", x, y, width, height }));
    if (!gives(value)) parts.push(drawValue(view, cell, value, least));
  } else if (certain) {
    if (!gives(listValues(marks)[0])) parts.push(drawCertainValue(view, marks, cell, least));
  } else parts.push(...drawNotes(view, painted, cell, least));
  if (layer) parts.push(draw("path", { d: `M${x + 0.1} ${y + 0.1}h0.22l-0.22 0.22z`, class: "corner" }));
  return parts;
}

/** Draw the only possible value of a cell, smaller than one that is written. @param {View} view @param {number} marks @param {number} cell @param {number} least */
function drawCertainValue(view, marks, cell, least) {
  const shown = drawValue(view, cell, listValues(marks)[0], least, 0.7);
  shown.classList.add("mark");
  return shown;
}

/** Draw the names of regions, each in one of its cells. @param {View} view @param {number} size */
export function drawNames(view, size) {
  const font = Math.max(SMALLEST_TEXT / size, 0.24);
  return view.names.map(([cell, name]) => {
    const { x, y } = getBox(view, cell);
    return draw("text", { x: x + 0.06 + font * 0.36, y: y + 0.04 + font * 0.82, "font-size": font, class: "name" }, name);
  });
}

export const COLOURS = ["", "yellow", "green", "blue", "pink", "grey"];

/** Draw the colours that the player gave to cells. @param {View} view @param {Content[]} contents */
export function drawTints(view, contents) {
  return COLOURS.slice(1).flatMap((name, number) => {
    const cells = contents.flatMap(({ colour }, cell) => (colour === number + 1 ? [cell] : []));
    return drawShade(view, cells, `tint tint-${name}`);
  });
}

/** Draw frames in cells. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name @param {number} inset */
export function drawFrames(view, cells, name, inset) {
  return [...(cells || [])].map((cell) => {
    const { x, y, width, height } = getBox(view, cell);
    const gap = Math.min(inset, 0.2 * Math.min(width, height));
    return draw("rect", { class: name, x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap, rx: 0.08 });
  });
}

const AWAY = 0.24; // of a cell: from the middle of a cell to an arrow

/** Draw arrows between cells. @param {View} view @param {Arrow[]} [arrows] */
export function drawArrows(view, arrows = []) {
  return arrows.map(({ from, to, last }) => {
    const [one, other] = [getSpot(view, from), getSpot(view, to)];
    const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const [x, y] = [((other.x - one.x) / far) * Math.min(AWAY, far / 3), ((other.y - one.y) / far) * Math.min(AWAY, far / 3)];
    return draw("path", { class: `arrow${last ? " last" : ""}`, d: `M${one.x + x} ${one.y + y}L${other.x - x} ${other.y - y}`, "marker-end": "url(#arrow)" });
  });
}

/** Draw lines between the middles of cells that belong together. @param {View} view @param {[number, number][]} [ties] */
export function drawTies(view, ties = []) {
  const d = ties
    .map((pair) => pair.map((cell) => getSpot(view, cell)))
    .map(([one, other]) => `M${one.x} ${one.y}L${other.x} ${other.y}`)
    .join("");
  return d ? [draw("path", { class: "tie", d })] : [];
}

/** Shade cells by one path, because there may be thousands of them. @param {View} view @param {Iterable<number>|undefined} cells @param {string} name */
export function drawShade(view, cells, name) {
  const d = [...(cells || [])]
    .map((cell) => getBox(view, cell))
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join("");
  return d ? [draw("path", { class: name, d })] : [];
}
