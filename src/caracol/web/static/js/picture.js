import { follow, stopped } from "./api.js";
import { by, make, progress, say } from "./dom.js";

/** @typedef {import("./set.js").Set_} Set_ */

const LARGEST = 480; // pixels of the longer side that are sent
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
    const { setter } = this;
    const colours = Number(by("picture-colours").value);
    const asked = {
      image: this.image,
      genre: setter.view.genre.id,
      size: Number(by("picture-size").value),
      threshold: by("picture-auto").checked || colours > 1 ? null : Number(by("picture-dark").value),
      colours,
      seconds: 20,
    };
    const sofar = progress((words) => !working.signal.aborted && say(`Painting … ${words}`));
    try {
      const made = await follow("picture", asked, sofar.hear, working.signal);
      sofar.end();
      if (working.signal.aborted) return;
      setter.push(made.view, made.picture);
      setter.mark(made.changed);
      const many = made.changed.length;
      say(many ? `${many} ${many === 1 ? "cell was" : "cells were"} changed so that there is one solution; they are shaded. Undo takes the picture back.` : "The picture is a puzzle with one solution as it is.");
    } catch (error) {
      if (!stopped(error)) say(String(/** @type {Error} */ (error).message), "bad");
    } finally {
      sofar.end();
    }
  }
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
