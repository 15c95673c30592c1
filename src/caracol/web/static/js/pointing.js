import { SURE, nearest } from "./places.js";

/** Pointers on a board: one finger or the mouse writes, two fingers move and zoom. */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./board.js").PuzzleBoard} PuzzleBoard */
/** @typedef {{x: number, y: number, apart: number}} Grip the middle of two fingers, and how far apart they are */

export const SMALLEST_CELL = 6; // pixels
export const LARGEST_CELL = 160; // pixels
const EDGE = 28; // pixels from the edge of what is in sight: a pull that comes so near scrolls
const PACE = 14; // pixels a frame, at most
const LONG = 500; // milliseconds after which a finger that stays means the other value
const STEP = 0.1; // of a square, from point to point of a quick pull over lines

export class Pointing {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {number|null} the cell at which a stroke is now */ this.stroking = null;
    /** Where it is, in squares. */ this.last = { x: 0, y: 0 };
    /** Counts down while a finger stays on a cell. */ this.staying = 0;
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    /** @type {{start: Grip, last: Grip}|null} */ this.gripped = null;
    /** Whether one finger moves the board instead of writing. */ this.moving = false;
    /** @type {{clientX: number, clientY: number}|null} where the pointer of a stroke is */ this.pulled = null;
    this.rolling = 0;
    // Fingers are lifted anywhere, also where the board has been built anew below them.
    document.addEventListener("pointerup", (event) => this.lift(event, "stroke-end"));
    document.addEventListener("pointercancel", (event) => this.lift(event, "stroke-cancel"));
    document.addEventListener("pointermove", (event) => {
      this.feel(event);
      this.pull(event);
    });
  }

  /** @param {HTMLElement} grid */
  listen(grid) {
    grid.addEventListener("pointerdown", (event) => this.down(event));
    grid.addEventListener("pointermove", (event) => this.move(event));
    grid.addEventListener("pointerleave", () => this.board.hover(-1));
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("click", (event) => this.click(event));
  }

  /** The column and the row under a pointer, the exact point in squares, and the cell that is meant. @param {{clientX: number, clientY: number}} event */
  under(event) {
    const { m, size } = this.board;
    const view = /** @type {View} */ (this.board.view);
    const sheet = /** @type {HTMLElement} */ (this.board.querySelector(".touch"));
    const box = sheet.getBoundingClientRect();
    const scale = box.width / sheet.offsetWidth || 1;
    const x = ((event.clientX - box.left) / scale - m.left) / size;
    const y = ((event.clientY - box.top) / scale - m.top) / size;
    const [row, column] = [Math.floor(y), Math.floor(x)];
    const [across, down] = [column >= 0 && column < view.columns, row >= 0 && row < view.rows];
    return { row, column, across, down, x, y, cell: nearest(view, x, y) };
  }

  /** The place of the clues that lie above a scrolled board here, if they do. @param {MouseEvent} event */
  covered(event) {
    const { m, places } = this.board;
    const viewport = /** @type {HTMLElement} */ (this.board.viewport);
    const box = viewport.getBoundingClientRect();
    const { row, column, across, down } = this.under(event);
    if (viewport.scrollTop > 3 && event.clientY - box.top < m.top && across) return places.get(`top ${column}`);
    if (viewport.scrollLeft > 3 && event.clientX - box.left < m.left && down) return places.get(`left ${row}`);
    return undefined;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.fingers.size === 2) this.grip();
      if (this.fingers.size > 1 || this.moving) return;
    }
    const { cell, x, y } = this.under(event);
    if (this.covered(event) || this.clue(event) || cell < 0 || (event.button !== 0 && event.button !== 2)) return;
    event.preventDefault();
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    // While a stroke begins the board does not scroll to its cell.
    this.stroking = cell;
    this.last = { x, y };
    this.board.go(cell);
    this.board.say("stroke-start", { cell, second: event.button === 2, pencil: event.shiftKey });
    if (event.pointerType === "touch" && this.board.view?.writing.press.length) this.staying = window.setTimeout(() => this.stay(), LONG);
  }

  /** A finger stays where it came down: it means the value that a mouse writes with its other button. */
  stay() {
    const cell = this.stroking;
    if (cell === null) return;
    this.end("stroke-cancel");
    this.stroking = cell;
    this.board.say("stroke-start", { cell, second: true, pencil: false });
  }

  /** The place beside the board that a pointer is on, where it has one. @param {Event} event */
  clue(event) {
    return /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".place"));
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.gripped) return;
    const touch = event.pointerType === "touch";
    const { cell, x, y } = this.under(event);
    if (!touch) this.board.hover(cell);
    if (this.stroking === null) return;
    if (this.board.view?.places) return this.passOver(event, touch, x, y);
    if (cell < 0 || cell === this.stroking) return;
    if (!touch && !event.buttons) return this.end("stroke-end");
    clearTimeout(this.staying);
    for (const passed of this.between(this.stroking, cell)) this.board.say("stroke-over", { cell: passed });
    this.stroking = cell;
  }

  /**
   * A pull over places that are no squares: only what it comes near to is meant, for on the way
   * along a line it crosses the ends of others.
   * @param {PointerEvent} event @param {boolean} touch @param {number} x @param {number} y
   */
  passOver(event, touch, x, y) {
    if (!touch && !event.buttons) return this.end("stroke-end");
    const view = /** @type {View} */ (this.board.view);
    const from = this.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(x - from.x, y - from.y) / STEP));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      const cell = nearest(view, from.x + (x - from.x) * part, from.y + (y - from.y) * part, SURE);
      if (cell < 0 || cell === this.stroking) continue;
      clearTimeout(this.staying);
      this.board.say("stroke-over", { cell });
      this.stroking = cell;
    }
    this.last = { x, y };
  }

  /** A stroke that comes to the edge of what is in sight scrolls the board. @param {PointerEvent} event */
  pull(event) {
    if (this.stroking === null || this.gripped || !this.board.classList.contains("overflowing")) return;
    this.pulled = { clientX: event.clientX, clientY: event.clientY };
    if (!this.rolling) this.rolling = requestAnimationFrame(() => this.roll());
  }

  roll() {
    this.rolling = 0;
    const { viewport, m, view } = this.board;
    if (this.stroking === null || !this.pulled || !viewport || !view) return;
    const { clientX, clientY } = this.pulled;
    const box = viewport.getBoundingClientRect();
    const [left, right, top, bottom] = [box.left + m.left, box.right, box.top + m.top, box.bottom];
    const pace = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => {
      const beyond = Math.max(0, at - (high - EDGE)) - Math.max(0, low + EDGE - at);
      return Math.max(-PACE, Math.min(PACE, beyond / 2));
    };
    const before = [viewport.scrollLeft, viewport.scrollTop];
    viewport.scrollBy(pace(clientX, left, right), pace(clientY, top, bottom));
    if (viewport.scrollLeft === before[0] && viewport.scrollTop === before[1]) return;
    const inside = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low + 2, Math.min(high - 6, at));
    const { cell } = this.under({ clientX: inside(clientX, left, right), clientY: inside(clientY, top, bottom) });
    if (!view.places && cell >= 0 && cell !== this.stroking) {
      clearTimeout(this.staying);
      for (const passed of this.between(this.stroking, cell)) this.board.say("stroke-over", { cell: passed });
      this.stroking = cell;
    }
    this.rolling = requestAnimationFrame(() => this.roll());
  }

  /** The cells from one to another: a quick pointer skips some. @param {number} from @param {number} to */
  between(from, to) {
    const columns = /** @type {View} */ (this.board.view).columns;
    let [row, column] = [Math.floor(from / columns), from % columns];
    const [toRow, toColumn] = [Math.floor(to / columns), to % columns];
    const passed = [];
    while (row !== toRow || column !== toColumn) {
      if (Math.abs(toRow - row) > Math.abs(toColumn - column)) row += Math.sign(toRow - row);
      else column += Math.sign(toColumn - column);
      passed.push(row * columns + column);
    }
    return passed;
  }

  /** @param {PointerEvent} event @param {string} name */
  lift(event, name) {
    this.fingers.delete(event.pointerId);
    if (this.gripped && this.fingers.size < 2) this.release();
    else if (!this.gripped) this.end(name);
  }

  /** @param {string} name */
  end(name) {
    clearTimeout(this.staying);
    if (this.stroking === null) return;
    this.stroking = null;
    this.board.say(name, {});
  }

  // -- two fingers ---------------------------------------------------------------------------

  /** @returns {Grip} */
  hold() {
    const [one, other] = [...this.fingers.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  }

  /** @param {PointerEvent} event */
  feel(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.gripped) this.drag();
  }

  /** A second finger came down: what the first one began was no stroke. */
  grip() {
    this.end("stroke-cancel");
    const start = this.hold();
    this.gripped = { start, last: start };
  }

  drag() {
    if (!this.gripped || this.fingers.size < 2) return;
    const now = this.hold();
    const { start, last } = this.gripped;
    const viewport = /** @type {HTMLElement} */ (this.board.viewport);
    const before = { x: viewport.scrollLeft, y: viewport.scrollTop };
    viewport.scrollBy(last.x - now.x, last.y - now.y);
    // What the board does not need moves the page.
    scrollBy(0, last.y - now.y - (viewport.scrollTop - before.y));
    const sheet = /** @type {HTMLElement} */ (viewport.firstElementChild);
    const scale = this.scale(now, start);
    sheet.style.transform = scale === 1 ? "" : `scale(${scale})`;
    this.gripped.last = now;
  }

  /** How much larger the cells become; little tremors do nothing. @param {Grip} now @param {Grip} start */
  scale(now, start) {
    const { size } = this.board;
    const wanted = (size * now.apart) / Math.max(start.apart, 1);
    const scale = Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, wanted)) / size;
    return Math.abs(scale - 1) < 0.08 ? 1 : scale;
  }

  release() {
    if (!this.gripped) return;
    const { start, last } = this.gripped;
    this.gripped = null;
    const scale = this.scale(last, start);
    if (scale !== 1) this.board.zoomTo(Math.round(this.board.size * scale));
  }

  // -- clues ---------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  click(event) {
    const place = this.covered(event) || this.clue(event);
    if (place) this.board.say("place-press", { side: place.dataset.side, number: Number(place.dataset.number), ...this.label(place, event) });
  }

  /** The label of a place that is nearest to a press. @param {HTMLElement} place @param {MouseEvent} event */
  label(place, event) {
    const keys = this.board.labelsOf(String(place.dataset.side), Number(place.dataset.number));
    let best = null;
    let least = Infinity;
    for (const key of keys) {
      const box = this.board.labels.get(key)?.querySelector("text")?.getBoundingClientRect();
      if (!box) continue;
      const far = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
      if (far < least) [best, least] = [key, far];
    }
    return { label: event.detail ? best : null, labels: keys };
  }
}
