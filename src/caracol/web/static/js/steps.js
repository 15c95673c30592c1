import { maskOf } from "./masks.js";

/**
 * A search as the server tells it, cut into steps, and the board at each of them.
 *
 * @typedef {{rule: number, cuts: {cell: number, removed: number[]}[], entailed: boolean,
 *   failed: boolean, effect: string}} Wake
 * @typedef {{parent: number|null, depth: number, choice: string, cell: number|null,
 *   tried: number[], end: string, wakes: Wake[]}} TreeNode
 * @typedef {{about: string, says: string, cells: number[]}} Rule
 * @typedef {{value: any, name: string, about: string}} Choice
 * @typedef {{name: string, label: string, chosen: any, choices: Choice[]}} Option
 * @typedef {{words: string, stopped: string, start: number[][], rules: Rule[],
 *   nodes: TreeNode[], statistics: Record<string, number>, options: Option[]}} Trace
 *
 * A step is a try (at the root: the start), a rule that woke, or the rest that follows when no
 * rule removes any more; `wake` counts the rules of the node that woke before.
 * @typedef {{node: number, kind: "try"|"wake"|"end", wake: number}} Step
 */

/** Whether a rule that woke changed anything. @param {Wake} wake */
function tells(wake) {
  return wake.failed || wake.cuts.length > 0;
}

/**
 * All steps of a search, in order.
 * @param {Trace} trace @param {boolean} vain whether rules that woke in vain are steps
 * @returns {Step[]}
 */
export function stepsOf(trace, vain) {
  /** @type {Step[]} */ const steps = [];
  trace.nodes.forEach(({ wakes, end }, node) => {
    steps.push({ node, kind: "try", wake: 0 });
    wakes.forEach((wake, number) => {
      if (vain || tells(wake)) steps.push({ node, kind: "wake", wake: number });
    });
    if (end !== "failed") steps.push({ node, kind: "end", wake: wakes.length });
  });
  return steps;
}

/** The candidates of every cell, as masks, at every step of a search. */
export class Boards {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    /** @type {number[][]} */ this.kept = [];
  }

  /** Before any rule of the node woke. @param {number} node @returns {number[]} */
  before(node) {
    const { parent, cell, tried } = this.trace.nodes[node];
    if (parent === null || cell === null) return this.trace.start.map(maskOf);
    const board = [...this.after(parent)];
    board[cell] = maskOf(tried);
    return board;
  }

  /** Once all rules of the node have woken. @param {number} node @returns {number[]} */
  after(node) {
    // Parents come first, so a loop from above needs no deep recursion.
    for (let made = this.kept.length; made <= node; made++) this.kept.push(this.upTo(made, Infinity));
    return this.kept[node];
  }

  /** Once so many rules of the node have woken. @param {number} node @param {number} wakes */
  upTo(node, wakes) {
    const board = this.before(node);
    for (const { cuts } of this.trace.nodes[node].wakes.slice(0, wakes)) {
      for (const { cell, removed } of cuts) board[cell] -= maskOf(removed);
    }
    return board;
  }

  /** @param {Step} step */
  at({ node, kind, wake }) {
    return kind === "end" ? this.after(node) : this.upTo(node, wake);
  }

  /** The cells that the tries above a node and in it have narrowed. @param {number} node */
  tried(node) {
    const cells = new Set();
    for (const found of this.path(node)) if (found.cell !== null) cells.add(found.cell);
    return cells;
  }

  /** The nodes from the root to this one. @param {number} node @returns {TreeNode[]} */
  path(node) {
    const found = [];
    for (let at = /** @type {number|null} */ (node); at !== null; at = this.trace.nodes[at].parent) found.unshift(this.trace.nodes[at]);
    return found;
  }
}
