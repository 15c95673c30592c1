import { closed } from "./writing.js";

/**
 * A game: what stands in the cells, and every move on the way. It knows no rule.
 * One act of the player is one move, however many cells it touches.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Content} Content */
/** @typedef {[number|null, number, number, number?]} Held a value, the marks as a mask, the layer, the colour of the cell */
/** @typedef {{cell: number, before: Held, after: Held}} Change */
/** @typedef {{name: string, made: number, layer: boolean, closed?: number}} Checkpoint closed: the number of moves after which its trial was over */

export class Game {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Content[]} */
    this.contents = view.givens.map((value) => ({ value, marks: 0, layer: 0, colour: 0 }));
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

  get marks() {
    return this.contents.map((content) => content.marks);
  }

  /** The trials that are open now, the innermost last. */
  get trials() {
    return this.checkpoints.filter(({ layer, made, closed = Infinity }) => layer && made <= this.made && this.made < closed);
  }

  /** How deep in what-ifs the player is. */
  get layer() {
    return this.trials.length;
  }

  /** Whether a cell can be written into. @param {number} cell */
  open(cell) {
    return this.view.givens[cell] === null && !closed(this.view, cell);
  }

  /** Write values into cells as one move. @param {[number, number|null][]} writes */
  write(writes) {
    const layer = this.layer;
    this.make(
      writes.map(([cell, value]) => {
        const { marks } = this.contents[cell];
        return this.change(cell, value, value === null ? 0 : marks, value === null ? 0 : layer);
      }),
    );
  }

  /** Set pencil marks as one move. @param {[number, number][]} marks */
  note(marks) {
    this.make(marks.map(([cell, mask]) => this.change(cell, this.contents[cell].value, mask, this.contents[cell].layer)));
  }

  /** Colour cells as one move; 0 takes their colour away. @param {number[]} cells @param {number} colour */
  tint(cells, colour) {
    this.make(cells.map((cell) => this.change(cell, this.contents[cell].value, this.contents[cell].marks, this.contents[cell].layer, colour)), true);
  }

  /** Add to the move that was made last, so that one undo takes back both. @param {[number, number|null][]} writes */
  amend(writes) {
    const last = this.moves[this.made - 1];
    if (!last || this.made !== this.moves.length) return;
    const layer = this.layer;
    const more = writes.map(([cell, value]) => this.change(cell, value, 0, layer)).filter(({ cell }) => this.open(cell));
    last.push(...more);
    for (const { cell, after } of more) this.put(cell, after);
  }

  /** @param {number} cell @param {number|null} value @param {number} marks @param {number} layer @param {number} [colour] @returns {Change} */
  change(cell, value, marks, layer, colour) {
    const { value: old, marks: oldMarks, layer: oldLayer, colour: oldColour = 0 } = this.contents[cell];
    return { cell, before: [old, oldMarks, oldLayer, oldColour], after: [value, marks, layer, colour ?? oldColour] };
  }

  /** @param {Change[]} changes @param {boolean} [anywhere] also on cells that are given */
  make(changes, anywhere = false) {
    const move = changes.filter(({ cell, before, after }) => (anywhere || this.open(cell)) && String(before) !== String(after));
    if (!move.length) return;
    this.cut();
    this.moves.push(move);
    this.redo();
  }

  /** What was undone will not come back. */
  cut() {
    this.moves.length = this.made;
    this.checkpoints = this.checkpoints.filter((point) => point.made <= this.made);
    for (const point of this.checkpoints) if ((point.closed ?? 0) > this.made) delete point.closed;
  }

  undo() {
    if (!this.made) return false;
    this.made -= 1;
    for (const change of [...this.moves[this.made]].reverse()) this.put(change.cell, change.before);
    return true;
  }

  redo() {
    if (this.made === this.moves.length) return false;
    for (const change of this.moves[this.made]) this.put(change.cell, change.after);
    this.made += 1;
    return true;
  }

  /** @param {number} cell @param {Held} held */
  put(cell, [value, marks, layer, colour = 0]) {
    this.contents[cell] = { value, marks, layer, colour };
  }

  /** Go back to the state after so many moves. @param {number} made */
  backTo(made) {
    while (this.made > made) this.undo();
  }

  /** Remember this point; with a layer, what follows is only a trial. @param {boolean} layer */
  checkpoint(layer) {
    if (layer) this.cut();
    const number = this.checkpoints.length + 1;
    this.checkpoints.push({ name: layer ? `What if ${number}` : `Checkpoint ${number}`, made: this.made, layer });
  }

  /** The trial is taken back: everything is as it was before it. */
  dropLayer() {
    const last = this.trials.at(-1);
    if (!last) return;
    /** @type {Map<number, Held>} */ const before = new Map();
    for (const move of this.moves.slice(last.made, this.made)) for (const change of move) if (!before.has(change.cell)) before.set(change.cell, change.before);
    this.close(last, [...before].map(([cell, held]) => this.change(cell, ...held)));
  }

  /** The trial was right: what was written in it is certain now. */
  keepLayer() {
    const last = this.trials.at(-1);
    const layer = this.layer;
    if (!last) return;
    this.close(
      last,
      this.contents.flatMap(({ value, marks, layer: at }, cell) => (at === layer ? [this.change(cell, value, marks, layer - 1)] : [])),
    );
  }

  /** A trial ends with a move, so that undo leads back into it. @param {Checkpoint} trial @param {Change[]} changes */
  close(trial, changes) {
    this.make(changes);
    this.cut();
    if (this.made > trial.made) trial.closed = this.made;
    else this.checkpoints = this.checkpoints.filter((point) => point !== trial);
  }

  /** The moves that stand, as the server wants them: cells and their new values. */
  history() {
    return this.moves.slice(0, this.made).map((move) => move.filter((c) => c.before[0] !== c.after[0]).map(({ cell, after }) => [cell, after[0]]));
  }

  /** Everything worth keeping. */
  entries() {
    return {
      moves: this.moves.map((move) => move.map(({ cell, before, after }) => [cell, before, after])),
      made: this.made,
      checkpoints: this.checkpoints,
      ticked: [...this.ticked],
      elapsed: this.elapsed,
      solved: this.solved,
      hints: this.hints,
      checks: this.checks,
    };
  }

  /** The game with these entries, played again. @param {View} view @param {any} entries */
  static from(view, entries) {
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
      return new Game(view); // a log that does not fit is of no use
    }
    return game;
  }
}
