"""Tents: one tent beside each tree, no two of them touching; numbers count the tents of a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from caracol import kit
from caracol.kit import Grid, Name, Shape, Symbol

GRASS, TENT = 0, 1
BARE = kit.Demand("cannot hold a tent", "cannot hold a tent")
SYMBOLS = (
    Symbol(
        "-",
        "grass",
        Shape.DOT,
        "·",
        plural="grass",
        article="some",
        adjective="grass",
        deduced=BARE,
    ),
    Symbol("^", "tent", Shape.TENT, "▲"),
)
BANDS = kit.Bands((kit.Band("columns", "top"), kit.Band("rows", "left")))
Side = tuple[int | None, ...]
TREE, OPEN = "T", "."


@dataclass(frozen=True)
class Tents(kit.Puzzle):
    """A board with trees, and the numbers of tents in its rows and columns."""

    board: tuple[str, ...]
    """The rows: ``T`` is a tree."""
    rows: Side = ()
    columns: Side = ()

    symbols = SYMBOLS

    @kit.cached
    def grid(self) -> Grid:
        return Grid.checked(len(self.board), len(self.board[0]) if self.board else 0)

    def check(self) -> None:
        rows, columns = self.grid
        for row, line in enumerate(self.board):
            if len(line) != columns:
                raise kit.ClueError(
                    f"has length {len(line)}, but the width of the board is {columns}",
                    f"board, row {row + 1}",
                )
            for column, sign in enumerate(line):
                if sign not in (TREE, OPEN):
                    raise kit.ClueError(
                        f"'{sign}' is neither a tree, '{TREE}', nor '{OPEN}'",
                        f"board, r{row + 1}c{column + 1}",
                    )
        for name, length in (("rows", rows), ("columns", columns)):
            if not getattr(self, name):
                object.__setattr__(self, name, (None,) * length)
        BANDS.check_lengths(self, "numbers")
        self.check_givens()

    @kit.cached
    def trees(self) -> tuple[int, ...]:
        """Cells with a tree."""
        return tuple(cell for cell, sign in enumerate("".join(self.board)) if sign == TREE)

    @kit.cached
    def ties(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a tree and a cell beside it, one for each hidden cell."""
        trees = {*self.trees}
        beside = self.grid.all_neighbours()
        return tuple(
            (tree, near) for tree in self.trees for near in beside[tree] if near not in trees
        )


def in_rows(signs: Sequence[str], grid: Grid) -> tuple[str, ...]:
    """Return the signs of all cells, row by row."""
    return tuple("".join(row) for row in kit.in_rows(signs, grid))


APART = kit.Demand(
    "has at most 1 tent, because tents may not touch",
    "each have at most 1 tent, because tents may not touch",
)
NONE = kit.Demand("allows no tents", "allow no tents")
ONE_TENT = kit.Demand("has one tent", "each have one tent")
ROOM = kit.Demand("leaves no room for a tent", "leave no room for a tent")
OWNED = kit.Demand("can only be the tent of one tree beside it", "")
NO_TREE = kit.Demand("has no trees, so it has no tents")


@lru_cache(maxsize=16)
def apart(grid: Grid) -> kit.Shared:
    """Return the rules that keep tents apart, for every board of this size."""
    found: list[kit.Rule] = []
    high, wide = min(2, grid.rows), min(2, grid.columns)
    for row in range(grid.rows - high + 1):
        for column in range(grid.columns - wide + 1):
            cells = tuple(grid.cell(row + r, column + c) for r in range(high) for c in range(wide))
            ends = f"{grid.name(cells[0])}–{grid.name(cells[-1])}"
            about = Name("the block {}", "the blocks {}", ends)
            found.append(kit.Count(cells, 1 << TENT, 0, 1, name=about, statement=APART))
    return kit.Shared(found)


@lru_cache(maxsize=8)
def list_ways(trees: int) -> tuple[tuple[int, ...], ...]:
    """Return the values of a cell and its ties: grass, or the tent of one of these trees."""
    owned = (tuple(int(n == one) for n in range(trees)) for one in range(trees))
    return ((GRASS,) * (trees + 1), *((TENT, *ways) for ways in owned))


class TentsGenre(kit.Genre[Tents]):
    """The rules of Tents."""

    id = "tents"
    name = "Tents"
    instructions = (
        "Put up tents on free cells so that each tree has a tent of its own in a cell that shares "
        "a side with it. Tents do not touch each other, not even at a corner. A number beside the "
        "board says how many tents its row or column has."
    )
    schema = {
        "properties": {
            "board": {"$ref": "#/$defs/table"},
            **{
                side: {"type": "array", "items": {"type": ["integer", "null"]}}
                for side in ("rows", "columns")
            },
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["board"],
    }
    violations = {
        "the {} of row {}: too-many": "Row {1} has {found} instead of {0}.",
        "the {} of row {}: too-few": "Row {1} has {room}.",
        "the {} of column {}: too-many": "Column {1} has {found} instead of {0}.",
        "the {} of column {}: too-few": "Column {1} has {room}.",
        "the block {}": "Two tents touch.",
        "the tree in {}": "A tree has no tent of its own.",
        "the square {}": "A tent is on a tree.",
        "the cell {}": "A tent has no tree of its own.",
        "the open field": "A tent has no tree beside it.",
    }

    def hidden(self, puzzle: Tents) -> tuple[str, ...]:
        name = puzzle.grid.name
        return tuple(
            kit.Hidden(
                f"{name(near)} for the tree in {name(tree)}",
                f"{name(near)} has no tent of the tree in {name(tree)}",
                f"{name(near)} has the tent of the tree in {name(tree)}",
                cells=(near,),
            )
            for tree, near in puzzle.ties
        )

    def rules(self, puzzle: Tents) -> list[kit.Stated]:
        grid, name, first = puzzle.grid, puzzle.grid.name, puzzle.grid.size
        rules: list[kit.Stated] = [apart(grid)]
        for band, number, clue in BANDS.clues(puzzle):
            says = kit.Demand("counts {}", "each count {}", SYMBOLS[TENT].counted(clue))
            says = says if clue else NONE
            line, about = band.cells(grid, number), kit.name_count(band, number, clue)
            count = kit.Count(line, 1 << TENT, clue, clue, name=about, statement=says, clue=True)
            rules.append(count)
        of_tree: dict[int, list[int]] = {tree: [] for tree in puzzle.trees}
        of_cell: dict[int, list[int]] = {c: [] for c in range(grid.size) if c not in of_tree}
        for number, (tree, near) in enumerate(puzzle.ties, first):
            of_tree[tree].append(number)
            of_cell[near].append(number)
        trees, free = [*of_tree], [cell for cell, ties in of_cell.items() if ties]
        on_trees = kit.alike("the square {}", lambda at: name(trees[at]), ROOM)
        rules.append(kit.Family(kit.Table, [((tree,), ((GRASS,),)) for tree in trees], on_trees))

        def tree_words(at: int) -> tuple[str, str]:
            return Name("the tree in {}", "the trees in {}", name(trees[at])), ONE_TENT

        owners = [(tuple(ties), 1 << TENT, 1, 1) for ties in of_tree.values()]
        rules.append(kit.Family(kit.Count, owners, tree_words))
        owned = [((cell, *of_cell[cell]), list_ways(len(of_cell[cell]))) for cell in free]
        cells = kit.alike("the cell {}", lambda at: name(free[at]), OWNED)
        rules.append(kit.Family(kit.Table, owned, cells))
        if field := tuple(cell for cell, ties in of_cell.items() if not ties):
            about = Name("the open field")
            rules.append(kit.Count(field, 1 << TENT, 0, 0, name=about, statement=NO_TREE))
        return rules

    def scene(self, puzzle: Tents) -> kit.Scene:
        labels = [
            kit.Label(*place, str(clue), kit.name_count(band, number, clue))
            for band, number, clue, place in BANDS.placed(puzzle)
        ]
        for tree in puzzle.trees:
            about = Name("the tree in {}", "the trees in {}", puzzle.grid.name(tree))
            labels.append(kit.Label(*puzzle.grid.place(tree), "", about, shape=Shape.TREE))
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        return kit.Scene(puzzle.grid, strokes, SYMBOLS, tuple(labels))

    def encode(self, puzzle: Tents) -> dict[str, Any]:
        sides = {
            band.field: list(getattr(puzzle, band.field)) for band, _, _ in BANDS.clues(puzzle)
        }
        return {"board": list(puzzle.board), **sides, **kit.given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Tents:
        board = tuple("".join(map(str, row)) for row in entries["board"])
        sides = {name: tuple(entries.get(name, ())) for name in ("rows", "columns")}
        return kit.with_given_entry(Tents(board, **sides, info=info), entries)


GENRE = TentsGenre()
Tents.genre = GENRE


class TieReader:
    """The reader for trees and the cells beside them."""

    looks = (
        ("only-tree", "partner"),
        ("last-place-at-a-tree", "count-all"),
        ("open-field", "count-none"),
    )

    def __call__(
        self, position: kit.Position, number: int, rule: kit.Rule, cuts: Sequence[kit.Elimination]
    ) -> list[kit.Deduction] | None:
        shown = position.board.model.shown
        if rule.cells[-1] >= shown and rule.cells[0] >= shown:
            return [position.plain(number, rule, cuts, "last-place-at-a-tree", "count-all")]
        if rule.cells[-1] >= shown:
            return [position.plain(number, rule, cuts, "only-tree", "partner")]
        if not rule.clue and (count := rule.as_count()) is not None and not count.most:
            return [position.plain(number, rule, cuts, "open-field", "count-none")]
        return None


class TentsTechniques(kit.TechniquesPart):
    """The names that players use for steps, and their sentences."""

    WORDS = {
        "beside-a-tent": (
            "Beside a tent",
            "Tents do not touch, and {facts}: so {conclusion}.",
            "Tents do not touch it: so {conclusion}.",
            "Tents do not touch the one in {known}: so {conclusion}.",
        ),
        "open-field": (
            "The open field",
            "Where no tree is beside a cell, there is no tent: so {conclusion}.",
        ),
        "only-tree": ("Whose tent it is", "[As {facts}, ]{conclusion}."),
        "last-place-at-a-tree": ("The place at a tree", "{rules}[, and {facts}]: so {conclusion}."),
        "line-none": ("A 0", "{rules}: so {conclusion}."),
        "line-full": ("The line has its tents", "{placed}: so {conclusion}."),
        "line-all": ("All places of a line", "{left}."),
    }
    PHRASES = {
        "in": kit.COUNT_PLACES,
        "by.the block {}": "as tents do not touch",
        "broken.the block {}": "but then two tents would touch",
        "broken.the tree in {}": "but then no place is left for the tent of the tree in {part}",
        "broken.the cell {}": "but then the tent in {part} would have no tree",
    }
    TECHNIQUES = (kit.around("beside-a-tent", TENT),)
    READERS = (
        TieReader(),
        kit.NumberNames(none="line-none", full="line-full", needed="line-all"),
        kit.skip_single_counts,
    )
    NEVER = (
        *("count-none", "count-full", "count-all", "pair", "together", "given", "set-of-values"),
        *("balance", "trial-inside"),
    )


class TentsDraft(kit.DraftPart[Tents]):
    """Generation: random tents with a tree beside each, and all numbers; some are left out."""

    OPTIONS = (
        kit.size(8, 4, 30),
        kit.Option("trees", kit.Kind.INTEGER, 20, "percentage of cells with a tree", 5, 25),
        kit.Option("density", kit.Kind.INTEGER, 100, "percentage of the numbers to keep", 0, 100),
    )
    CLUES = kit.strip_bands(BANDS, kit.name_count, givens=False)

    def usual_grade(self, settings: kit.Settings) -> str | None:
        """Return grades that people can solve, unless the number of clues is asked for."""
        return None if settings["minimal"] or settings["density"] < 100 else "trivial-hard"

    def draft(self, task: kit.Task) -> kit.Draft[Tents] | None:
        grid, wanted = task.grid, task.grid.size * task["trees"] // 100
        puzzle, solution = pitch(grid, wanted, task.dice)
        if kit.open_cells(puzzle.model, min(task.most_means, kit.SolverLevel.TRIALS)):
            return None
        return kit.Draft(puzzle, solution)


def pitch(grid: Grid, wanted: int, dice: kit.Dice) -> tuple[Tents, tuple[int, ...]]:
    """Return a board with up to this many trees and all its numbers, and the tents."""
    tents, trees = set[int](), set[int]()
    for cell in dice.shuffled(range(grid.size)):
        if len(tents) < wanted and cell not in trees and not tents & {*grid.touching(cell)}:
            free = [n for n in grid.neighbours(cell) if n not in tents and n not in trees]
            if free:
                tents.add(cell)
                trees.add(dice.pick(free))
    board = in_rows([TREE if c in trees else OPEN for c in range(grid.size)], grid)
    counts: dict[str, Any] = {
        band.field: tuple(
            sum(cell in tents for cell in band.cells(grid, n))
            for n in range(band.count_lines(grid))
        )
        for band in BANDS
    }
    return Tents(board, **counts), tuple(int(c in tents) for c in range(grid.size))


PLANT = kit.Tool("trees", "Trees", "Click or drag to plant or fell trees.", kit.Gesture.DRAG)


class TentsEditor(kit.BandsEditor[Tents]):
    """Playing: press for a tent, the other button for grass. Setting: trees and numbers."""

    OPTIONS = (
        kit.Option("rows", kit.Kind.INTEGER, 8, "rows of the board", 2, 40),
        kit.Option("columns", kit.Kind.INTEGER, 8, "columns of the board", 2, 40),
    )
    BANDS = BANDS
    TYPED = "numbers", "Numbers", "Choose a place beside the board and type the number of tents."
    MORE_TOOLS = (PLANT,)
    AIDS = (
        kit.Aid(kit.Help.AROUND, "Grass around a tent"),
        kit.Aid(kit.Help.REST, "Grass in the rest of a finished line"),
    )
    EXAMPLE = {
        "caracol": 1,
        "genre": "tents",
        "title": "First camp",
        "board": ["T....", ".....", "..T..", "T....", "..T.T"],
        "rows": [1, 0, 2, 0, 2],
        "columns": [1, 2, 0, 2, 0],
    }

    def writing(self, _puzzle: Tents) -> kit.Writing:
        return kit.Writing((TENT, GRASS), {"t": TENT, "1": TENT, ".": GRASS, "0": GRASS})

    def ties(self, puzzle: Tents, values: kit.Values) -> list[tuple[int, int]]:
        """Return each tree with its tent, where no other tree can have it."""
        left = [pair for pair in puzzle.ties if values[pair[1]] == TENT]
        found = []
        while sure := [
            (tree, tent) for tree, tent in left if sum(tent == other for _, other in left) == 1
        ]:
            found.append(sure[0])
            left = [pair for pair in left if {*pair}.isdisjoint(sure[0])]
        return found

    def settings(self, puzzle: Tents) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def blank(self, options: Mapping[str, Any]) -> Tents:
        return Tents((OPEN * options["columns"],) * options["rows"])

    def keep_clues(self, puzzle: Tents, made: Tents) -> dict[str, Any]:
        signs = kit.moved("".join(puzzle.board), puzzle.grid, made.grid, OPEN)
        return {**super().keep_clues(puzzle, made), "board": in_rows(signs, made.grid)}

    def edit(self, puzzle: Tents, act: kit.Act) -> Tents:
        if act.tool != PLANT.id:
            return super().edit(puzzle, act)
        signs = list("".join(puzzle.board))
        sign = OPEN if act.cells and signs[act.cells[0]] == TREE else TREE
        for cell in act.cells:
            signs[cell] = sign
        return replace(puzzle, board=in_rows(signs, puzzle.grid))


class TentsExample(kit.ExamplePart[Tents]):
    """A small camp for explaining the rules."""

    PUZZLE = Tents((".T...", ".....", "..TT.", ".....", "TT..."), (1,) * 5, (2, 0, 2, 0, 1))
    SOLUTION = ("^----", "--^--", "----^", "^----", "--^--")
    WORKED = (
        "Columns 2 and 4 have no tents. So the tree in r3c4 has its tent in r3c5, the one in r5c1 "
        "in r4c1, and the one in r5c2 in r5c3. Tents do not touch, so the tent of the tree in r3c3 "
        "is in r2c3."
    )
