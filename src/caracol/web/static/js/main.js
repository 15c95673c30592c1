import { prepareAnswers } from "./answers/answer.js";
import { ask, onConnection } from "./shared/api.js";
import { makeCaption } from "./shared/address.js";
import { find, getMessage, isInField, make, showMessage } from "./shared/dom.js";
import { settings } from "./shared/store.js";
import "./board/board.js";
import { getDefaultBrush, readKey } from "./board/writing.js";
import { showHome } from "./home/home.js";
import { isDark, listAids, prepareSettings, showAids } from "./home/settings.js";
import { Lab } from "./lab/lab.js";
import { stopGrading } from "./library/grading.js";
import { prepareImport } from "./library/import.js";
import { getFolderGenre, openLibrary, prepareLibrary } from "./library/library.js";
import { createBoard, prepareNewDialog } from "./library/new_puzzle.js";
import { prepareShare } from "./library/share.js";
import { Navigation } from "./navigation.js";
import { makeKeyHelp } from "./play/keys.js";
import { Play } from "./play/play.js";
import { describeInput, endTour, showTour } from "./play/tour.js";
import { Setter } from "./setter/setter.js";

/** The page: which view is open, and what reaches it from the board, the keys and the address. */

const board = find("board");
const play = new Play(board);
const lab = new Lab(board);
/** @type {Genre[]} */ let genres = [];
/** @type {Setter|null} */ let setter = null;
/** @type {View|null} */ let view = null;
let mode = "";
const navigation = new Navigation({ enter, goHome, openLibrary: showLibrary, focusBoard: () => board.focusCursor() });
const open = navigation.open.bind(navigation);

/** Return the table that uses the board, if any. @returns {any} */
function getTable() {
  return mode === "set" ? setter : mode === "play" ? play : mode === "lab" ? lab : null;
}

/** Show a puzzle in play, in the setter or in the laboratory. @param {View} opened @param {string} how */
function enter(opened, how) {
  getTable()?.close();
  const other = view?.clues !== opened.clues || mode !== how;
  view = opened;
  mode = how;
  showSection("table");
  if (other) scrollTo(0, 0);
  const [playing, setting, inLab] = ["play", "set", "lab"].map((name) => name === how);
  for (const id of ["play-panel", "actions", "difficulty", "pencil", "erase", "colour", "edit-it"]) find(id).hidden = !playing;
  for (const id of ["set-top", "set-panel", "verdict", "play-it"]) find(id).hidden = !setting;
  for (const id of ["lab-panel", "lab-stage", "lab-choices"]) find(id).hidden = !inLab;
  for (const id of ["talk", "to-lab", "undo", "redo", "palette"]) find(id).hidden = inLab;
  for (const id of ["colours", "paused", ...(playing ? [] : ["advice", "walk", "finish", "tour", "practice"])]) find(id).hidden = true;
  find("talk").classList.remove("reading");
  find("shared").textContent = find("grade").textContent = "";
  find("show-grade").hidden = false;
  find("table").classList.toggle("lab", inLab);
  find("clock").hidden = !playing || !settings.timer;
  board.inert = false;
  board.zoom = 0;
  setMoving(false);
  board.classList.remove("hidden", "finished", "trying");
  const title = view.info.title || view.genre.name;
  find("title").textContent = title;
  find("caption").textContent = makeCaption(view);
  find("rules").textContent = view.genre.instructions;
  find("how").textContent = playing ? describeInput(view) : "";
  find("keys").replaceChildren(makeKeyHelp(view, playing ? SHORTCUTS : []));
  document.title = `${title} · Caracol`;
  chooseAids();
  getTable().open(view);
  find("share-block").dispatchEvent(new Event("toggle")); // other puzzles have other formats
  if (playing) showTour(view);
  arrangeDock();
}

const NARROW = matchMedia("(max-width: 900px)");

/** On a small screen, put palette, tools and help at the bottom of the window; otherwise beside the board. */
function arrangeDock() {
  const docked = NARROW.matches && mode !== "" && mode !== "lab";
  document.body.classList.toggle("docked", docked);
  if (docked) find("tools").append(find("actions"));
  else document.querySelector(".panel")?.prepend(find("actions"));
  if (docked && mode === "set") find("dock").prepend(find("set-tools"));
  else find("tool-help").before(find("set-tools"));
  const folded = docked && mode === "set";
  find("talk").classList.toggle("folded", folded);
  find("talk-close").textContent = folded ? "▴" : "✕";
  find("talk-close").setAttribute("aria-label", folded ? "More or less of the verdict" : "Close");
  if (mode) board.refit();
}

/** Return how many pixels below the board are taken. */
function measureBelow() {
  const height = find("dock").offsetHeight;
  document.documentElement.style.setProperty("--dock", `${height}px`);
  if (!NARROW.matches) return (mode === "lab" ? 250 : height) + 48;
  // One line of a setter's verdict is always visible.
  return mode === "set" ? height + 68 : height + 14;
}

/** Return the genre that the user is busy with. */
function getCurrentGenre() {
  return (mode ? "" : getFolderGenre()) || navigation.genre?.id || "";
}

/** Choose what is filled in for the player of this genre. */
function chooseAids() {
  play.checker.aids = listAids(genres.find((found) => found.id === view?.genre.id));
}

/** @param {string} shown */
function showSection(shown) {
  if (find(shown).hidden) scrollTo(0, 0);
  if (shown !== "library") stopGrading();
  for (const id of ["start", "table", "library"]) find(id).hidden = id !== shown;
  const names = { table: mode, library: "library" };
  for (const id of ["play", "set", "library"]) {
    const current = names[/** @type {"table"} */ (shown)] === id;
    if (current) find(`nav-${id}`).setAttribute("aria-current", "page");
    else find(`nav-${id}`).removeAttribute("aria-current");
  }
}

/** Close the table and show another section. @param {string} section @param {string} title */
function leaveTable(section, title) {
  getTable()?.close();
  mode = "";
  arrangeDock();
  showSection(section);
  document.title = title;
}

function goHome() {
  leaveTable("start", "Caracol");
  showHome(genres, (coming, how) => navigation.openLater(coming, how));
}

/** @param {string} folder */
function showLibrary(folder) {
  leaveTable("library", "Library · Caracol");
  openLibrary(folder);
}

/** Keys that work anywhere on the page of a game; with Alt if the letter is a value of the puzzle. @type {[string, () => void, string][]} */
const SHORTCUTS = [
  ["h", () => find("hint").click(), "hint"],
  ["c", () => find("check").click(), "check"],
  ["u", () => play.undo(), "undo"],
  ["p", () => find("pencil").click(), "pencil"],
  ["f", () => board.zoomToFit(), "fit the board into the window"],
  ["?", () => toggleHelp(), "rules and keys"],
];

/** Show or hide the rules and keys. */
function toggleHelp() {
  const talk = find("talk");
  const reading = !talk.classList.contains("reading") || !NARROW.matches;
  talk.classList.toggle("reading", reading);
  find("keys-block").open = reading && !NARROW.matches;
  if (reading) find("about").scrollIntoView({ block: "nearest" });
}

/** Show the grade of the puzzle and the techniques it needs. */
async function showGrade() {
  const asked = view;
  if (!asked) return;
  find("show-grade").hidden = true;
  find("grade").textContent = "Looking …";
  let words;
  try {
    const found = await ask("grade", { puzzle: asked.puzzle, seconds: 10 });
    const needed = Object.entries(found.techniques).map(([id, times]) => `${found.names[id]}${times > 1 ? ` ×${times}` : ""}`);
    words = found.word ? `Grade: ${found.words}. What you have to do: ${found.demand}. Techniques: ${needed.join(", ")}.` : "It could not be graded in time.";
  } catch (error) {
    words = getMessage(error);
  }
  if (asked === view) find("grade").textContent = words;
}

function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  board.classList.toggle("coordinates", settings.coordinates);
  board.classList.toggle("plain", !settings.lines);
  board.classList.toggle("unlettered", !settings.letters);
  find("clock").hidden = mode !== "play" || !settings.timer;
  if (board.view) board.build();
  if (mode === "play" && play.game) {
    play.brush = getDefaultBrush(play.game.view);
    play.showBrush();
    find("how").textContent = describeInput(play.game.view);
  }
  play.refresh();
}

function addListeners() {
  find("open-settings").addEventListener("click", () => {
    // Outside of a game, the aids of all genres are shown.
    showAids(genres.filter((genre) => !mode || genre.id === view?.genre.id), chooseAids);
    find("settings-dialog").showModal();
  });
  board.addEventListener("stroke-start", (/** @type {any} */ event) => {
    if (mode === "play" && view) endTour(view);
    find("talk").classList.remove("reading");
    getTable()?.startStroke(event.detail);
  });
  board.addEventListener("stroke-over", (/** @type {any} */ event) => getTable()?.extendStroke(event.detail.cell));
  board.addEventListener("stroke-end", () => getTable()?.endStroke(true));
  board.addEventListener("stroke-cancel", () => getTable()?.endStroke(false));
  board.addEventListener("cell-key", (/** @type {any} */ event) => getTable()?.handleKey(event.detail.cell, event.detail.event));
  board.addEventListener("cursor", (/** @type {any} */ event) => setter && mode === "set" && setter.handleCursor(event.detail.cell));
  board.addEventListener("walk-stroke", (/** @type {any} */ event) => mode === "play" && play.carry(event.detail.from, event.detail.to));
  board.addEventListener("place-press", (/** @type {any} */ event) => (mode === "set" ? setter?.clueEntry.openPlace(event.detail) : play.tickClue(event.detail)));
  board.addEventListener("place-key", (/** @type {any} */ event) => {
    if (mode !== "set") return;
    event.detail.event.preventDefault();
    setter?.clueEntry.openPlace(event.detail, event.detail.key);
  });
  find("undo").addEventListener("click", () => getTable()?.undo());
  find("redo").addEventListener("click", () => getTable()?.redo());
  find("pencil").addEventListener("click", () => play.togglePencil());
  find("erase").addEventListener("click", () => play.handleErase());
  find("fit").addEventListener("click", () => board.zoomToFit());
  find("larger").addEventListener("click", () => board.zoomTo(board.size + 6));
  find("smaller").addEventListener("click", () => board.zoomTo(board.size - 6));
  find("move").addEventListener("click", () => setMoving(find("move").getAttribute("aria-pressed") !== "true"));
  find("play-it").addEventListener("click", () => setter && open(setter.view, "play"));
  find("to-lab").addEventListener("click", () => view && open(mode === "set" && setter ? setter.view : view, "lab"));
  find("leave-lab").addEventListener("click", () => view && open(view, "play"));
  find("edit-it").addEventListener("click", () => view && open(view, "set"));
  document.addEventListener("edited", (/** @type {any} */ event) => {
    view = event.detail;
    navigation.update(event.detail);
  });
  find("help").addEventListener("click", toggleHelp);
  find("show-grade").addEventListener("click", showGrade);
  find("talk-close").addEventListener("click", closeTalk);
  play.finish.open = open;
  board.below = measureBelow;
  // Words beside the dock stay above it, even when it gets another row.
  new ResizeObserver(measureBelow).observe(find("dock"));
  NARROW.addEventListener("change", arrangeDock);
  document.addEventListener("keydown", (event) => {
    if (mode !== "play" || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (isInField(event)) return;
    const found = SHORTCUTS.find(([key]) => key === event.key.toLowerCase());
    const taken = view && readKey(view, event.key) !== undefined && board.contains(/** @type {Element} */ (event.target));
    if (!found || (taken && !event.altKey) || (event.shiftKey && found[0] !== "?")) return;
    event.preventDefault();
    event.stopPropagation();
    found[1]();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !getTable()) return;
    if (isInField(event)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) getTable().undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) getTable().redo();
    else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => /** @type {HTMLDialogElement} */ (button.closest("dialog")).close());
  }
  addEventListener("pagehide", () => play.clock.tick(true));
  onConnection((online, words) => {
    find("offline").hidden = online;
    find("offline").textContent = words;
  });
  document.addEventListener("loading", (/** @type {any} */ event) => {
    find("loading").hidden = !event.detail;
  });
}

/** Turn a picture into a puzzle of a genre whose boards are painted. @param {File} file */
async function paintPicture(file) {
  const isPainted = (/** @type {Genre} */ genre) => genre.tools.some(({ gesture }) => gesture === "paint");
  const genre = genres.find((found) => found.id === view?.genre.id && isPainted(found)) || genres.find(isPainted);
  if (!genre || !setter) return;
  if (mode !== "set" || setter.view.genre.id !== genre.id) open(await createBoard(genre), "set");
  find("new-dialog").close();
  setter.picturing.take(file);
}

/** Close the texts beside the board. */
function closeTalk() {
  find("talk").classList.remove("reading");
  showMessage("");
  if (mode === "set") {
    find("talk-close").textContent = find("talk").classList.toggle("folded") ? "▴" : "▾";
    return;
  }
  if (play.walkthrough.active) play.walkthrough.end();
  play.hints.end();
  find("finish").hidden = true;
  if (view) endTour(view);
}

/** Let one finger move the board instead of writing. @param {boolean} moving */
function setMoving(moving) {
  board.setMoving(moving);
  find("move").setAttribute("aria-pressed", String(moving));
}

async function start() {
  prepareSettings((name) => {
    applySettings();
    if (name === "errors") play.checker.request();
  });
  applySettings();
  addListeners();
  const { hash } = location;
  const asked = navigation.requestPuzzle(); // at the same time as the genres
  asked?.catch(() => {}); // navigation.follow shows the error
  const found = await ask("genres", {});
  genres = navigation.genres = found.genres;
  find("problems").hidden = !found.problems.length;
  find("problems").replaceChildren(...found.problems.map((/** @type {string} */ textContent) => make("li", { textContent })));
  setter = new Setter(board, genres);
  prepareNewDialog(found, open, getCurrentGenre);
  prepareImport(genres, open, paintPicture);
  prepareShare(() => (mode === "set" ? setter?.view : view) || null, () => (mode === "play" ? play.game?.values || null : null), () => Boolean(mode === "play" && play.game?.solved));
  prepareLibrary(genres, open, isDark);
  document.body.classList.add("ready");
  await navigation.follow(location.hash === hash ? asked : undefined);
  prepareAnswers();
}

start();
