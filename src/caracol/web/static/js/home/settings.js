import { find, make } from "../shared/dom.js";
import { saveSettings, settings } from "../shared/store.js";

/** The settings dialog. */

/** Return the ids of what is filled in for the player of a genre. @param {Genre|undefined} genre */
export function listAids(genre) {
  return (genre?.aids || []).filter(({ id, on }) => settings.aids[`${genre?.id}/${id}`] ?? on).map(({ id }) => id);
}

/** Show a checkbox for each aid of these genres. @param {Genre[]} genres @param {() => void} onChange */
export function showAids(genres, onChange) {
  find("set-aids").replaceChildren(
    ...genres.flatMap((genre) =>
      genre.aids.map(({ id, words, on }) => {
        const name = `${genre.id}/${id}`;
        const box = make("input", { type: "checkbox", checked: settings.aids[name] ?? on });
        box.dataset.aid = id;
        box.addEventListener("change", () => {
          settings.aids[name] = box.checked;
          saveSettings();
          onChange();
        });
        return make("label", { className: "check" }, [box, ` ${genres.length > 1 ? `${genre.name}: ` : ""}${words}`]);
      }),
    ),
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
