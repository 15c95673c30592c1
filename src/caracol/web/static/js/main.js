import { ask, follow, onConnection, persist } from "./api.js";
import "./board.js";
import { by, captionOf, codeOf, make, packed, progress, puzzleOf, say } from "./dom.js";
import { Lab } from "./lab.js";
import { openImport, prepareBring } from "./bring.js";
import { canBegin, newBoard, openNew, prepareNew, withoutBlank } from "./new.js";
import { Play } from "./play.js";
import { Set_ } from "./set.js";
import { turnsOf, usualBrush, valueOfKey } from "./writing.js";
import { prepareShare } from "./share.js";
import { openLibrary, prepareLibrary } from "./library.js";
import { today } from "./keep.js";
import { showStatistics } from "./statistics.js";
import { keepSettings, keptDrafts, recentGames, settings } from "./store.js";
import { thumb } from "./thumb.js";
import { endTour, howToWrite, showTour } from "./tour.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */

const board = by("board");
const play = new Play(board);
const lab = new Lab(board);
/** @type {Genre[]} */ let genres = [];
/** @type {Set_|null} */ let setter = null;
/** @type {View|null} */ let view = null;
let mode = "";

/** Whoever sits at the board now. @returns {any} */
function table() {
  return mode === "set" ? setter : mode === "play" ? play : mode === "lab" ? lab : null;
}

/** How often something was opened: who waits for an answer opens nothing over what came later. */
let openings = 0;

/** Open a puzzle. @param {View} opened @param {string} [how] */
export function open(opened, how = "play") {
  openings++;
  view = opened;
  const address = `#${how}/${codeOf(opened)}`;
  if (location.hash !== address) history.pushState(null, "", address);
  sit(how);
}

/** @param {string} how */
function sit(how) {
  if (!view) return;
  table()?.close();
  mode = how;
  section("table");
  by("play-panel").hidden = how !== "play";
  by("set-panel").hidden = how !== "set";
  by("verdict").hidden = how !== "set";
  by("actions").hidden = by("difficulty").hidden = how !== "play";
  if (how !== "play") for (const id of ["advice", "walk", "finish", "tour", "practice"]) by(id).hidden = true;
  by("talk").hidden = how === "lab";
  by("talk").classList.remove("reading");
  by("shared").textContent = by("grade").textContent = "";
  by("show-grade").hidden = false;
  by("lab-panel").hidden = by("lab-stage").hidden = by("lab-choices").hidden = how !== "lab";
  by("to-lab").hidden = by("undo").hidden = by("redo").hidden = how === "lab";
  by("table").classList.toggle("lab", how === "lab");
  by("clock").hidden = how !== "play" || !settings.timer;
  by("pencil").hidden = by("erase").hidden = by("colour").hidden = how !== "play";
  by("edit-it").hidden = how !== "play";
  by("colours").hidden = true;
  by("palette").hidden = how === "lab";
  by("paused").hidden = true;
  board.inert = false;
  board.zoom = 0;
  move(false);
  board.classList.remove("hidden", "finished", "trying");
  by("title").textContent = view.info.title || view.genre.name;
  by("caption").textContent = captionOf(view);
  by("rules").textContent = view.genre.instructions;
  by("how").textContent = how === "play" ? howToWrite(view) : "";
  by("keys").replaceChildren(...keyHelp(view));
  document.title = `${view.info.title || view.genre.name} · Caracol`;
  chooseAids();
  table().open(view);
  if (how === "play") showTour(view);
  dock();
}

const NARROW = matchMedia("(max-width: 900px)");

/** On a small screen palette, tools and help lie at the foot of the window; elsewhere beside the board. */
function dock() {
  const docked = NARROW.matches && mode !== "" && mode !== "lab";
  document.body.classList.toggle("docked", docked);
  if (docked) by("tools").append(by("actions"));
  else document.querySelector(".panel")?.prepend(by("actions"));
  if (docked && mode === "set") by("dock").prepend(by("set-tools"));
  else by("tool-help").before(by("set-tools"));
  by("talk").classList.toggle("folded", docked && mode === "set");
  by("talk-close").textContent = docked && mode === "set" ? "▴" : "✕";
  by("talk-close").setAttribute("aria-label", docked && mode === "set" ? "More or less of the verdict" : "Close");
  if (mode) board.refit();
}

/** How many pixels below the board are taken. */
function below() {
  const height = by("dock").offsetHeight;
  document.documentElement.style.setProperty("--dock", `${height}px`);
  if (!NARROW.matches) return (mode === "lab" ? 250 : height) + 48;
  // A setter's verdict has a line that is always seen.
  return mode === "set" ? height + 68 : height + 14;
}

/** What is written for the player of this genre. */
function chooseAids() {
  const genre = genres.find((found) => found.id === view?.genre.id);
  const chosen = (genre?.aids || []).filter(({ id, on }) => settings.aids[`${genre?.id}/${id}`] ?? on);
  play.aids = chosen.map(({ id }) => id);
}

/** @param {string} shown */
function section(shown) {
  if (by(shown).hidden) scrollTo(0, 0);
  for (const id of ["start", "table", "library"]) by(id).hidden = id !== shown;
  const names = { table: mode, library: "library" };
  for (const id of ["play", "set", "library"]) {
    const current = names[/** @type {"table"} */ (shown)] === id;
    if (current) by(`nav-${id}`).setAttribute("aria-current", "page");
    else by(`nav-${id}`).removeAttribute("aria-current");
  }
}

/** What the address says: where, and of what. */
function said() {
  const text = location.hash.slice(1);
  const slash = text.indexOf("/");
  return slash < 0 ? { where: text, code: "" } : { where: text.slice(0, slash), code: text.slice(slash + 1) };
}

/** The puzzle of an address, where it holds one. @returns {Promise<View>|null} */
function addressed() {
  const { where, code } = said();
  if (!["play", "set", "lab"].includes(where) || !code) return null;
  try {
    return persist("read", { puzzle: puzzleOf(code) }, {});
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Show what the address says. @param {Promise<View>|null} [asked] its puzzle, where it was asked for already */
async function route(asked = addressed()) {
  const opening = ++openings;
  const { where, code } = said();
  if (asked) {
    try {
      const opened = await asked;
      if (opening !== openings) return;
      history.replaceState(null, "", `#${where}/${codeOf(opened)}`);
      view = opened;
      sit(where);
    } catch (error) {
      if (opening !== openings) return;
      home();
      say("");
      by("home-title").focus();
      const words = error instanceof SyntaxError || error instanceof DOMException ? "The address holds no puzzle." : /** @type {Error} */ (error).message;
      openNew(words);
    }
  } else if (where === "set") {
    const kept = keptDrafts();
    const draft = kept?.states[kept.at].puzzle;
    const first = genres.find(canBegin);
    const blank = () => (first ? newBoard(first) : Promise.reject(new Error("No genre has a board to begin with; open a puzzle.")));
    try {
      const opened = await (draft ? persist("read", { puzzle: draft }, {}).catch(blank) : blank());
      if (opening === openings) open(opened, "set");
    } catch (error) {
      home();
      openNew(String(/** @type {Error} */ (error).message));
    }
  } else if (where === "play" && view) {
    open(view, "play");
  } else if (where === "library") {
    table()?.close();
    mode = "";
    dock();
    section("library");
    document.title = "Library · Caracol";
    openLibrary(code);
  } else if (where === "stage") {
    board.focusCursor();
  } else {
    home();
  }
}

function home() {
  table()?.close();
  mode = "";
  dock();
  section("start");
  document.title = "Caracol";
  by("genres").replaceChildren(...genres.map(card));
  const recent = recentGames().slice(0, 6);
  by("recent-block").hidden = !recent.length;
  by("recent").replaceChildren(
    ...recent.map((game) => {
      const name = genres.find((genre) => genre.id === game.puzzle.genre)?.name || game.puzzle.genre;
      const words = `${game.puzzle.title || name}${game.solved ? " (solved)" : ""}`;
      return make("li", {}, [make("a", { href: `#play/${packed(game.puzzle)}`, textContent: words })]);
    }),
  );
  showStatistics(genres);
}

/** Open the puzzle of today. @param {Genre} genre @param {HTMLButtonElement} button */
async function openDaily(genre, button) {
  const opening = ++openings;
  button.disabled = true;
  const sofar = progress((words) => (button.textContent = `Making it … ${words}`));
  try {
    const made = await follow("daily", { genre: genre.id, day: today(), seconds: 30 }, sofar.hear);
    if (opening === openings) open(made);
  } catch (error) {
    if (opening === openings) openNew(String(/** @type {Error} */ (error).message));
  } finally {
    sofar.end();
    button.disabled = false;
    button.textContent = "Today’s puzzle";
  }
}

/** @param {Genre} genre */
function card(genre) {
  const parts = [make("h2", { textContent: genre.name }), make("p", { textContent: genre.instructions, title: genre.instructions })];
  const bar = make("div", { className: "bar" });
  if (genre.example) bar.append(make("a", { className: "button primary", href: `#play/${packed(genre.example)}`, textContent: "Play", "aria-label": `Play ${genre.name}` }));
  if (genre.generating) {
    const daily = make("button", { type: "button", textContent: "Today’s puzzle", "aria-label": `Today’s ${genre.name}`, onclick: () => openDaily(genre, daily) });
    bar.append(daily);
  }
  if (genre.generating) bar.append(make("button", { type: "button", textContent: "Generate", "aria-label": `Generate ${genre.name}`, onclick: () => openNew("", genre.id) }));
  const set = async () => {
    try {
      open(await newBoard(genre), "set");
      if (!genre.blank) say(withoutBlank(genre));
    } catch (error) {
      openNew(String(/** @type {Error} */ (error).message));
    }
  };
  if (canBegin(genre)) bar.append(make("button", { type: "button", textContent: "Set", "aria-label": `Set ${genre.name}`, onclick: set }));
  else bar.append(make("button", { type: "button", textContent: "Open a puzzle", "aria-label": `Open a puzzle of ${genre.name}`, onclick: () => openImport(genre.id) }));
  if (!genre.example) return make("li", { className: "card" }, [...parts, bar]);
  return make("li", { className: "card" }, [thumb("genre_picture", { id: genre.id, theme: dark() ? "dark" : "light" }), ...parts, bar]);
}

/** What keys do for this puzzle. @param {View} shown */
function keyHelp(shown) {
  /** @type {[string, string][]} */
  const rows = [["arrows", `go from ${shown.places ? "place to place" : "cell to cell"}; beyond the edge are the clues`]];
  const turns = turnsOf(shown).map((value) => shown.symbols[value].word).join(", then ");
  if (turns) rows.push(["Space or Enter", `write ${turns}, then nothing`]);
  shown.symbols.forEach((sign, value) => {
    const more = Object.entries(shown.writing.keys).filter(([, other]) => other === value).map(([key]) => key);
    rows.push([[sign.letter, ...more].filter(Boolean).join(" "), sign.word]);
  });
  rows.push(["Backspace", "erase"], ["Shift and a letter", "pencil mark"], ["Shift and an arrow", "write the same into the next cell"], ["Ctrl Z, Ctrl Y", "undo, redo"], ["Enter on a clue", "tick it"]);
  if (mode === "play") {
    const free = (/** @type {string} */ key) => valueOfKey(shown, key) === undefined;
    const more = SHORTCUTS.map(([key, , words]) => [free(key) ? key : `Alt ${key}`, words]);
    rows.push(.../** @type {[string, string][]} */ (more));
  }
  return [make("dl", {}, rows.flatMap(([key, does]) => [make("dt", { textContent: key }), make("dd", { textContent: does })]))];
}

export function dark() {
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** Keys that work anywhere on the page of a game; where a letter is a value of the puzzle, with Alt. @type {[string, () => void, string][]} */
const SHORTCUTS = [
  ["h", () => by("hint").click(), "hint"],
  ["c", () => by("check").click(), "check"],
  ["u", () => play.undo(), "undo"],
  ["p", () => by("pencil").click(), "pencil"],
  ["f", () => board.zoomToFit(), "fit the board into the window"],
  ["?", () => help(), "rules and keys"],
];

/** Show the rules and the keys, or put them away. */
function help() {
  const talk = by("talk");
  const reading = !talk.classList.contains("reading") || !NARROW.matches;
  talk.classList.toggle("reading", reading);
  by("keys-block").open = reading && !NARROW.matches;
  if (reading) by("about").scrollIntoView({ block: "nearest" });
}

/** Show how hard the puzzle on the table is, and what it needs. */
async function showGrade() {
  const asked = view;
  if (!asked) return;
  by("show-grade").hidden = true;
  by("grade").textContent = "Looking …";
  let words;
  try {
    const found = await ask("grade", { puzzle: asked.puzzle, seconds: 10 });
    const needed = Object.entries(found.techniques).map(([id, times]) => `${found.names[id]}${times > 1 ? ` ×${times}` : ""}`);
    words = found.word ? `Grade: ${found.words}. Needed: ${needed.join(", ")}.` : "It could not be graded in time.";
  } catch (error) {
    words = String(/** @type {Error} */ (error).message);
  }
  if (asked === view) by("grade").textContent = words;
}

/** What may be written for the player: of this puzzle's genre, or of all of them. */
function showAids() {
  const shown = genres.filter((genre) => !mode || genre.id === view?.genre.id);
  by("set-aids").replaceChildren(
    ...shown.flatMap((genre) =>
      genre.aids.map(({ id, words, on }) => {
        const name = `${genre.id}/${id}`;
        const box = make("input", { type: "checkbox", checked: settings.aids[name] ?? on });
        box.dataset.aid = id;
        box.addEventListener("change", () => {
          settings.aids[name] = box.checked;
          keepSettings();
          chooseAids();
        });
        return make("label", { className: "check" }, [box, ` ${shown.length > 1 ? `${genre.name}: ` : ""}${words}`]);
      }),
    ),
  );
}

function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  board.classList.toggle("coordinates", settings.coordinates);
  board.classList.toggle("plain", !settings.lines);
  board.classList.toggle("unlettered", !settings.letters);
  by("clock").hidden = mode !== "play" || !settings.timer;
  if (board.view) board.build();
  if (mode === "play" && play.game) {
    play.brush = usualBrush(play.game.view);
    play.showBrush();
    by("how").textContent = howToWrite(play.game.view);
  }
  play.refresh();
}

function prepareSettings() {
  const dialog = by("settings-dialog");
  by("open-settings").addEventListener("click", () => {
    showAids();
    dialog.showModal();
  });
  for (const name of Object.keys(settings)) {
    if (name === "aids") continue;
    const field = by(`set-${name}`);
    const entry = field.type === "checkbox" ? "checked" : "value";
    field[entry] = settings[/** @type {"theme"} */ (name)];
    field.addEventListener("change", () => {
      /** @type {any} */ (settings)[name] = field[entry];
      keepSettings();
      applySettings();
      if (name === "errors") play.ask();
    });
  }
}

function listen() {
  board.addEventListener("stroke-start", (/** @type {any} */ event) => {
    if (mode === "play" && view) endTour(view);
    by("talk").classList.remove("reading");
    table()?.strokeStart(event.detail);
  });
  board.addEventListener("stroke-over", (/** @type {any} */ event) => table()?.strokeOver(event.detail.cell));
  board.addEventListener("stroke-end", () => table()?.strokeEnd(true));
  board.addEventListener("stroke-cancel", () => table()?.strokeEnd(false));
  board.addEventListener("cell-key", (/** @type {any} */ event) => table()?.key(event.detail.cell, event.detail.event));
  board.addEventListener("cursor", (/** @type {any} */ event) => setter && mode === "set" && setter.walked(event.detail.cell));
  board.addEventListener("walk-stroke", (/** @type {any} */ event) => mode === "play" && play.carry(event.detail.from, event.detail.to));
  board.addEventListener("place-press", (/** @type {any} */ event) => (mode === "set" ? setter?.typing.openPlace(event.detail) : play.tickClue(event.detail)));
  board.addEventListener("place-key", (/** @type {any} */ event) => {
    if (mode !== "set") return;
    event.detail.event.preventDefault();
    setter?.typing.openPlace(event.detail, event.detail.key);
  });
  by("undo").addEventListener("click", () => table()?.undo());
  by("redo").addEventListener("click", () => table()?.redo());
  by("pencil").addEventListener("click", () => play.togglePencil());
  by("erase").addEventListener("click", () => play.eraseButton());
  by("fit").addEventListener("click", () => board.zoomToFit());
  by("larger").addEventListener("click", () => board.zoomTo(board.size + 6));
  by("smaller").addEventListener("click", () => board.zoomTo(board.size - 6));
  by("move").addEventListener("click", () => move(by("move").getAttribute("aria-pressed") !== "true"));
  by("play-it").addEventListener("click", () => setter && open(setter.view, "play"));
  by("to-lab").addEventListener("click", () => view && open(mode === "set" && setter ? setter.view : view, "lab"));
  by("leave-lab").addEventListener("click", () => view && open(view, "play"));
  by("edit-it").addEventListener("click", () => view && open(view, "set"));
  document.addEventListener("edited", (/** @type {any} */ event) => {
    view = event.detail;
    history.replaceState(null, "", `#set/${codeOf(event.detail)}`);
  });
  by("help").addEventListener("click", help);
  by("show-grade").addEventListener("click", showGrade);
  by("talk-close").addEventListener("click", closeTalk);
  play.finisher.open = open;
  board.below = below;
  NARROW.addEventListener("change", dock);
  document.addEventListener("keydown", (event) => {
    if (mode !== "play" || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {Element} */ (event.target).tagName)) return;
    const found = SHORTCUTS.find(([key]) => key === event.key.toLowerCase());
    const taken = view && valueOfKey(view, event.key) !== undefined && board.contains(/** @type {Element} */ (event.target));
    if (!found || (taken && !event.altKey) || (event.shiftKey && found[0] !== "?")) return;
    event.preventDefault();
    event.stopPropagation();
    found[1]();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !table()) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {Element} */ (event.target).tagName)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) table().undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) table().redo();
    else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => /** @type {HTMLDialogElement} */ (button.closest("dialog")).close());
  }
  addEventListener("hashchange", () => route());
  addEventListener("popstate", () => route());
  addEventListener("pagehide", () => play.tick(true));
  onConnection((online) => {
    by("offline").hidden = online;
  });
}

/** A picture becomes a puzzle of the genre whose boards are painted. @param {File} file */
async function paintPicture(file) {
  const painter = (/** @type {Genre} */ genre) => genre.tools.some(({ gesture }) => gesture === "paint");
  const genre = genres.find((found) => found.id === view?.genre.id && painter(found)) || genres.find(painter);
  if (!genre || !setter) return;
  if (mode !== "set" || setter.view.genre.id !== genre.id) open(await newBoard(genre), "set");
  by("new-dialog").close();
  setter.picturing.take(file);
}

/** Put away what is said, as far as it can be had again. */
function closeTalk() {
  by("talk").classList.remove("reading");
  say("");
  if (mode === "set") {
    by("talk-close").textContent = by("talk").classList.toggle("folded") ? "▴" : "▾";
    return;
  }
  if (play.advisor.walk) play.advisor.endWalk();
  play.advisor.endHint();
  by("finish").hidden = true;
  if (view) endTour(view);
}

/** Let one finger move the board, or write again. @param {boolean} moving */
function move(moving) {
  board.move(moving);
  by("move").setAttribute("aria-pressed", String(moving));
}

async function begin() {
  prepareSettings();
  applySettings();
  listen();
  const asked = addressed(); // it need not wait for the genres
  asked?.catch(() => {}); // what is wrong with it is told when it is shown
  const found = await persist("genres", {}, {});
  genres = found.genres;
  by("problems").hidden = !found.problems.length;
  by("problems").replaceChildren(...found.problems.map((/** @type {string} */ textContent) => make("li", { textContent })));
  setter = new Set_(board, genres);
  prepareNew(found, open);
  prepareBring(genres, open, paintPicture);
  prepareShare(() => (mode === "set" ? setter?.view : view) || null, () => (mode === "play" ? play.game?.values || null : null), () => Boolean(mode === "play" && play.game?.solved));
  prepareLibrary(genres, open, dark);
  document.body.classList.add("ready");
  await route(asked);
}

begin();
