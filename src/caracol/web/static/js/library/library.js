import { ask } from "../shared/api.js";
import { getPageAddress } from "../shared/address.js";
import { count, download, find, getMessage, make, makeBar, makeButton, replaceKeepingFocus } from "../shared/dom.js";
import { makeThumbnail } from "./thumbnails.js";

/** @typedef {{genre: string, grade: string|null, number: number, solved: number}} Folder */

const PAGE = 24;
const UNGRADED = "ungraded";
const OWN = "own"; // in an address: the folder of a tag
const WIDE = matchMedia("(min-width: 761px)");

/** @type {Set<number>} */ const chosen = new Set();
/** @type {Map<number, any>} */ const shown = new Map();
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
  find("library-all").addEventListener("click", chooseAll);
  find("library-book").addEventListener("click", () => find("book-dialog").showModal());
  find("book-form").addEventListener("submit", print);
  acceptDrops(find("library-bar"), (ids) => {
    for (const id of ids) chosen.add(id);
    showChosen();
  });
  find("library-tag-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const tag = find("library-tag").value.trim();
    if (!tag || !chosen.size) return;
    const away = event.submitter?.id === "library-untag";
    const many = count(chosen.size, "puzzle");
    changeEntries([...chosen], away ? { untag: [tag] } : { tag: [tag] }, away ? `${many} taken out of “${tag}”.` : `${many} put into “${tag}”.`);
  });
  addEventListener("focus", () => !find("library").hidden && load(0)); // another tab may have changed the library
  find("folders").open = WIDE.matches;
  WIDE.addEventListener("change", () => (find("folders").open = WIDE.matches));
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
 * Show puzzles that have just been made, and choose them all.
 * @param {string} tag @param {Map<number, any>} made @param {string} words
 */
export function showGenerated(tag, made, words) {
  chosen.clear();
  for (const [id, { puzzle }] of made) {
    chosen.add(id);
    shown.set(id, { id, puzzle });
  }
  find("library-text").value = tag;
  find("library-solved").value = "";
  showLibrary(words);
}

let latest = 0;
let news = "";

/** @param {number} from */
async function load(from) {
  const turn = ++latest;
  offset = from;
  const wanted = { ...folder, text: find("library-text").value, solved: JSON.parse(find("library-solved").value || "null"), size: readSize(), technique: find("library-technique").value.trim(), order: find("library-order").value };
  const asked = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "" && value !== null));
  try {
    const { entries, folders, tags, total } = await ask("library_search", { ...asked, offset: from, limit: PAGE });
    if (turn !== latest) return;
    showFolders(folders, tags);
    showCards(entries.map(reuseCard), from > 0);
    find("library-more").hidden = entries.length < PAGE;
    find("library-message").textContent = total ? (entries.length || from ? news : "Nothing like that is here.") : "The library is empty. Add puzzles with “Add to library” beside a board, or with “caracol library add”.";
    news = "";
    showChosen();
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
  const name = folder.tag ? folder.tag : folder.genre ? `${getGenreName(folder.genre)}${folder.grade ? `, ${folder.grade}` : ""}` : "All puzzles";
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
      return make("li", {}, [makeFolderLink(genre, "", getGenreName(genre), inside), make("ul", {}, grades)]);
    }),
    ...Object.entries(tags).map(([tag, number]) => {
      const link = make("a", { href: `#library/${OWN}/${encodeURIComponent(tag)}`, className: "own" }, [make("span", { textContent: tag }), make("span", { className: "count", textContent: String(number) }), make("span", { className: "unseen", textContent: number === 1 ? " puzzle" : " puzzles" })]);
      if (folder.tag === tag) link.setAttribute("aria-current", "page");
      acceptDrops(link, (ids) => changeEntries(ids, { tag: [tag] }, `In the folder “${tag}”.`));
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
  const of = JSON.stringify([entry, dark()]);
  const before = cards.get(entry.id);
  const item = before?.of === of ? before.item : makeCard(entry);
  cards.set(entry.id, { of, item });
  return item;
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
  shown.set(entry.id, entry);
  const genre = getGenreName(entry.genre);
  const title = entry.title || `${genre} ${entry.id}`;
  const facts = [genre, `${entry.rows}×${entry.columns}`, entry.grade || ""].filter(Boolean).join(" · ");
  const box = make("input", { type: "checkbox", "aria-label": `Choose ${title}` });
  box.dataset.id = String(entry.id);
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(entry.id);
    else chosen.delete(entry.id);
    showChosen();
  });
  const open = async (/** @type {string} */ how) => openPuzzle(await ask("read", { puzzle: entry.puzzle }), how);
  const item = make("li", { className: "card", draggable: true }, [
    makeThumbnail("library_picture", { id: entry.id, theme: dark() ? "dark" : "light" }, { width: 200, height: 170 }),
    make("h2", { textContent: title }),
    make("p", { className: "small" }, [facts, make("span", { className: entry.solved ? "badge solved" : "badge", textContent: entry.solved ? "✓ solved" : "not solved yet" }), make("span", { className: "badge", textContent: entry.tags.join(", ") })]),
    makeBar([
      makeButton("Play", () => open("play"), { className: "primary", "aria-label": `Play ${title}` }),
      makeButton("Edit", () => open("set"), { "aria-label": `Edit ${title}` }),
      makeButton("Remove", () => remove(entry, item, title), { "aria-label": `Remove ${title}` }),
      makeButton("Rename", () => rename(entry, item), { "aria-label": `Rename ${title}` }),
      make("label", { className: "check" }, [box, " Choose"]),
    ]),
  ]);
  item.addEventListener("dragstart", (/** @type {DragEvent} */ event) => {
    const ids = chosen.has(entry.id) ? [...chosen] : [entry.id];
    event.dataTransfer?.setData(DRAGGED, JSON.stringify(ids));
  });
  return item;
}

/** Remove an entry, and offer to undo that. @param {any} entry @param {HTMLElement} item @param {string} title */
async function remove(entry, item, title) {
  item.inert = true; // a second press must not remove it again
  try {
    offerUndo(item, title, await ask("library_remove", { id: entry.id }));
  } catch (error) {
    find("library-message").textContent = getMessage(error);
    item.inert = false;
    return;
  }
  chosen.delete(entry.id);
  offset -= 1; // the entries that are not shown yet have moved up
  showChosen();
}

const DRAGGED = "application/x-caracol-puzzles";

/** Accept puzzles that are dropped on an element. @param {HTMLElement} element @param {(ids: number[]) => void} take */
function acceptDrops(element, take) {
  element.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
  });
  element.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.getData(DRAGGED);
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    take(JSON.parse(dropped));
  });
}

/** Offer to restore a removed entry in its place. @param {HTMLElement} item @param {string} title @param {any} removed */
function offerUndo(item, title, removed) {
  const before = [...item.childNodes];
  const undo = make("button", {
    type: "button",
    textContent: "Undo",
    "aria-label": `Put ${title} back`,
    onclick: async () => {
      undo.disabled = true;
      try {
        const { entry, tags, games } = removed;
        const { id } = await ask("library_restore", { entry, tags, games });
        find("library-message").textContent = `${title} is back.`;
        item.replaceChildren(...before);
        item.draggable = true;
        offset += 1;
        showChosen();
        if (id !== removed.removed) load(0);
      } catch (error) {
        find("library-message").textContent = getMessage(error);
        undo.disabled = false;
      }
    },
  });
  item.style.minHeight = `${item.getBoundingClientRect().height}px`;
  item.draggable = false;
  item.replaceChildren(make("p", { role: "status", textContent: `${title} is removed.` }), makeBar([undo]));
  item.inert = false;
  undo.focus();
}

/** Change the title or tags of entries. @param {number[]} ids @param {any} what @param {string} words */
async function changeEntries(ids, what, words) {
  try {
    await ask("library_change", { ids, ...what });
    news = words;
    load(0);
  } catch (error) {
    find("library-message").textContent = getMessage(error);
  }
}

/** @param {any} entry @param {HTMLElement} item */
function rename(entry, item) {
  const field = make("input", { value: entry.title, maxLength: 200, "aria-label": "Title" });
  const form = make("form", { className: "fields" }, [field, makeBar([make("button", { type: "submit", className: "primary", textContent: "Rename" }), makeButton("Cancel", () => form.remove())])]);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    changeEntries([entry.id], { title: field.value }, "Renamed.");
  });
  item.querySelector("h2")?.after(form);
  field.focus();
  field.select();
}

// -- books -----------------------------------------------------------------------------------

function showChosen() {
  find("library-book").hidden = find("library-tag-form").hidden = !chosen.size;
  find("library-book").textContent = `Print the chosen ${chosen.size === 1 ? "one" : `${chosen.size}`}`;
  find("library-all").hidden = !find("library-list").children.length;
  const boxes = [...find("library-list").querySelectorAll("input[type=checkbox]")];
  for (const box of boxes) box.checked = chosen.has(Number(box.dataset.id));
  find("library-all").textContent = boxes.every((box) => box.checked) ? "Choose none of these" : "Choose all of these";
}

function chooseAll() {
  const boxes = [...find("library-list").querySelectorAll("input[type=checkbox]")];
  const all = !boxes.every((box) => box.checked);
  for (const box of boxes) {
    if (all) chosen.add(Number(box.dataset.id));
    else chosen.delete(Number(box.dataset.id));
  }
  showChosen();
}

/** @param {Event} event */
async function print(event) {
  event.preventDefault();
  const show = (/** @type {string} */ text) => (find("book-message").textContent = text);
  const puzzles = [...chosen].map((id) => shown.get(id)?.puzzle).filter(Boolean);
  const title = find("book-title-text").value.trim() || "Puzzles";
  const asked = {
    puzzles,
    title,
    author: find("book-author").value.trim(),
    page: find("book-page").value,
    per_page: Number(find("book-per-page").value) || null,
    large_print: find("book-large").checked,
    codes: find("book-codes").checked,
    page_address: getPageAddress(),
  };
  find("book-make").disabled = true;
  show("Making the book …");
  try {
    const onProgress = (/** @type {any} */ { done, of }) => done && show(`Making the book … ${done} of ${of} puzzles solved and graded`);
    download(await ask("book", asked, { onProgress }), title, "pdf");
    show("");
    find("book-dialog").close();
  } catch (error) {
    show(getMessage(error));
  } finally {
    find("book-make").disabled = false;
  }
}
