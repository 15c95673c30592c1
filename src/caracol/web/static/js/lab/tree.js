import { draw } from "../board/shapes.js";
import { count, make, makeButton } from "../shared/dom.js";

/**
 * A search tree that folds and zooms: a circle is a choice, a square a failure, a diamond a
 * solution, and a triangle stands for a folded subtree. Where nodes are and what they look like
 * comes with the tree; `leaves` are the first and the last leaf of a subtree, `end` is the best end
 * in it.
 *
 * @typedef {{parent: number|null, depth: number, kind: string, words: string, size: number,
 *   leaves: [number, number], end: string}} DrawnNode
 * @typedef {{signs: Record<string, string>, wide: number, high: number, folded: number[],
 *   nodes: DrawnNode[]}} Drawing
 */

const EDGE = 18;
const NARROW = 15; // pixels from leaf to leaf where space is short
const LOW = 14; // pixels from level to level of a tree that is zoomed out
const RADIUS = 6; // of the signs
const LEAST_RADIUS = 1.5;
const MOST_AT_ONCE = 2500; // nodes; of more, only those in sight are drawn
const ZOOM = 1.4;
const LARGEST = 4;

/** The tree in a box that scrolls and can be explored by keys. */
export class SearchTree {
  /** @param {HTMLElement} box @param {(node: number) => void} go */
  constructor(box, go) {
    this.box = box;
    this.go = go;
    /** @type {Map<number, SVGElement>} */ this.items = new Map();
    /** @type {Map<number, SVGElement>} */ this.edges = new Map();
    /** @type {Drawing} */ this.drawing = { signs: {}, wide: 1, high: 1, folded: [], nodes: [] };
    /** @type {number[][]} */ this.children = [];
    /** @type {Set<number>} */ this.folded = new Set();
    /** @type {number[]} */ this.shown = []; // nodes that are not folded away, in the order of the search
    /** @type {Int32Array} */ this.places = new Int32Array(); // of the leaves
    this.now = 0;
    this.scale = 1;
    this.depth = this.waiting = 0;
    const button = (/** @type {string} */ text, /** @type {string} */ words, /** @type {() => void} */ act) => makeButton(text, act, { title: words, "aria-label": words });
    this.bar = make("div", { className: "bar", role: "group", "aria-label": "Search tree" }, [
      button("Fold", "Fold what has no solution", () => this.foldFailures()),
      button("Unfold", "Unfold everything", () => this.fold([])),
      button("Fit", "Show the whole tree", () => this.fit()),
      button("+", "Zoom in", () => this.zoom(ZOOM)),
      button("−", "Zoom out", () => this.zoom(1 / ZOOM)),
    ]);
    const sign = (/** @type {string} */ kind, /** @type {string} */ textContent) => make("span", { className: kind, textContent });
    const legend = make("p", { className: "small legend" }, ["○ choice", sign("failed", "■ failed"), sign("solved", "◆ solution"), sign("failed", "△ folded")]);
    box.before(this.bar);
    box.after(legend);
    box.addEventListener("keydown", (event) => this.handleKey(event));
    box.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[data-node]");
      if (!item) return;
      const node = Number(/** @type {SVGElement} */ (item).dataset.node);
      // A second press folds or unfolds.
      if (node === this.now) this.toggle(node);
      else this.go(node);
    });
    box.addEventListener("wheel", (event) => this.handleWheel(event), { passive: false });
    box.addEventListener("scroll", () => this.shown.length > MOST_AT_ONCE && this.drawSoon());
    new ResizeObserver(() => this.drawSoon()).observe(box);
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    const { nodes } = drawing;
    this.drawing = drawing;
    this.now = 0;
    this.scale = 1;
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, number) => parent !== null && this.children[parent].push(number));
    this.bar.hidden = nodes.length < 3;
    this.fold(drawing.folded);
  }

  // -- folding -------------------------------------------------------------------------------

  /** Fold every subtree that fails as a whole. */
  foldFailures() {
    this.fold(this.drawing.nodes.flatMap(({ end, size, parent }, node) => (size > 1 && parent !== null && end === "failed" ? [node] : [])));
  }

  /** Fold a node, or unfold it. @param {number} node */
  toggle(node) {
    if (!this.children[node]?.length) return;
    this.fold(this.folded.has(node) ? [...this.folded].filter((other) => other !== node) : [...this.folded, node]);
  }

  /** Fold these nodes and no others. @param {number[]} folded */
  fold(folded) {
    const { nodes } = this.drawing;
    this.folded = new Set(folded);
    const leaves = nodes[0].leaves[1] + 1;
    const away = new Uint8Array(nodes.length);
    // A folded subtree keeps the place of its first leaf; what is to its right moves up.
    const gone = new Uint8Array(leaves);
    this.shown = [];
    this.depth = 0;
    nodes.forEach(({ parent, depth, leaves: [first, last] }, node) => {
      away[node] = Number(parent !== null && (away[parent] || this.folded.has(parent)));
      if (away[node]) return;
      this.shown.push(node);
      this.depth = Math.max(this.depth, depth);
      if (this.folded.has(node)) gone.fill(1, first + 1, last + 1);
    });
    this.places = new Int32Array(leaves);
    for (let leaf = 1; leaf < leaves; leaf++) this.places[leaf] = this.places[leaf - 1] + 1 - gone[leaf];
    this.draw();
    this.markNode(this.now);
  }

  // -- drawing -------------------------------------------------------------------------------

  /** Number of leaves that are shown. */
  get width() {
    return this.places[this.places.length - 1] + 1;
  }

  /** Pixels from leaf to leaf, before zooming. */
  get step() {
    return Math.min(this.drawing.wide, Math.max(NARROW, (this.box.clientWidth - 2 * EDGE) / this.width));
  }

  /** Pixels from level to level. */
  get level() {
    return Math.max(Math.min(LOW, this.drawing.high), this.drawing.high * this.scale);
  }

  /** Return where the middle of a node is, in pixels. @param {number} node @returns {[number, number]} */
  locate(node) {
    const { leaves, depth } = this.drawing.nodes[node];
    const across = (this.places[leaves[0]] + this.places[leaves[1]]) / 2;
    return [(EDGE + (across + 0.5) * this.step) * this.scale, EDGE + depth * this.level];
  }

  /** Draw again before the next picture on the screen. */
  drawSoon() {
    if (this.waiting || !this.shown.length) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
      this.markPath();
    });
  }

  /** Draw what is shown; if that is very much, only what is in sight. */
  draw() {
    const { nodes } = this.drawing;
    const radius = Math.max(LEAST_RADIUS, RADIUS * Math.min(this.scale, LARGEST));
    const width = (2 * EDGE + this.width * this.step) * this.scale;
    const svg = draw("svg", { width, height: 2.5 * EDGE + this.depth * this.level, role: "none" });
    this.items.clear();
    this.edges.clear();
    const crowded = this.shown.length > MOST_AT_ONCE;
    const left = this.box.scrollLeft - this.box.clientWidth;
    const right = this.box.scrollLeft + 2 * this.box.clientWidth;
    const path = new Set(this.listPath());
    const taken = new Set();
    // Where signs would cover each other, the path to the current node and solutions come first.
    const isFirst = (/** @type {number} */ node) => path.has(node) || nodes[node].kind === "solved";
    const order = crowded ? [...this.shown.filter(isFirst), ...this.shown.filter((node) => !isFirst(node))] : this.shown;
    for (const node of order) {
      const [x, y] = this.locate(node);
      const { parent, depth } = nodes[node];
      const start = parent === null ? [x, y] : this.locate(parent);
      if (crowded && !path.has(node)) {
        if (Math.max(x, start[0]) < left || Math.min(x, start[0]) > right) continue;
        const spot = `${depth} ${Math.round(x / (2 * radius))}`;
        if (taken.has(spot)) continue;
        taken.add(spot);
      }
      if (parent !== null) this.edges.set(node, draw("path", { d: `M${start}L${x},${y}`, class: "edge" }));
      this.items.set(node, this.drawNode(node, x, y, radius));
    }
    svg.append(...this.edges.values(), ...this.items.values());
    this.box.replaceChildren(svg);
  }

  /** Draw the sign of a node. @param {number} node @param {number} x @param {number} y @param {number} radius */
  drawNode(node, x, y, radius) {
    const { kind, words, size, depth, end } = this.drawing.nodes[node];
    const folded = this.folded.has(node);
    const look = folded ? "folded" : kind;
    const label = folded ? `${words}, ${count(size - 1, "node")} folded below` : words;
    const item = draw("g", { role: "treeitem", id: `${this.box.id}-${node}`, "aria-level": depth + 1, "aria-selected": "false", "aria-label": label, class: `node ${look}${folded && end === "solved" ? " solution" : ""}` });
    if (this.children[node].length) item.setAttribute("aria-expanded", String(!folded));
    item.dataset.node = String(node);
    item.append(
      draw("title", {}, label),
      draw("circle", { cx: x, cy: y, r: Math.max(radius * 1.9, (this.step * this.scale) / 2), class: "halo" }),
      draw("path", { d: this.drawing.signs[look], transform: `translate(${x} ${y}) scale(${radius / RADIUS})`, class: "sign" }),
    );
    if (folded && radius >= RADIUS * 0.8) item.append(draw("text", { x, y: y + radius * 3, "font-size": radius * 1.5 }, String(size - 1)));
    return item;
  }

  // -- zooming -------------------------------------------------------------------------------

  /** Zoom around a point of the box. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const scale = Math.min(LARGEST, Math.max(Math.min(0.1, this.whole), this.scale * factor));
    const level = this.level;
    const left = ((this.box.scrollLeft + x) * scale) / this.scale - x;
    this.scale = scale;
    const top = ((this.box.scrollTop + y) * this.level) / level - y;
    // The box can only be scrolled as far as what is in it.
    const svg = this.box.querySelector("svg");
    svg?.setAttribute("width", String((2 * EDGE + this.width * this.step) * scale));
    this.box.scrollLeft = left;
    this.draw();
    this.box.scrollLeft = left;
    this.box.scrollTop = top;
    this.markPath();
  }

  /** The scale at which the whole tree fits into the box, or its width if it is deep. */
  get whole() {
    const { high } = this.drawing;
    const room = parseFloat(getComputedStyle(this.box).maxHeight) - 2.5 * EDGE;
    const tall = Math.max(LOW / high, room / (high * Math.max(1, this.depth)));
    return Math.min(1, tall, (this.box.clientWidth - 2) / (2 * EDGE + this.width * this.step));
  }

  /** Zoom so that the whole tree is visible. */
  fit() {
    this.zoom(this.whole / this.scale, 0, 0);
  }

  /** Zoom with Ctrl and the wheel, or with two fingers on a touchpad. @param {WheelEvent} event */
  handleWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = this.box.getBoundingClientRect();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - left, event.clientY - top);
  }

  // -- the current node ----------------------------------------------------------------------

  /** Return the shown nodes from the current one, or the triangle above it, up to the root. */
  listPath() {
    const { nodes } = this.drawing;
    /** @type {number[]} */ let path = [];
    for (let node = /** @type {number|null} */ (this.now); node !== null; node = nodes[node].parent) {
      if (this.folded.has(node)) path = [];
      path.push(node);
    }
    return path;
  }

  /** Make a node the current one, and bring it into sight. @param {number} node */
  markNode(node) {
    this.now = node;
    const [x, y] = this.locate(this.listPath()[0]);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box;
    if (x < scrollLeft || x > scrollLeft + clientWidth) this.box.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop || y > scrollTop + clientHeight) this.box.scrollTop = y - clientHeight / 2;
    if (this.shown.length > MOST_AT_ONCE) this.drawSoon();
    this.markPath();
  }

  /** Mark the current node and the path to it. */
  markPath() {
    for (const element of this.box.querySelectorAll(".on-path")) element.classList.remove("on-path");
    this.box.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    const path = this.listPath();
    for (const node of path) {
      this.edges.get(node)?.classList.add("on-path");
      this.items.get(node)?.classList.add("on-path");
    }
    const item = this.items.get(path[0]);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    this.box.setAttribute("aria-activedescendant", item.id);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { nodes } = this.drawing;
    const at = this.shown.filter((node) => node <= this.now).length - 1;
    /** @type {Record<string, number|null|undefined>} */
    const goals = {
      ArrowDown: this.shown[at + 1],
      ArrowUp: this.shown[this.shown[at] < this.now ? at : at - 1],
      ArrowLeft: nodes[this.now]?.parent,
      ArrowRight: this.children[this.now]?.[0],
      Home: 0,
      End: nodes.length - 1,
    };
    /** @type {Record<string, () => void>} */
    const acts = {
      Enter: () => this.toggle(this.now),
      " ": () => this.toggle(this.now),
      "+": () => this.zoom(ZOOM),
      "-": () => this.zoom(1 / ZOOM),
      0: () => this.fit(),
    };
    if (event.key === "ArrowRight" && this.folded.has(this.now)) this.toggle(this.now);
    else if (event.key in acts) acts[event.key]();
    else if (!(event.key in goals)) return;
    else {
      const goal = goals[event.key];
      if (goal !== null && goal !== undefined && nodes[goal]) this.go(goal);
    }
    event.preventDefault();
  }
}
