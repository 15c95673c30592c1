"""Penpa+: links open for solving and check what is drawn; its own drawings are read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from caracol.errors import FormatError
from caracol.formats import converting
from caracol.formats.frames.penpa_envelope import expand, inflate
from caracol.genres.akari import Akari
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.hitori import Hitori
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import Nonogram
from caracol.genres.slitherlink import Slitherlink
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import Info, Puzzle
from fuzzing import envelope

DOMINO = converting.read("3x3:201,102,120,111,LRTT*BBLR")
STARS = StarBattle.from_rows(1, ["AAABC", "DEEBC", "DDBBC", "DDDBB", "DDDBB"])


def open_link(puzzle: Puzzle) -> tuple[list[str], Any]:
    """Return the lines of a puzzle's link, and the answer that it checks."""
    link = converting.write(puzzle, "penpa")
    head, _, rest = link.partition("p=")
    body, _, answer = rest.partition("&a=")
    assert head.endswith("#m=solve&")
    return expand(inflate(body)).split("\n"), json.loads(inflate(answer)) if answer else None


@pytest.mark.parametrize(
    ("puzzle", "setting", "kind", "drawn"),
    [
        # Penpa+ numbers cells row by row, on boards with two more cells on every side.
        (Hitori(2, (1, 1, 2, 1)), "sol_surface", 0, ["15"]),
        (Slitherlink(1, 1, (4,)), "sol_loopedge", 2, ["31,32,1", "31,36,1", "32,37,1", "36,37,1"]),
        (Akari(2, (2, None, None, None)), "sol_akari", 5, ["15,3H", "20,3H"]),
        (Nonogram.from_numbers([[1], [0]], [[1], [0]]), "sol_surface", 0, ["24"]),
        (
            EasyAsABC("AB", (1, None), *[(None, None)] * 3),
            "sol_number",
            4,
            ["35,A", "36,B", "43,B", "44,A"],
        ),
        (STARS, "sol_star", 5, None),
        (DOMINO, "sol_math", 5, None),
    ],
    ids=lambda value: value.genre.id if isinstance(value, Puzzle) else "",
)
def test_links_check_the_answer(
    puzzle: Puzzle, setting: str, kind: int, drawn: list[str] | None
) -> None:
    lines, answer = open_link(puzzle)
    if answer is None:
        pytest.fail("the puzzle has one solution, so its link has an answer")

    assert json.loads(lines[7]) == {setting: True}
    assert [number for number, found in enumerate(answer) if found] == [kind]
    assert len(answer) == 6
    assert answer == [sorted(found) for found in answer]
    if drawn is not None:
        assert answer[kind] == sorted(drawn)


def test_the_answer_of_a_star_battle_has_a_star_in_every_row() -> None:
    _, answer = open_link(STARS)
    cells = [int(text.partition(",")[0]) for text in answer[5]]

    # The board is 5×5 with a margin of one cell, and two more on every side.
    assert [cell // 11 - 3 for cell in sorted(cells)] == [0, 1, 2, 3, 4]
    assert sorted(cell % 11 - 3 for cell in cells) == [0, 1, 2, 3, 4]
    assert all(text.endswith(",1E") for text in answer[5])


def test_the_answer_of_magnets_has_both_signs_and_no_neutral_cells() -> None:
    _, answer = open_link(DOMINO)

    assert {text.partition(",")[2] for text in answer[5]} == {"2G", "3G"}


def test_puzzles_with_several_solutions_have_no_answer() -> None:
    lines, answer = open_link(Nonogram.from_numbers([[1], [1]], [[1], [1]]))

    assert answer is None
    assert lines[7] == "{}"


def test_given_cells_are_not_part_of_the_answer() -> None:
    puzzle = Nonogram.from_numbers([[1], [1]], [[1], [1]])

    _, answer = open_link(replace(puzzle, givens=(1, None, None, None)))

    assert len(answer[0]) == 1


def test_loops_are_drawn_on_dots_and_other_genres_on_squares() -> None:
    assert open_link(Slitherlink(1, 1, (4,)))[0][2].startswith('["3","1","2"]~')
    assert open_link(Hitori(2, (1, 1, 2, 1)))[0][2].startswith('["1","2","1"]~')


def test_magnets_have_signs_beside_their_counts() -> None:
    numbers = json.loads(open_link(DOMINO)[0][3])["number"].values()

    assert {"+", "−"} <= {number[0] for number in numbers}
    assert converting.read(converting.write(DOMINO, "penpa")) == DOMINO


@pytest.mark.parametrize(("letters", "note"), [("ABC", "(A-C)"), ("XYZ", "(XYZ)")])
def test_letters_are_noted_beside_the_board(letters: str, note: str) -> None:
    puzzle = EasyAsABC(letters, (1, None, None, None), *[(None,) * 4] * 3)
    lines, _ = open_link(puzzle)

    assert note in [number[0] for number in json.loads(lines[3])["number"].values()]
    assert converting.read(converting.write(puzzle, "penpa")) == puzzle
    assert json.loads(lines[17]) == ["easy as abc"]


def drawing(
    size: str, margins: str, layer: dict[str, Any], *, source: str = "", tag: str = ""
) -> str:
    """Return a link as Penpa+ itself writes it."""
    header = f"square,{size},38,0,1,1,300,300,100,100,0,0,0,0,Title: ,Author: ,{source},,OFF,false"
    lines = [header, margins, "{}", json.dumps(layer), "{}", "[]", "[]", "{}", '"x"', '"x"']
    lines += ["[3,2,3]", "{}", '"x"', "0", "{}", "{}", "{}", json.dumps([tag] if tag else []), ""]
    return envelope("\n".join(lines).encode())


def test_a_drawing_with_the_letters_in_a_note_is_read() -> None:
    # 3×3 cells with margins of 2, 1, 1 and 1: ten cells with the two on every side.
    numbers = {"24": ["(A-B)", 1, "8"], "31": ["A", 1, "1"], "49": ["B", 1, "1"]}
    link = drawing("5,6", "[2,1,1,1]", {"number": numbers}, tag="easy as abc")

    puzzle = converting.read(link)

    assert isinstance(puzzle, EasyAsABC)
    assert puzzle.letters == "AB"


def test_an_empty_drawing_names_its_source() -> None:
    link = drawing("3,3", "[0,0,0,0]", {}, source="https://puzz.link/p?magnets/3/3/m0")

    with pytest.raises(FormatError, match=r"nothing is drawn.*https://puzz\.link/p\?magnets"):
        converting.read(link)


def test_titles_and_authors_survive() -> None:
    puzzle = replace(STARS, info=Info("A title, with & and =", "Ana", "Notebook", "two\nlines"))

    assert converting.read(converting.write(puzzle, "penpa")).info == puzzle.info


def test_the_counts_of_magnets_are_read_from_the_frame() -> None:
    assert isinstance(DOMINO, Magnets)
    assert converting.read(converting.write(DOMINO, "penpa")) == DOMINO
