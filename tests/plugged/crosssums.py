"""Cross Sums: runs of different digits with given sums. Squares are black, or have a digit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from caracol import kit

SYMBOLS = (
    kit.Symbol("-", "blank", kit.Shape.DOT, adjective="blank"),
    *(kit.Symbol(str(digit), str(digit), kit.Shape.LETTER) for digit in range(1, 10)),
)
DIGITS = tuple((digit,) for digit in range(1, 10))
BLANK = ((0,),)
WAYS = {"below": (kit.Anchor.BOTTOM_LEFT, 1, 0), "right of": (kit.Anchor.TOP_RIGHT, 0, 1)}


@dataclass(frozen=True)
class CrossSums(kit.Puzzle):
    """A puzzle: for each square ``None`` if it is white, else the sums below and to the right."""

    columns: int
    black: tuple[tuple[int, int] | None, ...]

    @property
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return SYMBOLS

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(len(self.black) // self.columns, self.columns)

    def check(self) -> None:
        self.check_givens()

    def runs(self) -> Iterator[tuple[int, int, str, kit.Line]]:
        """Return for every sum its square, its value, its name and the squares of its run."""
        for square, sums in enumerate(self.black):
            for total, word in zip(sums or (), WAYS, strict=False):
                _, down, on = WAYS[word]
                row, column = self.grid.place(square)
                run: list[int] = []
                while row + down < self.grid.rows and column + on < self.columns:
                    row, column = row + down, column + on
                    if self.black[self.grid.cell(row, column)] is not None:
                        break
                    run.append(self.grid.cell(row, column))
                if total:
                    yield square, total, word, tuple(run)

    def called(self, square: int, total: int, word: str) -> str:
        return f"the sum {total} {word} {self.grid.name(square)}"


class CrossSumsGenre(kit.Genre[CrossSums]):
    """The rules of Cross Sums."""

    id = "crosssums"
    name = "Cross Sums"
    instructions = (
        "Write a digit from 1 to 9 into every white square. The digits of a run add up to the "
        "number before it, and no digit comes twice in it."
    )
    schema = {
        "properties": {
            "squares": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            },
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["squares"],
    }

    def rules(self, puzzle: CrossSums) -> list[kit.Rule]:
        name, found, digits = puzzle.grid.name, list[kit.Rule](), tuple(range(10))
        for cell, sums in enumerate(puzzle.black):
            kind, says, tuples = "white", "has a digit", DIGITS
            if sums is not None:
                kind, says, tuples = "black", "has no digit", BLANK
            about = f"the {kind} square {name(cell)}"
            found.append(kit.Table((cell,), tuples, name=about, statement=says))
        for square, total, word, run in puzzle.runs():
            about, says = puzzle.called(square, total, word), f"is that of {len(run)} digits"
            words = {"name": about, "statement": f"{says}, all different"}
            found.append(kit.Sum(run, digits, total, total, different=True, **words, clue=True))
        return found

    def scene(self, puzzle: CrossSums) -> kit.Scene:
        black = tuple(cell for cell, sums in enumerate(puzzle.black) if sums is not None)
        place = puzzle.grid.place
        labels = [kit.Label(*place(cell), "", shape=kit.Shape.DIAGONAL) for cell in black]
        for square, total, word, _ in puzzle.runs():
            about = puzzle.called(square, total, word)
            labels.append(kit.Label(*place(square), str(total), about, position=WAYS[word][0]))
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, SYMBOLS, tuple(labels), black)

    def encode(self, puzzle: CrossSums) -> dict[str, Any]:
        texts = ["." if sums is None else "{}\\{}".format(*sums) for sums in puzzle.black]
        return {"squares": kit.in_rows(texts, puzzle.grid), **kit.given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> CrossSums:
        rows = entries["squares"]
        grid, black = kit.Grid.checked(len(rows), len(rows[0])), list[tuple[int, int] | None]()
        for text in kit.in_order(rows, grid, "squares"):
            below, _, right = text.partition("\\")
            if text != "." and not (below.isdecimal() and right.isdecimal()):
                raise kit.ClueError(f"'{text}' is no '.', nor two sums as in '16\\7'", "squares")
            black.append(None if text == "." else (int(below), int(right)))
        return kit.with_given_entry(CrossSums(grid.columns, tuple(black), info=info), entries)


GENRE = CrossSumsGenre()
CrossSums.genre = GENRE
