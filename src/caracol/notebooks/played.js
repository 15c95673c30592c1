// The front end of a board in a notebook: it shows the picture that Python draws, and tells
// Python which cell was pressed and which key. It knows no rules.

function render({ model, el }) {
  const root = document.createElement("div");
  root.innerHTML = `<div class="board" tabindex="0" role="application" style="position:relative;display:inline-block"></div>
    <div class="buttons"></div><p class="message" role="status"></p>`;
  el.appendChild(root);
  const home = root.querySelector(".board");
  const message = root.querySelector(".message");
  const ring = document.createElement("div");
  ring.style.cssText = "position:absolute;box-sizing:border-box;border:2px solid #2b6cb0;pointer-events:none";

  for (const kind of ["undo", "redo", "check", "hint"]) {
    const button = root.querySelector(".buttons").appendChild(document.createElement("button"));
    button.textContent = kind[0].toUpperCase() + kind.slice(1);
    button.addEventListener("click", () => model.send({ kind }));
  }

  let chosen = model.get("chosen");

  function draw() {
    const board = model.get("board");
    home.innerHTML = model.get("picture");
    home.appendChild(ring);
    const row = Math.floor(chosen / board.columns), column = chosen % board.columns;
    ring.style.left = `${board.left + column * board.side}px`;
    ring.style.top = `${board.top + row * board.side}px`;
    ring.style.width = ring.style.height = `${board.side}px`;
    home.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}: ${board.words[chosen]}`);
    message.textContent = model.get("message");
  }

  home.addEventListener("click", (event) => {
    const board = model.get("board");
    const box = home.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - board.left) / board.side);
    const row = Math.floor((event.clientY - box.top - board.top) / board.side);
    if (row < 0 || column < 0 || row >= board.rows || column >= board.columns) return;
    chosen = row * board.columns + column;
    model.send({ kind: "press", cell: chosen });
  });

  home.addEventListener("keydown", (event) => {
    const board = model.get("board");
    const row = Math.floor(chosen / board.columns), column = chosen % board.columns;
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (move) {
      const [down, right] = [row + move[0], column + move[1]];
      if (down >= 0 && right >= 0 && down < board.rows && right < board.columns) chosen = down * board.columns + right;
      draw();
    } else if (event.key === "Enter" || event.key === " ") {
      model.send({ kind: "press", cell: chosen });
    } else if ((event.key.length === 1 && !event.ctrlKey && !event.metaKey) || ["Backspace", "Delete"].includes(event.key)) {
      model.send({ kind: "key", cell: chosen, key: event.key });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  for (const name of ["picture", "board", "message"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
