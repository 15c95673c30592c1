/** Sets of values as numbers. Plain arithmetic, because bit operators end at 32 values. */

/** @param {number} mask @param {number} value */
export function has(mask, value) {
  return Math.floor(mask / 2 ** value) % 2 === 1;
}

/** @param {number} mask @param {number} value */
export function toggled(mask, value) {
  return has(mask, value) ? mask - 2 ** value : mask + 2 ** value;
}

/** @param {Iterable<number>} values */
export function maskOf(values) {
  let mask = 0;
  for (const value of new Set(values)) mask += 2 ** value;
  return mask;
}

/** The values of a mask, smallest first. @param {number} mask */
export function valuesOf(mask) {
  const found = [];
  for (let value = 0; 2 ** value <= mask; value++) if (has(mask, value)) found.push(value);
  return found;
}
