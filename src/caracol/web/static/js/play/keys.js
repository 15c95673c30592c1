import { makeKeyList } from "../shared/dom.js";
import { getPressValues, isCaseSensitive, isTyped, listPaletteValues, readKey } from "../board/writing.js";

/** Return a list of keys for a puzzle. @param {View} view @param {[string, () => void, string][]} shortcuts keys that need Alt if they write a value */
export function makeKeyHelp(view, shortcuts) {
  const beside = view.margins.some(Boolean); // whether clues are beside the board
  const rows = [["arrows", `go from ${view.places ? "place to place" : "cell to cell"}${beside ? "; beyond the edge are the clues" : ""}`]];
  const pressed = getPressValues(view).map((value) => view.symbols[value].word).join(", then ");
  if (pressed) rows.push(["Space or Enter", `write ${pressed}, then nothing`]);
  const own = []; // keys that write what is on them
  for (const value of listPaletteValues(view)) {
    const { letter, word } = view.symbols[value];
    const keys = [letter, ...Object.entries(view.writing.keys).filter(([, other]) => other === value).map(([key]) => key)].filter(Boolean);
    if (keys.length === 1 && keys[0] === word) own.push(word);
    else rows.push([keys.join(" "), word]);
  }
  if (own.length) rows.push([own.length > 3 ? `${own[0]} – ${own.at(-1)}` : own.join(" "), "write it"]);
  rows.push(["Backspace", "erase"], ["Shift and a key", isTyped(view) ? "corner note" : "pencil mark"]);
  if (isTyped(view)) rows.push(["Shift Alt and a key, or Ctrl and a digit", "centre note"], ["Shift and an arrow", "select the next cell as well"], ["Shift or Ctrl and a click", "select several cells"], ["Escape", "select one cell"]);
  else rows.push(["Shift and an arrow", "write the same into the next cell"]);
  rows.push(["Ctrl Z, Ctrl Y", "undo, redo"], ...(beside ? [["Enter on a clue", "tick it"]] : []));
  rows.push(...shortcuts.map(([key, , words]) => [readKey(view, key) === undefined ? key : `Alt ${key}`, words]));
  return makeKeyList(rows);
}

/** Do what a key on a cell means; return whether it means something. @param {import("./play.js").Play} play @param {View} view @param {number} cell @param {KeyboardEvent} event */
export function writeByKey(play, view, cell, event) {
  const typed = isTyped(view);
  const cells = typed ? play.selection.cells : [cell];
  // Ctrl and digits, or Alt and Shift, write in the middle.
  const centred = typed && ((event.ctrlKey && /^Digit/.test(event.code)) || (event.altKey && event.shiftKey));
  if (!centred && (event.ctrlKey || event.metaKey || event.altKey)) return false;
  if (event.key === "Escape") {
    if (play.selection.shown) play.select([cell]);
    else play.hints.end();
  } else if (event.key === "Backspace" || event.key === "Delete") play.erase(cells);
  else if ((event.key === " " || event.key === "Enter") && (!typed || play.brush !== null)) {
    play.startStroke({ cell, second: false, pencil: event.shiftKey });
    play.endStroke(true);
  } else if (event.key === " ") play.writeValue(cells, 0, play.notes.writing);
  else return typeValue(play, view, cells, event, centred);
  return true;
}

/** @param {import("./play.js").Play} play @param {View} view @param {number[]} cells @param {KeyboardEvent} event @param {boolean} centred */
function typeValue(play, view, cells, event, centred) {
  // With Shift, the key of a digit has another sign.
  const digit = event.shiftKey || centred ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
  const value = (digit === undefined ? undefined : readKey(view, digit)) ?? readKey(view, event.key);
  if (value === undefined) return false;
  const shifted = event.shiftKey && (Boolean(digit) || (/^[a-z]$/i.test(event.key) && !isCaseSensitive(view)));
  play.writeValue(cells, value, play.notes.writing || shifted || centred, centred ? "centre" : shifted ? "marks" : undefined);
  return true;
}
