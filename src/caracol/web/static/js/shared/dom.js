/** Helpers for the elements of the page. */

/** Return the element with this id. @param {string} id @returns {any} */
export function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * Return a new element. Text is never read as markup.
 * @param {string} name @param {Record<string, any>} [properties] @param {(Node|string)[]} [children]
 * @returns {any}
 */
export function make(name, properties = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.includes("-") || key === "role" || key === "for") element.setAttribute(key, value);
    else /** @type {any} */ (element)[key] = value;
  }
  element.append(...children);
  return element;
}

/** Return a new button. @param {string} textContent @param {() => void} onclick @param {Record<string, any>} [more] */
export function makeButton(textContent, onclick, more = {}) {
  return make("button", { type: "button", textContent, onclick, ...more });
}

/** Return a row of buttons and the like. @param {(Node|string)[]} children */
export function makeBar(children) {
  return make("div", { className: "bar" }, children);
}

/** Return a list of keys and what they do. @param {string[][]} rows */
export function makeKeyList(rows) {
  return make("dl", {}, rows.flatMap(([key, does]) => [make("dt", { textContent: key }), make("dd", { textContent: does })]));
}

/** Show a message, also to screen readers. @param {string} text @param {string} [kind] */
export function showMessage(text, kind = "") {
  const area = find("message");
  area.className = kind;
  area.textContent = text;
}

/** Return the message of an error, as a sentence. @param {unknown} error */
export function getMessage(error) {
  return makeSentence(String(/** @type {Error} */ (error).message));
}

/** Return words with a capital letter and a full stop, unless they begin with a name such as r1c2. @param {string} words */
function makeSentence(words) {
  const begun = /^[a-z]+[ ,]/.test(words) ? capitalize(words) : words;
  return /[a-z0-9)\]”’]$/i.test(begun) ? `${begun}.` : begun;
}

/** Return whether an error only says that the request was stopped. @param {unknown} error */
export function isStopped(error) {
  return error instanceof Error && error.name === "AbortError";
}

/** Show what went wrong, unless the request was only stopped. @param {unknown} error */
export function showError(error) {
  if (!isStopped(error)) showMessage(getMessage(error), "bad");
}

/** Return "1 puzzle" or "3 puzzles". @param {number} number @param {string} one @param {string} [several] */
export function count(number, one, several = `${one}s`) {
  return `${number} ${number === 1 ? one : several}`;
}

/** Return a number with at least two digits. @param {number} number */
function pad(number) {
  return String(number).padStart(2, "0");
}

/** Return hours, minutes and seconds, as on a clock. @param {number} milliseconds */
export function formatTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${pad(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** Return the local date and time as "2026-11-18 05:41". */
export function formatNow() {
  const now = new Date();
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())} ${pad(now.getHours())}:${pad(now.getMinutes())}`;
}

/** Replace the content of an element; if a link in it had the focus, the new one has it. @param {Element} place @param {Element} content */
export function replaceKeepingFocus(place, content) {
  const focused = /** @type {any} */ (document.activeElement);
  const href = place.contains(focused) ? focused.getAttribute("href") : null;
  place.replaceChildren(content);
  if (href !== null) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === href)?.focus();
}

/** Offer a file for download. @param {Blob} blob @param {string} title @param {string} extension */
export function download(blob, title, extension) {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzle";
  const link = make("a", { href: URL.createObjectURL(blob), download: `${name}.${extension}` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Return whether an event goes to a field in which text is typed or chosen. @param {Event} event */
export function isInField(event) {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {Element} */ (event.target).tagName);
}

/** Return a name with a capital letter. @param {string} name */
export const capitalize = (name) => name[0].toUpperCase() + name.slice(1);
