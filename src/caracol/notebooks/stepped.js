// The front end of a walkthrough in a notebook: back, forward, and a slider.

function render({ model, el }) {
  const root = document.createElement("div");
  root.innerHTML = `<div><button class="back">◀</button> <input class="slider" type="range" min="0" step="1">
    <button class="on">▶</button> <span class="count"></span></div>
    <p class="conclusion"></p><b class="technique"></b><div class="picture"></div><p class="words" role="status"></p>`;
  el.appendChild(root);
  const part = (name) => root.querySelector(`.${name}`);
  part("back").setAttribute("aria-label", "step back");
  part("on").setAttribute("aria-label", "next step");
  part("slider").setAttribute("aria-label", "step");
  part("slider").max = String(Math.max(0, model.get("number") - 1));

  function go(place) {
    const last = model.get("number") - 1;
    model.set("place", Math.max(0, Math.min(last, place)));
    model.save_changes();
  }

  function draw() {
    part("picture").innerHTML = model.get("picture");
    part("conclusion").textContent = model.get("conclusion");
    part("technique").textContent = `${model.get("label")}. ${model.get("technique")}`;
    part("words").textContent = model.get("words");
    part("slider").value = String(model.get("place"));
    part("count").textContent = `${model.get("place") + 1} of ${model.get("number")}`;
    part("back").disabled = model.get("place") <= 0;
    part("on").disabled = model.get("place") >= model.get("number") - 1;
  }

  part("back").addEventListener("click", () => go(model.get("place") - 1));
  part("on").addEventListener("click", () => go(model.get("place") + 1));
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  for (const name of ["place", "picture", "words", "technique", "label", "conclusion"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
