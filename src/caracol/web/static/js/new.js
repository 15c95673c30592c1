import { ask, follow, stopped } from "./api.js";
import { by, make, progress, titled } from "./dom.js";
import { showMade } from "./library.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Genre} Genre */

const MOST_DOUBLES = 50; // puzzles in a row that were there already

/** @type {Genre[]} */ let known = [];

/** @param {{genres: Genre[], grades: string[]}} found @param {(view: View, how?: string) => void} open */
export function prepareNew({ genres, grades }, open) {
  known = genres;
  by("open-new").addEventListener("click", () => openNew());
  const makers = genres.filter((genre) => genre.generating);
  by("generate-form").hidden = !makers.length;
  by("new-genre").replaceChildren(...makers.map((genre) => make("option", { value: genre.id, textContent: genre.name })));
  const words = grades.map((grade) => ({ value: grade, textContent: grade }));
  by("new-grade").replaceChildren(...[{ value: "", textContent: "usual for the genre" }, { value: "any", textContent: "any" }, ...words].map((entry) => make("option", entry)));
  by("new-grade").addEventListener("change", () => showGradeEnd(grades));
  by("new-count").addEventListener("input", showMany);
  by("new-genre").addEventListener("change", showWishes);
  showWishes();

  /** @type {AbortController|null} */ let working = null;
  by("generate-stop").addEventListener("click", () => working?.abort());
  by("new-dialog").addEventListener("close", () => working?.abort());
  by("generate-form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    working?.abort();
    working = new AbortController();
    by("generate").disabled = true;
    by("generate-stop").hidden = false;
    const many = count();
    let done = 0;
    const tell = (/** @type {string} */ words) => (by("generate-message").textContent = many > 1 ? `Making puzzle ${done + 1} of ${many} … ${words}` : `Making a puzzle … ${words}`);
    tell("");
    const sofar = progress(tell);
    try {
      if (many > 1) {
        await makeMany(asked(), many, tag(), (number) => (done = number), sofar.hear, working.signal);
        return;
      }
      const view = await follow("generate", asked(), sofar.hear, working.signal);
      by("generate-message").textContent = "";
      by("new-dialog").close();
      open(view);
    } catch (error) {
      by("generate-message").textContent = stopped(error) ? "Stopped." : String(/** @type {Error} */ (error).message);
    } finally {
      sofar.end();
      by("generate").disabled = false;
      by("generate-stop").hidden = true;
    }
  });
}

/** Whether there is a board of a genre to begin with. @param {Genre} genre */
export function canBegin(genre) {
  return genre.blank || Boolean(genre.example);
}

/** An empty board of a genre, or its example where it has no empty ones. @param {Genre} genre @param {any} [options] @returns {Promise<View>} */
export function newBoard(genre, options = {}) {
  return genre.blank ? ask("blank", { genre: genre.id, options }) : ask("read", { puzzle: genre.example });
}

/** @param {Genre} genre */
export function withoutBlank(genre) {
  return `${genre.name} has no empty boards, so this is its example; any puzzle file of it can be opened and changed.`;
}

/** @param {string} [message] @param {string} [genre] */
export function openNew(message = "", genre = "") {
  if (genre) {
    by("new-genre").value = genre;
    showWishes();
  }
  by("generate-message").textContent = message;
  by("import-message").textContent = "";
  if (by("new-dialog").open) return;
  by("new-count").value = "1";
  showMany();
  by("new-dialog").showModal();
}

const PLAIN = 2; // options that are asked for at once; the others wait behind a line

function showWishes() {
  const genre = known.find((found) => found.id === by("new-genre").value);
  const fields = (genre?.generating || []).map(optionField);
  const more = fields.splice(PLAIN);
  if (more.length) fields.push(make("details", {}, [make("summary", { textContent: "More options" }), make("div", { className: "fields" }, more)]));
  by("generating").replaceChildren(...fields);
}

/** A field for an option, with what it does in words. @param {any} option */
function optionField(option) {
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
  const label = make("label", { className: flag ? "check" : "" }, flag ? [field, ` ${titled(option.name)}`] : [`${titled(option.name)} `, field]);
  return make("div", {}, [label, words]);
}

/** A range of grades begins with a word; it ends with the same one, or with one above. @param {string[]} grades */
function showGradeEnd(grades) {
  const at = grades.indexOf(by("new-grade").value);
  const above = at < 0 ? [] : grades.slice(at + 1);
  by("new-grade-end").hidden = !above.length;
  by("new-grade-to").replaceChildren(make("option", { value: "", textContent: "the same" }), ...above.map((grade) => make("option", { value: grade, textContent: grade })));
}

/** How many puzzles are wanted. */
function count() {
  const field = by("new-count");
  return Math.max(1, Math.min(Number(field.max), Math.floor(Number(field.value)) || 1));
}

function showMany() {
  by("new-many").hidden = count() < 2;
  by("new-tag").placeholder = usualTag();
}

/** What puzzles of one making have in common. */
function usualTag() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `made ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}`;
}

function tag() {
  return by("new-tag").value.trim() || usualTag();
}

/**
 * Make several puzzles into the library, each by a question of its own: what was made before a stop
 * stays. They are those that a batch of the command line makes from the same seed.
 * @param {any} wanted @param {number} many @param {string} tag @param {(done: number) => void} count
 * @param {(news: any) => void} hear @param {AbortSignal} signal
 */
async function makeMany(wanted, many, tag, count, hear, signal) {
  const seed = wanted.seed ?? Math.floor(Math.random() * 2 ** 48);
  /** @type {Map<number, any>} */ const made = new Map();
  let problem = "";
  try {
    for (let number = 0, doubles = 0; made.size < many; number++) {
      const kept = await follow("library_generate", { ...wanted, seed: `${seed}/${number}`, tags: [tag] }, hear, signal);
      doubles = made.has(kept.id) ? doubles + 1 : 0;
      if (doubles === MOST_DOUBLES) throw new Error(`There are only ${made.size} different puzzles of this kind.`);
      made.set(kept.id, kept);
      count(made.size);
    }
  } catch (error) {
    if (!made.size) throw error;
    problem = stopped(error) ? "Stopped. " : `${/** @type {Error} */ (error).message} `;
  }
  by("generate-message").textContent = "";
  if (!by("new-dialog").open) return; // whoever has closed it is elsewhere by now
  by("new-dialog").close();
  showMade(tag, made, `${problem}${made.size === many ? `${many} puzzles are` : `${made.size} of ${many} puzzles are`} in the library with the tag “${tag}”, chosen to be printed.`);
}

function asked() {
  /** @type {Record<string, any>} */ const options = {};
  for (const field of by("generating").querySelectorAll("input, select")) {
    const { kind } = field.dataset;
    if (kind === "flag") options[field.name] = field.checked;
    else if (field.value === "") continue;
    else options[field.name] = kind === "integer" ? Number(field.value) : field.value;
  }
  const seed = by("new-seed").value.trim();
  return {
    genre: by("new-genre").value,
    grade: [by("new-grade").value, by("new-grade-to").value].filter(Boolean).join("-") || null,
    seed: seed === "" ? null : /^\d{1,15}$/.test(seed) ? Number(seed) : seed,
    options,
    certify: by("new-certify").checked,
    graded: !by("new-ungraded").checked,
    seconds: 60,
  };
}
