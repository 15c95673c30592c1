"""Whatever the bytes, the answer is a puzzle or a sentence; nothing hangs and nothing swells."""

import base64
import random
import warnings
import zlib
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol import formats
from caracol.errors import ClueError, FormatError, FormatWarning
from caracol.puzzle import Puzzle
from strategies import BY_GENRE, TIMES, puzzles
from vectors import VECTORS

FORMATS = [found.name for found in formats.list_formats()]
GENRES = [None, *BY_GENRE]
PIECES = [
    *"0123456789",
    *"abgzLRTB*.,/:;|-+#?=&%_[]{}()<>'\"\\ \n\t",
    "99999999999",
    "é",
    "\0",
    "𝟙",
]


def read_whatever(text: str | bytes, format: str | None = None, genre: str | None = None) -> None:
    """Read all puzzles of a text; only the two kinds of refusal may be raised."""
    message = "read"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            for puzzle in islice(formats.read_all(text, format, genre, letters="ABC"), 20):
                assert isinstance(puzzle, Puzzle)
    except (FormatError, ClueError) as refusal:
        message = str(refusal)
    assert message.isprintable()
    assert message


def mutated(text: str, rng: random.Random) -> str:
    """The text with a few places changed, left out, doubled or cut off."""
    signs = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(signs) + 1)
        match rng.randrange(5):
            case 0:
                signs[at : at + rng.randint(1, 3)] = []
            case 1:
                signs[at:at] = [rng.choice(PIECES)]
            case 2:
                signs[at : at + 1] = [rng.choice(PIECES)]
            case 3:
                signs[at:at] = signs[at : at + rng.randint(1, 20)]
            case _:
                signs = signs[: rng.choice([at, len(signs)])]
        signs = signs or [rng.choice(PIECES)]
    return "".join(signs)


@pytest.mark.parametrize("name", FORMATS)
@given(text=st.text(max_size=60) | st.binary(max_size=60), genre=st.sampled_from(GENRES))
@settings(max_examples=15 * TIMES, deadline=None)
def test_any_text_in_any_format_is_a_puzzle_or_a_sentence(
    name: str, text: str | bytes, genre: str | None
):
    read_whatever(text, name, genre)
    read_whatever(text)


@given(vector=st.sampled_from(VECTORS), seed=st.integers(0, 2**32))
@settings(max_examples=200 * TIMES, deadline=None)
def test_damaged_texts_from_the_field_are_puzzles_or_sentences(vector, seed: int):
    text = mutated(vector.text, random.Random(seed))

    read_whatever(text)
    read_whatever(text, vector.format)


@given(puzzle=puzzles(), seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=120 * TIMES, deadline=None)
def test_damaged_texts_of_our_own_are_puzzles_or_sentences(puzzle: Puzzle, seed: int, data):
    name = data.draw(
        st.sampled_from([f.name for f in formats.list_formats() if puzzle.genre.id in f.writes()])
    )
    try:
        text = formats.convert(puzzle, name).text
    except FormatError:
        return

    damaged = mutated(text, random.Random(seed))

    read_whatever(damaged, name)
    read_whatever(damaged)
    read_whatever(damaged.encode(), genre=puzzle.genre.id)


def envelope(text: bytes) -> str:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "m=edit&p=" + base64.b64encode(deflater.compress(text) + deflater.flush()).decode()


@given(seed=st.integers(0, 2**32), which=st.integers(0, 3))
@settings(max_examples=60 * TIMES, deadline=None)
def test_damaged_drawings_are_puzzles_or_sentences(seed: int, which: int):
    drawings = [vector.text for vector in VECTORS if vector.format == "penpa"]
    packed = drawings[which].partition("p=")[2]
    text = zlib.decompress(base64.b64decode(packed), -15).decode()

    read_whatever(envelope(mutated(text, random.Random(seed)).encode()))


def test_a_deflate_bomb_is_refused():
    bomb = envelope(b"square," + b"0" * 60_000_000)

    with pytest.raises(FormatError, match="larger than any puzzle"):
        formats.read(bomb)


def test_an_xml_bomb_is_refused():
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = (
        f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><puzzleset><puzzle>&a11;</puzzle></puzzleset>'
    )

    with pytest.raises(FormatError, match="declares entities"):
        formats.read(text)


def test_xml_never_fetches_anything():
    text = (
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
        "<puzzleset><puzzle><title>&a;</title></puzzle></puzzleset>"
    )

    with pytest.raises(FormatError, match="declares entities"):
        formats.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "starbattle/1000000/1000000/1/0",
        "nonogram/99999999999999999999/1/0",
        "caracol:magnets/1000000/1000000/0/0",
        "1000000x1000000:1/1",
        "9999x9999:1/1",
        "pzprv3/nonogram/1000000/1000000/0",
        "P1\n1000000 1000000\n0",
        "#define a_width 100000000\n#define a_height 1000000\nbits {0x00};",
        "width 1000000\nheight 1000000\nrows\ncolumns\n",
        "1000000 1000000 1\n1",
        "start('A', 1000000000).",
        '{"caracol": 1, "genre": "magic-snail", "key": "A", "size": 1e300}',
        "[" * 200_000,
        '{"a":' * 200_000,
        "a(" * 200_000,
        "<puzzle>" * 200_000,
        "\n" * 60_000,
        " " * 60_000 + "x",
        "1" * 60_000,
        "1" * 200_000 + "a\n: rows\n" + "1" * 200_000 + "a",
        "1 " * 200_000,
        "1\n" * 200_000,
        "1\n\n" * 100_000,
        "[clues]\nrows = " + "1 " * 100_000,
        "[clues]\n[colors]\n" + "a=(" * 60_000,
        "var d=[[" + "1,2,3,4],[" * 60_000 + "1]];",
        "%" * 200_000 + "\nrows\ncolumns\n",
        "m=edit&p=" + "A" * 200_000,
        "SAVEFILE:" * 60_000,
        "rows\n" * 60_000 + "columns\n" * 60_000,
        "#" * 200_000 + "\n#\n" * 100_000,
        "a=1&" * 60_000,
        "'" * 200_000,
        "start('" + "\\" * 200_001,
        "/* " * 60_000,
        "start(" + "/* " * 60_000,
    ],
    ids=lambda text: text[:20].strip() or "blank",
)
def test_huge_texts_are_refused_at_once(text: str):
    read_whatever(text)


def test_a_refusal_quotes_signs_that_cannot_be_printed_as_signs_that_can():
    with pytest.raises(FormatError) as refusal:
        formats.read("some\tboard.txt")

    assert str(refusal.value).isprintable()
