import { ask, follow } from "./api.js";
import { by, make, progress, say } from "./dom.js";
import { Game } from "./game.js";
import { maskOf } from "./masks.js";
import { endTour } from "./tour.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./board.js").Overlay} Overlay */

const RUNGS = ["where", "technique", "rules", "conclusion", "sentence"];

/** Hints on the ladder, the check for mistakes, and the walk through the whole solution. */
export class Advisor {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */ this.hint = null;
    this.rung = -1;
    /** @type {any} */ this.walk = null;
    /** @type {any[]} the contents of the board after each number of steps */ this.states = [];
    this.step = 0;
    /** Whether a replay stands still. */ this.halted = false;
    /** @type {number[]|null} entries that cannot all be right */ this.wrong = null;
    by("hint").addEventListener("click", () => this.nextRung());
    by("check").addEventListener("click", () => this.check());
    by("explain").addEventListener("click", () => this.explain());
    const walk = (/** @type {number} */ step) => {
      this.halted = true;
      this.goStep(step);
    };
    by("walk-back").addEventListener("click", () => walk(this.step - 1));
    by("walk-next").addEventListener("click", () => walk(this.step + 1));
    by("walk-end").addEventListener("click", () => this.endWalk());
    by("walk-range").addEventListener("input", (/** @type {any} */ event) => walk(Number(event.target.value)));
  }

  close() {
    this.hint = null;
    this.wrong = null;
    this.walk = null;
    by("advice").hidden = true;
    by("walk").hidden = true;
  }

  /** What to highlight for the hint. @param {Set<number>|undefined} wrong @returns {Overlay} */
  overlay(wrong) {
    const shown = this.hint?.step && this.rung >= 0 && !this.hint.mistake ? spot(this.hint.step, this.rung) : {};
    const named = Boolean(this.hint) || !by("advice").hidden;
    return this.wrong ? { ...shown, named, wrong: new Set([...(wrong || []), ...this.wrong]) } : { ...shown, named };
  }

  /** What to highlight for the step of the walk. @returns {Overlay} */
  walkOverlay() {
    const step = this.walk.steps[this.step - 1];
    return step?.cells ? { ...spot(step, 4), named: true } : {};
  }

  // -- hints ---------------------------------------------------------------------------------

  async nextRung() {
    if (this.play.idle || !this.play.game) return;
    if (this.hint?.step) {
      this.rung = Math.min(this.rung + 1, RUNGS.length - 1);
      this.showHint();
      return;
    }
    const game = this.play.game;
    const { made } = game;
    say("Thinking …");
    try {
      const marks = game.marks.some(Boolean) ? game.marks : null;
      const hint = await ask("hint", { puzzle: game.view.puzzle, values: game.values, marks, moves: game.history() });
      if (game !== this.play.game || made !== game.made) return;
      this.hint = hint;
      this.rung = 0;
      game.hints += 1;
      this.play.save();
      say("");
      this.showHint();
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
    }
  }

  showHint() {
    const { hint, rung } = this;
    const parts = [];
    if (hint.mistake) {
      parts.push(...this.mistakeParts(hint.mistake));
    } else if (hint.step) {
      for (const name of RUNGS.slice(0, Math.min(rung + 1, 4))) {
        parts.push(make("p", { className: `rung rung-${name}`, textContent: hint.rungs[name] }));
      }
      if (rung === RUNGS.length - 1) {
        for (const step of hint.before) parts.push(make("p", { className: "rung", textContent: `First: ${step.sentence}` }));
        parts.push(make("p", { className: "rung full", textContent: hint.rungs.sentence }));
      }
      const more = make("button", { type: "button", textContent: "Tell me more", onclick: () => this.nextRung() });
      const does = make("button", { type: "button", textContent: "Do it", onclick: () => this.doHint() });
      parts.push(make("div", { className: "bar" }, rung < RUNGS.length - 1 ? [more, does] : [does]));
    } else {
      parts.push(make("p", { textContent: hint.message }));
    }
    this.tell(parts);
    if (!hint.mistake && hint.step) {
      const { conclusion, look, because } = hint.step.cells;
      this.reveal(rung >= 3 ? [...conclusion, ...because] : [...look, ...conclusion]);
    }
  }

  /** Say something about the board. @param {HTMLElement[]} parts */
  tell(parts) {
    by("finish").hidden = true;
    endTour(/** @type {Game} */ (this.play.game).view);
    by("advice").replaceChildren(...parts);
    by("advice").hidden = false;
    by("talk").classList.remove("reading");
    // The newest words are at the end, and are read from their beginning.
    const last = parts.filter((part) => part.classList.contains("rung")).at(-1);
    by("talk").scrollTop = last ? last.offsetTop - 12 : 0;
    this.play.refresh();
  }

  /** Scroll so that these cells are seen above what is said about them. @param {number[]} cells */
  reveal(cells) {
    const sheet = by("talk");
    const floor = getComputedStyle(sheet).position === "fixed" ? sheet.getBoundingClientRect().top : innerHeight;
    this.play.board.reveal(cells, floor);
  }

  /** @param {any} mistake */
  mistakeParts(mistake) {
    const bar = (/** @type {any[]} */ buttons) => (buttons.length ? [make("div", { className: "bar" }, buttons)] : []);
    const show = () => {
      this.wrong = mistake.cells;
      this.tell([make("p", { textContent: mistake.sentence }), ...bar(this.backButton(mistake))]);
      this.reveal(mistake.cells);
    };
    const where = make("button", { type: "button", textContent: "Show me where", onclick: show });
    return [make("p", { textContent: "Something on the board is wrong." }), ...bar([where, ...this.backButton(mistake)])];
  }

  /** @param {any} mistake */
  backButton(mistake) {
    const game = /** @type {Game} */ (this.play.game);
    if (mistake.moves !== null && mistake.moves < game.made) {
      const back = game.made - mistake.moves;
      const words = `Back to before the mistake (${back} ${back === 1 ? "move" : "moves"})`;
      const undo = () => {
        this.play.act((g) => g.backTo(mistake.moves), "Everything on the board is right again. Redo brings the rest back.");
      };
      return [make("button", { type: "button", className: "primary", textContent: words, onclick: undo })];
    }
    return [];
  }

  doHint() {
    const game = /** @type {Game} */ (this.play.game);
    const { writes, marks } = this.hint.step;
    if (writes.length) game.write(writes);
    else game.note(marks.filter((/** @type {[number, number]} */ [cell]) => game.contents[cell].value === null));
    this.play.changed(writes.map((/** @type {[number, number]} */ [cell]) => cell));
    this.play.board.go(writes[0]?.[0] ?? marks[0][0]);
  }

  endHint() {
    this.hint = null;
    this.wrong = null;
    by("advice").hidden = true;
    this.play.refresh();
  }

  async check() {
    if (this.play.idle || !this.play.game) return;
    const game = this.play.game;
    const { made } = game;
    say("Checking …");
    this.endHint();
    try {
      const verdict = await ask("check", { puzzle: game.view.puzzle, values: game.values, moves: game.history(), deep: true });
      if (game !== this.play.game || made !== game.made) return;
      game.checks += 1;
      this.play.save();
      if (verdict.solved) say("It is solved.", "good");
      else if (verdict.right) say("Everything is right so far.", "good");
      else if (verdict.right === null) say("There was not enough time to tell whether it is right.");
      else if (!verdict.mistake.cells.length) say("This puzzle has no solution, whatever you write.", "bad");
      else {
        say("");
        this.tell(this.mistakeParts(verdict.mistake));
      }
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
    }
  }

  // -- the whole way -------------------------------------------------------------------------

  async explain() {
    if (this.play.idle || !this.play.game) return;
    const game = this.play.game;
    say("Working out every step …");
    this.endHint();
    const sofar = progress((words) => game === this.play.game && say(`Working out every step … ${words}`));
    try {
      const walk = await follow("explain", { puzzle: game.view.puzzle, seconds: 30 }, sofar.hear);
      sofar.end();
      if (game !== this.play.game) return;
      say(walk.finished ? "" : "These are all the steps that follow from the clues.");
      if (!walk.steps.length) return say("Nothing follows from these clues.");
      this.begin(walk, walkStates(game.view, walk.steps));
      this.goStep(1);
      by("walk-next").focus();
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
    } finally {
      sofar.end();
    }
  }

  /** @param {any} walk @param {any[]} states the board after each number of steps */
  begin(walk, states) {
    this.walk = walk;
    this.states = states;
    by("finish").hidden = true;
    by("talk").classList.remove("reading");
    by("talk").scrollTop = 0;
    by("walk").hidden = false;
    by("walk-range").max = String(walk.steps.length);
  }

  /** The player's own way to the solution, move by move. */
  replay() {
    const { game } = this.play;
    if (!game || this.walk) return;
    const again = Game.from(game.view, game.entries());
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
    this.begin({ steps, own: true }, states);
    this.goStep(0);
    const pace = Math.max(60, Math.min(500, 12000 / steps.length));
    const on = () => {
      if (!this.walk?.own || this.step >= steps.length || this.halted) return;
      this.goStep(this.step + 1);
      setTimeout(on, pace);
    };
    this.halted = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(on, pace);
  }

  /** @param {number} step */
  goStep(step) {
    if (!this.walk) return;
    const { steps } = this.walk;
    this.step = Math.max(0, Math.min(step, steps.length));
    const shown = steps[this.step - 1];
    by("walk-range").value = String(this.step);
    const kind = this.walk.own ? "Move" : "Step";
    by("walk-title").textContent = shown ? `${kind} ${this.step} of ${steps.length}: ${shown.name}` : `The start; ${steps.length} ${kind.toLowerCase()}s`;
    by("walk-sentence").textContent = shown ? shown.sentence : "This is what is given.";
    by("walk-back").disabled = this.step === 0;
    by("walk-next").disabled = this.step === steps.length;
    this.play.refresh();
    if (shown?.cells) this.reveal([...shown.cells.conclusion, ...shown.cells.because]);
  }

  /** The board after the steps so far. */
  walked() {
    return this.states[this.step];
  }

  endWalk() {
    this.walk = null;
    by("walk").hidden = true;
    if (this.play.game) this.play.finisher.show(this.play.game);
    this.play.refresh();
    this.play.board.focusCursor();
  }
}

/** What to highlight of a step, more with every rung. @param {any} step @param {number} rung */
function spot(step, rung) {
  const { look, because, conclusion } = step.cells;
  return {
    look: new Set(look),
    because: new Set(rung >= 2 ? because : []),
    conclusion: new Set(rung >= 3 ? conclusion : []),
  };
}

/** The contents of all cells after each number of steps. @param {View} view @param {any[]} steps */
function walkStates(view, steps) {
  const everything = view.symbols.map((_, value) => value);
  let left = view.givens.map((value) => (value === null ? everything : [value]));
  const touched = new Set();
  const contents = () =>
    left.map((values, cell) => ({
      value: values.length === 1 ? values[0] : null,
      marks: values.length > 1 && touched.has(cell) ? maskOf(values) : 0,
      layer: 0,
    }));
  const states = [contents()];
  for (const step of steps) {
    left = [...left];
    for (const { cell, values } of step.facts) left[cell] = left[cell].filter((value) => values.includes(value));
    for (const { cell, removed } of step.cuts) {
      touched.add(cell);
      left[cell] = left[cell].filter((value) => !removed.includes(value));
    }
    states.push(contents());
  }
  return states;
}
