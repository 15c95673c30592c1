"""Puzzles from pictures: unique, with as few changed cells as possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import ceil
from os import PathLike
from typing import Any

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import Proof, TooHard, unique
from caracol.authoring.drafts.target import Judge, read_wanted
from caracol.authoring.drafts.task import Draft, Pixels, Task
from caracol.authoring.parts import PicturePart
from caracol.engines.limits import Clock, Flag
from caracol.errors import ClueError, FormatError, MissingExtra, OutOfTime
from caracol.generator.loop import QUICK, Generated, make_judge, report_timeout
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import missing_part
from caracol.puzzle.plugins import get_genre
from caracol.support.options import Kind, Option

SIZE = Option("size", Kind.SIZE, 25, "columns × rows of the puzzle", 2, 120)
COLOURS = Option("colours", Kind.INTEGER, 1, "colours of the puzzle, without the background", 1, 12)
THRESHOLD = Option(
    "threshold", Kind.INTEGER, None, "brightness up to which a cell is painted", 0, 255
)
BRIGHT, SEEN = 128, 24
"""Minimum brightness of margins, and minimum difference of the drawing from them."""
NARROW = 0.8
"""Share of a side beyond which a drawing keeps its margins."""
SPARE = 2
"""Number of changes that a repair may make beyond the best one so far; some are undone later."""
RUNS = 8
"""Maximum number of repairs that are begun until one succeeds."""
ROUNDS = 14
"""Number of rounds that then look for fewer changes."""
MORE_RUNS = 24
"""Maximum number of repairs if a grade is wanted, which not every one meets; the one with the
fewest changes is taken."""


def picture(
    image: Any,
    size: Any = None,
    *,
    colours: int = 1,
    threshold: int | None = None,
    dither: bool = False,
    want: str = "unique",
    seed: int | str = 0,
    seconds: float | None = None,
    stop: Flag | None = None,
    graded: bool = True,
    judge: Judge | None = None,
    genre_name: str = "nonogram",
) -> Generated:
    """Return the puzzle of a picture: a path, or a Pillow image.

    ``want`` is "unique", "line" (solvable line by line), or a grade. ``changed`` of the result has
    the cells that differ from the picture.
    """
    pixels = read_pixels(
        _open_image(image), SIZE.read(size or SIZE.default), colours, threshold, dither
    )
    if not any(pixels.values):
        raise ClueError("the picture is empty at this threshold; try another one")
    clock = Clock(seconds, stop)
    with report_timeout(clock):
        return from_pixels(
            pixels,
            want=want,
            seed=seed,
            clock=clock,
            graded=graded,
            judge=judge,
            genre_name=genre_name,
        )


def from_pixels(
    pixels: Pixels,
    *,
    want: str = "unique",
    seed: int | str = 0,
    clock: Clock | None = None,
    graded: bool = True,
    judge: Judge | None = None,
    genre_name: str = "nonogram",
) -> Generated:
    """Return the puzzle of a picture whose pixels are cells already."""
    painter = get_genre(genre_name).part(PicturePart)
    if painter is None:
        raise missing_part(get_genre(genre_name), PicturePart, "made from pictures")
    target = None if want in ("unique", "line") else read_wanted(want)
    clock = clock or Clock()
    judge = judge or make_judge(clock)
    best: tuple[Draft[Puzzle], Proof, Any, tuple[int, ...]] | None = None
    for run in range(RUNS if target is None else MORE_RUNS):
        task = Task(Dice(seed, run), {}, clock)
        # Wanted grades are found on both sides of what is solvable line by line.
        lines = want == "line" or (target is not None and run % 2 == 0)
        try:
            draft = painter.mended(
                pixels,
                task,
                lines=lines,
                most=SPARE + len(best[3]) if best else None,
                rounds=ROUNDS if target is None else 0,
                # A long memory succeeds sooner, a short one with fewer changes.
                memory=None if run % 4 < 2 else 4,
            )
        except TooHard:
            continue
        proof = None if draft is None else unique(draft.puzzle, draft.solution, task.clock)
        if draft is None or proof is None:
            continue
        changed = tuple(c for c, v in enumerate(draft.solution) if v != pixels.values[c])
        if best is not None and len(changed) >= len(best[3]):
            continue
        grade = judge(draft.puzzle, target.ceiling) if target else None
        if target is None or target.met(grade):
            best = draft, proof, grade, changed
            if target is None or not changed:
                break
    if best is None:
        raise OutOfTime(
            f"no puzzle close to this picture meets '{want}'; try another size or threshold"
        )
    draft, proof, grade, changed = best
    if graded and target is None:
        grade = judge(draft.puzzle, QUICK)
    options = {"size": f"{pixels.columns}x{pixels.rows}", "want": want}
    made = Generated(draft.puzzle, draft.solution, proof, grade, seed, RUNS, options)
    return replace(made, changed=changed)


def _open_image(image: Any) -> Any:
    """Return the picture as a Pillow image."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise MissingExtra("pillow", "picture") from None
    if isinstance(image, Image.Image):
        return image
    assert isinstance(image, str | PathLike)
    try:
        with Image.open(image) as opened:
            opened.load()
            return opened
    except UnidentifiedImageError:
        raise FormatError(
            "this file is not a readable picture; try PNG or JPEG", str(image)
        ) from None
    except Image.DecompressionBombError:
        raise FormatError("this picture has too many pixels", str(image)) from None
    except (OSError, SyntaxError, ValueError) as problem:
        raise FormatError(f"this picture cannot be read: {problem}", str(image)) from None


def read_pixels(
    image: Any,
    size: tuple[int, int],
    colours: int = 1,
    threshold: int | None = None,
    dither: bool = False,
) -> Pixels:
    """Return the picture scaled down to the cells of the puzzle, in this many colours."""
    from PIL import Image

    COLOURS.read(colours)
    THRESHOLD.read(threshold)
    flat = Image.new("RGBA", image.size, "white")
    flat.alpha_composite(image.convert("RGBA"))
    whole = crop(flat.convert("RGB"))
    if colours == 1:
        small = whole.resize(size, Image.Resampling.BOX)
        return _black_and_white(small, size, threshold, dither)
    return _reduce_colours(whole, size, colours, dither)


def crop(whole: Any) -> Any:
    """Return the picture without wide margins, in the same proportions.

    There are margins if all corners have one bright colour. Narrow ones stay: enlarging a picture
    by a little blurs its lines.
    """
    from PIL import Image, ImageChops

    right, bottom = whole.width - 1, whole.height - 1
    corners = {whole.getpixel(at) for at in ((0, 0), (right, 0), (0, bottom), (right, bottom))}
    paper = corners.pop()
    if corners or min(paper) < BRIGHT:
        return whole
    other = ImageChops.difference(whole, Image.new("RGB", whole.size, paper)).convert("L")
    drawn = other.point([0] * SEEN + [255] * (256 - SEEN)).getbbox()
    if drawn is None:
        return whole
    left, top, right, bottom = drawn
    share = max((right - left) / whole.width, (bottom - top) / whole.height)
    if share > NARROW:
        return whole
    width, height = ceil(whole.width * share), ceil(whole.height * share)
    x = min(max((left + right - width) // 2, 0), whole.width - width)
    y = min(max((top + bottom - height) // 2, 0), whole.height - height)
    return whole.crop((x, y, x + width, y + height))


def _black_and_white(
    small: Any, size: tuple[int, int], threshold: int | None, dither: bool
) -> Pixels:
    grey: list[int] = list(small.convert("L").tobytes())
    level = find_threshold(grey) if threshold is None else threshold
    if dither:
        values = _diffuse(grey, size, level)
    else:
        values = [int(brightness <= level) for brightness in grey]

    def harm(cell: int, _value: int) -> int:
        # A cell near the threshold could have been either.
        return abs(grey[cell] - level)

    return Pixels(*size, tuple(values), ("#000000",), "", harm)


def find_threshold(grey: list[int]) -> int:
    """Return the brightness that best separates dark from bright cells (Otsu's method)."""
    counts = [0] * 256
    for brightness in grey:
        counts[brightness] += 1
    total, everything = len(grey), sum(grey)
    dark, weight, best, level = 0, 0, -1, 127
    for brightness in range(255):
        dark += counts[brightness]
        weight += brightness * counts[brightness]
        if not dark or dark == total:
            continue
        apart = (everything * dark - weight * total) ** 2 // (dark * (total - dark))
        if apart > best:
            best, level = apart, brightness
    return level


def _diffuse(grey: list[int], size: tuple[int, int], level: int) -> list[int]:
    """Dither by error diffusion (Floyd and Steinberg), in sixteenths."""
    columns, rows = size
    ink = [16 * brightness for brightness in grey]
    values = [0] * len(grey)
    for cell in range(len(ink)):
        row, column = divmod(cell, columns)
        values[cell] = int(ink[cell] <= 16 * level)
        rest = (ink[cell] - (0 if values[cell] else 16 * 255)) // 16
        for down, right, share in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
            if row + down < rows and 0 <= column + right < columns:
                ink[cell + down * columns + right] += rest * share
    return values


Shade = tuple[int, int, int]
DETAIL = 5
"""Number of points across and down from which the colour of a cell is chosen."""


def _reduce_colours(whole: Any, size: tuple[int, int], colours: int, dither: bool) -> Pixels:
    """Return the main colour of each cell: averages would make colours nobody drew."""
    from PIL import Image

    columns, rows = size
    fine = whole.resize((columns * DETAIL, rows * DETAIL), Image.Resampling.NEAREST)
    points = _list_shades(fine)
    shades = find_common_shades(points, colours + 1)
    if len(shades) < 2:
        raise ClueError("the picture has only one colour")
    original = _list_shades(whole.resize(size, Image.Resampling.BOX))
    if dither:
        table = Image.new("P", (1, 1))
        table.putpalette([part for shade in shades for part in shade])
        small = whole.resize(size, Image.Resampling.BOX)
        mixed = small.quantize(palette=table, dither=Image.Dither.FLOYDSTEINBERG)
        cells = [min(number, len(shades) - 1) for number in mixed.tobytes()]
    else:
        votes = [[0] * len(shades) for _ in original]
        for place, point in enumerate(points):
            row, column = divmod(place, columns * DETAIL)
            votes[row // DETAIL * columns + column // DETAIL][_find_nearest(point, shades)] += 1
        cells = [vote.index(max(vote)) for vote in votes]
    counts = Counter(cells)
    # The largest area is the background: nobody wants to paint that.
    order = sorted(counts, key=lambda number: (-counts[number], number))
    if len(order) < 2:
        raise ClueError("the picture has only one colour")
    names = {number: value for value, number in enumerate(order)}
    hexes = [
        f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in map(shades.__getitem__, order)
    ]

    def harm(cell: int, value: int) -> int:
        return _measure_distance(original[cell], shades[order[value]])

    values = tuple(names[cell] for cell in cells)
    return Pixels(*size, values, tuple(hexes[1:]), hexes[0], harm)


def _list_shades(image: Any) -> list[Shade]:
    return list(zip(*[iter(image.tobytes())] * 3, strict=True))


def _measure_distance(one: Shade, other: Shade) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _find_nearest(point: Shade, shades: list[Shade]) -> int:
    return min(
        range(len(shades)), key=lambda number: (_measure_distance(point, shades[number]), number)
    )


def find_common_shades(points: list[Shade], number: int) -> list[Shade]:
    """Return colours of a picture that are frequent and far from each other."""
    counts = Counter(points)
    rough: dict[Shade, Counter[Shade]] = {}
    for shade, count in counts.items():
        red, green, blue = shade
        rough.setdefault((red >> 4, green >> 4, blue >> 4), Counter())[shade] += count
    # Among similar colours, the most frequent one represents all.
    kinds = sorted(
        ((sum(kind.values()), min(kind, key=lambda s: (-kind[s], s))) for kind in rough.values()),
        reverse=True,
    )
    chosen = [kinds[0][1]]
    while len(chosen) < min(number, len(kinds)):
        best = max(
            kinds,
            key=lambda kind: (
                kind[0] * min(_measure_distance(kind[1], s) for s in chosen),
                kind[1],
            ),
        )
        if best[1] in chosen:
            break
        chosen.append(best[1])
    return chosen
