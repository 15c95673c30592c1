"""What ARCHITECTURE.md says of the code is so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from caracol.board.scene import NUMBERS
from caracol.deduction.reasons import MINIMISED
from caracol.engines.sat import SLICE
from caracol.generator import generate
from caracol.lab.export import export
from caracol.plugins import all_genres
from caracol.rules import MOST_VALUES
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
    sources = [path.read_text(encoding="utf-8") for path in (TOP / "src" / "kernel").iterdir()]
    twins = re.findall(r"`([a-z_]+/\w+\.py)`", "".join(sources))

    assert "deduction/trial.py" in twins
    assert [name for name in twins if not (TOP / "src" / "caracol" / name).exists()] == []


def test_solving_a_file_defines_no_dataclass_and_compiles_no_annotation() -> None:
    asked = (
        "import sys, typing; typing.ForwardRef.__init__ = None; from caracol.cli import main; "
        "main(['solve', 'example:star-battle/seed-5x5-board-3-1-star']); "
        "print(sorted(name for name, module in list(sys.modules.items()) "
        "if name.startswith('caracol') for thing in vars(module).values() "
        "if isinstance(thing, type) and thing.__module__ == name "
        "and hasattr(thing, '__dataclass_fields__')))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


def test_the_laboratory_names_no_genre() -> None:
    names = [genre.id for genre in all_genres()]
    for path in (TOP / "src" / "caracol" / "lab").rglob("*.py"):
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


SOLVED = (
    "akari/8x6.json",
    "easy-as-abc/seed-4x4.json",
    "hitori/6x5.json",
    "magic-snail/6x6-123.json",
    "magnets/seed-6x6-a.json",
    "nonogram/seed-demo5.json",
    "slitherlink/7x7-easy.json",
    "star-battle/seed-8x8-board-4-1-star.json",
)
"""A puzzle of each genre."""


def test_a_puzzle_of_each_genre_is_solved_here() -> None:
    assert [name.split("/")[0] for name in SOLVED] == sorted(genre.id for genre in all_genres())


@pytest.mark.parametrize("example", SOLVED)
def test_solving_a_file_loads_nothing_that_only_other_questions_need(example: str) -> None:
    asked = (
        "import sys; from caracol.cli import main; main(['solve', sys.argv[1]]); "
        "print(*sorted(sys.modules))"
    )
    path = TOP / "examples" / example
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, path], capture_output=True, text=True, check=True
    )
    loaded = {*done.stdout.splitlines()[-1].split()} - {*bare.stdout.split()}

    slow = {"pathlib", "shutil", "hashlib", "urllib.parse", "dataclasses", "inspect", "tempfile"}
    slow |= {"subprocess", "asyncio", "pysat", "random", "textwrap", "csv", "zlib"}
    slow |= {f"caracol.notation.{name}" for name in ("carrying", "codecs", "contents", "squares")}
    slow |= {"caracol.commands.many", "caracol.formats.recognising", "caracol.engines.search"}
    packages = {"deduction", "disguises", "drafting", "editing", "editor", "explaining"}
    packages |= {"generator", "options", "parametric"}
    slow |= {name for name in loaded if name.startswith(tuple(f"caracol.{p}" for p in packages))}
    lines = {"easy-as-abc", "magic-snail", "nonogram"}
    slow |= set() if example.split("/")[0] in lines else {"caracol.rules.reading"}
    assert loaded & slow == set()


def ways() -> list[list[str]]:
    """The files of each way that is drawn."""
    fences = TEXT.split("## Three ways")[1].split("## The life")[0].split("```")[1::2]
    return [re.findall(r"[\w/]+\.(?:py|js)", fence) for fence in fences]


def test_the_ways_that_are_drawn_lead_through_files_that_are_there() -> None:
    found = ways()

    assert len(found) == 3
    for name in [name for way in found for name in way]:
        assert (TOP / "src" / "caracol" / name).exists(), name


def entered(begin: str, ask: str) -> set[str]:
    """The files of ours that something enters, once all is loaded: something there is called."""
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


MAIN = "from caracol.cli import main"
HINT = """
import json
from types import SimpleNamespace
from caracol.web.jobs import JOBS
puzzle = json.load(open("examples/star-battle/seed-10x10-board-6-2-stars.json"))
"""


def test_the_three_ways_are_as_they_are_drawn_and_counted() -> None:
    drawn = ways()
    told = re.search(r"solve enters (\d+), a hint (\d+) .* generated puzzle (\d+)", TEXT)
    asked = (
        (MAIN, "main(['solve', 'examples/star-battle/seed-8x8-board-4-1-star.json'])"),
        (
            HINT,
            "JOBS['hint']({'puzzle': puzzle, 'most_cells': 999}, "
            "SimpleNamespace(seconds=9.0, stop=None))",
        ),
        (MAIN, "main(['generate', 'magnets', '--size', '6', '--seed', '1'])"),
    )

    assert told is not None
    for way, number, question in zip(drawn, told.groups(), asked, strict=True):
        found = entered(*question)
        here = way[way.index("web/jobs/advice.py") :] if "web/jobs/advice.py" in way else way
        assert set(here) <= found
        assert len(found) == int(number), sorted(found)


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
        if "web" not in path.parts:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(path.name)

    assert {name: files for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize("package", ["caracol", "drawing", "formats", "kit", "rules"])
def test_every_name_of_a_package_is_there_when_it_is_asked_for(package: str) -> None:
    loaded = import_module(package if package == "caracol" else f"caracol.{package}")

    assert [name for name in loaded.__all__ if not hasattr(loaded, name)] == []
    with pytest.raises(AttributeError, match=f"'{loaded.__name__}' has no attribute 'nothing'"):
        loaded.nothing  # noqa: B018


def test_the_package_is_nowhere_but_in_its_own_folders() -> None:
    import caracol

    assert {Path(folder).name for folder in caracol.__path__} == {"caracol"}
    assert [path.name for path in TOP.glob("examples/*/*") if path.stem.isidentifier()] == []
