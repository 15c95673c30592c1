"""Objectives, soft rules, sizes of models, and models that make puzzles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

import caracol
from caracol.authoring.reports import ReportPart
from caracol.board.grid import Grid
from caracol.errors import ClueError, UnknownName
from caracol.genres.magnets import MINUS, PLUS
from caracol.genres.magnets.samples import sample
from caracol.lab import Options, run
from caracol.lab.export import export
from caracol.lab.objectives import SoftRule, optimise, soften
from caracol.lab.run import formulation, models
from caracol.lab.sizes import measure_model
from caracol.lab.trees.trace import trace
from caracol.puzzle.plugins import get_genre
from caracol.rules import Count, Model, Rule
from lab_solvers import available
from pages import here

ABC = caracol.read(
    '{"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "size": 3, '
    '"top": "A.B", "left": ".A.", "bottom": "B.."}'
)


def boards(genre: str) -> tuple[caracol.Puzzle, ...]:
    return get_genre(genre).part(ReportPart).REPORT.boards


def every_board(puzzle: caracol.Puzzle) -> list[tuple[int, ...]]:
    return list(product(range(len(puzzle.symbols)), repeat=puzzle.grid.size))


def groups(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.clue:
            found.setdefault(rule.name, []).append(rule)
    return found


def laws(puzzle: caracol.Puzzle) -> list[tuple[int, ...]]:
    rules = [rule for rule in puzzle.model.rules if not rule.clue]
    return [board for board in every_board(puzzle) if all(rule.holds(board) for rule in rules)]


@pytest.mark.parametrize("seed", range(5))
def test_the_fewest_changes_are_those_of_brute_force(seed: int) -> None:
    rng = Random(seed)
    wished = tuple(rng.choice((None, 0, 1, 2)) for _ in range(9))
    solutions = caracol.count(ABC).solutions
    fewest = min(
        sum(w is not None and w != v for w, v in zip(wished, board, strict=True))
        for board in solutions
    )

    best = optimise(ABC, "changes", grid=wished)

    assert (best.number, best.proved) == (fewest, True)
    assert best.board in solutions
    assert len(best.details) == fewest
    assert list(best.steps) == sorted(set(best.steps), reverse=True)


@pytest.mark.parametrize("clues", ['"left": "AAA", "top": "AAA"', '"left": "AAA"', '"left": "A.."'])
def test_the_fewest_broken_clues_are_those_of_brute_force(clues: str) -> None:
    head = '{"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "size": 3, '
    puzzle = caracol.read(f"{head}{clues}}}")
    named = groups(puzzle.model.rules)
    fewest = min(
        sum(not all(rule.holds(board) for rule in rules) for rules in named.values())
        for board in laws(puzzle)
    )

    best = optimise(puzzle, "broken")

    assert (best.number, best.proved) == (fewest, True)
    assert best.board is not None
    broken = {rule.name for rule in puzzle.model.rules if not rule.holds(best.board)}
    assert set(best.details) == broken


@pytest.mark.parametrize("number", [0, 1, 3, 4, 5])
def test_the_most_stars_are_those_of_brute_force(number: int) -> None:
    """Boards 1 to 3 of the report; with two stars, they have no solution."""
    puzzle = boards("star-battle")[number]
    counts = [rule for rule in puzzle.model.rules if rule.as_count()]
    others = [rule for rule in puzzle.model.rules if not rule.as_count()]

    def fits(stars: tuple[int, ...]) -> bool:
        board = [int(cell in stars) for cell in range(puzzle.grid.size)]
        return all(
            sum(board[cell] for cell in rule.cells) <= rule.as_count().most for rule in counts
        ) and all(rule.holds(board) for rule in others)

    best = optimise(puzzle, "most", symbol="*")

    assert best.proved
    assert best.board is not None
    stars = tuple(cell for cell, value in enumerate(best.board) if value)
    assert (len(stars), fits(stars)) == (best.number, True)
    if puzzle.grid.size == 16:
        assert not any(fits(more) for more in combinations(range(16), len(stars) + 1))


def test_the_fewest_clues_are_those_of_brute_force() -> None:
    puzzle = boards("easy-as-abc")[0]
    named = groups(puzzle.model.rules)
    rigid = [rule for rule in puzzle.model.rules if not rule.clue]

    def is_unique(names: Sequence[str]) -> bool:
        kept = [rule for name in names for rule in named[name]]
        return caracol.count(puzzle.model.only([*rigid, *kept]), limit=2).count == 1

    best = optimise(puzzle, "clues")

    assert best.proved
    assert best.number == len(best.details)
    assert is_unique(best.details)
    assert not any(is_unique(fewer) for fewer in combinations(named, best.number - 1))


def test_a_soft_rule_is_free_if_it_is_broken() -> None:
    rule = Count((0, 1), 0b10, 2, 2, name="both", statement="are 1")
    other = Count((0,), 0b10, 0, 0, name="one", statement="is not 1")
    model = Model(Grid(1, 2), 2, (rule, other))

    softened = soften(model, [[rule]])

    assert caracol.count(model).count == 0
    assert set(caracol.count(softened).solutions) == {(0, 0), (0, 1)}
    soft = next(one for one in softened.rules if isinstance(one, SoftRule))
    for values in product((0, 1), repeat=3):
        assert soft.holds(values) == (values[2] == 1 or rule.holds(values))


def test_wrong_objectives_are_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownName, match="unknown objective 'beauty'"):
        optimise(ABC, "beauty")
    with pytest.raises(UnknownName, match="symbol of Easy as ABC"):
        optimise(ABC, "most", symbol="?")
    with pytest.raises(ClueError, match="needs cells to compare with"):
        optimise(ABC, "changes")
    with pytest.raises(ClueError, match="exactly one solution"):
        optimise(boards("easy-as-abc")[1], "clues", seconds=20)


def test_a_model_without_solutions_has_no_best_board(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    file.write_text(
        '{"caracol": 1, "genre": "star-battle", "stars": 2, '
        '"regions": ["AABB", "AABB", "CCDD", "CCDD"]}'
    )

    status, shown = here(f"caracol lab best {file} --grid '*.../..../..../....'")
    assert (status, shown) == (1, "No board satisfies the rigid rules.\n")


# -- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("genre", ["easy-as-abc", "magic-snail", "magnets", "star-battle"])
def test_every_model_has_a_size_with_the_numbers_of_its_variables(genre: str) -> None:
    puzzle = boards(genre)[min(4, len(boards(genre)) - 1)]
    for name in ("cells", *models(puzzle)):
        stated = formulation(puzzle, name)
        size = measure_model(stated)
        assert size.variables == stated.model.shown
        assert size.variables + size.others == len(stated.names) == stated.model.size
        assert size.constraints == len(stated.model.rules)
        assert size.space > 1


def test_the_sizes_are_those_that_the_reports_state() -> None:
    for size in (2, 4, 6):
        puzzle = sample(Random(1), size)
        solver = measure_model(formulation(puzzle, "printed"))
        assert solver.space == 3 ** (size * size)
        made = measure_model(formulation(puzzle, "generator"))
        poles = size * size
        assert made.variables - poles == size * size + 4 * size
        assert made.domains[0] == (4, size * size)
    star = measure_model(formulation(boards("star-battle")[7], "printed"))
    assert star.domains == ((8, 16),)
    status, shown = here("caracol lab models --sample magnets --size 10")
    assert status == 0
    assert "Search space: 3^100 ≈ 5.2·10^47" in shown


# -- the generator -------------------------------------------------------------------------------


def test_the_generator_makes_every_puzzle_of_the_smallest_size() -> None:
    """Two tilings of 2×2, and seven fillings for each: all but the two with equal poles."""
    found = run(sample(Random(1), 2), Options(model="generator", solutions=None))

    assert found.answer.count == 14
    made = Counter(zip(found.puzzles, found.answer.solutions, strict=True))
    assert len(made) == 14
    for puzzle, board in made:
        assert caracol.check(puzzle, board).finished
    assert len({puzzle.partner for puzzle in found.puzzles}) == 2


@pytest.mark.parametrize("seed", range(3))
def test_the_generator_makes_random_puzzles_with_their_solutions(seed: int) -> None:
    options = Options(model="generator", values="random", seed=seed)
    found = run(sample(Random(1), 6), options)

    (puzzle,), (board,) = found.puzzles, found.answer.solutions
    assert caracol.check(puzzle, board).finished
    for row in range(6):
        line = [board[cell] for cell in puzzle.grid.row(row)]
        assert line.count(PLUS) == puzzle.row_plus[row]
        assert line.count(MINUS) == puzzle.row_minus[row]
    assert run(sample(Random(2), 6), options).puzzles == found.puzzles, "only the size matters"


def test_the_generator_is_run_traced_and_exported() -> None:
    command = "--sample magnets --size 4 --model generator --values random --seed 2"
    status, shown = here(f"caracol lab run {command} --json")
    entries = json.loads(shown)
    assert status == 0
    made = caracol.read(json.dumps(entries["puzzle"]))
    assert caracol.solve(made).solution is not None

    tree = trace(sample(Random(1), 2), Options(model="generator"))
    assert tree.describe_choice(tree.nodes[1]).startswith("the direction of r1c1 = ")
    assert tree.board(tree.nodes[-1]) == ()

    status, shown = here("caracol lab export --sample magnets --size 2 --model generator --to asp")
    assert status == 0
    if available("asp"):
        from clingo import Control

        control = Control(["0"])
        control.add("base", [], shown)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:  # type: ignore[union-attr]
            assert sum(1 for _ in handle) == 14
    status, shown = here(
        "caracol lab export --sample magnets --size 2 --model generator --to clingo"
    )
    assert (status, "has a model of its own" in shown) == (2, True)


@pytest.mark.parametrize("model", ["printed", "columns"])
def test_other_models_are_exported_with_their_domains(model: str) -> None:
    text = export(boards("star-battle")[0], "asp", model)
    if not available("asp"):
        return
    from clingo import Control

    control = Control(["0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:  # type: ignore[union-attr]
        assert sum(1 for _ in handle) == 1
