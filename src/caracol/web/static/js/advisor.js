import { ask, follow } from "./api.js";
import { by, make, progress, say } from "./dom.js";
import { Game } from "./game.js";
import { maskOf } from "./masks.js";
import { endTour } from "./tour.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./board.js").Overlay} Overlay */

const RUNGS = ["where", "technique", "rules", "conclusion", "sentence"];
const MISTAKE_RUNGS = ["where", "entries", "why"];

/** Hints on the ladder, the check for mistakes, and the walk through the whole solution. */
export class Advisor {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */ this.hint = null;
    this.rung = -1;
    /** @type {{made: number, steps: any[]}|null} the steps that are open after so many moves */ this.opened = null;
    /** @type {any} a step of the list that is looked at */ this.peeked = null;
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
    this.hint = this.opened = this.peeked = null;
    this.wrong = null;
    this.walk = null;
    by("advice").hidden = true;
    by("walk").hidden = true;
  }

  /** What to highlight for the hint. @param {Set<number>|undefined} wrong @returns {Overlay} */
  overlay(wrong) {
    const step = this.hint?.mistake ? null : this.hint?.step || this.peeked;
    const shown = step ? spot(step, this.hint ? this.rung : 0) : {};
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
    if (this.hint?.step || this.hint?.mistake) {
      this.rung = Math.min(this.rung + 1, this.rungs.length - 1);
      this.showHint();
      return;
    }
    say("Thinking …");
    const hint = await this.asked("hint", true);
    if (!hint) return;
    say("");
    this.begun(hint);
  }

  /** Ask about the board as it is; nothing comes back where it has changed since. @param {string} path @param {boolean} counts whether it is a hint @returns {Promise<any>} */
  async asked(path, counts) {
    const game = /** @type {Game} */ (this.play.game);
    const { made } = game;
    try {
      const marks = game.marks.some(Boolean) ? game.marks : null;
      const found = await ask(path, { puzzle: game.view.puzzle, values: game.values, marks, moves: game.history() });
      if (game !== this.play.game || made !== game.made) return null;
      if (counts) game.hints += 1;
      this.play.save();
      return found;
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
      return null;
    }
  }

  /** A hint begins with its first rung. @param {any} hint @param {number} [rung] */
  begun(hint, rung = 0) {
    this.hint = hint;
    this.wrong = null;
    this.rung = rung;
    this.showHint();
  }

  /** The rungs of what is told: of a mistake, or of a step. @returns {string[]} */
  get rungs() {
    return this.hint.mistake ? MISTAKE_RUNGS.filter((name) => this.hint.mistake.rungs[name]) : RUNGS;
  }

  showHint() {
    const { hint, rung } = this;
    if (hint.mistake) return this.showMistake(hint.mistake);
    if (!hint.step) return this.tell([make("p", { textContent: hint.message })]);
    const last = rung === RUNGS.length - 1;
    const button = (/** @type {string} */ textContent, /** @type {() => void} */ onclick) => make("button", { type: "button", textContent, onclick });
    const parts = last ? wholeStep(hint) : RUNGS.slice(0, rung + 1).map((name) => make("p", { className: `rung rung-${name}`, textContent: hint.rungs[name] }));
    const offers = [button("Do it", () => this.doHint()), button("Another hint", () => this.another()), button("All steps", () => this.list())];
    if (!last) offers.unshift(button("Tell me more", () => this.nextRung()));
    else if (/** @type {Game} */ (this.play.game).view.genre.generating) offers.push(button("Practise this", () => this.play.practice.begin(/** @type {Game} */ (this.play.game).view.genre, hint.step.technique)));
    this.tell([...parts, make("div", { className: "bar" }, offers)]);
    const { look, because, conclusion } = spot(hint.step, rung);
    this.reveal(conclusion.size ? [...conclusion, ...because] : [...look]);
  }

  // -- other steps ---------------------------------------------------------------------------

  /** Every step that is open on the board as it is. @returns {Promise<any[]|null>} */
  async openSteps() {
    const { made } = /** @type {Game} */ (this.play.game);
    if (this.opened?.made === made) return this.opened.steps;
    const found = await this.asked("steps", false);
    if (found) this.opened = { made, steps: found.steps };
    return found?.steps || null;
  }

  /** The next of the steps that are open. */
  async another() {
    const steps = await this.openSteps();
    if (!steps) return;
    const now = steps.findIndex(({ sentence }) => sentence === this.hint?.step?.sentence);
    if (!steps.length || (steps.length === 1 && now === 0)) return say("No other step is open here.");
    /** @type {Game} */ (this.play.game).hints += 1;
    this.play.save();
    this.begun(alone(steps[(now + 1) % steps.length]));
  }

  /** All steps that are open, with their efforts. */
  async list() {
    const steps = await this.openSteps();
    if (!steps) return;
    this.hint = null;
    const items = steps.map((step) => {
      const peek = () => {
        this.peeked = step;
        this.play.refresh();
      };
      const open = () => {
        this.peeked = null;
        /** @type {Game} */ (this.play.game).hints += 1;
        this.begun(alone(step), 1);
      };
      const faces = [make("span", { className: "step-title", textContent: step.name }), make("span", { className: "effort", textContent: step.effort.toFixed(1), title: "effort" }), make("span", { className: "small", textContent: step.rungs.where })];
      return make("li", {}, [make("button", { type: "button", className: "step", onclick: open, onpointerenter: peek, onfocus: peek }, faces)]);
    });
    const words = steps.length === 1 ? "One step is open:" : `${steps.length} steps are open, the easiest first, with their efforts:`;
    this.tell(steps.length ? [make("p", { textContent: words }), make("ol", { className: "steps" }, items)] : [make("p", { textContent: "No technique finds a step here alone; Hint combines several." })]);
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

  /** That there is a mistake, then which entries cannot all be right, then why. @param {any} mistake */
  showMistake(mistake) {
    const names = this.rungs;
    const told = names.slice(0, this.rung + 1);
    const next = names[this.rung + 1];
    const more = make("button", { type: "button", textContent: next === "why" ? "Why?" : "Show me where", onclick: () => this.nextRung() });
    this.wrong = told.includes("entries") ? mistake.cells : null;
    this.tell([...told.map((name) => make("p", { className: `rung rung-${name}`, textContent: mistake.rungs[name] })), make("div", { className: "bar" }, [...(next ? [more] : []), ...this.backButton(mistake)])]);
    if (this.wrong) this.reveal(mistake.cells);
  }

  /** @param {any} mistake */
  backButton(mistake) {
    const game = /** @type {Game} */ (this.play.game);
    if (mistake.moves !== null && mistake.moves < game.made) {
      const back = game.made - mistake.moves;
      // How long ago it was tells where it is.
      const moves = this.wrong ? ` (${back} ${back === 1 ? "move" : "moves"})` : "";
      const words = `Back to before the mistake${moves}`;
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
    this.hint = this.peeked = null;
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
      game.checks += 1;
      if (game !== this.play.game) return;
      this.play.save();
      if (made !== game.made) return;
      if (verdict.solved) say("It is solved.", "good");
      else if (verdict.right) say("Everything is right so far.", "good");
      else if (verdict.right === null) say("There was not enough time to tell whether it is right.");
      else if (!verdict.mistake.cells.length) say("This puzzle has no solution, whatever you write.", "bad");
      else {
        const hint = await this.asked("hint", false);
        if (!hint?.mistake) return;
        say("");
        this.begun(hint);
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
    by("walk-sentence").textContent = shown ? inParagraphs(shown) : "This is what is given.";
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

/** A step of the list as a hint. @param {any} step */
function alone(step) {
  return { step, before: [], rungs: step.rungs, mistake: null };
}

/** A step in words, what its parts say one below the other. @param {any} step */
function inParagraphs({ parts, sentence }) {
  return parts?.length > 1 ? parts.join("\n") : sentence;
}

/** The whole reason: its name, what it rests on, and the sentence. @param {any} hint */
function wholeStep({ step, before, rungs }) {
  const first = before.map((/** @type {any} */ one) => make("p", { className: "rung", textContent: `First: ${one.sentence}` }));
  return [make("p", { className: "step-title", textContent: step.name }), ...first, make("p", { className: "rung full", textContent: inParagraphs(step) })];
}

/** What to highlight of a step: no more than its words tell at a rung. @param {any} step @param {number} rung */
function spot({ cells, where }, rung) {
  return {
    look: new Set(rung >= 2 ? cells.look : where),
    because: new Set(rung >= 4 ? cells.because : []),
    conclusion: new Set(rung >= 3 ? cells.conclusion : []),
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
