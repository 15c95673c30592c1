import { SMALLEST_TEXT, certainly, mainPane, measures, pencilMarks, rulers, sidePanes, squares, strikes } from "./drawing.js";
import { has } from "./masks.js";
import { LARGEST_CELL, Pointing, SMALLEST_CELL } from "./pointing.js";
import { draw, symbol } from "./shapes.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Tool} Tool */

const RULER = 22; // pixels
const TOUCH = 44; // pixels

/**
 * What is shown beside the contents: rings, shades, dimmed clues.
 * @typedef {{
 *   wrong?: Set<number>, look?: Set<number>, because?: Set<number>, conclusion?: Set<number>,
 *   differ?: Set<number>, dimmed?: Set<string>, ticked?: Set<string>, blamed?: Set<string>,
 *   told?: Set<string>, struck?: Map<number, number>,
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
    this.coordinates = false;
    this.looking = false; // whether cells are only looked at, and may be too small to touch
    /** @type {Tool|null} places of this tool are shown even where no clue stands */ this.tool = null;
    this.size = 40;
    /** @type {HTMLElement[]} */ this.cells = [];
    /** @type {Map<string, HTMLElement>} */ this.places = new Map();
    /** @type {SVGElement[]} */ this.drawn = [];
    this.pointing = new Pointing(this);
    this.shownCell = -1;
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
    const same = this.view && this.view.rows === view.rows && this.view.columns === view.columns;
    this.view = view;
    this.contents = contents;
    if (!same) this.cursor = 0;
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
    const sides = this.tool && this.tool.gesture === "outside" ? this.tool.sides : [];
    const least = (/** @type {string} */ side, /** @type {number} */ depth) => Math.max(depth, sides.includes(side) ? 1 : 0);
    return [least("top", top), least("right", right), least("bottom", bottom), least("left", left)];
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
    this.zoomTo(this.classList.contains("overflowing") ? this.roomy() : 0);
  }

  /** Let one finger move the board, or write again. @param {boolean} moving */
  move(moving) {
    this.pointing.moving = moving;
    this.classList.toggle("moving", moving);
  }

  /** The side of a cell in pixels that suits the room there is, and the fingers. */
  fitted() {
    if (this.zoom) return this.zoom;
    const coarse = !this.looking && matchMedia("(pointer: coarse)").matches;
    return coarse ? Math.max(this.roomy(), TOUCH) : this.roomy();
  }

  /** The side of a cell in pixels that suits the room there is. */
  roomy() {
    const view = /** @type {View} */ (this.view);
    const depth = this.depth();
    const edge = this.coordinates ? RULER : 0;
    const wide = this.clientWidth - 2 * edge - 8;
    const high = Math.max(340, innerHeight - 300) - edge - 8;
    for (let size = 68; size > SMALLEST_CELL; size--) {
      const { width, height, margin } = measures(view, depth, size);
      const fits = width + margin.left + margin.right <= wide;
      if (fits && (size <= 25 || height + margin.top + margin.bottom <= high)) return size;
    }
    return SMALLEST_CELL;
  }

  // -- building ------------------------------------------------------------------------------

  build() {
    const view = /** @type {View} */ (this.view);
    const focused = this.contains(document.activeElement);
    this.size = this.fitted();
    const measured = measures(view, this.depth(), this.size);
    const { width, height, margin } = measured;
    this.m = margin;
    const viewport = document.createElement("div");
    viewport.className = "viewport";
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    const edge = this.coordinates ? RULER : 0;
    sheet.style.gridTemplateColumns = `${edge}px ${margin.left}px ${width}px ${margin.right}px`;
    sheet.style.gridTemplateRows = `${edge}px ${margin.top}px ${height}px ${margin.bottom}px`;
    const main = mainPane(view, measured);
    const sides = sidePanes(view, measured);
    this.bands = main.bands;
    this.under = main.under;
    this.over = main.over;
    this.drawn = main.cells;
    this.labels = sides.labels;
    sheet.append(...(edge ? rulers(view, measured, edge) : []), main.svg, ...sides.panes, this.grid());
    // What is focused by keys must not hide below the clues that stay in sight.
    viewport.style.scrollPadding = `${margin.top + 3}px 3px 3px ${margin.left + 3}px`;
    viewport.append(sheet);
    this.replaceChildren(viewport);
    this.viewport = viewport;
    this.paint();
    if (focused) this.focusCursor();
    const overflowing = viewport.scrollWidth > viewport.clientWidth + 1 || viewport.scrollHeight > viewport.clientHeight + 1;
    this.classList.toggle("overflowing", overflowing);
  }

  /** The elements that are focused, spoken and pressed. */
  grid() {
    const view = /** @type {View} */ (this.view);
    const { m } = this;
    const grid = document.createElement("div");
    grid.className = "touch";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", `${view.genre.name}, ${view.rows} rows, ${view.columns} columns`);
    this.cells = [];
    this.places = new Map();
    const sides = this.sideWords();
    const size = this.size;
    const put = (/** @type {HTMLElement} */ element, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) => {
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
      element.style.width = `${w}px`;
      element.style.height = `${h}px`;
      return element;
    };
    const place = (/** @type {string} */ role, /** @type {string} */ side, /** @type {number} */ number, /** @type {number[]} */ box) => {
      const element = document.createElement("div");
      element.setAttribute("role", role);
      element.tabIndex = -1;
      element.className = "place";
      element.dataset.side = side;
      element.dataset.number = String(number);
      const words = document.createElement("span");
      words.className = "unseen";
      words.textContent = sides(side, number);
      element.append(words);
      this.places.set(`${side} ${number}`, element);
      return put(element, box[0], box[1], box[2], box[3]);
    };
    const row = (/** @type {HTMLElement[]} */ elements) => {
      if (!elements.length) return;
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(...elements);
      grid.append(line);
    };
    const columns = [...Array(view.columns).keys()];
    if (m.top) row(columns.map((c) => place("columnheader", "top", c, [m.left + c * size, 0, size, m.top])));
    for (let r = 0; r < view.rows; r++) {
      const line = [];
      const y = m.top + r * size;
      if (m.left) line.push(place("rowheader", "left", r, [0, y, m.left, size]));
      for (const c of columns) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.className = "cell";
        cell.tabIndex = -1;
        cell.dataset.cell = String(r * view.columns + c);
        this.cells.push(cell);
        line.push(put(cell, m.left + c * size, y, size, size));
      }
      if (m.right) line.push(place("rowheader", "right", r, [m.left + view.columns * size, y, m.right, size]));
      row(line);
    }
    if (m.bottom) row(columns.map((c) => place("columnheader", "bottom", c, [m.left + c * size, m.top + view.rows * size, size, m.bottom])));
    this.cells[this.cursor].tabIndex = 0;
    this.pointing.listen(grid);
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("focusin", (event) => this.focusIn(event));
    return grid;
  }

  /** What is said of a place beside the board. @returns {(side: string, number: number) => string} */
  sideWords() {
    const view = /** @type {View} */ (this.view);
    /** @type {Map<string, string[]>} */ const texts = new Map();
    const add = (/** @type {string} */ key, /** @type {import("./types.js").Label} */ label) => texts.set(key, [...(texts.get(key) || []), label.text + label.mark]);
    for (const label of [...view.labels].sort((a, b) => a.row - b.row || a.column - b.column)) {
      if (label.row < 0 && label.column >= 0 && label.column < view.columns) add(`top ${label.column}`, label);
      else if (label.row >= view.rows && label.column >= 0 && label.column < view.columns) add(`bottom ${label.column}`, label);
      else if (label.column < 0 && label.row >= 0 && label.row < view.rows) add(`left ${label.row}`, label);
      else if (label.column >= view.columns && label.row >= 0 && label.row < view.rows) add(`right ${label.row}`, label);
    }
    this.sideTexts = texts;
    const names = { top: "above column", bottom: "below column", left: "left of row", right: "right of row" };
    return (side, number) => {
      const said = texts.get(`${side} ${number}`);
      return `${said ? `clue ${said.join(" ")}` : "no clue"} ${names[/** @type {"top"} */ (side)]} ${number + 1}`;
    };
  }

  // -- painting ------------------------------------------------------------------------------

  paint() {
    const view = /** @type {View} */ (this.view);
    if (!view || !this.drawn.length) return;
    const least = SMALLEST_TEXT / this.size;
    for (let cell = 0; cell < this.drawn.length; cell++) this.paintCell(cell, least);
    const { look, because, conclusion, wrong, differ } = this.overlay;
    this.under?.replaceChildren(
      ...squares(view, look, "look", 0),
      ...squares(view, differ, "differ", 0),
      ...squares(view, wrong, "wrong-shade", 0),
    );
    this.over?.replaceChildren(
      ...squares(view, because, "because", 0.1),
      ...squares(view, wrong, "wrong", 0.06),
      ...squares(view, conclusion, "conclusion", 0.06),
      ...strikes(view, this.contents, this.overlay.struck, least),
    );
    const { dimmed, ticked, blamed, told } = this.overlay;
    for (const [key, group] of this.labels) {
      const about = group.dataset.about || "";
      group.classList.toggle("dimmed", Boolean(about && dimmed?.has(about)));
      group.classList.toggle("ticked", Boolean(ticked?.has(key)));
      group.classList.toggle("blamed", Boolean(about && blamed?.has(about)));
      group.classList.toggle("told", Boolean(about && told?.has(about)));
    }
    this.hover(this.shownCell);
  }

  /** @param {number} cell @param {number} least */
  paintCell(cell, least) {
    const view = /** @type {View} */ (this.view);
    const group = this.drawn[cell];
    const { value, marks, layer, certain } = this.contents[cell];
    const given = view.givens[cell] !== null;
    const state = `${value},${marks},${layer},${given},${certain},${this.size}`;
    if (group.dataset.state !== state) {
      group.dataset.state = state;
      const x = cell % view.columns;
      const y = Math.floor(cell / view.columns);
      const parts = [];
      if (value !== null) {
        if (given) parts.push(draw("rect", { class: "given-shade", x, y, width: 1, height: 1 }));
        parts.push(symbol(view.symbols[value], x + 0.5, y + 0.5, 1, least));
      } else if (certain) {
        parts.push(certainly(view, marks, x, y, least));
      } else if (marks) {
        parts.push(...pencilMarks(view, marks, x, y, least));
      }
      if (layer) parts.push(draw("path", { d: `M${x + 0.1} ${y + 0.1}h0.22l-0.22 0.22z`, class: "corner" }));
      group.replaceChildren(...parts);
      group.setAttribute("class", `content${given ? " given" : ""}${layer ? ` layer layer-${layer > 1 ? 2 : 1}` : ""}`);
    }
    const label = this.cellWords(cell);
    if (this.cells[cell].getAttribute("aria-label") !== label) this.cells[cell].setAttribute("aria-label", label);
  }

  /** @param {number} cell */
  cellWords(cell) {
    const view = /** @type {View} */ (this.view);
    const { value, marks, layer, certain } = this.contents[cell];
    const said = [`row ${Math.floor(cell / view.columns) + 1} column ${(cell % view.columns) + 1}`];
    if (value !== null) said.push(`${view.givens[cell] !== null ? "given " : ""}${view.symbols[value].word}`);
    else if (marks) said.push(`${certain ? "must be" : "pencil"} ${view.symbols.filter((_, v) => has(marks, v)).map((s) => s.word).join(" ")}`);
    else said.push("empty");
    if (layer) said.push("what if");
    if (this.overlay.wrong?.has(cell)) said.push("breaks a rule");
    if (this.overlay.conclusion?.has(cell)) said.push("hint");
    const struck = this.overlay.struck?.get(cell);
    if (struck) said.push(`loses ${view.symbols.filter((_, v) => has(struck, v)).map((s) => s.word).join(" ")}`);
    if (view.spoken[cell]) said.push(view.spoken[cell]);
    return said.join(", ");
  }

  /** Show the row and the column of a cell. @param {number} cell */
  hover(cell) {
    const view = /** @type {View} */ (this.view);
    this.shownCell = cell;
    const shown = cell < 0 && this.contains(document.activeElement) ? this.cursor : cell;
    if (shown < 0 || this.classList.contains("plain")) {
      this.bands?.replaceChildren();
      return;
    }
    this.bands?.replaceChildren(
      draw("rect", { class: "band", x: 0, y: Math.floor(shown / view.columns), width: view.columns, height: 1 }),
      draw("rect", { class: "band", x: shown % view.columns, y: 0, width: 1, height: view.rows }),
    );
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

  /** Scroll so that a cell is in sight. @param {number} cell */
  reveal(cell) {
    if (this.classList.contains("overflowing")) this.cells[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  focusCursor() {
    this.cells[this.cursor].focus({ preventScroll: this.pointing.stroking !== null });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const view = /** @type {View} */ (this.view);
    const target = /** @type {HTMLElement} */ (event.target);
    const side = target.dataset.side;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {"ArrowUp"} */ (event.key)];
    if (step && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.walk(target, step[0], step[1], event);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = Math.floor(this.cursor / view.columns) * view.columns;
      this.go(event.key === "Home" ? row : row + view.columns - 1);
    } else if (side !== undefined) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.say("place-press", { side, number: Number(target.dataset.number), label: null, labels: this.labelsOf(side, Number(target.dataset.number)) });
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.say("place-key", { side, number: Number(target.dataset.number), key: event.key, event });
      }
    } else {
      this.say("cell-key", { cell: this.cursor, event });
    }
  }

  /** Go one cell on; beyond the edge lie the clues. @param {HTMLElement} from @param {number} down @param {number} right @param {KeyboardEvent} event */
  walk(from, down, right, event) {
    const view = /** @type {View} */ (this.view);
    const { side, number } = from.dataset;
    let row = Math.floor(this.cursor / view.columns);
    let column = this.cursor % view.columns;
    if (side !== undefined) {
      if (side === "top" || side === "bottom") [row, column] = [side === "top" ? -1 : view.rows, Number(number)];
      else [row, column] = [Number(number), side === "left" ? -1 : view.columns];
    }
    row += down;
    column += right;
    const outside = row < 0 ? `top ${column}` : row >= view.rows ? `bottom ${column}` : column < 0 ? `left ${row}` : column >= view.columns ? `right ${row}` : "";
    if (outside) {
      this.places.get(outside)?.focus();
      return;
    }
    const before = this.cursor;
    this.go(row * view.columns + column);
    if (event.shiftKey && side === undefined) this.say("walk-stroke", { from: before, to: this.cursor });
  }
}

customElements.define("puzzle-board", PuzzleBoard);
