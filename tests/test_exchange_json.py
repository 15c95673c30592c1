"""Our own puzzle file."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="jsonschema-rs is not installed")
Draft202012Validator = jsonschema_rs.Draft202012Validator

import strategies  # noqa: E402
from caracol.errors import CaracolError, ClueError, FormatError  # noqa: E402
from caracol.formats import converting, own, schema  # noqa: E402
from caracol.formats.validation import UnknownKeyword, validator  # noqa: E402
from caracol.genres.magic_snail import MagicSnail  # noqa: E402
from caracol.genres.star_battle import StarBattle  # noqa: E402
from caracol.puzzle import Info  # noqa: E402
from caracol.puzzle.plugins import all_genres  # noqa: E402

SCHEMA_FILE = Path(__file__).parent.parent / "docs" / "schema" / "caracol-1.schema.json"
REGIONS = ["ABAA", "AAAC", "DAAA", "AAAA"]


def star_battle(**entries: object) -> str:
    plain = {"caracol": 1, "genre": "star-battle", "stars": 1, "regions": REGIONS}
    return json.dumps({**plain, **entries})


def test_a_board_is_written_one_row_a_line():
    puzzle = StarBattle.from_rows(1, REGIONS, info=Info(title="Four"))

    assert converting.write(puzzle) == (
        '{\n  "caracol": 1,\n  "genre": "star-battle",\n  "title": "Four",\n  "stars": 1,\n'
        '  "regions": [\n    "ABAA",\n    "AAAC",\n    "DAAA",\n    "AAAA"\n  ]\n}\n'
    )


def test_short_lists_stay_on_one_line():
    entries = {"caracol": 1, "genre": "nonogram", "rows": ["2", "1 1"], "columns": [2, 1, [1]]}

    text = converting.write(converting.read(json.dumps(entries)))

    assert '\n  "rows": ["2", "1 1"],\n  "columns": ["2", "1", "1"]\n' in text


def test_what_is_said_about_a_puzzle_comes_back():
    info = Info("Föhn", "A. N. Other", "a book", "two\nlines")

    again = converting.read(converting.write(MagicSnail("ABC", 5, info=info)))

    assert again.info == info


def test_a_key_with_a_minus_keeps_its_given_blanks():
    puzzle = MagicSnail("A-", 2).with_givens((1, 0, None, 2))

    assert converting.read(converting.write(puzzle)) == puzzle


def test_a_certificate_is_kept_apart_from_the_clues():
    puzzle = StarBattle.from_rows(1, REGIONS)
    solution = ["x*xx", "xxx*", "*xxx", "xx*x"]

    text = converting.write(puzzle, certificate={"solution": solution, "grade": "easy"})

    assert converting.read(text) == puzzle
    assert own.parse(text)["certificate"]["solution"] == ["x*xx", "xxx*", "*xxx", "xx*x"]


def test_a_certificate_is_refused_where_it_cannot_be_carried():
    with pytest.raises(FormatError, match="cannot hold a certificate"):
        converting.write(MagicSnail("A", 1), "caracol", certificate={"grade": "easy"})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '{"caracol": 1,\n "genre": }',
            "line 2, column 11: this is not valid JSON: expecting value",
        ),
        ('{"caracol": 7, "genre": "x"}', "file of version 7; supported versions: 1"),
        ('{"genre": "star-battle"}', "the entry 'caracol' is missing"),
        ('{"caracol": 1}', "the entry 'genre' is missing"),
        (
            '{"caracol": 1, "genre": "chess"}',
            "unknown genre 'chess'; known genres: akari, binairo, easy-as-abc, futoshiki",
        ),
        ('{"caracol": 1, "genre": ["chess"]}', "unknown genre"),
        ("[3]", "a puzzle is an object"),
        ("[]", "there is no puzzle in this text"),
        ('{"a": 1, "a": 2}', "the entry 'a' occurs twice"),
        ('{"a": NaN}', "NaN is not a valid JSON number"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ('{"a":' * 100_000, "nested too deeply"),
        (r'{"a": "\ud800"}', "surrogate"),
        (star_battle(stars=0), "stars: 0 is not a whole number of at least 1"),
        (star_battle(regions=["ABAA", 3]), "regions, row 2: 3 is not a row: a text such as"),
        (star_battle(regions=["ABAA", "AB"]), "regions, row 2: has 2 cells, but row 1 has 4"),
        (star_battle(titel="x"), "unknown entry 'titel' in Star Battle puzzle files"),
        (star_battle(regions=[["A", None]]), "regions, row 1"),
        (star_battle(grid=["q..."]), "grid: the number of rows is 1, but the board has 4"),
        ('{"caracol": 1, "genre": "star-battle", "stars": 1}', "the entry 'regions' is missing"),
        ('{"caracol": 1, "genre": "magic-snail", "key": "A", "size": 1000000}', "1 to 250 rows"),
        (
            '{"caracol": 1, "genre": "nonogram", "rows": [1], "columns": [1], '
            '"colours": [{"letter": "r", "rgb": "red"}]}',
            "colours, item 1, rgb: 'red' is not a colour written as #rrggbb",
        ),
    ],
)
def test_wrong_files_are_refused_in_one_sentence(text: str, complaint: str):
    with pytest.raises(CaracolError) as caught:
        converting.read(text)

    assert complaint in str(caught.value)
    assert isinstance(caught.value, FormatError | ClueError)


def test_a_misspelt_entry_is_told_before_the_one_that_it_leaves_missing():
    text = '{"caracol": 1, "genre": "star-battle", "stars": 1, "region": ["A"]}'

    with pytest.raises(FormatError, match="unknown entry 'region'"):
        converting.read(text)


def test_json_lines_are_read_one_by_one_and_say_where_they_break():
    puzzle = MagicSnail("ABC", 5)
    line = converting.write(puzzle, "jsonl")
    found = converting.read_all(line + "\n" + line + '{"caracol": 3}\n')

    assert [next(found), next(found)] == [puzzle, puzzle]
    with pytest.raises(FormatError, match="line 4: this is a file of version 3"):
        next(found)


def test_a_list_of_puzzles_is_several_puzzles():
    puzzle = MagicSnail("ABC", 5)
    entries = json.loads(converting.write(puzzle))

    assert list(converting.read_all(json.dumps([entries, entries]))) == [puzzle, puzzle]
    with pytest.raises(FormatError, match="several puzzles"):
        converting.read(json.dumps([entries, entries]))


def test_a_genre_can_be_asked_for():
    assert converting.read('{"caracol": 1, "key": "A", "size": 1}', genre="magic-snail")
    with pytest.raises(FormatError, match="this is Star Battle, not Magic Snail"):
        converting.read(star_battle(), genre="magic-snail")


def test_the_published_schema_is_what_the_genres_say():
    composed = schema.compose(all_genres())

    assert json.loads(SCHEMA_FILE.read_text()) == composed, (
        "docs/schema is out of date: write it with python -m caracol.formats.schema"
    )


def test_the_published_schema_takes_what_we_write():
    reference = Draft202012Validator(json.loads(SCHEMA_FILE.read_text()))
    good = own.encode(StarBattle.from_rows(1, REGIONS))

    assert reference.is_valid(good)
    assert not reference.is_valid({**good, "titel": "x"})


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.floats(-1e9, 1e9),
    st.text(max_size=3),
    st.sampled_from(["#a0b1c2", "#a0b1c2\n", "plus", "star-battle"]),
    st.lists(st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.text(max_size=1))),
    st.dictionaries(st.sampled_from(["plus", "minus", "letter", "rgb"]), st.integers(0, 2)),
)


def spoilt(draw: st.DrawFn, data: Any) -> Any:
    """The data with something else somewhere in it."""
    if not isinstance(data, dict | list) or not data or not draw(st.integers(0, 3)):
        return draw(JUNK)
    if isinstance(data, list):
        place = draw(st.integers(0, len(data) - 1))
        return [spoilt(draw, item) if i == place else item for i, item in enumerate(data)]
    name = draw(st.sampled_from([*data, "certificate", "colours", "unheard"]))
    if draw(st.booleans()):
        return {key: value for key, value in data.items() if key != name}
    return {**data, name: spoilt(draw, data.get(name, [{}]))}


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_files_are_taken_and_refused_as_a_validator_of_all_of_json_schema_does(
    data: st.DataObject,
):
    puzzle = data.draw(strategies.puzzles())
    entries = own.encode(puzzle)
    wanted = schema.entries(puzzle.genre)
    reference = Draft202012Validator({**wanted, "$defs": schema.DEFINITIONS})
    check = validator(wanted, schema.DEFINITIONS)
    assert check(entries) is None

    for _ in range(5):
        wrong = own.parse(json.dumps(spoilt(data.draw, entries)))
        fault = check(wrong)
        assert (fault is None) == reference.is_valid(wrong)
        if fault is not None:
            assert list(fault[0]) in [list(e.instance_path) for e in reference.iter_errors(wrong)]


def test_a_schema_that_is_not_understood_is_refused():
    for wrong in ({"oneOf": [{"type": "string"}]}, {"$ref": "#/$defs/unheard"}):
        with pytest.raises(UnknownKeyword):
            validator({"properties": {"size": wrong}}, schema.DEFINITIONS)


@pytest.mark.parametrize(
    ("wanted", "good", "bad"),
    [
        ({"maximum": 3}, [3, "4"], [4, 3.5]),
        ({"maxItems": 1}, [[], [1], "12"], [[1, 2]]),
        ({"additionalProperties": {"type": "integer"}}, [{}, {"a": 1}], [{"a": "b"}]),
        ({"additionalProperties": True, "properties": {}}, [{"a": 1}], []),
        ({"type": "boolean"}, [True], [1]),
        ({"pattern": "b+"}, ["abc", 1], ["ac"]),
        ({"exclusiveMinimum": 0}, [1, 0.5, "0"], [0, 0.0, -1]),
        (
            {"prefixItems": [{"minimum": 1}, {"type": "null"}]},
            [[], [1], [1, None, 0]],
            [[0], [1, 1]],
        ),
        ({"prefixItems": [{}], "items": {"type": "null"}}, [[], [0], [0, None]], [[None, 0]]),
    ],
)
def test_keywords_that_only_other_genres_use_mean_what_json_schema_says(
    wanted: dict[str, Any], good: list[Any], bad: list[Any]
):
    check, reference = validator(wanted, {}), Draft202012Validator(wanted)
    for value in good:
        assert check(value) is None
        assert reference.is_valid(value)
    for value in bad:
        assert check(value) is not None
        assert not reference.is_valid(value)


def test_the_name_of_a_file_is_told_apart_from_a_puzzle():
    with pytest.raises(FormatError, match="looks like a file name"):
        converting.read("stars.json")
