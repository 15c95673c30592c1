import { Task, ask, askWithProgress, describeFailure } from "../shared/api.js";
import { capitalize, find, isStopped, make, makeButton } from "../shared/dom.js";
import { showGenerated } from "./library.js";

const LATE = "No such puzzle was found in time. Choose a smaller size or another difficulty.";
const MOST_DOUBLES = 50; // known puzzles in a row before a batch ends

/** @type {Genre[]} */ let known = [];

/** @param {{genres: Genre[], grades: string[], demands: Record<string, string>}} found @param {OpenPuzzle} open @param {() => string} getGenre the genre that the user is busy with */
export function prepareNewDialog({ genres, grades, demands }, open, getGenre) {
  known = genres;
  find("open-new").addEventListener("click", () => openNewDialog("", getGenre()));
  const makers = genres.filter((genre) => genre.generating);
  find("generate-form").hidden = !makers.length;
  find("new-genre").replaceChildren(...makers.map((genre) => make("option", { value: genre.id, textContent: genre.name })));
  const words = grades.map((grade) => ({ value: grade, textContent: grade, title: demands[grade] }));
  find("new-grade").replaceChildren(...[{ value: "", textContent: "usual" }, { value: "any", textContent: "any" }, ...words].map((entry) => make("option", entry)));
  find("new-grade").addEventListener("change", () => showGradeEnd(grades));
  find("new-count").addEventListener("input", showBatchFields);
  find("new-genre").addEventListener("change", showOptions);
  find("generate-form").addEventListener("input", showPresets);
  showOptions();

  const task = new Task();
  find("generate-stop").addEventListener("click", () => task.stop());
  find("new-dialog").addEventListener("close", () => task.stop());
  find("generate-form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const signal = task.start();
    find("generate").disabled = true;
    find("generate-stop").hidden = false;
    const number = getCount();
    const show = (/** @type {string} */ words) => (find("generate-message").textContent = words);
    try {
      if (number > 1) {
        await generateBatch(readForm(), number, getTag(), show, signal);
        return;
      }
      show("Making a puzzle … ");
      const view = await askWithProgress("generate", readForm(), (done) => show(`Making a puzzle … ${done}`), signal);
      find("generate-message").textContent = "";
      find("new-dialog").close();
      open(view);
    } catch (error) {
      find("generate-message").textContent = isStopped(error) ? "Stopped." : describeFailure(error, LATE);
    } finally {
      find("generate").disabled = false;
      find("generate-stop").hidden = true;
    }
  });
}

/** Return whether a genre has a board to start from. @param {Genre} genre */
export function hasStartBoard(genre) {
  return genre.blank || Boolean(genre.example);
}

/** Return an empty board of a genre, or its example if it has no empty ones. @param {Genre} genre @param {any} [options] @returns {Promise<View>} */
export function createBoard(genre, options = {}) {
  return genre.blank ? ask("blank", { genre: genre.id, options }) : ask("read", { puzzle: genre.example });
}

/** @param {Genre} genre */
export function explainExample(genre) {
  return `${genre.name} has no empty boards, so this is an example; you can change it or open another puzzle.`;
}

/** @param {string} [message] @param {string} [genre] */
export function openNewDialog(message = "", genre = "") {
  if (known.some(({ id, generating }) => id === genre && generating)) {
    find("new-genre").value = genre;
    showOptions();
  }
  find("generate-message").textContent = message;
  find("import-message").textContent = "";
  if (find("new-dialog").open) return;
  find("new-count").value = "1";
  showBatchFields();
  find("new-dialog").showModal();
}

const PLAIN = 2; // options that are always shown; the others can be unfolded

function showOptions() {
  const genre = known.find((found) => found.id === find("new-genre").value);
  const fields = (genre?.generating || []).map(makeOptionField);
  const more = fields.splice(PLAIN);
  if (more.length) fields.push(make("details", {}, [make("summary", { textContent: "More options" }), make("div", { className: "fields" }, more)]));
  find("generating").replaceChildren(...fields);
  showPresets();
}

const SIZES = ["Small", "Medium", "Large"];
const HARDEST = "hard"; // the presets are this grade and the two below it that the genre has

/** Show buttons for the usual sizes and grades; the options show what they choose. */
function showPresets() {
  const genre = known.find((found) => found.id === find("new-genre").value);
  for (const option of [...find("new-grade").options].slice(2)) option.disabled = !genre?.grades.includes(option.value);
  const sized = genre?.generating?.find(({ sides }) => sides.length);
  const field = sized && find("generating").querySelector(`[name=${sized.name}]`);
  const makePreset = (/** @type {string} */ text, /** @type {any} */ target, /** @type {string} */ value, /** @type {string} */ other) => {
    const choose = () => {
      target.value = target.value === value ? other : value;
      target.dispatchEvent(new Event("change", { bubbles: true }));
      showPresets();
    };
    return makeButton(text, choose, { "aria-pressed": String(target.value === value) });
  };
  replaceButtons(find("new-sizes"), (sized?.sides || []).map((side, number) => makePreset(`${SIZES[number]}\n${side}×${side}`, field, String(side), String(sized?.default))));
  replaceButtons(find("new-levels"), ["", ...listLevels(genre)].map((level) => makePreset(level ? capitalize(level) : "Usual", find("new-grade"), level, "")));
}

/** Return the grades of the presets. @param {Genre|undefined} genre */
function listLevels(genre) {
  const grades = genre?.grades || [];
  return grades.slice(0, grades.indexOf(HARDEST) + 1).slice(-3);
}

/** Replace the buttons of a group; the one with the focus keeps it. @param {HTMLElement} group @param {HTMLElement[]} buttons */
function replaceButtons(group, buttons) {
  const focused = [...group.children].indexOf(/** @type {Element} */ (document.activeElement));
  group.replaceChildren(...buttons);
  buttons[focused]?.focus();
}

/** Return a field for an option, with its description. @param {any} option */
function makeOptionField(option) {
  let field;
  if (option.kind === "choice") field = make("select", {}, option.choices.map((/** @type {string} */ choice) => make("option", { value: choice, textContent: choice, selected: choice === option.default })));
  else if (option.kind === "flag") field = make("input", { type: "checkbox", checked: option.default });
  else field = make("input", { type: option.kind === "integer" ? "number" : "text", value: option.default ?? "", maxLength: 60 });
  if (option.kind === "integer" && option.most) Object.assign(field, { min: option.least, max: option.most, placeholder: "any" });
  field.name = option.name;
  field.dataset.kind = option.kind;
  const words = make("p", { className: "small", id: `option-${option.name}`, textContent: option.words });
  field.setAttribute("aria-describedby", words.id);
  const flag = option.kind === "flag";
  const label = make("label", { className: flag ? "check" : "" }, flag ? [field, ` ${capitalize(option.name)}`] : [`${capitalize(option.name)} `, field]);
  return make("div", {}, [label, words]);
}

/** Show the field for the end of a range of grades. @param {string[]} grades */
function showGradeEnd(grades) {
  const at = grades.indexOf(find("new-grade").value);
  const above = at < 0 ? [] : grades.slice(at + 1);
  find("new-grade-end").hidden = !above.length;
  find("new-grade-to").replaceChildren(make("option", { value: "", textContent: "the same" }), ...above.map((grade) => make("option", { value: grade, textContent: grade })));
}

/** Return how many puzzles are wanted. */
function getCount() {
  const field = find("new-count");
  return Math.max(1, Math.min(Number(field.max), Math.floor(Number(field.value)) || 1));
}

function showBatchFields() {
  find("new-many").hidden = getCount() < 2;
  find("new-tag").placeholder = makeDefaultTag();
}

/** Return the folder of a batch if the user names none: what is in it, and the day. */
function makeDefaultTag() {
  const { genre, grade, options } = readForm();
  const name = known.find(({ id }) => id === genre)?.name || genre;
  const size = options.size ? ` ${String(options.size).replace(/^(\d+)$/, "$1×$1").replace(/x/i, "×")}` : "";
  const day = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `${name}${size}${grade && grade !== "any" ? ` ${grade}` : ""}, ${day}`;
}

function getTag() {
  return find("new-tag").value.trim() || makeDefaultTag();
}

/**
 * Generate several puzzles into the library, one request each, so that stopping keeps those that
 * are done. The command line generates the same ones from the same seed.
 * @param {any} wanted @param {number} many @param {string} tag @param {(words: string) => void} show @param {AbortSignal} signal
 */
async function generateBatch(wanted, many, tag, show, signal) {
  const seed = wanted.seed ?? Math.floor(Math.random() * 2 ** 48);
  /** @type {Map<number, any>} */ const made = new Map();
  let problem = "";
  const began = performance.now();
  try {
    for (let number = 0, doubles = 0; made.size < many; number++) {
      const words = `Making puzzle ${made.size + 1} of ${many} …`;
      show(`${words} `);
      const kept = await askWithProgress("library_generate", { ...wanted, seed: `${seed}/${number}`, tags: [tag] }, (done) => show(`${words} ${done}`), signal, began);
      doubles = made.has(kept.id) ? doubles + 1 : 0;
      if (doubles === MOST_DOUBLES) throw new Error(`There are only ${made.size} different puzzles of this kind.`);
      made.set(kept.id, kept);
    }
  } catch (error) {
    if (!made.size) throw error;
    problem = isStopped(error) ? "Stopped. " : `${describeFailure(error, LATE)} `;
  }
  find("generate-message").textContent = "";
  if (!find("new-dialog").open) return; // the user has closed it
  find("new-dialog").close();
  showGenerated(tag, made, `${problem}${made.size === many ? `${many} puzzles are` : `${made.size} of ${many} puzzles are`} in the folder “${tag}” and selected, ready to print.`);
}

function readForm() {
  /** @type {Record<string, any>} */ const options = {};
  for (const field of find("generating").querySelectorAll("input, select")) {
    const { kind } = field.dataset;
    if (kind === "flag") options[field.name] = field.checked;
    else if (field.value === "") continue;
    else options[field.name] = kind === "integer" ? Number(field.value) : field.value;
  }
  const seed = find("new-seed").value.trim();
  return {
    genre: find("new-genre").value,
    grade: [find("new-grade").value, find("new-grade-to").value].filter(Boolean).join("-") || null,
    seed: seed === "" ? null : /^\d{1,15}$/.test(seed) ? Number(seed) : seed,
    options,
    certify: find("new-certify").checked,
    graded: !find("new-ungraded").checked,
    seconds: 60,
  };
}
