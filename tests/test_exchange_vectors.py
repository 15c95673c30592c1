"""Texts from the field say what they are known to say."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caracol import solve
from caracol.authoring.notation.codecs import Cursor, Number, Spaced
from caracol.authoring.notation.format import FileFormat, Format
from caracol.board.grid import Grid
from caracol.errors import ClueError, FormatError, FormatWarning, UnnamedGenre
from caracol.formats import converting
from caracol.formats.framed import Framed
from caracol.formats.frames.penpa import Indices
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import NEUTRAL, Magnets, halves
from caracol.genres.nonogram import ANY_LENGTH, Nonogram, Run
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import INFO, Info
from caracol.puzzle.plugins import all_genres
from vectors import CHECKED, SOURCES, VECTORS, Vector

NAMES = {vector.name: vector.text for vector in VECTORS}


def numbers(clues: tuple[tuple[Run, ...], ...]) -> list[list[int]]:
    return [[run.length for run in clue] for clue in clues]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector.name for vector in VECTORS])
def test_a_text_from_the_field_is_recognised_and_read(vector: Vector):
    named = vector.format if vector.doubtful else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            puzzle = converting.read(vector.text, named, **vector.known)
        except UnnamedGenre as refusal:
            # It is never taken for another genre.
            assert vector.genre in refusal.genres  # noqa: PT017
            puzzle = converting.read(vector.text, named, vector.genre, **vector.known)
        again = converting.read(vector.text, vector.format, vector.genre, **vector.known)

    assert puzzle.genre.id == vector.genre
    assert again == puzzle
    if vector.roundtrip:
        written = converting.write(puzzle, vector.format)
        assert written.removeprefix("https://puzz.link/p?") == vector.text.removeprefix(
            "https://puzz.link/p?"
        )


def test_regions_of_a_star_battle_link():
    puzzle = converting.read(NAMES["star battle of pzprjs"])

    assert puzzle == converting.read(NAMES["star battle file"])
    assert len(set(puzzle.regions)) == 6


def test_sides_of_an_easy_as_abc_link_are_top_bottom_left_right():
    puzzle = converting.read(NAMES["abc of pzprjs"])

    assert isinstance(puzzle, EasyAsABC)
    assert puzzle.top == (1, None, None, None)
    assert puzzle.bottom == (None,) * 4
    assert puzzle.left == (2, None, None, 3)
    assert puzzle.right == (None, 3, None, None)


def test_runs_of_a_nonogram_link_are_written_from_the_board_outwards():
    puzzle = converting.read(NAMES["nonogram of pzprjs"])

    assert isinstance(puzzle, Nonogram)
    assert numbers(puzzle.rows) == [[2, 1], [1, 1], [1, 2], [], [1, 1], [3]]
    assert numbers(puzzle.columns) == [[2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], []]


def test_a_magnets_link_has_minus_before_plus_and_empty_cells_stay_apart():
    puzzle = converting.read(NAMES["magnets of pzprjs"])

    assert isinstance(puzzle, Magnets)
    assert puzzle.column_plus == (2, 2, None, None, None)
    assert puzzle.row_plus == (2, 2, None, None, 2)
    assert puzzle.column_minus == (None, 2, None, None, 2)
    assert puzzle.row_minus == (None, None, 2, 0, 3)
    assert [cell for cell, other in enumerate(puzzle.partner) if cell == other] == [12]
    assert len(puzzle.dominoes()) == 12


def test_a_game_id_of_magnets_has_all_plus_counts_first():
    puzzle = converting.read("3x3:201,102,120,111,LRTT*BBLR")

    assert isinstance(puzzle, Magnets)
    assert puzzle.column_plus == (2, 0, 1)
    assert puzzle.row_plus == (1, 0, 2)
    assert puzzle.column_minus == (1, 2, 0)
    assert puzzle.row_minus == (1, 1, 1)
    assert halves(puzzle) == ["LRT", "T*B", "BLR"]


def test_a_drawing_of_magnets_has_plus_above_and_left():
    puzzle = converting.read(NAMES["penpa magnets"], genre="magnets")

    assert isinstance(puzzle, Magnets)
    assert puzzle.column_plus == (None, 2, None, 3, None, 1, None, 2)
    assert puzzle.row_plus == (2, None, 2, None, 3, None, 1, None)
    assert puzzle.column_minus == (None, 2, None, 2, None, 2, None, 4)
    assert puzzle.row_minus == (4, None, 2, None, 1, None, 3, None)
    assert len(puzzle.dominoes()) == 32


def test_a_drawing_of_a_nonogram_reads_outermost_first():
    puzzle = converting.read(NAMES["penpa nonogram"], genre="nonogram")

    assert isinstance(puzzle, Nonogram)
    unknown = ANY_LENGTH
    assert numbers(puzzle.columns) == [[unknown] * 2, [unknown] * 2, [unknown, 1], [1, 2]]
    assert numbers(puzzle.rows) == [[unknown] * 2, [unknown], [1, 1], [unknown] * 2]


def test_a_drawing_that_does_not_say_its_letters_must_be_told_them():
    text = NAMES["penpa easy-as-abc"]

    assert converting.read(text, letters="AUGST").letters == "AUGST"
    with pytest.raises(FormatError, match="use letters="):
        converting.read(text)


def test_a_drawing_without_a_number_of_stars_must_be_told_it():
    board = "[[1, 2, 1, 1], [1, 1, 1, 3], [4, 1, 1, 1], [1, 1, 1, 1]]"

    assert converting.read(f"testBoard({board}).", stars=1) == converting.read(
        f"starBattle({board}, 1)"
    )
    with pytest.raises(FormatError, match="use stars="):
        converting.read(f"testBoard4x4_1({board}).")


# The traps, one by one


def test_sides_come_in_the_order_of_each_format():
    wide = Nonogram.from_numbers([[2]], [[1], [1]])

    assert "nonogram/2/1/" in converting.write(wide, "puzz.link")
    assert converting.write(wide, "pzprv3").startswith("pzprv3\nnonogram\n1\n2\n")
    assert converting.write(wide, "nin").startswith("2 1\n")
    assert converting.write(wide, "tatham").startswith("2x1:")
    assert converting.write(wide, "puzzlekit").startswith("1 2\n")
    assert converting.write(wide, "caracol") == "caracol:nonogram/1,1/2?check=u9"


def test_salad_has_its_sides_in_another_order_than_puzz_link():
    sides = ((1, None, None), (2, None, None), (None, 1, None), (None, None, 2))
    puzzle = EasyAsABC("AB", *sides)

    assert converting.write(puzzle, "tatham") == "3n2L:AbBdBaAa,i"
    assert converting.write(puzzle, "puzz.link").endswith("easyasabc/3/3/2/1j22i1g")
    assert converting.read("3n2L:AbBdBaAa,i") == puzzle


def test_no_clue_is_not_the_clue_nought_and_not_an_empty_line():
    none = converting.read("2x1:..,.,..,.,LR")
    nought = converting.read("2x1:00,0,00,0,LR")
    empty = converting.read("1x1:/")

    assert none.row_plus == (None,)
    assert nought.row_plus == (0,)
    for name in ("puzz.link", "pzprv3", "penpa", "puzzlekit", "prolog", "caracol", "json"):
        for puzzle in (none, nought):
            assert converting.read(converting.write(puzzle, name), genre="magnets") == puzzle
    assert empty.rows == ((),)
    for name in (
        "puzz.link",
        "non",
        "nin",
        "webpbn",
        "olsak",
        "toml",
        "ini",
        "gno",
        "keen",
        "penpa",
    ):
        assert (
            converting.read(converting.write(empty, name), format=name, genre="nonogram") == empty
        )


def test_runs_that_pzpr_itself_cannot_read_back_are_refused():
    long = Nonogram.from_numbers([[250]], [[1]] * 250)

    assert converting.read(converting.write(long, "puzz.link")) == long
    with pytest.raises(FormatError, match="the number 256 is too large"):
        Spaced(1).write((256,))


def test_a_z_in_a_title_survives_a_drawing():
    info = Info(title="zigzag zA zZ z_", author="Liz, the & of = it", notes="two\nlines")
    puzzle = StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"], info=info)

    again = converting.read(converting.write(puzzle, "penpa"))

    assert (again, again.info) == (puzzle, info)


def test_unusual_letters_become_plain_ones_and_that_is_said():
    puzzle = EasyAsABC("US", (1, None, 2), (None,) * 3, (None,) * 3, (2, 1, None))

    written = converting.convert(puzzle, "puzz.link")

    assert written.lost == ("the letters US (written as AB)",)
    assert converting.read(written.text).letters == "AB"


def test_the_order_of_a_snails_key_is_kept():
    assert converting.read("caracol:magic-snail/5/CAB") == MagicSnail("CAB", 5)
    assert (
        converting.write(MagicSnail("A/?", 5), "caracol")
        == "caracol:magic-snail/5/A%2F%3F?check=m0"
    )


# Files of nonograms


def test_a_non_file_says_who_made_it():
    puzzle = converting.read(NAMES["dancer"])

    assert puzzle.info.title == "Demo Puzzle from Front Page"
    assert puzzle.info.author == "Jan Wolter"
    assert puzzle.info.source == "webpbn.com #1"
    assert puzzle.info.copyright == "© 2004 Jan Wolter"
    assert puzzle.info.licence == "CC-BY-3.0"
    assert sum(puzzle.info.goal) == 23


def test_a_non_file_with_only_a_goal_is_the_same_puzzle():
    text = NAMES["dancer"]
    bare = "\n".join(line for line in text.splitlines() if line[:1].isalpha())
    bare = bare.replace("rows\n", "").replace("columns\n", "")

    assert converting.read(bare) == converting.read(text)


def test_a_pack_holds_several_puzzles():
    text = NAMES["dancer"]

    assert len(list(converting.read_all(f"{text}\n====\n{text}"))) == 2


def test_a_broken_puzzle_among_several_says_which_it_is():
    found = converting.read_all(NAMES["dancer"] + "====\nwidth 1\nheight 1\nrows\n1\ncolumns\n3\n")
    next(found)

    with pytest.raises(ClueError, match="puzzle 2: column 1: the clue 3 needs 3 cells"):
        next(found)


def test_a_blank_line_is_an_empty_clue_where_the_size_is_told():
    blank = "width 2\nheight 2\nrows\n\n2\ncolumns\n1\n1\n"

    assert numbers(converting.read(blank).rows) == [[], [2]]


WEBPBN = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><source>webpbn.com</source>
<puzzle type="grid" defaultcolor="black">
<title>Demo</title><author>Jan Wolter</author>
<color name="white" char=".">fff</color><color name="black" char="X">000</color>
<color name="red" char="*">FF0000</color>
<clues type="columns"><line><count>2</count></line><line><count color="red">1</count></line></clues>
<clues type="rows"><line><count>1</count><count color="red">1</count></line>
<line><count>0</count></line></clues>
</puzzle></puzzleset>
"""


def test_webpbn_has_colours_and_blotted_numbers():
    puzzle = converting.read(WEBPBN)

    assert isinstance(puzzle, Nonogram)
    assert [colour.rgb for colour in puzzle.palette] == ["#000000", "#ff0000"]
    assert puzzle.rows == ((Run(1, 1), Run(1, 2)), (Run(ANY_LENGTH, 1),))
    assert puzzle.info == Info("Demo", "Jan Wolter", "webpbn.com")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# row clues\n2\n1,1\n\n# column clues\n1\n1\n1\n", "ish"),
        ("2\n1 1\n\n1\n1\n1\n", "keen"),
        ("* made by hand\n2\n1 1\n&\n1\n1\n1\n", "makhorin"),
        ("# by hand\n2 0\n1 1 0\n#\n1 0\n1 0\n1 0\n", "syro"),
        ("width 3\nheight 2\nrows\n2\n1 1\ncolumns\n1\n1\n1\n", "faase"),
        (
            "demo\n#d\n   0:   #FFFFFF   white\n   1:x  #000000   black\n"
            ": rows\n2\n1 1\n: columns\n1\n1\n1\n",
            "olsak",
        ),
        ("[clues]\ncolumns = 1, 1, 1\nrows =\n  2\n  1 1 ; comment\n", "ini"),
        ('[clues]\ncolumns = """\n1\n1\n1\n"""\nrows = """\n2 # c\n1 1"""\n', "toml"),
        (
            "[Description]\nDemo\n[Dimensions]\n2\n3\n"
            "[Row clues]\n2\n1,1\n[Column clues]\n1\n1\n1\n",
            "gno",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*the text may be damaged")
def test_files_of_numbers_say_the_same(text: str, what: str):
    puzzle = converting.read(text, genre="nonogram")

    assert puzzle == Nonogram.from_numbers([[2], [1, 1]], [[1], [1], [1]]), what


PICTURE = Nonogram.from_numbers([[2], [1, 1]], [[2], [1], [1]])


@pytest.mark.parametrize(
    "text",
    [
        "1 1 0\n1 0 1\n",
        "110\n101\n",
        "P1\n# hand\n3 2\n110\n1 0 1\n",
        b"P4\n3 2\n\xc0\xa0",
        "#define a_width 3\n#define a_height 2\nstatic char a_bits[] = {\n 0x03, 0x05};\n",
        b"TLS\0\0\0\0\x00\x03\x02\x01\x02\x01\x01\x01\x01\x01\x02\x02\x01\x01",
        "<Nonograms><Nonogram name='a' width='3' height='2'><line>xx_</line>"
        "<line>x_x</line></Nonogram></Nonograms>",
        "begin\npuzzle nonogramm\n[solution]\nx x -\nx - x\n[end]\n",
    ],
)
def test_pictures_become_their_clues(text: str | bytes):
    assert converting.read(text, genre="nonogram") == PICTURE


def test_olsak_colours_have_letters_and_a_default():
    text = (
        "bird\n#d\n   0:   white  background\n   1:x  black  ink\n   m:m  blue  sea\n"
        ": rows\n1 1m\n0\n: columns\n1\n1m\n"
    )

    puzzle = converting.read(text)

    assert [colour.rgb for colour in puzzle.palette] == ["#000000", "#0000ff"]
    assert puzzle.rows == ((Run(1, 1), Run(1, 2)), ())


def test_a_page_of_nonograms_org_is_deciphered():
    # Width 2, height 1, one colour (red), one segment: the second cell.
    groups = [[1, 1, 1, 9], [2, 0, 0, 9], [1, 0, 0, 9], [1, 0, 0, 9], [1, 2, 3, 4]]
    groups += [[257, 1, 4, 0], [1, 0, 0, 9], [5, 6, 7, 8], [7, 7, 8, 9]]

    puzzle = converting.read(f"<script>var d={groups};</script>")

    assert numbers(puzzle.columns) == [[], [1]]
    assert puzzle.palette[0].rgb == "#ff0000"


# Other texts


def test_janko_sections_come_in_any_order():
    magnets = "[areas]\n1 1\n2 2\n[rlabels]\n1 -\n- 1\n[clabels]\n1 -\n- 1\n[end]"
    abc = "[rlabels]\na -\n- -\n[clabels]\n- a\n- -\n[solution]\na -\n- a\n[end]"
    stars = "puzzle sternenschlacht\n[areas]\n1\n[solution]\nx\n[end]"

    assert converting.read(magnets, genre="magnets").row_plus == (1, None)
    assert converting.read(abc, genre="easy-as-abc").left == (1, None)
    assert converting.read(stars) == StarBattle(1, (0,))


def test_prolog_terms_are_read_as_the_solvers_take_them():
    assert converting.read("start('ABC', 5).") == MagicSnail("ABC", 5)
    abc = converting.read(
        "?- solve([' ',' ',' ','A'],[' ','B',' ','C'],['A',' ',' ',' '],['B',' ','C',' '],Vars).",
        genre="easy-as-abc",
    )
    assert (abc.letters, abc.left, abc.top) == ("ABC", (None, None, None, 1), (None, 2, None, 3))
    magnets = converting.read("magnets([[e,w],[e,w]],[1,_],[1,0],[1,0],[0,1]).")
    assert (magnets.row_plus, halves(magnets)) == ((1, None), ["LR", "LR"])
    nonogram = converting.read('init([[2],[1]],[[1],[2]],[["X",_],[_,"#"]]).', genre="nonogram")
    assert nonogram.givens == (0, None, None, 1)


def test_a_save_file_gives_its_puzzle_and_leaves_the_moves():
    text = (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
        "GAME    :7:Magnets\nPARAMS  :3:3x3\nCPARAMS :3:3x3\n"
        "DESC    :25:201,102,120,111,LRTT*BBLR\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :4:+0,0\n"
    )

    assert converting.read(text) == converting.read("3x3:201,102,120,111,LRTT*BBLR")


def test_links_in_any_mixture_are_several_puzzles():
    text = (
        "# today\nstarbattle/6/6/1/4ilbhgdnmhou\n\n"
        "3x3:201,102,120,111,LRTT*BBLR\ncaracol:magic-snail/5/ABC\n"
    )

    assert [puzzle.genre.id for puzzle in converting.read_all(text)] == [
        "star-battle",
        "magnets",
        "magic-snail",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
        "http://pzv.jp/p.html?starbattle/6/6/1/4ilbhgdnmhou/",
        "https://puzz.link/p?type=player&starbattle_edit/6/6/1/4ilb\nhgdnmhou",
        "p?starbattle_play/6/6/1/4ilbhgdnmhou",
    ],
)
def test_links_are_read_however_they_were_pasted(text: str):
    assert converting.read(text) == converting.read("starbattle/6/6/1/4ilbhgdnmhou")


def test_a_game_id_is_read_from_the_web_page_of_the_game():
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/magnets.html"

    puzzle = converting.read(f"{page}#3x3%3A201,102,120,111,LRTT*BBLR")

    assert puzzle == converting.read("3x3:201,102,120,111,LRTT*BBLR")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the text is empty"),
        ("what is this", "looks like none of the known formats"),
        ("chess/5/5/abc", "'chess' is not a supported kind of puzzle"),
        (
            "starbattle/1000000/1000000/1/0",
            "the columns: a side has 1 to 1000 squares, not 1000000",
        ),
        ("slither/5/0/8", "the rows: a side has 1 to 1000 squares, not 0"),
        ("starbattle/6/6/1/4ilbhgdnmho", "but the text ends"),
        ("starbattle/6/6/1/4ilbhgdnmhouu", "expected the end at character 13"),
        ("starbattle/6/6/1/4ilBhgdnmhou", "found 'B'"),
        ("starbattle/2/1/1/g", "do not have the same number of stars in all"),
        ("starbattle/3/3/1/1000", "ends inside a region"),
        ("magnets/a/3/3/xyz", "anti-magnets"),
        ("magnets/v:2/3/3/xyz", "variant"),
        ("5x5#12345", "random seed"),
        ("3x3:201,102,120,111,LRTT*BBL", "expected 9 letters"),
        ("3x3:201,102,120,11,LRTT*BBLR", "but the text ends"),
        ("5x5:1/1", "expected 10 clues"),
        ("2x2:1/1/1/1,TNzw", "beyond the 4 cells"),
        ("4n2B:p,p", "Number Ball"),
        ("m=edit&p=AAAA", "the link may have been cut off"),
        ("m=edit&p=!", "looks most like Penpa+ URLs, but a Penpa+ URL ends with #m=edit&p="),
        ("caracol:chess/8/8", "'chess' is not a supported kind of puzzle"),
        ("caracol:magic-snail/5", "size/key"),
        ("caracol:magic-snail/99999999999/A", "expected the size"),
        ("caracol:star-battle/3/1/~01234j", "do not have the same number of stars in all"),
        ("caracol:star-battle/3/1/~.1234j", "after ~, every cell"),
        ("caracol:star-battle/1/1.1/", "the stars must be one number, or three"),
        ("caracol:star-battle/1/1//5", "a given cell must be 0 (empty) or 1 (a star), not 5"),
        ("#t\n: rows\n1\n: columns\n1", "triangular"),
        ('<puzzleset><puzzle type="triddler"/></puzzleset>', "only grids are supported"),
        ("<puzzleset><puzzle>", "this is not valid XML"),
        ("<puzzleset/>", "there is no puzzle in this text"),
        ("start('ABC').", "fit none of the genres"),
        ("start('ABC', 5", "expected ','"),
        ("width 5\nheight 2\nrows\n1\ncolumns\n1\n", "expected 2 clues"),
        ("SAVEFILE:41:Simon", "ends too early"),
        (
            "4 2\n1\n1\n",
            "looks most like Jakub Wilk's .nin files, but expected 2 rows and 4 columns",
        ),
    ],
)
def test_texts_that_cannot_be_read_are_refused_in_one_sentence(text: str, complaint: str):
    with pytest.raises((FormatError, ClueError)) as caught:
        converting.read(text)

    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_given_poles_and_neutral_cells():
    puzzle = converting.read("2x1:..,.,..,.,LR").with_givens((1, 2))

    assert converting.read(converting.write(puzzle, "puzz.link")) == puzzle
    with pytest.raises(FormatError, match="neutral"):
        converting.write(puzzle.with_givens((NEUTRAL, None)), "puzz.link")


def test_colours_are_refused_where_there_are_none():
    coloured = converting.read(WEBPBN)

    with pytest.raises(FormatError, match="cannot carry 2 colours"):
        converting.write(coloured, "puzz.link")
    with pytest.raises(FormatError, match=r"cannot carry '\?'"):
        converting.write(coloured, "non")
    with pytest.raises(FormatError, match="the format 'janko' can only be read, not written"):
        converting.write(coloured, "janko")


def test_formats_say_what_they_carry():
    found = {known.name: known for known in converting.list_formats()}

    assert {"easy-as-abc", "magnets", "nonogram", "star-battle"} <= {*found["puzz.link"].writes()}
    assert "magic-snail" not in found["puzz.link"].writes()
    assert found["caracol"].writes() == found["json"].writes() == found["json"].reads()
    assert found["janko"].writes() == ()
    assert found["non"].reads() == ("nonogram",)


def test_every_text_from_the_field_has_its_source():
    assert set(SOURCES) == set(NAMES)
    assert set(CHECKED) <= {found.name for found in converting.list_formats()}


def lost(found: Format) -> str:
    """What of the information about a puzzle a format has no place for."""
    if not found.writes():
        return "–"
    missing = [name for name in (*INFO, "goal") if name not in found.info]
    words = ["all that is said about it"] if len(missing) == len(INFO) + 1 else missing
    return ", ".join(words) or "nothing"


def mark(found: Format, genre: str) -> str:
    """● read and written, ◐ without given cells, ○ only read."""
    if genre not in found.reads():
        return ""
    if genre not in found.writes():
        return "○"
    givens = True
    if isinstance(found, FileFormat):
        givens = found.givens
    elif isinstance(found, Framed):
        givens = found.carriers[genre][1].givens
    return "●" if givens else "◐"


def format_tables() -> tuple[list[str], list[str]]:
    """The rows of the tables in the reference, as the formats themselves say it."""
    shared, single = [], []
    for found in converting.list_formats():
        ends = f"{lost(found)} | {CHECKED.get(found.name, '–')} |"
        if isinstance(found, FileFormat):
            (genre,) = found.reads()
            words = f"{found.about} | {genre} | {mark(found, genre)}"
            single.append(f"| `{found.name}` | {words} | {ends}")
        else:
            shared.append(f"| `{found.name}` | {found.about} | {list_marked(found)} | {ends}")
    return shared, single


def list_marked(found: Format) -> str:
    """The genres that a format carries, after the mark of how it does."""
    marks: dict[str, list[str]] = {"●": [], "◐": [], "○": []}
    genres = list(all_genres())
    for genre in genres:
        if sign := mark(found, genre.id):
            marks[sign].append(genre.name)
    return " ".join(
        f"{sign} {'all genres' if len(names) == len(genres) else ', '.join(names)}"
        for sign, names in marks.items()
        if names
    )


def test_the_reference_lists_every_format_with_what_it_carries():
    page = (Path(__file__).parent.parent / "docs" / "reference" / "formats.md").read_text("utf-8")

    shared, single = format_tables()
    assert "\n".join(shared) in page
    assert "\n".join(single) in page


def test_a_starb_file_tells_its_solution_and_the_blank_one_is_the_same_puzzle():
    solved = NAMES["regions as lists of places"]
    puzzle = converting.read(solved)
    blank = "\n".join(
        f"| {line.replace('|', '')}" if "|" in line else line for line in solved.splitlines()
    )

    assert isinstance(puzzle, StarBattle)
    assert puzzle.info.goal == solve(puzzle).solution
    assert converting.read(blank) == puzzle
    assert converting.read(blank).info.goal == ()
    again = converting.read(converting.write(puzzle, "starb"))
    assert (again, again.info) == (puzzle, puzzle.info)


@pytest.mark.parametrize("notes", ["#", "# two #", "one\n#\ntwo"])
def test_signs_in_the_notes_of_a_starb_file_stay(notes: str):
    puzzle = StarBattle(1, (0,), info=Info(notes=notes))

    assert converting.read(converting.write(puzzle, "starb"), "starb").info.notes == notes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("7,3  7,5  | 6,3", "7,3  | 7,5 6,3", "not every region has its 2 stars"),
        (" 10,9\n", "\n", "r10c9 belongs to no region"),
        (" 10,9\n", " 1,1\n", "r1c1 belongs to two regions"),
        (" 10,9\n", " 10,11\n", "10,11 is not on this 10×10 board"),
        ("8,9 10,10 |", "8,9 10,10", "a bar"),
        ("10x10\n", "", "the size, such as 10x10"),
        ("8,9 10,10 |", "8,9 ten |", "a row and a column"),
    ],
)
def test_a_broken_starb_file_is_refused_with_what_is_wrong(old: str, new: str, said: str):
    text = NAMES["regions as lists of places"]
    assert old in text

    with pytest.raises(FormatError, match=said):
        converting.read(text.replace(old, new), "starb")


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "0"),
        (15, "f"),
        (16, "-10"),
        (255, "-ff"),
        (256, "+100"),
        (4095, "+fff"),
        (4096, "=000"),
        (8191, "=fff"),
        (8192, "%000"),
        (12_239, "%fcf"),
        (77_775, "*ffff"),
        (77_776, "$00000"),
        (1_126_351, "$fffff"),
    ],
)
def test_numbers_are_written_so_that_puzz_link_reads_them(number: int, written: str) -> None:
    assert Number().write(number) == written
    assert Number().parse(written) == number


@given(st.integers(0, 1_126_351), st.integers(0, 1_126_351))
def test_numbers_come_back_one_after_the_other(one: int, other: int) -> None:
    cursor = Cursor(Number().write(one) + Number().write(other))

    assert (Number().read(cursor), Number().read(cursor)) == (one, other)
    assert not cursor.peek()


@pytest.mark.parametrize("margins", [(0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 3, 0), (2, 1, 3, 4)])
def test_penpa_numbers_what_it_draws_row_by_row_from_the_corner_of_the_margins(
    margins: tuple[int, int, int, int],
) -> None:
    top, bottom, left, right = margins
    rows, columns = 3, 5
    board = Indices(Grid(rows, columns), margins)
    drawn = [
        board.index((row, column))
        for row in range(-top, rows + bottom)
        for column in range(-left, columns + right)
    ]
    wide, high = columns + left + right, rows + top + bottom

    # Penpa+ has two more cells on every side.
    assert drawn == [
        (row + 2) * (wide + 4) + column + 2 for row in range(high) for column in range(wide)
    ]


@pytest.mark.parametrize("title", ["", "a", "ab", "abc", "abcd"])
def test_penpa_links_may_have_lost_the_signs_that_fill_up_their_end(title: str) -> None:
    drawn = converting.read(NAMES["penpa nonogram"], genre="nonogram")
    puzzle = replace(drawn, info=Info(title=title))
    link = converting.write(puzzle, "penpa")

    assert converting.read(link.rstrip("=")) == converting.read(link)


def test_a_link_with_a_wrong_character_or_two_swapped_ones_is_refused() -> None:
    link = converting.write(MagicSnail("ABCD", 7, givens=(1, *[None] * 48)), "caracol")
    path, _, check = link.partition("?")
    puzzle = converting.read(link)

    assert converting.read(path) == puzzle, "older links have no check"
    for at in range(len("caracol:magic-snail/"), len(path)):
        for sign in "0a7Z/":
            if path[at] != sign:
                with pytest.raises(FormatError):
                    converting.read(f"{path[:at]}{sign}{path[at + 1 :]}?{check}")
        swapped = path[:at] + path[at + 1 : at + 2] + path[at] + path[at + 2 :]
        if swapped != path:
            with pytest.raises(FormatError):
                converting.read(f"{swapped}?{check}")
    with pytest.raises(FormatError, match=r"this link is damaged: .* check characters '00'"):
        converting.read(f"{path}?check=00")
