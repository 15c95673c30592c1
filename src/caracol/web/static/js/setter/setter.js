import { ask } from "../shared/api.js";
import { makeCaption } from "../shared/address.js";
import { namesCells } from "../shared/cells.js";
import { find, showError, showMessage } from "../shared/dom.js";
import { makeMask } from "../shared/masks.js";
import { loadDrafts, loadGame, saveDrafts } from "../shared/store.js";
import { findSquare, getSpot } from "../board/places.js";
import { NARROW } from "../board/measures.js";
import { Stroke, getDefaultBrush, readKey } from "../board/writing.js";
import { createBoard, explainExample } from "../library/new_puzzle.js";
import { ClueEntry } from "./clue_entry.js";
import { Judge } from "./judge.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";

/** @typedef {{puzzle: any, view: View|null, picture: (number|null)[]|null}} State a state from an earlier visit has no view at first */

const MOST_STATES = 60; // stored for the next visit
const SOME = 5; // clues behind each other that have room from the start; more on large boards
const FEW = 3; // the same on a phone

/** The table of a setter: the server makes each change and judges the new puzzle. */
export class Setter {
  /** @param {PuzzleBoard} board @param {Genre[]} genres */
  constructor(board, genres) {
    this.board = board;
    this.genres = genres;
    /** @type {State[]} */ this.states = [];
    this.at = -1;
    /** @type {Tool|null} */ this.tool = null;
    /** @type {number|null|"erase"} */ this.brush = null;
    /** @type {Stroke|null} */ this.stroke = null;
    /** @type {number[]|null} cells of an unfinished drag */ this.path = null;
    /** @type {number|null} the square in which to type */ this.square = null;
    this.walking = false; // whether the drag is made by keys
    /** @type {boolean|null} null: unless they would disturb */ this.showCandidates = null;
    this.spoils = false; // whether a game of this puzzle is being played
    this.editing = Promise.resolve();
    /** @type {(number|null)[]|null} what is painted while the server still works on it */ this.wet = null;
    this.pending = 0; // changes that wait for the server
    /** @type {number[]} cells that were changed in a picture */ this.marked = [];
    this.picturing = new Picture(this);
    this.clueEntry = new ClueEntry(this);
    this.judge = new Judge(this);
    this.panel = new Panel(this);
  }

  /** The picture as the setter sees it. */
  get picture() {
    return this.wet || this.state.picture || this.view.givens.map(() => null);
  }

  /** The puzzle on the table, ready to draw. */
  get view() {
    return /** @type {View} */ (this.state.view);
  }

  /** Whether the candidates of each cell are shown. */
  get candidates() {
    return this.showCandidates ?? !(this.spoils || this.tool?.gesture === "paint" || this.judge.isOpen);
  }

  /** The picture, or null if nothing is painted. */
  get paintedPicture() {
    return this.picture.some((value) => value !== null) ? this.picture : null;
  }

  get state() {
    return this.states[this.at];
  }

  /** @param {View} view @param {(number|null)[]} [picture] */
  open(view, picture) {
    const kept = loadDrafts();
    const same = !picture && kept && JSON.stringify(kept.states[kept.at].puzzle) === JSON.stringify(view.puzzle);
    // Nothing that was set is lost: Undo leads back to it, even after a reload or from another puzzle.
    const before = (kept?.states || []).map((state) => ({ ...state, view: null }));
    this.states = same ? before : [...before.slice(0, (kept?.at ?? -1) + 1), { puzzle: view.puzzle, view, picture: picture || null }].slice(-MOST_STATES);
    this.at = same ? kept.at : this.states.length - 1;
    this.state.view = view;
    const game = loadGame(view.clues);
    this.spoils = Boolean(game && !game.solved);
    this.showCandidates = null;
    this.brush = getDefaultBrush(view);
    this.path = null;
    this.chooseTool(view.tools[0]);
    this.panel.build();
    this.show();
    showMessage("");
  }

  close() {
    this.judge.close();
    this.board.reserve = [0, 0];
    this.board.classList.remove("placing");
    this.clueEntry.close(false);
  }

  // -- choosing a board and a tool -------------------------------------------------------------

  /** @param {string} genre @param {any} [options] */
  async begin(genre, options = {}) {
    try {
      const begun = /** @type {Genre} */ (this.genres.find((found) => found.id === genre));
      const view = await createBoard(begun, options);
      this.push(view, null);
      this.chooseTool(view.tools[0]);
      this.panel.build();
      showMessage(begun.blank ? "" : explainExample(begun));
    } catch (error) {
      showError(error);
    }
  }

  /** @param {Tool} tool */
  chooseTool(tool) {
    this.tool = tool;
    this.path = null;
    this.board.tool = tool;
    this.board.classList.toggle("placing", tool.gesture === "outside");
    this.panel.showTool(tool);
    this.panel.buildPalette();
  }

  // -- changes -------------------------------------------------------------------------------

  /** Change the puzzle; changes are made one after another. @param {any} change @param {boolean} [rebuild] whether the fields change, too */
  edit(change, rebuild = false) {
    this.pending += 1;
    this.editing = this.editing.then(async () => {
      const { view } = this;
      const { picture } = this.state;
      this.pending -= 1;
      const settle = () => {
        if (!this.pending) this.wet = null;
      };
      try {
        const next = await ask("edit", { puzzle: view.puzzle, ...change });
        settle();
        const same = next.rows === view.rows && next.columns === view.columns && next.givens.length === view.givens.length;
        this.push(next, change.act?.picture || (same ? picture : null));
        if (rebuild) this.panel.buildFields();
        showMessage("");
      } catch (error) {
        settle();
        showError(error);
        this.show();
        if (rebuild) this.panel.buildFields();
      }
    });
    return this.editing;
  }

  /** Draw the contents and highlights again. */
  repaint() {
    this.board.update(this.makeContents(), this.makeOverlay());
  }

  /** Shade cells until the next change. @param {number[]} cells */
  mark(cells) {
    this.marked = cells;
    this.repaint();
  }

  /** @param {View} view @param {(number|null)[]|null} picture */
  push(view, picture) {
    this.marked = [];
    this.states.length = this.at + 1;
    this.states.push({ puzzle: view.puzzle, view, picture });
    this.states.splice(0, this.states.length - MOST_STATES);
    this.at = this.states.length - 1;
    this.show();
    document.dispatchEvent(new CustomEvent("edited", { detail: view }));
  }

  /** Continue with a puzzle that the server made, and with its picture if one is painted. @param {any} made */
  pushMade({ view, picture }) {
    this.push(view, this.paintedPicture && picture ? picture : this.state.picture);
  }

  /** Go to another state. @param {number} to */
  async go(to) {
    if (to < 0 || to >= this.states.length) return;
    const before = this.view;
    const state = this.states[to];
    try {
      state.view ||= /** @type {View} */ (await ask("read", { puzzle: state.puzzle }));
    } catch (error) {
      showError(error);
      return;
    }
    if (this.states[to] !== state) return;
    this.at = to;
    const { view } = this;
    const tool = view.tools.find((found) => found.id === this.tool?.id) || view.tools[0];
    if (before.genre.id !== view.genre.id) this.chooseTool(tool);
    this.panel.build();
    this.show();
    document.dispatchEvent(new CustomEvent("edited", { detail: view }));
  }

  undo() {
    this.go(this.at - 1);
  }

  redo() {
    this.go(this.at + 1);
  }

  /** @param {Map<number, number|null>} writes */
  write(writes) {
    const { view } = this;
    if (this.tool?.gesture === "paint") {
      const painted = [...this.picture];
      for (const [cell, value] of writes) painted[cell] = value;
      this.wet = painted;
      this.edit({ act: { tool: this.tool.id, picture: painted } });
      return;
    }
    if (this.tool?.gesture !== "write") return;
    const value = [...writes.values()][0];
    const cells = [...writes.keys()];
    const again = cells.length === 1 && view.givens[cells[0]] === value;
    this.edit({ act: { tool: this.tool.id, cells, value: again ? null : value } });
  }

  /** @param {{cell: number, second: boolean, x?: number, y?: number}} press */
  startStroke(press) {
    const { view, picture } = this;
    switch (this.tool?.gesture) {
      case "drag":
        this.path = [press.cell];
        this.show();
        break;
      case "write":
      case "paint": {
        const values = this.tool.gesture === "paint" ? picture : view.givens;
        if (!view.writing.press.length && this.brush === null && !press.second) return;
        this.stroke = new Stroke(view, values, this.brush, press);
        this.preview();
        break;
      }
      case "inside":
        this.square = findSquare(view, press.x === undefined ? getSpot(view, press.cell) : /** @type {{x: number, y: number}} */ (press));
        break;
    }
  }

  /** @param {number} cell */
  extendStroke(cell) {
    if (this.path && !this.walking && this.path.at(-1) !== cell) {
      this.path.push(cell);
      this.show();
    }
    if (this.stroke) {
      this.stroke.extend(cell);
      this.preview();
    }
  }

  /** @param {boolean} kept */
  endStroke(kept) {
    const { path, stroke, square } = this;
    this.path = null;
    this.stroke = null;
    this.square = null;
    this.walking = false;
    if (kept && square !== null) {
      this.clueEntry.openSquare(square);
      return;
    }
    if (kept && path && this.tool) this.edit({ act: { tool: this.tool.id, cells: path } });
    else if (kept && stroke) this.write(stroke.writes);
    else this.show();
  }

  /** @param {number} cell @param {KeyboardEvent} event */
  handleKey(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this;
    const gesture = this.tool?.gesture;
    if (gesture === "drag") {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (this.path) this.endStroke(true);
        else {
          this.path = [cell];
          this.walking = true;
          showMessage("Move with the arrows; Space finishes, Escape cancels.");
          this.show();
        }
      } else if (event.key === "Escape") this.endStroke(false);
      return;
    }
    if (gesture === "inside") {
      const square = findSquare(this.view, getSpot(this.view, cell));
      const typed = event.key.length === 1 && event.key !== " " ? event.key : undefined;
      if (event.key === "Backspace" || event.key === "Delete") this.edit({ act: this.clueEntry.makeChange(square, "") });
      else if (typed || event.key === " " || event.key === "Enter") this.clueEntry.openSquare(square, typed);
      else return;
      event.preventDefault();
      return;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.write(new Map([[cell, null]]));
    } else if ((event.key === " " || event.key === "Enter") && view.writing.press.length) {
      event.preventDefault();
      this.startStroke({ cell, second: false });
      this.endStroke(true);
    } else {
      const value = readKey(view, event.key === " " ? "." : event.key);
      if (value === undefined) return;
      event.preventDefault();
      this.write(new Map([[cell, value]]));
    }
  }

  /** Extend a drag that is made by keys. @param {number} cell */
  handleCursor(cell) {
    if (this.path && this.walking && this.path.at(-1) !== cell) {
      this.path.push(cell);
      this.show();
    }
  }

  // -- showing -------------------------------------------------------------------------------

  /** @returns {Content[]} */
  makeContents() {
    const { view, picture } = this;
    const painting = this.tool?.gesture === "paint" && this.paintedPicture;
    return view.givens.map((given, cell) => {
      const value = painting ? picture[cell] : given;
      const candidates = this.candidates && value === null && this.judge.verdict?.candidates?.[cell];
      return { value, marks: candidates ? makeMask(candidates) : 0, layer: 0, certain: candidates?.length === 1 };
    });
  }

  preview() {
    const contents = this.makeContents();
    for (const [cell, value] of this.stroke?.writes || []) contents[cell] = { value, marks: 0, layer: 0 };
    this.board.update(contents, this.makeOverlay());
  }

  /** @returns {Overlay} */
  makeOverlay() {
    const { verdict } = this.judge;
    /** @type {Overlay} */
    const overlay = { look: new Set(this.path || []) };
    if (verdict?.between && this.candidates) overlay.differ = new Set(verdict.between);
    if (this.marked.length) overlay.differ = new Set([...(overlay.differ || []), ...this.marked]);
    overlay.named = Boolean(verdict?.flaws?.length || verdict?.suggestions?.length || verdict?.conflict) || namesCells(find("message").textContent);
    if (verdict?.conflict?.rules) {
      overlay.blamed = new Set(verdict.conflict.rules.map((/** @type {any} */ rule) => rule.about));
      const cells = verdict.conflict.rules.flatMap((/** @type {any} */ rule) => (rule.cells.length <= 1 || !this.isLabelled(rule.about) ? rule.cells : []));
      overlay.wrong = new Set(cells);
    }
    if (verdict?.flaws?.length) overlay.wrong = new Set([...(overlay.wrong || []), ...verdict.flaws.flatMap((/** @type {any} */ flaw) => flaw.cells)]);
    if (verdict?.redundant) overlay.dimmed = new Set(verdict.redundant);
    return overlay;
  }

  /** Return whether a rule has a label. @param {string} about */
  isLabelled(about) {
    return this.view.labels.some((label) => label.about === about);
  }

  show() {
    const { view } = this;
    this.judge.judge();
    find("title").textContent = view.info.title || view.genre.name;
    find("caption").textContent = makeCaption(view);
    find("rules").textContent = view.genre.instructions;
    find("undo").disabled = this.at <= 0;
    find("redo").disabled = this.at === this.states.length - 1;
    this.panel.updatePalette();
    // Painting adds clues; reserve room for them, so that the board does not move.
    const getDepth = (/** @type {number} */ length) => Math.min(Math.ceil(length / 2), innerWidth < NARROW ? FEW : Math.max(SOME, Math.ceil(length / 5)));
    this.board.reserve = view.tools.some(({ gesture }) => gesture === "paint") ? [getDepth(view.rows), getDepth(view.columns)] : [0, 0];
    this.picturing.show();
    this.board.show(view, this.makeContents());
    this.repaint();
    this.judge.show();
    saveDrafts({ states: this.states.map(({ puzzle, picture }) => ({ puzzle, picture })), at: this.at });
  }
}
