import { find, formatTime } from "../shared/dom.js";

/** The time of a game: it runs while the page is visible and the game is neither paused nor solved. */
export class Clock {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.paused = false;
    this.lastTick = 0;
    find("pause").addEventListener("click", () => this.pause(true));
    find("resume").addEventListener("click", () => this.pause(false));
    document.addEventListener("visibilitychange", () => this.tick(true));
    setInterval(() => this.tick(false), 500);
  }

  start() {
    this.paused = false;
    this.lastTick = performance.now();
  }

  /** Add the time since the last tick. @param {boolean} save whether to store the game */
  tick(save) {
    const now = performance.now();
    const { game } = this.play;
    if (game && !this.paused && !game.solved && !document.hidden) game.elapsed += Math.min(now - this.lastTick, 2000);
    this.lastTick = now;
    if (!game) return;
    find("timer").textContent = formatTime(game.elapsed);
    if (save) this.play.save();
  }

  /** Hide the board and stop the time, or continue. @param {boolean} paused */
  pause(paused) {
    const { board, game } = this.play;
    if (!game) return;
    this.tick(true);
    this.paused = paused;
    find("paused").hidden = !paused;
    board.inert = paused;
    board.classList.toggle("hidden", paused);
    this.play.refresh();
    if (paused) find("resume").focus();
    else board.focusCursor();
  }
}
