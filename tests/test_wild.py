"""What people have lying around is read right, or refused with a reason; nothing is guessed."""

import gzip
import io
import json
import re
import warnings
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import caracol
from caracol import play
from caracol.authoring import editing
from caracol.authoring.notation.format import Format
from caracol.cli.main import main
from caracol.errors import FormatError, FormatWarning, UnnamedGenre
from caracol.formats import converting, examples, guessing, own, recognising
from caracol.formats.doubts import find_doubt
from caracol.formats.frames.penpa import Penpa
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.kakuro import Kakuro
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import Nonogram, Run
from caracol.genres.star_battle import StarBattle
from caracol.genres.tents import Tents
from caracol.puzzle import Info
from caracol.verbs.exchange import read as read_verbs
from caracol.verbs.views import puzzle_view
from damaging import try_damage
from foreign import foreign_text, read_foreign
from fuzzing import envelope, open_envelope, sources
from sources import TOP

# The plus sign of three by three: rows and columns 1, 3, 1.
PLUS = Nonogram.from_numbers([[1], [3], [1]], [[1], [3], [1]])
# A picture that is not symmetric.
DANCER_ROWS = [[2], [2, 1], [1, 1], [3], [1, 1], [1, 1], [2], [1, 1], [1, 2], [2]]
DANCER_COLUMNS = [[2, 1], [2, 1, 3], [7], [1, 3], [2, 1]]
DANCER = Nonogram.from_numbers(DANCER_ROWS, DANCER_COLUMNS)

# 10×10 boards of two stars, from the tests and the README of masonomara/star-battle.
SBN = "10x2.AAAABBBBBCAADABBBBBCADDAEEEECCADDAEFFFFFAAAAEEEFFFAGAGHHHHHHIGGGHHHJHHIGGGHHHJHHIGHHHHJJHHIIIIIHHJJJ"
# Star Battle Lab's collection of 6×6 boards, verified there to have one solution each.
LAB = ["661W88fkqOvjNW", "661WEjUzp8M000", "661WpLfOZKkuG0", "661W7ETNA3ELH0", "661WhNtZ22iOK0"]


def lines(clues: list[list[int]], between: str = " ") -> str:
    return "".join(between.join(map(str, clue)) + "\n" for clue in clues)


def quietly(text: str | bytes, **more: object) -> caracol.Puzzle:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return converting.read(text, **more)


# Lines of numbers


def test_a_cwd_file_is_not_taken_for_two_blocks_of_clues_and_that_is_said():
    text = "3\n3\n1\n3\n1\n\n1\n3\n1\n"

    with pytest.warns(FormatWarning, match=r"read as Nonogram \(cwd, not keen\)"):
        assert converting.read(text) == PLUS
    with pytest.warns(FormatWarning, match="read as cwd; as keen it would have no solution"):
        assert converting.read(text, genre="nonogram") == PLUS


def test_a_cwd_file_may_have_blank_lines_for_empty_lines():
    text = "3\n2\n1\n\n2\n\n2\n1\n"

    assert converting.read(text, "cwd") == Nonogram.from_numbers([[1], [], [2]], [[2], [1]])


def test_an_mk_file_has_its_height_before_its_width():
    # The example of pbnsolve's documentation of the format.
    text = f"10 5\n{lines(DANCER_ROWS)}#\n{lines(DANCER_COLUMNS)}"

    assert quietly(text) == DANCER


def test_a_text_that_is_a_nin_file_or_a_transposed_one_must_be_named(tmp_path: Path):
    text = converting.write(DANCER, "puzzlekit")

    with pytest.raises(FormatError, match=r'choose one: format="puzzlekit" or format="nin"'):
        converting.read(text)
    assert converting.read(text, "puzzlekit", "nonogram") == DANCER
    named = tmp_path / "dancer.nin"
    named.write_text(converting.write(DANCER, "nin"))
    assert converting.read(named) == DANCER, "the name of the file says it"


def test_a_symmetric_text_is_the_same_puzzle_in_every_format_that_it_fits():
    assert converting.read(f"3 3\n{lines([[1], [3], [1]] * 2)}", genre="nonogram") == PLUS


def test_columns_before_rows_win_where_rows_before_columns_cannot_be():
    # azotor's .nono files: width and height, then the columns.
    text = f"5 10\n{lines(DANCER_COLUMNS)}{lines(DANCER_ROWS)}"

    assert quietly(text) == DANCER
    assert converting.read(text, "nono") == DANCER


@pytest.mark.parametrize("mark", [":", ":-----------", ": rows", ":radky", ": this starts a part"])
def test_any_text_may_follow_the_colon_of_a_g_file_and_what_is_above_is_no_title(mark: str):
    # sachovnice.g of the Olšáks' solver, with another comment.
    board = lines([[1, 1]] * 4)
    text = f"This puzzle has two solutions\n{mark}\n{board}{mark}\n{board}{mark}\nEnjoy.\n"

    puzzle = converting.read(text)

    assert puzzle == Nonogram.from_numbers([[1, 1]] * 4, [[1, 1]] * 4)
    assert puzzle.info == Info(notes="This puzzle has two solutions")


def test_a_triddler_is_refused_with_its_name():
    with pytest.raises(FormatError, match="triddler"):
        converting.read("#triddler\n: rows\n1\n: columns\n1\n")
    with pytest.raises(FormatError, match="triddler, whose cells are triangles"):
        converting.read('<puzzleset><puzzle type="triddler"/></puzzleset>')


# Other files of nonograms

FISH = "GRID {}\nROWS\n[ 2 ]\n[ ]\n[ 1 1 ]\nCOLUMNS\n[ 1 1 ]\n[ 1 ]\n[ 1 ]\n"
SMALL = Nonogram.from_numbers([[2], [], [1, 1]], [[1, 1], [1], [1]])


def test_picross_solver_has_several_grids_in_one_text():
    text = FISH.format('"Fish" (Picross)') + "\n" + FISH.format("Two notes")

    first, second = converting.read_all(text)

    assert first == second == SMALL
    assert first.info.title == '"Fish" (Picross)'


@pytest.mark.parametrize(
    "text",
    [
        # mckoss/paint-by-numbers
        "# a remark\nrows: 3\ncolumns: 3\nrow_runs:\n- [2]\n\n- []\n- [1,1]\n"
        "column_runs:\n- [1, 1]\n- [1]\n- [1]\n",
        "rows:\n  - [2]\n  - [0]\n  - [1, 1]\ncolumns:\n  - [1, 1]\n  - [1]\n  - [1]\n",
        "rows: [[2], [], [1, 1]]\ncolumns: [[1, 1], [1], [1]]\n",
        # griddler JSON, plain and as brettsr2/GriddlerSolver keeps it
        '{"rowsDef": [[2], [], [1, 1]], "colsDef": [[1, 1], [1], [1]]}',
        '{"rows": ["2", "0", "1 1"], "columns": ["1 1", "1", "1"]}',
        json.dumps(
            {
                "Name": "x",
                "Board": {
                    "HintsRow": [
                        [{"ColorId": 2, "Count": n} for n in clue] for clue in ([2], [], [1, 1])
                    ],
                    "HintsColumn": [
                        [{"ColorId": 2, "Count": n} for n in clue] for clue in ([1, 1], [1], [1])
                    ],
                },
            }
        ),
        # MiniZinc's benchmarks, and OR-Tools
        "X = 3;\nY = 3;\nmaxlen = 2;\nrows = \t[|2, -1\n\t |0, 0\n\t |1, 1\n\t |];\n"
        "cols = \t[|1, 1\n\t |1, 0\n\t |0, 1\n\t |];\n",
        "# from Gecode\nrows = 3\nrow_rule_len = 2\nrow_rules = [\n    [0,2],\n    [0,0],\n"
        "    [1,1]\n    ]\n\ncols = 3\ncol_rule_len = 2\ncol_rules = [[1,1], [0,1], [0,1]]\n",
        # a picture of #
        "##.\n...\n#.#\n",
        "██·\n···\n█·█\n",
    ],
)
def test_files_of_other_programs_are_read(text: str):
    assert converting.read(text, genre="nonogram") == SMALL


def test_cells_that_a_json_file_knows_are_given():
    # As nonogram-solver (npm) describes its input; an entry that were left out would be lost.
    text = '{"rows": [[1], [1]], "columns": [[1], [1]], "content": %s}'

    puzzle = converting.read(text % "[0, 0, 1, -1]", genre="nonogram")

    assert puzzle.givens == (None, None, 1, 0)
    assert caracol.solve(puzzle).only() == (0, 1, 1, 0)
    with pytest.raises(FormatError, match="a number for each of the 4 cells"):
        converting.read(text % "[0, 0, 1]")
    with pytest.raises(FormatError, match="1 for a painted cell"):
        converting.read(text % "[0, 0, 1, 2]")


def test_colours_of_nonny_have_names_before_their_runs():
    # After data/puzzles/color/tree.non of gkikola/nonny.
    text = (
        'title "Tree"\nwidth 3\nheight 2\n\ncolor black 000000 X\ncolor green 00B000 #\n\n'
        "rows\ngreen 1 1\n1 green 1\n\ncolumns\ngreen 1 black 1\ngreen 1\ngreen 1\n"
    )

    puzzle = converting.read(text)

    assert puzzle.rows == ((Run(1, 2), Run(1, 2)), (Run(1, 1), Run(1, 2)))
    assert [(c.name, c.rgb) for c in puzzle.palette] == [("black", "#000000"), ("green", "#00b000")]


def test_numbers_without_a_letter_are_black_beside_coloured_ones():
    puzzle = converting.read("color r #ff0000\nwidth 2\nheight 1\nrows\n1,1r\ncolumns\n1\n1r\n")

    assert [colour.rgb for colour in puzzle.palette] == ["#000000", "#ff0000"]


def test_a_compressed_pack_is_read_and_a_damaged_one_refused():
    pack = (f"{converting.write(PLUS, 'non')}====\n{converting.write(SMALL, 'non')}").encode()
    small = gzip.compress(pack)

    assert list(converting.read_all(small)) == [PLUS, SMALL]
    with pytest.raises(FormatError, match="cut off"):
        converting.read(small[:-20])
    with pytest.raises(FormatError, match="holds more than"):
        converting.read(gzip.compress(b"0" * 70_000_000))


def zipped(**files: str) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return whole.getvalue()


def test_the_files_of_a_zip_archive_are_read_each_by_its_name_and_doubts_are_told():
    plus = "3\n3\n1\n3\n1\n\n1\n3\n1\n"
    files = {
        "a/b.non": converting.write(SMALL, "non"),
        "README": "A pack.\n",
        "c.cwd": plus,
        "d": plus,
    }

    with pytest.warns(FormatWarning, match=r"d: read as Nonogram \(cwd, not keen\)") as told:
        small, readme, named, guessed = converting.read_each(zipped(**files))

    assert len(told) == 1
    assert (small, named, guessed) == (SMALL, PLUS, PLUS)
    assert str(readme).startswith("puzzle 2: README: this looks like none")


def test_a_damaged_archive_gives_what_is_whole():
    whole = zipped(a=converting.write(PLUS, "non"), b=converting.write(SMALL, "non"))
    spoilt = whole[:40] + b"????" + whole[44:]

    broken, small = converting.read_each(spoilt)

    assert str(broken) == "a: this file in the archive is damaged and cannot be unpacked"
    assert small == SMALL
    with pytest.raises(FormatError, match="the zip archive is damaged"):
        converting.read(whole[:-5])
    with pytest.raises(FormatError, match="consists of bytes"):
        converting.read("PK\x03\x04\u2028")
    with pytest.raises(FormatError, match="archives within archives"):
        converting.read(zipped(inner=zipped(a="").decode("latin-1")))


def test_a_doubtful_piece_of_several_is_told():
    plus = "3\n3\n1\n3\n1\n\n1\n3\n1\n"

    with pytest.warns(FormatWarning, match=r"piece 2: read as Nonogram \(cwd, not keen\)"):
        assert list(converting.read_all("\n".join(["1 star", *ROWS, "====", plus]))) == [FOUR, PLUS]


def test_non_files_one_behind_the_other_are_several_puzzles():
    text = converting.write(PLUS, "non") + converting.write(SMALL, "non")

    assert list(converting.read_all(text)) == [PLUS, SMALL]


# Star Battle as people write it down

ROWS = ["AAAB", "AABB", "CCDB", "CDDD"]
FOUR = StarBattle.from_rows(1, ROWS)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(",".join(str("ABCD".index(sign)) for sign in row) for row in ROWS),
        "1112\n1122\n3342\n3444\n",
        "\n".join(
            " ".join({"A": "north", "B": "x", "C": "12", "D": "d"}[s] for s in r) for r in ROWS
        ),
        ",".join(str("ABCD".index(sign) + 1) for row in ROWS for sign in row),
        "# a comment\n\n" + "\n".join(ROWS),
    ],
)
def test_a_board_of_labels_needs_only_its_stars(text: str):
    assert converting.read(text, stars=1) == FOUR
    assert converting.read(text, genre="star-battle", stars=1) == FOUR
    with pytest.raises(FormatError, match="use stars="):
        converting.read(text)


@pytest.mark.parametrize("said", ["stars: 1", "1 star", "★", "Stars = 1"])
def test_a_board_of_labels_may_say_its_stars(said: str):
    assert converting.read(f"{said}\n" + "\n".join(ROWS)) == FOUR


def test_a_number_above_a_board_of_labels_may_count_something_else():
    text = "1\n" + "\n".join(ROWS)

    with pytest.raises(UnnamedGenre, match="it could be Star Battle, or one that is not supported"):
        converting.read(text)
    assert converting.read(text, genre="star-battle") == FOUR


@pytest.mark.parametrize("ascii", [True, False])
@pytest.mark.parametrize("coordinates", [True, False])
def test_a_board_that_the_terminal_has_drawn_is_read_again(ascii: bool, coordinates: bool):
    puzzle = converting.read(SBN)

    drawn = caracol.render(puzzle, "text", ascii=ascii, coordinates=coordinates)

    assert converting.read(drawn) == puzzle


def test_a_board_of_thin_lines_is_read_as_it_is_drawn():
    drawn = "┌───┬───┐\n│   │   │\n│   │   │\n└───┴───┘\n"

    with pytest.raises(FormatError, match="drawn with lines"):
        converting.read(drawn, stars=1)


def test_a_terminal_s_board_of_another_genre_is_refused_with_its_cell():
    drawn = caracol.render(converting.read(TOP / "examples" / "hitori" / "6x5.json"), "text")

    with pytest.raises(FormatError, match=r"r1c1 has '2', and a Star.*; for another genre"):
        converting.read(drawn)
    with pytest.raises(FormatError, match="r1c1 has '2', and a Star Battle has no clues"):
        converting.read("1 star\n" + drawn)


def test_the_command_that_reads_says_that_the_genre_was_not_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    text = converting.write(converting.read(TOP / "examples" / "akari" / "8x6.json"), "puzzlekit")
    (tmp_path / "a.txt").write_text(text)

    assert main(["read", str(tmp_path / "a.txt")]) == 0
    assert "read as Akari; use --genre to choose another" in capsys.readouterr().out
    assert main(["read", str(tmp_path / "a.txt"), "--genre", "akari"]) == 0
    assert "choose another" not in capsys.readouterr().out


def test_strings_of_star_battles_are_read_one_a_line(tmp_path: Path):
    (tmp_path / "some.sbn").write_text(f"{SBN}\n{SBN}.s42d7\n")

    puzzles = list(converting.read_all(tmp_path / "some.sbn"))

    assert puzzles[0] == puzzles[1]
    assert converting.write(puzzles[0], "sbn") == SBN
    assert puzzles[0].stars == 2
    assert caracol.solve(puzzles[0]).status == "unique"


def test_strings_of_star_battle_lab_have_one_solution_each():
    for text in LAB:
        puzzle = converting.read(text)
        assert caracol.solve(puzzle).status == "unique"
        assert converting.write(puzzle, "star-battle-lab") == text
    assert len(list(converting.read_all("\n".join(LAB)))) == len(LAB)


def test_puzzle_draw_files_of_two_genres():
    # Examples of robx/puzzle-draw, with the solutions that they state.
    stars = converting.read(
        "type: starbattle\npuzzle:\n  stars: 2\n  grid: |\n    laaaiasbb\n    lllaiassb\n"
        "    aaaaiaasb\n    jjaaiabbb\n    ajaaaabbt\n    ajannabtt\n    aaabnnbct\n"
        "    aacbbbbcc\n    acccccccc\nsolution: |\n  ....*.*..\n"
    )
    abc = converting.read(
        "type: buchstabensalat\npuzzle:\n  letters: A-C\n  top:    ..A.A\n  left:   CCC.B\n"
        "  bottom: ..B..\n  right:  .AA..\nsolution: |\n  CBA..\ncode:\n  cell_rows_bottom: [1,3]\n"
    )

    assert isinstance(stars, StarBattle)
    assert caracol.solve(stars).solution[:9] == (0, 0, 0, 0, 1, 0, 1, 0, 0)
    assert isinstance(abc, EasyAsABC)
    assert caracol.solve(abc).solution[:5] == (3, 2, 1, 0, 0)


@pytest.mark.parametrize(
    "text",
    ["starbattle/6/6/1/4ilbhgdnmhou", SBN, LAB[0], "nonogram/6/6/12g1111h11112j12g11g21j11g3h"],
)
def test_a_bare_string_is_a_puzzle_on_the_command_line(
    text: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["count", text]) == 0
    assert "one solution" in capsys.readouterr().out


# Penpa and puzzlekit


def test_penpa_keeps_letters_that_no_clue_names():
    puzzle = EasyAsABC("ABCD", (1, None, 2, None, None), *[(None,) * 5] * 3)

    written = converting.convert(puzzle, "penpa")

    assert written.lost == ()
    assert converting.read(written.text) == puzzle


def test_magnets_of_puzzlekit_need_no_board_of_given_cells():
    puzzle = converting.read("3x3:201,102,120,111,LRTT*BBLR")
    assert isinstance(puzzle, Magnets)
    head, *rest = converting.write(puzzle, "puzzlekit").splitlines()

    short = "\n".join([head, *rest[:4], *rest[-3:]])

    assert converting.read(short, genre="magnets") == puzzle
    hole = converting.read(short.replace("4", "#"), genre="magnets")
    assert hole == puzzle, "a single cell may be a #"


# Several puzzles, and lists that go on


def test_pieces_of_different_formats_are_several_puzzles():
    board = "1 star\n" + "\n".join(ROWS)

    assert list(converting.read_all(f"{board}\n\nstart('ABC', 5).\n\n{board}\n")) == [
        FOUR,
        converting.read("caracol:magic-snail/5/ABC"),
        FOUR,
    ]
    assert list(converting.read_all(f"{board}\n-----\n{board}\n")) == [FOUR, FOUR]


def test_a_broken_line_does_not_end_a_list():
    good, bad = "3x3:201,102,120,111,LRTT*BBLR", "3x3:201,102,120,11,LRTT*BBLR"

    items = list(converting.read_each(f"{good}\n{bad}\nnothing\n{good}\n"))

    assert [type(item).__name__ for item in items] == [
        *("Magnets", "FormatError", "FormatError", "Magnets")
    ]
    assert str(items[1]).startswith("line 2: ")
    with pytest.raises(FormatError, match="line 2"):
        list(converting.read_all(f"{good}\n{bad}\n{good}\n"))


BROKEN = "3x3:201,102,120,111,LRTT*BBLR\n3x3:oops\n3x3:201,102,120,111,LRTT*BBLR\n"


def test_commands_go_on_after_a_broken_puzzle_count_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "ids.txt").write_text(BROKEN)

    status = main(["count", str(tmp_path / "ids.txt")])

    shown = capsys.readouterr()
    assert status == 2
    assert shown.out.count("one solution") == 2
    assert "puzzle 2: line 2: " in shown.err
    assert "1 of 3 puzzles could not be read" in shown.err


def test_json_results_have_a_line_for_a_broken_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "ids.txt").write_text(BROKEN)

    main(["count", "--json", str(tmp_path / "ids.txt")])

    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in found] == [1, 2, 3]
    assert "line 2" in found[1]["error"]


def test_strict_stops_at_the_first_broken_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "ids.txt").write_text(BROKEN)

    status = main(["count", "--strict", str(tmp_path / "ids.txt")])

    shown = capsys.readouterr()
    assert status == 2
    assert shown.out.count("one solution") == 1
    assert "line 2" in shown.err


def test_the_library_takes_what_can_be_read_and_tells_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "ids.txt").write_text(BROKEN)
    library = str(tmp_path / "library.sqlite")

    status = main(["library", "add", "--library", library, str(tmp_path / "ids.txt")])

    shown = capsys.readouterr()
    assert status == 2
    assert "1 puzzle added, 1 already there" in shown.out
    assert "1 of 3 puzzles could not be read" in shown.err
    strict = ["library", "add", "--strict", "--library", library, str(tmp_path / "ids.txt")]
    assert main(strict) == 2
    assert "added" not in capsys.readouterr().out


def test_the_choice_of_a_format_is_told_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "plus.txt").write_text("3\n3\n1\n3\n1\n\n1\n3\n1\n")

    assert main(["count", str(tmp_path / "plus.txt")]) == 0
    assert "read as Nonogram (cwd, not keen); use --genre or --from" in capsys.readouterr().err
    assert main(["count", "--from", "cwd", str(tmp_path / "plus.txt")]) == 0
    assert capsys.readouterr().err == ""


# Nothing is lost in silence


def test_all_that_a_non_file_says_survives_it():
    info = Info(
        'Say "hello"', "Ada, Grace", "a book", "first\nsecond", "© 2026 A", "CC-BY-4.0", "7", (0, 1)
    )
    puzzle = Nonogram.from_numbers([[1]], [[], [1]], info=info)

    written = converting.convert(puzzle, "non")

    assert written.lost == ()
    assert converting.read(written.text).info == info


def test_several_authors_and_the_id_of_webpbn_survive():
    text = (
        "<puzzleset><puzzle><id>#47</id><author>Ada</author><author>Grace</author>"
        "<copyright>2026</copyright><description>A cell.</description><note>unique</note>"
        '<clues type="rows"><line><count>1</count></line></clues>'
        '<clues type="columns"><line><count>1</count></line></clues>'
        '<solution type="goal"><image>|X|</image></solution></puzzle></puzzleset>'
    )

    puzzle = converting.read(text)

    expected = Info("", "Ada, Grace", "", "A cell.\nunique", "2026", "", "#47", (1,))
    assert puzzle.info == expected
    assert converting.read(converting.write(puzzle, "webpbn")).info == expected


def test_what_a_format_has_no_place_for_is_named():
    info = Info(copyright="2026", licence="CC0", id="7", goal=(1,))
    puzzle = Nonogram.from_numbers([[1]], [[1]], info=info)

    lost = converting.convert(puzzle, "puzz.link").lost

    assert lost == ("the copyright", "the licence", "the id", "the goal")


def test_a_goal_that_does_not_fit_the_clues_is_told_and_left_out():
    text = 'width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal "0"\n'

    with pytest.warns(FormatWarning, match="goal of the file does not fit its clues; the text may"):
        info = converting.read(text).info

    assert info.goal == ()
    assert info.notes == "The goal of the file does not fit its clues."


def test_the_description_of_freenono_is_kept():
    text = (
        '<Nonograms><Nonogram name="a" desc="a letter" id="4" width="2" height="1">'
        "<line>x_</line></Nonogram></Nonograms>"
    )

    info = converting.read(text).info

    assert (info.notes, info.id, info.goal) == ("a letter", "4", (1, 0))


# What the formats say about themselves


@pytest.mark.parametrize("found", converting.list_formats(), ids=lambda found: found.name)
def test_every_format_has_an_example_that_it_reads(found: Format):
    assert found.example
    assert found.signs
    puzzles = quiet_all(found.example, found.name)
    assert puzzles
    try:
        assert list(map(type, quiet_all(found.example))) == list(map(type, puzzles))
    except UnnamedGenre as refusal:
        assert puzzles[0].genre.id in refusal.genres  # noqa: PT017
    except FormatError as refusal:
        assert "choose one: " in str(refusal)  # noqa: PT017


def quiet_all(text: str, format: str | None = None) -> list[caracol.Puzzle]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return list(converting.read_all(text, format))


def test_nonograms_may_have_a_thousand_lines():
    tall = Nonogram.from_numbers([[1]] * 1000, [[1000]])

    for name in ("non", "cwd", "webpbn", "puzz.link", "tatham", "caracol", "json"):
        text = converting.write(tall, name) if name != "puzz.link" else ""
        assert not text or converting.read(text, name) == tall
    assert caracol.solve(tall).status == "unique"
    with pytest.raises(FormatError, match="the maximum here is 255"):
        converting.write(tall, "puzz.link")
    with pytest.raises(caracol.ClueError, match="1 to 1000 rows, not 1001"):
        Nonogram.from_numbers([[1]] * 1001, [[1001]])


def test_a_chessboard_of_a_thousand_lines_fits_into_the_formats_that_write_numbers():
    clues = [[1] * 500] * 1000
    board = Nonogram.from_numbers(clues, clues)

    for name in ("json", "non", "cwd"):
        assert converting.read(converting.write(board, name), name) == board


# Variants: blocked cells, unequal sides, other numbers

HOLES = ["AAB#", "ACBB", "CCDB", "C#DD"]


def test_blocked_cells_are_no_part_of_rows_columns_and_regions():
    puzzle = StarBattle.from_rows(1, HOLES)

    answer = caracol.solve(puzzle)

    assert puzzle.blocked == {3, 13}
    assert answer.status == "unique"
    assert all(answer.solution[cell] == 0 for cell in puzzle.blocked)
    assert "#" in caracol.write(puzzle)
    for name in ("json", "caracol", "puzzlekit", "penpa", "regions"):
        assert converting.read(converting.write(puzzle, name), name, "star-battle") == puzzle
    for name in ("puzz.link", "pzprv3", "sbn", "prolog", "puzzle-draw"):
        with pytest.raises(FormatError):
            converting.write(puzzle, name)


def test_a_line_without_a_free_cell_wants_no_stars():
    puzzle = StarBattle.from_rows(1, ["AABB#", "AABB#", "CCDD#", "CCDD#", "#####"])

    assert caracol.count(puzzle).count == 2


def test_rows_columns_and_regions_may_have_different_numbers():
    puzzle = StarBattle(1, tuple(c % 12 for c in range(72)), 12, 2, 1)

    assert puzzle.scene.caption == "1 star a region, 2 a row, 1 a column"
    answer = caracol.solve(puzzle)
    rows = [sum(answer.solution[row * 12 : row * 12 + 12]) for row in range(6)]
    assert rows == [2] * 6
    with pytest.raises(caracol.ClueError, match="do not have the same number of stars in all"):
        StarBattle(2, tuple(c % 12 for c in range(72)), 12, 2, 1)


@pytest.mark.parametrize(("size", "blocked"), [("6x6", 4), ("7x5", 3), ("5x4", 2)])
def test_magnets_are_made_with_blocked_cells(size: str, blocked: int) -> None:
    made = caracol.generate("magnets", size=size, blocked=blocked, seed=5)

    assert caracol.solve(made.puzzle).only() == made.solution
    assert sum(cell == other for cell, other in enumerate(made.puzzle.partner)) == blocked


@pytest.mark.parametrize(
    ("blocked", "wrong"), [(3, "an even number of them is blocked, not 3"), (10, "at most 9 cells")]
)
def test_blocked_cells_that_no_dominoes_leave_are_refused(blocked: int, wrong: str) -> None:
    with pytest.raises(caracol.ClueError, match=wrong):
        caracol.generate("magnets", size=6, blocked=blocked)


@pytest.mark.parametrize("options", [{"size": 8, "blocked": 4}, {"size": "12x6"}])
def test_variants_are_generated_graded_and_explained(options: dict[str, object]):
    made = caracol.generate("star-battle", seed=2, **options)

    assert not made.puzzle.plain
    assert caracol.solve(made.puzzle).status == "unique"
    walk = caracol.explain(made.puzzle)
    assert walk.finished
    assert caracol.hint(made.puzzle) is not None
    assert converting.read(converting.write(made.puzzle, "caracol")) == made.puzzle


def test_the_setter_blocks_cells_and_frees_them_again():
    from caracol.authoring.editor import Act

    puzzle = StarBattle.from_rows(1, ["AABB", "ACBB", "CCDB", "CCDD"])

    holed = editing.edit(puzzle, Act("blocked", (3, 13)))

    assert holed == StarBattle.from_rows(1, HOLES)
    assert editing.spoken(holed)[3] == "blocked"
    assert editing.edit(editing.edit(holed, Act("blocked", (3,))), Act("blocked", (13,))) == puzzle
    with pytest.raises(caracol.ClueError, match="would lose its last cell"):
        editing.edit(puzzle, Act("blocked", (0, 1, 4)))
    wide = editing.blank(caracol.get_genre("star-battle"), {"size": 6, "columns": 12, "stars": 1})
    assert (wide.grid, wide.row_stars, wide.column_stars) == ((6, 12), 2, 1)


def test_diagonals_that_count_too():
    below = "\n- - - - - -\nc - a - - b\n- - - c - -\n- b a - - a\n" + "- - - - - -\n" * 6
    plain = converting.read(f"6 6 c{below}", genre="easy-as-abc")
    slanted = converting.read(f"6 6 c D{below}", genre="easy-as-abc")

    assert isinstance(plain, EasyAsABC)
    assert slanted == replace(plain, diagonals=True)
    solution = caracol.solve(slanted).solution
    for step in (7, 5):
        start = 0 if step == 7 else 5
        assert sorted(v for v in solution[start : start + 6 * step : step] if v) == [1, 2, 3]
    for name in ("json", "caracol", "puzzlekit"):
        assert converting.read(converting.write(slanted, name), name, "easy-as-abc") == slanted
    for name in ("puzz.link", "pzprv3", "penpa", "tatham", "puzzle-draw"):
        with pytest.raises(FormatError, match="diagonals"):
            converting.write(slanted, name)


def test_diagonals_are_generated_and_explained():
    made = caracol.generate("easy-as-abc", seed=1, size=5, diagonals=True)

    assert made.puzzle.diagonals
    assert caracol.solve(made.puzzle).status == "unique"
    assert caracol.explain(made.puzzle).finished


VARIANTS = [
    *("easy-as-abc/diagonals-6x6", "magnets/blocked-5x5"),
    *("star-battle/blocked-8x8", "star-battle/few-regions-12x6", "star-battle/wide-12x6"),
]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_is_among_the_examples_and_can_be_played_explained_and_set(name: str):
    puzzle = converting.read(TOP / "examples" / f"{name}.json")
    solution = caracol.solve(puzzle).only()

    assert caracol.explain(puzzle).finished
    assert caracol.hint(puzzle) is not None
    game = play.Game(puzzle)
    game.act((c, v) for c, v in enumerate(solution) if v and puzzle.givens[c] is None)
    assert game.finished
    shape = editing.settings(puzzle)
    assert editing.reformed(puzzle, shape) == puzzle
    assert editing.settings(editing.blank(puzzle.genre, shape)) == shape
    assert puzzle_view(puzzle)["puzzle"] == own.encode(puzzle)


def test_a_table_with_a_flaw_is_told_and_its_format_stays():
    with pytest.raises(FormatError, match="a run must be a number, not <1"):
        converting.read("rows = [|<1\n|];\ncols = [|1\n|];\n")


@pytest.mark.parametrize("text", ["53\xa0²", "²\n²\n1\n"])
def test_a_raised_digit_is_not_a_number(text: str) -> None:
    # "²" is a digit to Python, but int() does not take it: a format that tried would be left out.
    with pytest.raises(FormatError, match="none of the known formats"):
        converting.read(text)


# Genres that are not named


@pytest.mark.parametrize("part", range(4))
def test_no_text_of_another_genre_is_read_without_a_message(part: int):
    for number in range(part, 400, 4):
        text = foreign_text(f"foreign {number}")

        assert read_foreign(text) != "silent", text


def test_a_table_of_numbers_is_never_guessed_and_the_refusal_lists_the_genres():
    table = "3 3\n1 1 7\n2 1 3\n3 2 1\n"

    with pytest.raises(UnnamedGenre, match="it could be Hitori, or one") as refusal:
        converting.read(table)

    assert refusal.value.genres == ("hitori",)
    assert "--genre hitori" in str(refusal.value)
    assert converting.read(table, genre="hitori").genre.id == "hitori"


@pytest.mark.parametrize("text", ["2 2\n- -\n- -\n", "3x3:i", "[problem]\n- -\n- -\n[end]\n"])
def test_an_empty_board_is_never_guessed(text: str):
    with pytest.raises(UnnamedGenre):
        converting.read(text)


def test_the_only_genre_with_one_solution_is_chosen_with_a_notice():
    with pytest.warns(FormatWarning, match="read as Akari; use --genre to choose another") as told:
        puzzle = converting.read("3 3\n- - -\nx 3 -\nx - -\n")

    assert (len(told), puzzle.genre.id) == (1, "akari")


def test_a_drawing_is_read_as_the_genre_that_its_source_or_title_names():
    puzzle = converting.read("caracol:slitherlink/3/3/g3g2h1h")
    drawn = Penpa()
    contents = drawn.carriers["slitherlink"][1].write(puzzle)

    for info in (
        Info(source="https://puzz.link/p?slither/3/3/g3g2h1h"),
        Info(title="Slitherlink 7"),
        Info(notes="Rules of Slitherlink apply."),
    ):
        assert converting.read(drawn.pack(contents, "", info)) == puzzle
    with pytest.raises(FormatError, match="names the genre 'lits', which is not supported"):
        converting.read(drawn.pack(contents, "", Info(source="https://puzz.link/p?lits/3/3/0")))


def test_a_name_that_janko_pages_give_to_another_genre_is_refused():
    text = "puzzle {}\n[problem]\n1 1\n2 1\n[end]\n"

    with pytest.raises(FormatError, match="'dominosa' is not a supported kind"):
        converting.read(text.format("dominosa"))
    assert converting.read(text.format("singles"), genre="hitori").genre.id == "hitori"
    with pytest.raises(FormatError, match="this is 'hitori', not Slitherlink"):
        converting.read(text.format("hitori"), genre="slitherlink")


def test_naming_the_genre_solves_nothing(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise AssertionError("nothing is to be solved")

    monkeypatch.setattr(guessing, "is_unique", fail)
    monkeypatch.setattr(recognising, "is_unique", fail)

    converting.read("3 3\n- - -\nx 3 -\nx - -\n", genre="akari")
    converting.read("2\n1 1\n\n2\n1\n1\n", genre="nonogram")


def test_the_page_is_offered_the_genres_of_which_one_must_be_named():
    verb = next(one for one in read_verbs.VERBS if one.name == "preview")
    asked = {"puzzle": "4x3:a1a1a1a1a1a1", "most_cells": 1000}

    offered = verb.operation.answer(asked, None)
    chosen = verb.operation.answer({**asked, "genre": "hitori"}, None)

    assert (offered["choices"], offered["puzzles"]) == (["akari", "hitori"], [])
    assert (chosen["choices"], len(chosen["puzzles"])) == ([], 1)


# What a text says twice


NON = "width 3\nheight 2\n\nrows\n2\n1,1\n\ncolumns\n2\n1\n1\n"
WEBPBN = (
    '<puzzleset><puzzle><clues type="columns"><line><count>1</count></line></clues>'
    '<clues type="rows"><line></line><line><count>1</count></line></clues></puzzle></puzzleset>'
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            NON.replace("2\n1,1\n", "2\n1,1\n1\n"),
            "line 4: expected 2 clues below 'rows', but found",
        ),
        (NON.replace("1\n1\n", "1\n1\n1\n"), "expected 3 clues below 'columns', but found 4"),
        (NON.replace("1,1\n", ""), "line 4: expected 2 clues below 'rows', but found 1"),
        (
            NON.replace("1,1\n", "").replace("\n\nrows", "\nrows"),
            "have 2 black cells, but those of the columns have 4; a blank",
        ),
        (NON.replace("2\n1,1", "0\n2,2").replace("0\n", ""), "expected 2 clues below 'rows'"),
        ("3\n3\n1\n2\n\n\n1\n2\n", "expected 3 rows, a blank line and 3 columns of clues"),
        (WEBPBN.replace("<line></line>", "line>"), "'line>' is in the clues of the rows"),
        (WEBPBN.replace("<line></line>", "<line>2</line>"), "'2' is in line 1 of the rows"),
        ("[Dimensions]\n2\n4\n[Row clues]\n2\n1,1\n[Column clues]\n2\n1\n1\n", "states 4 columns"),
        ("[Dimensions]\n3\n3\n[Row clues]\n2\n1,1\n[Column clues]\n2\n1\n1\n", "states 3 rows"),
        ("X = 4;\nY = 2;\nrows = [|2,0|1,1|];\ncols = [|2|1|1|];\n", "states 4 columns, but has"),
        (
            "rows: 3\ncolumns: 3\nrow_runs:\n- [2]\n- [1,1]\ncol_runs:\n- [2]\n- [1]\n- [1]\n",
            "3 rows",
        ),
        (
            "<Nonograms><Nonogram width='3' height='1'><line>xx</line></Nonogram></Nonograms>",
            "3 col",
        ),
        ("P1\n2 1\n1 0 1\n", "more than the 1 row that it states"),
        (
            "#define a_width 2\n#define a_height 1\nstatic char a_bits[] = {1, 0x01, 0x02};\n",
            "1 byte",
        ),
        (b"TLS\0\0\0\0\0\1\1\1\1\1\1\7", "1 byte too many after the last clue"),
        ("pzprv3\nhitori\n2\n2\n1 2 \n2 1 \n. . \n", "line 7: expected 2 lines after the size"),
        ("pzprv3\nstarbattle\n2\n2\n1\n3\n0 0 \n0 1 \n. . \n. . \n", "states 3 regions, but has 2"),
        ("puzz.link/p?starbattle/2/2/1/o1", "a character whose last digits are 0"),
    ],
)
def test_what_a_text_says_twice_is_compared(text: str | bytes, words: str):
    with pytest.raises(FormatError) as refusal:
        converting.read(text, genre=None if str(text).startswith("p") else "nonogram")
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            NON.replace("2\n1,1", "3\n1,1"),
            "rows have 5 black cells, but those of the columns have 4",
        ),
        (
            "X = 3;\nY = 1;\nrows = [|1, 0, 1|];\ncols = [|1|0|1|];\n",
            "there is a zero between two runs of a clue in the file",
        ),
        ("3x3:202,102,120,111,LRTT*BBLR", "the rows have 3 pluses, but the columns have 4"),
        ("stars: 1\nAAAB\nABAB\nDDBB\nDCCC", "region B is in several pieces, one of them at r2c2"),
        (
            '{"caracol": 1, "genre": "nonogram", "rows": [[1], [1]], "columns": [[2], [1]]}',
            "the clues of the rows have 2 black cells, but those of the columns have 3",
        ),
        (
            '{"caracol": 1, "genre": "nonogram", "rows": [[1]], "columns": [[1]]}\n'
            '{"caracol": 1, "genre": "sudoku", "grid": ["1..1", "....", "....", "...."]}\n',
            "line 2: r1c1 and r1c4 have the same 1",
        ),
    ],
)
def test_clues_that_contradict_each_other_are_noticed(text: str, words: str):
    with pytest.warns(FormatWarning) as notices:
        list(converting.read_all(text))

    assert words in str(notices[0].message)
    assert str(notices[0].message).endswith("; the text may be damaged")


def test_clues_that_contradict_each_other_are_noticed_in_our_own_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = '{"caracol": 1, "genre": "nonogram", "rows": [[2]], "columns": [[1], [1]]}\n'
    damaged = whole.replace("2", "1")
    (tmp_path / "one.json").write_text(damaged)
    (tmp_path / "two.jsonl").write_text(whole + damaged)
    words = "the clues of the rows have 1 black cell, but those of the columns have 2"
    add = ["library", "add", "--library", str(tmp_path / "library")]

    for command, name, where in (
        (["count"], "one.json", ""),
        (["count"], "two.jsonl", "line 2: "),
        (add, "one.json", ""),
        (add, "two.jsonl", "puzzle 2: "),
    ):
        main([*command, str(tmp_path / name)])
        assert f"caracol: {where}{words}; the text may be damaged\n" in capsys.readouterr().err


def test_a_stated_solution_that_does_not_fit_the_clues_is_noticed() -> None:
    puzzle = caracol.read(examples.text("sudoku"))
    solution = caracol.solve(puzzle).solution
    assert solution is not None
    written = caracol.write(replace(puzzle, info=Info(goal=solution)), "json")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert caracol.read(written).info.goal == solution
    wrong = (*solution[1::-1], *solution[2:])
    written = caracol.write(replace(puzzle, info=Info(goal=wrong)), "json")
    with pytest.warns(FormatWarning, match="the stated solution does not fit the clues; the text"):
        caracol.read(written)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("[Puzzle]\n1..1\n..2.\n.3..\n...4\n", "r1c1 and r1c4 have the same 1"),
        ("[Puzzle]\n1...\n..2.\n13..\n...4\n", "r1c1 and r3c1 have the same 1"),
        ("[Puzzle]\n1...\n.12.\n.3..\n...4\n", "r1c1 and r2c2 have the same 1"),
    ],
)
def test_a_digit_that_is_given_twice_is_noticed(puzzle: str, words: str) -> None:
    with pytest.warns(FormatWarning, match=words):
        converting.read(puzzle, "sudoku-sdk")


def test_numbers_of_tents_and_trees_that_differ_are_noticed() -> None:
    good = Tents(("T..", "...", "..T"), (1, 0, 1), (None, None, None))

    assert find_doubt(good) == ""
    assert find_doubt(replace(good, rows=(1, 0, None))) == ""
    assert find_doubt(replace(good, rows=(1, 1, 1))) == (
        "the numbers of trees and of tents in rows differ: 2 and 3"
    )
    assert "in columns differ: 2 and 1" in find_doubt(replace(good, columns=(1, 0, 0)))


def test_sums_of_a_kakuro_that_differ_across_and_down_are_noticed() -> None:
    good = Kakuro(3, ((0, 0), (4, 0), (6, 0), (0, 3), None, None, (0, 7), None, None))

    assert find_doubt(good) == ""
    assert find_doubt(replace(good, squares=((0, 0), (0, 0), *good.squares[2:]))) == ""
    assert find_doubt(replace(good, squares=((0, 0), (5, 0), *good.squares[2:]))) == (
        "the sums down add up to 11, but those across to 10"
    )


def test_what_cannot_be_detected_is_documented_for_every_format() -> None:
    page = (TOP / "docs/reference/formats.md").read_text(encoding="utf-8")
    section = page.split("## Damaged texts")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    documented = set(re.findall(r"`([^`]+)`", " ".join(rows)))

    assert {one.name for one in converting.list_formats()} - documented == set()


def test_damaged_check_characters_are_not_taken_for_none():
    with pytest.raises(FormatError, match="does not fit its check characters 'yn,"):
        caracol.read("caracol:nonogram/3.4,2.2/5,5,1.1.4?check=yn,1.1.3")


def test_an_id_of_letters_alone_is_an_unruly_only_if_it_has_one_solution():
    with pytest.raises(UnnamedGenre, match="it could be Binairo, or one that is not supported"):
        caracol.read("2x2:bba")
    with pytest.warns(FormatWarning, match="read as Binairo"):
        assert caracol.read("6x6u:AdCHJAebab").genre.id == "binairo"


def test_slight_damage_to_our_links_is_refused_or_harmless():
    links = [source for source in sources() if "check=" in source[0]]
    outcomes = Counter(try_damage(dice.choice(links), dice) for dice in map(Random, range(300)))

    assert links
    assert outcomes["different"] == 0
    assert outcomes["refused"] > 100


# Refusals say what and where


@pytest.mark.parametrize(
    ("text", "genre", "words"),
    [
        ("7x7t2:a", None, "Loopy, honeycomb grid: only square grids are supported"),
        ("7x7t2dh:a", "slitherlink", "Loopy, honeycomb grid: only square grids are supported"),
        ("2 2\n1 a\n2 1\n", "hitori", "r1c2: expected a number or '-', found 'a'"),
        ("2 2\n- 5\n- -\n", "slitherlink", "r1c2: a number must be from 0 to 4, not 5"),
        ("2 2\n- -\n? -\n", "akari", "r2c1: expected a number or '-' or 'x', found '?'"),
        ("3x2:1a5b", "akari", "r1c3: expected"),
        (
            "solve(['B', ' ', ''], ['A', ' ', ' '], [' ', 'B', ' '], [' ', ' ', ' ']).",
            "easy-as-abc",
            "clue 3 of the left side is neither a letter nor ' '",
        ),
        (
            "1 star\n+---+---+\n|       |\n+   +---+\n|   |\n+---+---+\n",
            "star-battle",
            "line 5 has 5 characters, but the line above the board has 9",
        ),
        ("https://puzz.link/p?slither/2/2/1G", None, "r1c2: expected"),
        ("https://puzz.link/p?tents/4/4/1z", None, "column 2: expected a gap of at most 7"),
        ("https://puzz.link/p?kakuro/3/3/k!", None, "r2c3: expected a sum"),
        ("https://puzz.link/p?kakuro/3/3/s12", None, "r1c4: expected a sum"),
        (
            '{"caracol": 1, "genre": "tents", "board": ["T..", ".t."]}',
            None,
            "board, r2c2: 't' is neither a tree, 'T', nor '.'",
        ),
        (
            '{"caracol": 1, "genre": "tents", "board": ["T..", ".."]}',
            None,
            "board, row 2: has length 2, but the width of the board is 3",
        ),
        ("caracol:slitherlink/2/2/1i/g!", None, "r1c2-top: expected a number"),
        ("caracol:magic-snail/3/AB/h1!", None, "r2c1: expected a number"),
        ("caracol:star-battle/4/1/000vvo/j!", None, "r2c1: expected a number"),
        ("caracol:nonogram/1,1/2/z", None, "r1c1: expected a gap of at most 2"),
        ("caracol:nonogram/1,1/2/17", None, "r1c2: a given cell must be 0 (blank) or the number"),
        ("https://puzz.link/p?nonogram/2/2/11!", None, "row 1: expected a number"),
        ("https://puzz.link/p?nonogram/2/2/1g0g", None, "row 1: a run cannot have 0 cells"),
        ("caracol:magnets/2/2/1g!/00", None, "row 1, left: expected a number"),
        ("caracol:magnets/2/2/n/60/17h", None, "r1c2: a given cell is 0 (neutral)"),
        ("https://puzz.link/p?magnets/2/2/h!", None, "column 2, bottom: expected a number"),
        ("2x2:1!,..,..,..,LRLR", None, "column 2, top: expected a count"),
        ("caracol:easy-as-abc/3/AB/i1!", None, "column 2, bottom: expected a number"),
        ("caracol:easy-as-abc/3/AB/r/h!", None, "r1c3: expected a number"),
        ("4n3L:d!", "easy-as-abc", "row 1, left: expected a letter"),
        ("2x2:1/a/1/1", "nonogram", "column 2: expected the length of a run, found 'a'"),
        ("2:1//x/////", "skyscrapers", "column 1, bottom: expected a clue, found 'x'"),
        ("2:0,9F,0,0", "futoshiki", "r1c2: a cell has a digit or 0, and perhaps letters of URDL"),
        ("2x2:d,1,x,1,0", "tents", "column 2, top: expected a number of tents, found 'x'"),
        ("2 2\n- @\n- -\n", "kakuro", "line 2, item 2: '@' is neither - nor 0 nor sums"),
        ("2 2\n- -\n- x\n- -\n- -\n1 1\n2 2\n", "magnets", "line 3, item 2: expected a count"),
        ("2 2\n- 1\n1 ?\n- x\n- -\n", "tents", "line 3, item 2: expected a number or -"),
        ("pzprv3/building/2/2/. 1 . ./. . . ./. qx . ./. . . .", None, "line 7, item 2: expected"),
        ("pzprv3/magnets/2/2/x/1/1 1", None, "line 5, item 1: expected 0 or 1, found 'x'"),
        ("solve(['A', ' '], ['B', ' '], [' ', ' '], [' ', ' ']).", None, "top 1: 'B' is not"),
        ("start('AB', &5).", None, "line 1, column 13: expected a term in Prolog, found '&'"),
        ("7x7t0de:22", None, "looks most like Slitherlink: r1c3: expected a number from 0 to 4"),
        ("6x6:2", None, "Akari: r1c2: expected another character"),
        ("3 3\n- 1 @\n- - -\n- - -\n", None, "Akari: r1c3: expected a number"),
        ("4n3L:p,bOm", "easy-as-abc", "r1c3: a cell that has 'some letter'"),
    ],
)
def test_a_refusal_names_the_cell_and_the_symbol_or_the_mode(
    text: str, genre: str | None, words: str
):
    with pytest.raises(caracol.CaracolError) as refusal:
        converting.read(text, genre=genre)

    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("clue", "where"), [('"57":["3"', "row 3, left"), ('"92":["5"', "column 2, bottom")]
)
def test_a_refused_drawing_of_penpa_names_the_place(clue: str, where: str):
    drawn = open_envelope(converting.write(caracol.read(examples.text("skyscrapers")), "penpa"))
    assert clue in drawn
    damaged = envelope(drawn.replace(clue, f'{clue[:-3]}"@"').encode())

    with pytest.raises(FormatError, match=f"^{where}: expected a height, found '@'"):
        converting.read(damaged, genre="skyscrapers")


def test_another_grid_of_penpa_is_named():
    with pytest.raises(FormatError, match=r"Penpa\+, hex grid: only square grids are supported"):
        converting.read(envelope(b"hex,5,5,38\n[0,0,0,0]\n{}\n{}\n{}\n"))
