"""Futoshiki: each digit once in every row and column; signs say which neighbour is less."""

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

LESS, MORE = 1, 2
"""The first of two neighbours, to the left or above, is less than the other, or more."""
SIGNS = kit.Signs("signs", "<>", "^v", (("^", "∧"), ("v", "∨")))


@dataclass(frozen=True)
class Futoshiki(kit.Puzzle):
    """A square board with signs between its cells."""

    size: int
    signs: tuple[int, ...] = ()
    """The sign of each link between neighbours; 0 if there is none."""

    @kit.cached
    def grid(self) -> Grid:
        return Grid.checked(self.size, self.size)

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return kit.digit_symbols(self.size)

    def check(self) -> None:
        kit.check_side(self.size, 1, 25, "size")
        if not self.signs:
            object.__setattr__(self, "signs", (0,) * kit.Links(self.size, self.size).size)
        SIGNS.check(self)
        self.check_givens()


def sign_name(puzzle: Futoshiki, one: int, other: int) -> kit.Name:
    """Return the name of the rule of a sign."""
    name = puzzle.grid.name
    return kit.Name("the sign between {}", "the signs between {}", f"{name(one)} and {name(other)}")


@lru_cache(maxsize=32)
def rising(size: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of digits of which the first is less."""
    return tuple((a, b) for b in range(1, size + 1) for a in range(1, b))


class FutoshikiGenre(kit.Genre[Futoshiki]):
    """The rules of Futoshiki."""

    id = "futoshiki"
    name = "Futoshiki"
    instructions = (
        "Write a digit into every cell so that every row and every column has each digit exactly "
        "once. A sign between two cells points to the smaller of the two digits."
    )
    schema = {
        "properties": {
            "size": {"type": "integer", "minimum": 1},
            "signs": {"type": "array", "items": {"type": "string"}},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["size"],
    }
    violations = {"the sign between {}": "A sign does not point to the smaller digit."}

    def rules(self, puzzle: Futoshiki) -> list[kit.Stated]:
        grid, name, less = puzzle.grid, puzzle.grid.name, rising(puzzle.size)
        signs = []
        for number, one, other, _, _ in SIGNS.placed(puzzle):
            pair = (one, other) if number == LESS else (other, one)
            says = kit.Demand("says that {} is less than {}", "", *map(name, pair))
            about = sign_name(puzzle, one, other)
            signs.append(kit.Table(pair, less, name=about, statement=says, clue=True))
        filled = kit.all_filled(grid, len(puzzle.symbols), "digit")
        return [filled, kit.each_once(grid.lines(), puzzle.symbols, "digit"), *signs]

    def scene(self, puzzle: Futoshiki) -> kit.Scene:
        labels = tuple(
            kit.Label(*place, sign, sign_name(puzzle, one, other))
            for _, one, other, sign, place in SIGNS.placed(puzzle)
        )
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, puzzle.symbols, labels)

    def encode(self, puzzle: Futoshiki) -> dict[str, Any]:
        signs = {"signs": SIGNS.write(puzzle)} if any(puzzle.signs) else {}
        return {"size": puzzle.size, **signs, **kit.given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Futoshiki:
        size = entries["size"]
        signs = SIGNS.read(entries["signs"], Grid.checked(size, size)) if "signs" in entries else ()
        return kit.with_given_entry(Futoshiki(size, signs, info=info), entries)


GENRE = FutoshikiGenre()
Futoshiki.genre = GENRE


class SignReader:
    """The reader for a sign: what is too large for one cell and too small for the other."""

    looks = (("less-and-more", "pair"),)

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        if rule.as_pairs() is None:
            return None
        return [position.plain(number, rule, cuts, "less-and-more", "pair")]


class FutoshikiTechniques(kit.TechniquesPart):
    """The techniques of Latin squares, and what a sign rules out."""

    READERS = (SignReader(), *kit.HOUSE_READERS)
    TECHNIQUES = kit.HOUSE_TECHNIQUES
    NAMES = kit.HOUSE_NAMES
    WORDS = {
        **kit.HOUSE_WORDS,
        "less-and-more": ("Less and more", "{rules}[, where {facts}]: so {conclusion}."),
    }
    PHRASES = {
        "by.the sign between {}": "by the sign between {part}",
        "broken.the sign between {}": "but then the sign between {part} is wrong",
    }
    NEVER = (
        *kit.HOUSE_NEVER,
        *("hidden-quad", "count-inside", "implied-count", "pair", "pointing", "claiming"),
        *("squeeze", "swordfish", "trial-inside", "two-rules"),
        *("skyscraper", "two-string-kite", "turbot-fish", "xyz-wing"),
    )


def with_signs(solution: Sequence[int], size: int) -> Futoshiki:
    """Return the puzzle with every sign and every digit of a solution."""
    links = kit.Links(size, size)
    ends = map(links.ends, range(links.size))
    signs = tuple(LESS if solution[one] < solution[other] else MORE for one, other in ends)
    return Futoshiki(size, signs, givens=tuple(solution))


class FutoshikiDraft(kit.DraftPart[Futoshiki]):
    """Generation: a random Latin square with all its signs; signs and digits are left out."""

    OPTIONS = (
        kit.size(5, 3, 9, square=True, sides=(4, 5, 7)),
        kit.symmetry("the signs and digits"),
    )
    CLUES = SIGNS.strip(sign_name, patient=True)
    # Where single lines do not suffice, more than three rules are needed.
    GRADES = ("trivial", "easy", "hard", "expert", "extreme")
    USUAL_GRADE = "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Futoshiki]:
        size = task.grid.rows
        solution = kit.random_solution(Futoshiki(size).model, task)
        signs = replace(with_signs(solution, size), givens=())
        return kit.Draft(kit.give_open_cells(signs, solution, task), solution)


class FutoshikiEditor(kit.FieldsEditor[Futoshiki]):
    """Playing: type digits. Setting: drag from the smaller cell to the larger one."""

    OPTIONS = (kit.Option("size", kit.Kind.INTEGER, 5, "rows and columns of the board", 1, 25),)
    AIDS = ()
    TOOLS = (SIGNS.tool("Drag from the smaller digit to the larger one next to it."),)
    EXAMPLE = {
        "caracol": 1,
        "genre": "futoshiki",
        "title": "A first Futoshiki",
        "size": 4,
        "signs": ["...", "..^.", "...", ".v^.", "..<", "....", "..."],
        "grid": ["....", "....", "....", ".3.."],
    }

    def blank(self, options: Mapping[str, Any]) -> Futoshiki:
        return Futoshiki(options["size"])

    def keep_clues(self, puzzle: Futoshiki, made: Futoshiki) -> dict[str, Any]:
        links = kit.Links(made.size, made.size)
        before = kit.Links(puzzle.size, puzzle.size)
        known = {before.name(n): sign for n, sign in enumerate(puzzle.signs)}
        return {"signs": tuple(known.get(links.name(n), 0) for n in range(links.size))}

    def edit(self, puzzle: Futoshiki, act: kit.Act) -> Futoshiki:
        return SIGNS.edit(puzzle, act.cells, (LESS, MORE))

    def additions(
        self, puzzle: Futoshiki, solutions: Sequence[Sequence[int]]
    ) -> Iterator[kit.Addition]:
        """Yield the signs of the first solution that are missing."""
        for link, sign in enumerate(with_signs(solutions[0], puzzle.size).signs):
            if not puzzle.signs[link]:
                signs = (*puzzle.signs[:link], sign, *puzzle.signs[link + 1 :])
                ends = kit.Links(puzzle.size, puzzle.size).ends(link)
                yield kit.Addition("sign", sign_name(puzzle, *ends), replace(puzzle, signs=signs))


DIRECTIONS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
"""The neighbours that are less, in Simon Tatham's Unequal."""
UNEQUAL = re.compile(r"(\d+)(?:d\w)?")


def read_game(game: kit.GameId, _: kit.Known) -> Futoshiki:
    """Return the puzzle of Simon Tatham's Unequal: a digit and signs for every cell."""
    match = UNEQUAL.fullmatch(game.params)
    if match is None:
        raise kit.FormatError(f"'{game.params}' is not a valid set of parameters for Unequal")
    grid = Grid.checked(int(match[1]), int(match[1]), 32)
    items = game.description.rstrip(",").split(",")
    parts = [re.fullmatch(r"(\d+)([URDL]*)", item) for item in items]
    if None in parts[: grid.size]:
        cell = parts.index(None)
        raise kit.FormatError(
            f"a cell has a digit or 0, and perhaps letters of URDL, not '{items[cell][:10]}'",
            grid.name(cell),
        )
    if len(items) != grid.size:
        raise kit.FormatError(f"expected {count_noun(grid.size, 'cell')}, but found {len(items)}")
    links = kit.Links(*grid)
    signs, givens = [0] * links.size, list[int | None]()
    for cell, part in enumerate(parts):
        assert part is not None
        givens.append(int(part[1]) or None)
        for letter in part[2]:
            row, column = (a + b for a, b in zip(grid.place(cell), DIRECTIONS[letter], strict=True))
            if not grid.inside(row, column):
                raise kit.FormatError(f"the sign {letter} in {grid.name(cell)} is off the board")
            other = grid.cell(row, column)
            link = next(n for n in links.at(cell) if other in links.ends(n))
            signs[link] = MORE if cell < other else LESS
    return Futoshiki(grid.rows, tuple(signs), givens=tuple(givens))


def write_game(puzzle: Futoshiki) -> kit.GameId:
    """Return the ID of Simon Tatham's Unequal."""
    items = [[str(value or 0)] for value in puzzle.givens]
    for number, one, other, _, _ in SIGNS.placed(puzzle):
        large, letters = (one, "DR") if number == MORE else (other, "UL")
        items[large].append(letters[other == one + 1])
    texts = ("".join([item[0], *sorted(item[1:], key="URDL".index)]) for item in items)
    return kit.GameId(str(puzzle.size), "".join(f"{text}," for text in texts))


def sign_list(grid: Grid) -> kit.Spaced:
    """Return the codec for the signs of a Minarism, in the order of puzz.link."""
    return kit.Spaced(len(grid.pairs()), kit.OneOf("gh", "a sign (g or h)", 1), kit.DIGITS[18:])


def read_body(link: kit.LinkContents, _: kit.Known) -> Futoshiki:
    """Return the puzzle of a Minarism that has only signs."""
    grid, links = link.grid, kit.Links(*link.grid)
    signs = dict(zip(grid.pairs(), sign_list(grid).parse(link.body), strict=True))
    if link.rows != link.columns:
        raise kit.FormatError(f"a Futoshiki is square, not {link.columns}×{link.rows}")
    return Futoshiki(link.rows, tuple(signs[links.ends(n)] or 0 for n in range(links.size)))


def write_body(puzzle: Futoshiki) -> kit.LinkContents:
    """Return the body of a link for puzz.link."""
    links = kit.Links(*puzzle.grid)
    signs = {links.ends(n): sign or None for n, sign in enumerate(puzzle.signs)}
    body = sign_list(puzzle.grid).write([signs[pair] for pair in puzzle.grid.pairs()])
    return kit.LinkContents(puzzle.size, puzzle.size, body)


def read_link(fields: tuple[str, ...], _: kit.Known) -> Futoshiki:
    """Return the puzzle of our own link: size, signs, and any cells."""
    size = kit.side(fields[0], "the size")
    signs = kit.Spaced(kit.Links(size, size).size).parse(fields[1])
    givens = kit.Spaced(size * size).parse(fields[2]) if len(fields) > 2 else ()
    return Futoshiki(size, tuple(sign or 0 for sign in signs), givens=givens)


def write_link(puzzle: Futoshiki) -> tuple[str, ...]:
    """Return the fields of our own link."""
    signs = kit.Spaced(len(puzzle.signs)).write([sign or None for sign in puzzle.signs])
    return kit.with_cells((str(puzzle.size), signs), puzzle.givens)


class FutoshikiFormats(kit.FormatsPart[Futoshiki]):
    """How other programs write Futoshiki, which Simon Tatham calls Unequal."""

    CARRIERS: kit.Carriers[Futoshiki] = {
        "caracol": kit.Carrier(("futoshiki",), read_link, write_link, givens=True),
        "puzz.link": kit.Carrier(("minarism",), read_body, write_body),
        "tatham": kit.Carrier(("Unequal",), read_game, write_game, True, kit.readable(read_game)),
    }


class FutoshikiExample(kit.ExamplePart[Futoshiki]):
    """A small Futoshiki for explaining the rules."""

    PUZZLE = Futoshiki(
        4, SIGNS.read([".>>", "^...", "...", "^..^", "...", "^v..", "..."], Grid(4, 4))
    )
    SOLUTION = ("1432", "2341", "3214", "4123")
    WORKED = (
        "By its signs, column 1 rises from top to bottom, so it has 1, 2, 3 and 4. In row 1, "
        "r1c2 is more than r1c3, which is more than r1c4; as 1 is used, these are 4, 3 and 2."
    )


class FutoshikiSamples(kit.SamplesPart[Futoshiki]):
    """Random puzzles for the laboratory: some signs and digits of a random board."""

    def sample(self, rng: Random, size: int, share: float = 0.3) -> Futoshiki:  # type: ignore[override]
        full = with_signs(kit.draw(Futoshiki(size).model, rng), size)
        signs = tuple(sign if rng.random() < share else 0 for sign in full.signs)
        givens = tuple(v if rng.random() < share / 2 else None for v in full.givens)
        return Futoshiki(size, signs, givens=givens)
