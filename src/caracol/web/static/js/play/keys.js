import { makeKeyList } from "../shared/dom.js";
import { getPressValues, readKey } from "../board/writing.js";

/** Return a list of keys for a puzzle. @param {View} view @param {[string, () => void, string][]} shortcuts keys that need Alt if they write a value */
export function makeKeyHelp(view, shortcuts) {
  const rows = [["arrows", `go from ${view.places ? "place to place" : "cell to cell"}; beyond the edge are the clues`]];
  const pressed = getPressValues(view).map((value) => view.symbols[value].word).join(", then ");
  if (pressed) rows.push(["Space or Enter", `write ${pressed}, then nothing`]);
  view.symbols.forEach((sign, value) => {
    const more = Object.entries(view.writing.keys).filter(([, other]) => other === value).map(([key]) => key);
    rows.push([[sign.letter, ...more].filter(Boolean).join(" "), sign.word]);
  });
  rows.push(["Backspace", "erase"], ["Shift and a letter", "pencil mark"], ["Shift and an arrow", "write the same into the next cell"], ["Ctrl Z, Ctrl Y", "undo, redo"], ["Enter on a clue", "tick it"]);
  rows.push(...shortcuts.map(([key, , words]) => [readKey(view, key) === undefined ? key : `Alt ${key}`, words]));
  return makeKeyList(rows);
}
