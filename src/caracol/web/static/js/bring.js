import { ask } from "./api.js";
import { by, make, puzzleOf, textOf } from "./dom.js";
import { showNext } from "./library.js";
import { openNew } from "./new.js";

/**
 * Puzzles from elsewhere: pasted, chosen or dropped, one or many. What is found is shown first,
 * and what is not understood is named.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */
/** @typedef {{puzzle: any, base64?: boolean, name?: string}} Source */
/** @typedef {{puzzle: any, genre: string, title: string, rows: number, columns: number, picture: string}} Seen */

const MOST_BYTES = 700_000; // of a file; in base 64 it must fit into a request
const MOST_FILES = 50;
const PATIENCE = 400; // milliseconds without a key before a text is looked at

/** @type {Genre[]} */ let known = [];
/** @type {(view: View, how?: string) => void} */ let open = () => {};
/** @type {(file: File) => void} makes a puzzle from a picture */ let pictureDropped = () => {};
let timer = 0;
let turn = 0;
/** @type {Seen[]} */ let found = [];
/** @type {Set<number>} */ const chosen = new Set();

/** @param {Genre[]} genres @param {(view: View, how?: string) => void} opens @param {(file: File) => void} onPicture */
export function prepareBring(genres, opens, onPicture) {
  known = genres;
  open = opens;
  pictureDropped = onPicture;
  by("import-genre").replaceChildren(make("option", { value: "", textContent: "as the text says" }), ...genres.map((genre) => make("option", { value: genre.id, textContent: genre.name })));
  by("import-file").addEventListener("change", () => take([...by("import-file").files]));
  by("import-text").addEventListener("input", () => {
    clearTimeout(timer);
    turn++;
    show([], [], "");
    if (by("import-text").value.trim()) timer = window.setTimeout(() => bring(typed(), false), PATIENCE);
  });
  by("import-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    const first = found.findIndex((_, number) => chosen.has(number));
    if (found.length) openOne(found[Math.max(0, first)].puzzle);
    else if (by("import-text").value.trim()) bring(typed(), true);
    else complain("Paste a link, an id or a text, or choose a file.");
  });
  by("import-add").addEventListener("click", addChosen);
  by("new-dialog").addEventListener("close", forget);
  // Files may be dropped, and texts pasted, anywhere.
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
  addEventListener("paste", (event) => {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {Element} */ (event.target).tagName)) return;
    const files = [...(event.clipboardData?.files || [])];
    const text = event.clipboardData?.getData("text/plain").trim();
    if (files.length) take(files);
    else if (text) {
      openNew();
      by("import-text").value = text;
      bring(typed(), false);
    }
  });
}

/** Ask for a puzzle of a genre. @param {string} genre */
export function openImport(genre) {
  by("import-genre").value = genre;
  openNew();
  by("import-text").focus();
}

/** What stands in the field; a link of this page holds its puzzle itself. @returns {Source[]} */
function typed() {
  const text = by("import-text").value.trim();
  const code = /#(?:play|set|lab)\/(\S+)$/.exec(text)?.[1];
  try {
    return [{ puzzle: code ? puzzleOf(code) : text }];
  } catch {
    complain("This link holds no puzzle, or not all of it.");
    return [];
  }
}

/** @param {File[]} files */
async function take(files) {
  const picture = (/** @type {File} */ file) => file.type.startsWith("image/") && !/bitmap$/.test(file.type);
  if (files.length === 1 && picture(files[0])) return pictureDropped(files[0]);
  /** @type {string[]} */ const wrong = [];
  /** @type {Source[]} */ const sources = [];
  for (const file of files.slice(0, MOST_FILES)) {
    if (picture(file)) wrong.push(`${file.name} is a picture; open it alone`);
    else if (file.size > MOST_BYTES) wrong.push(`${file.name} has ${Math.ceil(file.size / 1000)} kB; the file of a puzzle has at most ${MOST_BYTES / 1000} kB`);
    else sources.push({ puzzle: textOf(new Uint8Array(await file.arrayBuffer())), base64: true, name: file.name });
  }
  if (files.length > MOST_FILES) wrong.push(`${files.length - MOST_FILES} more files: ${MOST_FILES} at a time are the most`);
  by("import-file").value = "";
  await bring(sources, true, wrong);
}

/**
 * Look at what was brought. A single puzzle that is in no doubt is opened where that is wanted;
 * else all are shown.
 * @param {Source[]} sources @param {boolean} opens @param {string[]} [wrong] what is not understood
 */
async function bring(sources, opens, wrong = []) {
  const mine = ++turn;
  const genre = by("import-genre").value || null;
  /** @type {Seen[]} */ const seen = [];
  /** @type {Set<string>} */ const formats = new Set();
  for (const source of sources) {
    const of = sources.length > 1 || wrong.length ? `${source.name}: ` : "";
    try {
      const { puzzles, format, note, wrong: unread } = await ask("preview", { ...source, genre });
      seen.push(...puzzles);
      formats.add(format);
      if (note) wrong.push(`${of || "this "}${of ? "" : "file was "}${note}`);
      wrong.push(...unread.map((/** @type {string} */ words) => of + words));
    } catch (error) {
      wrong.push(of + String(/** @type {Error} */ (error).message));
    }
    if (mine !== turn) return;
  }
  if (!sources.length && !wrong.length) return;
  if (opens && seen.length === 1 && !wrong.length) return openOne(seen[0].puzzle);
  if (opens) openNew();
  if (!seen.length) return complain(`${wrong.join(". ")}.`.replace(/\.\.$/, "."));
  show(seen, wrong, [...formats].join("; "));
}

/** @param {any} puzzle */
async function openOne(puzzle) {
  try {
    // Whoever sets goes on setting.
    const how = location.hash.startsWith("#set") ? "set" : "play";
    open(await ask("read", { puzzle }), how);
    by("new-dialog").close();
    forget();
  } catch (error) {
    complain(String(/** @type {Error} */ (error).message));
  }
}

function forget() {
  clearTimeout(timer);
  turn++;
  by("import-text").value = by("import-file").value = by("import-message").textContent = "";
  show([], [], "");
}

/** @param {Seen[]} seen @param {string[]} wrong @param {string} format */
function show(seen, wrong, format) {
  found = seen;
  chosen.clear();
  seen.forEach((_, number) => chosen.add(number));
  by("import-found").hidden = !seen.length;
  by("import-message").textContent = "";
  if (!seen.length) return;
  by("import-about").textContent = `${seen.length === 1 ? "One puzzle" : `${seen.length} puzzles`} in it (${format}).`;
  by("import-wrong").replaceChildren(...wrong.map((words) => make("li", { textContent: `Not understood: ${words}`.replace(/\.?$/, ".") })));
  by("import-list").replaceChildren(...seen.map(card));
  showChosen();
  by("import-found").scrollIntoView({ block: "nearest" });
}

/** @param {Seen} seen @param {number} number */
function card(seen, number) {
  const genre = known.find(({ id }) => id === seen.genre)?.name || seen.genre;
  const title = seen.title || genre;
  const box = make("input", { type: "checkbox", checked: true, "aria-label": `Choose ${title}, number ${number + 1}` });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(number);
    else chosen.delete(number);
    showChosen();
  });
  const picture = seen.picture ? [make("img", { alt: "", className: "thumb", src: `data:image/svg+xml,${encodeURIComponent(seen.picture)}` })] : [];
  const facts = `${seen.title ? `${genre}, ` : ""}${seen.rows}×${seen.columns}`;
  const face = make("button", { type: "button", className: "face", "aria-label": `Open ${title}, number ${number + 1}`, onclick: () => openOne(seen.puzzle) }, [...picture, make("strong", { textContent: title }), make("span", { className: "small", textContent: facts })]);
  return make("li", {}, [face, make("label", { className: "check" }, [box, " Choose"])]);
}

function showChosen() {
  by("import-add").disabled = !chosen.size;
  by("import-add").textContent = `Add ${chosen.size === 1 ? "it" : `the ${chosen.size}`} to the library`;
}

/** Put the chosen puzzles into the library. */
async function addChosen() {
  const puzzles = found.filter((_, number) => chosen.has(number)).map(({ puzzle }) => JSON.stringify(puzzle));
  by("import-add").disabled = true;
  by("import-message").textContent = `Adding ${puzzles.length === 1 ? "it" : `${puzzles.length} puzzles`} to the library …`;
  try {
    const added = await ask("library_add", { puzzle: puzzles.join("\n"), seconds: 60 });
    const old = added.number - added.new;
    by("new-dialog").close();
    const words = `${added.new} ${added.new === 1 ? "puzzle is" : "puzzles are"} new in the library${old ? `; ${old} ${old === 1 ? "was" : "were"} there already` : ""}.`;
    showNext(words);
  } catch (error) {
    complain(String(/** @type {Error} */ (error).message));
    showChosen();
  }
}

/** Say what is wrong with what was brought. @param {string} words */
function complain(words) {
  openNew();
  by("import-message").textContent = words;
  by("import-message").scrollIntoView({ block: "nearest" });
}
