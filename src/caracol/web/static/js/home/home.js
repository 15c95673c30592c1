import { askWithProgress } from "../shared/api.js";
import { packPuzzle } from "../shared/address.js";
import { find, getMessage, make, makeBar, makeButton, showMessage } from "../shared/dom.js";
import { loadRecentGames } from "../shared/store.js";
import { openImport } from "../library/import.js";
import { createBoard, explainExample, hasStartBoard, openNewDialog } from "../library/new_puzzle.js";
import { makeThumbnail } from "../library/thumbnails.js";
import { getToday } from "../play/solves.js";
import { isDark } from "./settings.js";
import { showStatistics } from "./statistics.js";

/** @typedef {(opening: Promise<View>, mode: string) => Promise<boolean>} OpenLater opens a puzzle, unless another one was opened meanwhile */

const RECENT_GAMES = 6;

/** Show a card for each genre, the recent games and the statistics. @param {Genre[]} genres @param {OpenLater} open */
export function showHome(genres, open) {
  find("genres").replaceChildren(...genres.map((genre) => makeCard(genre, open)));
  const recent = loadRecentGames().slice(0, RECENT_GAMES);
  find("recent-block").hidden = !recent.length;
  find("recent").replaceChildren(
    ...recent.map((game) => {
      const name = genres.find((genre) => genre.id === game.puzzle.genre)?.name || game.puzzle.genre;
      const words = `${game.puzzle.title || name}${game.solved ? " (solved)" : ""}`;
      return make("li", {}, [make("a", { href: `#play/${packPuzzle(game.puzzle)}`, textContent: words })]);
    }),
  );
  showStatistics(genres);
}

/** @param {Genre} genre @param {OpenLater} open */
function makeCard(genre, open) {
  const parts = [make("h2", { textContent: genre.name }), make("p", { textContent: genre.instructions, title: genre.instructions })];
  const bar = makeBar([]);
  const add = (/** @type {string} */ text, /** @type {string} */ words, /** @type {(button: HTMLButtonElement) => void} */ act) => {
    const button = makeButton(text, () => act(button), { "aria-label": words });
    bar.append(button);
  };
  if (genre.example) bar.append(make("a", { className: "button primary", href: `#play/${packPuzzle(genre.example)}`, textContent: "Play", "aria-label": `Play ${genre.name}` }));
  if (genre.generating) {
    add("Today’s puzzle", `Today’s ${genre.name}`, (button) => openDaily(genre, button, open));
    add("Generate", `Generate ${genre.name}`, () => openNewDialog("", genre.id));
  }
  if (hasStartBoard(genre)) add("Set", `Set ${genre.name}`, () => openSetter(genre, open));
  else add("Open a puzzle", `Open a puzzle of ${genre.name}`, () => openImport(genre.id));
  const picture = genre.example ? [makeThumbnail("genre_picture", { id: genre.id, theme: isDark() ? "dark" : "light" })] : [];
  return make("li", { className: "card" }, [...picture, ...parts, bar]);
}

/** Open an empty board in the setter. @param {Genre} genre @param {OpenLater} open */
async function openSetter(genre, open) {
  try {
    if ((await open(createBoard(genre), "set")) && !genre.blank) showMessage(explainExample(genre));
  } catch (error) {
    openNewDialog(getMessage(error));
  }
}

/** Open the puzzle of today. @param {Genre} genre @param {HTMLButtonElement} button @param {OpenLater} open */
async function openDaily(genre, button, open) {
  button.disabled = true;
  try {
    const entries = { genre: genre.id, day: getToday(), seconds: 30 };
    await open(askWithProgress("daily", entries, (done) => (button.textContent = `Making it … ${done}`)), "play");
  } catch (error) {
    openNewDialog(getMessage(error));
  } finally {
    button.disabled = false;
    button.textContent = "Today’s puzzle";
  }
}
