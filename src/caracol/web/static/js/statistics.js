import { by, clock, make } from "./dom.js";
import { statistics } from "./keep.js";
import { settings } from "./store.js";

/** A line for each genre and grade: how many, how quickly. @param {import("./types.js").Genre[]} genres */
export async function showStatistics(genres) {
  const { statistics: found, streak } = await statistics();
  by("statistics-block").hidden = !found.length;
  if (!found.length) return;
  const name = (/** @type {string} */ id) => genres.find((genre) => genre.id === id)?.name || id;
  const time = (/** @type {number} */ seconds) => (settings.timer ? clock(seconds * 1000) : "–");
  const cells = (/** @type {string} */ kind, /** @type {string[]} */ words) => words.map((textContent, at) => make(at ? kind : "th", { textContent, ...(at ? {} : { scope: kind === "th" ? "col" : "row" }) }));
  by("statistics").replaceChildren(
    make("thead", {}, [make("tr", {}, cells("th", ["Genre", "Grade", "Solved", "Without hints", "Best", "Average"]))]),
    make("tbody", {}, found.map((row) => make("tr", {}, cells("td", [name(row.genre), row.grade || "not graded", String(row.solved), String(row.unaided), time(row.best), time(row.average)])))),
  );
  by("streak").textContent = streak ? `${streak} ${streak === 1 ? "day" : "days"} in a row.` : "";
}
