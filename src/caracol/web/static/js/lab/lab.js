import { Task, ask } from "../shared/api.js";
import { makeCaption } from "../shared/address.js";
import { capitalize, count, find, make, makeKeyList, showError, showMessage } from "../shared/dom.js";
import { makeMask, listValues } from "../shared/masks.js";
import { Boards, listSteps } from "./steps.js";
import { SearchTree } from "./tree.js";

/** @typedef {import("./steps.js").Trace} Trace */
/** @typedef {import("./steps.js").Step} Step */

/** @type {Record<string, string>} */
const CUT_OFF = {
  nodes: "The search is longer; these are its first nodes.",
  wakes: "The search is longer; this is where it was cut off.",
  seconds: "The search was not finished in time; this is how far it came.",
};

/** @type {[string, string][]} */
const KEYS = [
  ["→ ←", "forward, back"],
  ["Shift and → ←", "next node, previous node"],
  ["Home, End", "first, last"],
  ["↑ ↓ in the list", "from rule to rule"],
  ["↑ ↓ in the tree", "from node to node; → into it, ← out of it"],
  ["Enter in the tree", "fold or unfold; + − zoom, 0 all of it"],
  ["arrows on the board", "go from cell to cell; Space is forward"],
];

const MOST_NODES = 2000; // of a search; the tree folds
const MOST_TRIES = 5; // in the line above the list; the tree shows all of them

/** The laboratory: a search of the plain engine, step by step on the board. */
export class Lab {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {View|null} */ this.view = null;
    /** @type {Trace|null} */ this.trace = null;
    /** @type {Boards|null} */ this.boards = null;
    /** @type {Step[]} */ this.steps = [];
    this.at = 0;
    this.listed = -1;
    /** @type {Record<string, any>} */ this.chosen = {};
    this.task = new Task();
    this.tree = new SearchTree(find("lab-tree"), (node) => this.goNode(node));
    find("lab-first").addEventListener("click", () => this.go(0));
    find("lab-back").addEventListener("click", () => this.go(this.at - 1));
    find("lab-forward").addEventListener("click", () => this.go(this.at + 1));
    find("lab-node").addEventListener("click", () => this.nextNode());
    find("lab-last").addEventListener("click", () => this.go(this.steps.length - 1));
    find("lab-range").addEventListener("input", (/** @type {any} */ event) => this.go(Number(event.target.value)));
    find("lab-vain").addEventListener("change", () => this.rebuildSteps());
    find("lab-events").addEventListener("click", (/** @type {any} */ event) => {
      const item = event.target.closest("[data-step]");
      if (item) this.go(Number(item.dataset.step));
    });
    find("lab-events").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.handleListKey(event));
    document.addEventListener("keydown", (event) => this.handlePageKey(event));
  }

  // -- opening and closing -------------------------------------------------------------------

  /** @param {View} view */
  open(view) {
    // A candidate must be visible to be struck out, even if a blank is drawn as nothing.
    const symbols = view.symbols.map((sign) => (sign.shape === "nothing" ? { ...sign, shape: "dot" } : sign));
    this.view = { ...view, symbols };
    this.chosen = {};
    this.trace = null;
    this.steps = [];
    this.board.tool = null;
    this.board.viewOnly = true;
    this.board.show(this.view, view.givens.map((value) => ({ value, marks: 0, layer: 0 })));
    find("lab-body").hidden = find("lab-stage").hidden = find("lab-choices").hidden = true;
    find("lab-choices").open = matchMedia("(min-width: 901px)").matches;
    find("lab-options").replaceChildren();
    find("caption").textContent = ["Laboratory", makeCaption(view)].filter(Boolean).join(" · ");
    find("keys").replaceChildren(makeKeyList(KEYS));
    this.search();
  }

  close() {
    this.task.stop();
    this.board.viewOnly = false;
    this.view = null;
    this.trace = null;
  }

  /** Request the search with the chosen options. */
  async search() {
    const view = /** @type {View} */ (this.view);
    const signal = this.task.start();
    showMessage("Searching …");
    try {
      const trace = await ask("trace", { puzzle: view.puzzle, nodes: MOST_NODES, seconds: 10, ...this.chosen }, { signal });
      if (signal.aborted || view !== this.view) return;
      this.trace = trace;
      this.boards = new Boards(trace);
      showMessage(CUT_OFF[trace.stopped] || "");
      const first = find("lab-stage").hidden;
      find("lab-body").hidden = find("lab-stage").hidden = find("lab-choices").hidden = false;
      this.buildOptions();
      this.showCosts();
      this.tree.show(trace.drawing);
      this.listed = -1;
      this.steps = listSteps(trace, find("lab-vain").checked);
      this.go(0);
      if (first && document.activeElement === document.body) find("lab-forward").focus({ preventScroll: true });
    } catch (error) {
      showError(error);
    }
  }

  // -- options -------------------------------------------------------------------------------

  /** Build a field for each option that the server offers, unless they are there already. */
  buildOptions() {
    const { options } = /** @type {Trace} */ (this.trace);
    const box = find("lab-options");
    const names = options.map(({ name }) => name).join();
    if (box.dataset.names === names && box.children.length) return;
    box.dataset.names = names;
    box.replaceChildren(
      ...options.map(({ name, label, chosen, choices }) => {
        const about = make("span", { className: "small", id: `lab-about-${name}` });
        const select = make("select", { name, "aria-describedby": about.id }, choices.map((choice) => make("option", { textContent: choice.name, selected: choice.value === chosen })));
        const describe = () => (about.textContent = choices[select.selectedIndex].about);
        select.addEventListener("change", () => {
          this.chosen[name] = choices[select.selectedIndex].value;
          describe();
          this.search();
        });
        describe();
        return make("div", {}, [make("label", {}, [`${label} `, select]), about]);
      }),
    );
  }

  showCosts() {
    const { statistics, words } = /** @type {Trace} */ (this.trace);
    const { nodes, backtracks, resumptions, removed } = statistics;
    find("lab-costs").textContent = `${capitalize(words)}. ${count(nodes, "node")} tried, ${backtracks} failed; rules woke ${count(resumptions, "time")} and removed ${count(removed, "candidate")}.`;
  }

  // -- stepping ------------------------------------------------------------------------------

  /** @param {number} at */
  go(at) {
    if (!this.trace) return;
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    const { node } = this.steps[this.at];
    if (node !== this.listed) this.listNode(node);
    this.tree.markNode(node);
    this.show();
  }

  /** @param {number} node */
  goNode(node) {
    this.go(this.steps.findIndex((step) => step.node === node));
  }

  nextNode() {
    const next = this.steps.findIndex((step, number) => number > this.at && step.kind === "try");
    this.go(next < 0 ? this.steps.length - 1 : next);
  }

  previousNode() {
    const { node, kind } = this.steps[this.at];
    this.goNode(Math.max(0, kind === "try" ? node - 1 : node));
  }

  /** List the steps again, with or without rules that changed nothing. */
  rebuildSteps() {
    if (!this.trace) return;
    const { node, wake, kind } = this.steps[this.at];
    this.steps = listSteps(this.trace, find("lab-vain").checked);
    this.listed = -1;
    this.go(this.steps.findIndex((step) => step.node === node && (step.kind === kind || step.kind === "end") && step.wake >= wake));
  }

  show() {
    const step = this.steps[this.at];
    const trace = /** @type {Trace} */ (this.trace);
    const boards = /** @type {Boards} */ (this.boards);
    const node = trace.nodes[step.node];
    const tried = boards.listTriedCells(step.node);
    const contents = boards.compute(step).map((mask, cell) => {
      const values = listValues(mask);
      const one = values.length === 1;
      return { value: one ? values[0] : null, marks: one ? 0 : mask, layer: tried.has(cell) ? 1 : 0 };
    });
    /** @type {Overlay} */ const overlay = {};
    if (step.kind === "wake") {
      const wake = node.wakes[step.wake];
      const rule = trace.rules[wake.rule];
      overlay.look = new Set(rule.cells);
      overlay.cited = new Set([rule.about]);
      overlay.struck = new Map(wake.cuts.map(({ cell, removed }) => [cell, makeMask(removed)]));
      if (wake.failed) overlay.wrong = overlay.look;
    } else if (step.kind === "try" && node.cell !== null) overlay.because = new Set([node.cell]);
    this.board.update(contents, overlay);
    this.board.classList.toggle("finished", step.kind === "end" && node.end === "solved");
    this.showStep(step);
  }

  /** Describe the current step. @param {Step} step */
  showStep(step) {
    const last = this.steps.length - 1;
    const { title, says } = this.describeStep(step);
    find("lab-title").textContent = title;
    find("lab-says").textContent = says;
    find("lab-says").className = this.classifyStep(step);
    find("lab-number").textContent = `Step ${this.at + 1} of ${last + 1}`;
    const range = find("lab-range");
    range.max = String(last);
    range.value = String(this.at);
    range.setAttribute("aria-valuetext", `step ${this.at + 1} of ${last + 1}`);
    // A disabled button would lose the focus.
    for (const id of ["lab-first", "lab-back"]) find(id).setAttribute("aria-disabled", String(this.at === 0));
    for (const id of ["lab-forward", "lab-node", "lab-last"]) find(id).setAttribute("aria-disabled", String(this.at === last));
    const events = find("lab-events");
    events.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    const item = events.querySelector(`[data-step="${this.at}"]`);
    item.setAttribute("aria-selected", "true");
    events.setAttribute("aria-activedescendant", item.id);
    // The next step is visible, too.
    const ahead = item.nextElementSibling || item;
    const below = ahead.offsetTop + ahead.offsetHeight - events.clientHeight;
    if (below > events.scrollTop) events.scrollTop = below;
    if (item.offsetTop < events.scrollTop) events.scrollTop = item.offsetTop;
  }

  /** Return the kind of a step, which is its class on the page. @param {Step} step */
  classifyStep(step) {
    const node = /** @type {Trace} */ (this.trace).nodes[step.node];
    if (step.kind === "try") return "tried";
    if (step.kind === "end") return node.end === "solved" ? "solved" : "settled";
    const wake = node.wakes[step.wake];
    return wake.failed ? "failed" : wake.cuts.length ? "removed" : "vain";
  }

  /** @param {Step} step @returns {{title: string, says: string}} */
  describeStep(step) {
    const { nodes, rules } = /** @type {Trace} */ (this.trace);
    const node = nodes[step.node];
    if (step.kind === "wake") {
      const wake = node.wakes[step.wake];
      const { about, says } = rules[wake.rule];
      return { title: `${about} ${says}`, says: wake.effect };
    }
    if (step.kind === "try") {
      if (node.parent === null) return { title: "The start", says: "Every cell can still have any value." };
      const back = node.parent !== step.node - 1 ? ` Back to node ${node.parent}.` : "";
      return { title: `Try ${node.choice}`, says: `Node ${step.node}, ${node.depth} deep.${back}` };
    }
    if (node.end === "solved") return { title: "A solution", says: "Every cell is decided, and every rule holds." };
    const open = nodes.some(({ parent }) => parent === step.node);
    return { title: "No rule removes any more", says: open ? "Now a cell must be tried." : "Here the search was cut off." };
  }

  /** List the steps of a node. @param {number} node */
  listNode(node) {
    this.listed = node;
    const trace = /** @type {Trace} */ (this.trace);
    const tries = /** @type {Boards} */ (this.boards).listPath(node).slice(1).map(({ choice }) => choice);
    const shown = tries.length > MOST_TRIES ? ["…", ...tries.slice(-MOST_TRIES)] : tries;
    find("lab-path").textContent = tries.length ? `Tried: ${shown.join(" › ")}` : "Nothing is tried yet.";
    const { wakes } = trace.nodes[node];
    const vain = wakes.filter(({ cuts, failed }) => !failed && !cuts.length).length;
    find("lab-woken").textContent = `${wakes.length} rules woke, ${vain} of them changed nothing`;
    const items = [];
    for (let number = this.steps.findIndex((step) => step.node === node); this.steps[number]?.node === node; number++) {
      const { title, says } = this.describeStep(this.steps[number]);
      const item = make("li", { role: "option", id: `lab-step-${number}`, className: this.classifyStep(this.steps[number]), "aria-selected": "false" }, [make("span", { textContent: title }), " ", make("span", { className: "effect", textContent: says })]);
      item.dataset.step = String(number);
      items.push(item);
    }
    find("lab-events").replaceChildren(...items);
    find("lab-events").scrollTop = 0;
  }

  // -- keys ----------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  handleListKey(event) {
    const goals = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: this.steps.length - 1 };
    if (!(event.key in goals) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(goals[/** @type {"Home"} */ (event.key)]);
  }

  /** Handle keys anywhere on the page, except where they have another meaning. @param {KeyboardEvent} event */
  handlePageKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.trace || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select, dialog, summary, puzzle-board") && !target.closest("[type=checkbox]")) return;
    if (event.key === "ArrowRight") event.shiftKey ? this.nextNode() : this.go(this.at + 1);
    else if (event.key === "ArrowLeft") event.shiftKey ? this.previousNode() : this.go(this.at - 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.steps.length - 1);
    else return;
    event.preventDefault();
  }

  /** Handle a key on a cell. @param {number} _cell @param {KeyboardEvent} event */
  handleKey(_cell, event) {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    this.go(this.at + (event.shiftKey ? -1 : 1));
  }

  // -- cells cannot be written into ------------------------------------------------------------

  startStroke() {}
  extendStroke() {}
  endStroke() {}

  undo() {
    this.go(this.at - 1);
  }

  redo() {
    this.go(this.at + 1);
  }
}
