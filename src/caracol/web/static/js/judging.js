import { follow, stopped } from "./api.js";
import { by, make, progress, say } from "./dom.js";
import { showTwo } from "./two.js";
import { verdictParts } from "./verdict.js";

/** What there is to say about a puzzle that is being set, and what can be done about it. */
export class Judging {
  /** @param {import("./set.js").Set_} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {Map<string, any>} */ this.verdicts = new Map();
    /** @type {any} */ this.verdict = null;
    /** @type {AbortController|null} */ this.judging = null;
    this.judged = "";
    /** @type {AbortController|null} */ this.working = null;
  }

  close() {
    this.judging?.abort();
    this.working?.abort();
    this.judged = "";
  }

  /** Ask what there is to say; the same clues are never judged twice. */
  async judge() {
    const { view } = this.setter;
    if (view.clues === this.judged) return;
    this.judged = view.clues;
    this.judging?.abort();
    const known = this.verdicts.get(view.clues);
    if (known) {
      this.verdict = known;
      return;
    }
    const judging = new AbortController();
    this.judging = judging;
    this.verdict = null;
    const hear = (/** @type {any} */ news) => {
      // News about older clues comes to nothing.
      if (judging.signal.aborted || this.judged !== view.clues) return;
      const { seconds, ...more } = news;
      this.verdict = { ...(this.verdict || {}), ...more };
      this.setter.repaint();
      this.show(true);
    };
    try {
      await new Promise((resolve) => setTimeout(resolve, 120));
      if (judging.signal.aborted) return;
      const verdict = await follow("judge", { puzzle: view.puzzle, picture: this.setter.painted ? this.setter.picture : null, seconds: 15 }, hear, judging.signal);
      hear(verdict);
      this.verdicts.set(view.clues, verdict);
      if (this.judged === view.clues) this.show();
    } catch (error) {
      if (stopped(error)) return;
      if (this.judged === view.clues) {
        this.judged = "";
        this.show(false, String(/** @type {Error} */ (error).message));
      }
    }
  }

  /** @param {boolean} [working] @param {string} [problem] */
  show(working = false, problem = "") {
    const box = make("input", { type: "checkbox", checked: this.setter.candidates });
    box.addEventListener("change", () => {
      this.setter.showCandidates = box.checked;
      this.setter.repaint();
    });
    const { verdict } = this;
    const parts = problem ? [make("p", { textContent: problem })] : verdictParts(verdict, working, this.offers(verdict));
    if (verdict?.status) parts.push(make("label", { className: "check" }, [box, " Show what each cell can be"]));
    by("verdict").setAttribute("aria-busy", String(working));
    by("verdict").replaceChildren(...parts);
  }

  /** What the setter may do about a verdict. @param {any} verdict */
  offers(verdict) {
    return {
      take: (/** @type {any} */ { view, picture }) => this.setter.push(view, this.setter.painted && picture ? picture : this.setter.state.picture),
      two: () => showTwo(this.setter.view, verdict.two, verdict.between),
      finish: () => this.work("finish", { picture: this.setter.painted ? this.setter.picture : null }, "Looking for the fewest clues …"),
      vary: (/** @type {boolean} */ harder) => this.work("vary", { harder }, harder ? "Looking for a harder one …" : "Looking for an easier one …"),
    };
  }

  /** Let the server change the puzzle; Undo takes it back. @param {string} path @param {any} asked @param {string} words */
  async work(path, asked, words) {
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    const { view } = this.setter;
    say(words);
    const sofar = progress((far) => !working.signal.aborted && say(`${words} ${far}`));
    try {
      const made = await follow(path, { puzzle: view.puzzle, ...asked, seconds: 30 }, sofar.hear, working.signal);
      sofar.end();
      if (working.signal.aborted || view !== this.setter.view) return;
      this.setter.push(made.view, this.setter.painted && made.picture ? made.picture : this.setter.state.picture);
      const many = made.changes.length;
      const list = many > 4 ? `${made.changes.slice(0, 3).join("; ")}; and ${many - 3} more` : made.changes.join("; ");
      const grade = made.after ? ` From ${made.before} to ${made.after}.` : "";
      say(many ? `${many === 1 ? "One change" : `${many} changes`}: ${list}.${grade} Undo takes ${many === 1 ? "it" : "them"} back.` : "It has one solution already.");
    } catch (error) {
      if (!stopped(error)) say(String(/** @type {Error} */ (error).message), "bad");
    } finally {
      sofar.end();
    }
  }
}
