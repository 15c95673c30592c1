import { count, make, makeButton } from "../shared/dom.js";
import { draw } from "../board/shapes.js";

/**
 * The drawing of a search tree: a circle is a choice, a square a failure, a diamond a solution, and
 * a triangle stands for a folded subtree. It folds and zooms, so that it can show thousands of nodes.
 */

/** @typedef {import("./steps.js").Trace} Trace */

const WIDE = 26; // pixels from leaf to leaf
const NARROW = 15;
const HIGH = 30; // pixels from level to level
const EDGE = 18;
const RADIUS = 6;
const MOST_SHOWN = 150; // signs; in larger trees failures are folded at first
const ZOOM = 1.4;
const SMALLEST = 0.1;
const LARGEST = 4;

/** @type {Record<string, string>} */
const ENDS = { open: "", failed: "failed", solved: "a solution", cut: "not searched to its end" };

/** @param {string} end @param {number} x @param {number} y */
function drawSign(end, x, y) {
  const r = RADIUS;
  if (end === "folded") return draw("path", { d: `M${x} ${y - r}l${r * 1.4} ${r * 2.2}h${-r * 2.8}z`, class: "sign" });
  if (end === "failed") return draw("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, class: "sign" });
  if (end === "solved") return draw("path", { d: `M${x} ${y - r * 1.5}l${r * 1.5} ${r * 1.5}l${-r * 1.5} ${r * 1.5}l${-r * 1.5} ${-r * 1.5}z`, class: "sign" });
  return draw("circle", { cx: x, cy: y, r, class: "sign" });
}

/** The tree in a box that scrolls and can be explored by keys. */
export class SearchTree {
  /** @param {HTMLElement} box @param {(node: number) => void} go */
  constructor(box, go) {
    this.box = box;
    this.go = go;
    /** @type {Map<number, SVGElement>} */ this.items = new Map();
    /** @type {Map<number, SVGElement>} */ this.edges = new Map();
    /** @type {number[][]} */ this.children = [];
    /** @type {number[]} */ this.size = [];
    /** @type {boolean[]} */ this.solved = [];
    /** @type {boolean[]} */ this.failed = []; // whether the whole subtree failed
    /** @type {Set<number>} */ this.folded = new Set();
    /** @type {Trace|null} */ this.trace = null;
    this.now = 0;
    this.scale = 1;
    this.wide = this.high = 0;
    const button = (/** @type {string} */ text, /** @type {string} */ words, /** @type {() => void} */ act) => makeButton(text, act, { title: words, "aria-label": words });
    this.bar = make("div", { className: "bar", role: "group", "aria-label": "Search tree" }, [
      button("Fold", "Fold what has no solution", () => this.foldFailures()),
      button("Unfold", "Unfold everything", () => this.unfold()),
      button("Fit", "Show the whole tree", () => this.fit()),
      button("+", "Zoom in", () => this.zoom(ZOOM)),
      button("−", "Zoom out", () => this.zoom(1 / ZOOM)),
    ]);
    box.before(this.bar);
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
  }

  /** @param {Trace} trace */
  show(trace) {
    const { nodes } = trace;
    this.trace = trace;
    this.now = 0;
    this.scale = 1;
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, number) => parent !== null && this.children[parent].push(number));
    this.size = nodes.map(() => 1);
    this.solved = nodes.map(({ end }) => end === "solved");
    this.failed = nodes.map(({ end }, number) => end === "failed" || this.children[number].length > 0);
    // Nodes come in the order of the search, so children have higher numbers than their parents.
    for (let number = nodes.length - 1; number > 0; number--) {
      const parent = /** @type {number} */ (nodes[number].parent);
      this.size[parent] += this.size[number];
      this.solved[parent] ||= this.solved[number];
      this.failed[parent] &&= this.failed[number];
    }
    this.folded = new Set();
    this.bar.hidden = nodes.length < 3;
    if (nodes.length > MOST_SHOWN) this.foldFailures();
    else this.render();
  }

  /** Return the nodes that are not folded away, in the order of the search. @returns {number[]} */
  listShown() {
    /** @type {boolean[]} */ const away = [];
    const nodes = this.trace?.nodes || [];
    return nodes.flatMap(({ parent }, number) => {
      away[number] = parent !== null && (away[parent] || this.folded.has(parent));
      return away[number] ? [] : [number];
    });
  }

  /** Fold subtrees that fail as a whole, small ones first, until few enough nodes are left. */
  foldFailures() {
    const nodes = this.trace?.nodes || [];
    for (let limit = 3; ; limit *= 2) {
      this.folded.clear();
      for (let number = 1; number < nodes.length; number++) {
        if (this.size[number] > 1 && this.size[number] <= limit && this.failed[number]) this.folded.add(number);
      }
      if (limit >= nodes.length || this.listShown().length <= MOST_SHOWN) break;
    }
    this.render();
  }

  unfold() {
    this.folded.clear();
    this.render();
  }

  /** Fold a node, or unfold it. @param {number} node */
  toggle(node) {
    if (!this.children[node]?.length) return;
    if (!this.folded.delete(node)) this.folded.add(node);
    this.render();
  }

  /** Draw the tree: leaves side by side, parents above the middle of their children. */
  render() {
    const { nodes } = /** @type {Trace} */ (this.trace);
    const shown = this.listShown();
    /** @param {number} node */
    const below = (node) => (this.folded.has(node) ? [] : this.children[node]);
    /** @type {number[]} */ const across = [];
    let leaves = 0;
    for (const node of shown) if (!below(node).length) across[node] = leaves++;
    for (const node of [...shown].reverse()) {
      const under = below(node);
      if (under.length) across[node] = (across[under[0]] + across[under[under.length - 1]]) / 2;
    }
    const step = Math.min(WIDE, Math.max(NARROW, (this.box.clientWidth - 2 * EDGE) / Math.max(1, leaves)));
    const x = (/** @type {number} */ node) => EDGE + (across[node] + 0.5) * step;
    const y = (/** @type {number} */ node) => EDGE + nodes[node].depth * HIGH;
    this.wide = 2 * EDGE + leaves * step;
    this.high = 2.5 * EDGE + HIGH * shown.reduce((deepest, node) => Math.max(deepest, nodes[node].depth), 0);
    const svg = draw("svg", { viewBox: `0 0 ${this.wide} ${this.high}`, role: "none" });
    this.items.clear();
    this.edges.clear();
    for (const node of shown) {
      const { parent, choice, depth, end } = nodes[node];
      const folded = this.folded.has(node);
      const kind = folded ? "folded" : end === "open" && !this.children[node].length ? "cut" : end;
      const hidden = this.size[node] - 1;
      const words = [`node ${node}`, choice, ENDS[kind], folded ? `${count(hidden, "node")} folded below` : ""].filter(Boolean).join(", ");
      const item = draw("g", { role: "treeitem", id: `tree-node-${node}`, "aria-level": depth + 1, "aria-selected": "false", "aria-label": words, class: `node ${kind}${folded && this.solved[node] ? " solution" : ""}` });
      if (this.children[node].length) item.setAttribute("aria-expanded", String(!folded));
      item.dataset.node = String(node);
      item.append(draw("title", {}, words), draw("circle", { cx: x(node), cy: y(node), r: Math.max(RADIUS * 1.9, step / 2), class: "halo" }), drawSign(kind, x(node), y(node)));
      if (folded) item.append(draw("text", { x: x(node), y: y(node) + RADIUS * 3.4 }, String(hidden)));
      this.items.set(node, item);
      if (parent !== null) this.edges.set(node, draw("path", { d: `M${x(parent)} ${y(parent)}L${x(node)} ${y(node)}`, class: "edge" }));
    }
    svg.append(...this.edges.values(), ...this.items.values());
    this.box.replaceChildren(svg);
    this.applySize();
    this.markNode(this.now);
  }

  // -- zooming -------------------------------------------------------------------------------

  /** Give the drawing its size on the page. */
  applySize() {
    const svg = this.box.querySelector("svg");
    svg?.setAttribute("width", String(this.wide * this.scale));
    svg?.setAttribute("height", String(this.high * this.scale));
  }

  /** Zoom around a point of the box. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    const left = ((this.box.scrollLeft + x) * scale) / this.scale - x;
    const top = ((this.box.scrollTop + y) * scale) / this.scale - y;
    this.scale = scale;
    this.applySize();
    this.box.scrollLeft = left;
    this.box.scrollTop = top;
  }

  /** Zoom so that the whole tree is visible. */
  fit() {
    const style = getComputedStyle(this.box);
    const room = Math.min(this.box.clientWidth / this.wide, (parseFloat(style.maxHeight) || this.box.clientHeight) / this.high);
    this.scale = Math.min(1, Math.max(SMALLEST, room * 0.98));
    this.applySize();
  }

  /** Zoom with Ctrl and the wheel, or with two fingers on a touchpad. @param {WheelEvent} event */
  handleWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = this.box.getBoundingClientRect();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - left, event.clientY - top);
  }

  // -- the current node ----------------------------------------------------------------------

  /** Mark the current node and the path to it. @param {number} node */
  markNode(node) {
    const nodes = this.trace?.nodes || [];
    for (const element of this.box.querySelectorAll(".on-path")) element.classList.remove("on-path");
    this.box.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.now = node;
    /** @type {SVGElement|undefined} */ let item;
    for (let at = /** @type {number|null} */ (node); at !== null; at = nodes[at].parent) {
      // If the node is folded away, mark the triangle above it.
      item ||= this.items.get(at);
      this.edges.get(at)?.classList.add("on-path");
      this.items.get(at)?.classList.add("on-path");
    }
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    this.box.setAttribute("aria-activedescendant", item.id);
    const outer = this.box.getBoundingClientRect();
    const inner = item.getBoundingClientRect();
    if (inner.left < outer.left || inner.right > outer.right) this.box.scrollLeft += inner.left - outer.left - outer.width / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.box.scrollTop += inner.top - outer.top - outer.height / 2;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const nodes = this.trace?.nodes || [];
    const shown = [...this.items.keys()];
    const at = shown.filter((node) => node <= this.now).length - 1;
    /** @type {Record<string, number|null|undefined>} */
    const goals = {
      ArrowDown: shown[at + 1],
      ArrowUp: shown[shown[at] < this.now ? at : at - 1],
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
