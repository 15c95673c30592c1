import { getLabelText, getMiddle, measureText } from "./measures.js";
import { chooseInk, draw, drawCanvas, drawSymbol, setClass } from "./shapes.js";

/** The drawing of clues and other labels, beside the board and on it. */

/** @typedef {import("./measures.js").Measures} Measures */

const EDGE = 2; // pixels of the border outside the board
const RISE = 0.36; // of the font size: from the middle of a text down to its baseline

/**
 * Draw the clues on the four sides; also return each label by its "row,column".
 * @param {View} view @param {Measures} measured
 */
export function drawSidePanes(view, measured) {
  const { size, font, width, height, places, packed, margin } = measured;
  /** @type {SVGElement[]} */ const panes = [];
  /** @type {Map<string, SVGElement>} */ const labels = new Map();

  /** @param {string} name @param {number} w @param {number} h @param {(label: Label) => [number, number]|null} spot */
  const pane = (name, w, h, spot) => {
    if (!w || !h || (view.places && !view.labels.some(spot))) return;
    const svg = drawCanvas(name, w, h);
    // The border of the board stays visible.
    const [x, y] = [name === "right" ? EDGE : 0, name === "bottom" ? EDGE : 0];
    const [cutX, cutY] = [name === "left" ? EDGE : x, name === "top" ? EDGE : y];
    svg.append(draw("rect", { class: "backdrop", x, y, width: w - cutX + (name === "top" ? EDGE : 0), height: h - cutY }));
    const box = Math.min(24, (places[/** @type {"top"} */ (name)] || places.top)[0] - 2, size - 2);
    svg.append(draw("rect", { class: "band", width: name === "left" || name === "right" ? w : size, height: name === "left" || name === "right" ? size : h, display: "none" }));
    const most = name === "top" || name === "bottom" ? size - 2 : Infinity;
    for (const label of view.labels) {
      const at = spot(label);
      if (!at) continue;
      const group = drawLabel(label, at[0], at[1], font, box, most);
      labels.set(`${label.row},${label.column}`, group);
      svg.append(group);
    }
    panes.push(svg);
  };

  const inside = (/** @type {Label} */ l) => l.row > -1 && l.row < view.rows;
  const left = (/** @type {Label} */ l) => {
    const far = packed?.get(`${l.row},${l.column}`);
    return far === undefined ? inColumn(l) : margin.left - far * font;
  };
  const inColumn = (/** @type {Label} */ l) => margin.left - (places.left.length > 1 ? 3 : 0) - getMiddle(places.left, -1 - l.column);
  const right = (/** @type {Label} */ l) => getMiddle(places.right, l.column - view.columns);
  const across = (/** @type {Label} */ l) => {
    if (l.column < 0) return left(l);
    return l.column >= view.columns ? margin.left + width + right(l) : margin.left + (l.column + 0.5) * size;
  };
  const whole = margin.left + width + margin.right;
  const above = (/** @type {Label} */ l) => margin.top - getMiddle(places.top, -1 - l.row);
  // The corner stays visible with the clues on both sides, and hides what scrolls below it.
  pane("corner", margin.left, margin.top, (l) => (l.row <= -1 && l.column <= -1 ? [left(l), above(l)] : null));
  pane("top", width + margin.right, margin.top, (l) => (l.row <= -1 && l.column > -1 ? [across(l) - margin.left, above(l)] : null));
  pane("bottom", whole, margin.bottom, (l) => (l.row >= view.rows ? [across(l), getMiddle(places.bottom, l.row - view.rows)] : null));
  pane("left", margin.left, height, (l) => (l.column <= -1 && inside(l) ? [left(l), (l.row + 0.5) * size] : null));
  pane("right", margin.right, height, (l) => (l.column >= view.columns && inside(l) ? [right(l), (l.row + 0.5) * size] : null));
  return { panes, labels };
}

/** Return whether a label is on the board, not beside it. @param {View} view @param {Label} label */
function isOnBoard({ rows, columns }, { row, column }) {
  return row > -1 && row < rows && column > -1 && column < columns;
}

/** Return the squares whose clue is a sign without a text, if it is cited. @param {View} view @param {Set<string>} [cited] */
export function listCitedSigns(view, cited) {
  const isSign = (/** @type {Label} */ label) => isOnBoard(view, label) && !(label.row % 1 || label.column % 1) && !getLabelText(label);
  return cited?.size ? view.labels.filter((label) => cited.has(label.about) && isSign(label)).map(({ row, column }) => row * view.columns + column) : [];
}

const CLEAR = 0.06; // of a square: kept free beside a number in a corner
const SMALL = 0.62; // of its usual size: a label that makes room for a value

/** Return how a label moves to a corner of its square. @param {string} position */
function getOffset(position) {
  if (position === "middle") return { x: 0, y: 0, scale: 1 };
  return { x: position.endsWith("right") ? 0.28 : -0.28, y: position.startsWith("bottom") ? 0.3 : -0.3, scale: SMALL };
}

/**
 * Draw the labels on the board. Return their shapes, their texts by square, each label by a key,
 * and the squares with a label in the middle.
 * @param {View} view @param {number} least the smallest text, in squares
 */
export function drawBoardLabels(view, least) {
  /** @type {SVGElement[]} */ const signs = [];
  /** @type {Map<number, SVGElement[]>} */ const squares = new Map();
  /** @type {Map<string, SVGElement>} */ const labels = new Map();
  /** @type {Set<number>} */ const covered = new Set(view.places ? [] : view.shaded);
  for (const label of view.labels) {
    if (!isOnBoard(view, label)) continue;
    const [x, y] = [label.column + 0.5, label.row + 0.5];
    const whole = !(label.row % 1 || label.column % 1);
    const square = whole ? label.row * view.columns + label.column : -1;
    const dark = view.shaded.includes(square);
    if (whole && !view.places && label.position === "middle") covered.add(square);
    if (label.shape !== "nothing") {
      const sign = drawSymbol({ letter: "", word: "", thing: "", glyph: "", colour: "", mark: "", shape: label.shape }, x, y, whole ? 1 : 0.6);
      if (label.shape === "circle") sign.classList.add("white");
      if (dark) sign.classList.add("on-dark");
      signs.push(sign);
    }
    const text = getLabelText(label);
    if (!text) continue;
    const { x: on, y: down, scale } = getOffset(label.position);
    const small = whole ? scale : 0.8;
    const font = Math.max(Math.min(least, 1 / Math.max(1.1, measureText(text))), Math.min(0.5 * small, 1.5 / text.length));
    // Long numbers in a corner keep clear of the rim.
    const most = Math.max(0, 0.5 - CLEAR - (measureText(text) * font) / 2);
    const aside = on && Math.sign(on) * Math.min(Math.abs(on), most);
    const group = draw("g", { class: "label", transform: `translate(${x + aside} ${y + down})` });
    if (label.colour) group.append(draw("rect", { x: -0.3, y: -0.3, width: 0.6, height: 0.6, rx: 0.06, fill: label.colour }));
    // The line below a sign between squares has a gap.
    const written = draw("text", { x: 0, y: font * RISE, "font-size": font, class: whole ? "clue" : "clue between" }, text);
    if (label.colour) written.setAttribute("fill", chooseInk(label.colour));
    group.append(written);
    group.dataset.about = label.about;
    group.dataset.at = `${x - on + aside} ${y} ${label.position}`;
    group.dataset.ground = group.dataset.below = dark || label.shape === "disc" ? "dark" : "";
    labels.set(`${label.row},${label.column},${label.position}`, group);
    if (whole && !view.places) squares.set(square, [...(squares.get(square) || []), group]);
    else squares.set(-1, [...(squares.get(-1) || []), group]);
  }
  return { signs, squares, labels, covered };
}

const QUIET = ["fill", "dot", "nothing", "circle"]; // shapes that a label is readable on

/** Move and colour a label so that it is readable beside or on the value in its square. @param {SVGElement} group @param {Sign|null} sign */
export function placeLabel(group, sign) {
  const [x, y, position] = (group.dataset.at || "").split(" ");
  const moved = getOffset(position === "middle" && sign && !QUIET.includes(sign.shape) ? "top-left" : position);
  const scale = position === "middle" ? moved.scale : 1;
  group.setAttribute("transform", `translate(${Number(x) + moved.x} ${Number(y) + moved.y})${scale === 1 ? "" : ` scale(${scale})`}`);
  const fill = sign?.shape === "fill";
  const own = fill && sign.colour && (sign.mark || sign.colour !== "#000000");
  if (own) group.dataset.ground = chooseInk(sign.colour) === "#fff" ? "black" : "white";
  else group.dataset.ground = fill ? "dark" : group.dataset.below;
}

/** @param {Label} label @param {number} x @param {number} y @param {number} font @param {number} box @param {number} most the width of the place */
function drawLabel(label, x, y, font, box, most) {
  const group = draw("g", { class: "label" });
  const words = getLabelText(label);
  const text = draw("text", { x, y: y + font * RISE, "font-size": font, class: "clue" }, words);
  const length = Math.min(most, measureText(words) * font);
  // Numbers that are wider than their column are condensed, so that neighbours do not run together.
  if (length === most) for (const [key, value] of Object.entries({ textLength: most, lengthAdjust: "spacingAndGlyphs" })) text.setAttribute(key, String(value));
  if (label.colour) {
    const wide = Math.min(most + 1, Math.max(box, length + 4));
    group.append(draw("rect", { x: x - wide / 2, y: y - box / 2, width: wide, height: box, rx: 3, fill: label.colour }));
    text.setAttribute("fill", chooseInk(label.colour));
  }
  group.append(text);
  group.dataset.about = label.about;
  return group;
}

/** Highlight the clues of a row and a column. @param {Element[]} panes @param {number} row @param {number} column @param {number} size @param {number} left width of the clues on the left */
export function highlightPanes(panes, row, column, size, left) {
  for (const pane of panes) {
    const band = /** @type {SVGElement} */ (pane.querySelector(".band"));
    const beside = pane.matches(".left, .right");
    const shown = !pane.matches(".corner") && (beside ? row : column) >= 0;
    band.setAttribute("display", shown ? "inline" : "none");
    if (beside) band.setAttribute("y", String(row * size));
    else band.setAttribute("x", String(column * size + (pane.matches(".bottom") ? left : 0)));
  }
}

/** Dim, tick and highlight labels. @param {Map<string, SVGElement>} labels @param {Overlay} overlay */
export function highlightLabels(labels, { dimmed, done, ticked, blamed, cited }) {
  for (const [key, group] of labels) {
    const about = group.dataset.about || "";
    const names = ["label"];
    if ((about && dimmed?.has(about)) || done?.has(key)) names.push("dimmed");
    if (ticked?.has(key)) {
      names.push("ticked");
      if (!group.querySelector(".tick")) group.append(drawTick(group));
    }
    if (about && blamed?.has(about)) names.push("blamed");
    if (about && cited?.has(about)) names.push("cited");
    setClass(group, names.join(" "));
  }
}

/** Draw the stroke through a ticked clue. @param {Element} group */
function drawTick(group) {
  const text = /** @type {SVGElement} */ (group.querySelector("text"));
  const [x, y, font] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  const reach = font * (0.3 + 0.28 * (text.textContent || "").length);
  const middle = y - font * RISE;
  return draw("path", { d: `M${x - reach} ${middle + 4}L${x + reach} ${middle - 4}`, class: "tick" });
}
