import { ask, send } from "./api.js";
import { by, download, make } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */

const PAGE = 24;
const chosen = new Set();
let offset = 0;
/** @type {Map<number, any>} */ const shown = new Map();
/** @type {Genre[]} */ let known = [];
/** @type {(view: View, how?: string) => void} */ let openPuzzle = () => {};
/** @type {() => boolean} */ let dark = () => false;

/** @param {Genre[]} genres @param {(view: View, how?: string) => void} open @param {() => boolean} isDark */
export function prepareShelf(genres, open, isDark) {
  known = genres;
  openPuzzle = open;
  dark = isDark;
  by("shelf-genre").replaceChildren(make("option", { value: "", textContent: "all" }), ...genres.map((genre) => make("option", { value: genre.id, textContent: genre.name })));
  by("shelf-grade").replaceChildren(...["", "trivial", "easy", "medium", "hard", "expert", "extreme"].map((grade) => make("option", { value: grade, textContent: grade || "all" })));
  by("shelf-search").addEventListener("input", () => load(0));
  by("shelf-search").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  by("shelf-more").addEventListener("click", () => load(offset + PAGE));
  by("shelf-book").addEventListener("click", print);
  document.addEventListener("solved", (/** @type {any} */ event) => {
    // Where the puzzle is in the library, it counts as solved there.
    ask("library/solved", { puzzle: event.detail.puzzle }).catch(() => {});
  });
}

export function openShelf() {
  load(0);
}

let latest = 0;

/** @param {number} from */
async function load(from) {
  const turn = ++latest;
  offset = from;
  const solved = by("shelf-solved").value;
  const query = new URLSearchParams({ offset: String(from), limit: String(PAGE) });
  for (const [name, value] of [["text", by("shelf-text").value], ["genre", by("shelf-genre").value], ["grade", by("shelf-grade").value], ["solved", solved]]) {
    if (value) query.set(name, value);
  }
  try {
    const { entries, total } = await ask(`library?${query}`);
    if (turn !== latest) return;
    const cards = entries.map(card);
    if (from) by("shelf-list").append(...cards);
    else by("shelf-list").replaceChildren(...cards);
    by("shelf-more").hidden = entries.length < PAGE;
    by("shelf-message").textContent = total ? (entries.length || from ? "" : "Nothing like that is here.") : "The library is empty. Add puzzles with “Add to library” beside a board, or with “caracol library add”.";
  } catch (error) {
    by("shelf-message").textContent = String(/** @type {Error} */ (error).message);
  }
}

/** @param {any} entry */
function card(entry) {
  shown.set(entry.id, entry);
  const genre = known.find((found) => found.id === entry.genre)?.name || entry.genre;
  const title = entry.title || `${genre} ${entry.id}`;
  const facts = [genre, `${entry.rows}×${entry.columns}`, entry.grade || "", entry.solved ? "solved ✓" : ""].filter(Boolean).join(" · ");
  const box = make("input", { type: "checkbox", checked: chosen.has(entry.id), "aria-label": `Choose ${title}` });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(entry.id);
    else chosen.delete(entry.id);
    by("shelf-book").hidden = !chosen.size;
  });
  const open = async (/** @type {string} */ how) => openPuzzle(await ask("read", { puzzle: entry.puzzle }), how);
  const item = make("li", { className: "card" }, [
    make("img", { src: `api/library/${entry.id}/picture?theme=${dark() ? "dark" : "light"}`, alt: "", className: "thumb", loading: "lazy" }),
    make("h2", { textContent: title }),
    make("p", { className: "small", textContent: facts }),
    make("div", { className: "bar" }, [
      make("button", { type: "button", className: "primary", textContent: "Play", "aria-label": `Play ${title}`, onclick: () => open("play") }),
      make("button", { type: "button", textContent: "Edit", "aria-label": `Edit ${title}`, onclick: () => open("set") }),
      make("button", {
        type: "button",
        textContent: "Remove",
        "aria-label": `Remove ${title}`,
        onclick: async () => {
          await ask(`library/${entry.id}`, undefined, { method: "DELETE" });
          item.remove();
        },
      }),
      make("label", { className: "check" }, [box, " Print"]),
    ]),
  ]);
  return item;
}

async function print() {
  by("shelf-message").textContent = "Printing …";
  try {
    const puzzles = [...chosen].map((id) => shown.get(id)?.puzzle).filter(Boolean);
    const response = await send("book", { puzzles, title: "Puzzles" }, { accept: "application/pdf" });
    download(await response.blob(), "puzzles.pdf");
    by("shelf-message").textContent = "";
  } catch (error) {
    by("shelf-message").textContent = String(/** @type {Error} */ (error).message);
  }
}
