import { Task, ask, askWithProgress } from "../shared/api.js";
import { count, find, isStopped, make, showError, showMessage } from "../shared/dom.js";

const LARGEST = 480; // pixels: longer side of the picture that is sent
const SHADES = [90, 130, 170, 210]; // suggested thresholds; darker pixels are painted
const QUIET = 250; // milliseconds without a change before the server is asked

/** Puzzles from pictures: the file, the number of cells and colours, and how dark black is. */
export class Picture {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    this.image = "";
    this.task = new Task();
    this.timer = 0;
    find("picture-file").addEventListener("change", () => this.take(find("picture-file").files[0]));
    for (const id of ["picture-size", "picture-dark", "picture-auto", "picture-colours"]) find(id).addEventListener("input", () => this.paintSoon());
  }

  /** Show the fields if boards of the genre are painted. */
  show() {
    find("set-picture").hidden = !this.setter.view.tools.some(({ gesture }) => gesture === "paint");
    find("picture-fields").hidden = !this.image;
  }

  /** @param {File|undefined} file */
  async take(file) {
    if (!file) return;
    try {
      this.image = await rasterize(file);
    } catch {
      return showMessage(`This browser cannot show ${file.name} as a picture.`, "bad");
    }
    find("set-picture").open = true;
    this.show();
    this.paint();
  }

  paintSoon() {
    find("picture-dark").disabled = find("picture-auto").checked || find("picture-colours").value !== "1";
    find("picture-cells").textContent = `${find("picture-size").value} cells`;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.paint(), QUIET);
  }

  async paint() {
    if (!this.image) return;
    const signal = this.task.start();
    const entries = this.readFields();
    find("picture-others").replaceChildren();
    try {
      const made = await askWithProgress("picture", entries, (done) => showMessage(`Painting … ${done}`), signal);
      if (signal.aborted) return;
      this.use(made);
      this.suggest(entries, made, signal);
    } catch (error) {
      showError(error);
    }
  }

  /** Return the request that the fields describe. */
  readFields() {
    const colours = Number(find("picture-colours").value);
    const threshold = find("picture-auto").checked || colours > 1 ? null : Number(find("picture-dark").value);
    return { image: this.image, genre: this.setter.view.genre.id, size: Number(find("picture-size").value), threshold, colours, seconds: 20 };
  }

  /** Put a puzzle on the table. @param {any} made */
  use(made) {
    this.setter.push(made.view, made.picture);
    this.setter.mark(made.changed);
    const many = made.changed.length;
    showMessage(many ? `${count(many, "cell was", "cells were")} changed so that there is one solution; they are shaded. Undo removes the picture.` : "This picture already makes a puzzle with one solution.");
  }

  /** Suggest other puzzles of the same picture: lighter, darker, smaller and larger ones. @param {any} entries @param {any} first @param {AbortSignal} signal */
  async suggest(entries, first, signal) {
    const { size, colours } = entries;
    const shades = colours > 1 ? [] : SHADES.map((threshold) => ({ threshold }));
    const sizes = [size - 5, size + 5].filter((side) => side >= Number(find("picture-size").min) && side <= Number(find("picture-size").max)).map((side) => ({ size: side }));
    const seen = new Set();
    const add = (/** @type {any} */ made) => {
      const { rows, columns } = made.view;
      const text = JSON.stringify([rows, made.picture]);
      if (seen.has(text)) return;
      seen.add(text);
      const words = `${columns}×${rows}, ${made.changed.length ? `${made.changed.length} changed` : "nothing changed"}`;
      const button = make("button", { type: "button", title: words, "aria-label": `Use this one: ${words}`, onclick: () => this.use(made) }, [drawMiniature(made), make("span", { className: "small", textContent: words })]);
      find("picture-others").append(make("li", {}, [button]));
    };
    add(first);
    for (const other of [...shades, ...sizes]) {
      try {
        const made = await ask("picture", { ...entries, ...other, seconds: 8 }, { signal });
        if (signal.aborted) return;
        add(made);
      } catch (error) {
        if (isStopped(error)) return; // others may still be found
      }
    }
  }
}

/** Return a small drawing of the picture in a puzzle. @param {any} made */
function drawMiniature({ view, picture }) {
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

/** Return any picture that the browser can show as a small PNG in base 64. @param {File} file */
async function rasterize(file) {
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
