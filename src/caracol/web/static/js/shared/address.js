/** Puzzles in the address of the page, and the bytes of texts. */

/** Return the bytes of a base-64 text. @param {string} text */
export function decodeBase64(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** Return bytes as base-64 text. @param {Uint8Array} bytes */
export function encodeBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Return a puzzle as a short text that fits into an address. @param {any} puzzle */
export function packPuzzle(puzzle) {
  return encodeBase64(new TextEncoder().encode(JSON.stringify(puzzle))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Return the part of the page's address that holds a puzzle. @param {View} view */
export function encodePuzzle(view) {
  return view.link || packPuzzle(view.puzzle);
}

/** Return what the server reads for this part of an address. @param {string} code @returns {any} */
export function decodePuzzle(code) {
  if (code.startsWith("caracol:")) return code;
  return JSON.parse(new TextDecoder().decode(decodeBase64(code.replace(/-/g, "+").replace(/_/g, "/"))));
}

/** Return the line below a puzzle's title. @param {View} view */
export function makeCaption({ info, genre, caption, rows, columns }) {
  return [info.title ? genre.name : "", info.author ? `by ${info.author}` : "", caption, `${columns}×${rows}`].filter(Boolean).join(" · ");
}

const LOCAL = /^(localhost|127\.|\[?::1)/;

/** Return the address of this page for other people, or "" if only this computer can reach it. */
export function getPageAddress() {
  return LOCAL.test(location.hostname) ? "" : `${location.origin}${location.pathname}`;
}
