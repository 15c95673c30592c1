"""Magic Snail up to 10×10 with every key length: a solution, or a proof that there is none."""

from __future__ import annotations

from dataclasses import replace
from json import dumps

import pytest

import caracol
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magic_snail.numbering import Numbered, count_from_ends
from caracol.questions.techniques import make_writer

UNSOLVABLE = {
    3: {3},
    4: {3, 4},
    5: {4, 5},
    6: {4, 5, 6},
}
"""Known from exact counts; on larger boards the tests find out and check what they find."""
SNAILS = (
    ["..B..", ".C...", ".....", ".....", "....."],
    [".....", "..B..", ".....", ".....", "....."],
    [".....", ".C...", ".....", "C....", "....."],
    ["...C.", ".....", "..C..", ".....", "....."],
    ["A....", ".....", ".....", ".....", "....."],
    ["...C..", "......", "...A..", "......", "......", "......"],
)
"""Hard boards of ABC."""


def read_snail(grid: list[str]) -> caracol.Puzzle:
    """Return the snail of ABC with these letters."""
    entries = {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": len(grid), "grid": grid}
    return caracol.read(dumps(entries))


@pytest.mark.parametrize("size", range(1, 11))
def test_every_key_length_is_answered(size: int) -> None:
    for letters in range(1, size + 1):
        puzzle = MagicSnail("ABCDEFGHIJ"[:letters], size)

        answer = caracol.solve(puzzle)

        assert answer.status is not caracol.Status.UNKNOWN
        if answer.status is caracol.Status.NONE:
            assert size > 6 or letters in UNSOLVABLE[size]
        else:
            assert size > 6 or letters not in UNSOLVABLE.get(size, set())
            assert all(puzzle.model.holds(solution) for solution in answer.solutions)


def test_a_count_of_letters_says_where_they_fit() -> None:
    puzzle = MagicSnail("ABC", 3)
    (rule,) = (one for one in puzzle.model.rules if one.as_automaton() is not None)
    masks = puzzle.model.candidates()
    everything = max(masks)
    masks[rule.cells[1]] = 1  # blank
    found = count_from_ends(rule, 3, masks, None, everything)
    assert found is not None
    facts, claim = found
    known = puzzle.model.candidates()
    (known[rule.cells[1]],) = facts.values()
    assert [*facts] == [rule.cells[1]]
    assert claim.holds(known)
    assert not replace(claim, before=claim.before[1:]).holds(known)
    assert claim.describe(make_writer(puzzle)) == (
        "only 8 of the 9 letters fit along the snail, at the earliest in "
        "r1c1, r1c3, r2c3, r3c3, r3c2, r3c1, r2c1 and r2c2"
    )
    # A link of a trial is short, but it says where to look.
    assert claim.describe_in_brief(make_writer(puzzle)) == (
        "only 8 of the 9 letters fit along the snail, the last in r2c2"
    )


def test_counts_before_and_behind_a_cell_can_be_added_up_and_show_where_the_letters_fit() -> None:
    claims = {
        claim
        for grid in SNAILS
        for step in caracol.explain(read_snail(grid)).steps
        for part in (step, *step.chain)
        for claim in part.claims
        if isinstance(claim, Numbered) and claim.place < len(claim.rule.cells)
    }
    assert any(claim.about_letter for claim in claims)
    for claim in claims:
        before, behind = claim.numbers
        letter = claim.cut is not None and claim.about_letter
        if claim.most:
            assert before + letter + behind < claim.total
            assert (len(claim.before), len(claim.behind)) == (before, behind)
        else:
            assert before + letter + behind > claim.total
        # They are in their order along the snail, on the side of which they are said to be.
        order = [claim.rule.cells.index(cell) for cell in (*claim.before, *claim.behind)]
        assert order == sorted(order)
        assert all((place < claim.place) == (n < before) for n, place in enumerate(order))
