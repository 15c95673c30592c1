import { ask, follow, stopped } from "./api.js";
import { by, clock, make, progress } from "./dom.js";
import { keepSolved } from "./keep.js";
import { settings } from "./store.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").View} View */

/** What comes after the last cell: how it went, and the next puzzle. */
export class Finish {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {(view: View) => void} opens a puzzle */ this.open = () => {};
    /** @type {AbortController|null} */ this.working = null;
  }

  hide() {
    this.working?.abort();
    by("finish").hidden = true;
  }

  /** @param {Game} game */
  show(game) {
    if (game.solved) this.build(game, null, null);
    else this.hide();
  }

  /** The game has just been solved. @param {Game} game */
  async solved(game) {
    this.build(game, null, null);
    const grade = await this.grade(game.view);
    const kept = await keepSolved(game.view, game, grade?.word || null);
    if (game === this.play.game && game.solved) this.build(game, grade, kept);
  }

  /** @param {View} view @returns {Promise<any>} */
  async grade(view) {
    try {
      return await ask("grade", { puzzle: view.puzzle, seconds: 5 });
    } catch {
      return null;
    }
  }

  /** @param {Game} game @param {any} grade @param {import("./keep.js").Statistics|null} kept */
  build(game, grade, kept) {
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => make("div", {}, [make("dt", { textContent: name }), make("dd", { textContent: value })]);
    const facts = [
      fact("Hints", String(game.hints)),
      fact("Checks", String(game.checks)),
      ...(grade?.word ? [fact("Grade", grade.word)] : []),
    ];
    const own = kept?.statistics.find((found) => found.genre === game.view.genre.id && (found.grade || null) === (grade?.word || null));
    const parts = [make("p", { className: "step-title solved-title", textContent: settings.timer ? `Solved in ${clock(game.elapsed)}.` : "Solved." }), make("dl", { className: "facts" }, facts)];
    if (own) {
      const many = `${game.view.genre.name}${own.grade ? `, ${own.grade}` : ""}: ${own.solved} solved`;
      const times = settings.timer ? `, best ${clock(own.best * 1000)}, average ${clock(own.average * 1000)}` : "";
      const days = kept && kept.streak > 1 ? `, ${kept.streak} days in a row` : "";
      parts.push(make("p", { className: "small", textContent: `${many}${times}${days}.` }));
    }
    const next = make("button", { type: "button", className: "primary", textContent: "Next one like this", onclick: () => this.next(game.view, grade?.word || null, next) });
    const replay = make("button", { type: "button", textContent: "Watch your solve", onclick: () => this.play.advisor.replay() });
    parts.push(make("div", { className: "bar" }, [...(game.view.genre.generating ? [next] : []), ...(game.moves.length ? [replay] : [])]), make("p", { id: "next-message", role: "status", className: "small" }));
    by("finish").replaceChildren(...parts);
    by("finish").hidden = false;
    by("talk").scrollTop = 0;
  }

  /** @param {View} view @param {string|null} grade @param {HTMLButtonElement} button */
  async next(view, grade, button) {
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    button.disabled = true;
    const tell = (/** @type {string} */ words) => {
      const place = document.getElementById("next-message");
      if (place) place.textContent = words;
    };
    const sofar = progress((words) => tell(`Making a puzzle … ${words}`));
    try {
      const seed = Math.floor(Math.random() * 2 ** 48);
      const made = await follow("similar", { puzzle: view.puzzle, grade, seed, seconds: 30 }, sofar.hear, working.signal);
      if (!working.signal.aborted) this.open(made);
    } catch (error) {
      if (!stopped(error)) tell(String(/** @type {Error} */ (error).message));
    } finally {
      sofar.end();
      button.disabled = false;
    }
  }
}
