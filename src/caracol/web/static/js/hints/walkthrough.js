import { askWithProgress } from "../shared/api.js";
import { find, showError, showMessage } from "../shared/dom.js";
import { makeMask } from "../shared/masks.js";
import { Game } from "../play/game.js";
import { endTour } from "../play/tour.js";
import { describeStep, getSpot } from "./step.js";

/** A walk through all steps of the solution, or through the player's own moves. */
export class Walkthrough {
  /** @param {import("../play/play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any[]} */ this.steps = [];
    /** @type {Content[][]} the contents of the board after each number of steps */ this.states = [];
    this.at = 0;
    this.active = false;
    this.replaying = false; // whether the steps are the player's moves
    this.halted = false; // whether a replay waits for the player
    find("explain").addEventListener("click", () => this.explain());
    const walk = (/** @type {number} */ at) => {
      this.halted = true;
      this.go(at);
    };
    find("walk-back").addEventListener("click", () => walk(this.at - 1));
    find("walk-next").addEventListener("click", () => walk(this.at + 1));
    find("walk-end").addEventListener("click", () => this.end());
    find("walk-range").addEventListener("input", (/** @type {any} */ event) => walk(Number(event.target.value)));
  }

  close() {
    this.active = false;
    find("walk").hidden = true;
  }

  /** The board after the steps so far. */
  get contents() {
    return this.states[this.at];
  }

  /** Return what to highlight for the step. @returns {Overlay} */
  makeOverlay() {
    const step = this.steps[this.at - 1];
    return step?.cells ? { ...getSpot(step, 4), named: true } : {};
  }

  /** Explain the whole solution. */
  async explain() {
    const { game } = this.play;
    if (this.play.idle || !game) return;
    const words = "Working out every step …";
    showMessage(words);
    this.play.hints.end();
    try {
      const found = await askWithProgress("explain", { puzzle: game.view.puzzle, seconds: 30 }, (done) => game === this.play.game && showMessage(`${words} ${done}`));
      if (game !== this.play.game) return;
      showMessage(found.finished ? "" : "These are all the steps that follow from the clues.");
      const steps = found.moves.flatMap(addGoals);
      if (!steps.length) return showMessage("Nothing follows from these clues.");
      this.begin(steps, listStates(game.view, steps), false);
      this.go(1);
      find("walk-next").focus();
    } catch (error) {
      showError(error);
    }
  }

  /** Replay the player's moves. */
  replay() {
    const { game } = this.play;
    if (!game || this.active) return;
    const again = Game.restore(game.view, game.toEntries());
    again.backTo(0);
    const states = [[...again.contents]];
    const steps = [];
    while (again.made < game.made && again.redo()) {
      states.push([...again.contents]);
      const move = game.moves[again.made - 1];
      const value = move[0].after[0];
      const what = value === null ? "erased or marked" : game.view.symbols[value].word;
      steps.push({ name: move.length === 1 ? what : `${move.length} cells`, sentence: "" });
    }
    this.begin(steps, states, true);
    this.go(0);
    const pace = Math.max(60, Math.min(500, 12000 / steps.length));
    const advance = () => {
      if (!this.active || !this.replaying || this.at >= steps.length || this.halted) return;
      this.go(this.at + 1);
      setTimeout(advance, pace);
    };
    this.halted = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(advance, pace);
  }

  /** @param {any[]} steps @param {Content[][]} states @param {boolean} replaying */
  begin(steps, states, replaying) {
    Object.assign(this, { steps, states, replaying, active: true });
    if (this.play.game) endTour(this.play.game.view);
    find("finish").hidden = true;
    find("talk").classList.remove("reading");
    find("talk").scrollTop = 0;
    find("walk").hidden = false;
    find("walk-range").max = String(steps.length);
  }

  /** Show the board after a number of steps. @param {number} at */
  go(at) {
    if (!this.active) return;
    const { steps } = this;
    this.at = Math.max(0, Math.min(at, steps.length));
    const shown = steps[this.at - 1];
    find("walk-range").value = String(this.at);
    const kind = this.replaying ? "Move" : "Step";
    find("walk-title").textContent = shown ? `${kind} ${shown.label || this.at} of ${steps.at(-1).label || steps.length}: ${shown.name}` : `The start; ${steps.length} ${kind.toLowerCase()}s`;
    find("walk-goal").textContent = shown?.goal || "";
    find("walk-sentence").textContent = shown ? describeStep(shown) : "These are the clues.";
    find("walk-back").disabled = this.at === 0;
    find("walk-next").disabled = this.at === steps.length;
    find("talk").scrollTop = 0;
    this.play.refresh();
    if (shown?.cells) this.play.hints.reveal([...shown.cells.conclusion, ...shown.cells.because]);
  }

  end() {
    this.close();
    if (this.play.game) this.play.finish.show(this.play.game);
    this.play.refresh();
    this.play.board.focusCursor();
  }
}

/** Return the steps of a move; where there are several, each knows what they lead to. @param {any} move @returns {any[]} */
function addGoals({ steps, conclusion }) {
  const goal = steps.length > 1 ? `These ${steps.length} steps show that ${conclusion}.` : "";
  return steps.map((/** @type {any} */ step) => ({ ...step, goal }));
}

/** Return the contents of all cells after each number of steps. @param {View} view @param {any[]} steps @returns {Content[][]} */
function listStates(view, steps) {
  const everything = view.symbols.map((_, value) => value);
  let left = view.givens.map((value) => (value === null ? everything : [value]));
  const touched = new Set();
  const makeContents = () =>
    left.map((values, cell) => ({
      value: values.length === 1 ? values[0] : null,
      marks: values.length > 1 && touched.has(cell) ? makeMask(values) : 0,
      layer: 0,
    }));
  const states = [makeContents()];
  for (const step of steps) {
    left = [...left];
    for (const { cell, values } of step.facts) left[cell] = left[cell].filter((value) => values.includes(value));
    for (const { cell, removed } of step.cuts) {
      touched.add(cell);
      left[cell] = left[cell].filter((value) => !removed.includes(value));
    }
    states.push(makeContents());
  }
  return states;
}
