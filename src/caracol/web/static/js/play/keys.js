import { makeKeyList } from "../shared/dom.js";
import { getPressValues, isTyped, readKey } from "../board/writing.js";

/** Return a list of keys for a puzzle. @param {View} view @param {[string, () => void, string][]} shortcuts keys that need Alt if they write a value */
export function makeKeyHelp(view, shortcuts) {
  const rows = [["arrows", `go from ${view.places ? "place to place" : "cell to cell"}; beyond the edge are the clues`]];
  const pressed = getPressValues(view).map((value) => view.symbols[value].word).join(", then ");
  if (pressed) rows.push(["Space or Enter", `write ${pressed}, then nothing`]);
  view.symbols.forEach((sign, value) => {
    const more = Object.entries(view.writing.keys).filter(([, other]) => other === value).map(([key]) => key);
    rows.push([[sign.letter, ...more].filter(Boolean).join(" "), sign.word]);
  });
  rows.push(["Backspace", "erase"], ["Shift and a key", isTyped(view) ? "corner note" : "pencil mark"]);
  if (isTyped(view)) rows.push(["Shift Alt and a key, or Ctrl and a digit", "centre note"], ["Shift and an arrow", "select the next cell as well"], ["Shift or Ctrl and a click", "select several cells"], ["Escape", "select one cell"]);
  else rows.push(["Shift and an arrow", "write the same into the next cell"]);
  rows.push(["Ctrl Z, Ctrl Y", "undo, redo"], ["Enter on a clue", "tick it"]);
  rows.push(...shortcuts.map(([key, , words]) => [readKey(view, key) === undefined ? key : `Alt ${key}`, words]));
  return makeKeyList(rows);
}
