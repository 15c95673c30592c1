import { ask, follow } from "./api.js";
import { by, download, make, pageAddress, replaceGently } from "./dom.js";
import { thumb } from "./thumb.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */
/** @typedef {{genre: string, grade: string|null, number: number, solved: number}} Folder */

const PAGE = 24;
const UNGRADED = "ungraded";
const OWN = "own"; // in an address: a folder that people have made, which is a tag
const WIDE = matchMedia("(min-width: 761px)");

/** @type {Set<number>} */ const chosen = new Set();
/** @type {Map<number, any>} */ const shown = new Map();
/** @type {Genre[]} */ let known = [];
/** @type {(view: View, how?: string) => void} */ let openPuzzle = () => {};
/** @type {() => boolean} */ let dark = () => false;
let offset = 0;
/** @type {{genre: string, grade: string, tag: string}} the folder that is open; empty: all */ let folder = { genre: "", grade: "", tag: "" };

/** @param {Genre[]} genres @param {(view: View, how?: string) => void} open @param {() => boolean} isDark */
export function prepareLibrary(genres, open, isDark) {
  known = genres;
  openPuzzle = open;
  dark = isDark;
  by("library-search").addEventListener("input", () => load(0));
  by("library-search").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  by("library-more").addEventListener("click", () => load(offset + PAGE));
  by("library-all").addEventListener("click", chooseAll);
  by("library-book").addEventListener("click", () => by("book-dialog").showModal());
  by("book-form").addEventListener("submit", print);
  takes(by("library-bar"), (ids) => {
    for (const id of ids) chosen.add(id);
    showChosen();
  });
  by("library-tag-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const tag = by("library-tag").value.trim();
    if (!tag || !chosen.size) return;
    const away = event.submitter?.id === "library-untag";
    const many = `${chosen.size} ${chosen.size === 1 ? "puzzle" : "puzzles"}`;
    change([...chosen], away ? { untag: [tag] } : { tag: [tag] }, away ? `${many} taken out of “${tag}”.` : `${many} put into “${tag}”.`);
  });
  addEventListener("focus", () => !by("library").hidden && load(0)); // another tab may have changed it
  by("folders").open = WIDE.matches;
  WIDE.addEventListener("change", () => (by("folders").open = WIDE.matches));
}

/** Open a folder, as the address names it: "genre/grade", or nothing for all. @param {string} path */
export function openLibrary(path) {
  const [genre = "", grade = ""] = path.split("/").map(decodeURIComponent);
  folder = genre === OWN ? { genre: "", grade: "", tag: grade } : { genre, grade, tag: "" };
  if (path && !WIDE.matches) by("folders").open = false;
  load(0);
}

/** Show all of the library, with something to say about it. @param {string} words */
export function showNext(words) {
  news = words;
  if (location.hash === "#library") openLibrary("");
  else location.hash = "#library";
}

/**
 * Show puzzles that have just been made, and choose them all.
 * @param {string} tag @param {Map<number, any>} made @param {string} words
 */
export function showMade(tag, made, words) {
  chosen.clear();
  for (const [id, { puzzle }] of made) {
    chosen.add(id);
    shown.set(id, { id, puzzle });
  }
  by("library-text").value = tag;
  by("library-solved").value = "";
  showNext(words);
}

let latest = 0;
let news = "";

/** @param {number} from */
async function load(from) {
  const turn = ++latest;
  offset = from;
  const wanted = { ...folder, text: by("library-text").value, solved: JSON.parse(by("library-solved").value || "null"), size: sizeWanted(), technique: by("library-technique").value.trim(), order: by("library-order").value };
  const asked = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "" && value !== null));
  try {
    const { entries, folders, tags, total } = await ask("library_search", { ...asked, offset: from, limit: PAGE });
    if (turn !== latest) return;
    showFolders(folders, tags);
    showCards(entries.map(keptCard), from > 0);
    by("library-more").hidden = entries.length < PAGE;
    by("library-message").textContent = total ? (entries.length || from ? news : "Nothing like that is here.") : "The library is empty. Add puzzles with “Add to library” beside a board, or with “caracol library add”.";
    news = "";
    showChosen();
  } catch (error) {
    by("library-message").textContent = String(/** @type {Error} */ (error).message);
  }
}

// -- folders ---------------------------------------------------------------------------------

/** @param {string} id */
function genreName(id) {
  return known.find((found) => found.id === id)?.name || id;
}

/** The size that is looked for, where it can be understood. */
function sizeWanted() {
  const found = /^\s*(\d+)\s*(?:[x×*]\s*(\d+))?\s*$/i.exec(by("library-size").value);
  return found ? (found[2] ? `${found[1]}x${found[2]}` : found[1]) : "";
}

/** All puzzles, a folder for each genre, and in it one for each grade; then people's own. @param {Folder[]} folders @param {Record<string, number>} tags */
function showFolders(folders, tags) {
  const genres = [...new Set(folders.map(({ genre }) => genre))];
  const name = folder.tag ? folder.tag : folder.genre ? `${genreName(folder.genre)}${folder.grade ? `, ${folder.grade}` : ""}` : "All puzzles";
  by("folders-title").textContent = WIDE.matches ? "Folders" : `Folder: ${name}`;
  by("library-title").textContent = folder.genre || folder.tag ? `Library: ${name}` : "Library";
  const tree = make("ul", {}, [
    make("li", {}, [folderLink("", "", "All puzzles", folders)]),
    ...genres.map((genre) => {
      const inside = folders.filter((found) => found.genre === genre);
      const grades = inside.map((found) => {
        const grade = found.grade || UNGRADED;
        return make("li", {}, [folderLink(genre, grade, found.grade || "not graded", [found])]);
      });
      return make("li", {}, [folderLink(genre, "", genreName(genre), inside), make("ul", {}, grades)]);
    }),
    ...Object.entries(tags).map(([tag, number]) => {
      const link = make("a", { href: `#library/${OWN}/${encodeURIComponent(tag)}`, className: "own" }, [make("span", { textContent: tag }), make("span", { className: "count", textContent: String(number) }), make("span", { className: "unseen", textContent: number === 1 ? " puzzle" : " puzzles" })]);
      if (folder.tag === tag) link.setAttribute("aria-current", "page");
      takes(link, (ids) => change(ids, { tag: [tag] }, `In the folder “${tag}”.`));
      return make("li", {}, [link]);
    }),
  ]);
  by("folder-names").replaceChildren(...Object.keys(tags).map((value) => make("option", { value })));
  replaceGently(by("folder-tree"), tree, "a");
}

/** @param {string} genre @param {string} grade @param {string} name @param {Folder[]} inside */
function folderLink(genre, grade, name, inside) {
  const sum = (/** @type {"number"|"solved"} */ what) => inside.reduce((total, found) => total + found[what], 0);
  const path = [genre, grade].filter(Boolean).map(encodeURIComponent).join("/");
  const count = make("span", { className: "count", textContent: `${sum("number")}` });
  const said = make("span", { className: "unseen", textContent: ` ${sum("number") === 1 ? "puzzle" : "puzzles"}, ${sum("solved")} solved` });
  const link = make("a", { href: path ? `#library/${path}` : "#library", title: `${sum("solved")} of ${sum("number")} solved` }, [make("span", { textContent: name }), count, said]);
  if (sum("solved") && sum("solved") === sum("number")) count.classList.add("all-solved");
  if (!folder.tag && folder.genre === genre && folder.grade === grade) link.setAttribute("aria-current", "page");
  return link;
}

// -- cards -----------------------------------------------------------------------------------

/** @type {Map<number, {of: string, item: HTMLElement}>} */ const cards = new Map();

/** The card that shows this already, or a new one. @param {any} entry */
function keptCard(entry) {
  const of = JSON.stringify([entry, dark()]);
  const before = cards.get(entry.id);
  const item = before?.of === of ? before.item : card(entry);
  cards.set(entry.id, { of, item });
  return item;
}

/** Show these alone, or more of them; what is at its place already stays, even while somebody presses on it. @param {HTMLElement[]} items @param {boolean} more */
function showCards(items, more) {
  const list = by("library-list");
  if (more) return list.append(...items);
  items.forEach((item, number) => {
    if (list.children[number] !== item) list.insertBefore(item, list.children[number] || null);
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
  for (const [id, { item }] of cards) if (!item.isConnected) cards.delete(id);
}

/** @param {any} entry */
function card(entry) {
  shown.set(entry.id, entry);
  const genre = genreName(entry.genre);
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
    thumb("library_picture", { id: entry.id, theme: dark() ? "dark" : "light" }, { width: 200, height: 170 }),
    make("h2", { textContent: title }),
    make("p", { className: "small" }, [facts, make("span", { className: entry.solved ? "badge solved" : "badge", textContent: entry.solved ? "✓ solved" : "not solved yet" }), make("span", { className: "badge", textContent: entry.tags.join(", ") })]),
    make("div", { className: "bar" }, [
      make("button", { type: "button", className: "primary", textContent: "Play", "aria-label": `Play ${title}`, onclick: () => open("play") }),
      make("button", { type: "button", textContent: "Edit", "aria-label": `Edit ${title}`, onclick: () => open("set") }),
      make("button", {
        type: "button",
        textContent: "Remove",
        "aria-label": `Remove ${title}`,
        onclick: async () => {
          item.inert = true; // one press is enough
          try {
            offerBack(item, title, await ask("library_remove", { id: entry.id }));
          } catch (error) {
            by("library-message").textContent = String(/** @type {Error} */ (error).message);
            item.inert = false;
            return;
          }
          chosen.delete(entry.id);
          offset -= 1; // those that are not shown yet have moved up
          showChosen();
        },
      }),
      make("button", { type: "button", textContent: "Rename", "aria-label": `Rename ${title}`, onclick: () => rename(entry, item) }),
      make("label", { className: "check" }, [box, " Choose"]),
    ]),
  ]);
  item.addEventListener("dragstart", (/** @type {DragEvent} */ event) => {
    const ids = chosen.has(entry.id) ? [...chosen] : [entry.id];
    event.dataTransfer?.setData(DRAGGED, JSON.stringify(ids));
  });
  return item;
}

const DRAGGED = "application/x-caracol-puzzles";

/** Let puzzles be dropped on an element. @param {HTMLElement} element @param {(ids: number[]) => void} take */
function takes(element, take) {
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

/** What was removed can be put back, at the place where it was. @param {HTMLElement} item @param {string} title @param {any} taken */
function offerBack(item, title, taken) {
  const before = [...item.childNodes];
  const undo = make("button", {
    type: "button",
    textContent: "Undo",
    "aria-label": `Put ${title} back`,
    onclick: async () => {
      undo.disabled = true;
      try {
        const { entry, tags, games } = taken;
        const { id } = await ask("library_restore", { entry, tags, games });
        by("library-message").textContent = `${title} is back.`;
        item.replaceChildren(...before);
        item.draggable = true;
        offset += 1;
        showChosen();
        if (id !== taken.removed) load(0);
      } catch (error) {
        by("library-message").textContent = String(/** @type {Error} */ (error).message);
        undo.disabled = false;
      }
    },
  });
  item.style.minHeight = `${item.getBoundingClientRect().height}px`;
  item.draggable = false;
  item.replaceChildren(make("p", { role: "status", textContent: `${title} is removed.` }), make("div", { className: "bar" }, [undo]));
  item.inert = false;
  undo.focus();
}

/** Change something about puzzles. @param {number[]} ids @param {any} what @param {string} words */
async function change(ids, what, words) {
  try {
    await ask("library_change", { ids, ...what });
    news = words;
    load(0);
  } catch (error) {
    by("library-message").textContent = String(/** @type {Error} */ (error).message);
  }
}

/** @param {any} entry @param {HTMLElement} item */
function rename(entry, item) {
  const field = make("input", { value: entry.title, maxLength: 200, "aria-label": "Title" });
  const form = make("form", { className: "fields" }, [field, make("div", { className: "bar" }, [make("button", { type: "submit", className: "primary", textContent: "Rename" }), make("button", { type: "button", textContent: "Cancel", onclick: () => form.remove() })])]);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    change([entry.id], { title: field.value }, "Renamed.");
  });
  item.querySelector("h2")?.after(form);
  field.focus();
  field.select();
}

// -- books -----------------------------------------------------------------------------------

function showChosen() {
  by("library-book").hidden = by("library-tag-form").hidden = !chosen.size;
  by("library-book").textContent = `Print the chosen ${chosen.size === 1 ? "one" : `${chosen.size}`}`;
  by("library-all").hidden = !by("library-list").children.length;
  const boxes = [...by("library-list").querySelectorAll("input[type=checkbox]")];
  for (const box of boxes) box.checked = chosen.has(Number(box.dataset.id));
  by("library-all").textContent = boxes.every((box) => box.checked) ? "Choose none of these" : "Choose all of these";
}

function chooseAll() {
  const boxes = [...by("library-list").querySelectorAll("input[type=checkbox]")];
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
  const tell = (/** @type {string} */ text) => (by("book-message").textContent = text);
  const puzzles = [...chosen].map((id) => shown.get(id)?.puzzle).filter(Boolean);
  const title = by("book-title-text").value.trim() || "Puzzles";
  const asked = {
    puzzles,
    title,
    author: by("book-author").value.trim(),
    page: by("book-page").value,
    per_page: Number(by("book-per-page").value) || null,
    large_print: by("book-large").checked,
    codes: by("book-codes").checked,
    page_address: pageAddress(),
  };
  by("book-make").disabled = true;
  tell("Making the book …");
  try {
    const made = await follow("book", asked, ({ done, of }) => done && tell(`Making the book … ${done} of ${of} puzzles solved and graded`));
    download(made, `${title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzles"}.pdf`);
    tell("");
    by("book-dialog").close();
  } catch (error) {
    tell(String(/** @type {Error} */ (error).message));
  } finally {
    by("book-make").disabled = false;
  }
}
