import { ask } from "../shared/api.js";
import { find, formatTime, getMessage, make, makeBar, makeButton, replaceKeepingFocus } from "../shared/dom.js";
import { findGame } from "../shared/store.js";
import { measureProgress } from "../play/progress.js";
import { gradeEntries, stopGrading } from "./grading.js";
import { acceptDrops, changeEntries, deselect, makeDraggable, prepareBox, prepareSelection, selectOnly, showSelected } from "./selection.js";
import { makePicture } from "./thumbnails.js";
import { prepareWholeLibrary } from "./whole.js";

/** @typedef {{genre: string, grade: string|null, number: number, solved: number}} Folder */

const PAGE = 24;
const UNGRADED = "ungraded";
const OWN = "own"; // in an address: the folder of a tag
const WIDE = matchMedia("(min-width: 761px)");

/** @type {Genre[]} */ let known = [];
/** @type {OpenPuzzle} */ let openPuzzle = () => {};
/** @type {() => boolean} */ let dark = () => false;
let offset = 0;
/** @type {{genre: string, grade: string, tag: string}} the open folder; empty: all puzzles */ let folder = { genre: "", grade: "", tag: "" };

/** @param {Genre[]} genres @param {OpenPuzzle} open @param {() => boolean} isDark */
export function prepareLibrary(genres, open, isDark) {
  known = genres;
  openPuzzle = open;
  dark = isDark;
  find("library-search").addEventListener("input", () => load(0));
  find("library-search").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  find("library-more").addEventListener("click", () => load(offset + PAGE));
  prepareSelection((words) => {
    news = words;
    return load(0);
  });
  prepareWholeLibrary(() => load(0));
  addEventListener("focus", () => !find("library").hidden && load(0, true)); // another tab may have changed the library
  for (const id of ["folders", "library-filters"]) {
    find(id).open = WIDE.matches;
    WIDE.addEventListener("change", () => (find(id).open = WIDE.matches));
  }
}

/** Open a folder, as the address names it: "genre/grade", or nothing for all. @param {string} path */
export function openLibrary(path) {
  const [genre = "", grade = ""] = path.split("/").map(decodeURIComponent);
  folder = genre === OWN ? { genre: "", grade: "", tag: grade } : { genre, grade, tag: "" };
  if (path && !WIDE.matches) find("folders").open = false;
  load(0);
}

/** Return the genre whose folder is open, or "". */
export function getFolderGenre() {
  return find("library").hidden ? "" : folder.genre;
}

/** Show all of the library, with a message. @param {string} words */
export function showLibrary(words) {
  news = words;
  if (location.hash === "#library") openLibrary("");
  else location.hash = "#library";
}

/**
 * Show the folder of puzzles that have just been made, and select them all.
 * @param {string} tag @param {Map<number, any>} made @param {string} words
 */
export function showGenerated(tag, made, words) {
  selectOnly(new Map([...made].map(([id, { puzzle }]) => [id, puzzle])));
  find("library-search").reset();
  news = words;
  const address = `#library/${OWN}/${encodeURIComponent(tag)}`;
  if (location.hash === address) openLibrary(address.slice("#library/".length));
  else location.hash = address;
}

let latest = 0;
let news = "";

/** @param {number} from @param {boolean} [quietly] whether a message stays */
async function load(from, quietly = false) {
  const turn = ++latest;
  offset = from;
  const filters = { solved: JSON.parse(find("library-solved").value || "null"), size: readSize(), technique: find("library-technique").value.trim() };
  const active = Object.values(filters).filter((value) => value !== "" && value !== null).length;
  find("library-filters-title").textContent = active ? `Filter and sort (${active} active)` : "Filter and sort";
  const wanted = { ...folder, ...filters, text: find("library-text").value, order: find("library-order").value };
  const asked = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "" && value !== null));
  try {
    const { entries, folders, tags, total } = await ask("library_search", { ...asked, offset: from, limit: PAGE });
    if (turn !== latest) return;
    showFolders(folders, tags);
    showCards(entries.map(reuseCard), from > 0);
    gradeShown(entries);
    find("library-more").hidden = entries.length < PAGE;
    if (!quietly || !entries.length) find("library-message").textContent = total ? (entries.length || from ? news : "No matches.") : "Your library is empty. Add a puzzle with “Add to library” beside its board, or generate several at once with “New puzzle”.";
    news = "";
    showSelected();
  } catch (error) {
    find("library-message").textContent = getMessage(error);
  }
}

// -- folders ---------------------------------------------------------------------------------

/** @param {string} id */
function getGenreName(id) {
  return known.find((found) => found.id === id)?.name || id;
}

/** Return the size to search for, or "" if it cannot be read. */
function readSize() {
  const found = /^\s*(\d+)\s*(?:[x×*]\s*(\d+))?\s*$/i.exec(find("library-size").value);
  return found ? (found[2] ? `${found[1]}x${found[2]}` : found[1]) : "";
}

/** Show a folder for all puzzles, for each genre with its grades, and for each tag. @param {Folder[]} folders @param {Record<string, number>} tags */
function showFolders(folders, tags) {
  const genres = [...new Set(folders.map(({ genre }) => genre))];
  const isOpen = (/** @type {string} */ tag) => tag.toLowerCase() === folder.tag.toLowerCase();
  const name = folder.tag ? Object.keys(tags).find(isOpen) || folder.tag : folder.genre ? `${getGenreName(folder.genre)}${folder.grade ? `, ${folder.grade}` : ""}` : "All puzzles";
  find("folders-title").textContent = WIDE.matches ? "Folders" : `Folder: ${name}`;
  find("library-title").textContent = folder.genre || folder.tag ? `Library: ${name}` : "Library";
  const tree = make("ul", {}, [
    make("li", {}, [makeFolderLink("", "", "All puzzles", folders)]),
    ...genres.map((genre) => {
      const inside = folders.filter((found) => found.genre === genre);
      const grades = inside.map((found) => {
        const grade = found.grade || UNGRADED;
        return make("li", {}, [makeFolderLink(genre, grade, found.grade || "not graded", [found])]);
      });
      // A folder that has all of its genre says nothing new.
      const divided = inside.some(({ grade }) => grade);
      return make("li", {}, [makeFolderLink(genre, "", getGenreName(genre), inside), ...(divided ? [make("ul", {}, grades)] : [])]);
    }),
    ...Object.entries(tags).map(([tag, number]) => {
      const link = make("a", { href: `#library/${OWN}/${encodeURIComponent(tag)}`, className: "own" }, [make("span", { textContent: tag }), make("span", { className: "count", textContent: String(number) }), make("span", { className: "unseen", textContent: number === 1 ? " puzzle" : " puzzles" })]);
      if (isOpen(tag)) link.setAttribute("aria-current", "page");
      acceptDrops(link, (ids) => changeEntries(ids, { tag: [tag] }, `Added to “${tag}”.`));
      return make("li", {}, [link]);
    }),
  ]);
  find("folder-names").replaceChildren(...Object.keys(tags).map((value) => make("option", { value })));
  replaceKeepingFocus(find("folder-tree"), tree);
}

/** @param {string} genre @param {string} grade @param {string} name @param {Folder[]} inside */
function makeFolderLink(genre, grade, name, inside) {
  const sum = (/** @type {"number"|"solved"} */ what) => inside.reduce((total, found) => total + found[what], 0);
  const path = [genre, grade].filter(Boolean).map(encodeURIComponent).join("/");
  const number = make("span", { className: "count", textContent: `${sum("number")}` });
  const spoken = make("span", { className: "unseen", textContent: ` ${sum("number") === 1 ? "puzzle" : "puzzles"}, ${sum("solved")} solved` });
  const link = make("a", { href: path ? `#library/${path}` : "#library", title: `${sum("solved")} of ${sum("number")} solved` }, [make("span", { textContent: name }), number, spoken]);
  if (sum("solved") && sum("solved") === sum("number")) number.classList.add("all-solved");
  if (!folder.tag && folder.genre === genre && folder.grade === grade) link.setAttribute("aria-current", "page");
  return link;
}

// -- cards -----------------------------------------------------------------------------------

/** @type {Map<number, {of: string, item: HTMLElement}>} */ const cards = new Map();

/** Return the card that already shows an entry, or a new one. @param {any} entry */
function reuseCard(entry) {
  const of = JSON.stringify([entry, dark(), findGame(entry.puzzle)?.changed]);
  const before = cards.get(entry.id);
  const item = before?.of === of ? before.item : makeCard(entry);
  cards.set(entry.id, { of, item });
  return item;
}

/** Grade puzzles in the background, such as imported ones, and show the grades. @param {any[]} entries */
async function gradeShown(entries) {
  const graded = await gradeEntries(entries, ({ id }, words) => {
    const place = cards.get(id)?.item.querySelector(".grade");
    if (place) place.textContent = words;
  });
  if (!graded || find("library").hidden) return;
  // Folders change with the grades; cards stay, because one of them may offer to undo a removal.
  const { folders, tags } = await ask("library_search", { limit: 1 });
  showFolders(folders, tags);
}

/** Show these cards, or add them. A card that is in its place is not moved, so that presses on it are not lost. @param {HTMLElement[]} items @param {boolean} more */
function showCards(items, more) {
  const list = find("library-list");
  if (more) return list.append(...items);
  items.forEach((item, number) => {
    if (list.children[number] !== item) list.insertBefore(item, list.children[number] || null);
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
  for (const [id, { item }] of cards) if (!item.isConnected) cards.delete(id);
}

/** @param {any} entry */
function makeCard(entry) {
  const genre = getGenreName(entry.genre);
  const title = entry.title || `${genre} ${entry.id}`;
  const facts = [`${genre} · ${entry.columns}×${entry.rows} · `, make("span", { className: "grade", textContent: entry.grade || "not graded" })];
  const box = make("input", { type: "checkbox", "aria-label": `Select ${title}` });
  prepareBox(box, entry);
  const game = findGame(entry.puzzle);
  const started = game?.made && !entry.solved;
  const state = make("span", { className: entry.solved ? "badge solved" : "badge", textContent: entry.solved ? "✓ solved" : started ? `started, ${formatTime(game.elapsed)}` : "not solved yet" });
  if (started) measureProgress(entry.puzzle, game).then((done) => (state.textContent = `${done}, ${formatTime(game.elapsed)}`));
  const theme = dark() ? "dark" : "light";
  const picture = makePicture(entry.puzzle, game, theme);
  const open = async (/** @type {string} */ how) => openPuzzle(await ask("read", { puzzle: entry.puzzle }), how);
  picture.addEventListener("click", () => open("play"));
  const item = make("li", { className: "card", draggable: true }, [
    picture,
    make("div", { className: "named" }, [make("h2", { textContent: title }), make("label", { className: "check select" }, [box, make("span", { className: "unseen", textContent: "Select" })])]),
    make("p", { className: "small" }, [...facts, state, make("span", { className: "badge", textContent: entry.tags.join(", ") })]),
    makeBar([
      makeButton(started ? "Continue" : "Play", () => open("play"), { className: "primary", "aria-label": `Play ${title}` }),
      makeButton("Edit", () => open("set"), { "aria-label": `Edit ${title}` }),
      makeButton("Rename", () => rename(entry, item), { "aria-label": `Rename ${title}` }),
      makeButton("Remove", () => remove(entry, item, title), { "aria-label": `Remove ${title}` }),
    ]),
  ]);
  makeDraggable(item, entry.id);
  return item;
}

/** Remove an entry, and offer to undo that. @param {any} entry @param {HTMLElement} item @param {string} title */
async function remove(entry, item, title) {
  item.inert = true; // a second press must not remove it again
  stopGrading(); // or it would ask for the grade of a puzzle that is gone
  try {
    offerUndo(item, title, await ask("library_remove", { id: entry.id }));
  } catch (error) {
    find("library-message").textContent = getMessage(error);
    item.inert = false;
    return;
  }
  deselect(entry.id);
  offset -= 1; // the entries that are not shown yet have moved up
  showSelected();
}

/** Offer to restore a removed entry in its place. @param {HTMLElement} item @param {string} title @param {any} removed */
function offerUndo(item, title, removed) {
  const before = [...item.childNodes];
  const undo = make("button", {
    type: "button",
    textContent: "Undo",
    "aria-label": `Restore ${title}`,
    onclick: async () => {
      undo.disabled = true;
      try {
        const { id } = await ask("library_restore", removed);
        find("library-message").textContent = `Restored ${title}.`;
        item.replaceChildren(...before);
        item.draggable = true;
        offset += 1;
        showSelected();
        if (id !== removed.removed) load(0);
      } catch (error) {
        find("library-message").textContent = getMessage(error);
        undo.disabled = false;
      }
    },
  });
  item.style.minHeight = `${item.getBoundingClientRect().height}px`;
  item.draggable = false;
  item.replaceChildren(make("p", { role: "status", textContent: `Removed ${title}.` }), makeBar([undo]));
  item.inert = false;
  undo.focus();
}

/** @param {any} entry @param {HTMLElement} item */
function rename(entry, item) {
  const field = make("input", { value: entry.title, maxLength: 200, "aria-label": "Title" });
  const form = make("form", { className: "fields" }, [field, makeBar([make("button", { type: "submit", className: "primary", textContent: "Rename" }), makeButton("Cancel", () => form.remove())])]);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    changeEntries([entry.id], { title: field.value }, "Renamed.");
  });
  item.querySelector(".named")?.after(form);
  field.focus();
  field.select();
}
