import { find, make, makeButton, showMessage } from "../shared/dom.js";
import { loadGame, onOtherTab, saveGame } from "../shared/store.js";
import { COLOURS } from "../board/drawing.js";
import { hideTally, showTally } from "../board/tally.js";
import { Stroke, getDefaultBrush, getPressValues, isClosed, isTyped } from "../board/writing.js";
import { Hints } from "../hints/hints.js";
import { Practice } from "../hints/practice.js";
import { Walkthrough } from "../hints/walkthrough.js";
import { Checker } from "./checker.js";
import { Clock } from "./clock.js";
import { Finish } from "./finish.js";
import { Game } from "./game.js";
import { writeByKey } from "./keys.js";
import { Notes } from "./notes.js";
import { markBrush, showPalette } from "./palette.js";
import { Selection } from "./selection.js";
import { endTour } from "./tour.js";

/** The table of a player. It keeps the moves and asks the server; it knows no rules. */
export class Play {
  /** @param {PuzzleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Game|null} */ this.game = null;
    /** @type {number|null|"erase"} */ this.brush = null;
    /** @type {number|null} the colour that presses give to cells */ this.tint = null;
    /** @type {Set<number>|null} cells that are being coloured */ this.tinted = null;
    /** @type {Stroke|null} */ this.stroke = null;
    this.selection = new Selection(board, () => this.refresh());
    this.notes = new Notes(this);
    this.checker = new Checker(this);
    this.clock = new Clock(this);
    this.hints = new Hints(this);
    this.walkthrough = new Walkthrough(this);
    this.finish = new Finish(this);
    this.practice = new Practice(this);
    find("what-if").addEventListener("click", () => this.addCheckpoint(true));
    find("mark-point").addEventListener("click", () => this.addCheckpoint(false));
    find("keep").addEventListener("click", () => this.act((game) => game.keepTrial(), "Kept. What you tried is now part of your game."));
    find("drop").addEventListener("click", () => this.act((game) => game.dropTrial(), "Taken back. The board is as it was before."));
    find("restart").addEventListener("click", () => this.restart());
    find("colour").addEventListener("click", () => this.chooseTint(this.tint === null ? 1 : null));
    find("colours").replaceChildren(
      ...COLOURS.map((name, colour) => {
        const words = colour ? name : "no colour";
        const button = makeButton(colour ? "" : "✕", () => this.chooseTint(colour), { className: colour ? `chip-colour tint-${name}` : "", "aria-label": words, title: words });
        button.dataset.colour = String(colour);
        return button;
      }),
    );
    onOtherTab((clues) => this.game?.view.clues === clues && !this.stroke && this.reload());
  }

  // -- opening and closing -------------------------------------------------------------------

  /** @param {View} view */
  open(view) {
    const saved = loadGame(view.clues);
    this.practice.close();
    find("practice-block").hidden = !view.genre.generating;
    this.brush = getDefaultBrush(view);
    this.selection.clear();
    this.notes.close();
    this.chooseTint(null);
    this.clock.start();
    this.game = saved ? Game.restore(view, saved) : new Game(view);
    this.board.tool = null;
    this.board.reserve = [0, 0];
    this.board.show(view, this.game.contents);
    // The first cell to write into; the last puzzle may have left the cursor anywhere.
    this.board.placeCursor(Math.max(0, this.game.contents.findIndex(({ value }, cell) => value === null && this.game?.isOpen(cell))));
    showMessage(this.game.solved ? "Already solved." : saved && this.game.made ? "Welcome back: your game is as you left it." : "");
    this.buildPalette();
    this.continue(this.game);
  }

  /** Continue with a game of the puzzle on the table. @param {Game} game */
  continue(game) {
    this.game = game;
    this.checker.verdict = null;
    this.hints.close();
    this.walkthrough.close();
    this.finish.show(game);
    this.refresh();
    this.checker.request();
  }

  /** Load the game again: another tab has changed it. */
  reload() {
    const { view } = /** @type {Game} */ (this.game);
    const saved = loadGame(view.clues);
    if (saved) this.continue(Game.restore(view, saved));
  }

  /** Start the game again, with the clock at zero, and offer to bring the old one back. */
  restart() {
    if (!this.game) return;
    const { view } = this.game;
    const before = this.game.toEntries();
    const replace = (/** @type {Game} */ game) => {
      saveGame(view.clues, game.toEntries(), view.puzzle);
      this.continue(game);
      this.clock.tick(false);
    };
    replace(new Game(view));
    showMessage("Started again.");
    const undo = () => {
      showMessage("");
      replace(Game.restore(view, before));
    };
    find("message").append(" ", makeButton("Bring it back", undo));
  }

  close() {
    this.clock.tick(true);
    this.checker.task.stop();
    this.game = null;
  }

  // -- choosing what to write ----------------------------------------------------------------

  /** @param {number|null} colour */
  chooseTint(colour) {
    this.tint = colour;
    find("colours").hidden = colour === null;
    find("colour").setAttribute("aria-expanded", String(colour !== null));
    for (const button of find("colours").children) button.setAttribute("aria-pressed", String(Number(button.dataset.colour) === colour));
  }

  buildPalette() {
    const { view } = /** @type {Game} */ (this.game);
    const pressed = view.writing.press.length > 0;
    showPalette(view, (value) => {
      this.chooseTint(null);
      if (pressed) {
        this.brush = this.brush === value ? getDefaultBrush(view) : value;
        this.showBrush();
      } else {
        this.writeValue(this.selection.cells, value, this.notes.writing);
        this.board.focusCursor();
      }
    });
    find("palette").setAttribute("aria-label", pressed ? "What a click writes" : "Write into the chosen cell");
    this.showBrush();
  }

  showBrush() {
    markBrush(/** @type {Game} */ (this.game).view, this.brush);
    this.notes.show();
    find("erase").setAttribute("aria-pressed", String(this.brush === "erase"));
  }

  togglePencil() {
    this.notes.writing = !this.notes.writing;
    this.showBrush();
    // What is typed next is a note.
    if (this.game && isTyped(this.game.view)) this.board.focusCursor();
  }

  // -- writing -------------------------------------------------------------------------------

  get idle() {
    return !this.game || this.clock.paused || this.walkthrough.active;
  }

  /** @param {{cell: number, second: boolean, pencil: boolean, extend?: boolean}} press */
  startStroke(press) {
    if (this.idle || !this.game) return;
    const { view } = this.game;
    if (this.tint !== null) {
      this.tinted = new Set([press.cell]);
      this.preview();
      return;
    }
    if (isTyped(view) && this.brush === null && !press.second) return this.selection.start(press);
    if (!this.game.isOpen(press.cell)) return;
    if ((this.notes.writing || press.pencil) && this.brush !== "erase") {
      this.notes.toggle([press.cell], press.second ? 0 : this.brush ?? getPressValues(view)[0], "marks");
      return;
    }
    this.stroke = new Stroke(view, this.game.values, this.brush, press);
    this.preview();
  }

  /** @param {number} cell */
  extendStroke(cell) {
    if (this.selection.dragging) return this.selection.extend(cell);
    if (this.tinted) this.tinted.add(cell);
    else if (this.stroke && this.game?.isOpen(cell)) this.stroke.extend(cell);
    else return;
    this.preview();
    if (this.stroke && this.game && !this.game.view.places) showTally(this.board, cell, this.stroke.writes.size, this.stroke.measureRun(this.game.view));
  }

  /** @param {boolean} kept whether it is written */
  endStroke(kept) {
    this.selection.dragging = false;
    hideTally(this.board);
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
    this.handleChange(kept ? writes.map(([cell]) => cell) : []);
  }

  /** Show what the stroke would write. */
  preview() {
    const game = /** @type {Game} */ (this.game);
    const contents = [...game.contents];
    for (const cell of this.tinted || []) contents[cell] = { ...contents[cell], colour: this.tint || 0 };
    for (const [cell, value] of this.stroke?.writes || []) {
      contents[cell] = { ...contents[cell], value, layer: value === null ? 0 : game.layer };
    }
    this.board.update(contents, this.makeOverlay());
  }

  /** @param {number} cell @param {KeyboardEvent} event */
  handleKey(cell, event) {
    if (!this.idle && this.game && writeByKey(this, this.game.view, cell, event)) event.preventDefault();
  }

  /** Select cells. @param {number[]} cells */
  select(cells) {
    this.selection.chosen = new Set(cells);
    this.refresh();
  }

  /** @param {number[]} cells @param {number} value @param {boolean} pencil @param {import("./notes.js").Kind} [kind] of the note, if it is one */
  writeValue(cells, value, pencil, kind) {
    if (this.idle || !this.game) return;
    const { game } = this;
    const open = cells.filter((cell) => game.isOpen(cell));
    if (!open.length) showMessage(isClosed(game.view, cells[0]) ? "Nothing is written in this square." : "This cell is given.");
    else if (pencil) this.notes.toggle(open, value, kind);
    else {
      const all = open.every((cell) => game.contents[cell].value === value);
      game.write(open.map((cell) => [cell, all ? null : value]));
      this.handleChange(open);
    }
  }

  /** Write the value of a cell into the next one, or select it as well, for Shift and an arrow. @param {number} from @param {number} to */
  carry(from, to) {
    if (this.idle || !this.game) return;
    if (isTyped(this.game.view)) return this.selection.walk(from, to);
    if (!this.game.isOpen(to)) return;
    this.game.write([[to, this.game.contents[from].value]]);
    this.handleChange([to]);
  }

  /** Erase values, or notes where there are none. @param {number[]} [cells] */
  erase(cells = this.selection.cells) {
    if (this.idle || !this.game) return;
    const { game } = this;
    const written = cells.filter((cell) => game.isOpen(cell) && game.contents[cell].value !== null);
    if (written.length) game.write(written.map((cell) => [cell, null]));
    else game.note(cells.map((cell) => [cell, { marks: 0, centre: 0, eliminated: 0 }]));
    this.handleChange(written);
  }

  /** Choose the eraser, or erase the cell at the cursor, as the genre is written. */
  handleErase() {
    if (this.game?.view.writing.press.length) {
      this.brush = this.brush === "erase" ? getDefaultBrush(this.game.view) : "erase";
      this.showBrush();
    } else {
      this.erase();
      this.board.focusCursor();
    }
  }

  undo() {
    if (!this.idle && this.game?.undo()) this.handleChange();
  }

  redo() {
    if (!this.idle && this.game?.redo()) this.handleChange();
  }

  /** Tick the clue that was pressed, or else the next one of its line. @param {{label: string|null, labels: string[]}} place */
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

  /** Change the game by a function, and say so. @param {(game: Game) => void} change @param {string} message */
  act(change, message) {
    if (this.idle || !this.game) return;
    change(this.game);
    this.handleChange();
    showMessage(message);
  }

  /** @param {boolean} trial whether what follows is only a trial */
  addCheckpoint(trial) {
    if (this.idle || !this.game) return;
    this.game.addCheckpoint(trial);
    this.save();
    this.refresh();
    showMessage(trial ? "What you write now is only a trial, in another colour. Keep it or take it back." : "A checkpoint is set.");
  }

  /** Update everything after a move. @param {number[]} [written] cells that the player wrote into, if aids may add to them */
  handleChange(written) {
    this.hints.end();
    showMessage("");
    if (this.game) this.game.solved = false;
    this.practice.checkFound();
    this.finish.hide();
    this.save();
    this.refresh();
    this.checker.request(written);
  }

  handleSolved() {
    const game = /** @type {Game} */ (this.game);
    this.clock.tick(true);
    game.solved = true;
    this.save();
    showMessage("");
    this.hints.close();
    this.walkthrough.close();
    endTour(game.view);
    this.board.classList.add("finished");
    this.finish.celebrate(game);
  }

  save() {
    if (this.game && (this.game.moves.length || this.game.ticked.size)) saveGame(this.game.view.clues, this.game.toEntries(), this.game.view.puzzle);
  }

  // -- showing -------------------------------------------------------------------------------

  /** @returns {Overlay} */
  makeOverlay() {
    if (this.walkthrough.active) return this.walkthrough.makeOverlay();
    const overlay = this.checker.makeOverlay();
    return { ticked: this.game?.ticked, selected: this.selection.shown, alike: this.selection.alike, ...overlay, ...this.hints.makeOverlay(overlay.wrong) };
  }

  refresh() {
    const game = this.game;
    if (!game) return;
    const walking = this.walkthrough.active;
    this.board.classList.toggle("finished", game.solved && !walking);
    this.board.update(walking ? this.walkthrough.contents : this.hints.preview(game.contents), this.makeOverlay());
    find("undo").disabled = this.idle || !game.made;
    find("redo").disabled = this.idle || game.made === game.moves.length;
    const trying = game.layer > 0;
    find("keep").hidden = find("drop").hidden = !trying;
    this.board.classList.toggle("trying", trying);
    find("points").replaceChildren(
      ...game.checkpoints
        .filter((point) => point.made <= game.made)
        .map((point) => {
          const name = point.name.toLowerCase();
          const goBack = () => this.act((one) => one.backTo(point.made), `Back at ${name}.`);
          return make("li", {}, [makeButton(`Back to ${name} (move ${point.made})`, goBack)]);
        }),
    );
    const fault = this.checker.describeFault();
    if (fault && !this.stroke && !this.hints.hint && !find("message").textContent && !game.solved) showMessage(fault, "bad");
  }
}
