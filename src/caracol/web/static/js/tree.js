import { draw } from "./shapes.js";

/** The picture of a search tree: a circle is a choice, a square a failure, a diamond a solution. */

/** @typedef {import("./steps.js").Trace} Trace */

const WIDE = 26; // pixels from leaf to leaf
const NARROW = 15;
const HIGH = 30; // pixels from level to level
const EDGE = 18;
const RADIUS = 6;

/** @type {Record<string, string>} */
const ENDS = { open: "", failed: "failed", solved: "a solution", cut: "not searched to its end" };

/**
 * Where each node stands: leaves side by side, parents above the middle of their children.
 * @param {Trace} trace @returns {{across: number[], leaves: number, children: number[][]}}
 */
function layout({ nodes }) {
  /** @type {number[][]} */ const children = nodes.map(() => []);
  nodes.forEach(({ parent }, number) => parent !== null && children[parent].push(number));
  let leaves = 0;
  const across = children.map((below) => (below.length ? 0 : leaves++));
  // Nodes come in the order of the search, so children have higher numbers than their parents.
  for (let number = nodes.length - 1; number >= 0; number--) {
    const below = children[number];
    if (below.length) across[number] = (across[below[0]] + across[below[below.length - 1]]) / 2;
  }
  return { across, leaves, children };
}

/** @param {string} end @param {number} x @param {number} y */
function sign(end, x, y) {
  const r = RADIUS;
  if (end === "failed") return draw("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, class: "sign" });
  if (end === "solved") return draw("path", { d: `M${x} ${y - r * 1.5}l${r * 1.5} ${r * 1.5}l${-r * 1.5} ${r * 1.5}l${-r * 1.5} ${-r * 1.5}z`, class: "sign" });
  return draw("circle", { cx: x, cy: y, r, class: "sign" });
}

/** The tree in a box that scrolls and can be walked through by keys. */
export class SearchTree {
  /** @param {HTMLElement} box @param {(node: number) => void} go */
  constructor(box, go) {
    this.box = box;
    this.go = go;
    /** @type {SVGElement[]} */ this.items = [];
    /** @type {SVGElement[]} */ this.edges = [];
    /** @type {number[][]} */ this.children = [];
    /** @type {Trace|null} */ this.trace = null;
    this.now = 0;
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[data-node]");
      if (item) this.go(Number(/** @type {SVGElement} */ (item).dataset.node));
    });
  }

  /** @param {Trace} trace */
  show(trace) {
    this.trace = trace;
    this.now = 0;
    const { across, leaves, children } = layout(trace);
    this.children = children;
    const step = Math.min(WIDE, Math.max(NARROW, (this.box.clientWidth - 2 * EDGE) / Math.max(1, leaves)));
    const x = (/** @type {number} */ node) => EDGE + (across[node] + 0.5) * step;
    const y = (/** @type {number} */ node) => EDGE + trace.nodes[node].depth * HIGH;
    const width = 2 * EDGE + leaves * step;
    const height = 2 * EDGE + HIGH * Math.max(...trace.nodes.map(({ depth }) => depth));
    const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "none" });
    this.edges = trace.nodes.map(({ parent }, node) => (parent === null ? draw("g", {}) : draw("path", { d: `M${x(parent)} ${y(parent)}L${x(node)} ${y(node)}`, class: "edge" })));
    this.items = trace.nodes.map(({ choice, depth, end }, node) => {
      const kind = end === "open" && !children[node].length ? "cut" : end;
      const words = [`node ${node}`, choice, ENDS[kind]].filter(Boolean).join(", ");
      const item = draw("g", { role: "treeitem", id: `tree-node-${node}`, "aria-level": depth + 1, "aria-selected": "false", "aria-label": words, class: `node ${kind}` });
      item.dataset.node = String(node);
      item.append(draw("title", {}, words), draw("circle", { cx: x(node), cy: y(node), r: Math.max(RADIUS * 1.9, step / 2), class: "halo" }), sign(kind, x(node), y(node)));
      return item;
    });
    svg.append(...this.edges, ...this.items);
    this.box.replaceChildren(svg);
  }

  /** Show which node is looked at, and the tries that lead to it. @param {number} node */
  mark(node) {
    const nodes = this.trace?.nodes || [];
    for (const element of this.box.querySelectorAll(".on-path")) element.classList.remove("on-path");
    this.items[this.now]?.setAttribute("aria-selected", "false");
    this.now = node;
    for (let at = /** @type {number|null} */ (node); at !== null; at = nodes[at].parent) {
      this.edges[at].classList.add("on-path");
      this.items[at].classList.add("on-path");
    }
    const item = this.items[node];
    item.setAttribute("aria-selected", "true");
    this.box.setAttribute("aria-activedescendant", item.id);
    const outer = this.box.getBoundingClientRect();
    const inner = item.getBoundingClientRect();
    if (inner.left < outer.left || inner.right > outer.right) this.box.scrollLeft += inner.left - outer.left - outer.width / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.box.scrollTop += inner.top - outer.top - outer.height / 2;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const nodes = this.trace?.nodes || [];
    /** @type {Record<string, number|null|undefined>} */
    const goals = {
      ArrowDown: this.now + 1,
      ArrowUp: this.now - 1,
      ArrowLeft: nodes[this.now]?.parent,
      ArrowRight: this.children[this.now]?.[0],
      Home: 0,
      End: nodes.length - 1,
    };
    if (!(event.key in goals) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const goal = goals[event.key];
    if (goal !== null && goal !== undefined && nodes[goal]) this.go(goal);
  }
}
