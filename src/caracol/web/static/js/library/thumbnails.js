import { ask } from "../shared/api.js";
import { make } from "../shared/dom.js";

/** Small pictures, each loaded when it becomes visible. */

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const observer = new IntersectionObserver(
  (changes) => {
    for (const { isIntersecting, target } of changes) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: "50%" },
);

/**
 * Return a picture of a puzzle, or of a game as it is.
 * @param {any} puzzle @param {import("../shared/store.js").Progress|null} game @param {string} theme
 */
export function makePicture(puzzle, game, theme) {
  const values = game?.made ? { values: game.values } : {};
  return makeThumbnail("render", { puzzle, ...values, to: "svg", theme, no_caption: true }, { width: 200, height: 170 });
}

/**
 * Return a picture that an operation draws.
 * @param {string} operation @param {Record<string, any>} entries @param {Record<string, any>} [properties]
 */
export function makeThumbnail(operation, entries, properties = {}) {
  const image = make("img", { alt: "", className: "thumb", ...properties });
  waiting.set(image, async () => {
    const drawn = await ask(operation, entries).catch(() => null);
    if (!drawn) return; // the card is useful without its picture
    const address = URL.createObjectURL(drawn);
    image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  });
  observer.observe(image);
  return image;
}
