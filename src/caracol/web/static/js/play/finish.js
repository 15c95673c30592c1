import { Task, askOnce, askWithProgress } from "../shared/api.js";
import { find, formatTime, getMessage, isStopped, make, makeBar, makeButton } from "../shared/dom.js";
import { settings } from "../shared/store.js";
import { saveSolved } from "./solves.js";

/** @typedef {import("./game.js").Game} Game */

/** The panel of a solved game: how it went, and the next puzzle. */
export class Finish {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {OpenPuzzle} */ this.open = () => {};
    this.task = new Task();
  }

  hide() {
    this.task.stop();
    find("finish").hidden = true;
  }

  /** @param {Game} game */
  show(game) {
    if (game.solved) this.build(game, null, null);
    else this.hide();
  }

  /** Show and store that the game has just been solved. @param {Game} game */
  async celebrate(game) {
    this.build(game, null, null);
    const grade = await askOnce("grade", { puzzle: game.view.puzzle, seconds: 5 }).catch(() => null);
    const solves = await saveSolved(game.view, game, grade?.word || null);
    if (game === this.play.game && game.solved) this.build(game, grade, solves);
  }

  /** @param {Game} game @param {any} grade @param {import("./solves.js").Statistics|null} solves */
  build(game, grade, solves) {
    const { genre } = game.view;
    const word = grade?.word || null;
    const makeFact = (/** @type {string} */ name, /** @type {string} */ value) => make("div", {}, [make("dt", { textContent: name }), make("dd", { textContent: value })]);
    const facts = [makeFact("Hints", String(game.hints)), makeFact("Checks", String(game.checks)), ...(word ? [makeFact("Grade", word)] : [])];
    const title = make("b", { textContent: game.view.info.title || genre.name });
    const words = settings.timer ? `Solved in ${formatTime(game.elapsed)}.` : "Solved.";
    const parts = [make("p", { className: "solved-title" }, [title, " · ", words]), make("dl", { className: "facts" }, facts)];
    // What an author has to say may give the puzzle away, so it comes last.
    if (game.view.info.notes) parts.splice(1, 0, make("p", { className: "author-notes", textContent: game.view.info.notes }));
    const same = solves?.statistics.find((found) => found.genre === genre.id && (found.grade || null) === word);
    if (solves && same) {
      const number = `${genre.name}${same.grade ? `, ${same.grade}` : ""}: ${same.solved} solved`;
      const times = settings.timer ? `, best ${formatTime(same.best * 1000)}, average ${formatTime(same.average * 1000)}` : "";
      const days = solves.streak > 1 ? `, ${solves.streak} days in a row` : "";
      parts.push(make("p", { className: "small", textContent: `${number}${times}${days}.` }));
    }
    const next = makeButton("Next one like this", () => this.openNext(game.view, word, next), { className: "primary" });
    const replay = makeButton("Watch your solve", () => this.play.walkthrough.replay());
    parts.push(makeBar([...(genre.generating ? [next] : []), ...(game.moves.length ? [replay] : [])]), make("p", { id: "next-message", role: "status", className: "small" }));
    find("finish").replaceChildren(...parts);
    find("finish").hidden = false;
    find("talk").scrollTop = 0;
  }

  /** Generate a similar puzzle and open it. @param {View} view @param {string|null} grade @param {HTMLButtonElement} button */
  async openNext(view, grade, button) {
    const signal = this.task.start();
    button.disabled = true;
    const show = (/** @type {string} */ words) => {
      const place = document.getElementById("next-message");
      if (place) place.textContent = words;
    };
    try {
      const seed = Math.floor(Math.random() * 2 ** 48);
      const made = await askWithProgress("similar", { puzzle: view.puzzle, grade, seed, seconds: 30 }, (done) => show(`Making a puzzle … ${done}`), signal);
      if (!signal.aborted) this.open(made);
    } catch (error) {
      if (!isStopped(error)) show(getMessage(error));
    } finally {
      button.disabled = false;
    }
  }
}
