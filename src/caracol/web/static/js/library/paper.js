import { ask } from "../shared/api.js";
import { Problem } from "../answers/problems.js";
import { make } from "../shared/dom.js";

/**
 * Pictures that the browser itself makes from SVG: as PNG, and on paper, where what answers the
 * page cannot make a PDF.
 */

const SHARPNESS = 2; // pixels for each of the browser's, as in the PNG of `caracol render`
/** @type {Record<string, number>} millimetres for the boards of a page, below a heading */ const HEIGHTS = { a4: 225, letter: 210, a5: 150 };
const SOLUTIONS = 6; // on a page

/** Return what to say before the browser prints. @param {boolean} codes whether QR codes were wanted */
export function describePrinting(codes) {
  const words = "Your browser prints this. Choose “Save as PDF” as the printer to keep it as a file.";
  return codes ? `${words} It has no QR codes.` : words;
}

/** Return whether what answers the page lacks a program that makes a file. @param {unknown} error */
export function lacksProgram(error) {
  return error instanceof Problem && error.type === "missing-extra";
}

/** Return an SVG as PNG. @param {Blob} drawing @returns {Promise<Blob>} */
export async function drawPng(drawing) {
  const image = await load(drawing);
  const canvas = make("canvas", { width: SHARPNESS * image.naturalWidth, height: SHARPNESS * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((/** @type {Blob|null} */ drawn) => (drawn ? resolve(drawn) : reject(new Error("this picture is too large for your browser"))), "image/png");
  });
}

/** Print one picture, below its rules if there are any. @param {Blob} drawing @param {string} [rules] */
export async function printPicture(drawing, rules) {
  const words = rules ? [make("p", { textContent: rules })] : [];
  printSheets([makeSheet([make("figure", {}, [...words, await load(drawing)])], 1, "a4")]);
}

/**
 * Print puzzles with the rules of their genres, and their solutions at the back.
 * @param {{puzzles: any[], title: string, author: string, page: string, per_page: number|null, large_print: boolean}} book
 */
export async function printBook({ puzzles, title, author, page, per_page, large_print }) {
  const { genres } = await ask("genres");
  /** @type {HTMLElement[]} */ const boards = [];
  /** @type {HTMLElement[]} */ const solutions = [];
  const explained = new Set();
  for (const puzzle of puzzles) {
    const { name, instructions } = genres.find((/** @type {any} */ { id }) => id === puzzle.genre);
    const rules = explained.has(name) ? [] : [make("p", { textContent: `${name}: ${instructions}` })];
    explained.add(name);
    const number = boards.length + 1;
    boards.push(make("figure", {}, [make("figcaption", { textContent: `${number}` }), ...rules, await draw(puzzle, {})]));
    const { status, word } = await ask("grade", { puzzle, seconds: 10 });
    if (status !== "unique") continue;
    const caption = make("figcaption", { textContent: word ? `${number} (${word})` : `${number}` });
    solutions.push(make("figure", {}, [caption, await draw(puzzle, { solved: true, no_caption: true })]));
  }
  const many = per_page || (large_print ? 1 : 2);
  const sheets = [...divide(boards, many).map((part) => makeSheet(part, many, page)), ...divide(solutions, SOLUTIONS).map((part) => makeSheet(part, SOLUTIONS, page))];
  sheets[0].prepend(make("h1", { textContent: title }), ...(author ? [make("p", { textContent: author })] : []));
  sheets[Math.ceil(boards.length / many)]?.prepend(make("h1", { textContent: "Solutions" }));
  printSheets(sheets);
}

/** Return the picture of a puzzle for paper. @param {any} puzzle @param {any} how */
async function draw(puzzle, how) {
  return load(await ask("render", { puzzle, to: "svg", theme: "print", ...how }));
}

/** Return a drawing as an image that can be shown at once. @param {Blob} drawing @returns {Promise<HTMLImageElement>} */
async function load(drawing) {
  const image = make("img", { src: URL.createObjectURL(drawing), alt: "" });
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return image;
}

/** Return a page with figures. @param {HTMLElement[]} figures @param {number} many how many a full page has @param {string} page the paper */
function makeSheet(figures, many, page) {
  const across = many > 2 ? 2 : 1;
  for (const figure of figures) {
    const image = /** @type {HTMLElement} */ (figure.querySelector("img"));
    image.style.maxHeight = `${Math.floor(HEIGHTS[page] / Math.ceil(many / across) - 25)}mm`;
  }
  return make("div", { className: across > 1 ? "sheet pairs" : "sheet" }, figures);
}

/** Return lists of at most this many items. @template T @param {T[]} items @param {number} many @returns {T[][]} */
function divide(items, many) {
  return Array.from({ length: Math.ceil(items.length / many) }, (_, at) => items.slice(at * many, (at + 1) * many));
}

/** Open the browser's dialog for printing, with these pages instead of what is on the screen. @param {HTMLElement[]} sheets */
function printSheets(sheets) {
  const paper = make("section", { id: "paper" }, sheets);
  document.body.append(paper);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}
