/** The places of values: squares, or the sides, links and corners of squares. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box in squares */

const NARROW = 0.34; // of a square: width of a place on a line
const CORNER = 0.5; // of a square: side of a place on a corner
const REACH = 0.75; // of a square: largest distance of a press from its place
export const SURE = 0.36; // of a square: the same for a drag over places

/** Return the middle of a place, and its form. @param {View} view @param {number} cell @returns {{x: number, y: number, form: string}} */
export function getSpot({ places, columns }, cell) {
  if (!places) return { x: (cell % columns) + 0.5, y: Math.floor(cell / columns) + 0.5, form: "square" };
  const [y, x, form] = places.spots[cell];
  return { x, y, form };
}

/** Return the square at a point; outside the board, the nearest one. @param {View} view @param {{x: number, y: number}} point */
export function findSquare({ rows, columns }, { x, y }) {
  const at = (/** @type {number} */ where, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, Math.floor(where)));
  return at(y, rows) * columns + at(x, columns);
}

/** Return where the cursor is while a clue is typed into a square: the square, or its upper side. @param {View} view @param {number} square */
export function findPlace(view, square) {
  return view.places ? findNearest(view, (square % view.columns) + 0.5, Math.floor(square / view.columns)) : square;
}

/** Return the rectangle of a place. @param {View} view @param {number} cell @returns {Box} */
export function getBox(view, cell) {
  const { x, y, form } = getSpot(view, cell);
  const width = form === "square" || form === "level" ? 1 : form === "corner" ? CORNER : NARROW;
  const height = form === "square" || form === "upright" ? 1 : form === "corner" ? CORNER : NARROW;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** @type {WeakMap<object, Map<string, number>>} */
const indices = new WeakMap();

/** Return the places by their middle, in halves of a square. @param {NonNullable<View["places"]>} places */
function indexPlaces(places) {
  let index = indices.get(places);
  if (!index) {
    index = new Map(places.spots.map(([row, column], cell) => [`${2 * row},${2 * column}`, cell]));
    indices.set(places, index);
  }
  return index;
}

/** Return the place nearest to a point, or -1 if none is near. @param {View} view @param {number} x @param {number} y @param {number} [reach] */
export function findNearest(view, x, y, reach = REACH) {
  const { places, rows, columns } = view;
  if (!places) {
    const [row, column] = [Math.floor(y), Math.floor(x)];
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }
  const index = indexPlaces(places);
  let best = -1;
  let least = reach;
  for (let row = Math.round(2 * y) - 1; row <= Math.round(2 * y) + 1; row++) {
    for (let column = Math.round(2 * x) - 1; column <= Math.round(2 * x) + 1; column++) {
      const cell = index.get(`${row},${column}`);
      const far = Math.hypot(row / 2 - y, column / 2 - x);
      if (cell !== undefined && far < least) [best, least] = [cell, far];
    }
  }
  return best;
}

/** Return the line of a place: its number, its first place and its length. @param {View} view @param {number} cell */
export function findLine({ places, columns }, cell) {
  if (!places) {
    const number = Math.floor(cell / columns);
    return { number, first: number * columns, length: columns };
  }
  let first = 0;
  let number = 0;
  while (cell >= first + places.lines[number]) first += places.lines[number++];
  return { number, first, length: places.lines[number] };
}

/**
 * Return the next place on a board that does not consist of squares, or -1 beyond its end. Arrows
 * to the sides stay in the line; those up and down go to the nearest place of the next line. If two
 * are equally near, it is the left one from level to upright and the right one back, so that a
 * player who moves straight down stays beside the same square.
 * @param {View} view @param {number} cell @param {number} down @param {number} right
 */
export function findNextPlace(view, cell, down, right) {
  const places = /** @type {NonNullable<View["places"]>} */ (view.places);
  const { number, first, length } = findLine(view, cell);
  if (right) {
    const next = cell + right;
    return next >= first && next < first + length ? next : -1;
  }
  const { x, form } = getSpot(view, cell);
  const wanted = x + (form === "level" ? -0.1 : 0.1);
  for (let line = number + down; line >= 0 && line < places.lines.length; line += down) {
    const start = places.lines.slice(0, line).reduce((sum, one) => sum + one, 0);
    const candidates = Array.from({ length: places.lines[line] }, (_, at) => start + at);
    const getDistance = (/** @type {number} */ one) => Math.abs(getSpot(view, one).x - wanted);
    if (candidates.length) return candidates.reduce((best, one) => (getDistance(one) < getDistance(best) ? one : best));
  }
  return -1;
}

/** Return the name of a place. @param {View} view @param {number} cell */
export function namePlace({ places, columns }, cell) {
  return places ? places.words[cell] : `row ${Math.floor(cell / columns) + 1} column ${(cell % columns) + 1}`;
}

const WEIGHTS = ["faint", "thin", "heavy", "thick"];

/**
 * Return for each square the squares that the heaviest lines inside the board enclose with it, such
 * as its region or domino. Empty for a single square, and if no lines divide the board.
 * @param {View} view @returns {number[][]}
 */
export function findAreas({ rows, columns, strokes, places }) {
  if (places) return [];
  /** @type {Map<string, number>} */ const lines = new Map();
  for (const [row, column, down, weight] of strokes) {
    const inside = down ? column > 0 && column < columns : row > 0 && row < rows;
    if (inside) lines.set(`${row},${column},${down}`, WEIGHTS.indexOf(weight));
  }
  const heaviest = Math.max(...lines.values());
  // Every fifth line from end to end only helps to count; it divides nothing.
  const isFifth = (/** @type {string} */ line) => {
    const [row, column, down] = line.split(",").map(Number);
    return (down ? column : row) % 5 === 0;
  };
  if (Math.max(rows, columns) >= 10 && [...lines].every(([line, weight]) => weight < heaviest || isFifth(line))) return [];
  const isOpen = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ down) => (lines.get(`${row},${column},${down}`) ?? -1) < heaviest;
  /** @type {number[][]} */ const found = [];
  for (let first = 0; first < rows * columns; first++) {
    if (found[first]) continue;
    const area = [first];
    found[first] = area;
    for (const cell of area) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const beside = [
        row > 0 && isOpen(row, column, 0) ? cell - columns : -1,
        row < rows - 1 && isOpen(row + 1, column, 0) ? cell + columns : -1,
        column > 0 && isOpen(row, column, 1) ? cell - 1 : -1,
        column < columns - 1 && isOpen(row, column + 1, 1) ? cell + 1 : -1,
      ];
      for (const next of beside) {
        if (next < 0 || found[next]) continue;
        found[next] = area;
        area.push(next);
      }
    }
  }
  return found.map((area) => (area.length > 1 && area.length < rows * columns ? area : []));
}
