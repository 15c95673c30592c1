import { ask, send } from "./api.js";
import { by, codeOf, download, make } from "./dom.js";

/** @typedef {import("./types.js").View} View */

/**
 * @param {() => View|null} shown the puzzle on the table
 * @param {() => (number|null)[]|null} values what is written into it
 */
export function prepareShare(shown, values) {
  const tell = (/** @type {string} */ text) => {
    by("shared").textContent = text;
  };
  const guarded = (/** @type {(view: View) => Promise<void>} */ act) => async () => {
    const view = shown();
    if (!view) return;
    tell("");
    try {
      await act(view);
    } catch (error) {
      tell(String(/** @type {Error} */ (error).message));
    }
  };

  by("copy-link").addEventListener(
    "click",
    guarded(async (view) => {
      const link = `${location.origin}${location.pathname}#play/${codeOf(view)}`;
      await navigator.clipboard.writeText(link);
      tell("The link is copied. It holds the whole puzzle.");
    }),
  );

  by("to-library").addEventListener(
    "click",
    guarded(async (view) => {
      const { added } = await ask("library", { puzzle: view.puzzle });
      tell(added ? "It is in the library now." : "It was in the library already.");
    }),
  );

  by("share-block").addEventListener("toggle", async () => {
    const view = shown();
    if (!view || !by("share-block").open) return;
    const { formats } = await ask("formats");
    const pictures = ["svg", "png", "pdf", "text"].map((name) => make("option", { value: `picture ${name}`, textContent: name === "text" ? "text drawing" : name.toUpperCase() }));
    const texts = formats
      .filter((/** @type {any} */ format) => format.writes.includes(view.genre.id))
      .map((/** @type {any} */ format) => make("option", { value: `format ${format.name}`, textContent: `${format.name}: ${format.about}` }));
    const kept = by("download-as").value;
    by("download-as").replaceChildren(...pictures, ...texts);
    if (kept) by("download-as").value = kept;
  });

  by("download").addEventListener(
    "click",
    guarded(async (view) => {
      const [kind, name] = by("download-as").value.split(" ");
      const title = (view.info.title || view.genre.id).replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzle";
      if (kind === "picture") {
        const solved = by("download-solved").checked;
        const response = await send("render", { puzzle: view.puzzle, to: name, values: solved ? null : values(), solved }, { accept: "*/*" });
        download(await response.blob(), `${title}.${name === "text" ? "txt" : name}`);
        return;
      }
      const written = await ask("convert", { puzzle: view.puzzle, to: name });
      download(new Blob([written.text], { type: "text/plain" }), `${title}.${name === "json" ? "json" : "txt"}`);
      if (written.lost.length) tell(`This format does not carry ${written.lost.join(" and ")}.`);
    }),
  );
}
