import { capitalize, find, make, makeButton } from "../shared/dom.js";
import { getDefaultBrush } from "../board/writing.js";
import { hasStartBoard } from "../library/new_puzzle.js";
import { markBrush, showPalette } from "../play/palette.js";

/** The setter's fields and buttons: genre, size, title, tools and palette. */
export class Panel {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    this.symbols = ""; // those on the palette
  }

  build() {
    this.buildFields();
    this.buildInfo();
  }

  /** Build the fields for the genre and its options. */
  buildFields() {
    const { setter } = this;
    const { genres, view } = setter;
    const genre = /** @type {Genre} */ (genres.find((found) => found.id === view.genre.id));
    const others = genres.filter((found) => found === genre || hasStartBoard(found));
    const select = make("select", { id: "set-genre" }, others.map((found) => make("option", { value: found.id, textContent: found.name, selected: found.id === view.genre.id })));
    select.addEventListener("change", () => setter.begin(select.value));
    const fields = genre.options.map((option) => this.makeField(option, view.settings[option.name]));
    const empty = makeButton("Empty board", () => setter.begin(view.genre.id, view.settings));
    find("set-new").replaceChildren(make("label", {}, ["Genre ", select]), ...fields, ...(genre.blank ? [empty] : []));
  }

  /** Return the field of an option of the board. @param {GenreOption} option @param {any} value */
  makeField(option, value) {
    const { name, kind, words, least, most } = option;
    const change = (/** @type {any} */ now) => this.setter.edit({ options: { [name]: now } }, true);
    if (kind === "flag") {
      const box = make("input", { type: "checkbox", checked: value, name, onchange: () => change(box.checked) });
      return make("label", { className: "check", title: words }, [box, ` ${capitalize(name)}`]);
    }
    const number = kind === "integer";
    // Zero, where it is allowed, stands for what follows from the others.
    const shown = number && !least && !value ? "" : value;
    const input = make("input", { type: number ? "number" : "text", value: shown, name, maxLength: 60, onchange: () => change(number ? Number(input.value) : input.value) });
    if (number) Object.assign(input, { min: least, max: most });
    if (shown === "") input.placeholder = "auto";
    return make("label", { title: words }, [capitalize(name), " ", input]);
  }

  /** Build the fields for title and author. */
  buildInfo() {
    const { info } = this.setter.view;
    find("set-info").replaceChildren(
      ...["title", "author"].map((name) => {
        const input = make("input", { value: info[/** @type {"title"} */ (name)] || "", maxLength: 200 });
        input.addEventListener("change", () => this.setter.edit({ info: { [name]: input.value } }));
        return make("label", {}, [`${capitalize(name)} `, input]);
      }),
    );
  }

  /** Show which tool is chosen. @param {Tool} tool */
  showTool(tool) {
    const { setter } = this;
    const choose = (/** @type {Tool} */ found) => {
      setter.chooseTool(found);
      setter.show();
    };
    find("set-tools").replaceChildren(...setter.view.tools.map((found) => makeButton(found.name, () => choose(found), { "aria-pressed": String(found.id === tool.id) })));
    const keys = tool.gesture === "drag" ? " On the keyboard: Space, then arrows, then Space again." : "";
    find("tool-help").textContent = tool.help + keys;
  }

  buildPalette() {
    const { setter } = this;
    const { view } = setter;
    this.symbols = JSON.stringify(view.symbols);
    const writes = setter.tool?.gesture === "write" || setter.tool?.gesture === "paint";
    find("palette").hidden = !writes;
    if (!writes) return;
    if (typeof setter.brush === "number" && setter.brush >= view.symbols.length) setter.brush = getDefaultBrush(view);
    showPalette(view, (value) => {
      if (view.writing.press.length) {
        setter.brush = setter.brush === value ? getDefaultBrush(view) : value;
        this.buildPalette();
      } else {
        setter.write(new Map([[setter.board.cursor, value]]));
        setter.board.focusCursor();
      }
    });
    markBrush(view, setter.brush);
  }

  /** Build the palette again if the symbols have changed. */
  updatePalette() {
    if (this.symbols !== JSON.stringify(this.setter.view.symbols)) this.buildPalette();
  }
}
