import { Task, ask, askWithProgress } from "../shared/api.js";
import { find, make, makeBar, makeButton, showError, showMessage } from "../shared/dom.js";
import { endTour } from "../play/tour.js";

/** Practice of a technique: a position in which it is the next step, and praise when it is found. */
export class Practice {
  /** @param {import("../play/play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} the position with the step to find */ this.position = null;
    this.task = new Task();
    find("practice-block").addEventListener("toggle", () => find("practice-block").open && this.listTechniques());
  }

  close() {
    this.position = null;
    this.task.stop();
    find("practice").hidden = true;
    find("practice-block").open = false;
  }

  /** List the techniques of the genre to choose from. */
  async listTechniques() {
    const genre = this.play.game?.view.genre;
    if (!genre) return;
    try {
      const { techniques } = await ask("techniques", { genre: genre.id });
      const entries = Object.entries(techniques).sort(([, one], [, other]) => String(one).localeCompare(String(other)));
      find("practice-list").replaceChildren(...entries.map(([id, name]) => make("li", {}, [makeButton(name, () => this.begin(genre, id))])));
    } catch (error) {
      showError(error);
    }
  }

  /** @param {{id: string}} genre @param {string} technique */
  async begin(genre, technique) {
    const signal = this.task.start();
    const words = "Looking for a position …";
    showMessage(words);
    try {
      const position = await askWithProgress("practice", { genre: genre.id, technique, seconds: 30 }, (done) => showMessage(`${words} ${done}`), signal);
      if (signal.aborted) return;
      this.play.finish.open(position.view);
      endTour(position.view);
      this.position = { ...position, genre, technique };
      this.show("Find the next step; it needs this technique.");
    } catch (error) {
      showError(error);
    }
  }

  /** Check after a move whether the step has been found. */
  checkFound() {
    const { position } = this;
    const { game } = this.play;
    if (!position || position.found || !game) return;
    const { steps } = position.move;
    const isWritten = (/** @type {{writes: [number, number][]}} */ step) => step.writes.some(([cell, value]) => game.contents[cell].value === value);
    const other = position.others.find(isWritten);
    if (isWritten(steps.at(-1))) this.show("That is it.", steps);
    else if (other) this.show("That is it.", [other]);
    else return;
    position.found = true;
  }

  /** @param {string} words @param {any[]} [steps] the steps to explain */
  show(words, steps = []) {
    const { genre, technique, name, move } = this.position;
    const next = makeButton("Another position", () => this.begin(genre, technique), { className: "primary" });
    const reveal = makeButton("Show the step", () => this.reveal(move.steps));
    find("practice").replaceChildren(
      make("p", { className: "step-title", textContent: `Practice: ${name}` }),
      make("p", { textContent: words }),
      ...steps.map(({ sentence }) => make("p", { className: "rung full", textContent: sentence })),
      makeBar(steps.length ? [next] : [reveal, next]),
    );
    find("practice").hidden = false;
    find("talk").scrollTop = 0;
  }

  /** @param {any[]} steps */
  reveal(steps) {
    this.position.found = true;
    this.show("This is the move:", steps);
    this.play.hints.peeked = steps.at(-1);
    this.play.refresh();
  }
}
