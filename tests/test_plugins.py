"""Genres from other packages: complete in one file, and skipped with a message if they fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import caracol
from caracol.kit import DraftPart, EditorPart, FormatsPart, TechniquesPart
from caracol.puzzle import Genre
from caracol.starter import latin
from caracol.testing import conformance
from caracol.verbs.exchange.genres import make_starter
from pages import listings
from plugins import caracol as command
from plugins import install, register, run
from sources import TOP

LATIN = Path(latin.__file__).read_text(encoding="utf-8")
REQUIRED = LATIN[: LATIN.index("# The parts below are optional")]
SQUARE = {"caracol": 1, "genre": "latin", "grid": ["1..", ".3.", "..."]}

TestLatin = conformance(
    latin.GENRE,
    [latin.Latin(3, givens=(1, None, None, None, 3, *[None] * 4)), latin.Latin(1)],
    installed=False,
)


def square(folder: Path) -> str:
    (folder / "square.json").write_text(json.dumps(SQUARE))
    return "square.json"


def test_the_example_in_the_documentation_is_the_starter_for_new_genres() -> None:
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
    assert link.stdout == "caracol:latin/1../.3./...?check=gi\n"
    assert "one solution" in command(tmp_path, "count", link.stdout.strip()).stdout


def test_features_of_a_missing_part_are_refused_with_a_message(tmp_path: Path) -> None:
    install(tmp_path, "latin", REQUIRED)
    refused = command(tmp_path, "generate", "latin")

    assert refused.returncode == 2
    assert refused.stderr == ("caracol: Latin Square cannot be generated: it has no draft part\n")
    assert "This is the only solution." in command(tmp_path, "solve", square(tmp_path)).stdout


def test_the_page_lists_a_genre_that_cannot_be_generated(tmp_path: Path) -> None:
    install(tmp_path, "latin", REQUIRED)
    asked = "from caracol.web.operations import ask; print([(g['id'], g['generating']) for g in ask('genres', {})['genres']])"
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
    assert "already exists" in again.stderr


@pytest.mark.parametrize("name", ["Odd", "a--b", "1st", "../x", "nonogram"])
def test_a_name_that_cannot_be_a_new_genre_is_refused(name: str, tmp_path: Path) -> None:
    refused = command(tmp_path, "genres", "--new", name)

    assert refused.returncode == 2
    assert refused.stderr.startswith("caracol: --new: ")
    assert list(tmp_path.iterdir()) == []


FAILING = {
    "import": ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "no genre": ("GENRE = 7", "its entry point must be a Genre, not int"),
    "syntax": ("def (:", "SyntaxError"),
    "abstract": (REQUIRED.replace("def scene", "def other"), "TypeError"),
    "no schema": (REQUIRED.replace("    schema =", "    other ="), "its genre has no 'schema'"),
    "exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "recursion": ("def again(): again()\nagain()", "RecursionError"),
    "no text": (REQUIRED.replace('name = "Latin Square"', "name = 7"), "must be a text, not 7"),
    "no mapping": (
        REQUIRED.replace("    schema = ", "    schema = 0 and "),
        "must be a mapping, not 0",
    ),
    "one name required": (
        REQUIRED.replace('"required": ["grid"]', '"required": "grid"'),
        "'required' of its schema must be a list of names, not 'grid'",
    ),
    "other id": (REQUIRED.replace('"latin"', '"square"'), "but its genre is called 'square'"),
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


def test_other_commands_ignore_a_failing_plug_in(tmp_path: Path) -> None:
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
        # Reported once where plug-ins are loaded, and not at all where they are not needed.
        assert told.stderr.count("was left out: ZeroDivisionError") <= 1, words
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize("words", [("convert",), ("solve",), ("solve", "--jobs", "2")])
def test_a_puzzle_of_a_failing_plug_in_is_reported_once(
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


def test_the_page_reports_a_failing_plug_in_with_its_package(tmp_path: Path) -> None:
    install(tmp_path, "your-package", "1 / 0", genre="latin")
    wrong = LATIN.replace("    def blank(self", "    TOOLS = (1,)\n\n    def blank(self")
    install(tmp_path, "another", wrong.replace('"latin"', '"other"'), genre="other")
    asked = (
        "from caracol.web.operations import ask; print(*ask('genres', {})['problems'], sep='\\n')"
    )
    told = run(tmp_path, "-W", "ignore", "-c", asked)

    assert told.stdout.splitlines() == [
        "The plug-in latin (package your-package 1.0) was left out: ZeroDivisionError: division "
        "by zero.",
        "Latin Square (package another 1.0) is left out: TypeError: one of 'TOOLS' must "
        "be of type Tool, not 1.",
    ], told.stderr


def test_a_built_in_genre_wins_over_a_plug_in_with_the_same_name(tmp_path: Path) -> None:
    install(tmp_path, "mine", REQUIRED.replace('"latin"', '"nonogram"'), genre="nonogram")
    listed = command(tmp_path, "genres")

    assert "nonogram  (Nonogram)" in listed.stdout
    assert listed.stderr == (
        "caracol: the plug-in nonogram (package mine 1.0) was left out: "
        "Caracol itself has a genre of that name\n"
    )


def test_the_first_of_two_plug_ins_with_the_same_name_wins(tmp_path: Path) -> None:
    install(tmp_path, "a-square", REQUIRED, genre="latin")
    install(tmp_path, "b-square", REQUIRED, genre="latin")
    listed = command(tmp_path, "genres")

    assert listed.stdout.count("latin  (Latin Square)") == 1
    assert listed.stderr == (
        "caracol: the plug-in latin (package b-square 1.0) was left out: "
        "package a-square 1.0 also has a genre of that name\n"
    )


@pytest.mark.parametrize("method", ["rules", "scene"])
def test_an_error_in_the_code_of_a_genre_becomes_a_message(method: str, tmp_path: Path) -> None:
    broken = REQUIRED.replace(
        "kit.Count(" if method == "rules" else "kit.borders(puzzle.grid",
        "{}['gone'](" if method == "rules" else "{}['gone'](puzzle.grid",
    )
    install(tmp_path, "latin", broken)
    told = command(tmp_path, "solve", square(tmp_path))

    assert told.returncode == 2
    assert (
        f"Latin Square (package latin 1.0): its {method} failed: KeyError: 'gone'\n" in told.stderr
    )
    assert "Traceback" not in told.stderr


KIND = """

@dataclass(frozen=True)
class Odd(kit.Rule):
    def holds(self, values):
        return {}

    def propagate(self, candidates):
        return {}
"""


def of_kind(kept: str, cuts: str) -> str:
    """Return the Latin Square with a single rule of a custom kind."""
    start, end = REQUIRED.index("        return [\n"), REQUIRED.index("    def scene")
    rule = "        return [Odd((0, 1), name='the board', statement='is odd')]\n\n"
    return REQUIRED[:start] + rule + REQUIRED[end:] + KIND.format(kept, cuts)


def with_rule(rule: str) -> str:
    """Return the Latin Square with this rule instead of all others."""
    start, end = REQUIRED.index("        return [\n"), REQUIRED.index("    def scene")
    return f"{REQUIRED[:start]}        return [{rule}]\n\n{REQUIRED[end:]}"


def with_scene(more: str) -> str:
    return REQUIRED.replace("puzzle.symbols)", f"puzzle.symbols{more})")


WORDS = "name='the board', statement='is odd'"
WRONG = {
    "a rule off the board": (
        with_rule(f"kit.Count((99,), 2, 1, 1, {WORDS})"),
        "the board is odd: cells range from 0 to 8, not 99",
    ),
    "a cell that is no number": (
        with_rule(f"kit.Count((0.5,), 2, 1, 1, {WORDS})"),
        "the board is odd: cells must be whole numbers, not 0.5",
    ),
    "a mask that is no number": (
        with_rule(f"kit.Count((0,), '2', 1, 1, {WORDS})"),
        "the board is odd: 'values' must be a whole number, not '2'",
    ),
    "a count of no values": (
        with_rule(f"kit.Count((0,), 0, 0, 1, {WORDS})"),
        "the board is odd: it counts no values; 1 << value is the mask of one value",
    ),
    "no words": (
        with_rule("kit.Count((0,), 2, 1, 1, name=None, statement='is odd')"),
        "the name and the statement of a rule must be texts, not name=None and statement='is odd'",
    ),
    "no automaton": (
        with_rule(f"kit.Regular((0,), None, {WORDS})"),
        "the board is odd: None is not a Staircase or an Automaton",
    ),
    "a label at no anchor": (
        with_scene(", (kit.Label(0, 0, '3', position='top'),)"),
        "its scene failed: TypeError: the position of a label must be of type Anchor, not 'top'",
    ),
    "a label far away": (
        with_scene(", (kit.Label(10**7, 0, '3'),)"),
        "its scene failed: ValueError: the label '3' is more than 100 squares off the board",
    ),
    "a shade off the board": (
        with_scene(", (), (99,)"),
        "its scene failed: ValueError: it shades square 99, but the squares are 0 to 8",
    ),
    "no scene": (
        REQUIRED.replace("return kit.Scene", "return kit.Scene and None and"),
        "its scene failed: TypeError: it must be a Scene, not None",
    ),
    "a scene of another board": (
        with_scene("").replace("kit.Scene(puzzle.grid", "kit.Scene(kit.Grid(9, 9)"),
        "its scene failed: ValueError: its grid is Grid(rows=9, columns=9), but that of the "
        "puzzle is Grid(rows=3, columns=3)",
    ),
    "no symbols": (
        REQUIRED.replace("return kit.Symbol", "return None and kit.Symbol"),
        "its symbols failed: TypeError: each must be a Symbol, not None",
    ),
    "a symbol without a letter": (
        REQUIRED.replace("kit.Symbol(str(n),", "kit.Symbol(None,"),
        "its symbols failed: TypeError: letter and word must be texts, not None and '1'",
    ),
    "a shape that is none": (
        REQUIRED.replace("kit.Shape.LETTER", "'letter'"),
        "its symbols failed: TypeError: the shape of '1' must be a Shape, not 'letter'",
    ),
    "two symbols with one letter": (
        REQUIRED.replace("kit.Symbol(str(n),", "kit.Symbol('1',"),
        "its symbols failed: ValueError: two of them have the letter '1'",
    ),
    "clues that can change": (
        REQUIRED.replace("import dataclass", "import dataclass, field").replace(
            "size: int\n", "size: int\n    more: list = field(default_factory=list)\n", 1
        ),
        "its puzzle failed: TypeError: unhashable type: 'list'",
    ),
    "a hidden cell without a name": (
        REQUIRED.replace(
            "    def scene", "    def hidden(self, _):\n        return (1,)\n\n    def scene"
        ),
        "'hidden' must be a tuple of texts, not (1,)",
    ),
    "no puzzle": (
        REQUIRED.replace("return empty.with_givens(cells)", "return None"),
        "its code failed: 'decode' must return a Puzzle, not None",
    ),
    "a schema of another sort": (
        REQUIRED.replace('{"properties": {"grid"', '{"properties": 7 or {"grid"'),
        "its schema failed: TypeError: 'int' object is not a mapping",
    ),
    "65 values": (
        REQUIRED.replace("range(1, self.size + 1)]", "range(1, 65)]"),
        "a cell can have 1 to 63 values, not 65",
    ),
    "an error while reading": (
        REQUIRED.replace("self.check_givens()", "1 / 0"),
        "its code failed: ZeroDivisionError: division by zero",
    ),
    "cuts without kept": (
        of_kind("True", "[kit.Elimination(0, candidates[0] & ~2)] if candidates[0] & ~2 else []"),
        "the board is odd: 'holds' of Odd allows what 'propagate' rules out, with the values 0, 0 in "
        "its cells",
    ),
    "kept without cuts": (
        of_kind("sum(values) == 1", "[]"),
        "the board is odd: 'holds' of Odd forbids what 'propagate' allows, with the values 0, 0 in "
        "its cells",
    ),
    "no cuts": (
        of_kind("True", "None"),
        "the board is odd: 'propagate' of Odd must return a list, not None",
    ),
    "cuts elsewhere": (
        of_kind("True", "[kit.Elimination(7, 1)]"),
        "the board is odd: 'propagate' of Odd changes cell 7, which is not one of its cells",
    ),
    "cuts of nothing": (
        of_kind("True", "[kit.Elimination(0, 0)] if candidates[1] & candidates[1] - 1 else []"),
        "the board is odd: 'propagate' of Odd removes a value from cell 0 that is not a candidate there",
    ),
    "cuts of too much": (
        of_kind("True", "[kit.Elimination(0, 1)] if candidates[0] == 3 else []"),
        "the board is odd: 'holds' of Odd allows what 'propagate' rules out, with the values 0, 0 in "
        "its cells",
    ),
    "a kind that raises": (of_kind("1 / 0", "{}['gone']"), "its rules failed: KeyError: 'gone'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_error_in_a_plug_in_becomes_one_sentence_that_names_its_package(
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


def test_a_sentence_with_an_unknown_placeholder_is_reported(tmp_path: Path) -> None:
    words = """

class LatinTechniques(kit.TechniquesPart):
    WORDS = {"count-full": ("Full", "{nonsense}: {conclusion}.")}
"""
    install(tmp_path, "your-package", REQUIRED + words, genre="latin")
    told = command(tmp_path, "explain", square(tmp_path))

    assert told.stderr.splitlines() == [
        "caracol: puzzle 1: Latin Square (package your-package 1.0): its words failed: "
        "the sentence of 'count-full' has the unknown placeholder {nonsense}"
    ]


def test_the_lines_of_a_board_of_links_are_called_so(tmp_path: Path) -> None:
    install(tmp_path, "your-package", REQUIRED.replace("kit.Grid.c", "kit.Links.c"), genre="latin")
    told = command(tmp_path, "solve", square(tmp_path))

    assert "the number of lines is 3, but the board has 5 of links" in told.stderr


def test_link_fields_that_are_not_texts_are_refused_with_a_message(tmp_path: Path) -> None:
    wrong = LATIN.replace('tuple(GENRE.encode(puzzle)["grid"])', "(1, 2)")
    install(tmp_path, "your-package", wrong, genre="latin")
    told = command(tmp_path, "convert", square(tmp_path), "--to", "caracol")

    assert told.returncode == 2
    assert told.stderr == "caracol: puzzle 1: the fields of latin links must be texts, not 1\n"


@pytest.mark.parametrize(
    ("given", "told_of"),
    [
        ("OPTIONS = (kit.size(5, 2, 9, square=True),)", "'OPTIONS' must be a tuple, not 5"),
        ("CLUES = kit.GIVENS", "'CLUES' must be of type Clues, not 5"),
        (
            "OPTIONS = (kit.size(5, 2, 9, square=True),)",
            "one of 'OPTIONS' must be of type Option, not 5",
        ),
    ],
)
def test_a_part_of_the_wrong_type_is_blamed_on_the_package(
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
        ("'a square'", "'draft' must return a Draft of a puzzle and its solution, not 'a square'"),
        (
            "kit.Draft(empty, solution[:2])",
            "'draft' must return a Draft of a puzzle and its solution",
        ),
        (
            "kit.Draft(empty, (1,) * 9)",
            "the solution of a draft is not a solution: Row 1 has three 1s.",
        ),
    ],
)
def test_a_draft_of_the_wrong_type_is_blamed_on_the_package(
    made: str, told_of: str, tmp_path: Path
) -> None:
    right = "kit.Draft(empty.with_givens(solution), solution)"
    assert right in LATIN
    install(tmp_path, "latin", LATIN.replace(right, made))
    told = command(tmp_path, "generate", "latin", "--size", "3", "--seed", "1")

    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    whose = "caracol: Latin Square (package latin 1.0): its draft part failed: "
    assert line.startswith(whose + told_of)


def test_a_genre_with_hidden_cells_can_be_generated(tmp_path: Path) -> None:
    # A hidden cell says whether the first cell has an even digit.
    hidden = """    def hidden(self, puzzle):
        return ("whether r1c1 is even",)

    def scene"""
    even = """        return [
            kit.Table((0, puzzle.grid.size), ((1, 0), (2, 1), (3, 0)), name="r1c1", statement="is so"),
"""
    source = LATIN.replace("    def scene", hidden).replace("        return [\n", even)
    install(tmp_path, "latin", source)
    told = command(tmp_path, "generate", "latin", "--size", "3", "--seed", "1", "--json")

    assert told.returncode == 0, told.stderr
    assert [len(row) for row in json.loads(told.stdout)["certificate"]["solution"]] == [3, 3, 3]


@pytest.mark.parametrize(
    ("right", "asked", "wanted"),
    [
        ('Latin(options["size"])', "blank(genre_of, {})", "'blank' must return Puzzle"),
        ('{"size": puzzle.size}', "settings(puzzle)", "'settings' must return Mapping"),
    ],
)
def test_wrong_types_from_an_editor_are_reported(
    right: str, asked: str, wanted: str, tmp_path: Path
) -> None:
    wrong = LATIN.replace(f"        return {right}", "        return None")
    assert wrong != LATIN
    install(tmp_path, "latin", wrong)
    words = (
        f"import caracol; from caracol.authoring import editing; genre_of = caracol.get_genre('latin'); "
        f"puzzle = caracol.read(open({square(tmp_path)!r}).read())\n"
        f"try: editing.{asked}\nexcept caracol.CaracolError as problem: print(problem)"
    )
    told = run(tmp_path, "-c", words)

    whose = "Latin Square (package latin 1.0): its editor part failed: "
    assert told.stdout == f"{whose}{wanted}, not None\n", told.stderr


def test_an_error_in_a_part_becomes_a_message_and_affects_only_its_genre(tmp_path: Path) -> None:
    broken = LATIN.replace('task["size"][0]', 'task["colour"]')
    install(tmp_path, "latin", broken)
    told = command(tmp_path, "generate", "latin", "--seed", "1")

    assert told.returncode == 2
    whose = "Latin Square (package latin 1.0)"
    assert told.stderr == f"caracol: {whose}: its draft part failed: KeyError: 'colour'\n"
    assert command(tmp_path, "generate", "nonogram", "--size", "5", "--seed", "1").returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('task["size"][0]', 'task["colour"]', "draft part failed: KeyError: 'colour'"),
        ("range(1, puzzle.size + 1), ", "{}[0], ", "rules failed: KeyError: 0"),
    ],
    ids=["draft", "rules"],
)
def test_an_error_in_a_worker_process_becomes_the_same_message(
    old: str, new: str, wrong: str, tmp_path: Path
) -> None:
    install(tmp_path, "latin", LATIN.replace(old, new))
    told = command(tmp_path, "generate", "latin", "--seed", "1", "-o", "many.jsonl")

    assert told.returncode == 2
    assert told.stderr == f"caracol: Latin Square (package latin 1.0): its {wrong}\n"


def test_an_error_in_a_lazy_attribute_of_a_part_becomes_a_message(tmp_path: Path) -> None:
    options = "(kit.size(5, 2, 9, square=True),)"
    assert options in LATIN
    working, broken = tmp_path / "working", tmp_path / "broken"
    for folder, made in ((working, options), (broken, "part.colour")):
        folder.mkdir()
        late = f"property(lambda part: {made})"
        install(folder, "latin", LATIN.replace(options, late))
    told = command(broken, "generate", "latin", "--seed", "1")

    assert told.returncode == 2
    assert "Latin Square (package latin 1.0): its draft part failed: AttributeError" in told.stderr
    assert command(working, "generate", "latin", "--size", "4", "--seed", "1").returncode == 0


def test_a_part_that_cannot_be_built_does_not_affect_others(tmp_path: Path) -> None:
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


def test_a_part_without_its_required_names_is_reported(tmp_path: Path) -> None:
    lacking = LATIN.replace("def draft(self", "def drawing(self")
    install(tmp_path, "latin", lacking)
    told = command(tmp_path, "generate", "latin")

    assert told.returncode == 2
    assert (
        "Latin Square (package latin 1.0): its draft part failed: it has no 'draft' or 'drafts'"
        in told.stderr
    )


def test_a_missing_part_is_none() -> None:
    assert latin.GENRE.part(TechniquesPart) is None
    for kind in (DraftPart, EditorPart, FormatsPart):
        found = latin.GENRE.part(kind)
        assert found is not None
        assert found.genre is latin.GENRE
        assert found is latin.GENRE.part(kind)


def test_optional_clues_need_no_extra_options() -> None:
    made = caracol.generate(latin.GENRE, size=4, seed=3, symmetry="rotational")
    given = [value is not None for value in made.puzzle.givens]

    assert given == given[::-1]
    assert any(given)
    assert not all(given)


def test_a_starter_has_no_trace_of_the_genre_it_was_derived_from() -> None:
    files = make_starter("river-bank")

    assert "latin" not in "".join(files.values()).lower().replace("latin square", "")
    assert "RiverBank(3," in files["test_river_bank.py"]


def test_a_module_used_as_a_part_gets_the_defaults_of_its_class() -> None:
    stars: Genre = caracol.get_genre("star-battle")
    part = stars.part(DraftPart)

    assert part is not None
    assert part.CLUES is None
    assert part.usual_grade({"size": (10, 10)}) == "easy-hard"


def test_a_format_whose_detection_fails_does_not_affect_others(tmp_path: Path) -> None:
    file = """

class LatinFiles(kit.FormatsPart[Latin]):
    FILES = (kit.FileFormat("bad", "fails", looks=lambda text: 1 / 0, read=lambda text: iter(())),)
"""
    install(tmp_path, "latin", REQUIRED + file)
    (tmp_path / "text.txt").write_text("no puzzle at all")
    told = command(tmp_path, "solve", "text.txt")

    assert told.returncode == 2
    assert "none of the known formats" in told.stderr
    assert (
        told.stderr.count("the format 'bad' of the plug-in latin (package latin 1.0) was left") == 1
    )
