// The front end of a board in a notebook: it shows the picture that Python draws, and reports
// presses and keys to Python. It knows no rules.

const middle = ([left, top, wide, high]) => [left + wide / 2, top + high / 2];

// The nearest cell in a direction: straight ahead before sideways.
function beside(boxes, chosen, [right, down]) {
  const [x, y] = middle(boxes[chosen]);
  let best = chosen, least = Infinity;
  boxes.forEach((box, cell) => {
    const [a, b] = middle(box);
    const on = (a - x) * right + (b - y) * down, aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    const far = on + 2.5 * aside;
    if (on > 1 && aside <= on && far < least) { best = cell; least = far; }
  });
  return best;
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.innerHTML = `<div class="board" tabindex="0" role="application" style="position:relative;display:inline-block"></div>
    <div class="buttons"></div><p class="message" role="status"></p><p class="notes"></p>`;
  el.appendChild(root);
  const home = root.querySelector(".board");
  const message = root.querySelector(".message");
  const ring = document.createElement("div");
  ring.style.cssText = "position:absolute;box-sizing:border-box;border:2px solid #2b6cb0;pointer-events:none";

  const buttons = { undo: "Undo", redo: "Redo", check: "Check", hint: "Hint", take: "Do it" };
  for (const [kind, label] of Object.entries(buttons)) {
    const button = root.querySelector(".buttons").appendChild(document.createElement("button"));
    button.textContent = label;
    button.addEventListener("click", () => model.send({ kind }));
  }

  let chosen = model.get("chosen");

  function draw() {
    const board = model.get("board");
    home.innerHTML = model.get("picture");
    home.appendChild(ring);
    ["left", "top", "width", "height"].forEach((name, place) => {
      ring.style[name] = `${board.spots[chosen][place]}px`;
    });
    home.setAttribute("aria-label", board.words[chosen]);
    message.textContent = model.get("message");
    root.querySelector(".notes").textContent = model.get("notes");
  }

  home.addEventListener("click", (event) => {
    const box = home.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const boxes = model.get("board").spots;
    const wide = Math.max(...boxes[0].slice(2));
    // The cell with the nearest centre; on a board of squares, the one that contains the point.
    const far = boxes.map((spot) => { const [a, b] = middle(spot); return Math.max(Math.abs(a - x), Math.abs(b - y)); });
    const near = far.indexOf(Math.min(...far));
    if (far[near] > wide / 2) return;
    chosen = near;
    model.send({ kind: "press", cell: chosen });
  });

  home.addEventListener("keydown", (event) => {
    const move = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (move) {
      chosen = beside(model.get("board").spots, chosen, move);
      draw();
    } else if (event.key === "Enter" || event.key === " ") {
      model.send({ kind: "press", cell: chosen });
    } else if ((event.key.length === 1 && !event.ctrlKey && !event.metaKey) || ["Backspace", "Delete"].includes(event.key)) {
      model.send({ kind: "key", cell: chosen, key: event.key });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  for (const name of ["picture", "board", "message", "notes"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
