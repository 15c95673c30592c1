"""Arguments about the runs of a line are valid, need what they cite, and agree with the kernel."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product, takewhile

import pytest

from caracol import explain, generate, read
from caracol.deduction.verify import verify
from caracol.engines import kernel
from caracol.genres.nonogram import clue_of
from caracol.genres.nonogram.clues import Clue, Run, read_clue
from caracol.genres.nonogram.explaining.arguments import (
    LineArgument,
    find_arguments,
    find_plain_arguments,
    make_line,
    proves,
    reduce_line,
)
from caracol.genres.nonogram.explaining.runs import (
    Line,
    Runs,
    find_starts,
    read_runs,
    runs_of,
    spans,
)
from caracol.genres.nonogram.stairs import automaton_of, build_stairs
from caracol.rules import Elimination


def ways(length: int, runs: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every way to fill a line: the painted places, and the start of each run."""

    def starts(run: int, place: int) -> Iterator[tuple[int, ...]]:
        if run == len(runs):
            yield ()
            return
        for start in range(place, length - runs[run] + 1):
            for rest in starts(run + 1, start + runs[run] + 1):
                yield (start, *rest)

    for placing in starts(0, 0):
        painted = 0
        for start, size in zip(placing, runs, strict=True):
            painted |= (1 << start + size) - (1 << start)
        yield painted, placing


class Case:
    """A line with some known cells, and everything that follows, by brute force."""

    def __init__(self, rng: random.Random) -> None:
        self.length = rng.randint(3, 13)
        density = rng.uniform(0.3, 0.9)
        solution = sum(1 << place for place in range(self.length) if rng.random() < density)
        self.runs = tuple(end - start + 1 for start, end in spans(solution))
        known = rng.getrandbits(self.length) & rng.getrandbits(self.length)
        self.painted, self.blank = solution & known, known & ~solution
        self.fillings = [
            (painted, placing)
            for painted, placing in ways(self.length, self.runs)
            if not self.painted & ~painted and not self.blank & painted
        ]
        everywhere, anywhere = (1 << self.length) - 1, 0
        for painted, _ in self.fillings:
            everywhere &= painted
            anywhere |= painted
        self.to_paint = everywhere & ~self.painted
        self.to_blank = (1 << self.length) - 1 & ~anywhere & ~self.blank
        self.clue = runs_of(tuple(Run(size) for size in self.runs), 1)
        self.line = Line(self.length, self.clue, (self.painted, self.blank))

    @property
    def plain(self) -> list[LineArgument]:
        wanted = {
            place: 1 if self.to_paint >> place & 1 else 2
            for place in range(self.length)
            if (self.to_paint | self.to_blank) >> place & 1
        }
        return find_plain_arguments(self.line, wanted)


def cases(number: int = 1500) -> Iterator[Case]:
    rng = random.Random(15)
    return (Case(rng) for _ in range(number))


def test_the_runs_are_read_from_the_automaton_of_a_clue() -> None:
    for case in cases(300):
        clue = tuple(Run(size) for size in case.runs)
        assert read_runs(automaton_of(clue, 1)) == case.clue
    two = Run(2, 1), Run(1, 2)
    assert read_runs(automaton_of(two, 2)) == runs_of(two, 2)
    assert read_runs(automaton_of((Run(0), Run(2)), 1)) is None
    assert read_runs(automaton_of((Run(-1),), 1)) is None


def test_where_runs_can_lie_is_what_every_way_to_fill_the_line_says() -> None:
    for case in cases():
        seen = [0] * len(case.runs)
        for _, placing in case.fillings:
            for run, start in enumerate(placing):
                seen[run] |= 1 << start
        assert list(find_starts(case.length, case.clue, case.line.ruled_out)) == seen


def test_bounds_never_exclude_a_place_that_a_run_can_have() -> None:
    for case in cases():
        for depth in range(8):
            bounds = case.line.bounds(depth)
            assert bounds is not None
            for _, placing in case.fillings:
                for run, start in enumerate(placing):
                    assert bounds.first[run] <= start <= bounds.last[run]


def test_every_cell_that_follows_has_an_argument_that_needs_just_its_own_cells() -> None:
    techniques: Counter[str] = Counter()
    for case in cases():
        told: set[int] = set()
        for argument in case.plain:
            techniques[argument.technique] += 1
            assert not told & {*argument.places}
            told.update(argument.places)
            if argument.technique == "line-ways":
                continue
            assert proves(case.line, argument)
            line, fewer = reduce_line(case.line, argument)
            assert proves(line, fewer)
            for painted, _ in ways(case.length, case.runs):
                if not line.painted & ~painted and not line.blank & painted:
                    assert all(painted >> place & 1 for place in fewer.painted)
                    assert not any(painted >> place & 1 for place in fewer.blanks)
            for place in range(case.length):
                if (line.painted | line.blank) >> place & 1:
                    assert not proves(line.keep_only(~(1 << place)), fewer)
        assert sum(1 << place for place in told) == case.to_paint | case.to_blank
    assert techniques["line-ways"] < sum(techniques.values()) / 100
    assert len(techniques) > 12


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel to compare with")
def test_arguments_are_the_same_with_and_without_the_kernel() -> None:
    for case in cases():
        masks = [
            2 if case.painted >> place & 1 else 1 if case.blank >> place & 1 else 3
            for place in range(case.length)
        ]
        cuts = [
            Elimination(place, 1 if case.to_paint >> place & 1 else 2)
            for place in range(case.length)
            if (case.to_paint | case.to_blank) >> place & 1
        ]
        assert find_arguments(masks, tuple(range(case.length)), case.clue, cuts) == case.plain


# -- lines of several colours


def test_lines_of_several_colours_are_told_by_their_runs() -> None:
    told = []
    for seed in range(1, 7):
        puzzle = generate("nonogram", seed=seed, size=8, colours=2 + seed % 2).puzzle
        walk = explain(puzzle)
        assert walk.finished
        for step in walk.steps:
            assert verify(step, puzzle.model) == []
            told.append(step.technique)

    assert told.count("colours") < 0.05 * len(told)


def test_an_empty_line_among_colours_is_told() -> None:
    puzzle = read("""
        {"caracol": 1, "genre": "nonogram",
         "colours": [{"letter": "r", "name": "red", "rgb": "#c03030"},
                     {"letter": "b", "name": "blue", "rgb": "#3030c0"}],
         "rows": ["1r 1b", "0"], "columns": ["1r", "1b"]}
    """)

    sentences = [step.sentence for step in explain(puzzle).steps]

    assert "Row 2 is empty: so r2c1 and r2c2 are blank." in sentences
    assert any("the runs, side by side, take both cells" in one for one in sentences)


@pytest.mark.parametrize(
    ("clue", "known"), [("2r 1b", ".b..."), ("1r 1r 1b", "....."), ("1b", "..r")]
)
def test_starts_of_coloured_runs_are_those_of_all_ways_to_fill_the_line(
    clue: str, known: str
) -> None:
    runs = runs_of(read_clue(clue, ["r", "b"], "row 1"), 2)
    masks = tuple({".": 7, "r": 2, "b": 4}[letter] for letter in known)

    found: list[set[int]] = [set() for _ in runs.sizes]
    for values in product(range(3), repeat=len(masks)):
        starts = [n for n in range(len(values)) if values[n] and values[n - 1 : n] != (values[n],)]
        parts = [
            (sum(1 for _ in takewhile(values[n].__eq__, values[n:])), values[n]) for n in starts
        ]
        if parts == [*runs.kinds] and all(
            mask >> value & 1 for mask, value in zip(masks, values, strict=True)
        ):
            for run, start in enumerate(starts):
                found[run].add(start)

    sets = tuple(sum(1 << start for start in one) for one in found)
    assert find_starts(len(masks), runs, make_line(masks, runs).ruled_out) == sets


class ColouredCase:
    """A line of several colours with some candidates removed, and all ways to fill it."""

    def __init__(self, rng: random.Random) -> None:
        length, palette = rng.randint(3, 7), rng.choice((2, 2, 3))
        solution = [rng.randint(0, palette) for _ in range(length)]
        everything = (2 << palette) - 1
        self.masks = [
            everything & (rng.getrandbits(palette + 1) | 1 << value)
            if rng.random() < 0.3
            else rng.choice((everything, 1 << value))
            for value in solution
        ]
        self.runs: Runs = runs_of(clue_of(solution), palette)
        clue: Clue = clue_of(solution)
        lines = product(range(palette + 1), repeat=length)
        self.fillings = [values for values in lines if clue_of(values) == clue]
        self.left = [0] * length
        for values in self.ways_with(self.masks):
            for place, value in enumerate(values):
                self.left[place] |= 1 << value

    def ways_with(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the ways to fill the line that agree with these candidates."""
        return [
            values
            for values in self.fillings
            if all(mask >> value & 1 for mask, value in zip(masks, values, strict=True))
        ]


def test_arguments_about_several_colours_follow_from_just_their_own_cells() -> None:
    rng, techniques = random.Random(27), Counter[str]()
    for _ in range(600):
        case = ColouredCase(rng)
        line = make_line(case.masks, case.runs)
        for depth in range(8):
            bounds = line.bounds(depth)
            assert bounds is not None
            starts = find_starts(line.length, case.runs, line.ruled_out)
            for run, places in enumerate(starts):
                assert bounds.first[run] <= (places & -places).bit_length() - 1
                assert places.bit_length() - 1 <= bounds.last[run]
        gone = {
            place: mask & ~left
            for place, (mask, left) in enumerate(zip(case.masks, case.left, strict=True))
            if mask & ~left
        }
        shown = dict.fromkeys(gone, 0)
        for argument in find_plain_arguments(line, gone):
            techniques[argument.technique] += 1
            cuts = {place: gone[place] for place in argument.painted}
            cuts |= {place: gone[place] & argument.colours for place in argument.blanks}
            for place, removed in cuts.items():
                shown[place] |= removed
            if argument.technique == "line-ways":
                continue
            assert proves(line, argument)
            fewer, reduced = reduce_line(line, argument)
            assert proves(fewer, reduced)
            masks = [fewer.possible(place) for place in range(line.length)]
            for values in case.ways_with(masks):
                assert not any(removed >> values[place] & 1 for place, removed in cuts.items())
        assert shown == gone
    assert techniques["line-ways"] < sum(techniques.values()) / 10
    assert len(techniques) > 12


@pytest.mark.parametrize(
    "lengths", [(), (1,), (99,), (1, 1), (2, 31, 7), (0, 3), (-1, 2), (5,) * 9]
)
def test_the_automaton_of_a_plain_clue_is_that_of_its_items(lengths: tuple[int, ...]) -> None:
    clue = tuple(Run(length) for length in lengths)

    assert automaton_of(clue, 1) == build_stairs(clue, 1)
    assert automaton_of(clue, 2) == build_stairs(clue, 2)


@pytest.mark.parametrize(
    "written", ["3", "3 1", "12 1 99", "100 1", "3,1", " 3  1 ", "07", "? 3 *"]
)
def test_a_clue_is_read_the_same_as_a_text_and_as_a_list(written: str) -> None:
    items = written.replace(",", " ").split()

    assert read_clue(written, "#", "row 1") == read_clue(items, "#", "row 1")
