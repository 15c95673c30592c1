import { ask } from "../shared/api.js";
import { count, find, make, makeBar, makeButton, showError, showMessage } from "../shared/dom.js";
import { addValues } from "../shared/masks.js";
import { endTour } from "../play/tour.js";
import { getSpot } from "./step.js";

/** @typedef {import("../play/game.js").Game} Game */

const RUNGS = ["where", "technique", "rules", "conclusion", "sentence"];
const MISTAKE_RUNGS = ["where", "entries", "why"];

/** Hints, each told in several rungs from vague to complete, and the check for mistakes. */
export class Hints {
  /** @param {import("../play/play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */ this.hint = null;
    this.rung = -1;
    this.at = 0; // the step of the move that is shown
    this.link = -1; // the link of a trial that is shown
    this.taken = 0; // how many steps have been written
    /** @type {{made: number, steps: any[]}|null} the steps that are possible after this number of moves */ this.possible = null;
    /** @type {any} a step of the list that is pointed at */ this.peeked = null;
    /** @type {number[]|null} entries that cannot all be right */ this.wrong = null;
    find("hint").addEventListener("click", () => this.showNextRung());
    find("check").addEventListener("click", () => this.check());
  }

  /** The game on the table. */
  get game() {
    return /** @type {Game} */ (this.play.game);
  }

  close() {
    this.hint = this.possible = this.peeked = this.wrong = null;
    find("advice").hidden = true;
  }

  end() {
    this.hint = this.peeked = this.wrong = null;
    find("advice").hidden = true;
    this.play.refresh();
  }

  /** The step that is shown, if any. */
  get step() {
    return this.hint?.mistake ? null : this.hint?.move?.steps[this.at] || this.peeked;
  }

  /** Return what to highlight. @param {Set<number>|undefined} wrong cells that are wrong anyway @returns {Overlay} */
  makeOverlay(wrong) {
    const { step } = this;
    const shown = step ? getSpot(step, this.hint ? this.rung : 0, this.hint ? this.link : -1) : {};
    const named = Boolean(this.hint) || !find("advice").hidden;
    return this.wrong ? { ...shown, named, wrong: new Set([...(wrong || []), ...this.wrong]) } : { ...shown, named };
  }

  /** Return the board as it is after the steps before the one that is shown. @param {Content[]} contents */
  preview(contents) {
    if (!this.hint?.move || this.at <= this.taken) return contents;
    const after = [...contents];
    for (const { eliminations } of this.hint.move.steps.slice(this.taken, this.at)) {
      for (const [cell, mask] of eliminations) after[cell] = { ...after[cell], eliminated: addValues(after[cell].eliminated || 0, mask) };
    }
    return after;
  }

  // -- hints ---------------------------------------------------------------------------------

  async showNextRung() {
    if (this.play.idle) return;
    if (this.hint?.move || this.hint?.mistake) {
      if (this.rung === this.rungs.length - 1) return this.showWhatFollows();
      this.rung += 1;
      this.startLinks();
      this.showHint();
      return;
    }
    find("advice").hidden = true;
    showMessage("Thinking …");
    const hint = await this.request("hint", true);
    if (!hint) return;
    showMessage("");
    this.start(hint);
  }

  /** After the whole reason, tell the next link or step; after all of them, lead to the button that acts. */
  showWhatFollows() {
    if (this.hint.move && this.canWalk(1)) return this.walk(1);
    const act = find("advice").querySelector(".primary");
    act?.classList.remove("nudged");
    act?.getBoundingClientRect(); // so that it is nudged again
    act?.classList.add("nudged");
    act?.focus({ preventScroll: true });
  }

  /** Ask about the board; return null if it has changed meanwhile. @param {string} operation @param {boolean} counts whether it counts as a hint @returns {Promise<any>} */
  async request(operation, counts) {
    const { game } = this;
    const { made } = game;
    try {
      const eliminations = game.eliminations.some(Boolean) ? game.eliminations : null;
      const found = await ask(operation, { puzzle: game.view.puzzle, values: game.values, eliminations, moves: game.listMoves() });
      if (game !== this.play.game || made !== game.made) return null;
      if (counts) game.hints += 1;
      this.play.save();
      return found;
    } catch (error) {
      showError(error);
      return null;
    }
  }

  /** Show a hint, from its first rung or a later one. @param {any} hint @param {number} [rung] */
  start(hint, rung = 0) {
    this.hint = hint;
    this.wrong = null;
    this.rung = rung;
    this.at = this.taken = 0;
    this.startLinks();
    this.showHint();
  }

  /** The rungs of a mistake or of a step. @returns {string[]} */
  get rungs() {
    return this.hint.mistake ? MISTAKE_RUNGS.filter((name) => this.hint.mistake.rungs[name]) : RUNGS;
  }

  showHint() {
    const { hint, rung } = this;
    if (hint.mistake) return this.showMistake(hint.mistake);
    if (!hint.move) return this.show([make("p", { textContent: hint.message })]);
    const { steps } = hint.move;
    const step = steps[this.at];
    const last = rung === RUNGS.length - 1;
    const words = last ? makeWholeStep(step, this.link) : makeRungs(RUNGS.slice(0, rung + 1), step.rungs);
    const number = steps.length > 1 ? [make("p", { className: "step-number", textContent: `Step ${this.at + 1} of ${steps.length}` })] : [];
    const others = [makeButton("Another hint", () => this.showAnother()), makeButton("All steps", () => this.showAll())];
    if (last && this.game.view.genre.generating) others.push(makeButton("Practise this", () => this.play.practice.begin(this.game.view.genre, step.technique)));
    this.show([...number, ...words, this.makeMoveBar(steps, step, last), makeBar(others)]);
    const { look = [], because = [], conclusion = [] } = getSpot(step, rung, this.link);
    this.reveal([...conclusion].length ? [...conclusion, ...because] : [...look]);
  }

  /** Return the buttons that go through the move and write it. @param {any[]} steps @param {any} step @param {boolean} last whether the whole reason is shown */
  makeMoveBar(steps, step, last) {
    const buttons = [];
    if (steps.length > 1 || (last && step.links?.length)) {
      const back = makeButton("◀", () => this.walk(-1), { "aria-label": "Back", disabled: !this.canWalk(-1) });
      buttons.push(back, makeButton("▶", () => this.walk(1), { "aria-label": "Forward", disabled: !this.canWalk(1) }));
    }
    if (!last) buttons.push(makeButton("Tell me more", () => this.showNextRung()));
    buttons.push(makeButton("Do it", () => this.apply(this.at + 1), { className: last ? "primary" : "" }));
    if (this.at < steps.length - 1) buttons.push(makeButton("Do the move", () => this.apply(steps.length)));
    const bar = makeBar(buttons);
    bar.classList.add("move-bar");
    return bar;
  }

  // -- the steps of a move -------------------------------------------------------------------

  /** Begin with the first link if the step is a trial that is told link by link. */
  startLinks() {
    const links = this.step?.links?.length || 0;
    this.link = links && this.rung === RUNGS.length - 1 ? 0 : -1;
  }

  /** Return the step and the link that are forward or back from here. @param {number} way */
  getNext(way) {
    const { steps } = this.hint.move;
    const links = this.link < 0 ? 0 : steps[this.at].links.length;
    const link = this.link + way;
    if (links && link >= 0 && link < links) return { at: this.at, link };
    return { at: this.at + way, link: -1 };
  }

  /** @param {number} way */
  canWalk(way) {
    return Boolean(this.hint.move.steps[this.getNext(way).at]);
  }

  /** Go forward or back by a step, or by a link of a trial. @param {number} way */
  walk(way) {
    if (!this.canWalk(way)) return;
    const { at, link } = this.getNext(way);
    const other = at !== this.at;
    this.at = at;
    this.link = link;
    if (other) {
      this.startLinks();
      if (way < 0 && this.link >= 0) this.link = this.step.links.length - 1;
    }
    this.showHint();
    const same = find("advice").querySelector(`[aria-label="${way < 0 ? "Back" : "Forward"}"]`);
    (same?.disabled ? find("advice").querySelector(".move-bar button:enabled") : same)?.focus({ preventScroll: true });
  }

  /** Write the steps of the move up to one, and go on with the next. @param {number} end */
  apply(end) {
    const { hint, rung } = this;
    const steps = hint.move.steps.slice(this.taken, end);
    const written = steps.flatMap((/** @type {any} */ step) => step.writes.map((/** @type {[number, number]} */ [cell]) => cell));
    this.game.take(steps);
    this.play.handleChange(written);
    // A step may be about what no cell shows, such as which tent belongs to a tree.
    const cell = written[0] ?? steps[0]?.cells.conclusion[0];
    if (cell !== undefined) this.play.board.moveCursor(cell);
    if (end >= hint.move.steps.length) return;
    Object.assign(this, { hint, rung, at: end, taken: end });
    this.startLinks();
    this.showHint();
  }

  /** Show something about the board. @param {HTMLElement[]} parts */
  show(parts) {
    find("finish").hidden = true;
    endTour(this.game.view);
    find("advice").replaceChildren(...parts);
    find("advice").hidden = false;
    find("talk").classList.remove("reading");
    // The newest words come last; scroll to where they begin. A small screen shows no others.
    const last = find("advice").querySelector(".current") || parts.filter((part) => part.matches(".rung:not(.full)")).at(-1);
    find("talk").scrollTop = last && !document.body.classList.contains("docked") ? last.offsetTop - 12 : 0;
    this.play.refresh();
  }

  /** Scroll so that these cells are visible above the text about them. @param {number[]} cells */
  reveal(cells) {
    const sheet = find("talk");
    const floor = getComputedStyle(sheet).position === "fixed" ? sheet.getBoundingClientRect().top : innerHeight;
    this.play.board.reveal(cells, floor);
  }

  // -- other steps ---------------------------------------------------------------------------

  /** Return every step that is possible on the board. @returns {Promise<any[]|null>} */
  async listPossible() {
    const { made } = this.game;
    if (this.possible?.made === made) return this.possible.steps;
    const found = await this.request("steps", false);
    if (found) this.possible = { made, steps: found.steps };
    return found?.steps || null;
  }

  /** Show the next of the possible steps. */
  async showAnother() {
    const steps = await this.listPossible();
    if (!steps) return;
    const now = steps.findIndex(({ sentence }) => sentence === this.step?.sentence);
    if (!steps.length || (steps.length === 1 && now === 0)) return showMessage("There is no other step here.");
    this.game.hints += 1;
    this.play.save();
    this.start(makeHint(steps[(now + 1) % steps.length]));
  }

  /** List all possible steps with their efforts. */
  async showAll() {
    const steps = await this.listPossible();
    if (!steps) return;
    this.hint = null;
    /** @type {Map<string, any[]>} steps that nothing tells apart before they are opened */ const rows = new Map();
    for (const step of steps) rows.set(`${step.name} ${step.rungs.where}`, [...(rows.get(`${step.name} ${step.rungs.where}`) || []), step]);
    const items = [...rows.values()].map((alike) => {
      const [step] = alike;
      const where = step.rungs.where + (alike.length > 1 ? ` (${alike.length} steps)` : "");
      const peek = () => {
        this.peeked = step;
        this.play.refresh();
      };
      const open = () => {
        this.peeked = null;
        this.game.hints += 1;
        this.start(makeHint(step), 1);
      };
      const faces = [make("span", { className: "step-title", textContent: step.name }), make("span", { className: "effort", textContent: step.effort.toFixed(1), title: "effort" }), make("span", { className: "small", textContent: where })];
      return make("li", {}, [make("button", { type: "button", className: "step", onclick: open, onpointerenter: peek, onfocus: peek }, faces)]);
    });
    const words = steps.length === 1 ? "One step is open:" : `${steps.length} steps are open, the easiest first, with their efforts:`;
    this.show(steps.length ? [make("p", { textContent: words }), make("ol", { className: "steps" }, items)] : [make("p", { textContent: "No single technique gives a step here; Hint combines several." })]);
  }

  // -- mistakes ------------------------------------------------------------------------------

  async check() {
    if (this.play.idle) return;
    const { game } = this;
    const { made } = game;
    showMessage("Checking …");
    this.end();
    try {
      const verdict = await ask("check", { puzzle: game.view.puzzle, values: game.values, eliminations: game.eliminations, moves: game.listMoves(), deep: true });
      game.checks += 1;
      if (game !== this.play.game) return;
      this.play.save();
      if (made !== game.made) return;
      if (verdict.solved) showMessage("It is solved.", "good");
      else if (verdict.right) showMessage("Everything is right so far.", "good");
      else if (verdict.right === null) showMessage("There was not enough time to check everything.");
      else if (!verdict.mistake.cells.length) showMessage("This puzzle has no solution.", "bad");
      else {
        const hint = await this.request("hint", false);
        if (!hint?.mistake) return;
        showMessage("");
        this.start(hint);
      }
    } catch (error) {
      showError(error);
    }
  }

  /** Show that there is a mistake, then which entries cannot all be right, then why. @param {any} mistake */
  showMistake(mistake) {
    const shown = this.rungs.slice(0, this.rung + 1);
    const next = this.rungs[this.rung + 1];
    const more = makeButton(next === "why" ? "Why?" : "Show me where", () => this.showNextRung());
    this.wrong = shown.includes("entries") ? mistake.cells : null;
    this.show([...makeRungs(shown, mistake.rungs), makeBar([...(next ? [more] : []), ...this.makeUndoButton(mistake)])]);
    if (this.wrong) this.reveal(mistake.cells);
  }

  /** @param {any} mistake */
  makeUndoButton(mistake) {
    const { made } = this.game;
    if (mistake.moves === null || mistake.moves >= made) return [];
    // The number of moves would give away where the mistake is.
    const moves = this.wrong ? ` (${count(made - mistake.moves, "move")})` : "";
    const undo = () => this.play.act((game) => game.backTo(mistake.moves), "Everything on the board is right again. Redo brings the rest back.");
    return [makeButton(`Back to before the mistake${moves}`, undo, { className: "primary" })];
  }
}

/** Return paragraphs for some rungs. @param {string[]} names @param {Record<string, string>} words */
function makeRungs(names, words) {
  return names.map((name) => make("p", { className: `rung rung-${name}`, textContent: words[name] }));
}

/** Return a step of the list as a hint. @param {any} step */
function makeHint(step) {
  return { move: { steps: [step] }, rungs: step.rungs, mistake: null };
}

/** Return the lines of a proof as a tree. @param {any[]} lines @returns {HTMLElement} */
function makeProof(lines) {
  return make("ul", {}, lines.map((line) => make("li", {}, [line.sentence, ...(line.inside.length ? [makeProof(line.inside)] : [])])));
}

/** Return a step with its name; of a trial, a list of its links. @param {any} step @param {number} at the link that is shown */
function makeWholeStep({ name, opening, links, conclusion, sentence, proof }, at) {
  const title = make("p", { className: "step-title", textContent: name });
  const unfolded = proof?.length ? [make("details", { className: "proof" }, [make("summary", { textContent: "Proof" }), makeProof(proof)])] : [];
  if (!links?.length) return [title, make("p", { className: "rung full", textContent: sentence }), ...unfolded];
  const items = links.map((/** @type {any} */ link, /** @type {number} */ number) => make("li", { className: number === at ? "current" : "", value: number + 1, textContent: link.sentence, ...(number === at ? { "aria-current": "step" } : {}) }));
  return [title, make("div", { className: "rung full" }, [make("p", { textContent: opening }), make("ol", { className: "links" }, items), make("p", { textContent: `So ${conclusion}.` })])];
}
