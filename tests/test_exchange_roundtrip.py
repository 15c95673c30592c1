"""What a format carries comes back; what it does not carry is said."""

import warnings
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from caracol.errors import FormatError, FormatWarning
from caracol.formats import converting
from caracol.formats.frames.compact import spell_out
from caracol.genres.nonogram import ANY_RUNS, Nonogram, clues_of
from caracol.puzzle import Info, Puzzle
from strategies import BY_GENRE, TIMES, puzzles

CARRIED = [(f.name, genre) for f in converting.list_formats() for genre in f.writes()]
SMALL = "Star Battle Lab only has boards from 5×5"
"""The refusal of boards that are too small for a format."""

# Random puzzles may have counts that contradict each other.
pytestmark = pytest.mark.filterwarnings("ignore:.*the text may be damaged")

relaxed = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def recognised(text: str, puzzle: Puzzle) -> None:
    """A text is read as the puzzle that was written, or one is asked to choose; none is guessed.

    The puzzle has a solution, so no other reading may win over it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            again = converting.read(text, genre=puzzle.genre.id, **known(puzzle))
    except FormatError as refusal:
        assert "choose one: " in str(refusal)  # noqa: PT017
    else:
        assert again == puzzle


def written(puzzle: Puzzle, name: str) -> str:
    try:
        return converting.write(puzzle, name)
    except FormatError as refusal:
        assume(SMALL not in str(refusal))
        raise


def known(puzzle: Puzzle) -> dict[str, Any]:
    """What some formats leave to the reader's knowledge."""
    return {"letters": puzzle.letters} if hasattr(puzzle, "letters") else {}


@pytest.mark.parametrize(("name", "genre"), CARRIED)
@given(data=st.data())
@settings(relaxed, max_examples=15 * TIMES, deadline=None)
def test_plain_puzzles_come_back_and_are_recognised(name: str, genre: str, data: Any):
    puzzle = data.draw(BY_GENRE[genre](plain=True))

    text = written(puzzle, name)

    assert converting.read(text, format=name, genre=genre, **known(puzzle)) == puzzle
    recognised(text, puzzle)


@pytest.mark.parametrize(("name", "genre"), CARRIED)
@given(data=st.data())
@settings(relaxed, max_examples=5 * TIMES, deadline=None)
def test_files_from_other_systems_are_read_alike(name: str, genre: str, data: Any):
    puzzle = data.draw(BY_GENRE[genre](plain=True))

    text = written(puzzle, name).replace("\n", "\r\n")
    marked = "\ufeff" + text

    assert converting.read(marked.encode(), format=name, genre=genre, **known(puzzle)) == puzzle
    assert converting.read(text.encode("utf-16"), name, genre, **known(puzzle)) == puzzle
    recognised(text, puzzle)


@pytest.mark.parametrize(("name", "genre"), CARRIED)
@given(data=st.data())
@settings(relaxed, max_examples=30 * TIMES, deadline=None)
def test_whatever_is_written_comes_back_but_for_what_is_said_to_be_lost(
    name: str, genre: str, data: Any
):
    puzzle = data.draw(BY_GENRE[genre]())

    try:
        written = converting.convert(puzzle, name)
    except FormatError:
        return  # refused, with a reason
    again = converting.read(written.text, format=name, genre=genre, **known(puzzle))

    assert essence(again, written.lost) == essence(puzzle, written.lost)
    for entry, text in puzzle.info.entries().items():
        carried = getattr(again.info, entry)
        assert f"the {entry}" in written.lost or squeezed(carried) == squeezed(text), entry


def squeezed(text: str) -> str:
    """Titles may lose what blanks they have; nothing else."""
    return "".join(text.split())


def essence(puzzle: Puzzle, lost: tuple[str, ...]) -> Any:
    """The puzzle, as far as it is not lost."""
    if "the given cells" in lost:
        puzzle = puzzle.with_givens((None,) * puzzle.grid.size)
    if any(what.startswith("the letters") for what in lost):
        puzzle = replace(puzzle, letters="ABCDEFGHI"[: len(puzzle.letters)])  # type: ignore
    if puzzle.genre.id != "nonogram":
        return puzzle

    def colour(number: int | None) -> str | None:
        if not number:
            return number
        return "" if "the colour" in lost else puzzle.palette[number - 1].rgb.lower()

    def clues(lines: Any) -> Any:
        return [
            [(run.length, colour(run.colour) if run.length != ANY_RUNS else "") for run in clue]
            for clue in lines
        ]

    ground = "" if "the colour of the background" in lost else puzzle.background
    cells = [colour(value) for value in puzzle.givens]
    return clues(puzzle.rows), clues(puzzle.columns), cells, ground


@pytest.mark.parametrize("name", ["json", "jsonl", "caracol"])
@given(puzzle=puzzles())
@settings(relaxed, max_examples=100 * TIMES, deadline=None)
def test_our_own_formats_lose_nothing_at_all(name: str, puzzle: Puzzle):
    written = converting.convert(puzzle, name)

    again = converting.read(written.text)

    assert written.lost == ()
    assert again == puzzle
    assert again.info == puzzle.info
    assert converting.write(again, name) == written.text


@given(puzzle=puzzles())
@settings(relaxed, max_examples=30 * TIMES, deadline=None)
def test_a_genre_without_a_short_link_has_a_long_one(puzzle: Puzzle):
    carrier = spell_out(puzzle.genre)
    assert carrier.write is not None

    fields = carrier.write(puzzle)

    assert carrier.read(fields, {}) == puzzle
    with pytest.raises(FormatError, match="one field"):
        carrier.read((*fields, ""), {})
    with pytest.raises(FormatError, match="only the entries of that genre"):
        carrier.read(('{"genre": "chess"}',), {})


@given(st.lists(puzzles(), min_size=1, max_size=4))
@settings(relaxed, max_examples=25 * TIMES, deadline=None)
def test_several_puzzles_in_one_text_are_several_puzzles(several: list[Puzzle]):
    lines = "".join(converting.write(puzzle, "jsonl") for puzzle in several)
    links = "\n".join(converting.write(puzzle, "caracol") for puzzle in several)

    assert list(converting.read_all(lines)) == several
    assert list(converting.read_all(links)) == several


def test_a_lost_title_is_told_and_a_lost_given_is_refused():
    puzzle = converting.read("caracol:star-battle/4/1/oo0b60?title=Four", genre="star-battle")
    puzzle = replace(puzzle, info=Info(title="Four"))

    assert converting.convert(puzzle, "puzz.link").lost == ("the title",)

    given_star = puzzle.with_givens((1,) + (None,) * 15)
    assert converting.convert(given_star, "puzz.link").spoilt == ("the given cells",)
    with pytest.raises(FormatError, match="would lose the given cells"):
        converting.write(given_star, "puzz.link")


@pytest.mark.parametrize(
    "info",
    [Info(author=" "), Info(title=" ", author="Ada"), Info(author="Ada"), Info(title="[Goal] x")],
    ids=["a blank author", "an author under a blank title", "an author alone", "a bracket"],
)
def test_a_gno_file_makes_no_names_up_and_loses_none_in_silence(info: Info):
    puzzle = Nonogram(*clues_of([[1]]), info=info)

    written = converting.convert(puzzle, "gno")

    again = converting.read(written.text, format="gno")
    for entry in ("title", "author"):
        kept = getattr(again.info, entry).strip() == getattr(info, entry).strip()
        assert kept or f"the {entry}" in written.lost


def test_a_text_that_penpa_would_change_is_said_to_be_lost():
    puzzle = Nonogram(*clues_of([[1]]), info=Info(title="50%2C", author="Ada, B=C & D"))

    written = converting.convert(puzzle, "penpa")

    assert written.lost == ("the title",)
    assert converting.read(written.text).info.author == "Ada, B=C & D"
