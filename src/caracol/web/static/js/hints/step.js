/** What to show of a step. */

/** Return a step in words; a trial has a line for each link. @param {any} step */
export function describeStep({ opening, links, conclusion, sentence }) {
  return links?.length ? [opening, ...links.map((/** @type {any} */ link) => link.sentence), `So ${conclusion}.`].join("\n") : sentence;
}

/** Return the cells of a step to highlight: no more than its words name at a rung. @param {any} step @param {number} rung */
export function getSpot({ cells, where }, rung) {
  return {
    look: new Set(rung >= 2 ? cells.look : where),
    because: new Set(rung >= 4 ? cells.because : []),
    conclusion: new Set(rung >= 3 ? cells.conclusion : []),
  };
}
