/** What to show of a step. */

const LAST = 4; // the rung that tells the whole reason

/** Return a step in words; a trial has a line for each link. @param {any} step */
export function describeStep({ opening, links, conclusion, sentence }) {
  return links?.length ? [opening, ...links.map((/** @type {any} */ link) => link.sentence), `So ${conclusion}.`].join("\n") : sentence;
}

/**
 * Return what to highlight for a step: no more than its words name at a rung. For a link of a
 * trial, only what this link is about, with arrows from its reasons and along the links before.
 * @param {any} step @param {number} rung @param {number} [link]
 * @returns {Overlay}
 */
export function getSpot(step, rung, link = -1) {
  const { cells, where, rules, rungs, links = [] } = step;
  if (rung >= LAST && link >= 0) {
    const { cells: reached, because, about } = links[link];
    const rule = rules.find((/** @type {any} */ one) => one.about === about);
    return { look: new Set(rule?.cells), because: new Set(because), conclusion: new Set(reached), cited: new Set([about]), arrows: listArrows(links.slice(0, link + 1)) };
  }
  const words = String(rungs?.where || "").toLowerCase();
  const named = rules.filter((/** @type {any} */ { about }) => rung >= 2 || words.includes(about.toLowerCase()));
  return {
    look: new Set(rung >= 2 ? cells.look : where),
    because: new Set(rung >= LAST ? cells.because : []),
    conclusion: new Set(rung >= 3 ? cells.conclusion : []),
    cited: new Set(named.map((/** @type {any} */ { about }) => about)),
    arrows: rung >= LAST ? listArrows(links) : [],
  };
}

/** Return the arrows along the links of a trial, the last one's first. @param {any[]} links @returns {Arrow[]} */
function listArrows(links) {
  return links.flatMap(({ because, cells }, number) => because.map((/** @type {number} */ from) => ({ from, to: cells[0], last: number === links.length - 1 }))).filter(({ from, to }) => to !== undefined && from !== to);
}
