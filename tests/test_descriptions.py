"""A verb is described once, and found wherever verbs are."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from caracol.cli import manual, shells
from caracol.cli.completion import complete
from caracol.cli.main import main
from caracol.cli.parser import SHELLS
from caracol.puzzle import Puzzle
from caracol.verbs import answers
from caracol.verbs.parameters import PUZZLE, positive_int
from caracol.verbs.registry import COMMANDS, find_operations, list_commands
from caracol.verbs.schemas import whole
from caracol.verbs.verb import Completion, Operation, Result, Verb, option
from caracol.web import client, operations, requests
from sources import TOP

sys.path.insert(0, str(TOP / "docs"))

from make import command_line

STAR = "example:star-battle/seed-5x5-board-3-1-star"


# A verb, from nothing.
def shout(asked: argparse.Namespace, puzzle: Puzzle, _stop: Any) -> Result:
    words = f"{puzzle.genre.name.upper()}{'!' * asked.marks}"
    return 0, {"words": words}, lambda: words


TIMES = option("marks", "how loud", read=positive_int, default=1, schema=whole(1, 9, default=2))
TO = option("like", "as loud as this genre", values=Completion.GENRES)
HTTP = Operation("shout", "Say it aloud.", None, dict[str, Any], "questions", address="POST /loud")
SHOUT = Verb("shout", "say the genre aloud", (*PUZZLE, TIMES, TO), ask=shout, operation=HTTP)


@pytest.fixture
def _shout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    module = ModuleType("shouting")
    module.VERBS = (SHOUT,)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "shouting", module)
    monkeypatch.setitem(COMMANDS, "shout", "shouting")
    requests.operations.cache_clear()
    yield
    requests.operations.cache_clear()


@pytest.mark.usefixtures("_shout")
def test_a_new_verb_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shout", STAR, "--marks", "3"]) == 0
    assert capsys.readouterr().out == "STAR BATTLE!!!\n"
    assert main(["shout", STAR, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["number"], answer["words"]) == (1, "STAR BATTLE!")
    with pytest.raises(SystemExit):
        main(["shout", STAR, "--marks", "0"])
    assert "caracol: --marks: must be at least 1" in capsys.readouterr().err


@pytest.mark.usefixtures("_shout")
def test_a_new_verb_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "shout               say the genre aloud" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["shout", "--help"])
    shown = capsys.readouterr().out
    assert "--marks MARKS" in shown
    assert "how loud" in shown


@pytest.mark.usefixtures("_shout")
def test_a_new_verb_is_an_operation_with_its_schema() -> None:
    pytest.importorskip("fastapi")
    from caracol.web.app import make_app
    from caracol.web.settings import Settings

    described = make_app(Settings()).openapi()["paths"]["/api/loud"]["post"]
    schema = described["requestBody"]["content"]["application/json"]["schema"]

    assert (described["operationId"], described["description"]) == ("shout", "Say it aloud.")
    assert schema["properties"]["marks"] == whole(1, 9, default=2)
    assert "like" not in schema["properties"]
    assert operations.ask("shout", {"puzzle": snail()}) == {"words": "MAGIC SNAIL!!"}
    with pytest.raises(Exception, match="10 is not a whole number from 1 to 9"):
        operations.ask("shout", {"puzzle": snail(), "marks": 10})
    assert '  shout: "POST /loud",\n' in client.write_addresses()


def snail() -> dict[str, Any]:
    return {"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}


@pytest.mark.usefixtures("_shout")
def test_a_new_verb_is_in_the_reference_and_in_the_manual() -> None:
    page, man = command_line.page(), manual.page()

    assert "| [`shout`](#shout) | say the genre aloud |" in page
    assert "| `--marks MARKS` | how loud |" in page
    assert ".SS shout\nSay the genre aloud.\n" in man
    assert ".B \\-\\-marks MARKS\nhow loud\n" in man


@pytest.mark.usefixtures("_shout")
def test_a_new_verb_is_completed_in_every_shell() -> None:
    for shell in SHELLS:
        assert " shout" in shells.script(shell)
        assert "--complete" in shells.script(shell)
    assert complete(["sho"]) == ["show", "shout"]
    assert complete(["shout", "--ma"]) == ["--marks"]
    assert complete(["shout", "--like", "mag"]) == ["magic-snail", "magnets"]


def test_every_name_of_an_answer_is_one() -> None:
    for verb in find_operations().values():
        assert verb.operation is not None
        if isinstance(verb.operation.returns, str):
            assert issubclass(getattr(answers, verb.operation.returns), answers.Result)


FILES = "*"
COMPLETED = {
    "sol": ["solve"],
    "--": ["--completion", "--man", "--version", "--help"],
    "solve --st": ["--stars", "--statistics", "--strict"],
    "solve example:hitori/": ["example:hitori/6x5", "example:hitori/8x8", FILES],
    "solve --from pen": ["penpa"],
    "solve --from=pen": ["--from=penpa"],
    "solve --output ": [FILES],
    "solve --seconds ": [],
    "generate mag": ["magic-snail", "magnets"],
    "generate akari ": [],
    "generate akari --grade ex": ["expert", "extreme"],
    "generate akari --s": ["--seconds", "--seed", "--size", "--solution", "--symmetry"],
    "generate nonogram --symmetry m": ["mirror"],
    "generate --count 3 hit": ["hitori"],
    "hint --rung ": ["where", "technique", "rules", "conclusion", "sentence"],
    "hint --without trial,sq": ["trial,squeeze"],
    "practice cut": ["cut-off"],
    "convert x.json --to js": ["json", "jsonl"],
    "render --theme d": ["dark"],
    "book --generate nono": ["nonogram"],
    "book --generate nonogram 5 --page a": ["a3", "a4", "a5"],
    "lab ": ["run", "study", "trace", "global", "exercise", "export", "models", "best"],
    "lab run --variables f": ["first-fail", "ffc", "ff"],
    "lab run --q": ["--quiet"],
    "lab study reports/ma": [
        "reports/magic-snail",
        "reports/magnets-options",
        "reports/magnets-sizes",
        FILES,
    ],
    "lab study --n": ["--no-plots"],
    "lab export --to mini": ["minizinc", "minizinc-data"],
    "report s": ["star-battle"],
    "report star-battle ": ["1", "2", "3", "4", "5", "6", "7"],
    "report star-battle 1 ": [],
    "report nonogram 1": ["10x10"],
    "report easy-as-abc ": ["4x4", "6x6", "12x12"],
    "report magnets ": [],
    "report star-battle --co": ["--columns", "--coordinates"],
    "library l": ["list"],
    "library list --grade ea": ["easy"],
    "why r1c1 example:hitori/6": ["example:hitori/6x5", FILES],
    "serve --token ": ["new"],
    "nonsense ": [],
}


@pytest.mark.parametrize("line", COMPLETED)
def test_words_and_values_are_completed(line: str) -> None:
    assert complete(line.split(" ")) == COMPLETED[line]


@pytest.mark.skipif(shutil.which("caracol") is None, reason="caracol is not on the path")
@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        ("caracol generate mag", "caracol generate mag", ["magic-snail", "magnets"]),
        ("caracol solve example:hitori/6", "caracol solve example : hitori/6", ["hitori/6x5"]),
        ("caracol hint --rung=co", "caracol hint --rung = co", ["conclusion"]),
        ("caracol check pyproject.t", "caracol check pyproject.t", ["pyproject.toml"]),
    ],
)
def test_bash_completes_words_that_it_parts_itself(line: str, words: str, found: list[str]) -> None:
    tried = f"""{shells.script("bash")}
COMP_LINE='{line}' COMP_POINT={len(line)}
COMP_WORDS=({words}) COMP_CWORD={len(words.split()) - 1}
_caracol
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", tried], capture_output=True, text=True, cwd=TOP)

    assert done.stdout.split() == found


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_one() -> None:
    page = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-c", "-P-b", "-P-u"],
        input=manual.page(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert page.stderr == ""
    for verb in list_commands():
        assert f"\n   {verb.name}" in page.stdout
