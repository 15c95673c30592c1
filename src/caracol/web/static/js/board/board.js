import { settings } from "../shared/store.js";
import { drawArrows, drawContent, drawFrames, drawMainPane, drawNames, drawRulers, drawShade, drawStrokes, drawTies, drawTints } from "./drawing.js";
import { buildGrid, describeCell, describePlace, listSideTexts } from "./elements.js";
import { KeyboardInput } from "./keyboard.js";
import { drawBoardLabels, drawSidePanes, highlightLabels, highlightPanes, listCitedSigns, placeLabel } from "./labels.js";
import { SMALLEST_TEXT, prepareMeasures } from "./measures.js";
import { drawStrikes } from "./notes.js";
import { findAreas, getBox } from "./places.js";
import { PointerInput } from "./pointer.js";
import { draw, setClass } from "./shapes.js";
import { RULER, Zoom } from "./zoom.js";

/** @typedef {import("./elements.js").Painted} Painted */

/**
 * A board. The scene is drawn as SVG, and above it lies a grid of elements that can be focused,
 * spoken and pressed. It knows no rules; it reports user input by events:
 *
 * - `stroke-start`, `stroke-over`, `stroke-end`, `stroke-cancel`: the pointer on cells;
 * - `cell-key`: a key on a cell; `cursor`: the cursor moved; `walk-stroke`: Shift and an arrow;
 * - `place-press`, `place-key`: a press or a key on a place beside the board.
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
    this.zoom = 0; // 0: fit the window, larger on touch screens; otherwise the side of a cell in pixels
    /** Room for clues that may be added above and left of the board. */ this.reserve = [0, 0];
    /** Returns how many pixels below the board are taken. */ this.below = () => 170;
    this.viewOnly = false; // whether cells are not pressed, and may be too small to touch
    /** @type {Tool|null} its places are shown even if they have no clue */ this.tool = null;
    this.size = 40;
    /** @type {HTMLElement|null} */ this.touch = null;
    /** @type {HTMLElement[]} */ this.cells = [];
    /** @type {Map<string, HTMLElement>} */ this.places = new Map();
    /** @type {Map<number, SVGElement>} the drawing of each cell */ this.drawn = new Map();
    /** @type {Painted[]} */ this.painted = [];
    /** @type {Map<number, SVGElement[]>} labels in squares */ this.inside = new Map();
    /** @type {Set<number>} squares with a label in the middle */ this.covered = new Set();
    /** @type {Record<string, string>} the data that each part of the board was built from */ this.made = {};
    this.pointer = new PointerInput(this);
    this.keyboard = new KeyboardInput(this);
    this.zooming = new Zoom(this);
    /** @type {SVGElement[]} the clues on the four sides */ this.panes = [];
    /** @type {number[][]} the region of each cell, enclosed by heavy lines */ this.areas = [];
    this.shownCell = -1;
    this.framed = 0; // side of a cell in pixels when the frame was built
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
    this.overlay = {}; // the highlights belong to the board before
    if (!same) {
      this.classList.remove("larger-than-room");
      this.cursor = 0;
      this.shownCell = -1; // this board may have fewer cells
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

  /** Return the number of clue places on each side. @returns {[number, number, number, number]} */
  getDepth() {
    const view = /** @type {View} */ (this.view);
    const [top, right, bottom, left] = view.margins;
    const kept = this.reserve;
    const sides = this.tool && this.tool.gesture === "outside" ? this.tool.sides : [];
    const least = (/** @type {string} */ side, /** @type {number} */ depth) => Math.max(depth, sides.includes(side) ? 1 : 0);
    return [Math.max(kept[0], least("top", top)), least("right", right), least("bottom", bottom), Math.max(kept[1], least("left", left))];
  }

  refit() {
    if (!this.view) return;
    if (this.zooming.chooseSize() !== this.size) this.build();
    else this.setRoom();
  }

  /** Let the board scroll where it is higher than the window. */
  setRoom() {
    this.style.setProperty("--room", `${this.zooming.getRoom()}px`);
    this.noteOverflow();
  }

  /** Set the side of a cell in pixels; 0 fits the window. @param {number} size */
  zoomTo(size) {
    this.zooming.zoomTo(size);
  }

  /** Fit the whole board into the window, even if its cells become small; again, undo that. */
  zoomToFit() {
    const whole = this.zooming.findFittingSize();
    this.zoomTo(this.size === whole ? 0 : whole);
  }

  /** Let one finger move the board instead of writing. @param {boolean} moving */
  setMoving(moving) {
    this.pointer.moving = moving;
    this.classList.toggle("moving", moving);
  }

  // -- building ------------------------------------------------------------------------------

  /** Build the parts of the board that have changed. */
  build() {
    const view = /** @type {View} */ (this.view);
    this.style.setProperty("--room", `${this.zooming.getRoom()}px`);
    this.size = this.zooming.chooseSize();
    const measured = prepareMeasures(view, this.getDepth())(this.size);
    const frame = this.isOutdated("frame", [view.rows, view.columns, view.diagonals, view.places?.spots, measured]);
    const before = this.getScrollState();
    if (frame) this.buildFrame(measured);
    this.touch?.setAttribute("aria-label", `${view.genre.name}, ${view.rows} rows, ${view.columns} columns`);
    if (this.isOutdated("strokes", view.strokes) || frame) {
      this.layers?.strokes.replaceChildren(...drawStrokes(view));
      this.areas = findAreas(view);
    }
    if (this.isOutdated("shades", view.shaded) || frame) this.layers?.shades.replaceChildren(...drawShade({ ...view, places: null }, view.shaded, "shaded"));
    if (this.isOutdated("sides", [view.labels, view.shaded, settings.letters]) || frame) this.buildSides(measured);
    if (this.isOutdated("symbols", view.symbols) || frame) this.painted = [];
    this.paint();
    if (frame) this.restoreScroll(before);
  }

  /** Return whether a part must be built again, because its data has changed. @param {string} part @param {any} from */
  isOutdated(part, from) {
    const text = JSON.stringify(from);
    if (this.made[part] === text) return false;
    this.made[part] = text;
    return true;
  }

  /** @param {import("./measures.js").Measures} measured */
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
    const { svg, ...layers } = drawMainPane(view, measured);
    this.layers = layers;
    this.drawn = new Map();
    const { grid, cells, places } = buildGrid(view, measured);
    Object.assign(this, { touch: grid, cells, places });
    cells[this.cursor].tabIndex = 0;
    this.pointer.listen(grid);
    grid.addEventListener("keydown", (event) => this.keyboard.handleKey(event));
    grid.addEventListener("focusin", (event) => this.handleFocus(event));
    sheet.append(...drawRulers(view, measured, edge), svg, grid);
    // A cell that is focused by keys must not hide below the clues, which do not scroll.
    viewport.style.scrollPadding = `${margin.top + edge + 3}px 3px 3px ${margin.left + edge + 3}px`;
    viewport.append(sheet);
    this.replaceChildren(viewport);
    this.viewport = viewport;
  }

  /** Return which part of the board is visible, in cells, and whether it has the focus. */
  getScrollState() {
    const { viewport, framed } = this;
    const focused = this.contains(document.activeElement);
    if (!viewport || !framed) return { column: 0, row: 0, focused };
    return { column: viewport.scrollLeft / framed, row: viewport.scrollTop / framed, focused };
  }

  /** Scroll a new frame as the old one was, and focus it if that was. @param {{column: number, row: number, focused: boolean}} before */
  restoreScroll({ column, row, focused }) {
    const viewport = /** @type {HTMLElement} */ (this.viewport);
    this.framed = this.size;
    viewport.scrollTo(column * this.size, row * this.size);
    if (focused) this.focusCursor();
    this.noteOverflow();
  }

  /** Note whether the board is larger than its room. */
  noteOverflow() {
    const { viewport } = this;
    if (!viewport) return;
    const overflowing = viewport.scrollWidth > viewport.clientWidth + 1 || viewport.scrollHeight > viewport.clientHeight + 1;
    this.classList.toggle("overflowing", overflowing);
    if (overflowing) this.classList.add("larger-than-room");
  }

  /** Build the clues on the four sides, drawn and spoken. @param {import("./measures.js").Measures} measured */
  buildSides(measured) {
    const { panes, labels } = drawSidePanes(/** @type {View} */ (this.view), measured);
    for (const old of this.panes) old.remove();
    this.panes = panes;
    this.labels = labels;
    this.touch?.before(...panes);
    const board = drawBoardLabels(/** @type {View} */ (this.view), SMALLEST_TEXT / this.size);
    for (const [key, group] of board.labels) labels.set(key, group);
    this.inside = board.squares;
    this.covered = board.covered;
    this.layers?.signs.replaceChildren(...board.signs);
    this.layers?.texts.replaceChildren(...[...board.squares.values()].flat());
    this.painted = [];
    this.sideTexts = listSideTexts(/** @type {View} */ (this.view));
    for (const [place, element] of this.places) {
      /** @type {HTMLElement} */ (element.firstElementChild).textContent = describePlace(place, this.sideTexts.get(place));
    }
  }

  // -- painting ------------------------------------------------------------------------------

  /** Draw everything that has changed. */
  paint() {
    const { view, layers } = this;
    if (!view || !layers) return;
    const least = SMALLEST_TEXT / this.size;
    for (let cell = 0; cell < this.cells.length; cell++) this.paintCell(cell, least);
    const { look, because, conclusion, wrong, differ, lit, ties, selected, alike, struck, named, arrows, cited } = this.overlay;
    this.classList.toggle("naming", Boolean(named));
    fillLayer(layers.names, named ? drawNames(view, this.size) : []);
    fillLayer(layers.under, [...drawShade(view, lit, "lit"), ...drawTints(view, this.contents), ...drawShade(view, alike, "alike"), ...drawShade(view, selected, "selected"), ...drawShade(view, look, "look"), ...drawShade({ ...view, places: null }, listCitedSigns(view, cited), "sign"), ...drawShade(view, because, "fact"), ...drawShade(view, conclusion, "result"), ...drawShade(view, differ, "differ"), ...drawShade(view, wrong, "wrong-shade"), ...drawTies(view, ties)]);
    fillLayer(layers.over, [
      ...drawFrames(view, because, "because", 0.1),
      ...drawFrames(view, wrong, "wrong", 0.06),
      ...drawFrames(view, conclusion, "conclusion", 0.06),
      ...drawFrames(view, struck?.keys(), "conclusion", 0.06),
      ...drawStrikes(view, this.contents, struck, least),
      ...drawArrows(view, arrows),
    ]);
    highlightLabels(this.labels, this.overlay);
    this.hover(this.shownCell);
  }

  /** @param {number} cell @param {number} least */
  paintCell(cell, least) {
    const view = /** @type {View} */ (this.view);
    const { wrong, conclusion, struck, lit, selected } = this.overlay;
    const { value, marks, layer, certain = false, colour = 0, centre = 0, eliminated = 0 } = this.contents[cell];
    /** @type {Painted} */
    const now = {
      value,
      marks,
      centre,
      eliminated,
      layer,
      certain,
      colour,
      given: view.givens[cell] !== null,
      spoken: view.spoken[cell],
      wrong: wrong?.has(cell) || false,
      hinted: conclusion?.has(cell) || false,
      struck: struck?.get(cell) || 0,
      lit: lit?.has(cell) || false,
      selected: selected?.has(cell) || false,
    };
    const before = this.painted[cell];
    const same = (/** @type {(keyof Painted)[]} */ names) => before && names.every((one) => before[one] === now[one]);
    const drawn = same(["value", "marks", "centre", "eliminated", "layer", "certain", "given"]);
    if (drawn && same(["spoken", "wrong", "hinted", "struck", "lit", "selected", "colour"])) return;
    this.painted[cell] = now;
    if (!drawn) this.drawCell(cell, now, least);
    for (const label of this.inside.get(cell) || []) placeLabel(label, value === null ? null : view.symbols[value]);
    this.cells[cell].setAttribute("aria-label", describeCell(view, cell, now));
    if (now.selected || before?.selected) this.cells[cell].setAttribute("aria-selected", String(now.selected));
  }

  /** @param {number} cell @param {Painted} painted @param {number} least */
  drawCell(cell, painted, least) {
    const view = /** @type {View} */ (this.view);
    const { value, marks, centre, eliminated, layer, given } = painted;
    let group = this.drawn.get(cell);
    if (value === null && !marks && !centre && !eliminated && !layer) {
      // Most cells are empty and need no element.
      this.drawn.delete(cell);
      group?.remove();
      return;
    }
    if (!group) {
      group = draw("g", {});
      this.drawn.set(cell, group);
      this.layers?.contents.append(group);
    }
    group.replaceChildren(...drawContent(view, cell, painted, this.covered.has(cell), least));
    const quiet = !given && (!value && view.symbols[0].shape !== "letter"); // notes, and signs for nothing
    setClass(group, `content${given ? " given" : ""}${quiet ? " quiet" : ""}${layer ? ` layer layer-${layer > 1 ? 2 : 1}` : ""}`);
  }

  /** Highlight the row, the column and the region of a cell. @param {number} cell */
  hover(cell) {
    const view = /** @type {View} */ (this.view);
    const bands = this.layers?.bands;
    if (!bands) return;
    this.shownCell = cell;
    const shown = cell < 0 && this.contains(document.activeElement) ? this.cursor : cell;
    const none = shown < 0 || this.classList.contains("plain");
    bands.style.display = none ? "none" : "";
    const [row, column] = none || view.places ? [-1, -1] : [Math.floor(shown / view.columns), shown % view.columns];
    highlightPanes(this.panes, row, column, this.size, this.m.left);
    if (none) return;
    if (view.places) {
      // Places have no rows and columns, so only the place itself is highlighted.
      for (const [key, value] of Object.entries(getBox(view, shown))) bands.children[0].setAttribute(key, String(value));
      bands.children[1].setAttribute("width", "0");
      return;
    }
    bands.children[0].setAttribute("y", String(row));
    bands.children[1].setAttribute("x", String(column));
    const area = drawShade(view, this.areas[shown], "")[0]?.getAttribute("d") || "";
    if (bands.children[2].getAttribute("d") !== area) bands.children[2].setAttribute("d", area);
  }

  // -- input ---------------------------------------------------------------------------------

  /** Dispatch an event. @param {string} name @param {any} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {FocusEvent} event */
  handleFocus(event) {
    const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (cell !== undefined && Number(cell) !== this.cursor) this.moveCursor(Number(cell));
    this.hover(-1);
  }

  /** Put the cursor into a cell without focusing it. @param {number} cell */
  placeCursor(cell) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.cells[cell].tabIndex = 0;
  }

  /** Move the cursor to a cell. @param {number} cell */
  moveCursor(cell) {
    this.placeCursor(cell);
    this.focusCursor();
    this.hover(-1);
    this.emit("cursor", { cell });
  }

  /** Scroll board and page so that cells, and the clues that are cited, are visible above a height in the window. @param {number[]} cells @param {number} floor */
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
    // What scrolls inside the board is no reason to scroll the page.
    const shown = this.classList.contains("overflowing") ? [first] : [...cells.map((cell) => this.cells[cell]), ...this.querySelectorAll(".label.cited")];
    const boxes = shown.map((one) => one.getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const low = Math.max(0, bottom + 6 - floor);
    const down = top < 4 ? top - 4 : Math.min(low, Math.max(top - 4, first.getBoundingClientRect().bottom + 6 - floor));
    if (down) scrollBy(0, down);
  }

  focusCursor() {
    this.cells[this.cursor].focus({ preventScroll: this.pointer.stroking !== null });
  }
}

/** Replace the elements of a layer, unless it stays empty. @param {Element} layer @param {Element[]} elements */
function fillLayer(layer, elements) {
  if (elements.length || layer.firstChild) layer.replaceChildren(...elements);
}

customElements.define("puzzle-board", PuzzleBoard);
