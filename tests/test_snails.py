"""Magic Snail up to 10×10 with every key length: a solution, or a proof that there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

import caracol
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magic_snail.numbering import count_from_ends
from caracol.questions.techniques import make_writer

UNSOLVABLE = {
    3: {3},
    4: {3, 4},
    5: {4, 5},
    6: {4, 5, 6},
}
"""Known from exact counts; on larger boards the tests find out and check what they find."""


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
        "there is room for only 8 of the 9 letters along the snail, at the earliest in "
        "r1c1, r1c3, r2c3, r3c3, r3c2, r3c1, r2c1 and r2c2"
    )
    # A link of a trial is short, but it says where to look.
    assert claim.describe_in_brief(make_writer(puzzle)) == (
        "there is room for only 8 of the 9 letters along the snail, the last of them in r2c2"
    )
