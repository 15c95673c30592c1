"""The limits on what a step may say, on puzzles whose steps once said more than a person follows.

Without the place that admits steps, every one of these boards has a step that is too long.
"""

from __future__ import annotations

import pytest

from caracol import read
from caracol.deduction.grade import Grade
from caracol.deduction.steps import BY_COMPUTER, Step
from caracol.deduction.verify import verify_all
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, grade

LONG = {
    "a sum of 63 words": "https://puzz.link/p?kakuro/7/7/l409dlb0qh8m0bn.40ben89md0q0fl.09lhTaOaPg9I",
    "a sum of 61 words": "https://puzz.link/p?kakuro/7/7/leCmb0q0hl.bela4l0gl.l90c3l30q0am09l9NdfUbMcK",
    "a trial of 24 links": "https://puzz.link/p?kakuro/7/7/gdlj00ap76n46m.0Lo90cama8n0jp.0dl.S6U4db9g",
    "two numbers in 79 words": "caracol:slitherlink/10/10/33822b21612dg2737612dg62ddg62c2b17cgc28dg3287263cg22832d22822d?check=7x",
    "nine rules, and faces in 79 words": "caracol:slitherlink/10/10/id28312222727cg3cd2c12acdg33212bgbd12c3cc2dg81702132283ccg?check=dh",
    "faces in 71 words": "caracol:slitherlink/10/10/72177cc87cg7b7372333237261cg223bg1837132212628c7bg67bc67328d?check=fs",
    "runs in 64 words": "caracol:nonogram/2.7.3,1.1.2.2,2.1,2.1,3.1.2.1,5.5,2.3.2,3.2,2.3.2,5.5,3.1.2.1,2.1,2.1,1.1.2.2,2.7.3/3.1.3,1.1.3.1.1,1.7.1,1.4.4.1,2.3.3.2,2.5.2,1.7.1,1.1.1.1,1.1,1.1,2.2,3.3,1.2.2.1,2.2.2.2,2.1.1.1.1.2?check=n9",
}  # fmt: skip


def count_words(text: str) -> int:
    return len(text.split())


def find_excess(step: Step) -> list[str]:
    """Return which of the limits a step exceeds."""
    if step.technique == BY_COMPUTER:
        return []
    if step.chain:
        longest = max(count_words(line.sentence) for line in step.lines)
        wrong = {
            "links": len(step.lines) > 12,
            "opening": count_words(step.opening) > 40,
            "link": longest > 30,
        }
    else:
        together = sum(max(len(claim.as_one) - 1, 0) for claim in step.claims)
        wrong = {
            "words": count_words(step.sentence) > 60,
            "rules": len({rule.name for rule in step.rules}) - together > 8,
        }
    return [limit for limit, exceeded in wrong.items() if exceeded]


def is_hard_at_most(graded: Grade) -> bool:
    return graded.word in ("trivial", "easy", "medium", "hard")


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_no_step_says_more_than_a_person_can_follow(text: str) -> None:
    puzzle: Puzzle = read(text)
    walk = explain(puzzle)

    assert walk.finished
    assert [excess for step in walk.steps for excess in find_excess(step)] == []
    assert verify_all(walk.steps, puzzle.model) == []
    if is_hard_at_most(grade(puzzle)):
        assert all(step.technique != BY_COMPUTER for step in walk.steps)


def test_a_sum_of_counts_is_stated_again_with_the_numbers_of_the_readers_board() -> None:
    puzzle = read("caracol:star-battle/10/2/8j35h3jmpd8sj49c40f0bm1r1k0e10dpke7f?check=23")
    walk = explain(puzzle)

    assert verify_all(walk.steps, puzzle.model) == []
    sums = [step.sentence for step in walk.steps if step.technique == "balance"]
    # Columns 8 and 9 still need four stars when the first of these is read, and then three.
    about = [text for text in sums if text.startswith("Columns 8 and 9 together still need")]
    assert [text.split()[7] for text in about] == ["4", "3"]
