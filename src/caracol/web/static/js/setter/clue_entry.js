import { find } from "../shared/dom.js";
import { findPlace } from "../board/places.js";

/** @type {Record<string, [number, number]>} */ const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The field in which a setter types clues: beside the board, or in its squares. */
export class ClueEntry {
  /** @param {import("./setter.js").Setter} setter */
  constructor(setter) {
    this.setter = setter;
    /** @type {{side: string, number: number}|null} where the field is */ this.place = null;
    /** @type {string|null} the clue before */ this.before = null;
    find("place-form").addEventListener("submit", (/** @type {Event} */ event) => this.submit(event));
    find("place-text").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.close(true);
      else if (this.place?.side === "inside" && this.leads(event)) this.leave(event);
    });
    find("place-text").addEventListener("blur", () => this.commit());
  }

  /** @param {{side: string, number: number}} place @param {string} [text] */
  openPlace({ side, number }, text) {
    if (this.setter.tool?.gesture !== "outside") {
      const outside = this.setter.view.tools.find((tool) => tool.gesture === "outside");
      if (!outside) return;
      this.setter.chooseTool(outside);
      this.setter.show();
    }
    const element = this.setter.board.places.get(`${side} ${number}`);
    if (!element) return;
    this.commit();
    this.place = { side, number };
    this.openForm(element, (this.setter.board.sideTexts?.get(`${side} ${number}`) || []).join(" "), text);
  }

  /** Show the field in a square. @param {number} square @param {string} [text] */
  openSquare(square, text) {
    const { labels, columns } = this.setter.view;
    const cell = findPlace(this.setter.view, square);
    this.commit();
    this.setter.board.moveCursor(cell);
    this.place = { side: "inside", number: square };
    const label = labels.find((found) => found.row * columns + found.column === square);
    this.openForm(this.setter.board.cells[cell], String(label?.text ?? ""), text);
  }

  /** Return the change that writes a text into a square. @param {number} square @param {string} text */
  makeChange(square, text) {
    const { columns } = this.setter.view;
    return { tool: this.setter.tool?.id, row: Math.floor(square / columns), column: square % columns, text };
  }

  /** Show the field at an element. @param {Element} element @param {string} old @param {string} [text] */
  openForm(element, old, text) {
    const form = find("place-form");
    const box = element.getBoundingClientRect();
    const frame = form.parentElement.getBoundingClientRect();
    form.hidden = false;
    form.style.left = `${Math.max(0, Math.min(box.left - frame.left, frame.width - 120))}px`;
    form.style.top = `${box.top - frame.top + box.height / 2 - 22}px`;
    const input = find("place-text");
    input.value = text ?? old;
    input.setAttribute("aria-label", element.textContent || "clue");
    this.before = text === undefined ? input.value : null;
    input.focus();
    if (text === undefined) input.select();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const place = this.place;
    if (!place) return;
    const done = this.commit();
    const next = { side: place.side, number: place.number + 1 };
    done.then(() => {
      if (place.side === "inside") {
        const { rows, columns } = this.setter.view;
        this.setter.board.moveCursor(findPlace(this.setter.view, Math.min(next.number, rows * columns - 1)));
        return;
      }
      if (this.setter.board.places.has(`${next.side} ${next.number}`)) this.openPlace(next);
      else this.setter.board.places.get(`${place.side} ${place.number}`)?.focus();
    });
  }

  /** Return whether a key leads out of the field: an arrow with which the caret can go no further. @param {KeyboardEvent} event */
  leads({ key }) {
    const { value, selectionStart, selectionEnd } = find("place-text");
    const whole = selectionStart === 0 && selectionEnd === value.length;
    if (key === "ArrowLeft") return whole || selectionEnd === 0;
    return key === "ArrowUp" || key === "ArrowDown" || (key === "ArrowRight" && (whole || selectionStart === value.length));
  }

  /** Write the clue that was typed and go on to a square beside it, as in a table. @param {KeyboardEvent} event */
  leave(event) {
    event.preventDefault();
    const { board, view } = this.setter;
    const square = /** @type {{number: number}} */ (this.place).number;
    this.commit();
    const [down, across] = STEPS[event.key];
    const [row, column] = [Math.floor(square / view.columns) + down, (square % view.columns) + across];
    const inside = row >= 0 && row < view.rows && column >= 0 && column < view.columns;
    board.moveCursor(findPlace(view, inside ? row * view.columns + column : square));
  }

  commit() {
    const place = this.place;
    if (!place || !this.setter.tool) return Promise.resolve();
    const text = find("place-text").value;
    const same = text === this.before;
    this.close(false);
    if (same) return Promise.resolve();
    if (place.side === "inside") return this.setter.edit({ act: this.makeChange(place.number, text) });
    const { rows, columns } = this.setter.view;
    const row = { top: -1, bottom: rows }[place.side] ?? place.number;
    const column = { left: -1, right: columns }[place.side] ?? place.number;
    return this.setter.edit({ act: { tool: this.setter.tool.id, row, column, text } });
  }

  /** @param {boolean} focus */
  close(focus) {
    const place = this.place;
    this.place = null;
    find("place-form").hidden = true;
    if (focus && place?.side === "inside") this.setter.board.focusCursor();
    else if (focus && place) this.setter.board.places.get(`${place.side} ${place.number}`)?.focus();
  }
}
