"""What ARCHITECTURE.md says of the code is so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from caracol.board.scene import NUMBERS
from caracol.deduction.last_resort.reasons import MINIMISED
from caracol.engines.sat import SLICE
from caracol.generator.loop import generate
from caracol.lab.export import export
from caracol.puzzle.plugins import all_genres
from caracol.rules import MOST_VALUES, Rule
from caracol.rules.forms import Form
from sources import TOP

TEXT = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_layers_are_those_that_the_checks_hold() -> None:
    fence = TEXT.split("## Layers")[1].split("```")[1]
    told = [re.split(r"\s{2,}", line)[0].strip() for line in fence.strip().splitlines()]
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["importlinter"]

    assert told == contracts["contracts"][0]["layers"]


def test_every_path_that_is_named_exists() -> None:
    for name in re.findall(r"`((?:src|docs|tests)/[\w/.-]+)`", TEXT):
        assert (TOP / name).exists(), name
    for name in re.findall(r"`(deduction/[\w/.]+|genres/[\w/.]+)`", TEXT):
        assert (TOP / "src" / "caracol" / name).exists(), name


def test_every_twin_that_the_kernel_names_exists() -> None:
    kernel = TOP / "src" / "kernel"
    sources = [path.read_text(encoding="utf-8") for path in kernel.rglob("*.[ch]pp")]
    twins = re.findall(r"`([a-z_/]+/\w+\.py)`", "".join(sources))

    assert "deduction/techniques/trials.py" in twins
    assert [name for name in twins if not (TOP / "src" / "caracol" / name).exists()] == []


@pytest.mark.parametrize("room", ["lab", "deduction", "questions"])
def test_a_room_for_all_genres_names_none(room: str) -> None:
    names = [genre.id for genre in all_genres()]
    for path in (TOP / "src" / "caracol" / room).rglob("*.py"):
        if path.name == "efforts.py":
            continue  # its evidence quotes what was written about some genres
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = ast.Module | ast.ClassDef | ast.FunctionDef
        explained = {
            ast.get_docstring(node, False)
            for node in ast.walk(tree)
            if isinstance(node, documented)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value not in explained
            ):
                assert not any(name in node.value for name in names), (path.name, node.value)


KINDS = {kind.__name__ for kind in Rule.__subclasses__() if kind.__module__.startswith("caracol.")}
"""The kinds of rule that come with the package."""


def asks_for_a_kind(node: ast.AST) -> bool:
    """Whether it finds out, or pretends to know, of which kind a rule is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        asked = node.args if node.func.id in ("isinstance", "issubclass", "cast") else []
    elif isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]  # type(rule) is Count
    elif isinstance(node, ast.MatchClass):
        asked = [node.cls]
    else:
        asked = []
    inside = [one for part in asked for one in ast.walk(part)]
    named = {one.id for one in inside if isinstance(one, ast.Name)}
    named |= {one.attr for one in inside if isinstance(one, ast.Attribute)}
    named |= {
        word
        for one in inside
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
        for word in re.findall(r"\w+", one.value)  # cast("Count", rule)
    }
    return bool(named & KINDS)


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(rule, Count)",
        "isinstance(rule, Loop | Connected)",
        "isinstance(rule, (rules.Sum, int))",
        "cast(Loop, rule)",
        "cast('Loop', rule)",
        "type(rule) is Regular",
        "match rule:\n    case Table():\n        pass",
    ],
)
def test_who_asks_for_the_kind_of_a_rule_is_noticed(code: str) -> None:
    assert any(map(asks_for_a_kind, ast.walk(ast.parse(code))))


@pytest.mark.parametrize("room", ["deduction", "questions"])
def test_nobody_there_asks_of_which_kind_a_rule_is(room: str) -> None:
    assert "Count" in KINDS
    for path in (TOP / "src" / "caracol" / room).rglob("*.py"):
        found = filter(asks_for_a_kind, ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        assert [f"{path.name}:{node.lineno}" for node in found] == []


SOLVED = (
    "akari/8x6.json",
    "binairo/6x6.json",
    "easy-as-abc/seed-4x4.json",
    "futoshiki/5x5.json",
    "hitori/6x5.json",
    "kakuro/6x6.json",
    "magic-snail/6x6-123.json",
    "magnets/seed-6x6-a.json",
    "masyu/8x8.json",
    "nonogram/seed-demo5.json",
    "skyscrapers/5x5.json",
    "slitherlink/7x7.json",
    "star-battle/seed-8x8-board-4-1-star.json",
    "sudoku/9x9.json",
    "tents/8x8.json",
)
"""A puzzle of each genre."""


def test_a_puzzle_of_each_genre_is_solved_here() -> None:
    assert [name.split("/")[0] for name in SOLVED] == sorted(genre.id for genre in all_genres())


def read_paths() -> list[list[str]]:
    """Return the files of each path that is drawn."""
    fences = TEXT.split("## Paths through")[1].split("## The life")[0].split("```")[1::2]
    return [re.findall(r"[\w/]+\.(?:py|js)", fence) for fence in fences]


def test_the_paths_that_are_drawn_lead_through_existing_files() -> None:
    paths = read_paths()

    assert len(paths) == 5
    for name in [name for path in paths for name in path]:
        assert (TOP / "src" / "caracol" / name).exists(), name


def list_entered(begin: str, ask: str) -> set[str]:
    """Return our files in which something is called, once everything is loaded."""
    traced = (
        f"{begin}\n{ask}\nimport sys; seen = set()\n"
        "sys.setprofile(lambda f, e, a: seen.add(f.f_code.co_filename) if e == 'call' else None)\n"
        f"{ask}\nsys.setprofile(None)\n"
        "print(*sorted(n.split('src/caracol/')[1] for n in seen if 'src/caracol/' in n))"
    )
    done = subprocess.run(
        [sys.executable, "-c", traced], capture_output=True, text=True, check=True, cwd=TOP
    )
    return set(done.stdout.splitlines()[-1].split())


MAIN = "from caracol.cli.main import main"
HINT = """
import json
from types import SimpleNamespace
from caracol.web.requests import operations
puzzle = json.load(open("examples/star-battle/seed-10x10-board-6-2-stars.json"))
"""
QUESTIONS = {
    "solve": (MAIN, "main(['solve', 'examples/star-battle/seed-8x8-board-4-1-star.json'])"),
    "hint": (
        HINT,
        "operations()['hint'].operation.answer({'puzzle': puzzle, 'most_cells': 999}, "
        "SimpleNamespace(seconds=9.0, stop=None))",
    ),
    "generate": (MAIN, "main(['generate', 'magnets', '--size', '6', '--seed', '1'])"),
    "book": (
        MAIN + "; import tempfile, os; file = os.path.join(tempfile.mkdtemp(), 'book.pdf')",
        "main(['book', 'examples/akari/8x6.json', '-o', file, '--force'])",
    ),
    "explain": (MAIN, "main(['explain', 'examples/nonogram/seed-demo5.json'])"),
}


@pytest.mark.parametrize("number", range(5), ids=list(QUESTIONS))
def test_the_paths_are_as_they_are_drawn_and_counted(number: int) -> None:
    sentence = " ".join(TEXT.split("Files in which something is called")[1].split())
    counts = [int(count) for count in re.findall(r"\b(\d+) for a ", sentence)]
    path, question = read_paths()[number], [*QUESTIONS.values()][number]
    if "drawing/typeset.py" in path:
        pytest.importorskip("typst", reason="typst, which draws pages, is not installed")

    entered = list_entered(*question)
    if "verbs/advice/hint.py" in path:
        path = path[path.index("verbs/advice/hint.py") :]
    assert set(path) - entered == set()
    assert len(entered) <= counts[number], sorted(entered)


LONG = {"board/places.py", "board/scene.py", "engines/portfolio.py"}
"""Modules with more than 400 lines: one class each that has no seam to split it at."""


@pytest.mark.skipif(
    not (TOP / ".git").exists(), reason="git lists the files, and this is not a checkout"
)
def test_no_folder_has_more_than_fifteen_files() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "src"], capture_output=True, text=True, check=True, cwd=TOP
    ).stdout.split()
    folders = Counter(str(Path(name).parent) for name in tracked)

    assert {folder: count for folder, count in folders.items() if count > 15} == {}


def test_the_package_has_at_most_eight_modules_and_twelve_layers() -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["importlinter"]

    assert len([*(TOP / "src/caracol").glob("*.py")]) <= 8
    assert len(contracts["contracts"][0]["layers"]) <= 12


def test_no_module_has_more_than_400_lines_but_the_listed_ones() -> None:
    modules = (TOP / "src/caracol").rglob("*.py")
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    long = {
        str(path.relative_to(TOP / "src/caracol")) for path, lines in lengths.items() if lines > 400
    }

    assert long == LONG


BOUNDARIES = {
    *("PIL", "distributed", "matplotlib", "pandas", "platformdirs", "pysat", "rich", "segno"),
    *("typst", "uvicorn"),  # packages of others
    *("concurrent", "importlib", "multiprocessing", "subprocess"),  # a browser has no processes
}


def test_imports_inside_functions_mark_a_boundary() -> None:
    late: dict[str, set[str]] = {}
    for path in (TOP / "src/caracol").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                    names += (
                        [one.name for one in node.names] if isinstance(node, ast.Import) else []
                    )
                    late.setdefault(str(path.relative_to(TOP / "src/caracol")), set()).update(names)
    inside = {
        name: {one for one in found if one.split(".")[0] not in BOUNDARIES}
        for name, found in late.items()
    }

    assert {name: found for name, found in inside.items() if found} == {
        "cli/main.py": {"caracol.cli.completion", "caracol.cli.manual", "caracol.cli.shells"},
        "drawing/terminal.py": {"caracol.drawing.lattice"},
        "notebooks/__init__.py": {"caracol.notebooks.widgets"},  # which needs an extra
        "puzzle/custom_model.py": {"caracol.puzzle.cpmpy_models"},  # which reads another package
        "verbs/common.py": {"caracol.verbs"},
        "verbs/questions/solve.py": {"caracol.verbs.questions.proof"},
    }


def test_the_figures_are_those_of_the_code() -> None:
    forms = re.search(r"come down to (\w+) forms", TEXT)
    slices = re.search(r"SAT runs in slices of (\d+) ms", TEXT)
    values = re.search(r"At most (\d+) values a cell", TEXT)

    assert forms is not None
    assert slices is not None
    assert values is not None
    assert forms[1] == NUMBERS[len(get_args(Form))]
    assert int(slices[1]) == SLICE * 1000
    assert int(values[1]) == MOST_VALUES
    assert "make a dozen reasons minimal" in TEXT
    assert MINIMISED == 12


def test_the_figures_of_loops_and_shapes_are_those_that_were_measured() -> None:
    told = re.search(r"loops on (\S+) squares (\S+) s in the median, .* on (\S+) (\S+) s", TEXT)
    page = (TOP / "docs" / "benchmarks" / "kinds.md").read_text(encoding="utf-8")

    assert told is not None
    for kind, size, median in (("loop", *told.groups()[:2]), ("connected", *told.groups()[2:])):
        measured = re.search(rf"^\| {kind} {size} \| (\S+) \|", page, flags=re.M)
        assert measured is not None
        places = len(median.partition(".")[2])
        assert round(float(measured[1]), places) == float(median)


def test_a_slitherlink_is_exported_as_large_as_it_says() -> None:
    told = re.search(r"Slitherlink of 10×10 has (\S+) variables and (\S+) clauses", TEXT)
    puzzle = generate("slitherlink", size=10, seed=1, graded=False).puzzle
    line = next(line for line in export(puzzle, "dimacs").splitlines() if line.startswith("p cnf"))

    assert told is not None
    for said, found in zip(told.groups(), line.split()[2:], strict=True):
        assert round(int(found) / 1000) == int(said.replace(",", "")) // 1000


def test_a_class_has_a_name_of_its_own() -> None:
    # The shapes of messages are named after what they carry.
    places: dict[str, list[str]] = {}
    for path in sorted((TOP / "src/caracol").rglob("*.py")):
        if "web" not in path.parts and path.name != "answers.py":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(path.name)

    assert {name: files for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize("package", ["caracol", "rules"])
def test_every_name_of_a_package_is_there_when_it_is_asked_for(package: str) -> None:
    loaded = import_module(package if package == "caracol" else f"caracol.{package}")

    assert [name for name in loaded.__all__ if not hasattr(loaded, name)] == []
    with pytest.raises(AttributeError, match=f"'{loaded.__name__}' has no attribute 'nothing'"):
        loaded.nothing  # noqa: B018


def test_the_package_is_nowhere_but_in_its_own_folders() -> None:
    import caracol

    assert {Path(folder).name for folder in caracol.__path__} == {"caracol"}
    assert [path.name for path in TOP.glob("examples/*/*") if path.stem.isidentifier()] == []
