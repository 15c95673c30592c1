"""Genres of other packages: whole in one file, and left out in a sentence where they fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import caracol
from caracol.commands.genres import starter
from caracol.kit import DraftPart, EditorPart, FormatsPart, TechniquesPart
from caracol.puzzle import Genre
from caracol.starter import latin
from caracol.testing import conformance
from pages import listings
from plugins import caracol as command
from plugins import install, register, run
from sources import TOP

LATIN = Path(latin.__file__).read_text(encoding="utf-8")
REQUIRED = LATIN[: LATIN.index("# What follows can be left out")]
SQUARE = {"caracol": 1, "genre": "latin", "grid": ["1..", ".3.", "..."]}

TestLatin = conformance(
    latin.GENRE,
    [latin.Latin(3, givens=(1, None, None, None, 3, *[None] * 4)), latin.Latin(1)],
    installed=False,
)


def square(folder: Path) -> str:
    (folder / "square.json").write_text(json.dumps(SQUARE))
    return "square.json"


def test_the_page_of_contributing_is_the_file_that_new_genres_begin_with() -> None:
    page = [one for one in listings(TOP / "CONTRIBUTING.md") if one.file.endswith("latin.py")]

    assert [one.text for one in page] == [LATIN]


def test_a_genre_of_one_file_with_all_parts_does_everything(tmp_path: Path) -> None:
    install(tmp_path, "latin", LATIN)
    puzzle = square(tmp_path)

    assert "This is the only solution." in command(tmp_path, "solve", puzzle).stdout
    assert "so r" in command(tmp_path, "explain", puzzle).stdout
    made = command(tmp_path, "generate", "latin", "--size", "4", "--seed", "1", "--json")
    assert json.loads(made.stdout)["genre"] == "latin"
    link = command(tmp_path, "convert", puzzle, "--to", "caracol")
    assert link.stdout == "caracol:latin/1../.3./...\n"
    assert "one solution" in command(tmp_path, "count", link.stdout.strip()).stdout


def test_what_a_missing_part_would_add_is_refused_in_a_sentence(tmp_path: Path) -> None:
    install(tmp_path, "latin", REQUIRED)
    refused = command(tmp_path, "generate", "latin")

    assert refused.returncode == 2
    assert refused.stderr == ("caracol: Latin Square cannot be generated: it has no draft part\n")
    assert "This is the only solution." in command(tmp_path, "solve", square(tmp_path)).stdout


def test_the_page_lists_a_genre_that_cannot_be_generated(tmp_path: Path) -> None:
    install(tmp_path, "latin", REQUIRED)
    asked = "from caracol.web import jobs; print([(g['id'], g['generating']) for g in jobs.JOBS['genres']({}, None)['genres']])"
    told = run(tmp_path, "-c", asked)

    assert "('latin', None)" in told.stdout, told.stderr
    assert "('nonogram', 0)" not in told.stdout
    assert "'nonogram'" in told.stdout


def test_new_writes_a_package_whose_own_tests_pass(tmp_path: Path) -> None:
    written = command(tmp_path, "genres", "--new", "odd-one", "--to", "mine")
    folder = tmp_path / "mine"
    assert written.returncode == 0, written.stderr
    assert sorted(path.name for path in folder.iterdir()) == [
        "odd_one.py",
        "pyproject.toml",
        "test_odd_one.py",
    ]

    register(folder, folder)
    tested = run(folder, "-m", "unittest", "test_odd_one")
    assert tested.returncode == 0, tested.stderr
    assert "OddOne" in (folder / "odd_one.py").read_text()
    again = command(tmp_path, "genres", "--new", "odd-one", "--to", "mine")
    assert again.returncode == 2
    assert "is there already" in again.stderr


@pytest.mark.parametrize("name", ["Odd", "a--b", "1st", "../x", "nonogram"])
def test_a_name_that_cannot_be_a_new_genre_is_refused(name: str, tmp_path: Path) -> None:
    refused = command(tmp_path, "genres", "--new", name)

    assert refused.returncode == 2
    assert refused.stderr.startswith("caracol: --new: ")
    assert list(tmp_path.iterdir()) == []


FAILING = {
    "import": ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "no genre": ("GENRE = 7", "its entry point names no Genre, but a int"),
    "syntax": ("def (:", "SyntaxError"),
    "abstract": (REQUIRED.replace("def scene", "def other"), "TypeError"),
    "no schema": (REQUIRED.replace("    schema =", "    other ="), "its genre has no 'schema'"),
    "exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "recursion": ("def again(): again()\nagain()", "RecursionError"),
    "no text": (REQUIRED.replace('name = "Latin Square"', "name = 7"), "is no text, but 7"),
    "no mapping": (REQUIRED.replace("    schema = ", "    schema = 0 and "), "no mapping, but 0"),
    "other id": (REQUIRED.replace('"latin"', '"square"'), "but its genre 'square'"),
}


@pytest.mark.parametrize("why", FAILING)
def test_a_plug_in_that_fails_is_named_and_the_rest_works(why: str, tmp_path: Path) -> None:
    source, words = FAILING[why]
    install(tmp_path, "your-package", source, genre="latin")
    listed = command(tmp_path, "genres")

    assert listed.returncode == 0
    assert "star-battle  (Star Battle)" in listed.stdout
    (line,) = listed.stderr.splitlines()
    told = "caracol: the plug-in latin (package your-package 1.0) was left out: "
    assert line.startswith(told)
    assert words in line
    asked = command(tmp_path, "genres", "latin")
    assert asked.returncode == 2
    assert asked.stderr.splitlines() == [line]


def test_other_commands_answer_as_if_a_failing_plug_in_were_not_there(tmp_path: Path) -> None:
    install(tmp_path, "your-package", "1 / 0", genre="latin")
    stars = str(TOP / "examples" / "star-battle" / "seed-10x10-board-6-2-stars.json")
    for words in (
        ("convert", stars, "--to", "puzz.link"),
        ("hint", stars, "--without", "trial"),
        ("generate", "nonogram", "--size", "5", "--seed", "1"),
    ):
        plain = command(TOP, *words)
        told = command(tmp_path, *words)
        assert (told.returncode, told.stdout) == (plain.returncode, plain.stdout), words
        # Said once where plug-ins are looked at, and not at all where nobody asks for them.
        assert told.stderr.count("was left out: ZeroDivisionError") <= 1, words
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize("words", [("convert",), ("solve",), ("solve", "--jobs", "2")])
def test_a_puzzle_of_a_failing_plug_in_is_told_of_once(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    install(tmp_path, "your-package", "1 / 0", genre="latin")
    (tmp_path / "square.json").write_text('{"caracol": 1, "genre": "latin"}')

    told = command(tmp_path, *words, "square.json")

    assert told.returncode == 2
    assert told.stderr.splitlines() == [
        "caracol: the plug-in latin (package your-package 1.0) was left out: "
        "ZeroDivisionError: division by zero"
    ]


def test_the_page_is_told_of_a_failing_plug_in_with_its_package(tmp_path: Path) -> None:
    install(tmp_path, "your-package", "1 / 0", genre="latin")
    wrong = LATIN.replace("    def blank(self", "    TOOLS = (1,)\n\n    def blank(self")
    install(tmp_path, "another", wrong.replace('"latin"', '"other"'), genre="other")
    asked = "from caracol.web.jobs.puzzles import genres; print(*genres({}, None)['problems'], sep='\\n')"
    told = run(tmp_path, "-W", "ignore", "-c", asked)

    assert told.stdout.splitlines() == [
        "The plug-in latin (package your-package 1.0) was left out: ZeroDivisionError: division "
        "by zero.",
        "Latin Square (package another 1.0) is left out: TypeError: one of 'TOOLS' is no Tool, "
        "but 1.",
    ], told.stderr


def test_a_built_in_genre_wins_over_a_plug_in_of_its_name(tmp_path: Path) -> None:
    install(tmp_path, "mine", REQUIRED.replace('"latin"', '"nonogram"'), genre="nonogram")
    listed = command(tmp_path, "genres")

    assert "nonogram  (Nonogram)" in listed.stdout
    assert listed.stderr == (
        "caracol: the plug-in nonogram (package mine 1.0) was left out: "
        "Caracol itself has a genre of that name\n"
    )


def test_of_two_plug_ins_with_one_name_the_first_stays(tmp_path: Path) -> None:
    install(tmp_path, "a-square", REQUIRED, genre="latin")
    install(tmp_path, "b-square", REQUIRED, genre="latin")
    listed = command(tmp_path, "genres")

    assert listed.stdout.count("latin  (Latin Square)") == 1
    assert listed.stderr == (
        "caracol: the plug-in latin (package b-square 1.0) was left out: "
        "package a-square 1.0 has a genre of that name, too\n"
    )


@pytest.mark.parametrize("method", ["rules", "scene"])
def test_an_error_in_a_genres_own_code_is_a_sentence(method: str, tmp_path: Path) -> None:
    broken = REQUIRED.replace(
        "kit.Count(line" if method == "rules" else "kit.borders(puzzle.grid",
        "{}['gone'](line" if method == "rules" else "{}['gone'](puzzle.grid",
    )
    install(tmp_path, "latin", broken)
    told = command(tmp_path, "solve", square(tmp_path))

    assert told.returncode == 2
    assert (
        f"Latin Square (package latin 1.0): its {method} failed: KeyError: 'gone'\n" in told.stderr
    )
    assert "Traceback" not in told.stderr


KIND = """

@kit.record
class Odd(kit.Rule):
    def kept(self, values):
        return {}

    def cuts(self, candidates):
        return {}
"""


def of_kind(kept: str, cuts: str) -> str:
    """The Latin Square with a rule of its own kind instead of all others."""
    start, end = REQUIRED.index("        return [\n"), REQUIRED.index("    def scene")
    rule = "        return [Odd((0, 1), about='the board', says='is odd')]\n\n"
    return REQUIRED[:start] + rule + REQUIRED[end:] + KIND.format(kept, cuts)


def with_rule(rule: str) -> str:
    """The Latin Square with one rule instead of all others."""
    start, end = REQUIRED.index("        return [\n"), REQUIRED.index("    def scene")
    return f"{REQUIRED[:start]}        return [{rule}]\n\n{REQUIRED[end:]}"


def with_scene(more: str) -> str:
    return REQUIRED.replace("puzzle.symbols)", f"puzzle.symbols{more})")


WORDS = "about='the board', says='is odd'"
WRONG = {
    "a rule off the board": (
        with_rule(f"kit.Count((99,), 2, 1, 1, {WORDS})"),
        "the board is odd: the board has cells 0 to 8, not 99",
    ),
    "a cell that is no number": (
        with_rule(f"kit.Count((0.5,), 2, 1, 1, {WORDS})"),
        "the board is odd: cells are whole numbers, not 0.5",
    ),
    "a mask that is no number": (
        with_rule(f"kit.Count((0,), '2', 1, 1, {WORDS})"),
        "the board is odd: '2' is no whole number",
    ),
    "no words": (
        with_rule("kit.Count((0,), 2, 1, 1, about=None, says='is odd')"),
        "what a rule is about and says are texts, not about=None and says='is odd'",
    ),
    "no automaton": (
        with_rule(f"kit.Reading((0,), None, {WORDS})"),
        "the board is odd: None is no Stairs and no Automaton",
    ),
    "a label at no anchor": (
        with_scene(", (kit.Label(0, 0, '3', position='top'),)"),
        "its scene failed: TypeError: the position of a label is no Anchor, but 'top'",
    ),
    "a label far away": (
        with_scene(", (kit.Label(10**7, 0, '3'),)"),
        "its scene failed: ValueError: the label '3' is more than 100 squares away",
    ),
    "a shade off the board": (
        with_scene(", (), (99,)"),
        "its scene failed: ValueError: it shades square 99, but there are 9, from 0 on",
    ),
    "no scene": (
        REQUIRED.replace("return kit.Scene", "return kit.Scene and None and"),
        "its scene failed: TypeError: it is no Scene, but None",
    ),
    "a scene of another board": (
        with_scene("").replace("kit.Scene(puzzle.grid", "kit.Scene(kit.Grid(9, 9)"),
        "its scene failed: ValueError: its grid is Grid(rows=9, columns=9), but that of the "
        "puzzle Grid(rows=3, columns=3)",
    ),
    "no symbols": (
        REQUIRED.replace("return kit.Symbol", "return None and kit.Symbol"),
        "its symbols failed: TypeError: one is no Symbol, but None",
    ),
    "a symbol without a letter": (
        REQUIRED.replace("kit.Symbol(str(n),", "kit.Symbol(None,"),
        "its symbols failed: TypeError: letter and word are texts, not None and '1'",
    ),
    "a shape that is none": (
        REQUIRED.replace("kit.Shape.LETTER", "'letter'"),
        "its symbols failed: TypeError: the shape of '1' is no Shape, but 'letter'",
    ),
    "two symbols with one letter": (
        REQUIRED.replace("kit.Symbol(str(n),", "kit.Symbol('1',"),
        "its symbols failed: ValueError: two of them have the letter '1'",
    ),
    "clues that can change": (
        REQUIRED.replace(
            "size: int\n", "size: int\n    more: list = kit.field(default_factory=list)\n", 1
        ),
        "its puzzle failed: TypeError: unhashable type: 'list'",
    ),
    "a hidden cell without a name": (
        REQUIRED.replace(
            "    def scene", "    def hidden(self, _):\n        return (1,)\n\n    def scene"
        ),
        "what the cells are called that the board does not show is a tuple of texts, not (1,)",
    ),
    "no puzzle": (
        REQUIRED.replace("return empty.with_givens(cells)", "return None"),
        "its code failed: 'decode' gives no Puzzle, but None",
    ),
    "a schema of another sort": (
        REQUIRED.replace('{"properties": {"grid"', '{"properties": 7 or {"grid"'),
        "its schema failed: TypeError: 'int' object is not a mapping",
    ),
    "65 values": (
        REQUIRED.replace("range(1, self.size + 1)]", "range(1, 65)]"),
        "a cell has 1 to 63 values, not 65",
    ),
    "an error while reading": (
        REQUIRED.replace("self.check_givens()", "1 / 0"),
        "its code failed: ZeroDivisionError: division by zero",
    ),
    "cuts without kept": (
        of_kind("True", "[kit.Cut(0, candidates[0] & ~2)] if candidates[0] & ~2 else []"),
        "the board is odd: 'kept' of Odd allows what 'cuts' rules out, with the values 0, 0 in "
        "its cells",
    ),
    "kept without cuts": (
        of_kind("sum(values) == 1", "[]"),
        "the board is odd: 'kept' of Odd forbids what 'cuts' lets pass, with the values 0, 0 in "
        "its cells",
    ),
    "no cuts": (
        of_kind("True", "None"),
        "the board is odd: 'cuts' of Odd gives no list of cuts, but None",
    ),
    "cuts elsewhere": (
        of_kind("True", "[kit.Cut(7, 1)]"),
        "the board is odd: 'cuts' of Odd cuts cell 7, which it is not about",
    ),
    "cuts of nothing": (
        of_kind("True", "[kit.Cut(0, 0)] if candidates[1] & candidates[1] - 1 else []"),
        "the board is odd: 'cuts' of Odd takes from cell 0 what is no candidate there",
    ),
    "cuts of too much": (
        of_kind("True", "[kit.Cut(0, 1)] if candidates[0] == 3 else []"),
        "the board is odd: 'kept' of Odd allows what 'cuts' rules out, with the values 0, 0 in "
        "its cells",
    ),
    "a kind that raises": (of_kind("1 / 0", "{}['gone']"), "its rules failed: KeyError: 'gone'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_in_a_plug_in_is_one_sentence_with_its_package(
    what: str, tmp_path: Path
) -> None:
    source, words = WRONG[what]
    assert source != REQUIRED
    install(tmp_path, "your-package", source, genre="latin")
    told = command(tmp_path, "solve", square(tmp_path))

    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    assert line.removeprefix("caracol: ").removeprefix("puzzle 1: ") == (
        f"Latin Square (package your-package 1.0): {words}"
    )


def test_fields_of_a_link_that_are_no_texts_are_refused_in_a_sentence(tmp_path: Path) -> None:
    wrong = LATIN.replace('tuple(GENRE.encode(puzzle)["grid"])', "(1, 2)")
    install(tmp_path, "your-package", wrong, genre="latin")
    told = command(tmp_path, "convert", square(tmp_path), "--to", "caracol")

    assert told.returncode == 2
    assert told.stderr == "caracol: puzzle 1: the fields of a link of latin are texts, not 1\n"


@pytest.mark.parametrize(
    ("given", "told_of"),
    [
        ("OPTIONS = (kit.size(5, 2, 9, square=True),)", "'OPTIONS' is no tuple, but 5"),
        ("CLUES = kit.GIVENS", "'CLUES' is no Clues, but 5"),
        ("OPTIONS = (kit.size(5, 2, 9, square=True),)", "one of 'OPTIONS' is no Option, but 5"),
    ],
)
def test_a_part_of_another_sort_is_said_to_be_the_packages(
    given: str, told_of: str, tmp_path: Path
) -> None:
    instead = "(5,)" if told_of.startswith("one of") else "5"
    wrong = LATIN.replace(given, f"{given.split()[0]} = {instead}")
    install(tmp_path, "your-package", wrong, genre="latin")
    told = command(tmp_path, "generate", "latin")

    assert told.returncode == 2
    whose = "Latin Square (package your-package 1.0)"
    assert f"{whose}: its draft part failed: TypeError: {told_of}" in told.stderr


@pytest.mark.parametrize(
    ("made", "told_of"),
    [
        ("'a square'", "'draft' gives no Draft of a puzzle and its solution, but 'a square'"),
        ("kit.Draft(empty, solution[:2])", "'draft' gives no Draft of a puzzle and its solution"),
        ("kit.Draft(empty, (1,) * 9)", "the solution of a draft is none: row 1 has exactly one 1"),
    ],
)
def test_a_draft_that_is_none_is_the_packages(made: str, told_of: str, tmp_path: Path) -> None:
    right = "kit.Draft(empty.with_givens(solution), solution)"
    assert right in LATIN
    install(tmp_path, "latin", LATIN.replace(right, made))
    told = command(tmp_path, "generate", "latin", "--size", "3", "--seed", "1")

    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    whose = "caracol: Latin Square (package latin 1.0): its draft part failed: "
    assert line.startswith(whose + told_of)


def test_a_genre_with_hidden_cells_is_generated(tmp_path: Path) -> None:
    # A hidden cell says whether the first cell has an even digit.
    hidden = """    def hidden(self, puzzle):
        return ("whether r1c1 is even",)

    def scene"""
    even = """        return [
            kit.Allowed((0, puzzle.grid.size), ((1, 0), (2, 1), (3, 0)), about="r1c1", says="is so"),
"""
    source = LATIN.replace("    def scene", hidden).replace("        return [\n", even)
    install(tmp_path, "latin", source)
    told = command(tmp_path, "generate", "latin", "--size", "3", "--seed", "1", "--json")

    assert told.returncode == 0, told.stderr
    assert [len(row) for row in json.loads(told.stdout)["certificate"]["solution"]] == [3, 3, 3]


@pytest.mark.parametrize(
    ("right", "asked", "wanted"),
    [
        ('Latin(options["size"])', "blank(genre_of, {})", "'blank' gives no Puzzle"),
        ('{"size": puzzle.size}', "settings(puzzle)", "'settings' gives no Mapping"),
    ],
)
def test_what_an_editor_says_is_of_the_sort_that_is_wanted(
    right: str, asked: str, wanted: str, tmp_path: Path
) -> None:
    wrong = LATIN.replace(f"        return {right}", "        return None")
    assert wrong != LATIN
    install(tmp_path, "latin", wrong)
    words = (
        f"import caracol; from caracol import editing; genre_of = caracol.get_genre('latin'); "
        f"puzzle = caracol.read(open({square(tmp_path)!r}).read())\n"
        f"try: editing.{asked}\nexcept caracol.CaracolError as problem: print(problem)"
    )
    told = run(tmp_path, "-c", words)

    whose = "Latin Square (package latin 1.0): its editor part failed: "
    assert told.stdout == f"{whose}{wanted}, but None\n", told.stderr


def test_an_error_in_a_part_is_a_sentence_and_stays_with_its_genre(tmp_path: Path) -> None:
    broken = LATIN.replace('task["size"][0]', 'task["colour"]')
    install(tmp_path, "latin", broken)
    told = command(tmp_path, "generate", "latin", "--seed", "1")

    assert told.returncode == 2
    whose = "Latin Square (package latin 1.0)"
    assert told.stderr == f"caracol: {whose}: its draft part failed: KeyError: 'colour'\n"
    assert command(tmp_path, "generate", "nonogram", "--size", "5", "--seed", "1").returncode == 0


def test_what_a_part_makes_when_it_is_asked_for_may_fail_in_a_sentence_too(tmp_path: Path) -> None:
    options = "(kit.size(5, 2, 9, square=True),)"
    assert options in LATIN
    working, broken = tmp_path / "working", tmp_path / "broken"
    for folder, made in ((working, options), (broken, "part.colour")):
        folder.mkdir()
        late = f"kit.when_asked(lambda part: {made})"
        install(folder, "latin", LATIN.replace(options, late))
    told = command(broken, "generate", "latin", "--seed", "1")

    assert told.returncode == 2
    assert "Latin Square (package latin 1.0): its draft part failed: AttributeError" in told.stderr
    assert command(working, "generate", "latin", "--size", "4", "--seed", "1").returncode == 0


def test_a_part_that_cannot_be_made_is_left_out_for_others(tmp_path: Path) -> None:
    broken = LATIN.replace(
        "class LatinFormats(kit.FormatsPart[Latin]):",
        "class LatinFormats(kit.FormatsPart[Latin]):\n    def __init__(self):\n        raise OSError('no disk')\n",
    )
    install(tmp_path, "latin", broken)
    told = command(tmp_path, "convert", square(tmp_path), "--to", "caracol")

    assert told.returncode == 0
    assert told.stdout.startswith("caracol:latin/")
    assert told.stderr == (
        "caracol: the formats part of the plug-in latin (package latin 1.0) was left out: "
        "OSError: no disk\n"
    )


def test_a_part_that_lacks_what_it_needs_says_so(tmp_path: Path) -> None:
    lacking = LATIN.replace("def draft(self", "def drawing(self")
    install(tmp_path, "latin", lacking)
    told = command(tmp_path, "generate", "latin")

    assert told.returncode == 2
    assert (
        "Latin Square (package latin 1.0): its draft part failed: it has no 'draft' or 'drafts'"
        in told.stderr
    )


def test_what_a_genre_does_not_have_is_none() -> None:
    assert latin.GENRE.part(TechniquesPart) is None
    for kind in (DraftPart, EditorPart, FormatsPart):
        found = latin.GENRE.part(kind)
        assert found is not None
        assert found.genre is latin.GENRE
        assert found is latin.GENRE.part(kind)


def test_clues_that_can_be_left_out_need_no_options_of_their_own() -> None:
    made = caracol.generate(latin.GENRE, size=4, seed=3, symmetry="rotational")
    given = [value is not None for value in made.puzzle.givens]

    assert given == given[::-1]
    assert any(given)
    assert not all(given)


def test_a_starter_has_no_trace_of_the_genre_it_was_made_from() -> None:
    files = starter("river-bank")

    assert "latin" not in "".join(files.values()).lower().replace("latin square", "")
    assert "RiverBank(3," in files["test_river_bank.py"]


def test_a_module_of_a_package_is_a_part_with_the_defaults_of_its_class() -> None:
    stars: Genre = caracol.get_genre("star-battle")
    part = stars.part(DraftPart)

    assert part is not None
    assert part.CLUES is None
    assert part.usual_grade({"size": (10, 10)}) == "easy-hard"


def test_a_format_whose_looks_fail_does_not_stop_others_from_reading(tmp_path: Path) -> None:
    file = """

class LatinFiles(kit.FormatsPart[Latin]):
    FILES = (kit.FileFormat("bad", "fails", looks=lambda text: 1 / 0, read=lambda text: iter(())),)
"""
    install(tmp_path, "latin", REQUIRED + file)
    (tmp_path / "text.txt").write_text("no puzzle at all")
    told = command(tmp_path, "solve", "text.txt")

    assert told.returncode == 2
    assert "none of the formats that are known" in told.stderr
    assert (
        told.stderr.count("the format 'bad' of the plug-in latin (package latin 1.0) was left") == 1
    )
