/** Shapes and symbols. The unit is the side of a cell. */

const SVG = "http://www.w3.org/2000/svg";
const LEAST_ON_BUTTONS = 14 / 26; // of the side of an icon: the smallest letter

/**
 * Return an SVG element with these attributes.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Set the classes of an element, unless it has them. @param {Element} element @param {string} names */
export function setClass(element, names) {
  if (element.getAttribute("class") !== names) element.setAttribute("class", names);
}

/** Draw an empty picture. @param {string} name @param {number} width @param {number} height @param {number} [across] @param {number} [down] */
export function drawCanvas(name, width, height, across = width, down = height) {
  return draw("svg", { class: `pane ${name}`, width, height, viewBox: `0 0 ${across} ${down}`, "aria-hidden": "true" });
}

/** Return the corners of a star around a point. @param {number} x @param {number} y @param {number} radius */
function listStarCorners(x, y, radius) {
  const corners = [];
  for (let corner = 0; corner < 10; corner++) {
    const far = corner % 2 ? radius * 0.42 : radius;
    const angle = (Math.PI / 5) * corner - Math.PI / 2;
    corners.push(`${(x + far * Math.cos(angle)).toFixed(3)},${(y + far * Math.sin(angle)).toFixed(3)}`);
  }
  return corners.join(" ");
}

const TREE = [[0, -1], [0.55, -0.2], [0.3, -0.2], [0.8, 0.55], [0.13, 0.55], [0.13, 1], [-0.13, 1], [-0.13, 0.55], [-0.8, 0.55], [-0.3, -0.2], [-0.55, -0.2]];
const TENT = [[0, -0.8], [1, 0.8], [0.3, 0.8], [0, 0.1], [-0.3, 0.8], [-1, 0.8]];

/** Return a closed path through points around a middle. @param {number[][]} points @param {number} x @param {number} y @param {number} reach */
function makeOutline(points, x, y, reach) {
  return `M${points.map(([across, down]) => `${(x + across * reach).toFixed(3)} ${(y + down * reach).toFixed(3)}`).join("L")}z`;
}

/**
 * Draw a symbol in the middle of a square.
 * @param {Sign} sign
 * @param {number} x middle
 * @param {number} y middle
 * @param {number} size side of the square
 * @param {number} least height of the smallest letter, in cells
 * @param {boolean} upright whether a line is vertical
 * @returns {SVGElement}
 */
export function drawSymbol(sign, x, y, size, least = 0, upright = false) {
  const half = size / 2;
  switch (sign.shape) {
    case "line":
      return draw("path", { d: upright ? `M${x} ${y - half}v${size}` : `M${x - half} ${y}h${size}`, class: "line strong" });
    case "circle":
      return draw("circle", { cx: x, cy: y, r: half * 0.68, class: "line" });
    case "bulb": {
      const both = draw("g", {});
      const neck = y + half * 0.34;
      const glass = `M${x - half * 0.24} ${neck}A${half * 0.56} ${half * 0.56} 0 1 1 ${x + half * 0.24} ${neck}z`;
      both.append(draw("path", { d: glass, class: "bulb" }));
      both.append(draw("path", { d: `M${x - half * 0.2} ${y + half * 0.5}h${half * 0.4}M${x - half * 0.12} ${y + half * 0.66}h${half * 0.24}`, class: "line socket" }));
      return both;
    }
    case "disc":
      return draw("circle", { cx: x, cy: y, r: half * 0.7, class: "solid" });
    case "tree":
      return draw("path", { d: makeOutline(TREE, x, y, half * 0.84), class: "solid" });
    case "tent":
      return draw("path", { d: makeOutline(TENT, x, y, half * 0.76), class: "solid" });
    case "diagonal":
      return draw("path", { d: `M${x - half} ${y - half}l${size} ${size}`, class: "line thin" });
    case "dot":
      return draw("circle", { cx: x, cy: y, r: half * 0.2, class: "dot" });
    case "cross": {
      const arm = half * 0.42;
      return draw("path", { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`, class: "line" });
    }
    case "plus": {
      const arm = half * 0.5;
      return draw("path", { d: `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`, class: "line strong" });
    }
    case "minus": {
      const arm = half * 0.5;
      return draw("path", { d: `M${x - arm} ${y}H${x + arm}`, class: "line strong" });
    }
    case "star":
      return draw("polygon", { points: listStarCorners(x, y + half * 0.05, half * 0.72), class: "solid" });
    case "fill": {
      const side = size * 0.86;
      const box = draw("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: side * 0.08, class: "solid" });
      if (sign.colour && (sign.mark || sign.colour !== "#000000")) box.setAttribute("fill", sign.colour);
      if (!sign.mark) return box;
      const height = Math.max(size * 0.42, Math.min(least, size * 0.8));
      const both = draw("g", {});
      both.append(box, draw("text", { x, y: y + height * 0.36, "font-size": height, class: "colour-letter", fill: chooseInk(sign.colour) }, sign.mark));
      return both;
    }
    case "letter": {
      const height = Math.max(size * 0.62, Math.min(least, size * 0.9));
      return draw("text", { x, y: y + height * 0.36, "font-size": height, class: "letter" }, sign.letter);
    }
    default:
      return draw("g", {});
  }
}

/**
 * Draw a symbol for a button.
 * @param {Sign} sign
 * @returns {SVGElement}
 */
export function drawIcon(sign) {
  const svg = draw("svg", { viewBox: "0 0 1 1", class: "content given", "aria-hidden": "true" });
  svg.append(drawSymbol(sign.shape === "nothing" ? { ...sign, shape: "dot" } : sign, 0.5, 0.5, 1, LEAST_ON_BUTTONS));
  return svg;
}

/** Return black or white, whichever is more readable on a colour. @param {string} colour */
export function chooseInk(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.299 * r + 0.587 * g + 0.114 * b > 0.55 ? "#000" : "#fff";
}
