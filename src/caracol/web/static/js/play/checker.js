import { Task, ask } from "../shared/api.js";
import { showError } from "../shared/dom.js";
import { settings } from "../shared/store.js";

const QUIET = 60; // milliseconds without a move before the server is asked

/** What the server says after each move: satisfied clues, broken rules, and values it fills in. */
export class Checker {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} */ this.verdict = null;
    /** @type {string[]} ids of what is filled in for the player */ this.aids = [];
    /** @type {Set<number>} cells written by the player since the last answer */ this.written = new Set();
    this.task = new Task();
    this.timer = 0;
  }

  /** Check the board soon. @param {number[]} [written] cells that the player wrote into; without it, nothing is filled in */
  request(written) {
    // A player who writes faster than the server answers gets the aids for all that was written.
    if (written) for (const cell of written) this.written.add(cell);
    else this.written.clear();
    clearTimeout(this.timer);
    const signal = this.task.start();
    this.timer = window.setTimeout(() => this.check(signal), QUIET);
  }

  /** @param {AbortSignal} signal */
  async check(signal) {
    const { game } = this.play;
    if (!game) return;
    const { made } = game;
    try {
      const aids = this.written.size ? this.aids : [];
      const notes = this.written.size > 0 && this.play.notes.tidy;
      const entries = { notes, puzzle: game.view.puzzle, values: game.values, deep: settings.errors === "all", aids, wrote: [...this.written], answers: settings.errors === "rules" };
      const verdict = await ask("check", entries, { signal });
      // An answer about an older board never replaces a newer one.
      if (signal.aborted || game !== this.play.game || made !== game.made) return;
      this.verdict = verdict;
      this.written.clear();
      const tidied = notes ? this.play.notes.listTidied(verdict.excluded) : [];
      if ((verdict.fill.length || tidied.length) && !verdict.solved) {
        const { layer } = game;
        game.amend([...tidied, ...verdict.fill.map((/** @type {[number, number]} */ [cell, value]) => [cell, { value, layer }])]);
        this.play.save();
        this.play.refresh();
        this.request();
        return;
      }
      if (verdict.solved && !game.solved) this.play.handleSolved();
      this.play.refresh();
    } catch (error) {
      showError(error);
    }
  }

  /** Return what to highlight. @returns {Overlay} */
  makeOverlay() {
    const { verdict } = this;
    if (!verdict) return {};
    /** @type {Overlay} */ const overlay = { lit: new Set(verdict.lit), ties: verdict.ties };
    if (settings.dim) {
      overlay.dimmed = new Set(verdict.satisfied);
      overlay.done = new Set(verdict.done.map((/** @type {[number, number]} */ [row, column]) => `${row},${column}`));
    }
    if (settings.errors !== "never") {
      const faults = verdict.faults.flatMap((/** @type {any} */ fault) => fault.cells);
      overlay.wrong = new Set([...faults, ...(verdict.mistake?.cells || [])]);
    }
    return overlay;
  }

  /** Return the first broken rule as a sentence, if broken rules are shown. */
  describeFault() {
    if (!this.verdict?.faults.length || settings.errors === "never") return "";
    return this.verdict.faults[0].sentence;
  }
}
