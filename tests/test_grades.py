"""Grades: their order agrees with the levels of others, and size alone does not decide."""

from __future__ import annotations

import json
from itertools import islice
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import caracol
from caracol import kit
from caracol.deduction import efforts
from caracol.engines.answer import Status
from caracol.formats import examples
from caracol.generator.for_technique import find_positions, make_puzzles
from caracol.generator.loop import generate
from caracol.generator.practice import list_included, make_practice, practice
from caracol.genres.nonogram import GENRE as NONOGRAM
from caracol.genres.nonogram import Nonogram
from caracol.puzzle import Genre
from caracol.puzzle.plugins import get_genre, list_genres
from caracol.questions.explaining import techniques
from caracol.questions.solving import solve

EASY = (
    "8x7:42432233,2433434,24333233,2433443,LRTLRTLRTTBLRBLRBBLRLRTTLRLRLRBBTTLRLRLRBBTTTTTTLRBBBBBB",
    "8x7:42021223,2231323,32113132,1304332,TTTTTLRTBBBBBLRBTLRTTLRTBLRBBLRBLRLRLRTTTLRLRTBBBLRLRBLR",
    "8x7:33221313,2342223,43121313,2343231,LRLRLRLRTLRTLRTTBLRBLRBBTLRLRTTTBLRTTBBBLRTBBTTTLRBLRBBB",
    "8x7:33222334,2224444,23322343,2314444,LRLRLRLRTLRTTLRTBLRBBLRBTLRLRLRTBLRTTLRBTLRBBLRTBLRLRLRB",
    "8x7:31213242,2133333,31203324,3042333,TTTLRTLRBBBLRBLRLRTTLRTTLRBBTTBBTTTTBBTTBBBBTTBBLRLRBBLR",
    "8x7:23333322,3444231,33234213,3444222,LRTTLRLRLRBBLRLRTLRLRTTTBLRLRBBBLRLRLRLRTLRTTLRTBLRBBLRB",
    "8x7:34243303,2432434,42434131,3332434,TTTLRTLRBBBTTBLRTLRBBTTTBLRLRBBBLRLRLRLRLRTTTLRTLRBBBLRB",
    "8x7:24322433,4434422,33413342,4344422,LRLRTLRTTLRTBTTBBTTBTBBTTBBTBLRBBTTBLRLRTBBLRTTTBLRLRBBB",
)
TRICKY = (
    "8x7:22232134,2332324,22323133,2333242,LRLRLRLRTLRTTTTTBLRBBBBBTLRTLRLRBLRBTLRTTLRTBLRBBLRBLRLR",
    "8x7:12233333,2324333,22133333,2223434,LRLRLRTTTLRTLRBBBTTBLRLRTBBTLRLRBTTBTTLRTBBTBBLRBLRBLRLR",
    "8x7:32123324,2343314,32123333,2343242,LRTTLRTTTTBBTTBBBBLRBBTTLRLRLRBBLRLRLRTTTLRLRTBBBLRLRBLR",
    "8x7:33233232,4343232,33323313,4343232,TTTTTTLRBBBBBBLRTTTTTLRTBBBBBLRBTTTTTTLRBBBBBBTTLRLRLRBB",
    "8x7:31331213,1403342,22323122,1312433,LRTTLRLRTTBBLRLRBBLRLRLRTLRLRTTTBLRLRBBBLRTLRTLRLRBLRBLR",
    "8x7:31321343,4223342,22231334,4323224,LRLRLRLRTTTTLRLRBBBBTLRTLRTTBLRBLRBBLRTTTTLRTTBBBBLRBBLR",
    "8x7:32123232,2124333,32211333,3033324,LRTTTLRTLRBBBLRBTTLRTTLRBBLRBBTTLRLRLRBBTLRTLRLRBLRBLRLR",
    "8x7:33232323,4234413,33133332,4324323,TTLRTTLRBBTTBBTTLRBBTTBBTTLRBBTTBBTLRTBBLRBLRBLRLRLRLRLR",
)
"""Magnets of 8×7 from Simon Tatham's generator, at two of his levels."""


def test_magnets_of_a_lower_level_are_graded_easier_on_the_whole() -> None:
    easy, tricky = (
        [caracol.grade(caracol.read(text, "tatham")).number for text in texts]
        for texts in (EASY, TRICKY)
    )

    assert mean(tricky) > mean(easy) + 0.2


def test_more_of_the_same_is_not_harder() -> None:
    def stripes(size: int) -> Nonogram:
        return Nonogram.from_numbers([[size], []] * (size // 2), [[1] * (size // 2)] * size)

    small, large = caracol.grade(stripes(8)), caracol.grade(stripes(30))

    assert small.word == large.word == "trivial"
    assert abs(large.number - small.number) < 0.1


def test_rows_of_the_table_are_in_the_order_of_their_efforts() -> None:
    numbers = [look.effort for look in efforts.TABLE.values()]

    assert numbers == sorted(numbers)


@pytest.mark.parametrize("marks", [0, 1, 4])
def test_what_has_to_be_marked_and_gone_round_costs_more(marks: int) -> None:
    assert efforts.rate_with_marks("behind-a-clue", marks + 1) > efforts.rate_with_marks(
        "behind-a-clue", marks
    )
    assert efforts.rate_cut_off(2 * marks + 2) > efforts.rate_cut_off(marks + 1)


def test_what_a_cell_would_cut_off_is_the_smaller_side() -> None:
    # A path of five cells, of which all may and the ends must belong to it.
    path = kit.Connected(
        tuple(range(5)),
        tuple((n, n + 1) for n in range(4)),
        2,
        name="the path",
        statement="is whole",
    )

    parts = [path.cut_off(0b11111, 0b10001, cell) for cell in (1, 2, 3)]
    assert [part.bit_count() for (part, *_) in parts] == [1, 2, 1]


def test_easy_as_abc_of_ten_with_six_letters_is_found() -> None:
    made = generate("easy-as-abc", size=10, letters=6, seed=1, graded=False)

    assert solve(made.puzzle).status is Status.UNIQUE
    assert len(made.puzzle.letters) == 6


def test_practice_asks_for_puzzles_that_have_the_technique() -> None:
    found = list(islice(practice(make_puzzles(NONOGRAM, "colours"), "colours"), 1))

    assert "colours" in {step.technique for one in found for step in one.move}


@pytest.mark.parametrize("genre", list_genres(), ids=lambda genre: genre.id)
def test_every_technique_has_positions_at_which_it_is_what_comes_next(genre: Genre[Any]) -> None:
    for technique in techniques(genre):
        known = list_included(genre, technique)
        assert known, technique
        for puzzle, values in known:
            found = make_practice(puzzle, values, technique)

            assert found is not None, technique
            assert technique in {step.technique for step in found.move}
            assert solve(puzzle.with_givens(values)).status is Status.UNIQUE


@pytest.mark.parametrize("genre", list_genres(), ids=lambda genre: genre.id)
def test_positions_are_kept_for_techniques_of_the_catalogue_only(genre: Genre[Any]) -> None:
    text = (examples.folder() / genre.id / "practice-positions.jsonl").read_text("utf-8")
    named = {json.loads(line)["technique"] for line in text.splitlines()}

    assert named == set(techniques(genre))


def test_practice_begins_with_what_is_kept_and_goes_on_with_puzzles() -> None:
    genre = get_genre("hitori")
    known = list_included(genre, "sandwich")
    found = [*islice(find_positions(genre, "sandwich"), len(known) + 1)]

    assert [(one.puzzle, one.values) for one in found[:-1]] == known
    assert "sandwich" in {step.technique for step in found[-1].move}


@given(st.floats(0.5, 8), st.floats(0.5, 8), st.integers(1, 400), st.floats(0, 1, exclude_max=True))
def test_a_path_with_no_more_weight_than_allowed_is_not_above_the_ceiling(
    hardest: float, ceiling: float, cells: int, share: float
) -> None:
    weight = efforts.most_weight(hardest, ceiling, cells)

    assert weight < 0 or efforts.number(hardest, share * weight, cells) <= ceiling
