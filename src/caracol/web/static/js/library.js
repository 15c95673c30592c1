import { ask, follow } from "./api.js";
import { by, bytesOf, download, make, replaceGently } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */
/** @typedef {{genre: string, grade: string|null, number: number, solved: number}} Folder */

const PAGE = 24;
const UNGRADED = "ungraded";
const WIDE = matchMedia("(min-width: 761px)");

/** @type {Set<number>} */ const chosen = new Set();
/** @type {Map<number, any>} */ const shown = new Map();
/** @type {Genre[]} */ let known = [];
/** @type {(view: View, how?: string) => void} */ let openPuzzle = () => {};
/** @type {() => boolean} */ let dark = () => false;
let offset = 0;
/** @type {{genre: string, grade: string}} the folder that is open; empty: all */ let folder = { genre: "", grade: "" };

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
  by("folders").open = WIDE.matches;
  WIDE.addEventListener("change", () => (by("folders").open = WIDE.matches));
  document.addEventListener("solved", (/** @type {any} */ event) => {
    // Where the puzzle is in the library, it counts as solved there.
    ask("library/solved", { puzzle: event.detail.puzzle }).catch(() => {});
  });
}

/** Open a folder, as the address names it: "genre/grade", or nothing for all. @param {string} path */
export function openLibrary(path) {
  const [genre = "", grade = ""] = path.split("/").map(decodeURIComponent);
  folder = { genre, grade };
  if (path && !WIDE.matches) by("folders").open = false;
  load(0);
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
  news = words;
  if (location.hash === "#library") openLibrary("");
  else location.hash = "#library";
}

let latest = 0;
let news = "";

/** @param {number} from */
async function load(from) {
  const turn = ++latest;
  offset = from;
  const wanted = { ...folder, text: by("library-text").value, solved: by("library-solved").value };
  const query = new URLSearchParams({ offset: String(from), limit: String(PAGE) });
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  try {
    const { entries, folders, total } = await ask(`library?${query}`);
    if (turn !== latest) return;
    showFolders(folders);
    const cards = entries.map(card);
    if (from) by("library-list").append(...cards);
    else by("library-list").replaceChildren(...cards);
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

/** All puzzles, a folder for each genre, and in it one for each grade. @param {Folder[]} folders */
function showFolders(folders) {
  const genres = [...new Set(folders.map(({ genre }) => genre))];
  const name = folder.genre ? `${genreName(folder.genre)}${folder.grade ? `, ${folder.grade}` : ""}` : "All puzzles";
  by("folders-title").textContent = WIDE.matches ? "Folders" : `Folder: ${name}`;
  by("library-title").textContent = folder.genre ? `Library: ${name}` : "Library";
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
  ]);
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
  if (folder.genre === genre && folder.grade === grade) link.setAttribute("aria-current", "page");
  return link;
}

// -- cards -----------------------------------------------------------------------------------

/** @param {any} entry */
function card(entry) {
  shown.set(entry.id, entry);
  const genre = genreName(entry.genre);
  const title = entry.title || `${genre} ${entry.id}`;
  const facts = [genre, `${entry.rows}×${entry.columns}`, entry.grade || ""].filter(Boolean).join(" · ");
  const box = make("input", { type: "checkbox", checked: chosen.has(entry.id), "aria-label": `Choose ${title}` });
  box.dataset.id = String(entry.id);
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(entry.id);
    else chosen.delete(entry.id);
    showChosen();
  });
  const open = async (/** @type {string} */ how) => openPuzzle(await ask("read", { puzzle: entry.puzzle }), how);
  const item = make("li", { className: "card" }, [
    make("img", { src: `api/library/${entry.id}/picture?theme=${dark() ? "dark" : "light"}`, alt: "", className: "thumb", loading: "lazy", width: 200, height: 170 }),
    make("h2", { textContent: title }),
    make("p", { className: "small" }, [facts, make("span", { className: entry.solved ? "badge solved" : "badge", textContent: entry.solved ? "✓ solved" : "not solved yet" })]),
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
            await ask(`library/${entry.id}`, undefined, { method: "DELETE" });
          } catch (error) {
            by("library-message").textContent = String(/** @type {Error} */ (error).message);
            item.inert = false;
            return;
          }
          chosen.delete(entry.id);
          load(0);
        },
      }),
      make("label", { className: "check" }, [box, " Print"]),
    ]),
  ]);
  return item;
}

// -- books -----------------------------------------------------------------------------------

function showChosen() {
  by("library-book").hidden = !chosen.size;
  by("library-book").textContent = `Print the chosen ${chosen.size === 1 ? "one" : `${chosen.size}`}`;
  by("library-all").hidden = !by("library-list").children.length;
  const boxes = [...by("library-list").querySelectorAll("input[type=checkbox]")];
  by("library-all").textContent = boxes.every((box) => box.checked) ? "Choose none of these" : "Choose all of these";
}

function chooseAll() {
  const boxes = [...by("library-list").querySelectorAll("input[type=checkbox]")];
  const all = !boxes.every((box) => box.checked);
  for (const box of boxes) {
    box.checked = all;
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
  };
  by("book-make").disabled = true;
  tell("Making the book …");
  try {
    const made = await follow("book", asked, ({ done, of }) => done && tell(`Making the book … ${done} of ${of} puzzles solved and graded`));
    download(new Blob([bytesOf(made.data)], { type: made.media }), `${title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzles"}.pdf`);
    tell("");
    by("book-dialog").close();
  } catch (error) {
    tell(String(/** @type {Error} */ (error).message));
  } finally {
    by("book-make").disabled = false;
  }
}
