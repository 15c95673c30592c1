import { ask } from "../shared/api.js";
import { decodePuzzle, encodeBase64 } from "../shared/address.js";
import { capitalize, count, find, getMessage, isInField, make } from "../shared/dom.js";
import { showLibrary } from "./library.js";
import { openNewDialog } from "./new_puzzle.js";

/**
 * Puzzles from elsewhere: pasted, chosen or dropped, one or many. They are shown before they are
 * added, and so is what could not be read.
 */

/** @typedef {{puzzle: any, base64?: boolean, name?: string}} Source */
/** @typedef {{puzzle: any, genre: string, title: string, rows: number, columns: number, picture: string}} Seen */

const MOST_BYTES = 700_000; // of a file, so that it fits into a request in base 64
const MOST_FILES = 50;
const QUIET = 400; // milliseconds without a key before a text is read

/** @type {Genre[]} */ let known = [];
/** @type {OpenPuzzle} */ let open = () => {};
/** @type {(file: File) => void} */ let pictureDropped = () => {};
let timer = 0;
let turn = 0;
/** @type {Seen[]} */ let found = [];
/** @type {Set<number>} */ const chosen = new Set();

/** @param {Genre[]} genres @param {OpenPuzzle} opens @param {(file: File) => void} onPicture */
export function prepareImport(genres, opens, onPicture) {
  known = genres;
  open = opens;
  pictureDropped = onPicture;
  find("import-genre").replaceChildren(make("option", { value: "", textContent: "automatic" }), ...genres.map((genre) => make("option", { value: genre.id, textContent: genre.name })));
  find("import-file").addEventListener("change", () => importFiles([...find("import-file").files]));
  find("import-text").addEventListener("input", () => {
    clearTimeout(timer);
    turn++;
    showFound([], [], "");
    if (find("import-text").value.trim()) timer = window.setTimeout(() => previewSources(readText(), false), QUIET);
  });
  find("import-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    const first = found.findIndex((_, number) => chosen.has(number));
    if (found.length) openPuzzle(found[Math.max(0, first)].puzzle);
    else if (find("import-text").value.trim()) previewSources(readText(), true);
    else showProblem("Paste a link, a game id or a text, or choose a file.");
  });
  find("import-add").addEventListener("click", addChosen);
  find("new-dialog").addEventListener("close", resetForm);
  // Files can be dropped anywhere on the page, and texts pasted.
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    importFiles([...event.dataTransfer.files]);
  });
  addEventListener("paste", (event) => {
    if (isInField(event)) return;
    const files = [...(event.clipboardData?.files || [])];
    const text = event.clipboardData?.getData("text/plain").trim();
    if (files.length) importFiles(files);
    else if (text) {
      openNewDialog();
      find("import-text").value = text;
      previewSources(readText(), false);
    }
  });
}

/** Open the dialog to import a puzzle of a genre. @param {string} genre */
export function openImport(genre) {
  find("import-genre").value = genre;
  openNewDialog();
  find("import-text").focus();
}

/** Return the text in the field, or the puzzle in a link to this page. @returns {Source[]} */
function readText() {
  const text = find("import-text").value.trim();
  const code = /#(?:play|set|lab)\/(\S+)$/.exec(text)?.[1];
  try {
    return [{ puzzle: code ? decodePuzzle(code) : text }];
  } catch {
    showProblem("This link is incomplete: there is no whole puzzle in it.");
    return [];
  }
}

/** @param {File[]} files */
async function importFiles(files) {
  const picture = (/** @type {File} */ file) => file.type.startsWith("image/") && !/bitmap$/.test(file.type);
  if (files.length === 1 && picture(files[0])) return pictureDropped(files[0]);
  /** @type {string[]} */ const wrong = [];
  /** @type {Source[]} */ const sources = [];
  for (const file of files.slice(0, MOST_FILES)) {
    if (picture(file)) wrong.push(`${file.name} is a picture; open it on its own`);
    else if (file.size > MOST_BYTES) wrong.push(`${file.name} has ${Math.ceil(file.size / 1000)} kB; the file of a puzzle has at most ${MOST_BYTES / 1000} kB`);
    else sources.push({ puzzle: encodeBase64(new Uint8Array(await file.arrayBuffer())), base64: true, name: file.name });
  }
  if (files.length > MOST_FILES) wrong.push(`${files.length - MOST_FILES} more files were skipped: at most ${MOST_FILES} can be opened at once`);
  find("import-file").value = "";
  await previewSources(sources, true, wrong);
}

/**
 * Read texts or files and show their puzzles; a single puzzle may be opened at once.
 * @param {Source[]} sources @param {boolean} opens whether to open it @param {string[]} [wrong] what could not be read
 */
async function previewSources(sources, opens, wrong = []) {
  const current = ++turn;
  const genre = find("import-genre").value || null;
  /** @type {Seen[]} */ const seen = [];
  /** @type {Set<string>} */ const formats = new Set();
  /** @type {Set<string>} */ const choices = new Set();
  for (const source of sources) {
    const of = sources.length > 1 || wrong.length ? `${source.name}: ` : "";
    try {
      const { puzzles, format, note, wrong: unread, choices: genres } = await ask("preview", { ...source, genre });
      seen.push(...puzzles);
      formats.add(format);
      if (note) wrong.push(of ? of + note : capitalize(note));
      genres.forEach((/** @type {string} */ id) => choices.add(id));
      if (!genres.length) wrong.push(...unread.map((/** @type {string} */ words) => of + words));
    } catch (error) {
      wrong.push(of + getMessage(error));
    }
    if (current !== turn) return;
  }
  if (!sources.length && !wrong.length) return;
  if (opens && seen.length === 1 && !wrong.length) return openPuzzle(seen[0].puzzle);
  if (opens) openNewDialog();
  if (choices.size) return askGenre([...choices], () => previewSources(sources, opens));
  if (!seen.length) return showProblem(`${wrong.join(". ")}.`.replace(/\.\.$/, "."));
  showFound(seen, wrong, [...formats].join("; "));
}

/**
 * Ask which genre a text has that names none. @param {string[]} genres @param {() => void} again reads it as that genre
 */
function askGenre(genres, again) {
  showProblem("The text does not name its genre. Which one is it?");
  const buttons = genres.map((id) =>
    make("button", {
      type: "button",
      textContent: known.find((genre) => genre.id === id)?.name || id,
      onclick: () => {
        find("import-genre").value = id;
        again();
      },
    }),
  );
  find("import-message").append(" ", ...buttons);
}

/** @param {any} puzzle */
async function openPuzzle(puzzle) {
  try {
    // A setter continues setting.
    const how = location.hash.startsWith("#set") ? "set" : "play";
    open(await ask("read", { puzzle }), how);
    find("new-dialog").close();
    resetForm();
  } catch (error) {
    showProblem(getMessage(error));
  }
}

function resetForm() {
  clearTimeout(timer);
  turn++;
  find("import-text").value = find("import-file").value = find("import-message").textContent = "";
  showFound([], [], "");
}

/** @param {Seen[]} seen @param {string[]} wrong @param {string} format */
function showFound(seen, wrong, format) {
  found = seen;
  chosen.clear();
  seen.forEach((_, number) => chosen.add(number));
  find("import-found").hidden = !seen.length;
  find("import-message").textContent = "";
  if (!seen.length) return;
  find("import-about").textContent = `${seen.length === 1 ? "One puzzle" : `${seen.length} puzzles`} found (${format}).`;
  find("import-wrong").replaceChildren(...wrong.map((words) => make("li", { textContent: words.replace(/\.?$/, ".") })));
  find("import-list").replaceChildren(...seen.map(makeCard));
  showChosen();
  find("import-found").scrollIntoView({ block: "nearest" });
}

/** @param {Seen} seen @param {number} number */
function makeCard(seen, number) {
  const genre = known.find(({ id }) => id === seen.genre)?.name || seen.genre;
  const title = seen.title || genre;
  const box = make("input", { type: "checkbox", checked: true, "aria-label": `Select ${title}, number ${number + 1}` });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(number);
    else chosen.delete(number);
    showChosen();
  });
  const picture = seen.picture ? [make("img", { alt: "", className: "thumb", src: `data:image/svg+xml,${encodeURIComponent(seen.picture)}` })] : [];
  const facts = `${seen.title ? `${genre}, ` : ""}${seen.columns}×${seen.rows}`;
  const face = make("button", { type: "button", className: "face", "aria-label": `Open ${title}, number ${number + 1}`, onclick: () => openPuzzle(seen.puzzle) }, [...picture, make("strong", { textContent: title }), make("span", { className: "small", textContent: facts })]);
  return make("li", {}, [face, make("label", { className: "check" }, [box, " Select"])]);
}

function showChosen() {
  find("import-add").disabled = !chosen.size;
  find("import-add").textContent = `Add ${count(chosen.size, "puzzle")} to library`;
}

/** Add the chosen puzzles to the library. */
async function addChosen() {
  const puzzles = found.filter((_, number) => chosen.has(number)).map(({ puzzle }) => JSON.stringify(puzzle));
  find("import-add").disabled = true;
  find("import-message").textContent = `Adding ${count(puzzles.length, "puzzle")} to the library …`;
  try {
    const added = await ask("library_add", { puzzle: puzzles.join("\n"), seconds: 60 });
    const old = added.number - added.new;
    find("new-dialog").close();
    const words = `Added ${count(added.new, "puzzle")}${old ? `; ${count(old, "was", "were")} already in the library` : ""}.`;
    showLibrary(words);
  } catch (error) {
    showProblem(getMessage(error));
    showChosen();
  }
}

/** Show why something cannot be imported. @param {string} words */
function showProblem(words) {
  openNewDialog();
  find("import-message").textContent = words;
  find("import-message").scrollIntoView({ block: "nearest" });
}
