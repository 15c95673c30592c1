import { ask } from "../shared/api.js";
import { encodeBase64 } from "../shared/address.js";
import { count, download, find, getMessage } from "../shared/dom.js";

/** The library as a file: a copy to keep, and other libraries to take in. */

/** @param {() => void} changed called when the library has other puzzles */
export function prepareWholeLibrary(changed) {
  const show = (/** @type {string} */ words) => (find("library-whole-message").textContent = words);
  const protect = (/** @type {() => Promise<void>} */ act) => async () => {
    show("");
    try {
      await act();
    } catch (error) {
      show(getMessage(error));
    }
  };
  find("library-copy").addEventListener("click", protect(async () => download(await ask("library_file"), "library", "sqlite")));
  find("library-merge").addEventListener("change", protect(async () => {
    const [file] = find("library-merge").files;
    if (!file) return;
    find("library-merge").value = "";
    show(`Reading ${file.name} …`);
    const merged = await ask("library_merge", { file: encodeBase64(new Uint8Array(await file.arrayBuffer())) });
    show(`${count(merged.new, "puzzle")} added, ${merged.puzzles - merged.new} already there; ${count(merged.solved, "solved puzzle")} recorded.`);
    if (merged.new) changed();
  }));
}
