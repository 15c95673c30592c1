"""Slitherlink: its techniques, its drafts, its texts, and the loop in the kernel."""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import replace
from typing import Any

import pytest

import caracol
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.editing import edit
from caracol.authoring.editor import Act
from caracol.board.places import Sides
from caracol.deduction.justify import present
from caracol.deduction.techniques import trials
from caracol.deduction.techniques.loops.two_sides import OnSides
from caracol.deduction.verify import verify
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.engines.cores import smallest
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.genres.slitherlink import GENRE, LOOP, Slitherlink
from caracol.kit import loop_around, random_inside
from caracol.puzzle import Info
from caracol.questions.techniques import make_writer
from caracol.rules import Elimination, Loop, Model
from caracol.testing import conformance
from flags import After
from kernel_models import cuts_of_both
from sources import counted, random_puzzle

LOOPY = "/usr/games/sgt-loopy"
SIDES = next(one for one in LOOP.techniques if one.id == "inside-and-outside")


def slitherlink(*rows: str) -> Slitherlink:
    return GENRE.decode({"numbers": list(rows)}, Info())


TestSlitherlink = conformance(
    GENRE, [slitherlink("4"), slitherlink("....", "2132", ".122"), slitherlink("33", "..")]
)


def loop(rng: random.Random, grid: Sides) -> tuple[int, ...]:
    return loop_around(grid, random_inside(grid.squares, Dice(rng.getrandbits(32))))


# -- techniques ------------------------------------------------------------------------------


def first(technique: str, *rows: str) -> str:
    """What follows first where this technique comes first."""
    puzzle = slitherlink(*rows)
    for step in caracol.explain(puzzle).steps:
        if step.technique == technique:
            assert verify(step, puzzle.model) == []
            return step.conclusion.partition("; ")[0]
    raise AssertionError(f"{technique} does not come here")


@pytest.mark.parametrize(
    ("technique", "rows", "follows"),
    [
        ("three-in-a-corner", ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"], "the top and left sides of r1c1 are lines"),
        ("threes-side-by-side", [".323", ".3..", "...."], "the top and bottom sides of r1c2, and the bottom side of r2c2 are lines"),
        ("closes-too-early", ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"], "the right side of r3c1 is a cross"),
        ("dead-end", ["3.2..", ".20.3", "2...2", "3.13.", "..3.3"], "the right side of r1c3 is a cross"),
        ("inside-and-outside", ["..2.", "..1.", "..32", ".122"], "the top side of r1c3 is a cross"),
        ("inside-and-outside", ["2...", ".2..", "..2.", "3.1."], "the bottom side of r4c3 is a line"),
    ],
)  # fmt: skip
def test_the_techniques_of_its_books_are_found(
    technique: str, rows: list[str], follows: str
) -> None:
    assert first(technique, *rows) == follows


def guide(technique: str, rows: list[str], known: dict[str, int] | None = None) -> str:
    """The sentence of the next step with this technique, where these sides are known."""
    puzzle = slitherlink(*rows)
    masks = puzzle.model.candidates()
    for name, value in (known or {}).items():
        masks[puzzle.grid.named(name)] = 1 << value
    position = Position(Board(puzzle.model), masks)
    found = [
        step
        for one in LOOP.techniques
        for step in one.find(position)
        if step.technique == technique
    ]
    step = present(position.board, masks, found[0], make_writer(puzzle))
    assert verify(step, puzzle.model) == []
    return step.sentence


BLANK = ["....."] * 5


@pytest.mark.parametrize(
    ("technique", "number", "known", "sentence"),
    [
        ("line-into-a-three", "3", {"r4c3-left": 1}, "A line reaches the bottom-left corner of the 3 in r3c3, so it has at most one line there. It needs 3 lines: so its top and right sides are lines, and the side left of its bottom-left corner and the other sides at its top-right corner are crosses."),
        ("line-into-a-two", "2", {"r4c3-left": 1, "r4c2-top": 0, "r2c4-left": 0}, "A line reaches the bottom-left corner of the 2 in r3c3, so it has exactly one line there. Then it has exactly one line at its top-right corner: so the side right of its top-right corner is a line."),
        ("line-into-a-one", "1", {"r4c3-left": 1, "r4c2-top": 0}, "A line reaches the bottom-left corner of the 1 in r3c3, so it has exactly one line there. It has only 1 line: so its top and right sides are crosses."),
        ("closed-corner-of-a-three", "3", {"r4c3-left": 0, "r4c2-top": 0}, "Nothing else can reach the bottom-left corner of the 3 in r3c3, so it has two lines or none there. It needs 3 lines: so its left and bottom sides are lines."),
        ("closed-corner-of-a-one", "1", {"r4c3-left": 0, "r4c2-top": 0}, "Nothing else can reach the bottom-left corner of the 1 in r3c3, so it has two lines or none there. It has only 1 line: so its left and bottom sides are crosses."),
        ("closed-corner-of-a-two", "2", {"r4c3-left": 0, "r4c2-top": 0, "r3c2-top": 0}, "Nothing else can reach the bottom-left corner of the 2 in r3c3, so it has two lines or none there. Then it has exactly one line at its top-left corner: so the side above its top-left corner is a line."),
    ],
)  # fmt: skip
def test_a_number_is_explained_by_what_reaches_its_corners(
    technique: str, number: str, known: dict[str, int], sentence: str
) -> None:
    rows = ["....." if row != 2 else f"..{number}.." for row in range(5)]
    assert guide(technique, rows, known) == sentence


@pytest.mark.parametrize(
    ("technique", "number", "sentence"),
    [
        ("three-in-a-corner", "3", "Nothing else can reach the top-left corner of the 3 in r1c1, so it has two lines or none there. It needs 3 lines: so its top and left sides are lines."),
        ("two-in-a-corner", "2", "Nothing else can reach the top-left corner of the 2 in r1c1, so it has two lines or none there. Then it has exactly one line each at its top-right corner and at its bottom-left corner: so the side right of its top-right corner and the side below its bottom-left corner are lines."),
        ("one-in-a-corner", "1", "Nothing else can reach the top-left corner of the 1 in r1c1, so it has two lines or none there. It has only 1 line: so its top and left sides are crosses."),
    ],
)  # fmt: skip
def test_each_number_in_a_corner_of_the_board_has_its_own_reason(
    technique: str, number: str, sentence: str
) -> None:
    assert guide(technique, [f"{number}....", *BLANK[1:]]) == sentence


@pytest.mark.parametrize(
    ("technique", "rows", "sentence"),
    [
        ("threes-at-a-corner", [".....", ".3...", "..3..", ".....", "....."], "The 3s in r2c2 and r3c3 each have a line at the corner they share, so exactly one: so the top and left sides of r2c2, and the right and bottom sides of r3c3 are lines."),
        ("threes-side-by-side", [".....", ".33..", ".....", "..1..", "....."], "Without a line between the 3s in r2c2 and r2c3, the loop would run around them alone and miss the 1 in r4c3. With it, both need their far sides, too: so the side between them, the left side of r2c2 and the right side of r2c3 are lines."),
        ("ones-side-by-side", [".11..", *BLANK[1:]], "The 1 in r1c2 has only 1 line, so it has at most one line at the corner it shares with the 1 in r1c3. The 1 in r1c3 has only 1 line, so it has at most one line there: so the side between them is a cross."),
        ("threes-on-a-diagonal", ["3....", ".2...", "..2..", "...3.", "....."], "The 3s in r1c1 and r4c4 each have a line at their corners towards each other, and the 2s in r2c2 and r3c3 pass that on, so neither has two there: so the top and left sides of r1c1, and the right and bottom sides of r4c4 are lines."),
    ],
)  # fmt: skip
def test_numbers_that_touch_are_explained_by_what_they_share(
    technique: str, rows: list[str], sentence: str
) -> None:
    assert guide(technique, rows) == sentence


def test_a_side_is_named_after_the_number_in_the_sentence() -> None:
    puzzle = slitherlink("3.2..", ".20.3", "2...2", "3.13.", "..3.3")
    said = [step.sentence for step in caracol.explain(puzzle).steps]
    for sentence in said:
        # Neither sides nor corners have coordinates of their own.
        assert not re.search(r"c\d-(top|left|right|bottom)", sentence), sentence
    assert "The only side left for a line at the 3 in r5c5 is its left side." in said, "\n".join(
        said
    )


def test_every_technique_comes_and_every_step_needs_all_that_it_cites() -> None:
    rng, seen = random.Random("techniques"), set[str]()
    # Around a 4 the loop is closed, and all the rest is crosses.
    puzzles = [Slitherlink(3, 3, (4, *[None] * 8)), slitherlink(".323", ".3..", "....")]
    puzzles.append(slitherlink("3.2..", ".20.3", "2...2", "3.13.", "..3.3"))
    puzzles += [slitherlink("0..", f".{number}.", "...") for number in "123"]
    puzzles.append(slitherlink("1...", "....", "....", ".11."))
    puzzles.append(slitherlink("3....", ".2...", "..2..", "...3.", "....."))
    for _ in range(9):
        grid = Sides(rng.randint(3, 5), rng.randint(3, 5))
        numbers = counted(grid, loop(rng, grid))
        some = tuple(n if rng.random() < 0.6 else None for n in numbers)
        puzzles.append(Slitherlink(grid.rows, grid.columns, some))
    for puzzle in puzzles:
        for step in caracol.explain(puzzle, seconds=20).steps:
            if step.technique in LOOP.looks:
                assert verify(step, puzzle.model) == [], step
                seen.add(step.technique)
    # When the loop is closed, nothing more is written.
    assert seen == {*LOOP.looks} - {"loop-is-closed"}


def coloured(rng: random.Random) -> tuple[Slitherlink, Position, tuple[int, ...]]:
    """A board with all its numbers or some, of which some sides are known."""
    grid = Sides(rng.randint(2, 5), rng.randint(2, 5))
    drawn, share = loop(rng, grid), rng.choice((0.4, 0.7, 1.0))
    numbers = tuple(n if rng.random() < share else None for n in counted(grid, drawn))
    puzzle = Slitherlink(grid.rows, grid.columns, numbers)
    sure = rng.choice((0.05, 0.2, 0.35))
    known = [1 << value if rng.random() < sure else 0b11 for value in drawn]
    return puzzle, Position(Board(puzzle.model), known), drawn


def test_what_squares_inside_and_outside_say_is_so_and_can_be_told() -> None:
    rng, efforts = random.Random("sides"), set[float]()
    for _ in range(40):
        puzzle, position, drawn = coloured(rng)
        writer = make_writer(puzzle)
        for found in SIDES.find(position):
            ((cell, removed),) = found.cuts
            assert removed == 1 << (1 - drawn[cell])
            efforts.add(found.effort)
            if rng.random() < 0.1:
                step = present(position.board, position.state.masks, found, writer)
                assert verify(step, puzzle.model) == [], step
    assert len(efforts) > 2


def test_squares_are_held_against_each_other_the_same_whatever_was_known_before() -> None:
    rng, told = random.Random("before"), 0
    for _ in range(15):
        _, position, drawn = coloured(rng)
        for _ in range(4):
            cells = [cell for cell, mask in enumerate(position.state.masks) if mask == 0b11]
            some = rng.sample(cells, min(3, len(cells)))
            position.advance([Elimination(cell, 1 << (1 - drawn[cell])) for cell in some])
            afresh = Position(position.board, position.state.masks)
            found = SIDES.find(position)
            assert found == SIDES.find(afresh)
            told += len([*found])
    assert told > 100


def test_a_claim_about_both_sides_of_the_loop_needs_every_word_of_it() -> None:
    puzzle = slitherlink("2...", ".2..", "..2.", "3.1.")
    (step,) = [s for s in caracol.explain(puzzle).steps if s.technique == "inside-and-outside"][:1]
    (claim,) = step.claims
    assert isinstance(claim, OnSides)
    known = puzzle.model.candidates()
    for cell, mask in claim.facts:
        known[cell] = mask
    assert claim.holds(known)
    assert claim.proves(step.cuts)
    turned_round = replace(claim, shows=claim.shows._replace(apart=1 - claim.shows.apart))
    assert not turned_round.proves(step.cuts)
    assert not claim.holds(puzzle.model.candidates())
    assert not replace(claim, shows=claim.shows._replace(apart=1 - claim.shows.apart)).holds(known)
    for link in claim.links:
        fewer = tuple(other for other in claim.links if other is not link)
        assert not replace(claim, links=fewer).holds(known)
        turned = link._replace(shows=link.shows._replace(apart=1 - link.shows.apart))
        assert not replace(claim, links=(turned,)).holds(known)


# -- the loop in the kernel ------------------------------------------------------------------


def test_the_kernel_cuts_and_propagates_loops_as_the_rule_says() -> None:
    rng, told = random.Random("loops"), 0
    for _ in range(800):
        grid = Sides(rng.randint(1, 4), rng.randint(1, 4))
        links = rng.sample(range(grid.size), grid.size)
        ends = tuple(map(grid.ends, links))
        rule = Loop(
            tuple(links), ends, 0b10, rng.random() < 0.5, name="the loop", statement="is one"
        )
        masks = [1 << value if rng.random() < 0.75 else 0b11 for value in loop(rng, grid)]
        for _ in range(rng.randint(0, 2)):
            masks[rng.randrange(grid.size)] = rng.choice((0b01, 0b10))
        told += bool(cuts_of_both(Model(grid, 2, (rule,)), masks))
    assert told > 200


def test_the_kernel_finds_the_chains_of_plain_python_where_there_is_a_loop() -> None:
    rng = random.Random("chains")
    found = 0
    for _ in range(12):
        grid = Sides(4, 5)
        drawn = loop(rng, grid)
        some = tuple(n if rng.random() < 0.6 else None for n in counted(grid, drawn))
        board = Board(Slitherlink(4, 5, some).model)
        assert board.kernel is not None
        state = board.state([1 << value if rng.random() < 0.3 else 0b11 for value in drawn])
        plain = trials.scan_plainly(board, state, trials.LONGEST, trials.REACH)
        quick = trials.scan(board, state, trials.LONGEST, trials.REACH)
        assert quick == plain
        found += len(plain)
    assert found > 20


def test_no_loop_has_links_on_both_sides_of_a_border_and_none_across() -> None:
    rng, found = random.Random("borders"), 0
    grid = Sides(4, 5)
    ends = tuple(map(grid.ends, range(grid.size)))
    rule = Loop(tuple(range(grid.size)), ends, 0b10, name="the loop", statement="is one")
    loops = [loop(rng, grid) for _ in range(60)]
    assert all(map(rule.holds, loops))
    for _ in range(200):
        board = [0] * grid.size
        for square in rng.sample(range(20), rng.randint(1, 4)):
            for side in grid.around(square):
                board[side] ^= 1
        candidates = [1 << value if rng.random() < 0.1 else 0b11 for value in board]
        parts = rule.borders(board, candidates)
        found += len(parts)
        for part in parts:
            assert all(mask >> board[cell] & 1 for cell, mask in part)
            assert not any(all(mask >> one[cell] & 1 for cell, mask in part) for one in loops)
    assert found > 100


def test_a_smallest_conflict_is_proved_with_few_questions() -> None:
    rows = (".33.322...", "2....3..32", "...13..22.", "......2.2.", ".3..21031.")
    puzzle = slitherlink(
        *rows, ".12221..2.", ".2.2......", ".22..03...", "12..3....3", "...221.21."
    )

    found = caracol.conflict(puzzle, stop=After(3_000))

    assert found is not None
    assert found.smallest
    assert len(found.rules) == 23
    kept = [rule for rule in puzzle.model.rules if not rule.clue or rule in found.rules]
    assert caracol.solve(puzzle.model.only(kept)).status is caracol.Status.NONE
    for rule in found.rules:
        fewer = puzzle.model.only([one for one in kept if one != rule])
        assert caracol.solve(fewer).status is not caracol.Status.NONE


def test_a_smallest_conflict_is_proved_with_easy_questions() -> None:
    rows = ("3...3.3.22", "3....22...", "..21.11...", "..32.....3", ".22.3...0.", "..3...3.22")
    puzzle = slitherlink(*rows, "222.3....1", "2.3.13..12", ".22.2....3", ".32.2222..")

    with Session(puzzle.model, blame=lambda rule: rule.clue, thorough=True) as session:
        found = smallest(session, session.selectors.values(), Clock())

        assert found is not None
        assert found.smallest
        assert len(found.members) == 17
        assert session.counters()["conflicts"] < 20_000


def test_a_loop_with_rules_for_its_corners_means_the_same() -> None:
    rng = random.Random("corners")
    for _ in range(30):
        puzzle = random_puzzle("slitherlink", rng)
        grid = puzzle.grid
        ends = tuple(map(grid.ends, range(grid.size)))
        whole = Loop(tuple(range(grid.size)), ends, 0b10, name="the loop", statement="is one")
        clues = [rule for rule in puzzle.model.rules if rule.clue]
        alone = puzzle.model.only([whole, *clues])
        solutions = {*caracol.each_solution(puzzle)}
        assert {*Search(alone).solutions()} == solutions


# -- drafts ----------------------------------------------------------------------------------


def test_a_random_inside_has_one_loop_around_it_that_winds() -> None:
    rng = random.Random("inside")
    for _ in range(60):
        grid = Sides(rng.randint(1, 9), rng.randint(1, 9))
        drawn = loop(rng, grid)
        assert Slitherlink(grid.rows, grid.columns, counted(grid, drawn)).model.holds(drawn)
    large = Sides(12, 12)
    assert sum(loop(rng, large)) > large.size // 3


@pytest.mark.parametrize("asked", [{}, {"size": 3}, {"density": 100}, {"minimal": True}])
def test_what_is_made_unasked_is_solved_with_named_techniques(asked: dict[str, Any]) -> None:
    made = [caracol.generate("slitherlink", seed=seed, **{"size": 5, **asked}) for seed in range(6)]
    words = {str(caracol.grade(one.puzzle).word) for one in made}
    if "minimal" in asked:
        # Whoever wants as few numbers as can be takes what comes.
        assert words & {"expert", "extreme"}
    else:
        assert words <= {"easy", "medium", "hard"} | ({"trivial"} if asked else set())


@pytest.mark.parametrize("symmetry", ["rotational", "mirror", "diagonal"])
def test_numbers_are_left_in_a_pattern(symmetry: str) -> None:
    made = caracol.generate("slitherlink", size=6, grade="trivial-hard", symmetry=symmetry, seed=1)
    given = {
        made.puzzle.grid.squares.place(s)
        for s, n in enumerate(made.puzzle.numbers)
        if n is not None
    }
    turn = {
        "rotational": lambda r, c: (5 - r, 5 - c),
        "mirror": lambda r, c: (r, 5 - c),
        "diagonal": lambda r, c: (c, r),
    }[symmetry]

    assert {turn(*place) for place in given} == given


@pytest.mark.parametrize("grade", ["trivial", "easy", "medium", "hard"])
def test_it_is_made_to_a_grade(grade: str) -> None:
    made = caracol.generate("slitherlink", size="6x5", grade=grade, seed=2)

    assert made.puzzle.columns == 6
    assert caracol.grade(made.puzzle).word == grade


# -- texts and the editor --------------------------------------------------------------------


def test_ids_of_loopy_are_read_and_have_one_solution() -> None:
    asked = [(LOOPY, "--generate", "20", params) for params in ("6x5t0", "7x7t0dh")]
    made = [subprocess.run(one, capture_output=True, text=True, check=True).stdout for one in asked]
    ids = "".join(made).split()

    assert len(ids) == 40
    for text in ids:
        puzzle = caracol.read(text)
        assert puzzle.genre is GENRE
        assert caracol.solve(puzzle).status == "unique", text
        assert caracol.write(puzzle, "tatham").strip() == text


def test_another_board_of_loopy_is_refused() -> None:
    with pytest.raises(caracol.FormatError, match=r"Loopy, triangular grid: only square grids"):
        caracol.read("7x7t1:2212a3a2e231a12a130b21a3a01a232a1c2212d")


def test_links_and_texts_say_the_numbers() -> None:
    puzzle = slitherlink("3.2..", ".20.3", "2...2", "3.13.", "..3.3")

    assert caracol.write(puzzle, "puzz.link").strip() == (
        "https://puzz.link/p?slither/5/5/8cg253cg281dg8d"
    )
    assert caracol.write(puzzle, "puzzlekit").startswith("5 5\n3 - 2 - -\n- 2 0 - 3\n")
    janko = "puzzle slitherlink\n[problem]\n3 - 2\n- 2 0\n[solution]\n- - -\n- - -\n[end]\n"
    assert caracol.read(janko) == slitherlink("3.2", ".20")


def test_a_question_mark_says_nothing() -> None:
    assert caracol.read("https://puzz.link/p?slither/3/1/3.1") == slitherlink("3.1")


def test_a_number_that_no_square_has_is_refused() -> None:
    with pytest.raises(caracol.ClueError, match="a number must be from 0 to 4, not 5"):
        Slitherlink(1, 1, (5,))
    with pytest.raises(caracol.CaracolError, match="'5' is neither a number from 0 to 4"):
        slitherlink("5")


def test_a_setter_types_numbers_and_boards_keep_them() -> None:
    puzzle = slitherlink("..", "..")
    written = edit(puzzle, Act("numbers", row=1, column=0, text="3"))

    assert written == slitherlink("..", "3.")
    assert edit(written, Act("numbers", row=1, column=0, text="")) == puzzle
    with pytest.raises(caracol.ClueError, match="neither a number from 0 to 4"):
        edit(puzzle, Act("numbers", row=0, column=0, text="7"))
