import { Problem } from "../answers/problems.js";
import { Task, ask, askWithProgress } from "../shared/api.js";
import { count, find, getMessage, isStopped, make, makeButton, showError, showMessage } from "../shared/dom.js";
import { showTwoSolutions } from "./two_solutions.js";
import { buildVerdict } from "./verdict.js";

const QUIET = 120; // milliseconds without a change before the server is asked

/** The verdict on the puzzle that is being set, and the changes it offers. */
export class Judge {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {Map<string, any>} */ this.verdicts = new Map();
    /** @type {any} */ this.verdict = null;
    this.judged = "";
    this.judging = new Task();
    this.changing = new Task();
  }

  close() {
    this.judging.stop();
    this.changing.stop();
    this.judged = "";
  }

  /** Whether candidates would say nothing yet: there are no clues, or all cells have equally many. */
  get isOpen() {
    const { givens, labels, names, closed } = this.setter.view;
    const isClue = (/** @type {Label} */ { text, shape }) => text || shape !== "nothing";
    // Regions are clues, too.
    if (givens.every((given) => given === null) && !labels.some(isClue) && !names.length) return true;
    const open = this.verdict?.candidates?.filter((/** @type {number[]} */ _, /** @type {number} */ cell) => !closed.includes(cell));
    const numbers = new Set(open?.map((/** @type {number[]} */ values) => values.length));
    return numbers.size === 1 && !numbers.has(1);
  }

  /** Ask for the verdict; the same clues are never judged twice. */
  async judge() {
    const { view } = this.setter;
    if (view.clues === this.judged) return;
    this.judged = view.clues;
    const signal = this.judging.start();
    this.verdict = this.verdicts.get(view.clues) || null;
    if (this.verdict) return this.judging.stop();
    const onProgress = (/** @type {any} */ news) => {
      // Ignore news about older clues.
      if (signal.aborted || this.judged !== view.clues) return;
      const { seconds, ...more } = news;
      this.verdict = { ...(this.verdict || {}), ...more };
      this.setter.repaint();
      this.show(true);
    };
    try {
      await new Promise((resolve) => setTimeout(resolve, QUIET));
      if (signal.aborted) return;
      const verdict = await ask("judge", { puzzle: view.puzzle, picture: this.setter.paintedPicture, seconds: 15 }, { signal, onProgress });
      onProgress(verdict);
      this.verdicts.set(view.clues, verdict);
      if (this.judged === view.clues) this.show();
    } catch (error) {
      if (isStopped(error) || this.judged !== view.clues) return;
      this.judged = "";
      this.show(false, getMessage(error));
    }
  }

  /** @param {boolean} [working] @param {string} [problem] */
  show(working = false, problem = "") {
    const { setter, verdict } = this;
    const box = make("input", { type: "checkbox", checked: setter.candidates });
    box.addEventListener("change", () => {
      setter.showCandidates = box.checked;
      setter.repaint();
      this.show(working, problem);
    });
    const parts = problem ? [make("p", { textContent: problem })] : buildVerdict(verdict, working, setter.view.places?.noun ?? "cell", this.makeOffers(verdict));
    if (verdict?.status) parts.push(make("label", { className: "check" }, [box, " Show candidates"]));
    find("verdict").setAttribute("aria-busy", String(working));
    find("verdict").replaceChildren(...parts);
  }

  /** Return what the setter can do about a verdict. @param {any} verdict */
  makeOffers(verdict) {
    const { setter } = this;
    return {
      shaded: setter.candidates,
      take: (/** @type {any} */ made) => setter.pushMade(made),
      two: () => showTwoSolutions(setter.view, verdict.two, verdict.between),
      finish: () => this.finish(false),
      vary: (/** @type {boolean} */ harder) => this.change("vary", { harder }, harder ? "Looking for a harder one …" : "Looking for an easier one …"),
    };
  }

  /** Add clues until there is one solution. @param {boolean} givens whether given cells may be added to other clues */
  async finish(givens) {
    const problem = await this.change("finish", { picture: this.setter.paintedPicture, givens }, "Looking for clues to add …");
    if (problem && !givens) find("message").append(" ", makeButton("Add given cells", () => this.finish(true)));
  }

  /** Let the server change the puzzle; Undo takes it back. Return whether that failed. @param {string} operation @param {any} entries @param {string} words */
  async change(operation, entries, words) {
    const signal = this.changing.start();
    const { view } = this.setter;
    showMessage(words);
    try {
      const made = await askWithProgress(operation, { puzzle: view.puzzle, ...entries, seconds: 30 }, (done) => showMessage(`${words} ${done}`), signal);
      if (signal.aborted || view !== this.setter.view) return false;
      this.setter.pushMade(made);
      const many = made.changes.length;
      const list = many > 4 ? `${made.changes.slice(0, 3).join("; ")}; and ${many - 3} more` : made.changes.join("; ");
      const grade = made.after ? ` From ${made.before} to ${made.after}.` : "";
      const note = made.note && ` ${made.note}`;
      showMessage(many ? `${count(many, "change")}: ${list}.${grade}${note} Undo takes back all of it.` : "It already has one solution.");
      this.setter.repaint();
    } catch (error) {
      showError(error);
      return error instanceof Problem && error.status === 422;
    }
    return false;
  }
}
