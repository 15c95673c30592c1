"""How other programs write Skyscrapers."""

from __future__ import annotations

import re

from caracol import kit
from caracol.genres.skyscrapers import BANDS, Side, Skyscrapers
from caracol.kit import Grid


def make(grid: Grid, clues: Side, givens: Side, number: int) -> Skyscrapers:
    """Return the puzzle with clues in the order of most texts."""
    if grid.rows != grid.columns:
        raise kit.ClueError(f"a board is square, not {grid.columns}×{grid.rows}")
    sides = BANDS.split(clues, grid, MAP.order)
    parks = grid.rows - number if number else 0
    return Skyscrapers(grid.rows, **sides, parks=parks, givens=givens)


def refuse_variants(puzzle: Skyscrapers, name: str) -> None:
    """Raise if a format cannot say what is special about a puzzle."""
    if puzzle.diagonals or (puzzle.parks and name != "puzzlekit"):
        raise kit.FormatError("this format can state neither diagonals nor parks")


def highest(puzzle: Skyscrapers) -> int:
    """Return the highest height."""
    return puzzle.size - puzzle.parks


MAP = kit.BandMap(BANDS, make, check=refuse_variants, thing="height", cells=False)
ITEMS = kit.BandMap(BANDS, make, "the highest height", highest, check=refuse_variants)


def read_link(fields: tuple[str, ...], _: kit.Known) -> Skyscrapers:
    """Return the puzzle of our own link: size (x: diagonals), parks, clues, and any cells."""
    size = kit.side(fields[0].removesuffix("x"), "the size")
    clues = kit.Spaced(4 * size).parse(fields[2])
    givens = kit.Spaced(size * size).parse(fields[3]) if len(fields) > 3 else ()
    sides = BANDS.split(clues, Grid(size, size), MAP.order)
    parks, slanted = kit.whole(fields[1], "the number of parks"), fields[0].endswith("x")
    return Skyscrapers(size, **sides, parks=parks, diagonals=slanted, givens=givens)


def write_link(puzzle: Skyscrapers) -> tuple[str, ...]:
    """Return the fields of our own link."""
    clues = kit.Spaced(4 * puzzle.size).write(BANDS.flatten(puzzle, MAP.order))
    fields = f"{puzzle.size}{'x' * puzzle.diagonals}", str(puzzle.parks), clues
    return kit.with_cells(fields, puzzle.givens)


TOWERS = re.compile(r"(\d+)(?:d\w)?")


def read_game(game: kit.GameId, _: kit.Known) -> Skyscrapers:
    """Return the puzzle of Simon Tatham's Towers: clues by side, and perhaps heights."""
    match = TOWERS.fullmatch(game.params)
    if match is None:
        raise kit.FormatError(f"'{game.params}' is not a valid set of parameters for Towers")
    grid = Grid.checked(int(match[1]), int(match[1]), 25)
    clues, _comma, cells = game.description.partition(",")
    texts = clues.split("/")
    if len(texts) != 4 * grid.rows:
        raise kit.FormatError(f"expected {4 * grid.rows} clues, but found {len(texts)}")
    named = zip(texts, BANDS.name_slots(grid, MAP.order), strict=True)
    numbers = [kit.whole(text, "a clue", where=name) if text else None for text, name in named]
    givens = kit.Underscored(grid.size).parse(cells) if cells else ()
    return make(grid, tuple(numbers), givens, 0)


def write_game(puzzle: Skyscrapers) -> kit.GameId:
    """Return the ID of Simon Tatham's Towers."""
    refuse_variants(puzzle, "tatham")
    clues = "/".join("" if c is None else str(c) for c in BANDS.flatten(puzzle, MAP.order))
    cells = f",{kit.Underscored(puzzle.grid.size).write(puzzle.givens)}"
    return kit.GameId(str(puzzle.size), clues + (cells if puzzle.has_givens else ""))


class SkyscrapersFormats(kit.FormatsPart[Skyscrapers]):
    """How other programs write Skyscrapers, which Simon Tatham calls Towers."""

    CARRIERS: kit.Carriers[Skyscrapers] = {
        "caracol": kit.Carrier(("skyscrapers",), read_link, write_link, givens=True),
        "puzz.link": MAP.link("skyscrapers", "building"),
        "pzprv3": MAP.sheet("building", "skyscrapers"),
        "penpa": MAP.drawing("skyscrapers"),
        "tatham": kit.Carrier(("Towers",), read_game, write_game, True, kit.readable(read_game)),
        "puzzlekit": ITEMS.items("skyscraper"),
    }
