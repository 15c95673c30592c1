import { ask } from "./api.js";
import { make } from "./dom.js";

/** Small pictures, each asked for when it comes into view. */

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const view = new IntersectionObserver(
  (changes) => {
    for (const { isIntersecting, target } of changes) {
      if (!isIntersecting) continue;
      view.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: "50%" },
);

/**
 * A picture that an operation draws.
 * @param {string} operation @param {Record<string, any>} entries @param {Record<string, any>} [properties]
 */
export function thumb(operation, entries, properties = {}) {
  const image = make("img", { alt: "", className: "thumb", ...properties });
  waiting.set(image, async () => {
    const drawn = await ask(operation, entries).catch(() => null);
    if (!drawn) return; // a card without its picture is still a card
    const address = URL.createObjectURL(drawn);
    image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  });
  view.observe(image);
  return image;
}
