import { hasValue, listValues } from "../shared/masks.js";
import { measureText } from "./measures.js";
import { getBox, getSpot } from "./places.js";
import { draw, drawSymbol } from "./shapes.js";
import { listPaletteValues } from "./writing.js";

/** The drawing of notes: small values in cells. */

const SMALL = 10 / 14; // of the smallest text: notes that would not have places of their own otherwise
const USUAL = 0.26; // of a cell: the height of a note
const CENTRE = 0.32; // of a cell: the height of a note in the middle

/**
 * Return the places of notes: each value has a fixed one, so that cells are easy to compare.
 * @param {View} view @param {number} marks @param {number} cell @param {number} least @param {boolean} [apart] whether the middle of the cell stays free
 */
function placeMarks(view, marks, cell, least, apart = false) {
  const values = listValues(marks);
  const { x, y, width } = getBox(view, cell);
  const { form } = getSpot(view, cell);
  if (form !== "square") {
    // On a line, marks lie along it.
    const part = 0.62 / view.symbols.length;
    const middle = getSpot(view, cell);
    return values.map((value) => {
      const along = form === "corner" ? ((value + 0.5) / view.symbols.length - 0.5) * width : (value - (view.symbols.length - 1) / 2) * part;
      const [px, py] = form === "upright" ? [middle.x, middle.y + along] : [middle.x + along, middle.y];
      return { value, px, py, height: Math.max(least * 0.8, 0.24), side: 0.26 };
    });
  }
  const possible = listPaletteValues(view);
  const countPlaces = (/** @type {number} */ height) => ({ height, across: Math.floor(0.98 / (height * 0.6)), down: Math.floor(0.98 / (height * 0.86)) });
  let most = countPlaces(Math.max(least, USUAL));
  if (possible.length > most.across * most.down) most = countPlaces(Math.max(least * SMALL, USUAL * 0.8));
  // If there are more values than places, only the notes that are written get one.
  const fixed = possible.length <= most.across * most.down;
  const places = fixed ? possible.length : values.length;
  const across = Math.min(most.across, Math.ceil(apart ? places / 2 : Math.sqrt(places)));
  const down = Math.ceil(places / across);
  return values.map((value, number) => {
    const place = fixed ? possible.indexOf(value) : number;
    const px = x + 0.06 + (0.88 * (0.5 + (place % across))) / across;
    const line = Math.floor(place / across);
    const py = apart && down === 2 ? y + (line ? 0.84 : 0.16) : y + 0.06 + (0.88 * (0.5 + line)) / down;
    return { value, px, py, height: most.height, side: 0.84 / Math.max(across, down) };
  });
}

/** Draw the notes of a cell: in the corners, in the middle, and what is ruled out. @param {View} view @param {Content} content @param {number} cell @param {number} least */
export function drawNotes(view, { marks, centre = 0, eliminated = 0 }, cell, least) {
  const shown = [...drawMarks(view, marks, cell, least, "", centre > 0), ...drawCentre(view, centre, cell, least)];
  // Somebody who notes what is possible sees what is not.
  return marks || centre ? shown : drawMarks(view, eliminated, cell, least, "gone");
}

/** @param {View} view @param {number} marks @param {number} cell @param {number} least @param {string} name @param {boolean} [apart] */
function drawMarks(view, marks, cell, least, name, apart) {
  const upright = getSpot(view, cell).form === "upright";
  return placeMarks(view, marks, cell, least, apart).flatMap((place) => {
    const { value, px, py, height, side } = place;
    const sign = view.symbols[value];
    const letter = () => draw("text", { x: px, y: py + height * 0.36, "font-size": height, class: "letter" }, sign.letter);
    const shown = sign.shape === "letter" || sign.mark ? letter() : drawSymbol(sign, px, py, side, 0, upright);
    shown.classList.add("mark");
    if (!name) return [shown];
    shown.classList.add(name);
    return [shown, draw("path", { class: `mark line ${name}`, d: makeStrike(place) })];
  });
}

/** Draw notes side by side in the middle of a cell. @param {View} view @param {number} centre @param {number} cell @param {number} least */
function drawCentre(view, centre, cell, least) {
  const words = listValues(centre).map((value) => view.symbols[value]).map(({ shape, letter, glyph }) => (shape === "letter" ? letter : glyph || letter)).join("");
  if (!words) return [];
  const { x, y } = getSpot(view, cell);
  const height = Math.min(Math.max(CENTRE, least), Math.max(0.9 / measureText(words), least * SMALL));
  const text = draw("text", { x, y: y + height * 0.36, "font-size": height, class: "letter mark centred" }, words);
  if (measureText(words) * height > 0.92) for (const [key, value] of Object.entries({ textLength: 0.92, lengthAdjust: "spacingAndGlyphs" })) text.setAttribute(key, String(value));
  return [text];
}

/** @param {{px: number, py: number, side: number, height: number}} place */
function makeStrike({ px, py, side, height }) {
  const arm = Math.min(0.18, Math.max(side, height) * 0.45);
  return `M${px - arm} ${py + arm}L${px + arm} ${py - arm}`;
}

/** Draw strokes through notes. @param {View} view @param {Content[]} contents @param {Map<number, number>|undefined} struck @param {number} least */
export function drawStrikes(view, contents, struck, least) {
  return [...(struck || [])].flatMap(([cell, removed]) =>
    placeMarks(view, contents[cell].marks, cell, least)
      .filter(({ value }) => hasValue(removed, value))
      .flatMap((place) => [draw("path", { class: "strike under", d: makeStrike(place) }), draw("path", { class: "strike", d: makeStrike(place) })]),
  );
}
