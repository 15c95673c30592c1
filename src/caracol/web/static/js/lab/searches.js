import { capitalize, count, find, make } from "../shared/dom.js";
import { SearchTree } from "./tree.js";

/**
 * The page that `caracol lab trace --html` writes: searches side by side, as trees, with a timeline
 * of the rules that woke and what they did at the current node.
 *
 * @typedef {[number, "quiet"|"cut"|"failed", string]} Wake the rule, and what it did in words
 * @typedef {{label: string, rules: string[], wakes: Wake[][], drawing: import("./tree.js").Drawing}} Search
 */

const COLOURS = { quiet: "var(--line)", cut: "var(--accent)", failed: "var(--bad)", now: "var(--fact)" };

/** Show a search. @param {Search} search @param {number} number */
function showSearch({ label, rules, wakes, drawing }, number) {
  const title = make("h2", { id: `title-${number}`, textContent: `${label}: ${count(drawing.nodes.length, "node")}` });
  const box = make("div", { id: `tree-${number}`, className: "search-tree", role: "tree", tabIndex: 0, "aria-labelledby": title.id });
  const time = make("canvas", { className: "time", role: "img" });
  const story = make("div", { className: "story", role: "status" });
  find("searches").append(make("section", { className: "card", "aria-labelledby": title.id }, [title, box, time, story]));

  let now = 0;
  const tree = new SearchTree(box, (node) => go(node));
  tree.show(drawing);
  go(0);
  new ResizeObserver(() => drawTime()).observe(time);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawTime);

  /** @param {number} node */
  function go(node) {
    now = node;
    tree.markNode(node);
    const quiet = wakes[node].filter(([, what]) => what === "quiet").length;
    story.replaceChildren(
      make("b", { textContent: capitalize(drawing.nodes[node].words) }),
      ` · ${count(wakes[node].length, "rule")} woke, ${quiet} with nothing new`,
      make("ol", {}, wakes[node].flatMap(([rule, what, effect]) => (what === "quiet" ? [] : [make("li", { textContent: `${rules[rule]}: ${effect}` })]))),
    );
    drawTime();
  }

  /** Draw every rule that woke, from left to right, at the height of its number. */
  function drawTime() {
    const { clientWidth: wide, clientHeight: high } = time;
    const ratio = window.devicePixelRatio || 1;
    time.width = wide * ratio;
    time.height = high * ratio;
    const pen = time.getContext("2d");
    pen.scale(ratio, ratio);
    const total = wakes.reduce((sum, woken) => sum + woken.length, 0);
    const step = Math.max(1, Math.ceil(total / (wide * 4)));
    const colours = Object.fromEntries(Object.entries(COLOURS).map(([what, colour]) => [what, resolveColour(colour)]));
    let place = 0;
    wakes.forEach((woken, node) => {
      if (node === now) {
        pen.fillStyle = colours.now;
        pen.fillRect((place / total) * wide, 0, Math.max(3, (woken.length / total) * wide), high);
      }
      for (const [rule, what] of woken) {
        if (place++ % step && what === "quiet") continue;
        pen.fillStyle = colours[what];
        pen.fillRect((place / total) * wide, (rule / rules.length) * (high - 4), what === "quiet" ? 1 : 2, 3);
      }
    });
    time.setAttribute("aria-label", `timeline of ${count(total, "rule")} that woke: grey nothing new, blue removed values, red failed`);
  }

  /** Return a colour of the style sheet as a canvas understands it. @param {string} colour */
  function resolveColour(colour) {
    time.style.color = colour;
    return getComputedStyle(time).color;
  }
}

JSON.parse(find("data").textContent).forEach(showSearch);
