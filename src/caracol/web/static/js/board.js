import { SMALLEST_TEXT, boardLabels, certainly, mainPane, measuring, names, pencilMarks, rulers, settleLabel, sidePanes, shade, squares, strikes, strokes, tick, tints, written } from "./drawing.js";
import { areasOf, boxOf } from "./places.js";
import { LARGEST_CELL, Pointing, SMALLEST_CELL } from "./pointing.js";
import { draw } from "./shapes.js";
import { settings } from "./store.js";
import { cellWords, placeWords, sideTexts, touchGrid } from "./touch.js";
import { Walking } from "./walking.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Tool} Tool */
/** @typedef {import("./touch.js").Painted} Painted */

const RULER = 18; // pixels: room for numbers that are shown when they are needed
const LARGEST = 116; // pixels: no cell becomes larger by itself
const EASY = { mouse: 14, finger: 22 }; // pixels: smaller cells are hard to hit, so the board scrolls instead

/**
 * What is shown beside the contents: rings, shades, dimmed clues.
 * @typedef {{
 *   wrong?: Set<number>, look?: Set<number>, because?: Set<number>, conclusion?: Set<number>,
 *   differ?: Set<number>, dimmed?: Set<string>, done?: Set<string>, ticked?: Set<string>, blamed?: Set<string>,
 *   lit?: Set<number>, told?: Set<string>, struck?: Map<number, number>, named?: boolean,
 * }} Overlay
 */

/**
 * A board: the scene is drawn as SVG, and above it lies a grid of real elements that can be
 * focused, spoken and pressed. It knows no rule; it tells what people do to it:
 *
 * - `stroke-start`, `stroke-over`, `stroke-end`, `stroke-cancel`: the pointer on cells;
 * - `cell-key`: a key on a cell;
 * - `place-press`: a press on a place beside the board.
 */
export class PuzzleBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {View|null} */ this.view = null;
    /** @type {Content[]} */ this.contents = [];
    /** @type {Overlay} */ this.overlay = {};
    this.cursor = 0;
    this.m = { top: 0, right: 0, bottom: 0, left: 0 };
    /** @type {Map<string, SVGElement>} */ this.labels = new Map();
    this.zoom = 0; // 0: as suits the room and the fingers; otherwise the side of a cell in pixels
    /** Room for clues above and left of the board that may still come. */ this.reserve = [0, 0];
    /** How many pixels of the window are taken by what stands below the board. */ this.below = () => 170;
    this.looking = false; // whether cells are only looked at, and may be too small to touch
    /** @type {Tool|null} places of this tool are shown even where no clue stands */ this.tool = null;
    this.size = 40;
    /** @type {HTMLElement|null} */ this.touch = null;
    /** @type {HTMLElement[]} */ this.cells = [];
    /** @type {Map<string, HTMLElement>} */ this.places = new Map();
    /** @type {Map<number, SVGElement>} what is drawn in a cell */ this.drawn = new Map();
    /** @type {Painted[]} */ this.painted = [];
    /** @type {Map<number, SVGElement[]>} labels in squares */ this.inside = new Map();
    /** @type {Set<number>} squares with a label in the middle */ this.covered = new Set();
    /** @type {Record<string, string>} what each part of the board was made from */ this.made = {};
    this.pointing = new Pointing(this);
    this.walking = new Walking(this);
    /** @type {number[][]} the area around each cell that heavy lines enclose */ this.areas = [];
    this.shownCell = -1;
    this.framed = 0; // the side of a cell in pixels when the frame was built
  }

  connectedCallback() {
    this.observer = new ResizeObserver(() => this.refit());
    if (this.parentElement) this.observer.observe(this.parentElement);
    addEventListener("resize", () => this.refit());
  }

  disconnectedCallback() {
    this.observer?.disconnect();
  }

  /** Show another puzzle. @param {View} view @param {Content[]} contents */
  show(view, contents) {
    const same = this.view && this.view.rows === view.rows && this.view.columns === view.columns && this.view.givens.length === view.givens.length;
    this.view = view;
    this.contents = contents;
    this.overlay = {}; // what was pointed at goes with the board before
    if (!same) {
      this.classList.remove("larger-than-room");
      this.cursor = 0;
      this.viewport?.scrollTo(0, 0);
    }
    this.build();
  }

  /** Show other contents or another overlay. @param {Content[]} contents @param {Overlay} overlay */
  update(contents, overlay) {
    this.contents = contents;
    this.overlay = overlay;
    this.paint();
  }

  // -- measures ------------------------------------------------------------------------------

  /** Depth of the clues on each side, in places. @returns {[number, number, number, number]} */
  depth() {
    const view = /** @type {View} */ (this.view);
    const [top, right, bottom, left] = view.margins;
    const kept = this.reserve;
    const sides = this.tool && this.tool.gesture === "outside" ? this.tool.sides : [];
    const least = (/** @type {string} */ side, /** @type {number} */ depth) => Math.max(depth, sides.includes(side) ? 1 : 0);
    return [Math.max(kept[0], least("top", top)), least("right", right), least("bottom", bottom), Math.max(kept[1], least("left", left))];
  }

  refit() {
    if (!this.view) return;
    if (this.fitted() !== this.size) this.build();
  }

  /** Make cells so large, in pixels; 0: as suits the room and the fingers. @param {number} size */
  zoomTo(size) {
    this.zoom = size && Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, size));
    this.build();
  }

  /** Make the whole board fit, also where its cells become smaller than fingers like them. */
  zoomToFit() {
    const whole = this.roomy();
    this.zoomTo(this.size === whole ? 0 : whole);
  }

  /** Let one finger move the board, or write again. @param {boolean} moving */
  move(moving) {
    this.pointing.moving = moving;
    this.classList.toggle("moving", moving);
  }

  /** The side of a cell in pixels that suits the room there is, and the fingers. */
  fitted() {
    if (this.zoom) return this.zoom;
    const easy = this.looking ? SMALLEST_CELL : matchMedia("(pointer: coarse)").matches ? EASY.finger : EASY.mouse;
    const whole = this.roomy();
    // A board that must scroll anyhow has cells that are well seen.
    return whole >= easy ? whole : Math.max(easy + 4, this.roomy(true));
  }

  /** How high the board may be, in pixels. */
  room() {
    const top = this.getBoundingClientRect().top + scrollY;
    return Math.max(200, Math.floor(innerHeight - top - this.below()));
  }

  /** The side of a cell in pixels at which the whole board fits, or its width. @param {boolean} [across] */
  roomy(across = false) {
    const view = /** @type {View} */ (this.view);
    const depth = this.depth();
    const edge = RULER;
    const wide = this.clientWidth - edge - 8;
    const high = across ? Infinity : this.room() - edge - 8;
    const measures = measuring(view, depth);
    for (let size = across ? 44 : LARGEST; size > SMALLEST_CELL; size--) {
      const { width, height, margin } = measures(size);
      if (width + margin.left + margin.right <= wide && height + margin.top + margin.bottom <= high) return size;
    }
    return SMALLEST_CELL;
  }

  // -- building ------------------------------------------------------------------------------

  /** Build what is not there yet; parts that would be the same stay as they are. */
  build() {
    const view = /** @type {View} */ (this.view);
    this.style.setProperty("--room", `${this.room()}px`);
    this.size = this.fitted();
    const measured = measuring(view, this.depth())(this.size);
    const frame = this.renewed("frame", [view.rows, view.columns, view.places?.spots, measured]);
    const left = this.seen();
    if (frame) this.buildFrame(measured);
    this.touch?.setAttribute("aria-label", `${view.genre.name}, ${view.rows} rows, ${view.columns} columns`);
    if (this.renewed("strokes", view.strokes) || frame) {
      this.layers?.strokes.replaceChildren(...strokes(view));
      this.areas = areasOf(view);
    }
    if (this.renewed("shades", view.shaded) || frame) this.layers?.shades.replaceChildren(...shade({ ...view, places: null }, view.shaded, "shaded"));
    if (this.renewed("sides", [view.labels, view.shaded, settings.letters]) || frame) this.buildSides(measured);
    if (this.renewed("symbols", view.symbols) || frame) this.painted = [];
    this.paint();
    if (frame) this.settle(left);
  }

  /** Whether a part must be made anew, as it was made from something else. @param {string} part @param {any} from */
  renewed(part, from) {
    const text = JSON.stringify(from);
    if (this.made[part] === text) return false;
    this.made[part] = text;
    return true;
  }

  /** @param {import("./drawing.js").Measures} measured */
  buildFrame(measured) {
    const view = /** @type {View} */ (this.view);
    const { width, height, margin } = measured;
    this.m = margin;
    const viewport = document.createElement("div");
    viewport.className = "viewport";
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    const edge = RULER;
    sheet.style.gridTemplateColumns = `${edge}px ${margin.left}px ${width}px ${margin.right}px`;
    sheet.style.gridTemplateRows = `${edge}px ${margin.top}px ${height}px ${margin.bottom}px`;
    const { svg, ...layers } = mainPane(view, measured);
    this.layers = layers;
    this.drawn = new Map();
    const { grid, cells, places } = touchGrid(view, measured);
    Object.assign(this, { touch: grid, cells, places });
    cells[this.cursor].tabIndex = 0;
    this.pointing.listen(grid);
    grid.addEventListener("keydown", (event) => this.walking.key(event));
    grid.addEventListener("focusin", (event) => this.focusIn(event));
    sheet.append(...rulers(view, measured, edge), svg, grid);
    // What is focused by keys must not hide below the clues that stay in sight.
    viewport.style.scrollPadding = `${margin.top + edge + 3}px 3px 3px ${margin.left + edge + 3}px`;
    viewport.append(sheet);
    this.replaceChildren(viewport);
    this.viewport = viewport;
  }

  /** Which part of the board is in sight, in cells, and whether it is in focus. */
  seen() {
    const { viewport, framed } = this;
    const focused = this.contains(document.activeElement);
    if (!viewport || !framed) return { column: 0, row: 0, focused };
    return { column: viewport.scrollLeft / framed, row: viewport.scrollTop / framed, focused };
  }

  /** After a new frame: what was in sight and in focus is so again. @param {{column: number, row: number, focused: boolean}} left */
  settle({ column, row, focused }) {
    const viewport = /** @type {HTMLElement} */ (this.viewport);
    this.framed = this.size;
    viewport.scrollTo(column * this.size, row * this.size);
    if (focused) this.focusCursor();
    const overflowing = viewport.scrollWidth > viewport.clientWidth + 1 || viewport.scrollHeight > viewport.clientHeight + 1;
    this.classList.toggle("overflowing", overflowing);
    if (overflowing) this.classList.add("larger-than-room");
  }

  /** The clues on the four sides, drawn and spoken. @param {import("./drawing.js").Measures} measured */
  buildSides(measured) {
    const { panes, labels } = sidePanes(/** @type {View} */ (this.view), measured);
    for (const old of this.panes || []) old.remove();
    this.panes = panes;
    this.labels = labels;
    this.touch?.before(...panes);
    const board = boardLabels(/** @type {View} */ (this.view), SMALLEST_TEXT / this.size);
    for (const [key, group] of board.labels) labels.set(key, group);
    this.inside = board.squares;
    this.covered = board.covered;
    this.layers?.signs.replaceChildren(...board.signs);
    this.layers?.texts.replaceChildren(...[...board.squares.values()].flat());
    this.painted = [];
    this.sideTexts = sideTexts(/** @type {View} */ (this.view));
    for (const [place, element] of this.places) {
      /** @type {HTMLElement} */ (element.firstElementChild).textContent = placeWords(place, this.sideTexts.get(place));
    }
  }

  // -- painting ------------------------------------------------------------------------------

  /** Bring everything up to date; what is so already is not touched. */
  paint() {
    const { view, layers } = this;
    if (!view || !layers) return;
    const least = SMALLEST_TEXT / this.size;
    for (let cell = 0; cell < this.cells.length; cell++) this.paintCell(cell, least);
    const { look, because, conclusion, wrong, differ, lit, named } = this.overlay;
    this.classList.toggle("naming", Boolean(named));
    fill(layers.names, named ? names(view, this.size) : []);
    fill(layers.under, [...shade(view, lit, "lit"), ...tints(view, this.contents), ...shade(view, look, "look"), ...shade(view, differ, "differ"), ...shade(view, wrong, "wrong-shade")]);
    fill(layers.over, [
      ...squares(view, because, "because", 0.1),
      ...squares(view, wrong, "wrong", 0.06),
      ...squares(view, conclusion, "conclusion", 0.06),
      ...strikes(view, this.contents, this.overlay.struck, least),
    ]);
    const { dimmed, done, ticked, blamed, told } = this.overlay;
    for (const [key, group] of this.labels) {
      const about = group.dataset.about || "";
      const names = ["label"];
      if ((about && dimmed?.has(about)) || done?.has(key)) names.push("dimmed");
      if (ticked?.has(key)) {
        names.push("ticked");
        if (!group.querySelector(".tick")) group.append(tick(group));
      }
      if (about && blamed?.has(about)) names.push("blamed");
      if (about && told?.has(about)) names.push("told");
      name(group, names.join(" "));
    }
    this.hover(this.shownCell);
  }

  /** @param {number} cell @param {number} least */
  paintCell(cell, least) {
    const view = /** @type {View} */ (this.view);
    const { wrong, conclusion, struck, lit } = this.overlay;
    const { value, marks, layer, certain = false, colour = 0 } = this.contents[cell];
    /** @type {Painted} */
    const now = {
      value,
      marks,
      layer,
      certain,
      colour,
      given: view.givens[cell] !== null,
      spoken: view.spoken[cell],
      wrong: wrong?.has(cell) || false,
      hinted: conclusion?.has(cell) || false,
      struck: struck?.get(cell) || 0,
      lit: lit?.has(cell) || false,
    };
    const before = this.painted[cell];
    const same = (/** @type {(keyof Painted)[]} */ names) => before && names.every((one) => before[one] === now[one]);
    const drawn = same(["value", "marks", "layer", "certain", "given"]);
    if (drawn && same(["spoken", "wrong", "hinted", "struck", "lit", "colour"])) return;
    this.painted[cell] = now;
    if (!drawn) this.drawCell(cell, now, least);
    for (const label of this.inside.get(cell) || []) settleLabel(label, value === null ? null : view.symbols[value]);
    this.cells[cell].setAttribute("aria-label", cellWords(view, cell, now));
  }

  /** @param {number} cell @param {Painted} painted @param {number} least */
  drawCell(cell, { value, marks, layer, certain, given }, least) {
    const view = /** @type {View} */ (this.view);
    let group = this.drawn.get(cell);
    if (value === null && !marks && !layer) {
      // Most cells are empty, and need no element.
      this.drawn.delete(cell);
      group?.remove();
      return;
    }
    const { x, y, width, height } = boxOf(view, cell);
    const parts = [];
    if (value !== null) {
      if (given) parts.push(draw("rect", { class: "given-shade", x, y, width, height }));
      // Where a label stands, a sign for nothing gives way to it.
      if (!this.covered.has(cell) || !["dot", "nothing"].includes(view.symbols[value].shape)) parts.push(written(view, cell, value, least));
    } else if (certain) {
      parts.push(certainly(view, marks, cell, least));
    } else if (marks) {
      parts.push(...pencilMarks(view, marks, cell, least));
    }
    if (layer) parts.push(draw("path", { d: `M${x + 0.1} ${y + 0.1}h0.22l-0.22 0.22z`, class: "corner" }));
    if (!group) {
      group = draw("g", {});
      this.drawn.set(cell, group);
      this.layers?.contents.append(group);
    }
    group.replaceChildren(...parts);
    name(group, `content${given ? " given" : ""}${layer ? ` layer layer-${layer > 1 ? 2 : 1}` : ""}`);
  }

  /** Show the row, the column and the region of a cell. @param {number} cell */
  hover(cell) {
    const view = /** @type {View} */ (this.view);
    const bands = this.layers?.bands;
    if (!bands) return;
    this.shownCell = cell;
    const shown = cell < 0 && this.contains(document.activeElement) ? this.cursor : cell;
    const none = shown < 0 || this.classList.contains("plain");
    bands.style.display = none ? "none" : "";
    if (none) return;
    if (view.places) {
      // There are no rows and columns of places; the place itself is shown.
      for (const [key, value] of Object.entries(boxOf(view, shown))) bands.children[0].setAttribute(key, String(value));
      bands.children[1].setAttribute("width", "0");
      return;
    }
    bands.children[0].setAttribute("y", String(Math.floor(shown / view.columns)));
    bands.children[1].setAttribute("x", String(shown % view.columns));
    const area = shade(view, this.areas[shown], "")[0]?.getAttribute("d") || "";
    if (bands.children[2].getAttribute("d") !== area) bands.children[2].setAttribute("d", area);
  }

  // -- what people do ------------------------------------------------------------------------

  /** @param {string} name @param {any} detail */
  say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** The labels that stand in a place, as "row,column". @param {string} side @param {number} number */
  labelsOf(side, number) {
    const view = /** @type {View} */ (this.view);
    return view.labels
      .filter((label) => {
        if (side === "top") return label.row < 0 && label.column === number;
        if (side === "bottom") return label.row >= view.rows && label.column === number;
        if (side === "left") return label.column < 0 && label.row === number;
        return label.column >= view.columns && label.row === number;
      })
      .sort((a, b) => a.row - b.row || a.column - b.column)
      .map((label) => `${label.row},${label.column}`);
  }

  /** @param {FocusEvent} event */
  focusIn(event) {
    const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (cell !== undefined && Number(cell) !== this.cursor) this.go(Number(cell));
    this.hover(-1);
  }

  /** Make a cell the one that keys write into. @param {number} cell */
  go(cell) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.cells[cell].tabIndex = 0;
    this.focusCursor();
    this.hover(-1);
    this.say("cursor", { cell });
  }

  /** Scroll board and page so that cells are seen above a height of the window. @param {number[]} cells @param {number} floor */
  reveal(cells, floor) {
    if (!cells.length) return;
    const first = this.cells[cells[0]];
    if (this.classList.contains("overflowing")) {
      const viewport = /** @type {HTMLElement} */ (this.viewport);
      const [box, inside] = [first.getBoundingClientRect(), viewport.getBoundingClientRect()];
      const beyond = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) => Math.min(0, low - from) + Math.max(0, high - to);
      viewport.scrollBy(
        beyond(box.left, box.right, inside.left + this.m.left + RULER, inside.right - 8),
        beyond(box.top, box.bottom, inside.top + this.m.top + RULER, Math.min(inside.bottom, floor) - 8),
      );
    }
    const boxes = cells.map((cell) => this.cells[cell].getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const low = Math.max(0, bottom + 6 - floor);
    const down = top < 4 ? top - 4 : Math.min(low, Math.max(top - 4, first.getBoundingClientRect().bottom + 6 - floor));
    if (down) scrollBy(0, down);
  }

  focusCursor() {
    this.cells[this.cursor].focus({ preventScroll: this.pointing.stroking !== null });
  }
}

/** Put elements into a layer; an empty one that stays empty is left alone. @param {Element} layer @param {Element[]} elements */
function fill(layer, elements) {
  if (elements.length || layer.firstChild) layer.replaceChildren(...elements);
}

/** Give an element its classes, unless it has them. @param {Element} element @param {string} names */
function name(element, names) {
  if (element.getAttribute("class") !== names) element.setAttribute("class", names);
}

customElements.define("puzzle-board", PuzzleBoard);
