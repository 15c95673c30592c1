"""Skyscrapers: each height once in every line; a clue counts the buildings seen from there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from caracol import kit
from caracol.errors import count_noun
from caracol.kit import Grid

SIDES = ("top", "left", "right", "bottom")
BANDS = kit.Bands(tuple(kit.Band(side, side) for side in SIDES))
PARK = 0
Side = tuple[int | None, ...]


@lru_cache(maxsize=64)
def heights(most: int, parks: int) -> tuple[kit.Symbol, ...]:
    """Return the values of a cell: nothing or a park, and the heights."""
    digits = kit.digit_symbols(most)[1:]
    park = kit.Symbol("-", "park", kit.Shape.DOT, "·") if parks else kit.digit_symbols(most)[0]
    return park, *digits


@dataclass(frozen=True)
class Skyscrapers(kit.Puzzle):
    """A square board and the clues around it."""

    size: int
    top: Side = ()
    left: Side = ()
    right: Side = ()
    bottom: Side = ()
    parks: int = 0
    """Number of parks in every line, which hide nothing; the highest building is lower then."""
    diagonals: bool = False
    """Whether both long diagonals also have each height once."""

    @kit.cached
    def grid(self) -> Grid:
        return Grid.checked(self.size, self.size)

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return heights(self.size - self.parks, self.parks)

    def check(self) -> None:
        kit.check_side(self.size, 1, 25, "size")
        if not 0 <= self.parks < self.size:
            raise kit.ClueError(f"a line has 0 to {self.size - 1} parks, not {self.parks}", "parks")
        for side in SIDES:
            if not getattr(self, side):
                object.__setattr__(self, side, (None,) * self.size)
        BANDS.check_lengths(self, lines="lines")
        for band, number, clue in BANDS.clues(self):
            if not 1 <= clue <= self.size - self.parks:
                most = self.size - self.parks
                raise kit.ClueError(
                    f"1 to {most} are seen, not {clue}", f"{band.side} {number + 1}"
                )
        self.check_givens()


@lru_cache(maxsize=4096)
def clue_name(band: kit.Band, number: int, clue: int) -> kit.Name:
    """Return the name of a clue's rule: "the 3 above column 2"."""
    where = {"top": "above column", "bottom": "below column"}.get(band.side, f"{band.side} of row")
    return kit.Name(f"the {{}} {where} {{}}", f"the {{}}s {where}s {{}}", clue, number + 1)


@lru_cache(maxsize=1024)
def seen_from(most: int, clue: int, parks: bool) -> kit.Automaton:
    """Return the automaton that reads heights from a clue; a state is the highest and the count."""
    states = [
        (0, 0),
        *((high, count) for high in range(1, most + 1) for count in range(1, high + 1)),
    ]
    index = {state: number for number, state in enumerate(states)}
    moves = []
    for high, count in states:
        after = [
            (high, count) if value <= high else (value, count + 1) for value in range(most + 1)
        ]
        row = [1 << index[to] if to in index else 0 for to in after]
        moves.append((row[0] if parks else 0, *row[1:]))
    return kit.Automaton(1, 1 << index[most, clue], tuple(moves))


def count_seen(values: Sequence[int]) -> int:
    """Return the number of buildings seen along a line."""
    return len({max(values[: at + 1]) for at in range(len(values))} - {PARK})


class SkyscrapersGenre(kit.Genre[Skyscrapers]):
    """The rules of Skyscrapers."""

    id = "skyscrapers"
    name = "Skyscrapers"
    basics = (
        "Write the height of a building into every cell so that every row and every column has "
        "each height exactly once. A number beside the board says how many buildings are seen from "
        "there: higher ones hide lower ones behind them."
    )
    instructions = (
        f"{basics} If stated, every line also has parks, which hide nothing, or both long "
        "diagonals have each height once."
    )
    schema = {
        "properties": {
            "size": {"type": "integer", "minimum": 1},
            **{side: {"type": "array", "items": {"type": ["integer", "null"]}} for side in SIDES},
            "parks": {"type": "integer", "minimum": 1},
            "diagonals": {"enum": [True]},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["size"],
    }
    violations = {
        f"the {{}} {where} {{}}": "The {0} " + where + " {1} sees a different number."
        for where in ("above column", "below column", "left of row", "right of row")
    }

    def instructions_of(self, puzzle: Skyscrapers) -> str:
        words = f" Parks in every line: {puzzle.parks}; they hide nothing." * bool(puzzle.parks)
        slanted = " Both long diagonals also have each height once." * puzzle.diagonals
        return self.basics + words + slanted

    def rules(self, puzzle: Skyscrapers) -> list[kit.Stated]:
        grid, most = puzzle.grid, puzzle.size - puzzle.parks
        houses = grid.lines() + (kit.diagonals(grid) if puzzle.diagonals else ())
        rules: list[kit.Stated] = [kit.each_once(houses, puzzle.symbols, "height")]
        if not puzzle.parks:
            rules.insert(0, kit.all_filled(grid, most + 1, "height"))
        for band, number, clue in BANDS.clues(puzzle):
            seen = count_noun(clue, "building")
            says = kit.Demand("sees exactly {}", "each see exactly {}", seen)
            automaton = seen_from(most, clue, puzzle.parks > 0)
            line, name = band.cells(grid, number), clue_name(band, number, clue)
            rules.append(kit.Regular(line, automaton, name=name, statement=says, clue=True))
        return rules

    def scene(self, puzzle: Skyscrapers) -> kit.Scene:
        labels = tuple(
            kit.Label(*place, str(clue), clue_name(band, number, clue))
            for band, number, clue, place in BANDS.placed(puzzle)
        )
        stated = [f"heights 1–{puzzle.size - puzzle.parks} and parks"] if puzzle.parks else []
        stated += ["also on both diagonals"] if puzzle.diagonals else []
        grid, symbols, words = puzzle.grid, puzzle.symbols, ", ".join(stated)
        strokes = kit.borders(grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(grid, strokes, symbols, labels, caption=words, diagonals=puzzle.diagonals)

    def encode(self, puzzle: Skyscrapers) -> dict[str, Any]:
        sides = {band.side for band, _, _ in BANDS.clues(puzzle)}
        entries = {side: list(getattr(puzzle, side)) for side in SIDES if side in sides}
        more: dict[str, Any] = {"parks": puzzle.parks} if puzzle.parks else {}
        more |= {"diagonals": True} if puzzle.diagonals else {}
        return {"size": puzzle.size, **more, **entries, **kit.given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Skyscrapers:
        sides: dict[str, Any] = {side: tuple(entries.get(side, ())) for side in SIDES}
        more = {name: entries[name] for name in ("parks", "diagonals") if name in entries}
        puzzle = Skyscrapers(entries["size"], **sides, **more, info=info)
        return kit.with_given_entry(puzzle, entries)


GENRE = SkyscrapersGenre()
Skyscrapers.genre = GENRE


class ViewReader:
    """The reader for a clue: what is seen from it, by how much of the line must be known."""

    looks = (
        ("near-the-clue", "counted-along"),
        ("end-of-the-view", "room-between"),
        ("view", "whole-line"),
    )
    FEW = 3
    """Number of open cells in a line that is nearly finished."""
    WHY = "the lower of them must fit in front"

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        if rule.as_automaton() is None:
            return None
        allowed, masks = position.board.model.allowed, position.state.masks
        everything = position.board.everything
        empty = [everything] * len(masks)
        for cell in rule.cells:
            empty[cell] = allowed.get(cell, everything)
        alone = dict(position.board.once(f"alone {number}", lambda _: rule.propagate(empty)))
        near = [kit.Elimination(c, r & alone.get(c, 0)) for c, r in cuts if r & alone.get(c, 0)]
        if near:
            step = position.plain(number, rule, near, "near-the-clue", "counted-along")
            some = isinstance(rule.name, kit.Name) and 1 < rule.name.parts[0] < len(rule.cells)
            return [replace(step, details={"why": self.WHY * some})]
        open_cells = sum(1 for cell in rule.cells if masks[cell] & (masks[cell] - 1))
        if open_cells <= self.FEW:
            return [position.plain(number, rule, cuts, "end-of-the-view", "room-between")]
        return [position.plain(number, rule, cuts, "view", "whole-line")]


class SkyscrapersTechniques(kit.TechniquesPart):
    """The techniques of Latin squares, and what a clue sees."""

    READERS = (ViewReader(), *kit.HOUSE_READERS)
    TECHNIQUES = kit.HOUSE_TECHNIQUES
    NAMES = kit.HOUSE_NAMES
    WORDS = {
        **kit.HOUSE_WORDS,
        "near-the-clue": ("Near the clue", "{rules}[, and {why}]: so {conclusion}."),
        "end-of-the-view": ("End of the view", "{rules}[, where {facts}]: so {conclusion}."),
        "view": ("What is seen", "{rules}[, where {facts}]: however that is done, {conclusion}."),
    }
    NEVER = (
        *kit.HOUSE_NEVER,
        *("count-inside", "reading", "pointing", "claiming", "squeeze", "swordfish", "two-rules"),
        "hidden-quad",
    )


def with_clues(size: int, solution: Sequence[int], **more: Any) -> Skyscrapers:
    """Return the puzzle with all clues of a solution."""
    grid = Grid(size, size)
    sides: dict[str, Any] = {
        band.field: tuple(
            count_seen([solution[cell] for cell in band.cells(grid, number)])
            for number in range(size)
        )
        for band in BANDS
    }
    return Skyscrapers(size, **sides, **more)


class SkyscrapersDraft(kit.DraftPart[Skyscrapers]):
    """Generation: a random board with all its clues; clues and heights are left out."""

    OPTIONS = (
        kit.size(5, 3, 9, square=True, sides=(4, 5, 7)),
        kit.Option("parks", kit.Kind.INTEGER, 0, "parks in every line", 0, 3),
        kit.Option("diagonals", kit.Kind.FLAG, False, "each height also once on both diagonals"),
        kit.symmetry("the clues"),
    )
    CLUES = kit.strip_bands(BANDS, clue_name, patient=True)
    # Where single lines do not suffice, more than three rules are needed.
    GRADES = ("trivial", "easy", "hard", "expert", "extreme")
    USUAL_GRADE = "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Skyscrapers]:
        size = task.grid.rows
        more = {name: task[name] for name in ("parks", "diagonals")}
        solution = kit.random_solution(Skyscrapers(size, **more).model, task)
        puzzle = with_clues(size, solution, **more)
        return kit.Draft(kit.give_open_cells(puzzle, solution, task), solution)


class SkyscrapersEditor(kit.BandsEditor[Skyscrapers]):
    """Playing: type heights. Setting: type clues beside the board."""

    OPTIONS = (
        kit.Option("size", kit.Kind.INTEGER, 5, "rows and columns of the board", 1, 25),
        kit.Option("parks", kit.Kind.INTEGER, 0, "parks in every line", 0, 24),
        kit.Option("diagonals", kit.Kind.FLAG, False, "each height also once on both diagonals"),
    )
    BANDS = BANDS
    TYPED = "clues", "Clues", "Choose a place beside the board and type how many are seen."
    EXAMPLE = {
        "caracol": 1,
        "genre": "skyscrapers",
        "title": "First skyline",
        "size": 5,
        "top": [2, None, 2, 4, 2],
        "left": [2, None, 3, 4, None],
        "right": [None, 1, None, 2, None],
        "bottom": [None, 5, 3, None, 2],
    }

    def blank(self, options: Mapping[str, Any]) -> Skyscrapers:
        return Skyscrapers(**options)

    def additions(
        self, puzzle: Skyscrapers, solutions: Sequence[Sequence[int]]
    ) -> Iterator[kit.Addition]:
        """Yield the clues of the first solution that are missing."""
        full = with_clues(puzzle.size, solutions[0], parks=puzzle.parks)
        for band, number, clue in BANDS.clues(full):
            if getattr(puzzle, band.field)[number] is None:
                more = BANDS.change(puzzle, band, number, clue)
                yield kit.Addition("clue", clue_name(band, number, clue), more)


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
    return make(grid, tuple(numbers), kit.Underscored(grid.size).parse(cells) if cells else (), 0)


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


class SkyscrapersExample(kit.ExamplePart[Skyscrapers]):
    """A small board for explaining the rules."""

    PUZZLE = Skyscrapers(4, right=(2, 3, None, None), bottom=(4, None, None, None))
    SOLUTION = ("4213", "3421", "2134", "1342")
    WORKED = (
        "The 4 below column 1 sees all four buildings, so they rise from there: r4c1 is 1, r3c1"
        " is 2, r2c1 is 3 and r1c1 is 4. The 3 right of row 2 sees the 4 behind two others, so "
        "r2c2 is 4, and the two in front of it rise: r2c4 is 1 and r2c3 is 2."
    )


class SkyscrapersSamples(kit.SamplesPart[Skyscrapers]):
    """Random puzzles for the laboratory: some clues of a random board."""

    def sample(self, rng: Random, size: int, share: float = 0.5) -> Skyscrapers:  # type: ignore[override]
        full = with_clues(size, kit.draw(Skyscrapers(size).model, rng))
        sides: dict[str, Any] = {
            side: tuple(n if rng.random() < share else None for n in getattr(full, side))
            for side in SIDES
        }
        return Skyscrapers(size, **sides)
