import { find, make } from "../shared/dom.js";
import { saveSettings, settings } from "../shared/store.js";

/** The settings dialog. */

const MOST_NAMES = 4; // genres that an assist lists by name

/** Return the ids of what is filled in for the player of a genre. @param {Genre|undefined} genre */
export function listAids(genre) {
  return (genre?.aids || []).filter(({ id, on }) => settings.aids[`${genre?.id}/${id}`] ?? on).map(({ id }) => id);
}

/** Show a checkbox for each aid, which switches it for all of these genres. @param {Genre[]} genres @param {() => void} onChange */
export function showAids(genres, onChange) {
  /** @type {Map<string, {id: string, of: Genre[]}>} by what they say */ const found = new Map();
  for (const genre of genres) {
    for (const { id, words } of genre.aids) found.set(words, { id, of: [...(found.get(words)?.of || []), genre] });
  }
  find("set-aids").replaceChildren(
    ...[...found].map(([words, { id, of }]) => {
      const on = of.filter((genre) => listAids(genre).includes(id)).length;
      const box = make("input", { type: "checkbox", checked: on === of.length, indeterminate: on > 0 && on < of.length });
      box.dataset.aid = id;
      box.addEventListener("change", () => {
        for (const genre of of) settings.aids[`${genre.id}/${id}`] = box.checked;
        saveSettings();
        onChange();
      });
      const names = of.map(({ name }) => name).join(", ");
      const which = genres.length > 1 && of.length < genres.length ? ` (${of.length > MOST_NAMES ? `${of.length} genres` : names})` : "";
      return make("label", { className: "check", title: names }, [box, ` ${words}${which}`]);
    }),
  );
}

/** Connect the fields of the dialog with the settings. @param {(name: string) => void} onChange */
export function prepareSettings(onChange) {
  for (const name of Object.keys(settings)) {
    if (name === "aids") continue;
    const field = find(`set-${name}`);
    const entry = field.type === "checkbox" ? "checked" : "value";
    field[entry] = settings[/** @type {"theme"} */ (name)];
    field.addEventListener("change", () => {
      /** @type {any} */ (settings)[name] = field[entry];
      saveSettings();
      onChange(name);
    });
  }
}

/** Return whether the page has dark colours. */
export function isDark() {
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}
