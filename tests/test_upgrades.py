"""What earlier versions wrote opens unchanged.

The samples in data/0.1.0 and data/1.0.0 were written by these versions: puzzles with certificates
in every format that carries them, and games; the first also has a batch and a library. They are
never regenerated.
"""

from __future__ import annotations

import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

from caracol.authoring.fingerprints import fingerprint
from caracol.cli.main import main
from caracol.deduction.grade import GRADES_VERSION
from caracol.errors import FormatWarning
from caracol.formats import own
from caracol.formats.converting import read, write
from caracol.generator.loop import generate
from caracol.library import Library
from caracol.play import Game
from caracol.questions.solving import solve
from caracol.web.operations import ask

DATA = Path(__file__).parent / "data"
FOLDER = DATA / "0.1.0"
WRITTEN: dict[str, list[dict[str, Any]]] = {
    version: json.loads((DATA / version / "samples.json").read_text("utf-8"))
    for version in ("0.1.0", "1.0.0")
}
SAMPLES = WRITTEN["0.1.0"]
"""What the batch and the library beside them were made from."""
each_sample = pytest.mark.parametrize(
    "sample",
    [
        pytest.param(one, id=f"{version}-{n}-{one['puzzle']['genre']}")
        for version, samples in WRITTEN.items()
        for n, one in enumerate(samples)
    ],
)


@pytest.fixture
def old_library(tmp_path: Path) -> Path:
    path = tmp_path / "library.sqlite"
    shutil.copy(FOLDER / "library.sqlite", path)
    return path


def test_there_are_samples_of_all_genres_of_each_version() -> None:
    genres = {
        version: {one["puzzle"]["genre"] for one in samples} for version, samples in WRITTEN.items()
    }
    old = {
        *("akari", "easy-as-abc", "hitori", "magic-snail"),
        *("magnets", "nonogram", "slitherlink", "star-battle"),
    }
    added = {"binairo", "futoshiki", "kakuro", "masyu", "skyscrapers", "sudoku", "tents"}
    assert genres == {"0.1.0": old, "1.0.0": old | added}
    for samples in WRITTEN.values():
        assert sum(len(one["formats"]) for one in samples) > 80


@each_sample
def test_addresses_of_the_page_are_read(sample: dict[str, Any]) -> None:
    """The page takes what is behind ``#play/``: one of our links, or a file in base 64."""
    puzzle = own.decode(sample["puzzle"])

    assert ask("read", {"puzzle": sample["formats"]["caracol"]})["link"] == write(puzzle, "caracol")
    opened = ask("read", {"puzzle": sample["puzzle"]})
    assert own.decode(opened["puzzle"]) == puzzle


@each_sample
def test_puzzle_files_are_read_and_written_back_as_they_were(sample: dict[str, Any]) -> None:
    puzzle = own.decode(sample["puzzle"])

    assert own.encode(puzzle, sample["puzzle"].get("certificate")) == sample["puzzle"]


@each_sample
def test_links_and_files_give_the_same_puzzle(sample: dict[str, Any]) -> None:
    puzzle = own.decode(sample["puzzle"])
    for name, text in sample["formats"].items():
        with warnings.catch_warnings():
            warnings.simplefilter("error", FormatWarning)
            found = read(text, name, puzzle.genre)
        assert found == puzzle, name


@each_sample
def test_links_that_name_their_genre_need_no_help(sample: dict[str, Any]) -> None:
    puzzle = own.decode(sample["puzzle"])
    for name in {"json", "caracol", "pzprv3", "puzz.link"} & {*sample["formats"]}:
        assert read(sample["formats"][name]) == puzzle, name


@each_sample
def test_games_are_continued_where_they_were_left(sample: dict[str, Any]) -> None:
    game = Game.from_entries(own.decode(sample["puzzle"]), sample["game"])

    assert list(game.values) == sample["values"]
    assert game.entries() == sample["game"]
    # The last move was taken back.
    played = bool(sample["game"]["moves"])
    assert game.redo() == played
    assert game.undo() == played
    assert list(game.values) == sample["values"]


@each_sample
def test_puzzles_keep_their_fingerprints(sample: dict[str, Any]) -> None:
    """Libraries and statistics recognise puzzles by them."""
    assert fingerprint(own.decode(sample["puzzle"])) == sample["fingerprint"]


def test_batches_are_read_with_their_certificates() -> None:
    lines = (FOLDER / "batch.jsonl").read_text("utf-8").splitlines()
    for line in lines:
        data = json.loads(line)
        puzzle = own.decode(data)
        assert own.one_line(puzzle, data["certificate"]).strip() == line
        assert puzzle.check_board(solve(puzzle).only()) is None
    assert len(lines) == 2


def test_libraries_open_with_everything_in_them(old_library: Path) -> None:
    with Library(old_library) as library:
        entries = library.search()
        games = {game.puzzle: game for game in library.games()}
        statistics = library.statistics()
        found = [library.find(own.decode(one["puzzle"])) for one in SAMPLES]

    assert found == [entry.id for entry in entries]
    for sample, entry in zip(SAMPLES, entries, strict=True):
        certificate = sample["puzzle"].get("certificate", {})
        grade = certificate.get("grade", {"number": None, "word": None})
        assert entry.data == sample["puzzle"]
        assert {"number": entry.number, "word": entry.grade} == grade
        assert entry.techniques == tuple(sorted(certificate.get("techniques", ())))
        assert games[entry.id].log == sample["game"]
        assert entry.solved == (games[entry.id].solved is not None)
    assert entries[0].tags == ("first", "übung")
    assert [(one.genre, one.solved, one.best) for one in statistics] == [("akari", 1, 61.5)]


def test_grades_of_that_version_are_out_of_date_and_recomputed(
    old_library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library(old_library) as library:
        graded = {entry.id for entry in library.search() if entry.number is not None}
        assert graded
        assert graded < {*library.find_ungraded()}

    assert main(["library", "grade", "--library", str(old_library), "--jobs", "1"]) == 0

    with Library(old_library) as library:
        assert library.find_ungraded() == []
        for number in graded:
            entry = library.get(number)
            assert entry.number == entry.certificate["grade"]["number"]
            assert entry.certificate["grade"]["version"] == GRADES_VERSION
    capsys.readouterr()


def test_new_certificates_have_the_version_of_the_grades() -> None:
    made = generate("nonogram", size=5, seed=1)

    assert made.certificate["grade"]["version"] == GRADES_VERSION
