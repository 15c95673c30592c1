import { addValues, removeValues } from "../shared/masks.js";
import { isClosed } from "../board/writing.js";

/**
 * A game: the contents of the cells, and every move so far. It knows no rules.
 * One action of the player is one move, however many cells it changes.
 */

/** @typedef {[number|null, number, number, number?, number?, number?]} Held a value, corner notes as a mask, the layer, the colour of the cell, centre notes, values that are ruled out */
/** @typedef {{cell: number, before: Held, after: Held}} Change */
/** @typedef {{name: string, made: number, layer: boolean, closed?: number}} Checkpoint closed: the number of moves after which its trial ended */

/** @typedef {{marks?: number, centre?: number, eliminated?: number}} Notes corner notes, centre notes and ruled out values, as masks */

/** Return a content as a list. @param {Content} content @returns {Held} */
function hold({ value, marks, layer, colour = 0, centre = 0, eliminated = 0 }) {
  return [value, marks, layer, colour, centre, eliminated];
}

/** Return the content in a list. @param {Held} held @returns {Content} */
function release([value, marks, layer, colour = 0, centre = 0, eliminated = 0]) {
  return { value, marks, layer, colour, centre, eliminated };
}

export class Game {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Content[]} */
    this.contents = view.givens.map((value) => ({ value, marks: 0, layer: 0, colour: 0, centre: 0, eliminated: 0 }));
    /** @type {Change[][]} */ this.moves = [];
    this.made = 0;
    /** @type {Checkpoint[]} */ this.checkpoints = [];
    /** @type {Set<string>} clues that the player has ticked */ this.ticked = new Set();
    this.elapsed = 0;
    this.solved = false;
    this.hints = 0;
    this.checks = 0;
  }

  get values() {
    return this.contents.map((content) => content.value);
  }

  /** The values that are ruled out in each cell, as masks: facts, unlike other notes. */
  get eliminations() {
    return this.contents.map(({ eliminated = 0 }) => eliminated);
  }

  /** The open trials, the innermost last. */
  get trials() {
    return this.checkpoints.filter(({ layer, made, closed = Infinity }) => layer && made <= this.made && this.made < closed);
  }

  /** The number of open trials. */
  get layer() {
    return this.trials.length;
  }

  /** Return whether a cell can be written into. @param {number} cell */
  isOpen(cell) {
    return this.view.givens[cell] === null && !isClosed(this.view, cell);
  }

  /** Write values into cells as one move. Notes stay below them. @param {[number, number|null][]} writes */
  write(writes) {
    const { layer } = this;
    this.makeMove(writes.map(([cell, value]) => this.makeChange(cell, { value, layer: value === null ? 0 : layer })));
  }

  /** Change notes as one move. @param {[number, Notes][]} notes */
  note(notes) {
    this.makeMove(notes.map(([cell, patch]) => this.makeChange(cell, patch)));
  }

  /** Take steps of a hint as one move: write their values, note what they rule out, and remove such notes. @param {any[]} steps */
  take(steps) {
    /** @type {Map<number, Content>} */ const after = new Map();
    const get = (/** @type {number} */ cell) => after.get(cell) || this.contents[cell];
    const { layer } = this;
    for (const { writes, eliminations } of steps) {
      for (const [cell, gone] of eliminations) {
        const { marks, centre = 0, eliminated = 0, ...rest } = get(cell);
        after.set(cell, { ...rest, marks: removeValues(marks, gone), centre: removeValues(centre, gone), eliminated: addValues(eliminated, gone) });
      }
      for (const [cell, value] of writes) after.set(cell, { ...get(cell), value, layer });
    }
    this.makeMove([...after].map(([cell, content]) => this.makeChange(cell, content)));
  }

  /** Colour cells as one move; 0 removes their colour. @param {number[]} cells @param {number} colour */
  tint(cells, colour) {
    this.makeMove(cells.map((cell) => this.makeChange(cell, { colour })), true);
  }

  /** Add to the last move, so that one undo takes back both. @param {[number, Partial<Content>][]} patches */
  amend(patches) {
    const last = this.moves[this.made - 1];
    if (!last || this.made !== this.moves.length) return;
    const more = patches.map(([cell, patch]) => this.makeChange(cell, patch)).filter(({ cell, before, after }) => this.isOpen(cell) && String(before) !== String(after));
    last.push(...more);
    for (const { cell, after } of more) this.setContent(cell, after);
  }

  /** @param {number} cell @param {Partial<Content>} patch @returns {Change} */
  makeChange(cell, patch) {
    const content = this.contents[cell];
    return { cell, before: hold(content), after: hold({ ...content, ...patch }) };
  }

  /** @param {Change[]} changes @param {boolean} [anywhere] whether given cells may change, too */
  makeMove(changes, anywhere = false) {
    const move = changes.filter(({ cell, before, after }) => (anywhere || this.isOpen(cell)) && String(before) !== String(after));
    if (!move.length) return;
    this.dropUndone();
    this.moves.push(move);
    this.redo();
  }

  /** Forget the moves that were undone. */
  dropUndone() {
    this.moves.length = this.made;
    this.checkpoints = this.checkpoints.filter((point) => point.made <= this.made);
    for (const point of this.checkpoints) if ((point.closed ?? 0) > this.made) delete point.closed;
  }

  undo() {
    if (!this.made) return false;
    this.made -= 1;
    for (const change of [...this.moves[this.made]].reverse()) this.setContent(change.cell, change.before);
    return true;
  }

  redo() {
    if (this.made === this.moves.length) return false;
    for (const change of this.moves[this.made]) this.setContent(change.cell, change.after);
    this.made += 1;
    return true;
  }

  /** @param {number} cell @param {Held} held */
  setContent(cell, held) {
    this.contents[cell] = release(held);
  }

  /** Undo moves until this number is left. @param {number} made */
  backTo(made) {
    while (this.made > made) this.undo();
  }

  /** Remember this point; if it is a trial, what follows can be taken back at once. @param {boolean} layer */
  addCheckpoint(layer) {
    if (layer) this.dropUndone();
    const number = this.checkpoints.length + 1;
    this.checkpoints.push({ name: layer ? `What if ${number}` : `Checkpoint ${number}`, made: this.made, layer });
  }

  /** Take the innermost trial back. */
  dropTrial() {
    const last = this.trials.at(-1);
    if (!last) return;
    /** @type {Map<number, Held>} */ const before = new Map();
    for (const move of this.moves.slice(last.made, this.made)) for (const change of move) if (!before.has(change.cell)) before.set(change.cell, change.before);
    this.endTrial(last, [...before].map(([cell, held]) => this.makeChange(cell, release(held))));
  }

  /** Keep what was written in the innermost trial. */
  keepTrial() {
    const last = this.trials.at(-1);
    const layer = this.layer;
    if (!last) return;
    this.endTrial(
      last,
      this.contents.flatMap(({ layer: at }, cell) => (at === layer ? [this.makeChange(cell, { layer: layer - 1 })] : [])),
    );
  }

  /** End a trial with a move, so that undo leads back into it. @param {Checkpoint} trial @param {Change[]} changes */
  endTrial(trial, changes) {
    this.makeMove(changes);
    this.dropUndone();
    if (this.made > trial.made) trial.closed = this.made;
    else this.checkpoints = this.checkpoints.filter((point) => point !== trial);
  }

  /** Return the moves so far for the server: cells and their new values. */
  listMoves() {
    return this.moves.slice(0, this.made).map((move) => move.filter((c) => c.before[0] !== c.after[0]).map(({ cell, after }) => [cell, after[0]]));
  }

  /** Return the game as data to store. */
  toEntries() {
    return {
      moves: this.moves.map((move) => move.map(({ cell, before, after }) => [cell, before, after])),
      made: this.made,
      cells: this.contents.length,
      given: this.view.givens.filter(Boolean).length,
      checkpoints: this.checkpoints,
      ticked: [...this.ticked],
      elapsed: this.elapsed,
      solved: this.solved,
      hints: this.hints,
      checks: this.checks,
    };
  }

  /** Return the game with these entries. @param {View} view @param {any} entries */
  static restore(view, entries) {
    const game = new Game(view);
    try {
      for (const move of entries.moves) {
        for (const [cell, , after] of move) {
          if (view.givens[cell] !== null && after[0] !== view.givens[cell]) throw new RangeError("a given was changed");
          if (after[0] !== null && !view.symbols[after[0]]) throw new RangeError("no such value");
        }
        game.moves.push(move.map((/** @type {any} */ [cell, before, after]) => ({ cell, before, after })));
      }
      while (game.made < entries.made && game.redo());
      game.checkpoints = entries.checkpoints;
      game.ticked = new Set(entries.ticked);
      game.elapsed = entries.elapsed;
      game.solved = entries.solved;
      game.hints = entries.hints || 0;
      game.checks = entries.checks || 0;
    } catch {
      return new Game(view); // the stored moves do not fit the puzzle
    }
    return game;
  }
}
