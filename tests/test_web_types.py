"""The page's scripts: their types, their sizes, and how they are loaded."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from caracol.support.scripts import order_modules

TSC = shutil.which("tsc")
WEB = Path(__file__).parents[1] / "src" / "caracol" / "web"
STATIC = WEB / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
WORKERS = sorted((WEB / "site" / "files").glob("*.js"))


@pytest.mark.skipif(TSC is None, reason="tsc is not installed")
@pytest.mark.parametrize("project", ["browser", "browser/workers"])
def test_the_scripts_pass_the_type_checker(project: str) -> None:
    assert TSC is not None
    folder = Path(__file__).parent / project
    checked = subprocess.run([TSC, "-p", folder], capture_output=True, text=True, check=False)

    assert checked.stdout == ""
    assert checked.returncode == 0


def test_no_file_of_the_page_names_a_genre() -> None:
    genres = ("nonogram", "star-battle", "star_battle", "magnets", "easy-as-abc", "magic-snail")
    allowed = {"operations.js", "messages.py"}  # they only show examples
    for path in WEB.rglob("*"):
        if path.suffix in (".js", ".py", ".css", ".html") and path.name not in allowed:
            text = path.read_text().lower()
            assert [name for name in genres if name in text] == [], path.name


def test_every_script_is_part_of_the_page() -> None:
    # types.js is for the type checker; operations.js and searches.js are for other pages.
    others = {"js/operations.js", "js/shared/types.js", "js/lab/searches.js"}
    scripts = {path.relative_to(STATIC).as_posix() for path in SCRIPTS}
    assert set(order_modules(STATIC, "js/main.js")) == scripts - others


def test_every_script_has_at_most_400_lines() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in (*SCRIPTS, *WORKERS)}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_every_folder_of_scripts_has_at_most_15_files() -> None:
    sizes = Counter(path.parent.name for path in SCRIPTS)
    assert {name: size for name, size in sizes.items() if size > 15} == {}


def test_every_name_that_a_script_exports_is_used_in_another() -> None:
    texts = {path: path.read_text() for path in SCRIPTS}
    for path, text in texts.items():
        others = "".join(other for found, other in texts.items() if found != path)
        for name in re.findall(
            r"^export (?:async )?(?:function|const|class|let) (\w+)", text, re.M
        ):
            # A test imports this function, which works only where no server answers.
            assert re.search(rf"\b{name}\b", others) or name == "countSolves", (path.name, name)
