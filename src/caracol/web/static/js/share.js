import { ask } from "./api.js";
import { by, codeOf, download, make, pageAddress } from "./dom.js";

/** @typedef {import("./types.js").View} View */

const FIRST = [["puzz.link", "puzz.link"], ["penpa", "Penpa+ link"], ["caracol", "Caracol text"], ["tatham", "Simon Tatham’s game id"], ["json", "puzzle file (JSON)"]];

/** Other choices; the one that was chosen stays, where it is among them. @param {HTMLSelectElement} select @param {HTMLOptionElement[]} options */
function refill(select, options) {
  const kept = select.value;
  select.replaceChildren(...options);
  if (options.some(({ value }) => value === kept)) select.value = kept;
}

/**
 * @param {() => View|null} shown the puzzle on the table
 * @param {() => (number|null)[]|null} values what is written into it
 * @param {() => boolean} solved whether that is the solution
 */
export function prepareShare(shown, values, solved) {
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

  /** The text of a puzzle in a format, or the address of this page. @param {View} view @param {string} kind */
  const textOf = async (view, kind) => {
    if (kind === "page") return `${pageAddress()}#play/${codeOf(view)}`;
    const written = await ask("convert", { puzzle: view.puzzle, to: kind });
    if (written.lost.length) tell(`This format does not carry ${written.lost.join(" and ")}.`);
    return written.text;
  };

  by("copy-as").addEventListener(
    "click",
    guarded(async (view) => {
      const kind = by("copy-kind").value;
      by("open-there").hidden = true;
      if (kind === "image") {
        const drawn = await ask("render", { puzzle: view.puzzle, to: "png", values: values() });
        await navigator.clipboard.write([new ClipboardItem({ "image/png": drawn })]);
        tell("The picture is copied.");
        return;
      }
      const text = await textOf(view, kind);
      await navigator.clipboard.writeText(text);
      const link = /^https?:/.test(text);
      by("shared").append(`${by("shared").textContent ? " " : ""}${link ? "The link is copied. It holds the whole puzzle." : "The text is copied. It can be pasted into “Open” here."}`);
      there = link && kind !== "page" ? text : "";
      by("open-there").hidden = !there;
    }),
  );
  let there = "";
  by("open-there").addEventListener("click", () => there && window.open(there, "_blank", "noopener"));

  by("to-library").addEventListener(
    "click",
    guarded(async (view) => {
      const { added } = await ask("library_add", { puzzle: view.puzzle });
      // What was solved before it came into the library is solved there, too.
      if (solved()) await ask("library_solved", { puzzle: view.puzzle });
      tell(added ? "It is in the library now." : "It was in the library already.");
    }),
  );

  by("share-block").addEventListener("toggle", async () => {
    const view = shown();
    if (!view || !by("share-block").open) return;
    const { formats } = await ask("formats");
    const writes = formats.filter((/** @type {any} */ format) => format.writes.includes(view.genre.id));
    const pictures = ["svg", "png", "pdf", "text"].map((name) => make("option", { value: `picture ${name}`, textContent: name === "text" ? "text drawing" : name.toUpperCase() }));
    const texts = writes.map((/** @type {any} */ format) => make("option", { value: `format ${format.name}`, textContent: `${format.name}: ${format.about}` }));
    refill(by("download-as"), [...pictures, ...texts]);
    offerCode();
    const links = FIRST.filter(([name]) => writes.some((/** @type {any} */ format) => format.name === name));
    const page = pageAddress() ? [["page", "link to this page"]] : [];
    refill(by("copy-kind"), [...page, ...links, ["image", "picture"]].map(([value, textContent]) => make("option", { value, textContent })));
    by("open-there").hidden = true;
  });

  // Codes are for paper.
  const offerCode = () => { by("download-code-label").hidden = by("download-as").value !== "picture pdf"; };
  by("download-as").addEventListener("change", offerCode);

  by("download").addEventListener(
    "click",
    guarded(async (view) => {
      const [kind, name] = by("download-as").value.split(" ");
      const title = (view.info.title || view.genre.id).replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzle";
      if (kind === "picture") {
        const solved = by("download-solved").checked;
        const code = name === "pdf" && by("download-code").checked;
        const drawn = await ask("render", { puzzle: view.puzzle, to: name, values: solved ? null : values(), solved, code, page_address: pageAddress() });
        download(drawn, `${title}.${name === "text" ? "txt" : name}`);
        return;
      }
      const written = await ask("convert", { puzzle: view.puzzle, to: name });
      download(new Blob([written.text], { type: "text/plain" }), `${title}.${name === "json" ? "json" : "txt"}`);
      if (written.lost.length) tell(`This format does not carry ${written.lost.join(" and ")}.`);
    }),
  );
}
