import { ask } from "../shared/api.js";
import { getPageAddress } from "../shared/address.js";
import { count, download, find, getMessage, makeButton } from "../shared/dom.js";
import { stopGrading } from "./grading.js";
import { describePrinting, lacksProgram, printBook } from "./paper.js";

/** The selected puzzles of the library: folders, books, and removing several at once. */

/** @type {Set<number>} */ const selected = new Set();
/** @type {Map<number, any>} puzzles that have been shown, by their numbers */ const puzzles = new Map();
/** @type {(words: string) => Promise<void>} */ let reload = async () => {};
let last = 0; // the puzzle that was selected last, for ranges

/** @param {(words: string) => Promise<void>} reloads shows the library again, with a message */
export function prepareSelection(reloads) {
  reload = reloads;
  find("library-all").addEventListener("click", selectAll);
  find("library-remove").addEventListener("click", removeSelected);
  find("library-book").addEventListener("click", () => find("book-dialog").showModal());
  find("book-form").addEventListener("submit", makeBook);
  acceptDrops(find("library-bar"), (ids) => {
    for (const id of ids) selected.add(id);
    showSelected();
  });
  find("library-tag-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const tag = find("library-tag").value.trim();
    if (!tag || !selected.size) return;
    const away = event.submitter?.id === "library-untag";
    const many = count(selected.size, "puzzle");
    changeEntries([...selected], away ? { untag: [tag] } : { tag: [tag] }, away ? `Removed ${many} from “${tag}”.` : `Added ${many} to “${tag}”.`);
  });
}

/** Select exactly these puzzles. @param {Map<number, any>} made puzzles by their numbers */
export function selectOnly(made) {
  selected.clear();
  for (const [id, puzzle] of made) {
    selected.add(id);
    puzzles.set(id, puzzle);
  }
}

/** @param {number} id */
export function deselect(id) {
  selected.delete(id);
}

/** Return all checkboxes, in the order of the cards. @returns {HTMLInputElement[]} */
function listBoxes() {
  return [...find("library-list").querySelectorAll("input[type=checkbox]")];
}

/** Let a checkbox select an entry; with Shift, everything from the one before. @param {HTMLInputElement} box @param {any} entry */
export function prepareBox(box, entry) {
  puzzles.set(entry.id, entry.puzzle);
  box.dataset.id = String(entry.id);
  box.addEventListener("click", (event) => {
    const boxes = listBoxes();
    const ends = [boxes.findIndex(({ dataset }) => Number(dataset.id) === last), boxes.indexOf(box)].sort((one, other) => one - other);
    const range = event.shiftKey && ends[0] >= 0 ? boxes.slice(ends[0], ends[1] + 1) : [box];
    setSelected(range, box.checked);
    last = entry.id;
  });
}

/** @param {HTMLInputElement[]} boxes @param {boolean} on */
function setSelected(boxes, on) {
  for (const { dataset } of boxes) {
    if (on) selected.add(Number(dataset.id));
    else selected.delete(Number(dataset.id));
  }
  showSelected();
}

function selectAll() {
  const boxes = listBoxes();
  setSelected(boxes, !boxes.every((box) => box.checked));
}

/** Show which puzzles are selected, and what can be done with them. */
export function showSelected() {
  const boxes = listBoxes();
  find("library-selection").hidden = !selected.size;
  find("library-book").textContent = `Print ${count(selected.size, "puzzle")}`;
  find("library-remove").textContent = `Remove ${count(selected.size, "puzzle")}`;
  find("library-all").hidden = !boxes.length;
  for (const box of boxes) {
    box.checked = selected.has(Number(box.dataset.id));
    box.closest("li")?.classList.toggle("selected", box.checked);
  }
  find("library-all").textContent = boxes.length && boxes.every((box) => box.checked) ? "Select none" : "Select all";
}

// -- changes ---------------------------------------------------------------------------------

const DRAGGED = "application/x-caracol-puzzles";

/** Let a card be dragged, with all others that are selected. @param {HTMLElement} item @param {number} id */
export function makeDraggable(item, id) {
  item.addEventListener("dragstart", (event) => {
    event.dataTransfer?.setData(DRAGGED, JSON.stringify(selected.has(id) ? [...selected] : [id]));
  });
}

/** Accept puzzles that are dropped on an element. @param {HTMLElement} element @param {(ids: number[]) => void} take */
export function acceptDrops(element, take) {
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

/** Change the title or folders of entries. @param {number[]} ids @param {any} what @param {string} words */
export async function changeEntries(ids, what, words) {
  try {
    await ask("library_change", { ids, ...what });
    reload(words);
  } catch (error) {
    find("library-message").textContent = getMessage(error);
  }
}

/** Remove the selected puzzles, and offer to restore them with their numbers and places. */
async function removeSelected() {
  const ids = [...selected];
  const name = count(ids.length, "puzzle");
  /** @type {any[]} */ const removed = [];
  stopGrading(); // or it would ask for the grade of a puzzle that is gone
  try {
    for (const id of ids) {
      removed.push(await ask("library_remove", { id }));
      selected.delete(id);
    }
  } catch (error) {
    find("library-message").textContent = getMessage(error);
  }
  if (!removed.length) return;
  await reload(`Removed ${name}.`);
  const undo = makeButton("Undo", async () => {
    undo.disabled = true;
    try {
      for (const entry of removed.splice(0)) await ask("library_restore", entry);
      reload(`Restored ${name}.`);
    } catch (error) {
      find("library-message").textContent = getMessage(error);
    }
  }, { "aria-label": `Restore ${name}` });
  find("library-message").append(" ", undo);
  undo.focus();
}

// -- books -----------------------------------------------------------------------------------

/** @param {Event} event */
async function makeBook(event) {
  event.preventDefault();
  const show = (/** @type {string} */ text) => (find("book-message").textContent = text);
  const title = find("book-title-text").value.trim() || "Puzzles";
  const asked = {
    puzzles: [...selected].map((id) => puzzles.get(id)).filter(Boolean),
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
    if (lacksProgram(error)) printInstead(asked, show);
    else show(getMessage(error));
  } finally {
    find("book-make").disabled = false;
  }
}

/** Print a book with the browser. @param {any} asked @param {(words: string) => void} show */
async function printInstead(asked, show) {
  try {
    show(describePrinting(asked.codes));
    await printBook(asked);
  } catch (error) {
    show(getMessage(error));
  }
}
