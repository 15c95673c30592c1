/** Sets of values as numbers. Bit operators would end at 32 values, so this is plain arithmetic. */

/** @param {number} mask @param {number} value */
export function hasValue(mask, value) {
  return Math.floor(mask / 2 ** value) % 2 === 1;
}

/** Return a mask with the values of another as well. @param {number} mask @param {number} more */
export function addValues(mask, more) {
  return makeMask([...listValues(mask), ...listValues(more)]);
}

/** Return a mask without the values of another. @param {number} mask @param {number} gone */
export function removeValues(mask, gone) {
  return makeMask(listValues(mask).filter((value) => !hasValue(gone, value)));
}

/** @param {Iterable<number>} values */
export function makeMask(values) {
  let mask = 0;
  for (const value of new Set(values)) mask += 2 ** value;
  return mask;
}

/** Return the values of a mask, smallest first. @param {number} mask */
export function listValues(mask) {
  const found = [];
  for (let value = 0; 2 ** value <= mask; value++) if (hasValue(mask, value)) found.push(value);
  return found;
}
