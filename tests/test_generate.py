"""What every new puzzle promises."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import DraftSession, SolverLevel, TooHard, open_cells
from caracol.authoring.drafts.symmetry import SYMMETRIES, orbits, turn_board
from caracol.authoring.drafts.target import Judgement, read_wanted
from caracol.authoring.drafts.task import Task
from caracol.authoring.fingerprints import canonical, fingerprint
from caracol.board.grid import Grid, renumber, squares_of
from caracol.deduction.steps import BY_COMPUTER
from caracol.engines import kernel
from caracol.engines.answer import Status
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.errors import CaracolError, ClueError, OutOfTime, UnknownName
from caracol.generator import loop
from caracol.generator.loop import Generated, generate, list_options
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import NOWHERE, lines, touching
from caracol.genres.star_battle.drafting.placements import placements
from caracol.kit import DraftPart
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre, list_genres
from caracol.questions import explaining
from caracol.questions.solving import check, solve
from caracol.rules import Model
from caracol.support.options import settings
from sources import TOP

PAGE = TOP / "docs" / "how-to" / "generate.md"

ORDERS: dict[str, tuple[str, dict[str, Any]]] = {
    "star battle 5x5": ("star-battle", {"size": 5, "stars": 1, "grade": "any"}),
    "star battle 8x8": ("star-battle", {"size": 8, "stars": 1, "grade": "any"}),
    "star battle 8x8 two stars": ("star-battle", {"size": 8, "stars": 2, "grade": "any"}),
    "star battle 10x10": ("star-battle", {"size": 10, "stars": 2, "grade": "any"}),
    "snail 4x4": ("magic-snail", {"size": 4, "key": "12"}),
    "snail 6x6": ("magic-snail", {"size": 6, "letters": 3}),
    "abc 4x4": ("easy-as-abc", {"size": 4, "letters": "ABC"}),
    "abc 6x6": ("easy-as-abc", {"size": 6, "letters": "AUGS"}),
    "magnets 4x3": ("magnets", {"size": "4x3", "grade": "any"}),
    "magnets 5x5": ("magnets", {"size": 5, "grade": "any"}),
    "magnets 8x6": ("magnets", {"size": (8, 6), "magnets": 70, "grade": "any"}),
    "nonogram 5x5": ("nonogram", {"size": 5}),
    "nonogram 12x8": ("nonogram", {"width": 12, "height": 8}),
    "nonogram 8x8 any logic": ("nonogram", {"size": 8, "logic": "any"}),
    "nonogram 10x10 three colours": ("nonogram", {"size": 10, "colours": 3}),
}
SMALL = [name for name in ORDERS if any(size in name for size in ("4x", "5x5"))]
STRIPPED = [name for name in ORDERS if ORDERS[name][0] not in ("star-battle", "nonogram")]

_made: dict[tuple[str, int], Generated] = {}


def made(name: str, seed: int = 1) -> Generated:
    if (name, seed) not in _made:
        found, options = ORDERS[name]
        _made[name, seed] = generate(found, seed=seed, **options)
    return _made[name, seed]


@pytest.mark.parametrize("name", ORDERS)
def test_a_new_puzzle_has_one_solution_and_it_is_the_one_that_comes_with_it(name: str) -> None:
    for seed in range(3):
        new = made(name, seed)

        answer = solve(new.puzzle)

        assert answer.status is Status.UNIQUE
        assert answer.solution == new.solution
        assert check(new.puzzle, new.solution).solved


@pytest.mark.parametrize("name", SMALL)
def test_plain_search_and_sat_both_prove_a_small_puzzle_unique(name: str) -> None:
    new = made(name)

    assert list(Search(new.puzzle.model).solutions()) == [new.solution]
    with Session(new.puzzle.model) as session:
        session.block(new.solution)
        assert session.solve(Clock()) is False


@pytest.mark.parametrize("name", ORDERS)
def test_the_same_seed_makes_the_same_puzzle_and_another_seed_another(name: str) -> None:
    found, options = ORDERS[name]

    again = generate(found, seed=1, **options)

    assert again == made(name)
    assert len({canonical(made(name, seed).puzzle) for seed in range(3)}) > 1


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel to do without")
@pytest.mark.parametrize(
    "name", ["star battle 8x8", "snail 4x4", "abc 4x4", "magnets 5x5", "nonogram 12x8"]
)
def test_a_seed_makes_the_same_puzzle_without_the_kernel(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = made(name)
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    found, options = ORDERS[name]
    assert generate(found, seed=1, graded=False, **options).puzzle == before.puzzle


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel to do without")
@pytest.mark.parametrize(
    ("found", "options"),
    [
        ("star-battle", {"size": 5, "stars": 1, "grade": "trivial-hard"}),
        ("magic-snail", {"size": 4, "grade": "trivial-medium"}),
        ("star-battle", {"size": 6, "stars": 1, "grade": "hard"}),
        ("star-battle", {"size": 5, "stars": 1, "grade": "hard-extreme"}),
        ("magic-snail", {"size": 5, "grade": "hard-extreme"}),
        ("easy-as-abc", {"size": 4, "letters": "ABC", "grade": "easy"}),
        ("easy-as-abc", {"size": 5, "letters": "ABC", "grade": "hard", "seed": 3}),
        ("magnets", {"size": 5, "grade": "medium-hard"}),
        ("nonogram", {"size": 6, "grade": "hard"}),
        ("nonogram", {"size": 8, "grade": "expert-extreme", "seed": 3}),
        ("slitherlink", {"size": 4, "grade": "easy"}),
        ("slitherlink", {"size": 5, "grade": "easy", "symmetry": "none"}),
        ("kakuro", {"size": 5, "grade": "easy"}),
        ("kakuro", {"size": 6, "grade": "hard", "seed": 3}),
        ("skyscrapers", {"size": 4, "grade": "trivial"}),
        ("futoshiki", {"size": 4, "grade": "trivial"}),
    ],
    ids=str,
)
def test_a_seed_makes_the_same_graded_puzzle_without_the_kernel(
    found: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: dict[str, Any] = {"seed": 7, **options}
    before = generate(found, **order)
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    assert generate(found, **order) == before


@pytest.mark.parametrize("name", STRIPPED)
def test_no_clue_can_go(name: str) -> None:
    new = made(name)
    clues = get_genre(ORDERS[name][0]).part(DraftPart).CLUES
    places = frozenset(clues.places(new.puzzle))
    assert places

    for place in places:
        assert solve(clues.kept(new.puzzle, places - {place})).status is Status.MANY


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(
    ("found", "options"),
    [
        ("magic-snail", {"size": 5}),
        ("easy-as-abc", {"size": 4, "letters": 2}),
        ("magnets", {"size": 5}),
        ("slitherlink", {"size": 5}),
        ("akari", {"size": 5}),
    ],
)
def test_clues_stand_in_the_pattern_that_was_asked_for(
    found: str, options: dict[str, Any], symmetry: str
) -> None:
    new = generate(found, seed=2, symmetry=symmetry, **options)

    grid = squares_of(new.puzzle.grid)
    if found == "akari":
        places = {
            grid.place(cell) for cell, clue in enumerate(new.puzzle.clues) if clue is not None
        }
    else:
        places = set(get_genre(found).part(DraftPart).CLUES.places(new.puzzle))
    for group in orbits(grid, [*map(grid.place, range(grid.size)), *_beside(grid)], symmetry):
        assert len({place in places for place in group}) == 1
    assert solve(new.puzzle).status is Status.UNIQUE


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_shaded_squares_of_a_hitori_stand_in_the_pattern_that_was_asked_for(
    symmetry: str,
) -> None:
    new = generate("hitori", size=7, symmetry=symmetry, seed=2)

    grid = squares_of(new.puzzle.grid)
    for group in orbits(grid, map(grid.place, range(grid.size)), symmetry):
        assert len({new.solution[grid.cell(*place)] for place in group}) == 1
    assert solve(new.puzzle).status is Status.UNIQUE


def test_a_pattern_that_no_hitori_has_is_refused_in_a_sentence() -> None:
    with pytest.raises(ClueError, match="choose a different symmetry or size"):
        generate("hitori", size=6, symmetry="double mirror", seed=1)


@pytest.mark.parametrize("grade", ["any", "easy-hard"])
def test_the_regions_of_a_star_battle_can_look_the_same_upside_down(grade: str) -> None:
    new: Any = generate("star-battle", size=8, stars=1, symmetry="rotational", grade=grade, seed=3)

    assert renumber(new.puzzle.regions[::-1]) == new.puzzle.regions
    assert new.solution[::-1] == new.solution
    assert solve(new.puzzle).status is Status.UNIQUE


def _beside(grid: Grid) -> list[tuple[int, int]]:
    rows = [(row, column) for row in range(grid.rows) for column in (-1, grid.columns)]
    return rows + [(row, column) for column in range(grid.columns) for row in (-1, grid.rows)]


@pytest.mark.parametrize("word", ["trivial", "easy", "hard", "expert", "extreme"])
def test_a_nonogram_of_every_grade_is_found(word: str) -> None:
    made = generate("nonogram", size=10, seed=4, grade=word)

    assert made.grade is not None
    assert made.grade.word == explaining.grade(made.puzzle).word == word


@pytest.mark.parametrize("grade", ["easy", "hard", "expert"])
@pytest.mark.parametrize(("symmetry", "turn"), [("mirror", "left-right"), ("rotational", "half")])
def test_a_nonogram_has_the_pattern_that_was_asked_for(
    symmetry: str, turn: str, grade: str
) -> None:
    made = generate("nonogram", size=10, seed=2, grade=grade, symmetry=symmetry)

    assert turn_board(made.puzzle.grid, made.solution, turn) == made.solution


def test_most_leaves_no_more_clues_than_wanted() -> None:
    for grade in ("easy", "hard", "any"):
        made = generate("magnets", size=8, seed=1, grade=grade, most=55)
        assert len(list(made.puzzle.clues())) <= 32 * 55 // 100
    with pytest.raises(ClueError, match="'most' is below 'density'"):
        generate("magnets", size=6, seed=1, density=60, most=50)


def test_density_leaves_more_clues_than_needed() -> None:
    few = generate("magnets", size=6, seed=4)
    many = generate("magnets", size=6, seed=4, density=75)

    assert len(few.puzzle.clues()) < len(many.puzzle.clues()) == 18


@pytest.mark.parametrize(
    ("found", "grade", "options"),
    [
        ("star-battle", "trivial-medium", {"size": 6, "stars": 1}),
        ("star-battle", "hard", {"size": 8, "stars": 1}),
        ("magic-snail", "easy", {"size": 5}),
        ("magic-snail", "medium", {"size": 5}),
        ("easy-as-abc", "easy", {"size": 5, "letters": "ABC"}),
        ("easy-as-abc", "medium-hard", {"size": 5, "letters": "ABC"}),
        ("magnets", "easy", {"size": 6}),
        ("magnets", "hard", {"size": "6x5"}),
        ("nonogram", "easy", {"size": 10}),
        ("nonogram", "medium-hard", {"size": 8}),
        ("nonogram", (0.5, 1.6), {"size": 8}),
        ("star-battle", "expert", {"size": 8, "stars": 2}),
        ("star-battle", "expert", {"size": 8, "stars": 1}),
        ("easy-as-abc", "hard", {"size": 6}),
        ("magic-snail", "hard", {"size": 6}),
        ("magic-snail", "expert", {"size": 6}),
        ("easy-as-abc", "expert", {"size": 6}),
        ("easy-as-abc", "extreme", {"size": 6}),
        ("magnets", "expert", {"size": 6}),
        ("magnets", "extreme", {"size": 6}),
        ("kakuro", "easy", {"size": 8}),
        ("kakuro", "hard", {"size": 8}),
        ("skyscrapers", "trivial", {"size": 6}),
        ("futoshiki", "trivial", {"size": 6}),
    ],
    ids=str,
)
def test_the_grade_that_is_asked_for_is_the_grade_that_is_measured(
    found: str, grade: Any, options: dict[str, Any]
) -> None:
    new = generate(found, seed=5, grade=grade, **options)

    measured = explaining.grade(new.puzzle)

    wish = read_wanted(grade)
    assert wish is not None
    assert wish.met(measured)
    assert new.grade == measured
    assert new.techniques == tuple(measured.techniques)


def test_sums_are_changed_until_they_are_as_hard_as_wanted_and_no_harder() -> None:
    for seed in range(4):
        easy, hard = (
            generate("kakuro", size=7, grade=word, seed=seed) for word in ("easy", "hard")
        )

        assert not open_cells(easy.puzzle.model, SolverLevel.LINES)
        assert open_cells(hard.puzzle.model, SolverLevel.LINES)
        assert not open_cells(hard.puzzle.model, SolverLevel.SHORT)


def test_from_the_second_draft_on_the_judge_is_not_asked_about_what_is_plain_to_see() -> None:
    drafts, words = [0], list[tuple[int, str]]()

    def heard(what: str, number: int) -> None:
        if what == "drafts":
            drafts[0] = number

    def asked(puzzle: Puzzle, ceiling: float) -> Judgement | None:
        found = loop.judge(puzzle, ceiling)
        words.append((drafts[0], "too hard" if found is None else found.word))
        return found

    for seed in range(6):
        new = generate("sudoku", size=6, grade="easy", seed=seed, judge=asked, on_progress=heard)
        assert new.grade == loop.judge(new.puzzle)

    assert max(draft for draft, _ in words) > 2
    assert not [word for draft, word in words if draft > 1 and word == "trivial"]


def test_of_kakuros_that_may_have_any_grade_some_are_easy_and_some_are_not() -> None:
    proofs = Counter(
        generate("kakuro", size=6, seed=seed, graded=False).proof for seed in range(12)
    )

    assert min(proofs["lines"], proofs["search"]) >= 2


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("magnets", ("easy", "medium")),
        ("star-battle", ("easy", "medium", "hard")),
    ],
)
def test_what_a_newcomer_gets_unasked_is_for_people(found: str, words: tuple[str, ...]) -> None:
    new = generate(found, seed=3)

    assert new.grade is not None
    assert new.grade.word in words
    assert any(
        generate(found, seed=seed, grade="any").puzzle != generate(found, seed=seed).puzzle
        for seed in range(3, 9)
    )


def test_minimal_goes_before_the_grade() -> None:
    new = generate("magnets", size=5, grade="medium-hard", minimal=True, seed=1)
    clues = get_genre("magnets").part(DraftPart).CLUES
    places = frozenset(clues.places(new.puzzle))

    assert all(
        solve(clues.kept(new.puzzle, places - {place})).status is Status.MANY for place in places
    )


def test_the_certificate_holds_the_solution_the_proof_the_grade_and_the_seed() -> None:
    from caracol.formats import own
    from caracol.formats.converting import read, write

    new = made("nonogram 12x8")
    text = write(new.puzzle, "json", new.certificate)

    assert read(text) == new.puzzle
    known = own.parse(text)["certificate"]
    assert known["unique"] is True
    assert known["proof"] == "lines"
    assert known["seed"] == 1
    assert known["grade"]["word"] == explaining.grade(new.puzzle).word
    assert known["options"]["size"] == "12x8"
    assert len(known["solution"]) == 8


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        (
            {"genre": "star-battle", "size": 7, "stars": 2},
            "with 2 stars per row, there must be at least 8×8 cells",
        ),
        ({"genre": "star-battle", "size": 9, "symmetry": "rotational"}, "need an even side"),
        (
            {"genre": "star-battle", "size": 8, "stars": 2, "grade": "trivial"},
            "the nearest is 'easy'",
        ),
        ({"genre": "star-battle", "size": "7x8"}, "7×8 cells have no room"),
        ({"genre": "star-battle", "size": "seven"}, "'seven' is not a size"),
        ({"genre": "star-battle", "colours": 2}, "unknown option 'colours'"),
        ({"genre": "magic-snail", "size": 3, "key": "ABCD"}, "4 letters do not fit once"),
        ({"genre": "easy-as-abc", "letters": "A"}, "at least 2 letters"),
        ({"genre": "magnets", "symmetry": "diagonal", "size": "6x5"}, "needs a square board"),
        ({"genre": "magnets", "density": 200}, "density: must be 0 to 100, not 200"),
        ({"genre": "nonogram", "colours": "many"}, "'many' is not a whole number"),
        ({"genre": "nonogram", "grade": "impossible"}, "unknown grade 'impossible'"),
        ({"genre": "nonogram", "grade": "hard-easy"}, "begins above its end"),
        ({"genre": "chess"}, "unknown genre 'chess'"),
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_granted_is_told_in_a_sentence(
    order: dict[str, Any], complaint: str
) -> None:
    with pytest.raises((ClueError, UnknownName), match=complaint):
        generate(order.pop("genre"), **order)


@pytest.mark.parametrize(
    ("genre", "grade", "nearest"),
    [
        ("hitori", "extreme", "expert"),
        ("hitori", (7.5, 9.0), "expert"),
        ("akari", "easy", "trivial"),
        ("magnets", "medium", "easy"),
    ],
    ids=str,
)
def test_a_grade_that_a_genre_does_not_have_is_refused_before_the_first_draft(
    genre: str, grade: Any, nearest: str
) -> None:
    heard: list[Any] = []
    with pytest.raises(ClueError, match=f"hardly any .* the nearest is '{nearest}'"):
        generate(genre, grade=grade, seed=1, on_progress=lambda *news: heard.append(news))

    assert not heard


def test_a_range_of_grades_of_which_a_genre_has_some_is_not_refused() -> None:
    made = generate("akari", size=7, grade="easy-medium", seed=1)

    assert made.grade is not None
    assert made.grade.word == "medium"


def test_where_a_grade_does_not_come_it_is_told_which_ones_came_instead() -> None:
    with pytest.raises(OutOfTime, match=r"way: \d+ .*; ask for 'medium' or another"):
        generate("magic-snail", size=3, key="AB", grade="hard", seed=1)


def test_a_grade_that_small_snails_do_not_have_is_refused_in_a_true_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop, "MOST_ATTEMPTS", 50)

    with pytest.raises(OutOfTime, match="in 50 drafts; none of them was worth grading; ask"):
        generate("magic-snail", size=5, grade="expert", seed=1)


@pytest.mark.parametrize(("size", "letters"), [(10, 6), (15, 9), (15, 12)])
def test_large_easy_as_abc_with_many_letters_are_made(size: int, letters: int) -> None:
    made = generate("easy-as-abc", size=size, letters=letters, seed=1, graded=False)

    assert made.puzzle.grid.rows == size
    assert len(made.puzzle.letters) == letters
    assert solve(made.puzzle).solution == made.solution


def test_snails_that_do_not_exist_are_told() -> None:
    with pytest.raises(CaracolError, match="no 3×3 snail can be filled with 3 letters"):
        generate("magic-snail", size=3, key="ABC", seed=1)


def test_time_and_a_flag_only_end_the_work() -> None:
    class Set:
        def is_set(self) -> bool:
            return True

    with pytest.raises(OutOfTime):
        generate("star-battle", size=10, seconds=0.0)
    with pytest.raises(OutOfTime):
        generate("easy-as-abc", size=10, stop=Set())
    assert generate("magic-snail", size=4, key="12", seed=1, seconds=60) == made("snail 4x4")


def test_every_option_says_what_it_does() -> None:
    for name in ("star-battle", "magic-snail", "easy-as-abc", "magnets", "nonogram"):
        for option in list_options(get_genre(name)):
            assert option.words
            assert option.read(option.default) is not None or option.default is None


def test_sizes_are_written_alike_in_every_genre() -> None:
    for genre in list_genres():
        options = list_options(genre)
        side = next(option.default for option in options if option.name == "size")
        alike = [settings(options, {"size": size}) for size in (side, f"{side}x{side}")]
        assert alike[0] == alike[1]
        assert alike[0]["size"] == (side, side)


def test_a_judge_of_ones_own_decides() -> None:
    class Verdict:
        number, word, techniques = 1.0, "easy", ("looking",)

    seen = []

    def third(puzzle: Any, _ceiling: float) -> Any:
        seen.append(puzzle)
        return Verdict() if len(seen) == 3 else None

    new = generate("nonogram", size=5, grade="easy", seed=1, judge=third)

    assert new.attempts == 3
    assert new.techniques == ("looking",)
    assert replace(new, seed=2) != new


@pytest.mark.parametrize("name", ORDERS)
def test_a_seed_keeps_its_promise(name: str) -> None:
    """Where this fails, every seed that people have noted down makes another puzzle now."""
    found, options = ORDERS[name]

    new = generate(found, seed="promise", graded=False, **options)

    assert fingerprint(new.puzzle)[:12] == PROMISED[name]


PROMISED = {
    "star battle 5x5": "2354f0eb1d65",
    "star battle 8x8": "63565f0094f2",
    "star battle 8x8 two stars": "dd5b67c7d4b7",
    "star battle 10x10": "0086116b9150",
    "snail 4x4": "8627cffec8af",
    "snail 6x6": "5d5b2e935e78",
    "abc 4x4": "0f1c87dab800",
    "abc 6x6": "c0de2a3c0ac1",
    "magnets 4x3": "2e036f478ffa",
    "magnets 5x5": "2004932b8b78",
    "magnets 8x6": "973ef3ca87ef",
    "nonogram 5x5": "6099562f1869",
    "nonogram 12x8": "576d1fd1fb40",
    "nonogram 8x8 any logic": "afa84cb0ca22",
    "nonogram 10x10 three colours": "3d341a0a69db",
}


def test_nonograms_of_which_no_grade_is_asked_are_neither_trivial_nor_beyond_techniques() -> None:
    sizes = (12, 15, 18, 20)
    made = [generate("nonogram", size=sizes[seed % 4], seed=seed) for seed in range(20)]
    words = Counter(one.grade.word for one in made if one.grade is not None)

    assert words.total() == len(made)
    assert set(words) == {"easy", "hard"}
    assert words.most_common()[0][1] < 0.8 * len(made)


@pytest.mark.parametrize("options", [{}, {"grade": "trivial"}, {"shows": "things"}], ids=str)
def test_a_large_nonogram_has_no_blank_lines(options: dict[str, Any]) -> None:
    for seed in range(5):
        made = generate("nonogram", size=15, seed=seed, **options)

        assert all(map(any, zip(*rows_of(made), strict=True)))
        assert all(map(any, rows_of(made)))


def rows_of(made: Any) -> list[tuple[int, ...]]:
    across = made.puzzle.grid.columns
    return [made.solution[n : n + across] for n in range(0, len(made.solution), across)]


def test_whoever_listens_hears_of_every_draft_and_every_grade() -> None:
    told: list[tuple[str, int]] = []
    made = generate(
        "star-battle",
        size=6,
        stars=1,
        grade="easy",
        seed=3,
        on_progress=lambda *news: told.append(news),
    )

    drafts = [number for things, number in told if things == "drafts"]
    graded = [number for things, number in told if things == "graded"]
    assert drafts == list(range(1, made.attempts + 1))
    assert graded == list(range(1, len(graded) + 1))
    assert graded


def test_ctrl_c_in_the_middle_of_a_question_is_left_to_whoever_listens():
    solver = DraftSession(MagicSnail("ABCDEFGHIJ", 18).model)
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    # From another process: a thread of this one might wait until the question is answered.
    sender = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
    try:
        with solver, pytest.raises(TooHard):
            solver.solve(Clock())
    finally:
        sender.wait()
        signal.signal(signal.SIGINT, before)

    assert heard == [signal.SIGINT]


@pytest.mark.parametrize(
    ("found", "options", "needs", "without"),
    [
        ("star-battle", {"size": 8, "stars": 1}, "domino-exclusion", "trial"),
        ("magnets", {"size": 6}, "implied-count", "trial"),
        ("nonogram", {"size": 8}, "glue", "gap out-of-reach"),
        ("easy-as-abc", {"size": 5}, "behind-blanks", ""),
        ("magic-snail", {"size": 5}, "order-of-the-key", "trial"),
    ],
)
def test_a_solver_needs_the_techniques_asked_for_and_none_of_those_excluded(
    found: str, options: dict[str, Any], needs: str, without: str
) -> None:
    for seed in range(3):
        made = generate(found, seed=seed, needs=needs, without=without, **options)
        walked = set(made.techniques)
        assert set(needs.replace(",", " ").split()) <= walked
        assert not set(without.replace(",", " ").split()) & walked
        assert made.certificate["options"]["needs"] == needs
        assert solve(made.puzzle).solution == made.solution


def test_a_technique_of_the_last_rung_can_be_asked_for_without_a_grade() -> None:
    made = generate("easy-as-abc", size=6, seed=3, needs="long-trial")
    assert "long-trial" in made.techniques


def test_techniques_that_do_not_exist_or_contradict_are_told() -> None:
    with pytest.raises(
        UnknownName, match="unknown technique of Nonogram 'around-a-star'; known techniques"
    ):
        generate("nonogram", size=5, needs="around-a-star")
    with pytest.raises(ClueError, match="'gap' is in both 'needs' and 'without'"):
        generate("nonogram", size=5, needs="gap", without="gap,glue")


@pytest.mark.parametrize("name", ["star-battle", "magnets", "nonogram", "easy-as-abc"])
def test_the_list_of_techniques_has_every_one_that_a_walk_of_the_genre_uses(name: str) -> None:
    options: dict[str, Any] = {"size": 6}
    used = {
        step.technique
        for seed in range(4)
        for step in explaining.explain(
            generate(name, seed=seed, grade="any", **options).puzzle
        ).steps
    }
    # Steps by computer belong to no technique.
    assert used - {BY_COMPUTER} <= set(explaining.techniques(get_genre(name)))


@pytest.mark.parametrize(
    ("found", "options"),
    [
        ("magnets", {"size": 30, "grade": "hard"}),
        ("magnets", {"size": 30, "grade": "any"}),
        ("star-battle", {"size": 25, "stars": 6, "grade": "hard"}),
        ("easy-as-abc", {"size": 12, "letters": 9, "grade": "extreme"}),
        ("nonogram", {"size": 50, "grade": "extreme"}),
        ("magic-snail", {"size": 12, "letters": 6, "grade": "extreme"}),
    ],
)
def test_a_draft_of_the_largest_boards_hears_at_once_that_it_must_stop(
    found: str, options: dict[str, Any]
) -> None:
    class Patience:
        """Set after the work has looked at it some times."""

        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 40

    patience = Patience()
    with pytest.raises(OutOfTime, match="stopped"):
        generate(found, seed=1, stop=patience, **options)
    assert patience.looks < 60


def test_the_listed_ways_to_put_stars_are_the_solutions_of_rows_columns_and_touching() -> None:
    grid = Grid(6, 6)
    laws = Model(grid, 2, (*lines(grid, 1, 1, NOWHERE), *touching(grid, NOWHERE)))
    known = placements(6, 1)
    assert known is not None
    corner = sum(1 << cell for cell in (0, 1, 2, 6, 7, 8, 12, 13, 14))

    assert len(known.ways) == len({*known.ways}) == len(list(Search(laws).solutions()))
    assert placements(9, 1) is None
    for stars in (1, 2):
        chosen = known.with_exactly(stars, corner)
        for number, way in enumerate(known.ways):
            inside = sum(corner >> cell & 1 for cell in way)
            assert chosen >> number & 1 == (inside == stars)


def test_large_magnets_come_at_once_and_have_one_solution() -> None:
    found = generate("magnets", size=18, seed=3)
    assert solve(found.puzzle).status is Status.UNIQUE
    assert str(found.grade).split()[0] in ("easy", "medium", "hard")


def test_stars_are_put_where_there_is_hardly_room_for_them() -> None:
    from caracol.genres.star_battle.drafting import random_stars as stars

    grid = Grid(20, 20)
    assert stars.is_dense(grid, 5)
    assert not stars.is_dense(Grid(17, 17), 4)
    task = Task(Dice(5), {"symmetry": "none"})
    placed = stars.random_stars(stars.WantedBoard(grid, 5, 5, 5), NOWHERE, task)
    assert placed is not None
    rules = (*lines(grid, 5, 5), *touching(grid))
    assert Model(grid, 2, rules).holds([int(cell in placed) for cell in range(grid.size)])


def test_the_page_lists_the_options_of_every_genre() -> None:
    table = re.findall(r"^\| ([A-Z][^|]*) \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    listed = {name: set(re.findall(r"`--([a-z]+)`", cells)) for name, cells in table}
    shared = {"size", "needs", "without"}

    assert listed == {
        genre.name: {option.name for option in list_options(genre)} - shared
        for genre in list_genres()
        if not genre.package
    }
