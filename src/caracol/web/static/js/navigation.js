import { ask } from "./shared/api.js";
import { decodePuzzle, encodePuzzle } from "./shared/address.js";
import { find, getMessage, makeButton, showMessage } from "./shared/dom.js";
import { loadDrafts, loadLastPlayed, saveLastPlayed } from "./shared/store.js";
import { createBoard, hasStartBoard, openNewDialog } from "./library/new_puzzle.js";

/** Views of a puzzle, each with its own part of the address. */
const TABLES = ["play", "set", "lab"];
/** Puzzles that are shown again without asking the server. */
const MOST_VIEWS = 20;

/**
 * The way through the page: addresses, back and forward, and the puzzles that were open.
 * @typedef {{enter: (view: View, how: string) => void, goHome: () => void, openLibrary: (folder: string) => void, focusBoard: () => void}} Desk
 */
export class Navigation {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Genre[]} */ this.genres = [];
    /** @type {View|null} the puzzle that is open, or was open last */ this.view = null;
    /** @type {View|null} the puzzle that was played last */ this.played = null;
    /** @type {Map<string, View>} puzzles by their addresses */ this.views = new Map();
    this.openings = 0; // counts what was opened, so that a late answer opens nothing over something newer
    addEventListener("hashchange", () => this.follow());
  }

  /** The genre that the user is busy with. */
  get genre() {
    return this.genres.find(({ id }) => id === this.view?.genre.id);
  }

  /** Open a puzzle. @param {View} opened @param {string} [how] */
  open(opened, how = "play") {
    this.openings++;
    const address = this.remember(opened, how);
    if (location.hash !== address) history.pushState(null, "", address);
    this.desk.enter(opened, how);
  }

  /** Open a puzzle when it arrives, unless another one is opened before; return whether it was opened. @param {Promise<View>} coming @param {string} how */
  async openLater(coming, how) {
    const opening = ++this.openings;
    try {
      const opened = await coming;
      if (opening !== this.openings) return false;
      this.open(opened, how);
      return true;
    } catch (error) {
      if (opening === this.openings) throw error;
      return false;
    }
  }

  /** Follow the changes of the puzzle that is open, without a new step in the history. @param {View} view */
  update(view) {
    history.replaceState(null, "", this.remember(view, "set"));
  }

  /** Remember a puzzle and return its address. @param {View} view @param {string} how */
  remember(view, how) {
    const code = encodePuzzle(view);
    this.view = view;
    if (how === "play") {
      this.played = view;
      saveLastPlayed(view.puzzle);
    }
    this.views.delete(code);
    this.views.set(code, view);
    if (this.views.size > MOST_VIEWS) this.views.delete([...this.views.keys()][0]);
    return `#${how}/${code}`;
  }

  /** Request the puzzle in the address, if it has one. @returns {Promise<View>|null} */
  requestPuzzle() {
    const { where, code } = readAddress();
    if (!TABLES.includes(where) || !code) return null;
    const known = this.views.get(code);
    if (known) return Promise.resolve(known);
    try {
      return ask("read", { puzzle: decodePuzzle(code) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Show what the address names. @param {Promise<View>|null} [asked] its puzzle, if it was requested before */
  async follow(asked = this.requestPuzzle()) {
    const { where, code } = readAddress();
    const opening = ++this.openings;
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    if (where === "library") this.desk.openLibrary(code);
    else if (where === "stage") this.desk.focusBoard();
    else if (!TABLES.includes(where)) this.desk.goHome();
    else {
      try {
        const opened = await (asked || (where === "set" ? this.findDraft() : this.findLastPlayed()));
        if (opening !== this.openings) return;
        if (!opened) return this.desk.goHome();
        // The same step of the history, so that Back leads to the one before.
        const { played } = this;
        history.replaceState(null, "", this.remember(opened, where));
        this.desk.enter(opened, where);
        if (where === "set" && !code) this.offerPlayed(played, opened);
      } catch (error) {
        if (opening !== this.openings) return;
        this.desk.goHome();
        find("home-title").focus();
        const broken = error instanceof SyntaxError || error instanceof DOMException;
        openNewDialog(broken ? "There is no complete puzzle in this address." : getMessage(error));
      }
    }
  }

  /** Return the game to which Play leads. @returns {Promise<View|null>} */
  async findLastPlayed() {
    if (this.played) return this.played;
    const last = loadLastPlayed();
    return last && ask("read", { puzzle: last }).catch(() => null);
  }

  /** Return the board to which Set leads: the last draft of the current genre, or an empty board of it. @returns {Promise<View>} */
  async findDraft() {
    const drafts = loadDrafts();
    const states = drafts ? drafts.states.slice(0, drafts.at + 1) : [];
    const wanted = this.genre?.id || states.at(-1)?.puzzle.genre || loadLastPlayed()?.genre;
    const draft = states.filter(({ puzzle }) => puzzle.genre === wanted).at(-1);
    const genre = this.genres.find((found) => found.id === wanted && hasStartBoard(found)) || this.genres.find(hasStartBoard);
    const begin = () => (genre ? createBoard(genre) : Promise.reject(new Error("No genre has a board to start from; open a puzzle.")));
    return draft ? ask("read", { puzzle: draft.puzzle }).catch(begin) : begin();
  }

  /** Offer to edit the puzzle that is being played. @param {View|null} played @param {View} opened */
  offerPlayed(played, opened) {
    if (!played || played.clues === opened.clues) return;
    const name = played.info.title ? `“${played.info.title}”` : `this ${played.genre.name}`;
    showMessage(`You are playing ${name}.`);
    find("message").append(" ", makeButton("Edit that puzzle", () => this.open(played, "set")));
  }
}

/** Return the view and the puzzle in the address. */
function readAddress() {
  const text = location.hash.slice(1);
  const slash = text.indexOf("/");
  return slash < 0 ? { where: text, code: "" } : { where: text.slice(0, slash), code: text.slice(slash + 1) };
}
