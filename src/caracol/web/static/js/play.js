import { Advisor } from "./advisor.js";
import { persist, stopped } from "./api.js";
import { by, clock, make, say } from "./dom.js";
import { Finish } from "./finish.js";
import { Game } from "./game.js";
import { toggled } from "./masks.js";
import { COLOURS } from "./drawing.js";
import { Practice } from "./practice.js";
import { icon } from "./shapes.js";
import { keepGame, onOtherTab, savedGame, settings } from "./store.js";
import { Stroke, caseMatters, closed, offered, turnsOf, usualBrush, valueOfKey } from "./writing.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./board.js").PuzzleBoard} PuzzleBoard */

const QUIET = 60; // milliseconds without a move before the server is asked

/** The table of a player. It keeps the log and asks the server; it knows no rule. */
export class Play {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Game|null} */ this.game = null;
    /** @type {number|null|"erase"} */ this.brush = null;
    this.pencil = false;
    /** @type {number|null} the colour that presses give to cells */ this.tint = null;
    /** @type {Set<number>|null} cells that are being coloured */ this.tinted = null;
    /** What may be written for the player. @type {string[]} */ this.aids = [];
    this.paused = false;
    /** @type {Stroke|null} */ this.stroke = null;
    /** @type {any} */ this.verdict = null;
    this.advisor = new Advisor(this);
    this.finisher = new Finish(this);
    this.practice = new Practice(this);
    /** Where the player wrote and no aid has looked yet. @type {Set<number>} */ this.wrote = new Set();
    this.began = 0;
    /** @type {AbortController|null} */ this.asking = null;
    this.timer = 0;
    by("what-if").addEventListener("click", () => this.point(true));
    by("mark-point").addEventListener("click", () => this.point(false));
    by("keep").addEventListener("click", () => this.act((game) => game.keepLayer(), "Kept: what you tried stands now."));
    by("drop").addEventListener("click", () => this.act((game) => game.dropLayer(), "Taken back: everything is as before the trial."));
    by("restart").addEventListener("click", () => this.restart());
    by("colour").addEventListener("click", () => this.chooseTint(this.tint === null ? 1 : null));
    by("colours").replaceChildren(
      ...COLOURS.map((name, colour) => {
        const button = make("button", { type: "button", className: colour ? `chip-colour tint-${name}` : "", "aria-label": colour ? name : "no colour", title: colour ? name : "no colour", textContent: colour ? "" : "✕", onclick: () => this.chooseTint(colour) });
        button.dataset.colour = String(colour);
        return button;
      }),
    );
    onOtherTab((clues) => this.game?.view.clues === clues && !this.stroke && this.reload());
    by("pause").addEventListener("click", () => this.pause(true));
    by("resume").addEventListener("click", () => this.pause(false));
    document.addEventListener("visibilitychange", () => this.tick(true));
    setInterval(() => this.tick(false), 500);
  }

  // -- coming and going ----------------------------------------------------------------------

  /** @param {View} view */
  open(view) {
    const saved = savedGame(view.clues);
    this.game = saved ? Game.from(view, saved) : new Game(view);
    this.verdict = null;
    this.advisor.close();
    this.practice.close();
    by("practice-block").hidden = !view.genre.generating;
    this.brush = usualBrush(view);
    this.pencil = false;
    this.chooseTint(null);
    this.paused = false;
    this.began = performance.now();
    this.board.tool = null;
    this.board.reserve = [0, 0];
    this.board.show(view, this.game.contents);
    say(this.game.solved ? "You have solved this one." : saved && this.game.made ? "Welcome back: your game is as you left it." : "");
    this.buildPalette();
    this.finisher.show(this.game);
    this.refresh();
    this.ask();
  }

  /** Another tab has gone on with this game. */
  reload() {
    const game = /** @type {Game} */ (this.game);
    const saved = savedGame(game.view.clues);
    if (!saved) return;
    this.game = Game.from(game.view, saved);
    this.advisor.close();
    this.finisher.show(this.game);
    this.refresh();
    this.ask();
  }

  /** Everything from the start, the clock too; one press brings it back. */
  restart() {
    if (!this.game) return;
    const { view } = this.game;
    const before = this.game.entries();
    const put = (/** @type {Game} */ game) => {
      this.game = game;
      this.verdict = null;
      this.advisor.close();
      this.finisher.show(game);
      keepGame(view.clues, game.entries(), view.puzzle);
      this.tick(false);
      this.refresh();
      this.ask();
    };
    put(new Game(view));
    say("Started again.");
    by("message").append(" ", make("button", { type: "button", textContent: "Bring it back", onclick: () => { say(""); put(Game.from(view, before)); } }));
  }

  /** @param {number|null} colour */
  chooseTint(colour) {
    this.tint = colour;
    by("colours").hidden = colour === null;
    by("colour").setAttribute("aria-expanded", String(colour !== null));
    for (const button of by("colours").children) button.setAttribute("aria-pressed", String(Number(button.dataset.colour) === colour));
  }

  close() {
    this.tick(true);
    this.asking?.abort();
    this.game = null;
  }

  buildPalette() {
    const view = /** @type {Game} */ (this.game).view;
    const turns = view.writing.press.length > 0;
    by("palette").replaceChildren(...offered(view).map((value) => this.paletteButton(icon(view.symbols[value]), view.symbols[value].word, value)));
    by("palette").setAttribute("aria-label", turns ? "What a press writes" : "Write into the chosen cell");
    this.showBrush();
  }

  /** @param {Node} face @param {string} word @param {number} value */
  paletteButton(face, word, value) {
    const view = /** @type {Game} */ (this.game).view;
    const button = make("button", { type: "button", className: "value", "aria-label": word, title: word }, [face]);
    button.dataset.value = String(value);
    button.addEventListener("click", () => {
      this.chooseTint(null);
      if (view.writing.press.length) {
        this.brush = this.brush === value ? usualBrush(view) : value;
        this.showBrush();
      } else {
        this.typed(this.board.cursor, value, this.pencil);
        this.board.focusCursor();
      }
    });
    return button;
  }

  showBrush() {
    const turns = /** @type {Game} */ (this.game).view.writing.press.length > 0;
    for (const button of by("palette").children) {
      const value = Number(button.dataset.value);
      if (turns) button.setAttribute("aria-pressed", String(this.brush === value));
    }
    by("pencil").setAttribute("aria-pressed", String(this.pencil));
    by("erase").setAttribute("aria-pressed", String(this.brush === "erase"));
  }

  // -- writing -------------------------------------------------------------------------------

  get idle() {
    return !this.game || this.paused || this.advisor.walk;
  }

  /** @param {{cell: number, second: boolean, pencil: boolean}} press */
  strokeStart(press) {
    if (this.idle || !this.game) return;
    const { view } = this.game;
    if (this.tint !== null) {
      this.tinted = new Set([press.cell]);
      this.preview();
      return;
    }
    if (!this.game.open(press.cell)) return;
    if (!view.writing.press.length && this.brush === null && !press.second) return;
    if ((this.pencil || press.pencil) && this.brush !== "erase") {
      const value = press.second ? 0 : this.brush ?? turnsOf(view)[0];
      this.note(press.cell, value);
      return;
    }
    this.stroke = new Stroke(view, this.game.values, this.brush, press);
    this.preview();
  }

  /** @param {number} cell */
  strokeOver(cell) {
    if (this.tinted) {
      this.tinted.add(cell);
      this.preview();
      return;
    }
    if (!this.stroke || !this.game?.open(cell)) return;
    this.stroke.over(cell);
    this.preview();
  }

  /** @param {boolean} kept */
  strokeEnd(kept) {
    if (this.tinted && this.game && this.tint !== null) {
      const cells = [...this.tinted];
      this.tinted = null;
      const same = this.game.contents[cells[0]].colour === this.tint;
      if (kept) this.game.tint(cells, same ? 0 : this.tint);
      this.save();
      this.refresh();
      return;
    }
    if (!this.stroke || !this.game) return;
    const writes = [...this.stroke.writes];
    this.stroke = null;
    if (kept) this.game.write(writes);
    this.changed(kept ? writes.map(([cell]) => cell) : []);
  }

  preview() {
    const game = /** @type {Game} */ (this.game);
    const contents = [...game.contents];
    for (const cell of this.tinted || []) contents[cell] = { ...contents[cell], colour: this.tint || 0 };
    for (const [cell, value] of this.stroke?.writes || []) {
      contents[cell] = { ...contents[cell], value, marks: value === null ? 0 : contents[cell].marks, layer: value === null ? 0 : game.layer };
    }
    this.board.update(contents, this.overlay());
  }

  /** @param {number} cell @param {KeyboardEvent} event */
  key(cell, event) {
    if (this.idle || !this.game || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this.game;
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.erase(cell);
    } else if (event.key === "Escape") {
      this.advisor.endHint();
    } else if ((event.key === " " || event.key === "Enter") && (view.writing.press.length || this.brush !== null)) {
      event.preventDefault();
      this.strokeStart({ cell, second: false, pencil: event.shiftKey });
      this.strokeEnd(true);
    } else if (event.key === " ") {
      event.preventDefault();
      this.typed(cell, 0, this.pencil);
    } else {
      const value = valueOfKey(view, event.key);
      if (value === undefined) return;
      event.preventDefault();
      const shifted = event.shiftKey && /^[a-z]$/i.test(event.key) && !caseMatters(view);
      this.typed(cell, value, this.pencil || shifted);
    }
  }

  /** @param {number} cell @param {number} value @param {boolean} pencil */
  typed(cell, value, pencil) {
    if (this.idle || !this.game) return;
    if (!this.game.open(cell)) say(closed(this.game.view, cell) ? "Nothing is written in this square." : "This cell is given.");
    else if (pencil) this.note(cell, value);
    else {
      this.game.write([[cell, this.game.contents[cell].value === value ? null : value]]);
      this.changed([cell]);
    }
  }

  /** @param {number} cell @param {number} value */
  note(cell, value) {
    const game = /** @type {Game} */ (this.game);
    const { value: written, marks } = game.contents[cell];
    if (written !== null) return;
    game.note([[cell, toggled(marks, value)]]);
    this.changed([]);
  }

  /** Shift and an arrow carry a value on to the next cell. @param {number} from @param {number} to */
  carry(from, to) {
    if (this.idle || !this.game || !this.game.open(to)) return;
    this.game.write([[to, this.game.contents[from].value]]);
    this.changed([to]);
  }

  /** @param {number} [cell] */
  erase(cell) {
    if (this.idle || !this.game) return;
    const at = cell ?? this.board.cursor;
    const { value } = this.game.contents[at];
    if (value !== null) this.game.write([[at, null]]);
    else this.game.note([[at, 0]]);
    this.changed(value !== null ? [at] : []);
  }

  eraseButton() {
    if (this.game?.view.writing.press.length) {
      this.brush = this.brush === "erase" ? usualBrush(this.game.view) : "erase";
      this.showBrush();
    } else {
      this.erase();
      this.board.focusCursor();
    }
  }

  togglePencil() {
    this.pencil = !this.pencil;
    this.showBrush();
  }

  undo() {
    if (!this.idle && this.game?.undo()) this.changed();
  }

  redo() {
    if (!this.idle && this.game?.redo()) this.changed();
  }

  /** Tick clues: the one that was pressed, or one after another. @param {{label: string|null, labels: string[]}} place */
  tickClue({ label, labels }) {
    if (this.idle || !this.game || !labels.length) return;
    const { ticked } = this.game;
    if (label) {
      if (!ticked.delete(label)) ticked.add(label);
    } else {
      const next = labels.find((key) => !ticked.has(key));
      if (next) ticked.add(next);
      else for (const key of labels) ticked.delete(key);
    }
    this.save();
    this.refresh();
  }

  /** @param {(game: Game) => void} act @param {string} message */
  act(act, message) {
    if (this.idle || !this.game) return;
    act(this.game);
    this.changed();
    say(message);
  }

  /** @param {boolean} layer */
  point(layer) {
    if (this.idle || !this.game) return;
    this.game.checkpoint(layer);
    this.save();
    this.refresh();
    say(layer ? "What you write now is only a trial, in another colour. Keep it or take it back." : "A checkpoint is set.");
  }

  /** After every move. @param {number[]} [wrote] where the player wrote something, so that aids may add to it; without it, they add nothing */
  changed(wrote) {
    this.advisor.endHint();
    say("");
    if (this.game) this.game.solved = false;
    this.practice.look();
    this.finisher.hide();
    this.save();
    this.refresh();
    this.ask(wrote);
  }

  save() {
    if (this.game && (this.game.moves.length || this.game.ticked.size)) keepGame(this.game.view.clues, this.game.entries(), this.game.view.puzzle);
  }

  // -- what the server says ------------------------------------------------------------------

  /** Ask which clues are satisfied, which rules are broken and whether it is solved. @param {number[]} [wrote] */
  ask(wrote) {
    // Whoever writes faster than the server answers gets the help for all that was written.
    if (wrote) for (const cell of wrote) this.wrote.add(cell);
    else this.wrote.clear();
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.timer = window.setTimeout(async () => {
      const game = this.game;
      if (!game) return;
      const { made } = game;
      const deep = settings.errors === "all";
      try {
        const aids = this.wrote.size ? this.aids : [];
        const body = { puzzle: game.view.puzzle, values: game.values, deep, aids, wrote: [...this.wrote], answers: settings.errors === "rules" };
        const verdict = await persist("check", body, { signal: asking.signal });
        // An answer about an older board never replaces a newer one.
        if (asking.signal.aborted || game !== this.game || made !== game.made) return;
        this.verdict = verdict;
        this.wrote.clear();
        if (verdict.fill.length && !verdict.solved) {
          game.amend(verdict.fill);
          this.save();
          this.refresh();
          this.ask();
          return;
        }
        if (verdict.solved && !game.solved) this.finish();
        this.refresh();
      } catch (error) {
        if (!stopped(error)) say(String(/** @type {Error} */ (error).message), "bad");
      }
    }, QUIET);
  }

  finish() {
    const game = /** @type {Game} */ (this.game);
    this.tick(true);
    game.solved = true;
    this.save();
    say("");
    this.advisor.close();
    this.board.classList.add("finished");
    this.finisher.solved(game);
  }

  overlay() {
    /** @type {import("./board.js").Overlay} */
    const overlay = { ticked: this.game?.ticked };
    if (this.advisor.walk) return this.advisor.walkOverlay();
    if (this.verdict) overlay.lit = new Set(this.verdict.lit);
    if (this.verdict && settings.dim) {
      overlay.dimmed = new Set(this.verdict.satisfied);
      overlay.done = new Set(this.verdict.done.map((/** @type {[number, number]} */ [row, column]) => `${row},${column}`));
    }
    if (this.verdict && settings.errors !== "never") {
      overlay.wrong = new Set(this.verdict.faults.flatMap((/** @type {any} */ fault) => fault.cells));
      for (const cell of this.verdict.mistake?.cells || []) overlay.wrong.add(cell);
    }
    Object.assign(overlay, this.advisor.overlay(overlay.wrong));
    return overlay;
  }

  refresh() {
    const game = this.game;
    if (!game) return;
    this.board.classList.toggle("finished", game.solved && !this.advisor.walk);
    this.board.update(this.advisor.walk ? this.advisor.walked() : game.contents, this.overlay());
    const still = Boolean(this.idle);
    by("undo").disabled = still || !game.made;
    by("redo").disabled = still || game.made === game.moves.length;
    const inside = game.layer > 0;
    by("keep").hidden = by("drop").hidden = !inside;
    this.board.classList.toggle("trying", inside);
    by("points").replaceChildren(
      ...game.checkpoints
        .filter((point) => point.made <= game.made)
        .map((point) =>
          make("li", {}, [
            make("button", {
              type: "button",
              textContent: `Back to ${point.name.toLowerCase()} (move ${point.made})`,
              onclick: () => this.act((g) => g.backTo(point.made), `Back at ${point.name.toLowerCase()}.`),
            }),
          ]),
        ),
    );
    if (this.verdict?.faults.length && !this.stroke && settings.errors !== "never" && !this.advisor.hint && !by("message").textContent && !game.solved) {
      say(sentence(this.verdict.faults[0].sentence), "bad");
    }
  }

  // -- time ----------------------------------------------------------------------------------

  /** @param {boolean} save */
  tick(save) {
    const now = performance.now();
    const game = this.game;
    if (game && !this.paused && !game.solved && !document.hidden) game.elapsed += Math.min(now - this.began, 2000);
    this.began = now;
    if (!game) return;
    by("timer").textContent = clock(game.elapsed);
    if (save) this.save();
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (!this.game) return;
    this.tick(true);
    this.paused = paused;
    by("paused").hidden = !paused;
    this.board.inert = paused;
    this.board.classList.toggle("hidden", paused);
    this.refresh();
    if (paused) by("resume").focus();
    else this.board.focusCursor();
  }
}

/** @param {string} text */
function sentence(text) {
  // Names of cells stay small.
  return /^r\d/.test(text) ? `${text}.` : `${text[0].toUpperCase()}${text.slice(1)}.`;
}
