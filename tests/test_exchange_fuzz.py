"""Whatever the bytes, the answer is a puzzle or a sentence; nothing hangs and nothing swells."""

import bz2
import gzip
import io
import lzma
import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol.errors import ClueError, FormatError, UnknownName
from caracol.formats import converting
from caracol.puzzle import Puzzle
from fuzzing import (
    LONGEST_MESSAGE,
    METHODS,
    envelope,
    make_archive,
    mutate,
    open_envelope,
    read_whatever,
)
from large_texts import MOST_MEGABYTES, read_apart
from strategies import BY_GENRE, TIMES, puzzles
from vectors import VECTORS

FORMATS = [found.name for found in converting.list_formats()]
GENRES = [None, *BY_GENRE]


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
    text = mutate(vector.text, random.Random(seed))

    read_whatever(text)
    read_whatever(text, vector.format)


@given(puzzle=puzzles(), seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=120 * TIMES, deadline=None)
def test_damaged_texts_of_our_own_are_puzzles_or_sentences(puzzle: Puzzle, seed: int, data):
    name = data.draw(
        st.sampled_from(
            [f.name for f in converting.list_formats() if puzzle.genre.id in f.writes()]
        )
    )
    try:
        text = converting.convert(puzzle, name).text
    except FormatError:
        return

    damaged = mutate(text, random.Random(seed))

    read_whatever(damaged, name)
    read_whatever(damaged)
    read_whatever(damaged.encode("utf-8", "surrogatepass"), genre=puzzle.genre.id)


@given(seed=st.integers(0, 2**32), which=st.integers(0, 3))
@settings(max_examples=60 * TIMES, deadline=None)
def test_damaged_drawings_are_puzzles_or_sentences(seed: int, which: int):
    drawings = [vector.text for vector in VECTORS if vector.format == "penpa"]
    text = mutate(open_envelope(drawings[which]), random.Random(seed))

    read_whatever(envelope(text.encode("utf-8", "replace")))


@given(vector=st.sampled_from(VECTORS), seed=st.integers(0, 2**32))
@settings(max_examples=60 * TIMES, deadline=None)
def test_damaged_and_lying_archives_are_puzzles_or_sentences(vector, seed: int):
    archive = make_archive(vector.text, random.Random(seed))

    read_whatever(archive)
    read_whatever(archive, "zip")


@pytest.mark.parametrize("method", METHODS)
def test_an_archive_that_lies_about_a_size_is_not_inflated_beyond_the_limit(method: int):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        archive.writestr("a", bytes(40_000_000))
    lie = bytearray(whole.getvalue())
    for start, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = lie.index(start) + place
        lie[at : at + 4] = (1000).to_bytes(4, "little")

    with pytest.raises(FormatError, match=r"more than 32,000,000 bytes"):
        converting.read(bytes(lie))


@pytest.mark.parametrize("method", METHODS)
def test_a_damaged_file_of_an_archive_is_refused_and_the_others_are_read(method: int):
    text = VECTORS[0].text.encode()
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        archive.writestr("bad", text)
        archive.writestr("good", text)
    raw = bytearray(whole.getvalue())
    raw[raw.index(b"bad") + 14] ^= 0x55

    bad, good = converting.read_each(bytes(raw))

    assert isinstance(bad, FormatError)
    assert "bad: this file in the archive" in str(bad)
    assert good == converting.read(text)


def test_the_parts_of_a_gzip_file_belong_together():
    line = b'{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}\n'

    assert len(list(converting.read_all(gzip.compress(line) * 3))) == 3


@pytest.mark.parametrize(
    ("raw", "name"), [(bz2.compress(b"x"), "bzip2"), (lzma.compress(b"x"), "xz")]
)
def test_other_archives_are_named(raw: bytes, name: str):
    with pytest.raises(FormatError, match=f"this is a {name} file; only zip and gzip"):
        converting.read(raw)


def test_a_deflate_bomb_is_refused():
    bomb = envelope(b"square," + b"0" * 60_000_000)

    with pytest.raises(FormatError, match="larger than any puzzle"):
        converting.read(bomb)


def test_an_xml_bomb_is_refused():
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = (
        f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><puzzleset><puzzle>&a11;</puzzle></puzzleset>'
    )

    with pytest.raises(FormatError, match="declares entities"):
        converting.read(text)


def test_xml_never_fetches_anything():
    text = (
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
        "<puzzleset><puzzle><title>&a;</title></puzzle></puzzleset>"
    )

    with pytest.raises(FormatError, match="declares entities"):
        converting.read(text)


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
        converting.read("some\tboard.txt")

    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "caracol:magic-snail/3/A/4n",
        "[problem]\n- - -\npuzzle nonogramm\n[clabels]\n- - -\n",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=Ky4sTSxK1THjijbQAcNYrupaKAIA",
        "var d=[[" + "1" * 5000 + "]];",
        '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5, "\\ud800": 1}',
        '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5, "\ud800": 1}',
        '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5, "title": "\ud800"}',
        '{"a": "\ud800"}\n{"a": "\ud800"}',
        "rows\n\ud800\ncolumns\n1",
        "GRID\nROWS\n[ " + "9" * 5000 + " ]\nCOLUMNS\n[ 1 ]\n",
        "rows = [|" + "9" * 5000 + "|];\ncols = [|1|];",
        # a zip archive whose one file has no name
        "PK\x03\x04PK\x01\x02" + "\0" * 42 + "PK\x05\x06\0\0\0\0\1\0\1\0.\0\0\0\4\0\0\0\0\0",
    ],
    ids=lambda text: text[:20].encode("ascii", "backslashreplace").decode(),
)
def test_what_once_raised_the_errors_of_others_is_refused_in_a_sentence(text: str):
    with pytest.raises((FormatError, ClueError)):
        converting.read(text)
    read_whatever(text)  # and no format is left out because of it


@pytest.mark.parametrize(
    "name",
    [
        "toml dotted 40k",
        "toml spaced 40k",
        "blanks x",
        "json rows",
        "json rows bad full",
        "json lists",
        "json one text full",
        "ini full",
        "tatham list",
        "xml elements full",
        "zip links",
    ],
)
def test_ten_megabytes_never_become_hundreds(name: str):
    _, megabytes, said = read_apart(name)

    assert megabytes <= MOST_MEGABYTES
    assert said


def test_a_long_list_is_read_one_by_one():
    line = '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}\n'

    many = converting.read_all(line * 100_000)
    links = converting.read_all("caracol:magic-snail/5/ABC\n" * 200_000)

    assert next(many) == next(many) == next(links) == converting.read(line)


def test_a_message_is_never_longer_than_a_short_paragraph():
    for refusal in (
        FormatError("x" * 10_000, "line 1"),
        ClueError("x" * 10_000),
        UnknownName("format", "x" * 10_000, ["y" * 10_000]),
    ):
        assert len(str(refusal)) == LONGEST_MESSAGE
