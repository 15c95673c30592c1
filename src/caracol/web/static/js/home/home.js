import { askWithProgress, describeFailure } from "../shared/api.js";
import { packPuzzle } from "../shared/address.js";
import { find, formatTime, getMessage, make, makeBar, makeButton, showMessage } from "../shared/dom.js";
import { loadDaily, loadGame, loadRecentGames, readProgress, saveDaily, settings } from "../shared/store.js";
import { openImport } from "../library/import.js";
import { measureProgress } from "../play/progress.js";
import { createBoard, explainExample, hasStartBoard, openNewDialog } from "../library/new_puzzle.js";
import { makePicture, makeThumbnail } from "../library/thumbnails.js";
import { getToday } from "../play/solves.js";
import { isDark } from "./settings.js";
import { showStatistics } from "./statistics.js";

/** @typedef {(opening: Promise<View>, mode: string) => Promise<boolean>} OpenLater opens a puzzle, unless another one was opened meanwhile */

const RECENT_GAMES = 4;

/** Show where to go on, a card for each genre, and the statistics. @param {Genre[]} genres @param {OpenLater} open */
export function showHome(genres, open) {
  const recent = loadRecentGames();
  const returning = recent.length > 0;
  document.body.classList.toggle("returning", returning);
  find("welcome").hidden = returning;
  find("returning").hidden = find("genres-title").hidden = !returning;
  find("recent").replaceChildren(...recent.slice(0, RECENT_GAMES).map((game) => makeGameCard(game, genres)));
  showToday(genres.filter(({ generating }) => generating), open);
  find("genres").replaceChildren(...genres.map((genre) => makeCard(genre, open)));
  showStatistics(genres);
}

/** Return a card of a game: its picture, and how far it is. @param {any} game @param {Genre[]} genres */
function makeGameCard(game, genres) {
  const { puzzle } = game;
  const name = genres.find((genre) => genre.id === puzzle.genre)?.name || puzzle.genre;
  const progress = readProgress(game);
  const time = settings.timer ? ` · ${formatTime(progress?.elapsed || 0)}` : "";
  const state = make("span", { className: game.solved ? "badge solved" : "badge", textContent: game.solved ? `✓ solved${time}` : `Started${time}` });
  if (progress && !game.solved) measureProgress(puzzle, progress).then((done) => (state.textContent = `${done}${time}`));
  const theme = isDark() ? "dark" : "light";
  const face = [...(progress ? [makePicture(puzzle, progress, theme)] : []), make("strong", { textContent: puzzle.title || name }), state];
  return make("li", {}, [make("a", { className: "card", href: `#play/${packPuzzle(puzzle)}` }, face)]);
}

/** Offer today's puzzles, with a tick for each that is solved, and a large one for the week. @param {Genre[]} genres @param {OpenLater} open */
function showToday(genres, open) {
  const day = getToday();
  const add = (/** @type {Genre} */ genre, /** @type {boolean} */ large) => {
    const name = `${large ? "large " : ""}${genre.id}`;
    const clues = loadDaily(name, large ? getMonday(day) : day);
    const game = clues && loadGame(clues);
    const sign = game?.solved ? "✓ " : "";
    const words = large ? `Large ${genre.name} of the week` : `Today’s ${genre.name}`;
    const button = makeButton(`${sign}${large ? words : genre.name}`, () => openDaily(genre, button, open, large), { "aria-label": `${words}${game?.solved ? ", solved" : ""}`, className: game?.solved ? "solved" : "" });
    return make("li", {}, [button]);
  };
  const week = Math.floor(Date.parse(getMonday(day)) / WEEK);
  const large = genres.filter(({ generating }) => generating?.some(({ sides }) => sides.length));
  find("today").replaceChildren(...genres.map((genre) => add(genre, false)), ...(large.length ? [add(large[week % large.length], true)] : []));
}

const WEEK = 7 * 24 * 3600 * 1000;

/** Return the Monday before a day. @param {string} day */
function getMonday(day) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** @param {Genre} genre @param {OpenLater} open */
function makeCard(genre, open) {
  const bar = makeBar([]);
  const add = (/** @type {string} */ text, /** @type {string} */ words, /** @type {(button: HTMLButtonElement) => void} */ act) => {
    const button = makeButton(text, () => act(button), { "aria-label": words });
    bar.append(button);
  };
  const href = `#play/${packPuzzle(genre.example)}`;
  if (genre.generating) add("New", `Generate ${genre.name}`, () => openNewDialog("", genre.id));
  if (hasStartBoard(genre)) add("Set", `Set ${genre.name}`, () => openSetter(genre, open));
  else add("Open", `Open a puzzle of ${genre.name}`, () => openImport(genre.id));
  const picture = () => makeThumbnail("genre_picture", { id: genre.id, theme: isDark() ? "dark" : "light" });
  const title = make("h2", { textContent: genre.name });
  // The board itself is what one clicks to play it.
  const face = genre.example ? make("a", { className: "face", href, title: genre.instructions, "aria-label": `Play ${genre.name}` }, [picture(), title]) : title;
  return make("li", { className: "card" }, [face, bar]);
}

/** Open an empty board in the setter. @param {Genre} genre @param {OpenLater} open */
async function openSetter(genre, open) {
  try {
    if ((await open(createBoard(genre), "set")) && !genre.blank) showMessage(explainExample(genre));
  } catch (error) {
    openNewDialog(getMessage(error));
  }
}

/** Open the puzzle of today, or the large one of this week. @param {Genre} genre @param {HTMLButtonElement} button @param {OpenLater} open @param {boolean} large */
async function openDaily(genre, button, open, large) {
  const show = (/** @type {string} */ words) => (find("today-message").textContent = words);
  const day = large ? getMonday(getToday()) : getToday();
  button.disabled = true;
  try {
    const made = askWithProgress("daily", { genre: genre.id, day, large, seconds: large ? 60 : 30 }, (done) => show(`Making it … ${done}`));
    made.then((view) => saveDaily(`${large ? "large " : ""}${genre.id}`, day, view.clues), () => {});
    await open(made, "play");
    show("");
  } catch (error) {
    show(describeFailure(error, "The puzzle could not be made in time. Try again later, or make another one with “New puzzle”."));
  } finally {
    button.disabled = false;
  }
}
