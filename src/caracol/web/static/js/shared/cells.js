/** Names of cells in sentences: "r1c2" is the cell in row 1 and column 2. */

const NAME = /\br(\d+)c(\d+)\b/g;

/** Return whether words name a cell, so that the board should show its coordinates. @param {string} words */
export function namesCells(words) {
  return words.search(NAME) >= 0;
}

/** Return words as they are read aloud: cells have no short names. @param {string} words */
export function spellCells(words) {
  return words.replace(NAME, "row $1 column $2");
}
