import { makeMask } from "../shared/masks.js";

/**
 * A search, divided into steps, and the board at each of them.
 *
 * @typedef {{rule: number, cuts: {cell: number, removed: number[]}[], entailed: boolean,
 *   failed: boolean, effect: string}} Wake
 * @typedef {{parent: number|null, depth: number, choice: string, cell: number|null,
 *   tried: number[], end: string, wakes: Wake[]}} TreeNode
 * @typedef {{about: string, says: string, cells: number[]}} Rule
 * @typedef {{value: any, name: string, about: string}} Choice
 * @typedef {{name: string, label: string, chosen: any, choices: Choice[]}} Option
 * @typedef {{words: string, stopped: string, start: number[][], rules: Rule[],
 *   nodes: TreeNode[], drawing: import("./tree.js").Drawing,
 *   statistics: Record<string, number>, options: Option[]}} Trace
 *
 * A step is a try (at the root: the start), a rule that woke, or the end of a node, when no rule
 * removes anything more; `wake` counts the rules of the node that woke before.
 * @typedef {{node: number, kind: "try"|"wake"|"end", wake: number}} Step
 */

/** Return whether a rule that woke changed anything. @param {Wake} wake */
function hasEffect(wake) {
  return wake.failed || wake.cuts.length > 0;
}

/**
 * Return all steps of a search, in order.
 * @param {Trace} trace @param {boolean} vain whether rules that changed nothing are steps, too
 * @returns {Step[]}
 */
export function listSteps(trace, vain) {
  /** @type {Step[]} */ const steps = [];
  trace.nodes.forEach(({ wakes, end }, node) => {
    steps.push({ node, kind: "try", wake: 0 });
    wakes.forEach((wake, number) => {
      if (vain || hasEffect(wake)) steps.push({ node, kind: "wake", wake: number });
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

  /** Return the board before any rule of the node woke. @param {number} node @returns {number[]} */
  computeBefore(node) {
    const { parent, cell, tried } = this.trace.nodes[node];
    if (parent === null || cell === null) return this.trace.start.map(makeMask);
    const board = [...this.computeAfter(parent)];
    board[cell] = makeMask(tried);
    return board;
  }

  /** Return the board after all rules of the node woke. @param {number} node @returns {number[]} */
  computeAfter(node) {
    // Parents have smaller numbers, so this loop avoids deep recursion.
    for (let made = this.kept.length; made <= node; made++) this.kept.push(this.computeAfterWakes(made, Infinity));
    return this.kept[node];
  }

  /** Return the board after this number of rules of the node woke. @param {number} node @param {number} wakes */
  computeAfterWakes(node, wakes) {
    const board = this.computeBefore(node);
    for (const { cuts } of this.trace.nodes[node].wakes.slice(0, wakes)) {
      for (const { cell, removed } of cuts) board[cell] -= makeMask(removed);
    }
    return board;
  }

  /** Return the board at a step. @param {Step} step */
  compute({ node, kind, wake }) {
    return kind === "end" ? this.computeAfter(node) : this.computeAfterWakes(node, wake);
  }

  /** Return the cells that were tried on the way to a node. @param {number} node */
  listTriedCells(node) {
    const cells = new Set();
    for (const found of this.listPath(node)) if (found.cell !== null) cells.add(found.cell);
    return cells;
  }

  /** Return the nodes from the root to this one. @param {number} node @returns {TreeNode[]} */
  listPath(node) {
    const found = [];
    for (let at = /** @type {number|null} */ (node); at !== null; at = this.trace.nodes[at].parent) found.unshift(this.trace.nodes[at]);
    return found;
  }
}
