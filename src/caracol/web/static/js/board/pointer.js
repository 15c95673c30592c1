import { listLabels } from "./elements.js";
import { SURE, findNearest } from "./places.js";
import { LARGEST_CELL, RULER, SMALLEST_CELL } from "./zoom.js";

/** @typedef {{x: number, y: number, apart: number}} Grip the middle of two fingers, and their distance */

const EDGE = 28; // pixels: a stroke this near to the visible edge scrolls the board
const PACE = 14; // pixels: fastest scrolling per frame
const LONG = 500; // milliseconds of a long press, which means the other value
const STEP = 0.1; // of a square: distance between points that are checked on a quick stroke over lines

/** Pointers on a board: one finger or the mouse writes, two fingers move and zoom. */
export class PointerInput {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {number|null} the current cell of a stroke */ this.stroking = null;
    /** @type {Record<string, any>|null} a stroke from between places, which begins at the first that it passes */ this.waiting = null;
    /** Its position, in squares. */ this.last = { x: 0, y: 0 };
    this.longPressTimer = 0;
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    /** @type {{start: Grip, last: Grip, point: {x: number, y: number}}|null} point: in squares */ this.grip = null;
    /** Whether one finger moves the board instead of writing. */ this.moving = false;
    /** @type {{clientX: number, clientY: number}|null} position of a stroke in the window */ this.pointerAt = null;
    this.scrollFrame = 0;
    // A finger may be lifted anywhere, even if the board below it has been rebuilt.
    document.addEventListener("pointerup", (event) => this.handleUp(event, "stroke-end"));
    document.addEventListener("pointercancel", (event) => this.handleUp(event, "stroke-cancel"));
    document.addEventListener("pointermove", (event) => {
      this.trackFinger(event);
      this.scrollAtEdge(event);
    });
  }

  /** @param {HTMLElement} grid */
  listen(grid) {
    grid.addEventListener("pointerdown", (event) => this.handleDown(event));
    grid.addEventListener("pointermove", (event) => this.handleMove(event));
    grid.addEventListener("pointerleave", () => this.board.hover(-1));
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("click", (event) => this.handleClick(event));
  }

  /** Return the row and column at a pointer, the exact point in squares, and the nearest cell. @param {{clientX: number, clientY: number}} event */
  locate(event) {
    const { m, size } = this.board;
    const view = /** @type {View} */ (this.board.view);
    const sheet = /** @type {HTMLElement} */ (this.board.querySelector(".touch"));
    const box = sheet.getBoundingClientRect();
    const scale = box.width / sheet.offsetWidth || 1;
    const x = ((event.clientX - box.left) / scale - m.left) / size;
    const y = ((event.clientY - box.top) / scale - m.top) / size;
    const [row, column] = [Math.floor(y), Math.floor(x)];
    const [across, down] = [column >= 0 && column < view.columns, row >= 0 && row < view.rows];
    return { row, column, across, down, x, y, cell: findNearest(view, x, y) };
  }

  /** Return the clue place that covers a scrolled board here, if any. @param {MouseEvent} event */
  findCoveringClue(event) {
    const { m, places } = this.board;
    const viewport = /** @type {HTMLElement} */ (this.board.viewport);
    const box = viewport.getBoundingClientRect();
    const { row, column, across, down } = this.locate(event);
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = viewport;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (scrollTop > 3 && y < m.top && across) return places.get(`top ${column}`);
    if (scrollLeft > 3 && x < m.left && down) return places.get(`left ${row}`);
    if (scrollHeight - scrollTop - clientHeight > 3 && y > clientHeight - m.bottom && across) return places.get(`bottom ${column}`);
    if (scrollWidth - scrollLeft - clientWidth > 3 && x > clientWidth - m.right && down) return places.get(`right ${row}`);
    return undefined;
  }

  /** @param {PointerEvent} event */
  handleDown(event) {
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.fingers.size === 2) this.startGrip();
      if (this.fingers.size > 1 || this.moving) return;
    }
    const { cell, x, y } = this.locate(event);
    if (this.findCoveringClue(event) || this.findClue(event) || cell < 0 || (event.button !== 0 && event.button !== 2)) return;
    event.preventDefault();
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    // While a stroke begins, the board must not scroll to its cell.
    this.stroking = cell;
    this.last = { x, y };
    const detail = { cell, second: event.button === 2, pencil: event.shiftKey, extend: event.shiftKey || event.ctrlKey || event.metaKey, x, y };
    const view = /** @type {View} */ (this.board.view);
    if (view.places && findNearest(view, x, y, SURE) < 0) this.waiting = detail;
    else this.startStroke(detail);
    if (event.pointerType === "touch" && this.board.view?.writing.press.length) this.longPressTimer = window.setTimeout(() => this.handleLongPress(), LONG);
  }

  /** @param {Record<string, any>} detail */
  startStroke(detail) {
    this.waiting = null;
    this.stroking = detail.cell;
    this.board.moveCursor(detail.cell);
    this.board.emit("stroke-start", detail);
  }

  /** Treat a finger that stays like the right mouse button. */
  handleLongPress() {
    const cell = this.stroking;
    if (cell === null) return;
    this.endStroke("stroke-cancel");
    this.stroking = cell;
    this.board.emit("stroke-start", { cell, second: true, pencil: false });
  }

  /** Return the place beside the board at a pointer, if any. @param {Event} event */
  findClue(event) {
    return /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".place"));
  }

  /** @param {PointerEvent} event */
  handleMove(event) {
    if (this.grip) return;
    const touch = event.pointerType === "touch";
    const { cell, x, y } = this.locate(event);
    if (!touch) this.board.hover(cell);
    if (this.stroking === null) return;
    if (this.board.view?.places) return this.passOver(event, touch, x, y);
    if (cell < 0 || cell === this.stroking) return;
    if (!touch && !event.buttons) return this.endStroke("stroke-end");
    this.passCells(this.stroking, cell);
  }

  /** Extend the stroke from one cell to another. @param {number} from @param {number} to */
  passCells(from, to) {
    clearTimeout(this.longPressTimer);
    for (const cell of this.listPassedCells(from, to)) this.board.emit("stroke-over", { cell });
    this.stroking = to;
  }

  /**
   * Extend a stroke over places that are not squares: only those it comes near to, because on its
   * way along a line it crosses the ends of others.
   * @param {PointerEvent} event @param {boolean} touch @param {number} x @param {number} y
   */
  passOver(event, touch, x, y) {
    if (!touch && !event.buttons) return this.endStroke("stroke-end");
    const view = /** @type {View} */ (this.board.view);
    const from = this.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(x - from.x, y - from.y) / STEP));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      const cell = findNearest(view, from.x + (x - from.x) * part, from.y + (y - from.y) * part, SURE);
      if (cell < 0 || (cell === this.stroking && !this.waiting)) continue;
      clearTimeout(this.longPressTimer);
      if (this.waiting) this.startStroke({ ...this.waiting, cell });
      else this.board.emit("stroke-over", { cell });
      this.stroking = cell;
    }
    this.last = { x, y };
  }

  /** Scroll the board if a stroke comes near its visible edge. @param {PointerEvent} event */
  scrollAtEdge(event) {
    if (this.stroking === null || this.grip || !this.board.classList.contains("overflowing")) return;
    this.pointerAt = { clientX: event.clientX, clientY: event.clientY };
    if (!this.scrollFrame) this.scrollFrame = requestAnimationFrame(() => this.scrollStep());
  }

  scrollStep() {
    this.scrollFrame = 0;
    const { viewport, m, view } = this.board;
    if (this.stroking === null || !this.pointerAt || !viewport || !view) return;
    const { clientX, clientY } = this.pointerAt;
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
    const { cell } = this.locate({ clientX: inside(clientX, left, right), clientY: inside(clientY, top, bottom) });
    if (!view.places && cell >= 0 && cell !== this.stroking) {
      this.passCells(this.stroking, cell);
    }
    this.scrollFrame = requestAnimationFrame(() => this.scrollStep());
  }

  /** Return the cells from one to another, because a quick pointer skips some. @param {number} from @param {number} to */
  listPassedCells(from, to) {
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
  handleUp(event, name) {
    this.fingers.delete(event.pointerId);
    if (this.grip && this.fingers.size < 2) this.endGrip();
    else if (!this.grip) this.endStroke(name);
  }

  /** @param {string} name */
  endStroke(name) {
    clearTimeout(this.longPressTimer);
    if (this.stroking === null) return;
    // A press without a stroke means the nearest place.
    if (this.waiting && name === "stroke-end") this.startStroke(this.waiting);
    if (!this.waiting) this.board.emit(name, {});
    this.waiting = null;
    this.stroking = null;
  }

  // -- two fingers ---------------------------------------------------------------------------

  /** @returns {Grip} */
  measureGrip() {
    const [one, other] = [...this.fingers.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  }

  /** @param {PointerEvent} event */
  trackFinger(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.grip) this.dragGrip();
  }

  /** Start moving the board: a second finger came down, so the first one was not a stroke. */
  startGrip() {
    this.endStroke("stroke-cancel");
    const start = this.measureGrip();
    const point = this.locate({ clientX: start.x, clientY: start.y });
    this.grip = { start, last: start, point };
    // The cells grow around the fingers.
    const { m, size } = this.board;
    const sheet = /** @type {HTMLElement} */ (this.board.viewport?.firstElementChild);
    sheet.style.transformOrigin = `${RULER + m.left + point.x * size}px ${RULER + m.top + point.y * size}px`;
  }

  dragGrip() {
    if (!this.grip || this.fingers.size < 2) return;
    const now = this.measureGrip();
    const { start, last } = this.grip;
    const viewport = /** @type {HTMLElement} */ (this.board.viewport);
    const before = { x: viewport.scrollLeft, y: viewport.scrollTop };
    viewport.scrollBy(last.x - now.x, last.y - now.y);
    // If the board cannot scroll further, the page does.
    scrollBy(0, last.y - now.y - (viewport.scrollTop - before.y));
    const sheet = /** @type {HTMLElement} */ (viewport.firstElementChild);
    const scale = this.getScale(now, start);
    sheet.style.transform = scale === 1 ? "" : `scale(${scale})`;
    this.grip.last = now;
  }

  /** Return how much larger the cells become; small changes do not count. @param {Grip} now @param {Grip} start */
  getScale(now, start) {
    const { size } = this.board;
    const wanted = (size * now.apart) / Math.max(start.apart, 1);
    const scale = Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, wanted)) / size;
    return Math.abs(scale - 1) < 0.08 ? 1 : scale;
  }

  endGrip() {
    if (!this.grip) return;
    const { start, last, point } = this.grip;
    this.grip = null;
    const scale = this.getScale(last, start);
    if (scale !== 1) this.board.zooming.zoomTo(Math.round(this.board.size * scale), { clientX: last.x, clientY: last.y }, point);
  }

  // -- clues ---------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  handleClick(event) {
    const place = this.findCoveringClue(event) || this.findClue(event);
    if (place) this.board.emit("place-press", { side: place.dataset.side, number: Number(place.dataset.number), ...this.findLabel(place, event) });
  }

  /** Return the label of a place that is nearest to a press. @param {HTMLElement} place @param {MouseEvent} event */
  findLabel(place, event) {
    const keys = listLabels(/** @type {View} */ (this.board.view), String(place.dataset.side), Number(place.dataset.number));
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
