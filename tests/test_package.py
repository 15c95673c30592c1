"""The package as others get it: what is in it, and that it works where nothing else is."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import caracol
from caracol.verbs.registry import COMMANDS, list_commands
from caracol.verbs.verb import Verb
from one_file import GENRES
from sources import TOP

BUILD = """
import sys
from scikit_build_core import build
getattr(build, sys.argv[1])(sys.argv[2], {"wheel.cmake": "false", "wheel.py-api": "py3"} if sys.argv[1] == "build_wheel" else {})
"""
"""Without the kernel: to compile it takes a minute, and the package is whole without it."""


def build(what: str, source: Path, into: Path) -> Path:
    pytest.importorskip(
        "scikit_build_core", reason="scikit-build-core, which builds packages, is not installed"
    )
    done = subprocess.run(
        [sys.executable, "-c", BUILD, what, str(into)],
        cwd=source,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return next(into.iterdir())


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    packed = build("build_sdist", TOP, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def python(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment into which pip installed the wheel, from its folder alone.

    What others wrote is taken from the environment of these tests.
    """
    wheels = build("build_wheel", sdist, tmp_path_factory.mktemp("wheel")).parent
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    words = ["--no-index", "--find-links", str(wheels), "--no-deps", "--no-compile", "-q"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", *words, "caracol"],
        check=True,
    )
    (site,) = home.glob("lib/python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def run(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment["CARACOL_LIBRARY"] = str(folder / "library.sqlite")
    return subprocess.run(
        [python, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def test_the_wheel_alone_does_what_readme_says_and_serves_the_page(
    python: Path, tmp_path: Path
) -> None:
    done = run(python, tmp_path, str(TOP / "tests" / "installed.py"))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "examples and the workbench work, without the kernel" in done.stdout


def test_the_source_distribution_has_tests_that_pass(sdist: Path, python: Path) -> None:
    for name in ("tests", "docs", "examples", "bench", "scripts", "src/kernel"):
        assert (sdist / name).is_dir(), name
    inside = {str(path.relative_to(sdist)) for path in sdist.rglob("*") if path.is_file()}
    for path in [*TOP.glob("tests/**/*"), *TOP.glob("docs/**/*.md"), *TOP.glob("*.md")]:
        if path.is_file() and "__pycache__" not in path.parts:
            assert str(path.relative_to(TOP)) in inside

    files = [str(sdist / "tests" / name) for name in ("test_rules.py", "test_conformance.py")]
    some = ["-k", "test_rules or akari"]
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(sdist)]
    tested = run(python, sdist, *words, *files, *some)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_files_are_read_alike_in_every_locale() -> None:
    """Windows has other encodings than UTF-8 unless a text names its own."""
    asked = """
import warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"caracol\\.")
from pathlib import Path
import caracol
from caracol.cli.main import main
from caracol.web import page, site
page.join_page(Path(page.__file__).with_name("static"))
main(["explain", "example:magnets"])
main(["genres"])
caracol.generate("nonogram", size=9, shows="auto", seed=1)
"""
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-X", "warn_default_encoding", "-c", asked],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr


def test_only_what_is_heavy_is_an_extra_and_each_extra_is_refused_by_name() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    extras = set(project["optional-dependencies"]) - {"all", "dev"}
    sources = [path.read_text() for path in TOP.glob("src/caracol/**/*.py")]
    named = {
        extra for text in sources for extra in re.findall(r'MissingExtra\("\w+", "(\w+)"', text)
    }

    assert extras == named == {"print", "picture", "cluster", "lab", "notebook"}


def test_every_command_and_each_of_its_own_says_what_it_does() -> None:
    def described(verb: Verb) -> None:
        assert (verb.description or verb.sentence).endswith("."), verb.name
        for own in verb.own_verbs():
            described(own)

    for verb in list_commands():
        described(verb)


def completed(*words: str) -> list[str]:
    """What bash offers for the last of these words."""
    script = subprocess.run(
        [sys.executable, "-m", "caracol", "--completion", "bash"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tried = f"""{script}
COMP_WORDS=({" ".join(words)}) COMP_CWORD={len(words) - 1}
_caracol
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return subprocess.run(
        ["bash", "-c", tried], capture_output=True, text=True, check=True
    ).stdout.split()


def test_a_shell_completes_commands_flags_genres_and_verbs() -> None:
    assert completed("caracol", "ge") == ["generate", "genres"]
    assert completed("caracol", "solve", "--st") == ["--stars", "--statistics", "--strict"]
    assert completed("caracol", "generate", "mag") == ["magic-snail", "magnets"]
    assert completed("caracol", "lab", "s") == ["study"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_every_command(shell: str) -> None:
    script = subprocess.run(
        [sys.executable, "-m", "caracol", "--completion", shell],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    for name in COMMANDS:
        assert re.search(rf"\b{name}\b", script)


def test_public_names_are_what_the_modules_give() -> None:
    stub = ast.parse((TOP / "src" / "caracol" / "__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: str(node.module) for node in imports for alias in node.names}

    assert set(caracol.__all__) == {*homes, "__version__"}
    for name, module in homes.items():
        assert getattr(caracol, name) is getattr(import_module(module), name)
    with pytest.raises(AttributeError, match="'caracol' has no attribute 'nothing'"):
        caracol.nothing  # noqa: B018


def test_help_of_a_verb_shows_its_signature_and_what_it_does() -> None:
    import pydoc

    text = pydoc.plain(pydoc.render_doc(caracol.solve))
    assert "solve(puzzle" in text
    assert (caracol.solve.__doc__ or "nothing").splitlines()[0] in text


CLIENT = Path(__file__).parent / "data" / "client.py"


def test_the_settings_of_the_tests_need_nothing_but_pytest() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/test_places.py"]
    done = subprocess.run(
        command,
        cwd=TOP,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_typed_client_and_genres_of_one_file_pass(checker: str, tmp_path: Path) -> None:
    genres = [TOP / "src" / "caracol" / "starter" / "latin.py"]
    genres += [TOP / "tests" / "plugged" / f"{name}.py" for name in GENRES]
    files = ["client.py", *(genre.name for genre in genres)]
    for path, name in zip([CLIENT, *genres], files, strict=True):
        (tmp_path / name).write_text(path.read_text())
    if checker == "mypy":
        pytest.importorskip("mypy", reason="mypy is not installed")
        # With our settings, which are strict, what mypy knows of our modules already is at hand.
        words = [sys.executable, "-m", "mypy", "--config-file", str(TOP / "pyproject.toml")]
        words += ["--strict", "--cache-dir", str(TOP / ".mypy_cache"), *files]
    else:
        program = TOP / "node_modules" / ".bin" / "pyright"
        if not program.exists():
            pytest.skip("pyright is not installed")
        words = [str(program), "--pythonpath", sys.executable, *files]
    settings = {"extraPaths": [str(TOP / "src")], "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    checked = subprocess.run(
        words,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(TOP / "src")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    used = set(re.findall(r"caracol\.(\w+)\(", CLIENT.read_text()))
    verbs = {name for name in caracol.__all__ if name.islower() and not name.startswith("_")}
    assert verbs <= used


def test_the_citation_names_the_version() -> None:
    lines = (TOP / "CITATION.cff").read_text(encoding="utf-8").splitlines()

    assert f"version: {caracol.__version__}" in lines


def test_the_changelog_describes_this_version_below_what_is_unreleased() -> None:
    headings = re.findall(r"^## (.+)$", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

    assert headings[:2] == ["Unreleased", caracol.__version__]


def test_the_version_is_stated_in_the_package_alone(sdist: Path) -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]

    assert "version" not in project
    assert sdist.name == f"caracol-{caracol.__version__}"
