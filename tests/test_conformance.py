"""What every genre promises. Each test takes a genre or a puzzle and states a law."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import caracol
from caracol.drawing.render import text
from caracol.genres.star_battle import StarBattle
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.rules import Contradiction
from caracol.testing import conformance, count_drawn
from sources import EXAMPLES, GENRES, example, random_puzzle

UNIQUE = [path for path in EXAMPLES if caracol.solve(example(path)).status == "unique"]


@pytest.fixture(params=GENRES)
def genre(request: pytest.FixtureRequest) -> caracol.Genre:
    return caracol.get_genre(request.param)


@pytest.fixture(params=UNIQUE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return example(request.param)


def test_examples_have_puzzles_of_the_genre_with_one_solution(genre: caracol.Genre) -> None:
    assert sum(path.parent.name == genre.id for path in UNIQUE) >= 2


# The door that is open to everyone: what plug-ins are held to holds for the genres built in.
for _case in [
    conformance(
        caracol.get_genre(name), [example(path) for path in UNIQUE if path.parent.name == name]
    )
    for name in GENRES
]:
    globals()[_case.__name__] = _case
del _case


def test_the_rules_make_sense_though_nobody_checks_them_again(puzzle: Puzzle) -> None:
    puzzle.model.check()


def test_every_rule_can_be_broken_and_says_so(genre: caracol.Genre) -> None:
    """A rule that no board breaks would say nothing; a broken one is told in a sentence."""
    rng = random.Random(f"breaking, {genre.id}")
    unbroken: set[str] = set()
    for _ in range(12):
        puzzle = random_puzzle(genre.id, rng)
        boards = [
            tuple(rng.randrange(len(puzzle.symbols)) for _ in range(puzzle.grid.size))
            for _ in range(150)
        ]
        boards += [(value,) * puzzle.grid.size for value in range(len(puzzle.symbols))]
        for rule in puzzle.model.rules:
            if max(rule.cells, default=0) >= puzzle.grid.size:
                continue  # a board alone cannot break a rule about hidden cells
            broken = [board for board in boards if not rule.holds(board)]
            if not broken:
                unbroken.add(f"{rule} in {puzzle}")
                continue
            with pytest.raises(Contradiction):
                rule.propagate(puzzle.model.narrowed(broken[0]))
            faults = caracol.check(puzzle, broken[0]).faults
            told = [fault for fault in faults if fault.rule == rule]
            assert told, f"{rule} is broken and not told"
            assert told[0].sentence.endswith(".")
    # An asterisk accepts every line, and a board of one cell leaves little to break.
    assert len(unbroken) <= 12, unbroken


def test_a_finished_game_satisfies_every_rule(puzzle: Puzzle) -> None:
    game = Game(puzzle)
    for cell, value in enumerate(caracol.solve(puzzle).only()):
        if puzzle.givens[cell] is None:
            game.put(cell, value)

    assert game.satisfied_rules() >= {rule.name for rule in puzzle.model.rules}


# The totals of random clues differ, which is noticed.
@pytest.mark.filterwarnings("ignore:.*may be damaged")
def test_our_own_file_reads_back(genre: caracol.Genre) -> None:
    rng = random.Random(f"files, {genre.id}")
    for _ in range(100):
        puzzle = random_puzzle(genre.id, rng)

        assert caracol.read(caracol.write(puzzle)) == puzzle
        assert caracol.read(caracol.write(puzzle, "jsonl")) == puzzle


def oblong_puzzle(genre: str) -> Puzzle | None:
    """Return a puzzle whose board is not square, or ``None`` where the genre has only squares."""
    if genre == "star-battle":
        # Most are square, so random ones are: here each column is a region.
        return StarBattle.from_rows(1, ["ABCDEFGH"] * 4, row_stars=2)
    rng = random.Random(f"oblong, {genre}")
    puzzles = (random_puzzle(genre, rng) for _ in range(60))
    return next((found for found in puzzles if found.grid.rows != found.grid.columns), None)


@pytest.mark.filterwarnings("ignore:.*may be damaged")
def test_a_board_that_is_not_square_works_where_the_genre_allows_it(genre: caracol.Genre) -> None:
    puzzle = oblong_puzzle(genre.id)
    if puzzle is None:
        assert genre.id in ("easy-as-abc", "magic-snail", "futoshiki", "skyscrapers", "sudoku")
        return
    for solution in caracol.solve(puzzle).solutions:
        assert caracol.check(puzzle, solution).solved
    again = caracol.read(caracol.write(puzzle))
    assert (again, again.grid) == (puzzle, puzzle.grid)


def test_a_star_battle_with_twice_as_many_columns_as_rows_has_solutions() -> None:
    answer = caracol.solve(oblong_puzzle("star-battle"))

    assert answer.status == "many"
    assert answer.solutions[0].count(1) == 8


def test_the_picture_shows_every_clue(puzzle: Puzzle) -> None:
    drawn = text(puzzle.scene, puzzle.givens)

    for label in puzzle.scene.labels:
        assert label.text in drawn
    assert puzzle.scene.caption in drawn
    squares = {(label.row, label.column) for label in puzzle.scene.labels}
    for rule in puzzle.model.rules:
        if rule.clue and not rule.name.startswith(("region", "the given")):
            stated = any(label.about == rule.name for label in puzzle.scene.labels)
            # A rule may also be stated by what is printed in all its squares.
            assert stated or squares.issuperset(map(puzzle.grid.place, rule.cells))


def test_the_drawn_solution_shows_every_symbol(puzzle: Puzzle) -> None:
    solution = caracol.solve(puzzle).only()
    drawn = text(puzzle.scene, solution, ascii=True)

    assert drawn.isascii() or not "".join(s.letter for s in puzzle.symbols).isascii()
    for value in set(solution) - {0}:
        assert count_drawn(puzzle.symbols[value], drawn) >= solution.count(value)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_examples_are_written_as_we_write_them(path: Path) -> None:
    assert caracol.write(example(path)) == path.read_text()
