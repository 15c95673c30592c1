"use strict";
// Draws search trees of thousands of nodes on a canvas: they fold, zoom and show what happened.

const COLOUR = { open: "#8a94a3", failed: "#c2362f", solved: "#1f8a4c" };
const WAKE = { quiet: "#b9c0ca", cut: "#2b6cb0", failed: "#c2362f" };
const STEP_X = 16, STEP_Y = 30, DOT = 5;

class Panel {
  constructor(data, home) {
    this.data = data;
    this.children = data.nodes.map(() => []);
    data.nodes.forEach(([parent], number) => { if (parent !== null) this.children[parent].push(number); });
    this.size = data.nodes.map(() => 1);
    // Whether the whole subtree was searched and failed.
    this.failed = data.nodes.map((node, number) => node[1] === "failed" || this.children[number].length > 0);
    for (let number = data.nodes.length - 1; number > 0; number--) {
      const parent = data.nodes[number][0];
      this.size[parent] += this.size[number];
      this.failed[parent] = this.failed[parent] && this.failed[number];
    }
    this.folded = new Set();
    this.chosen = 0;
    this.section = home.appendChild(document.createElement("section"));
    this.section.innerHTML = `<h2></h2><div class="buttons"></div>
      <canvas class="tree" tabindex="0" role="tree"></canvas>
      <canvas class="time" role="img"></canvas><div class="told" role="status"></div>`;
    this.section.querySelector("h2").textContent = `${data.label}: ${data.nodes.length - 1} nodes below the root`;
    this.canvas = this.section.querySelector(".tree");
    this.time = this.section.querySelector(".time");
    this.canvas.setAttribute("aria-label", `search tree of ${data.nodes.length - 1} nodes below the root`);
    this.told = this.section.querySelector(".told");
    this.button("Fold failures", () => this.foldFailures());
    this.button("Unfold all", () => { this.folded.clear(); this.layout(); this.fit(); });
    this.button("Fit", () => this.fit());
    this.button("+", () => this.zoom(1.4));
    this.button("−", () => this.zoom(1 / 1.4));
    this.listen();
    if (data.nodes.length > 300) this.foldFailures(); else { this.layout(); this.fit(); }
    this.choose(0);
  }

  button(words, act) {
    const button = this.section.querySelector(".buttons").appendChild(document.createElement("button"));
    button.textContent = words;
    button.addEventListener("click", act);
  }

  // Folds failures, smallest first, until few enough are left to be seen.
  foldFailures(most = 300) {
    for (let limit = 3; ; limit *= 2) {
      this.folded.clear();
      for (let number = 1; number < this.data.nodes.length; number++) {
        const deep = this.size[number] > 1 && this.size[number] <= limit;
        if (deep && this.failed[number]) this.folded.add(number);
      }
      this.layout();
      if (this.shown.length <= most || limit > this.data.nodes.length) break;
    }
    this.fit();
  }

  // Leaves are side by side, other nodes centred above theirs. Folded nodes are leaves.
  layout() {
    this.x = new Map();
    this.y = new Map();
    this.shown = [];
    let leaves = 0;
    const waiting = [[0, 0]];
    while (waiting.length) {
      const [number, depth] = waiting.pop();
      this.shown.push(number);
      this.y.set(number, depth * STEP_Y);
      const below = this.folded.has(number) ? [] : this.children[number];
      if (below.length === 0) this.x.set(number, leaves++ * STEP_X);
      for (let place = below.length - 1; place >= 0; place--) waiting.push([below[place], depth + 1]);
    }
    for (let place = this.shown.length - 1; place >= 0; place--) {
      const number = this.shown[place];
      const below = this.folded.has(number) ? [] : this.children[number];
      if (below.length) this.x.set(number, (this.x.get(below[0]) + this.x.get(below[below.length - 1])) / 2);
    }
    this.wide = Math.max(1, leaves - 1) * STEP_X;
    this.high = Math.max(...this.y.values()) || 1;
    this.section.dataset.shown = String(this.shown.length);
  }

  fit() {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    this.scale = Math.min(2, (wide - 40) / this.wide, (high - 40) / this.high);
    this.left = (wide - this.wide * this.scale) / 2;
    this.top = 20;
    this.draw();
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(20, Math.max(0.01, this.scale * factor));
    this.left = x - (x - this.left) * scale / this.scale;
    this.top = y - (y - this.top) * scale / this.scale;
    this.scale = scale;
    this.draw();
  }

  sheet(canvas) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return pen;
  }

  at(number) {
    return [this.left + this.x.get(number) * this.scale, this.top + this.y.get(number) * this.scale];
  }

  draw() {
    const pen = this.sheet(this.canvas);
    const dot = Math.min(9, Math.max(1.2, DOT * this.scale));
    pen.strokeStyle = getComputedStyle(this.section).getPropertyValue("--line");
    pen.beginPath();
    for (const number of this.shown) {
      const parent = this.data.nodes[number][0];
      if (parent === null) continue;
      pen.moveTo(...this.at(parent));
      pen.lineTo(...this.at(number));
    }
    pen.stroke();
    for (const number of this.shown) {
      const [x, y] = this.at(number);
      pen.fillStyle = COLOUR[this.data.nodes[number][1]];
      pen.beginPath();
      if (this.folded.has(number)) {
        pen.fillStyle = COLOUR.failed;
        pen.moveTo(x, y - dot);
        pen.lineTo(x + dot * 1.3, y + dot * 1.6);
        pen.lineTo(x - dot * 1.3, y + dot * 1.6);
      } else {
        pen.arc(x, y, dot, 0, 7);
      }
      pen.fill();
      if (number === this.chosen) {
        pen.strokeStyle = getComputedStyle(this.section).color;
        pen.lineWidth = 2;
        pen.stroke();
        pen.lineWidth = 1;
      }
      if (this.folded.has(number) && this.scale > 0.9) {
        pen.fillStyle = getComputedStyle(this.section).color;
        pen.font = "10px system-ui, sans-serif";
        pen.textAlign = "center";
        pen.fillText(String(this.size[number] - 1), x, y + dot * 1.6 + 11);
      }
    }
  }

  // The timeline: every rule that woke, from left to right, at the height of its number.
  drawTime() {
    const pen = this.sheet(this.time);
    const { clientWidth: wide, clientHeight: high } = this.time;
    const total = this.data.nodes.reduce((sum, node) => sum + node[3].length, 0) || 1;
    const step = Math.max(1, Math.ceil(total / (wide * 4)));
    let place = 0;
    this.data.nodes.forEach((node, number) => {
      const start = place / total * wide;
      if (number === this.chosen) {
        pen.fillStyle = "rgba(230, 159, 0, .35)";
        pen.fillRect(start, 0, Math.max(2, node[3].length / total * wide), high);
      }
      node[3].forEach(([rule, what]) => {
        if (place++ % step === 0 || what !== "quiet") {
          pen.fillStyle = WAKE[what];
          pen.fillRect(place / total * wide, rule / this.data.rules.length * (high - 4), what === "quiet" ? 1 : 2, 3);
        }
      });
    });
    this.time.setAttribute("aria-label", `time-line of ${total} rules that woke: grey nothing new, blue removed values, red failed`);
  }

  choose(number) {
    this.chosen = number;
    const [, end, choice, wakes] = this.data.nodes[number];
    const head = document.createElement("b");
    head.textContent = `${number}. ${choice} (${end})`;
    const list = document.createElement("ol");
    for (const [rule, what, effect] of wakes) {
      if (what === "quiet") continue;
      list.appendChild(document.createElement("li")).textContent = `${this.data.rules[rule]}: ${effect}`;
    }
    const quiet = wakes.filter((wake) => wake[1] === "quiet").length;
    const rest = document.createElement("span");
    rest.textContent = ` ${wakes.length} ${wakes.length === 1 ? "rule" : "rules"} woke, ${quiet} with nothing new`;
    if (this.folded.has(number)) rest.textContent += `; ${this.size[number] - 1} nodes are folded below`;
    this.told.replaceChildren(head, rest, list);
    this.draw();
    this.drawTime();
  }

  fold(number) {
    if (!this.children[number].length) return;
    if (!this.folded.delete(number)) this.folded.add(number);
    this.layout();
    this.choose(number);
  }

  near(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    let best = null, least = 15 * 15;
    for (const number of this.shown) {
      const [left, top] = this.at(number);
      const far = (left - x) ** 2 + (top - y) ** 2;
      if (far < least) { best = number; least = far; }
    }
    return best;
  }

  listen() {
    let from = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY, this.left, this.top];
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.left = from[2] + event.clientX - from[0];
      this.top = from[3] + event.clientY - from[1];
      this.draw();
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const still = from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 4;
      from = null;
      const number = still ? this.near(event) : null;
      if (number !== null) this.choose(number);
    });
    this.canvas.addEventListener("dblclick", (event) => {
      const number = this.near(event);
      if (number !== null) this.fold(number);
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.canvas.getBoundingClientRect();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => {
      const parent = this.data.nodes[this.chosen][0];
      const beside = parent === null ? [0] : this.children[parent];
      const place = beside.indexOf(this.chosen);
      const below = this.folded.has(this.chosen) ? [] : this.children[this.chosen];
      const go = {
        ArrowUp: parent, ArrowDown: below[0], ArrowLeft: beside[place - 1], ArrowRight: beside[place + 1],
      }[event.key];
      if (go !== undefined && go !== null) this.choose(go);
      else if (event.key === "Enter" || event.key === " ") this.fold(this.chosen);
      else if (event.key === "+") this.zoom(1.4);
      else if (event.key === "-") this.zoom(1 / 1.4);
      else return;
      event.preventDefault();
    });
    window.addEventListener("resize", () => { this.fit(); this.drawTime(); });
  }
}

const home = document.getElementById("panels");
window.panels = JSON.parse(document.getElementById("data").textContent).map((data) => new Panel(data, home));
