import { find, make } from "../shared/dom.js";
import { drawIcon } from "../board/shapes.js";
import { listPaletteValues } from "../board/writing.js";

/** The buttons with the values that can be written; shared by play and setter. */

const ROW = 6; // values beside each other on a phone

/** Show a button for each value. @param {View} view @param {(value: number) => void} choose */
export function showPalette(view, choose) {
  const values = listPaletteValues(view);
  // On a phone, many values are in several rows of equal length.
  find("palette").style.setProperty("--across", String(Math.ceil(values.length / Math.ceil(values.length / ROW))));
  find("palette").replaceChildren(
    ...values.map((value) => {
      const { word } = view.symbols[value];
      const button = make("button", { type: "button", className: "value", "aria-label": word, title: word, onclick: () => choose(value) }, [drawIcon(view.symbols[value])]);
      button.dataset.value = String(value);
      return button;
    }),
  );
}

/** Show which value presses write, if presses write values. @param {View} view @param {number|null|"erase"} brush */
export function markBrush(view, brush) {
  if (!view.writing.press.length) return;
  for (const button of find("palette").children) button.setAttribute("aria-pressed", String(Number(button.dataset.value) === brush));
}
