import { ask } from "../shared/api.js";
import { find, showError } from "../shared/dom.js";
import { hasValue, listValues, makeMask, removeValues } from "../shared/masks.js";
import { settings } from "../shared/store.js";
import { isTyped, listPaletteValues } from "../board/writing.js";

/** @typedef {"marks"|"centre"} Kind where a note is written: in its own place, or in the middle */

/** Notes of the player: small values in cells, written by the pencil. */
export class Notes {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.writing = false; // whether the pencil is chosen
    /** @type {Kind} */ this.kind = "marks";
    find("corner-notes").addEventListener("click", () => this.choose("marks"));
    find("centre-notes").addEventListener("click", () => this.choose("centre"));
    find("fill-notes").addEventListener("click", () => this.fill());
  }

  close() {
    this.writing = false;
    this.kind = "marks";
  }

  /** @param {Kind} kind */
  choose(kind) {
    this.kind = kind;
    this.show();
    this.play.board.focusCursor();
  }

  /** Show whether and how the pencil writes. */
  show() {
    const { game } = this.play;
    find("pencil").setAttribute("aria-pressed", String(this.writing));
    find("notes").hidden = !this.writing || !game || !isTyped(game.view);
    find("corner-notes").setAttribute("aria-pressed", String(this.kind === "marks"));
    find("centre-notes").setAttribute("aria-pressed", String(this.kind === "centre"));
  }

  /** Write a note into cells, or erase it if all of them have it. @param {number[]} cells @param {number} value @param {Kind} [kind] */
  toggle(cells, value, kind = this.kind) {
    const game = /** @type {import("./game.js").Game} */ (this.play.game);
    const open = cells.filter((cell) => game.isOpen(cell) && game.contents[cell].value === null);
    const all = open.every((cell) => hasValue(game.contents[cell][kind] || 0, value));
    game.note(open.map((cell) => {
      const before = listValues(game.contents[cell][kind] || 0).filter((one) => one !== value);
      return [cell, { [kind]: makeMask(all ? before : [...before, value]) }];
    }));
    this.play.handleChange([]);
  }

  /** Note in every empty cell what no rule alone excludes. */
  async fill() {
    const { game, idle } = this.play;
    if (!game || idle) return;
    const { made } = game;
    try {
      const { excluded } = await ask("check", { puzzle: game.view.puzzle, values: game.values, notes: true });
      if (game !== this.play.game || made !== game.made) return;
      const values = listPaletteValues(game.view);
      game.note(game.contents.flatMap(({ value, eliminated = 0 }, cell) => {
        if (value !== null) return [];
        const left = values.filter((one) => !hasValue(excluded[cell], one) && !hasValue(eliminated, one));
        return [[cell, { [this.kind]: makeMask(left) }]];
      }));
      this.play.handleChange([]);
      this.play.board.focusCursor();
    } catch (error) {
      showError(error);
    }
  }

  /** Whether notes are removed that an entry rules out. */
  get tidy() {
    const { game } = this.play;
    return settings.tidy && Boolean(game && isTyped(game.view) && game.contents.some(({ marks, centre }) => marks || centre));
  }

  /** Return the notes without these values. @param {number[]} excluded of each cell, as masks @returns {[number, import("./game.js").Notes][]} */
  listTidied(excluded) {
    const game = /** @type {import("./game.js").Game} */ (this.play.game);
    return game.contents.flatMap(({ value, marks, centre = 0 }, cell) => {
      const after = { marks: removeValues(marks, excluded[cell]), centre: removeValues(centre, excluded[cell]) };
      return value === null && (after.marks !== marks || after.centre !== centre) ? [[cell, after]] : [];
    });
  }
}
