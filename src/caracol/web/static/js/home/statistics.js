import { count, find, formatTime, make } from "../shared/dom.js";
import { loadStatistics } from "../play/solves.js";
import { settings } from "../shared/store.js";

/** Show a line for each genre and grade: number of puzzles, and times. @param {Genre[]} genres */
export async function showStatistics(genres) {
  const { statistics: found, streak } = await loadStatistics();
  find("statistics-block").hidden = !found.length;
  if (!found.length) return;
  const name = (/** @type {string} */ id) => genres.find((genre) => genre.id === id)?.name || id;
  const time = (/** @type {number} */ seconds) => (settings.timer ? formatTime(seconds * 1000) : "–");
  const cells = (/** @type {string} */ kind, /** @type {string[]} */ words) => words.map((textContent, at) => make(at ? kind : "th", { textContent, ...(at ? {} : { scope: kind === "th" ? "col" : "row" }) }));
  find("statistics").replaceChildren(
    make("thead", {}, [make("tr", {}, cells("th", ["Genre", "Grade", "Solved", "Without hints", "Best", "Average"]))]),
    make("tbody", {}, found.map((row) => make("tr", {}, cells("td", [name(row.genre), row.grade || "not graded", String(row.solved), String(row.unaided), time(row.best), time(row.average)])))),
  );
  find("streak").textContent = streak ? `Streak: ${count(streak, "day")}` : "";
}
