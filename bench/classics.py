"""Solve new puzzles of the well-known genres with Caracol, clingo and OR-Tools.

python -m bench.classics [NUMBER] [GENRE ...]: generate this number of puzzles of each genre
(default: 40) and print a table for ``docs/benchmarks/classics.md``. Each program solves each puzzle
and proves that the solution is unique, one after the other in the same process; the times are CPU
times from the puzzle to the proof. clingo and OR-Tools have a direct model of each genre, written
here.

python -m bench.classics compare NUMBER [GENRE ...]: compare the numbers of solutions of this number
of random puzzles, up to a hundred, with those that clingo finds.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import clingo
from ortools.sat.python import cp_model

import caracol
from caracol.genres.binairo import Binairo
from caracol.genres.futoshiki import LESS, Futoshiki
from caracol.genres.kakuro import Kakuro
from caracol.genres.masyu import BLACK, WHITE, Masyu
from caracol.genres.skyscrapers import BANDS as VIEWS
from caracol.genres.skyscrapers import Skyscrapers
from caracol.genres.sudoku import Sudoku
from caracol.genres.tents import BANDS as COUNTS
from caracol.genres.tents import Tents
from caracol.kit import Grid, Links, diagonals
from caracol.puzzle import Puzzle

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from sources import random_puzzle

USUAL: dict[str, tuple[dict[str, Any], ...]] = {
    "sudoku": ({"grade": "easy"}, {"grade": "any"}),
    "futoshiki": ({"size": 5}, {"size": 7, "grade": "any"}),
    "skyscrapers": ({"size": 5}, {"size": 6, "grade": "any"}),
    "binairo": ({"size": 10}, {"size": 14, "grade": "any"}),
    "tents": ({"size": 8}, {"size": 12}),
    "kakuro": ({"size": 8}, {"size": 10}),
    "masyu": ({"size": 8}, {"size": 10, "grade": "any"}),
}
"""The options of half of the puzzles each: usual sizes, for people and with as few clues as
possible."""
MOST = 100
"""Maximum number of solutions that are counted when comparing."""
Facts = dict[str, list[tuple[int, ...]]]
"""Facts about a puzzle for clingo and OR-Tools: relations between numbers."""


# -- the facts of a puzzle ------------------------------------------------------------------------


def list_houses(lines: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the cells of each line, each with the number of the line."""
    return [(number, cell) for number, line in enumerate(lines) for cell in line]


def list_facts(puzzle: Puzzle) -> tuple[str, Facts]:
    """Return the name of the program for a puzzle, and its facts."""
    grid = puzzle.grid
    given = [(cell, value) for cell, value in enumerate(puzzle.givens) if value is not None]
    facts: Facts = {"cell": [(cell,) for cell in range(grid.size)], "given": given}
    if isinstance(puzzle, Masyu):
        links = puzzle.grid
        facts["ends"] = [(link, *links.ends(link)) for link in range(links.size)]
        facts["level"] = [(link,) for link, one, other in facts["ends"] if other == one + 1]
        facts["pearl"] = [(at, pearl) for at, pearl in enumerate(puzzle.pearls) if pearl]
        return "masyu", facts
    assert isinstance(grid, Grid)
    lines = [list(line) for _, line in grid.lines()]
    if isinstance(puzzle, Kakuro):
        facts["cell"] = [(at,) for at, sums in enumerate(puzzle.squares) if sums is None]
        facts["house"] = list_houses(run.cells for run in puzzle.runs)
        totals = enumerate(run.total for run in puzzle.runs)
        facts["clue"] = [(number, total) for number, total in totals if total]
        return "kakuro", facts
    facts["house"] = list_houses(lines)
    if isinstance(puzzle, Tents):
        facts["tree"] = [(tree,) for tree in puzzle.trees]
        facts["may"] = [*puzzle.ties]
        every = range(grid.size)
        facts["touch"] = [(a, b) for a in every for b in grid.touching(a) if a < b]
        clues = ((band.cells(grid, number), clue) for band, number, clue in COUNTS.clues(puzzle))
        facts["clue"] = [(lines.index([*cells]), clue) for cells, clue in clues]
        return "tents", facts
    if isinstance(puzzle, Binairo):
        facts["half"] = [(number, len(line) // 2) for number, line in enumerate(lines)]
        facts["three"] = [t for line in lines for t in zip(line, line[1:], line[2:], strict=False)]
        rivals = [
            (a, b)
            for a in range(len(lines))
            for b in range(a)
            if (a < grid.rows) == (b < grid.rows)
        ]
        facts["rival"] = rivals if puzzle.unique else []
        facts["place"] = [(h, p, c) for h, line in enumerate(lines) for p, c in enumerate(line)]
        return "binairo", facts
    if isinstance(puzzle, Sudoku):
        boxes = [[c for c, area in enumerate(puzzle.areas) if area == n] for n in range(grid.rows)]
        facts["house"] = list_houses([*lines, *boxes, *list_diagonals(puzzle)])
    if isinstance(puzzle, Futoshiki):
        facts["less"] = list_less(puzzle)
    if isinstance(puzzle, Skyscrapers):
        facts["house"] = list_houses([*lines, *list_diagonals(puzzle)])
        views = [(band.cells(grid, number), clue) for band, number, clue in VIEWS.clues(puzzle)]
        facts["view"] = [(k, p, c) for k, (line, _) in enumerate(views) for p, c in enumerate(line)]
        facts["clue"] = [(k, clue) for k, (_, clue) in enumerate(views)]
    return "latin", facts


def list_diagonals(puzzle: Sudoku | Skyscrapers) -> list[Sequence[int]]:
    """Return the cells of both diagonals if they count."""
    return [cells for _, cells in diagonals(puzzle.grid)] if puzzle.diagonals else []


def list_less(puzzle: Futoshiki) -> list[tuple[int, ...]]:
    """Return the pairs of cells of which the first has less."""
    links = Links(puzzle.size, puzzle.size)
    pairs = [(links.ends(link), sign) for link, sign in enumerate(puzzle.signs) if sign]
    return [ends if sign == LESS else ends[::-1] for ends, sign in pairs]


# -- clingo ---------------------------------------------------------------------------------------

PROGRAMS = {
    "latin": """
        { v(C,1..n) } = 1 :- cell(C).
        :- house(H,_), V = 1..n, { v(C,V) : house(H,C) } != 1.
        :- less(A,B), v(A,V), v(B,W), V >= W.
        seen(K,P) :- view(K,P,C), v(C,V), W < V : view(K,Q,D), Q < P, v(D,W).
        :- clue(K,N), { seen(K,P) } != N.
        :- given(C,V), not v(C,V).""",
    "binairo": """
        { v(C,0..1) } = 1 :- cell(C).
        :- house(H,_), half(H,N), { v(C,1) : house(H,C) } != N.
        :- three(A,B,C), v(A,V), v(B,V), v(C,V).
        apart(H,I) :- rival(H,I), place(H,P,C), place(I,P,D), v(C,V), not v(D,V).
        :- rival(H,I), not apart(H,I).
        :- given(C,V), not v(C,V).""",
    "tents": """
        { tie(T,C) : may(T,C) } = 1 :- tree(T).
        v(C,1) :- tie(_,C).
        :- tie(T,C), tie(U,C), T < U.
        :- touch(A,B), v(A,1), v(B,1).
        :- clue(H,N), { v(C,1) : house(H,C) } != N.
        :- given(C,1), not v(C,1).
        :- given(C,0), v(C,1).""",
    "kakuro": """
        { v(C,1..9) } = 1 :- cell(C).
        :- house(H,_), V = 1..9, { v(C,V) : house(H,C) } > 1.
        :- clue(H,N), #sum { V,C : v(C,V), house(H,C) } != N.
        :- given(C,V), not v(C,V).""",
    "masyu": """
        { v(L,1) } :- ends(L,_,_).
        at(A,L) :- ends(L,A,_).
        at(A,L) :- ends(L,_,A).
        on(A) :- v(L,1), at(A,L).
        :- on(A), { v(L,1) : at(A,L) } != 2.
        :- pearl(A,_), not on(A).
        % Straight: both links of a square are level, or both are upright.
        bent(A) :- v(L,1), v(M,1), at(A,L), at(A,M), level(L), not level(M).
        next(A,B) :- ends(L,A,B), v(L,1).
        next(A,B) :- ends(L,B,A), v(L,1).
        :- pearl(A,1), bent(A).
        :- pearl(A,1), not bent(B) : next(A,B).
        :- pearl(A,2), not bent(A).
        :- pearl(A,2), next(A,B), bent(B).
        first(A) :- pearl(A,_), A <= B : pearl(B,_).
        reach(A) :- first(A).
        reach(B) :- reach(A), next(A,B).
        :- on(A), not reach(A).
        :- given(L,1), not v(L,1).
        :- given(L,0), v(L,1).""",
}


def count_by_clingo(name: str, facts: Facts, size: int, most: int = 2) -> int:
    """Return the number of solutions of a puzzle, up to a limit."""
    control = clingo.Control([str(most), "--project=show", "--warn=none"])
    text = "".join(
        f"{relation}({','.join(map(str, row))}).\n"
        for relation, rows in facts.items()
        for row in rows
    )
    control.add("base", [], f"#const n={size}.\n{text}{PROGRAMS[name]}\n#show v/2.")
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


# -- OR-Tools -------------------------------------------------------------------------------------


class CpModel:
    """A model of a puzzle for CP-SAT: a variable for each cell, and the rules of its genre."""

    def __init__(self, name: str, facts: Facts, size: int) -> None:
        self.model, self.facts = cp_model.CpModel(), facts
        low, high = {"latin": (1, size), "kakuro": (1, 9)}.get(name, (0, 1))
        self.cells = {c: self.model.NewIntVar(low, high, "") for (c,) in facts["cell"]}
        self.houses: dict[int, list[Any]] = {}
        for house, cell in facts.get("house", []):
            self.houses.setdefault(house, []).append(self.cells[cell])
        for cell, value in facts["given"]:
            self.model.Add(self.cells[cell] == value)
        getattr(self, f"state_{name}")()

    def state_latin(self) -> None:
        """State what Sudoku, Futoshiki and Skyscrapers demand."""
        model, cells = self.model, self.cells
        for line in self.houses.values():
            model.AddAllDifferent(line)
        for one, other in self.facts.get("less", []):
            model.Add(cells[one] < cells[other])
        views: dict[int, list[Any]] = {}
        for view, _, cell in self.facts.get("view", []):
            views.setdefault(view, []).append(cells[cell])
        for view, clue in self.facts.get("clue", []):
            line, seen = views[view], []
            for place, cell in enumerate(line):
                visible = model.NewBoolVar("")
                higher = [model.NewBoolVar("") for _ in line[:place]]
                for before, above in zip(line, higher, strict=False):
                    model.Add(before > cell).OnlyEnforceIf(above)
                    model.Add(before < cell).OnlyEnforceIf(above.Not())
                    model.AddImplication(above, visible.Not())
                model.AddBoolOr([*higher, visible])
                seen.append(visible)
            model.Add(sum(seen) == clue)

    def state_binairo(self) -> None:
        """State what Binairo demands."""
        for house, half in self.facts["half"]:
            self.model.Add(sum(self.houses[house]) == half)
        for three in self.facts["three"]:
            self.model.AddLinearConstraint(sum(self.cells[c] for c in three), 1, 2)
        numbers = {
            house: sum(cell * (1 << place) for place, cell in enumerate(line))
            for house, line in self.houses.items()
        }
        for one, other in self.facts["rival"]:
            self.model.Add(numbers[one] != numbers[other])

    def state_tents(self) -> None:
        """State what Tents demands."""
        model, cells = self.model, self.cells
        ties = {pair: model.NewBoolVar("") for pair in self.facts["may"]}
        for (tree,) in self.facts["tree"]:
            model.AddExactlyOne(tie for pair, tie in ties.items() if pair[0] == tree)
        for cell, variable in cells.items():
            model.Add(sum(tie for pair, tie in ties.items() if pair[1] == cell) == variable)
        for one, other in self.facts["touch"]:
            model.Add(cells[one] + cells[other] <= 1)
        for house, clue in self.facts["clue"]:
            model.Add(sum(self.houses[house]) == clue)

    def state_kakuro(self) -> None:
        """State what Kakuro demands."""
        for run in self.houses.values():
            self.model.AddAllDifferent(run)
        for house, total in self.facts["clue"]:
            self.model.Add(sum(self.houses[house]) == total)

    def state_masyu(self) -> None:
        """State what Masyu demands; the loop is a circuit with a direction."""
        model, arcs = self.model, list[Any]()
        at: dict[int, list[int]] = {}
        for link, one, other in self.facts["ends"]:
            forth, back = model.NewBoolVar(""), model.NewBoolVar("")
            arcs += [(one, other, forth), (other, one, back)]
            model.Add(forth + back == self.cells[link])
            at.setdefault(one, []).append(link)
            at.setdefault(other, []).append(link)
        level = {link for (link,) in self.facts["level"]}
        bent = {}
        for square, links in at.items():
            off = model.NewBoolVar("")
            arcs.append((square, square, off))
            along = sum(self.cells[link] for link in links if link in level)
            bent[square] = model.NewBoolVar("")
            model.Add(along == 1).OnlyEnforceIf(bent[square])
            model.Add(along != 1).OnlyEnforceIf(bent[square].Not())
            model.Add(sum(self.cells[link] for link in links) == 2).OnlyEnforceIf(off.Not())
        model.AddCircuit(arcs)
        ends = {link: {one, other} for link, one, other in self.facts["ends"]}
        for square, pearl in self.facts["pearl"]:
            model.Add(sum(self.cells[link] for link in at[square]) == 2)
            model.Add(bent[square] == (pearl == BLACK))
            turns = []
            for link in at[square]:
                (beyond,) = ends[link] - {square}
                if pearl == BLACK:
                    model.AddImplication(self.on(link), bent[beyond].Not())
                    continue
                turns.append(model.NewBoolVar(""))
                model.AddImplication(turns[-1], self.on(link))
                model.AddImplication(turns[-1], bent[beyond])
            if pearl == WHITE:
                model.AddBoolOr(turns)

    def on(self, link: int) -> Any:
        """Return the literal that the loop uses a link."""
        known = self.model.NewBoolVar("")
        self.model.Add(self.cells[link] == known)
        return known

    def is_unique(self) -> bool:
        """Return whether there is exactly one solution."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.Solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return False
        others = []
        for cell in self.cells.values():
            other = self.model.NewBoolVar("")
            self.model.Add(cell != solver.Value(cell)).OnlyEnforceIf(other)
            others.append(other)
        self.model.AddBoolOr(others)
        return bool(solver.Solve(self.model) == cp_model.INFEASIBLE)


# -- the race -------------------------------------------------------------------------------------


def list_puzzles(name: str, number: int) -> Iterable[Puzzle]:
    """Yield new puzzles of usual sizes."""
    for seed in range(number):
        kinds = USUAL[name]
        made = caracol.generate(name, seed=f"race {seed}", **kinds[seed % len(kinds)]).puzzle
        # Without what is already known about it.
        yield replace(made, info=caracol.Info())


def measure(solve: Callable[[], bool]) -> float:
    """Return the CPU time of a proof that a puzzle has one solution."""
    before = time.process_time()
    assert solve()
    return time.process_time() - before


def race(puzzle: Puzzle) -> tuple[float, float, float]:
    """Return the times of Caracol, clingo and OR-Tools."""
    name, facts = list_facts(puzzle)
    size = puzzle.grid.columns
    return (
        measure(lambda: caracol.solve(puzzle).status == "unique"),
        measure(lambda: count_by_clingo(name, facts, size) == 1),
        measure(lambda: CpModel(name, facts, size).is_unique()),
    )


def compare(name: str, number: int) -> str:
    """Count the solutions of random puzzles, as the tests make them, with clingo as well."""
    rng, solutions = random.Random(f"compare {name}"), Counter[str]()
    while solutions.total() < number:
        puzzle = random_puzzle(name, rng)
        program, facts = list_facts(puzzle)
        if getattr(puzzle, "parks", 0) or (name == "masyu" and not facts["pearl"]):
            continue  # the programs above know no parks, and start loops at pearls
        wanted = count_by_clingo(program, facts, puzzle.grid.columns, MOST)
        found = caracol.count(puzzle, limit=MOST).count
        assert found == wanted, (puzzle, found, wanted)
        solutions["none" if not found else "one" if found == 1 else "several"] += 1
    return (
        f"{name}: {number} random puzzles have as many solutions as clingo finds: {dict(solutions)}"
    )


def main() -> None:
    """Print a row for each genre."""
    words = sys.argv[1:]
    if words[:1] == ["compare"]:
        for name in words[2:] or USUAL:
            print(compare(name, int(words[1])), flush=True)
        return
    number = int(words.pop(0)) if words and words[0].isdecimal() else 40
    heads = ("genre", "puzzles", "ms", "95 %", *("clingo ms", "95 %", "times"))
    print(f"| {' | '.join(heads)} | OR-Tools ms | 95 % | times |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in words or USUAL:
        times = list(zip(*map(race, list_puzzles(name, number)), strict=True))
        (ours, most), *others = [(median(one), quantiles(one, n=20)[-1]) for one in times]
        row = [name, str(number), f"{1000 * ours:.1f}", f"{1000 * most:.1f}"]
        for middle, high in others:
            row += [f"{1000 * middle:.1f}", f"{1000 * high:.1f}", f"{middle / ours:.1f}"]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
