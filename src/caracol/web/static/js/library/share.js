import { ask } from "../shared/api.js";
import { encodePuzzle, getPageAddress } from "../shared/address.js";
import { capitalize, download, find, getMessage, make } from "../shared/dom.js";
import { describePrinting, drawPng, lacksProgram, printPicture } from "./paper.js";

const FIRST = [["puzz.link", "puzz.link"], ["penpa", "Penpa+ link"], ["caracol", "Caracol text"], ["tatham", "Simon Tatham’s game id"], ["json", "puzzle file (JSON)"]];

/** Replace the options of a field, and keep the chosen one if possible. @param {HTMLSelectElement} select @param {HTMLOptionElement[]} options */
function refill(select, options) {
  const kept = select.value;
  select.replaceChildren(...options);
  if (options.some(({ value }) => value === kept)) select.value = kept;
}

/**
 * @param {() => View|null} shown the puzzle on the table
 * @param {() => (number|null)[]|null} values the entries on it
 * @param {() => boolean} solved whether it is solved
 */
export function prepareShare(shown, values, solved) {
  const show = (/** @type {string} */ text) => {
    find("shared").textContent = text;
  };
  const protect = (/** @type {(view: View) => Promise<void>} */ act) => async () => {
    const view = shown();
    if (!view) return;
    show("");
    try {
      await act(view);
    } catch (error) {
      show(getMessage(error));
    }
  };

  /** Return a puzzle in a text format, or as a link to this page. @param {View} view @param {string} kind */
  const writeText = async (view, kind) => {
    if (kind === "page") return `${getPageAddress()}#play/${encodePuzzle(view)}`;
    const written = await ask("convert", { puzzle: view.puzzle, to: kind });
    if (written.lost.length) show(`This format does not carry ${written.lost.join(" and ")}.`);
    return written.text;
  };

  find("copy-as").addEventListener(
    "click",
    protect(async (view) => {
      const kind = find("copy-kind").value;
      find("open-there").hidden = true;
      if (kind === "image") {
        const drawn = await ask("render", { puzzle: view.puzzle, to: "svg", values: values() });
        await navigator.clipboard.write([new ClipboardItem({ "image/png": await drawPng(drawn) })]);
        show("Picture copied.");
        return;
      }
      const text = await writeText(view, kind);
      await navigator.clipboard.writeText(text);
      const link = /^https?:/.test(text);
      find("shared").append(`${find("shared").textContent ? " " : ""}${link ? "Copied. The link contains the whole puzzle." : "Copied. Paste it into “New puzzle” to open it again."}`);
      there = link && kind !== "page" ? text : "";
      find("open-there").hidden = !there;
    }),
  );
  let there = "";
  find("open-there").addEventListener("click", () => there && window.open(there, "_blank", "noopener"));

  find("to-library").addEventListener(
    "click",
    protect(async (view) => {
      const { added } = await ask("library_add", { puzzle: view.puzzle });
      // A solved puzzle is solved in the library, too.
      if (solved()) await ask("library_solved", { puzzle: view.puzzle });
      show(added ? "Added to the library." : "It is already in the library.");
    }),
  );

  find("share-block").addEventListener("toggle", async () => {
    const view = shown();
    if (!view || !find("share-block").open) return;
    const { formats } = await ask("carriers", { puzzle: view.puzzle });
    if (view !== shown()) return;
    const pictures = ["svg", "png", "pdf", "text"].map((name) => make("option", { value: `picture ${name}`, textContent: name === "text" ? "Text drawing" : name.toUpperCase() }));
    const texts = formats.map((/** @type {any} */ format) => make("option", { value: `format ${format.name}`, textContent: `${capitalize(format.about)} (${format.name})` }));
    refill(find("download-as"), [...pictures, ...texts]);
    showCodeOption();
    const links = FIRST.filter(([name]) => formats.some((/** @type {any} */ format) => format.name === name));
    const page = getPageAddress() ? [["page", "link to this page"]] : [];
    refill(find("copy-kind"), [...page, ...links, ["image", "picture"]].map(([value, textContent]) => make("option", { value, textContent })));
    find("open-there").hidden = true;
  });

  // QR codes are for paper.
  const showCodeOption = () => { find("download-code-label").hidden = find("download-as").value !== "picture pdf"; };
  find("download-as").addEventListener("change", showCodeOption);

  find("print").addEventListener(
    "click",
    protect(async (view) => {
      const solved = find("download-solved").checked;
      const rules = `${view.genre.name}: ${view.genre.instructions}`;
      await printPicture(await ask("render", { puzzle: view.puzzle, to: "svg", theme: "print", values: solved ? null : values(), solved }), rules);
    }),
  );

  find("download").addEventListener(
    "click",
    protect(async (view) => {
      const [kind, name] = find("download-as").value.split(" ");
      const title = view.info.title || view.genre.id;
      if (kind === "picture") {
        const solved = find("download-solved").checked;
        const render = (/** @type {string} */ to, /** @type {any} */ more) => ask("render", { puzzle: view.puzzle, to, values: solved ? null : values(), solved, ...more });
        try {
          if (name === "png") download(await drawPng(await render("svg", {})), title, "png");
          else if (name === "pdf") download(await render("pdf", { code: find("download-code").checked, page_address: getPageAddress() }), title, "pdf");
          else download(await render(name, {}), title, name === "text" ? "txt" : name);
        } catch (error) {
          if (!lacksProgram(error)) throw error;
          show(describePrinting(name === "pdf" && find("download-code").checked));
          await printPicture(await render("svg", { theme: "print" }));
        }
        return;
      }
      const written = await ask("convert", { puzzle: view.puzzle, to: name });
      download(new Blob([written.text], { type: "text/plain" }), title, name === "json" ? "json" : "txt");
      if (written.lost.length) show(`This format does not carry ${written.lost.join(" and ")}.`);
    }),
  );
}
