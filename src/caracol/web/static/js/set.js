import { ask } from "./api.js";
import { by, captionOf, make, say, titled } from "./dom.js";
import { Judging } from "./judging.js";
import { maskOf } from "./masks.js";
import { canBegin, newBoard, withoutBlank } from "./new.js";
import { Picture } from "./picture.js";
import { spotOf, squareAt } from "./places.js";
import { icon } from "./shapes.js";
import { keepDrafts, keptDrafts, savedGame } from "./store.js";
import { Typing } from "./typing.js";
import { Stroke, offered, usualBrush, valueOfKey } from "./writing.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Tool} Tool */
/** @typedef {import("./types.js").Genre} Genre */
/** @typedef {import("./board.js").PuzzleBoard} PuzzleBoard */
/** @typedef {{puzzle: any, view: View|null, picture: (number|null)[]|null}} State a state from an earlier visit has no view yet */

const MOST_STATES = 60; // that are kept for the next visit
const DEEPEST = 10; // clues behind each other for which there is room from the start

/** The table of a setter: acts go to the server, which gives back the puzzle and judges it. */
export class Set_ {
  /** @param {PuzzleBoard} board @param {Genre[]} genres */
  constructor(board, genres) {
    this.board = board;
    this.genres = genres;
    /** @type {State[]} */ this.states = [];
    this.at = -1;
    /** @type {Tool|null} */ this.tool = null;
    /** @type {number|null|"erase"} */ this.brush = null;
    /** @type {Stroke|null} */ this.stroke = null;
    /** @type {number[]|null} cells of a pull that is not finished */ this.path = null;
    /** @type {number|null} where the pointer went down to type */ this.square = null;
    this.walking = false;
    /** @type {boolean|null} null: unless they would be in the way */ this.showCandidates = null;
    this.spoils = false; // whether a game of this puzzle is being played
    this.symbols = ""; // those on the palette
    this.editing = Promise.resolve();
    /** @type {(number|null)[]|null} what is painted while the server still works on it */ this.wet = null;
    this.pending = 0;
    /** @type {number[]} cells that a picture could not keep */ this.marked = [];
    this.picturing = new Picture(this);
    this.typing = new Typing(this);
    this.judging = new Judging(this);
  }

  /** The picture as the setter sees it. */
  get picture() {
    return this.wet || this.state.picture || this.view.givens.map(() => null);
  }

  /** The puzzle on the table, ready to draw. */
  get view() {
    return /** @type {View} */ (this.state.view);
  }

  /** Whether the setter sees what each cell can be. */
  get candidates() {
    return this.showCandidates ?? !(this.spoils || this.tool?.gesture === "paint");
  }

  /** Whether the setter has painted a picture. */
  get painted() {
    return this.picture.some((value) => value !== null);
  }

  get state() {
    return this.states[this.at];
  }

  /** @param {View} view @param {(number|null)[]} [picture] */
  open(view, picture) {
    const kept = keptDrafts();
    // The states before it are there again after a reload.
    const same = !picture && kept && JSON.stringify(kept.states[kept.at].puzzle) === JSON.stringify(view.puzzle);
    this.states = same ? kept.states.map((state) => ({ ...state, view: null })) : [{ puzzle: view.puzzle, view, picture: picture || null }];
    this.at = same ? kept.at : 0;
    this.state.view = view;
    const game = savedGame(view.clues);
    this.spoils = Boolean(game && !game.solved);
    this.showCandidates = null;
    this.brush = usualBrush(view);
    this.path = null;
    this.chooseTool(view.tools[0]);
    this.buildNew();
    this.buildInfo();
    this.show();
    say("");
  }

  close() {
    this.judging.close();
    this.board.reserve = [0, 0];
    this.board.classList.remove("placing");
    this.typing.close(false);
  }

  // -- the panel -----------------------------------------------------------------------------

  buildNew() {
    const { view } = this;
    const genre = /** @type {Genre} */ (this.genres.find((found) => found.id === view.genre.id));
    // Others can only be opened.
    const others = this.genres.filter((found) => found === genre || canBegin(found));
    const choose = make("select", { id: "set-genre" }, others.map((found) => make("option", { value: found.id, textContent: found.name, selected: found.id === view.genre.id })));
    choose.addEventListener("change", () => this.begin(choose.value));
    const fields = genre.options.map((option) => {
      const number = option.kind === "integer";
      const input = make("input", { type: number ? "number" : "text", value: view.settings[option.name], name: option.name, maxLength: 60 });
      if (number) Object.assign(input, { min: option.least, max: option.most });
      input.addEventListener("change", () => this.edit({ options: { [option.name]: number ? Number(input.value) : input.value } }, true));
      return make("label", { title: option.words }, [titled(option.name), " ", input]);
    });
    const fresh = make("button", { type: "button", textContent: "Empty board", onclick: () => this.begin(view.genre.id, view.settings) });
    by("set-new").replaceChildren(make("label", {}, ["Genre ", choose]), ...fields, ...(genre.blank ? [fresh] : []));
  }

  buildInfo() {
    const { info } = this.view;
    by("set-info").replaceChildren(
      ...["title", "author"].map((name) => {
        const input = make("input", { value: info[/** @type {"title"} */ (name)] || "", maxLength: 200 });
        input.addEventListener("change", () => this.edit({ info: { [name]: input.value } }));
        return make("label", {}, [`${name[0].toUpperCase()}${name.slice(1)} `, input]);
      }),
    );
  }

  /** @param {string} genre @param {any} [options] */
  async begin(genre, options = {}) {
    try {
      const begun = /** @type {Genre} */ (this.genres.find((found) => found.id === genre));
      const view = await newBoard(begun, options);
      this.push(view, null);
      this.chooseTool(view.tools[0]);
      this.buildNew();
      this.buildInfo();
      say(begun.blank ? "" : withoutBlank(begun));
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
    }
  }

  /** @param {Tool} tool */
  chooseTool(tool) {
    this.tool = tool;
    this.path = null;
    this.board.tool = tool;
    this.board.classList.toggle("placing", tool.gesture === "outside");
    const { view } = this;
    by("set-tools").replaceChildren(
      ...view.tools.map((found) =>
        make("button", { type: "button", textContent: found.name, "aria-pressed": String(found.id === tool.id), onclick: () => { this.chooseTool(found); this.show(); } }),
      ),
    );
    const keys = tool.gesture === "drag" ? " With keys: Space to begin, arrows to go, Space to end." : "";
    by("tool-help").textContent = tool.help + keys;
    this.buildPalette();
  }

  buildPalette() {
    const { view } = this;
    this.symbols = JSON.stringify(view.symbols);
    const writes = this.tool?.gesture === "write" || this.tool?.gesture === "paint";
    by("palette").hidden = !writes;
    if (!writes) return;
    const turns = view.writing.press.length > 0;
    if (this.brush !== null && this.brush !== "erase" && this.brush >= view.symbols.length) this.brush = usualBrush(view);
    by("palette").replaceChildren(
      ...offered(view).map((value) => {
        const sign = view.symbols[value];
        const button = make("button", { type: "button", className: "value", title: sign.word, "aria-label": sign.word }, [icon(sign)]);
        if (turns) button.setAttribute("aria-pressed", String(this.brush === value));
        button.addEventListener("click", () => {
          if (turns) {
            this.brush = this.brush === value ? usualBrush(view) : value;
            this.buildPalette();
          } else {
            this.write(new Map([[this.board.cursor, value]]));
            this.board.focusCursor();
          }
        });
        return button;
      }),
    );
  }

  // -- acts ----------------------------------------------------------------------------------

  /** Change the puzzle; acts are done one after another. @param {any} change @param {boolean} [rebuild] */
  edit(change, rebuild = false) {
    this.pending += 1;
    this.editing = this.editing.then(async () => {
      const { view } = this;
      const { picture } = this.state;
      this.pending -= 1;
      const settled = () => {
        if (!this.pending) this.wet = null;
      };
      try {
        const next = await ask("edit", { puzzle: view.puzzle, ...change });
        settled();
        const same = next.rows === view.rows && next.columns === view.columns && next.givens.length === view.givens.length;
        this.push(next, change.act?.picture || (same ? picture : null));
        if (rebuild) this.buildNew();
        say("");
      } catch (error) {
        settled();
        say(String(/** @type {Error} */ (error).message), "bad");
        this.show();
        if (rebuild) this.buildNew();
      }
    });
    return this.editing;
  }

  /** Show what is written and said now. */
  repaint() {
    this.board.update(this.contents(), this.overlay());
  }

  /** Shade cells until the next act. @param {number[]} cells */
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

  /** @param {number} to */
  async go(to) {
    if (to < 0 || to >= this.states.length) return;
    const before = this.view;
    const state = this.states[to];
    try {
      state.view ||= /** @type {View} */ (await ask("read", { puzzle: state.puzzle }));
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
      return;
    }
    if (this.states[to] !== state) return;
    this.at = to;
    const { view } = this;
    const tool = view.tools.find((found) => found.id === this.tool?.id) || view.tools[0];
    if (before.genre.id !== view.genre.id) this.chooseTool(tool);
    this.buildNew();
    this.buildInfo();
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
  strokeStart(press) {
    const { view } = this;
    const { picture } = this;
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
        this.square = squareAt(view, press.x === undefined ? spotOf(view, press.cell) : /** @type {{x: number, y: number}} */ (press));
        break;
    }
  }

  /** @param {number} cell */
  strokeOver(cell) {
    if (this.path && !this.walking && this.path.at(-1) !== cell) {
      this.path.push(cell);
      this.show();
    }
    if (this.stroke) {
      this.stroke.over(cell);
      this.preview();
    }
  }

  /** @param {boolean} kept */
  strokeEnd(kept) {
    const { path, stroke, square } = this;
    this.path = null;
    this.stroke = null;
    this.square = null;
    this.walking = false;
    if (kept && square !== null) {
      this.typing.openSquare(square);
      return;
    }
    if (kept && path && this.tool) this.edit({ act: { tool: this.tool.id, cells: path } });
    else if (kept && stroke) this.write(stroke.writes);
    else this.show();
  }

  /** @param {number} cell @param {KeyboardEvent} event */
  key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this;
    const gesture = this.tool?.gesture;
    if (gesture === "drag") {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (this.path) this.strokeEnd(true);
        else {
          this.path = [cell];
          this.walking = true;
          say("Move with the arrows; Space finishes, Escape cancels.");
          this.show();
        }
      } else if (event.key === "Escape") this.strokeEnd(false);
      return;
    }
    if (gesture === "inside") {
      const square = squareAt(this.view, spotOf(this.view, cell));
      const typed = event.key.length === 1 && event.key !== " " ? event.key : undefined;
      if (event.key === "Backspace" || event.key === "Delete") this.edit({ act: this.typing.inSquare(square, "") });
      else if (typed || event.key === " " || event.key === "Enter") this.typing.openSquare(square, typed);
      else return;
      event.preventDefault();
      return;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.write(new Map([[cell, null]]));
    } else if ((event.key === " " || event.key === "Enter") && view.writing.press.length) {
      event.preventDefault();
      this.strokeStart({ cell, second: false });
      this.strokeEnd(true);
    } else {
      const value = valueOfKey(view, event.key === " " ? "." : event.key);
      if (value === undefined) return;
      event.preventDefault();
      this.write(new Map([[cell, value]]));
    }
  }

  /** The cursor went on. @param {number} cell */
  walked(cell) {
    if (this.path && this.walking && this.path.at(-1) !== cell) {
      this.path.push(cell);
      this.show();
    }
  }

  // -- showing -------------------------------------------------------------------------------

  /** @returns {import("./types.js").Content[]} */
  contents() {
    const { view } = this;
    const { picture } = this;
    const painting = this.tool?.gesture === "paint" && this.painted;
    return view.givens.map((given, cell) => {
      const value = painting ? picture[cell] : given;
      const candidates = this.candidates && value === null && this.judging.verdict?.candidates?.[cell];
      return { value, marks: candidates ? maskOf(candidates) : 0, layer: 0, certain: candidates?.length === 1 };
    });
  }

  preview() {
    const contents = this.contents();
    for (const [cell, value] of this.stroke?.writes || []) contents[cell] = { value, marks: 0, layer: 0 };
    this.board.update(contents, this.overlay());
  }

  overlay() {
    const { verdict } = this.judging;
    /** @type {import("./board.js").Overlay} */
    const overlay = { look: new Set(this.path || []) };
    if (verdict?.between && this.candidates) overlay.differ = new Set(verdict.between);
    if (this.marked.length) overlay.differ = new Set([...(overlay.differ || []), ...this.marked]);
    overlay.named = Boolean(verdict?.flaws?.length || verdict?.suggestions?.length || verdict?.conflict);
    if (verdict?.conflict?.rules) {
      overlay.blamed = new Set(verdict.conflict.rules.map((/** @type {any} */ rule) => rule.about));
      const cells = verdict.conflict.rules.flatMap((/** @type {any} */ rule) => (rule.cells.length <= 1 || !this.labelled(rule.about) ? rule.cells : []));
      overlay.wrong = new Set(cells);
    }
    if (verdict?.flaws?.length) overlay.wrong = new Set([...(overlay.wrong || []), ...verdict.flaws.flatMap((/** @type {any} */ flaw) => flaw.cells)]);
    if (verdict?.redundant) overlay.dimmed = new Set(verdict.redundant);
    return overlay;
  }

  /** @param {string} about */
  labelled(about) {
    return this.view.labels.some((label) => label.about === about);
  }

  show() {
    const { view } = this;
    this.judging.judge();
    by("title").textContent = view.info.title || view.genre.name;
    by("caption").textContent = captionOf(view);
    by("rules").textContent = view.genre.instructions;
    by("undo").disabled = this.at <= 0;
    by("redo").disabled = this.at === this.states.length - 1;
    if (this.symbols !== JSON.stringify(view.symbols)) this.buildPalette();
    // Clues that come while a picture is painted find their room made, so that the board stays.
    const deep = (/** @type {number} */ length) => Math.min(DEEPEST, Math.ceil(length / 2));
    this.board.reserve = view.tools.some(({ gesture }) => gesture === "paint") ? [deep(view.rows), deep(view.columns)] : [0, 0];
    this.picturing.show();
    this.board.show(view, this.contents());
    this.repaint();
    this.judging.show();
    keepDrafts({ states: this.states.map(({ puzzle, picture }) => ({ puzzle, picture })), at: this.at });
  }
}
