import { ask, follow, stopped } from "./api.js";
import { by, make, progress, say } from "./dom.js";

/** @typedef {import("./set.js").Set_} Set_ */

const LARGEST = 480; // pixels of the longer side that are sent
const SHADES = [90, 130, 170, 210]; // what is darker is painted: thresholds to choose from
const PATIENCE = 250; // milliseconds without a change before it is painted anew

/** Puzzles from pictures: a PNG, JPEG or SVG, how many cells, how dark is black, how many colours. */
export class Picture {
  /** @param {Set_} setter */
  constructor(setter) {
    this.setter = setter;
    this.image = "";
    /** @type {AbortController|null} */ this.working = null;
    this.timer = 0;
    by("picture-file").addEventListener("change", () => this.take(by("picture-file").files[0]));
    for (const id of ["picture-size", "picture-dark", "picture-auto", "picture-colours"]) by(id).addEventListener("input", () => this.later());
  }

  /** Show the fields where the genre's boards are painted. */
  show() {
    by("set-picture").hidden = !this.setter.view.tools.some(({ gesture }) => gesture === "paint");
    by("picture-fields").hidden = !this.image;
  }

  /** @param {File|undefined} file */
  async take(file) {
    if (!file) return;
    try {
      this.image = await raster(file);
    } catch {
      return say(`${file.name} is no picture that this browser can show.`, "bad");
    }
    by("set-picture").open = true;
    this.show();
    this.paint();
  }

  later() {
    by("picture-dark").disabled = by("picture-auto").checked || by("picture-colours").value !== "1";
    by("picture-cells").textContent = `${by("picture-size").value} cells`;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.paint(), PATIENCE);
  }

  async paint() {
    if (!this.image) return;
    this.working?.abort();
    const working = new AbortController();
    this.working = working;
    const asked = this.asked();
    by("picture-others").replaceChildren();
    const sofar = progress((words) => !working.signal.aborted && say(`Painting … ${words}`));
    try {
      const made = await follow("picture", asked, sofar.hear, working.signal);
      sofar.end();
      if (working.signal.aborted) return;
      this.use(made);
      this.suggest(asked, made, working.signal);
    } catch (error) {
      if (!stopped(error)) say(String(/** @type {Error} */ (error).message), "bad");
    } finally {
      sofar.end();
    }
  }

  /** What is asked for with the fields as they are. */
  asked() {
    const colours = Number(by("picture-colours").value);
    const threshold = by("picture-auto").checked || colours > 1 ? null : Number(by("picture-dark").value);
    return { image: this.image, genre: this.setter.view.genre.id, size: Number(by("picture-size").value), threshold, colours, seconds: 20 };
  }

  /** Put a puzzle on the table. @param {any} made */
  use(made) {
    this.setter.push(made.view, made.picture);
    this.setter.mark(made.changed);
    const many = made.changed.length;
    say(many ? `${many} ${many === 1 ? "cell was" : "cells were"} changed so that there is one solution; they are shaded. Undo takes the picture back.` : "The picture is a puzzle with one solution as it is.");
  }

  /** Show other puzzles of the same picture: lighter and darker ones, smaller and larger ones. @param {any} asked @param {any} first @param {AbortSignal} signal */
  async suggest(asked, first, signal) {
    const { size, colours } = asked;
    const shades = colours > 1 ? [] : SHADES.map((threshold) => ({ threshold }));
    const sizes = [size - 5, size + 5].filter((side) => side >= Number(by("picture-size").min) && side <= Number(by("picture-size").max)).map((side) => ({ size: side }));
    const seen = new Set();
    const add = (/** @type {any} */ made) => {
      const { rows, columns } = made.view;
      const text = JSON.stringify([rows, made.picture]);
      if (seen.has(text)) return;
      seen.add(text);
      const words = `${columns}×${rows}, ${made.changed.length ? `${made.changed.length} changed` : "nothing changed"}`;
      const button = make("button", { type: "button", title: words, "aria-label": `Use this one: ${words}`, onclick: () => this.use(made) }, [miniature(made), make("span", { className: "small", textContent: words })]);
      by("picture-others").append(make("li", {}, [button]));
    };
    add(first);
    for (const other of [...shades, ...sizes]) {
      try {
        const made = await ask("picture", { ...asked, ...other, seconds: 8 }, { signal });
        if (signal.aborted) return;
        add(made);
      } catch (error) {
        if (stopped(error)) return; // others may still be found
      }
    }
  }
}

/** A small drawing of the picture that a puzzle hides. @param {any} made */
function miniature({ view, picture }) {
  const canvas = make("canvas", { width: view.columns, height: view.rows });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  picture.forEach((/** @type {number} */ value, /** @type {number} */ cell) => {
    if (!value) return;
    pen.fillStyle = view.symbols[value].colour || "#000";
    pen.fillRect(cell % view.columns, Math.floor(cell / view.columns), 1, 1);
  });
  return canvas;
}

/** A picture of any kind that the browser shows, as a small PNG in base 64. @param {File} file */
async function raster(file) {
  const address = URL.createObjectURL(file);
  try {
    const image = make("img", { src: address });
    await image.decode();
    const [wide, high] = [image.naturalWidth || LARGEST, image.naturalHeight || LARGEST];
    const scale = Math.min(1, LARGEST / Math.max(wide, high));
    const canvas = make("canvas", { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png").split(",")[1];
  } finally {
    URL.revokeObjectURL(address);
  }
}
