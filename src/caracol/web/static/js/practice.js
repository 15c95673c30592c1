import { ask, follow, stopped } from "./api.js";
import { by, make, progress, say } from "./dom.js";
import { endTour } from "./tour.js";

/** @typedef {import("./types.js").View} View */

/** Practice: a position just before a technique is needed, and a word when the step is found. */
export class Practice {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {any} what is to be found */ this.position = null;
    /** @type {AbortController|null} */ this.working = null;
    by("practice-block").addEventListener("toggle", () => by("practice-block").open && this.offer());
  }

  close() {
    this.position = null;
    this.working?.abort();
    by("practice").hidden = true;
    by("practice-block").open = false;
  }

  /** Show the techniques of the genre, to choose one. */
  async offer() {
    const genre = this.play.game?.view.genre;
    if (!genre) return;
    try {
      const { techniques } = await ask("techniques", { genre: genre.id });
      const entries = Object.entries(techniques).sort(([, one], [, other]) => String(one).localeCompare(String(other)));
      by("practice-list").replaceChildren(...entries.map(([id, name]) => make("li", {}, [make("button", { type: "button", textContent: name, onclick: () => this.begin(genre, id) })])));
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), "bad");
    }
  }

  /** @param {{id: string}} genre @param {string} technique */
  async begin(genre, technique) {
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    say("Looking for a position …");
    const sofar = progress((words) => !working.signal.aborted && say(`Looking for a position … ${words}`));
    try {
      const position = await follow("practice", { genre: genre.id, technique, seconds: 30 }, sofar.hear, working.signal);
      if (working.signal.aborted) return;
      this.play.finisher.open(position.view);
      endTour(position.view);
      this.position = { ...position, genre, technique };
      this.show("Find the next step; it needs this technique.");
    } catch (error) {
      if (!stopped(error)) say(String(/** @type {Error} */ (error).message), "bad");
    } finally {
      sofar.end();
    }
  }

  /** After every move: whether it is what was to be found. */
  look() {
    const { position } = this;
    const { game } = this.play;
    if (!position || position.found || !game) return;
    position.found = position.step.writes.some((/** @type {[number, number]} */ [cell, value]) => game.contents[cell].value === value);
    if (position.found) this.show("That is it.", [...position.before, position.step]);
  }

  /** @param {string} words @param {any[]} [steps] the reason, where it is told */
  show(words, steps = []) {
    const { genre, technique, name, before, step } = this.position;
    const again = make("button", { type: "button", className: "primary", textContent: "Another position", onclick: () => this.begin(genre, technique) });
    const tell = make("button", { type: "button", textContent: "Show the step", onclick: () => this.reveal(before, step) });
    by("practice").replaceChildren(
      make("p", { className: "step-title", textContent: `Practice: ${name}` }),
      make("p", { textContent: words }),
      ...steps.map(({ sentence }) => make("p", { className: "rung full", textContent: sentence })),
      make("div", { className: "bar" }, steps.length ? [again] : [tell, again]),
    );
    by("practice").hidden = false;
    by("talk").scrollTop = 0;
  }

  /** @param {any[]} before @param {any} step */
  reveal(before, step) {
    this.position.found = true;
    this.show("This is the step:", [...before, step]);
    this.play.advisor.peeked = step;
    this.play.refresh();
  }
}
