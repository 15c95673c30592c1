/** Small helpers for the page. */

/** The element with this id. @param {string} id @returns {any} */
export function by(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * A new element; text is never markup.
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

/** Say something where screen readers hear it. @param {string} text @param {string} [kind] */
export function say(text, kind = "") {
  const area = by("message");
  area.className = kind;
  area.textContent = text;
}

/** How far long work has come: "3 drafts, 120 graded, 2 s". @param {Record<string, number>} news */
function soFar({ seconds, ...done }) {
  const counts = Object.entries(done).map(([things, number]) => `${number} ${number === 1 ? things.replace(/s$/, "") : things}`);
  return [...counts, `${Math.floor(seconds)} s`].join(", ");
}

/**
 * Tell how far long work has come, also while nothing new is heard of it.
 * @param {(soFar: string) => void} tell
 */
export function progress(tell) {
  /** @type {Record<string, number>} */ let news = {};
  const began = performance.now();
  const show = () => tell(soFar({ ...news, seconds: (performance.now() - began) / 1000 }));
  const timer = setInterval(show, 1000);
  return {
    /** @param {Record<string, number>} more */
    hear(more) {
      news = { ...news, ...more };
      show();
    },
    end: () => clearInterval(timer),
  };
}

/** Minutes and seconds. @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Put a new element in place of the old ones; the link that had the focus keeps it. @param {Element} place @param {Element} content @param {string} kind */
export function replaceGently(place, content, kind) {
  const focused = /** @type {any} */ (document.activeElement);
  const href = place.contains(focused) ? focused.getAttribute("href") : null;
  place.replaceChildren(content);
  if (href !== null) /** @type {any} */ ([...place.querySelectorAll(kind)].find((found) => found.getAttribute("href") === href))?.focus();
}

/** The bytes of a text in base 64. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** The text in base 64 of bytes. @param {Uint8Array} bytes */
export function textOf(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Give the reader a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A puzzle as a short text that fits into an address. @param {any} puzzle */
export function packed(puzzle) {
  return textOf(new TextEncoder().encode(JSON.stringify(puzzle))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The puzzle of such a text. @param {string} text @returns {any} */
export function unpacked(text) {
  return JSON.parse(new TextDecoder().decode(bytesOf(text.replace(/-/g, "+").replace(/_/g, "/"))));
}

/** A puzzle as it stands in the address of the page. @param {import("./types.js").View} view */
export function codeOf(view) {
  return view.link || packed(view.puzzle);
}

/** What the server is to read for such an address. @param {string} code @returns {any} */
export function puzzleOf(code) {
  return code.startsWith("caracol:") ? code : unpacked(code);
}

/** What is said below the title. @param {import("./types.js").View} view */
export function captionOf({ info, genre, caption }) {
  return [info.title ? genre.name : "", info.author ? `by ${info.author}` : "", caption].filter(Boolean).join(" · ");
}

/** A name as it stands in a form. @param {string} name */
export const titled = (name) => name[0].toUpperCase() + name.slice(1);

const LOCAL = /^(localhost|127\.|\[?::1)/;

/** The address of this page for others; an address of this machine is of no use to them. */
export function pageAddress() {
  return LOCAL.test(location.hostname) ? "" : `${location.origin}${location.pathname}`;
}
