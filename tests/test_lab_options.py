"""The laboratory's options do what they say, and its counts are the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from random import Random

import pytest

from caracol.board.grid import Grid
from caracol.cli.main import main
from caracol.engines.search import Search, one_by_one
from caracol.errors import ClueError, UnknownName
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.kit import SamplesPart
from caracol.lab import Options, run
from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES
from caracol.lab.orders import branching, halves, luby, step, value_order, variable_order
from caracol.lab.run import redundant, scale
from caracol.lab.strength import is_entailed, only_ends
from caracol.lab.studies.study import read_study
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.questions.solving import each_solution
from caracol.rules import Count, Model, Regular, Rule, Table

GENRES = ["easy-as-abc", "magic-snail", "magnets", "nonogram", "star-battle"]
SMALL = {"easy-as-abc": 4, "magic-snail": 4, "magnets": 4, "nonogram": 5, "star-battle": 5}
PLAIN = range(10)


def sample(name: str, size: int, seed: object = 1, **more: object) -> Puzzle:
    found: Puzzle = get_genre(name).part(SamplesPart).sample(Random(f"{seed}"), size, **more)
    return found


def idle(rules: Sequence[Rule] = (), cells: int = 4, values: int = 4) -> Search:
    return Search(Model(Grid(1, cells), values, tuple(rules)))


# -- orders of variables ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "candidates", "chosen"),
    [
        ("leftmost", [0b1, 0b1111, 0b11, 0b11], 1),
        ("first-fail", [0b1, 0b1111, 0b11, 0b11], 2),
        ("smallest", [0b1100, 0b1010, 0b0110, 0b0011], 3),
        ("largest", [0b0011, 0b0110, 0b1010, 0b1100], 2),
    ],
)
def test_an_order_of_variables_takes_the_cell_that_it_names(
    name: str, candidates: list[int], chosen: int
) -> None:
    assert variable_order(Options(variables=name), PLAIN)(idle(), candidates) == chosen


def test_most_constrained_counts_only_rules_that_are_awake() -> None:
    rules = [
        Count((2, 3), 1, 0, 1, name="a", statement="b"),
        Count((3,), 1, 0, 1, name="c", statement="d"),
    ]
    search = idle(rules)
    order = variable_order(Options(variables="most-constrained"), PLAIN)
    assert order(search, [0b11] * 4) == 3
    search.asleep = 0b10
    assert order(search, [0b11] * 4) == 2


def test_max_regret_takes_the_widest_gap_between_the_two_smallest_candidates() -> None:
    order = variable_order(Options(variables="max-regret"), range(8))
    search = idle()

    assert order(search, [0b111, 0b10001000, 0b1001, 0b1000]) == 1
    assert order(search, [0b100000, 0b11, 0b1010, 0b101]) == 2  # the first of two with a gap of 2


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("ff", "first-fail"),
        ("ffc", "ffc"),
        ("occurrence", "most-constrained"),
        ("max_regret", "max-regret"),
        ("dom_w_deg", "dom-wdeg"),
    ],
)
def test_names_of_the_literature_mean_the_same_orders(
    name: str, known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    study = read_study(
        f"[puzzles]\ngenre = 'magnets'\nsizes = [4]\ncount = 1\n[[options]]\nvariables = '{name}'"
    )
    assert Options(variables=name) == Options(variables=known)
    assert study.choices[0].options.variables == known
    printed = []
    for order in name, known:
        assert main(["lab", "run", "--sample", "magnets", "--quiet", "--variables", order]) == 0
        printed.append(re.sub(r"(?m)^Seconds.*$", "", capsys.readouterr().out))
    assert printed[0] == printed[1]


def test_ffc_decides_ties_of_first_fail_by_the_number_of_rules() -> None:
    search = idle([Count((3,), 1, 0, 1, name="a", statement="b")])
    order = variable_order(Options(variables="ffc"), PLAIN)
    assert order(search, [0b111, 0b11, 0b11, 0b11]) == 3
    assert order(search, [0b111, 0b11, 0b11, 0b111]) == 1


def test_dom_wdeg_turns_to_cells_whose_rules_have_failed() -> None:
    rules = [
        Count((0, 1), 1, 0, 1, name="a", statement="b"),
        Count((2, 3), 1, 0, 1, name="c", statement="d"),
    ]
    search = idle(rules)
    order = variable_order(Options(variables="dom-wdeg"), PLAIN)
    assert order(search, [0b11] * 4) == 0
    search.failures[1] = 5
    assert order(search, [0b11] * 4) == 2


def test_random_orders_depend_on_the_seed_alone() -> None:
    puzzle = sample("magnets", 6)
    counts = [
        run(puzzle, Options(variables="random", values="random", seed=seed)).statistics.resumptions
        for seed in (1, 1, 2, 3)
    ]
    assert counts[0] == counts[1]
    assert len(set(counts)) > 1


# -- orders of values and branching ----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("up", [0, 2, 3, 9]),
        ("down", [9, 3, 2, 0]),
        ("middle", [3, 2, 0, 9]),
        ("median", [2, 3, 0, 9]),
    ],
)
def test_an_order_of_values_tries_them_as_it_says(name: str, order: list[int]) -> None:
    chosen = value_order(Options(values=name), PLAIN)
    assert list(chosen(idle(), 0, 0b10_0000_1101)) == order


def test_the_median_of_a_magnet_is_neutral() -> None:
    puzzle = sample("magnets", 2)
    chosen = value_order(Options(values="median"), scale(puzzle))
    assert list(chosen(idle(), 0, 0b111)) == [NEUTRAL, MINUS, PLUS]


def test_branching_parts_the_values_of_a_cell() -> None:
    values = [2, 0, 1]
    assert list(one_by_one(values)) == [0b100, 0b001, 0b010]
    assert list(step(values)) == [0b100, 0b011]
    assert list(halves(values)) == [0b101, 0b010]
    for name in BRANCHING:
        parts = list(branching(Options(branching=name))(values))
        assert sum(parts) == 0b111


# -- strength ---------------------------------------------------------------------------------


def test_bounds_leave_holes_alone_and_full_does_not() -> None:
    middle_gone = Table((0, 1), ((0, 0), (2, 2)), name="a", statement="b")
    candidates = [0b111, 0b111]
    assert middle_gone.propagate(candidates) == [(0, 0b010), (1, 0b010)]
    assert only_ends(middle_gone, candidates, PLAIN[:3]) == []
    assert only_ends(middle_gone, [0b111, 0b110], PLAIN[:3]) == [(0, 0b011), (1, 0b010)]


def test_weaker_strengths_remove_less_at_the_root() -> None:
    puzzle = sample("nonogram", 6)
    removed = [
        run(puzzle, Options(reading=name, nodes=1)).statistics.removed
        for name in ("full", "forward", "check")
    ]
    assert removed[0] > removed[1] >= removed[2] == 0


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", GENRES)
def test_every_strength_finds_the_same_solutions(name: str, strength: str) -> None:
    size = 3 if strength == "check" and name in ("nonogram", "easy-as-abc") else SMALL[name]
    if strength == "check" and name == "star-battle":
        size = 4
    puzzle = sample(name, size if name != "magnets" else min(size, 4))
    options = Options(
        variables="first-fail", count=strength, allowed=strength, reading=strength, solutions=None
    )
    outcome = run(puzzle, options, keep=10_000)
    assert outcome.answer.complete
    assert set(outcome.answer.solutions) == set(each_solution(puzzle))


@pytest.mark.parametrize("variables", VARIABLES)
@pytest.mark.parametrize("values", VALUES)
def test_every_labelling_finds_the_same_solutions(variables: str, values: str) -> None:
    for name in ("magnets", "easy-as-abc"):
        puzzle = sample(name, 4, seed=3)
        for how in BRANCHING:
            options = Options(variables, values, how, solutions=None)
            found = run(puzzle, options).answer
            assert found.complete
            assert sorted(found.solutions) == sorted(each_solution(puzzle))


def test_a_rule_is_entailed_just_when_every_combination_keeps_it() -> None:
    rng = Random(5)
    stairs = MagicSnail("AB", 2).model.rules[-1]
    assert isinstance(stairs, Regular)
    for _ in range(300):
        tuples = tuple((a, b) for a in range(3) for b in range(3) if rng.random() < 0.8)
        rules: list[Rule] = [
            Count((0, 1, 2, 3), rng.randrange(1, 8), rng.randrange(3), 3, name="", statement=""),
            Table((0, 1), tuples, name="", statement=""),
            Regular((0, 1, 2, 3), stairs.automaton, name="", statement=""),
        ]
        candidates = [rng.randrange(1, 8) for _ in range(4)]
        worlds = [
            [a, b, c, d]
            for a in range(3)
            if candidates[0] >> a & 1
            for b in range(3)
            if candidates[1] >> b & 1
            for c in range(3)
            if candidates[2] >> c & 1
            for d in range(3)
            if candidates[3] >> d & 1
        ]
        for rule in rules:
            assert is_entailed(rule, candidates) == all(rule.holds(world) for world in worlds)


# -- redundant rules --------------------------------------------------------------------------


@pytest.mark.parametrize("name", GENRES)
def test_redundant_rules_keep_every_solution_and_never_cost_backtracks(name: str) -> None:
    spared = 0
    for seed in range(6):
        puzzle = sample(name, SMALL[name] + (2 if name == "magnets" else 0), seed)
        more = redundant(puzzle)
        assert more
        for number, solution in enumerate(each_solution(puzzle)):
            assert all(rule.holds(solution) for rule in more)
            if number == 20:
                break
        plain = run(puzzle, Options()).statistics.backtracks
        helped = run(puzzle, Options(redundant="all")).statistics.backtracks
        assert helped <= plain
        spared += plain - helped
    if name in ("magnets", "star-battle", "easy-as-abc"):
        assert spared > 0


def test_a_family_of_redundant_rules_is_asked_for_by_name() -> None:
    puzzle = sample("magnets", 4)
    both = redundant(puzzle, "neutral,balance")
    assert both == redundant(puzzle, "all")
    assert len(redundant(puzzle, "neutral")) == 8
    with pytest.raises(UnknownName, match="none, all, neutral, balance"):
        redundant(puzzle, "parity")


# -- limits and wrong input -------------------------------------------------------------------


def test_limits_on_tries_and_backtracks_are_kept_and_told() -> None:
    puzzle = sample("magnets", 10, seed=2)
    by_nodes = run(puzzle, Options(nodes=5))
    assert (by_nodes.answer.stopped, by_nodes.statistics.nodes) == ("nodes", 5)
    by_backtracks = run(puzzle, Options(backtracks=3))
    assert (by_backtracks.answer.stopped, by_backtracks.statistics.backtracks) == ("backtracks", 3)
    assert not by_nodes.solved
    assert not by_nodes.answer.complete


def test_an_unknown_option_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="leftmost, first-fail"):
        Options(variables="rightmost")
    with pytest.raises(UnknownName, match="propagation"):
        Options.from_entries({"strength": "full"})
    with pytest.raises(ClueError, match="seconds must be a number"):
        Options.from_entries({"seconds": "long"})
    with pytest.raises(ClueError, match="nodes: must be more than 0"):
        Options(nodes=0)


# -- exact counts -----------------------------------------------------------------------------

STARS = StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"])
LETTERS = EasyAsABC.genre.decode(
    {"letters": "ABC", "top": "..B.", "left": "C...", "right": "...A", "bottom": "...."},
    STARS.info,
)


@pytest.mark.parametrize(
    ("puzzle", "options", "counts"),
    [
        (STARS, Options(branching="bisect"), (31, 21, 16, 0, 21, 0, 0)),
        (MagicSnail("ABC", 5), Options(), (180, 31, 56, 0, 31, 4, 4)),
        (LETTERS, Options(variables="first-fail"), (118, 27, 35, 0, 27, 2, 2)),
        (
            sample("magnets", 8, 1),
            Options(values="median", redundant="neutral"),
            (573, 172, 147, 1, 160, 6, 5),
        ),
        (
            Nonogram.from_numbers([[1]] * 4, [[1]] * 4),
            Options(solutions=None),
            (207, 128, 131, 0, 8, 46, 6),
        ),
    ],
)
def test_counts_are_the_same_on_every_machine(
    puzzle: Puzzle, options: Options, counts: tuple[int, ...]
) -> None:
    found = run(puzzle, options).statistics
    got = (
        found.resumptions,
        found.entailments,
        found.prunings,
        found.backtracks,
        found.constraints,
        found.nodes,
        found.depth,
    )
    assert got == counts


def test_magnets_backtracks_grow_by_an_order_of_magnitude_every_two_sizes() -> None:
    """The report has 0.16, 0.94, 7.54 and 207.64 backtracks for sizes 4, 6, 8 and 10."""
    options = Options(values="median", redundant="neutral", backtracks=3000)
    means = []
    for size, number in ((4, 60), (6, 40), (8, 20), (10, 6)):
        puzzles = [sample("magnets", size, seed) for seed in range(number)]
        means.append(sum(run(p, options).statistics.backtracks for p in puzzles) / number)
    assert means[0] < 0.5
    for small, large in pairwise(means):
        assert 4 < large / small < 60


def test_a_contradiction_at_the_root_is_an_answer() -> None:
    impossible = StarBattle.from_rows(2, ["ABAA", "AAAC", "DAAA", "AAAA"])
    outcome = run(impossible)
    assert outcome.answer.status == "none"
    assert outcome.solved


# -- restarts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variables", ["leftmost", "dom-wdeg", "random"])
@pytest.mark.parametrize("restarts", ["luby", "geometric"])
def test_restarts_find_every_solution_once(restarts: str, variables: str) -> None:
    found = run(
        MagicSnail("AB", 5), Options(restarts=restarts, variables=variables, solutions=None)
    ).answer

    assert found.complete
    assert found.count == len(set(found.solutions)) == 357


def test_a_search_that_restarts_begins_again_after_the_agreed_backtracks() -> None:
    puzzle = MagicSnail("ABCD", 6)  # which has no solution
    plain, again = (
        run(puzzle, Options(restarts=name, variables="random", nodes=400)).statistics
        for name in ("none", "luby")
    )

    assert plain.restarts == 0
    sums = list(accumulate(islice(luby(), 1000)))
    assert again.restarts == sum(total <= again.backtracks for total in sums) > 0


def test_restarts_prove_that_there_is_no_solution() -> None:
    outcome = run(MagicSnail("ABC", 4), Options(restarts="geometric", variables="random"))

    assert (outcome.answer.count, outcome.answer.complete) == (0, True)
    assert outcome.options.label() == "random, geometric restarts"
