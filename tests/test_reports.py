"""The five reports: every row of the page has a command, and the command shows it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import caracol
from caracol.authoring.reports import ReportPart
from caracol.cli.main import main
from caracol.errors import ClueError
from caracol.lab import Options, run
from caracol.lab.run import formulation, models
from caracol.play import Game
from caracol.puzzle.plugins import all_parts, get_genre
from pages import here, in_a_shell, listings
from sources import SEEDS, TOP

PAGE = TOP / "docs" / "background" / "reports.md"
ROW = re.compile(r"^\| (\d\.\d+) \| ([RIOPSLW]) \| (.+?) \| (`.+`) \| (`.+`) \|$")
ROWS = [found for line in PAGE.read_text().splitlines() if (found := ROW.match(line))]
COUNTS = {0: 15, 1: 15, 2: 11, 3: 9, 4: 12}
"""The rows of each report."""
REPORTS = {genre.id: part.REPORT for genre, part in all_parts(ReportPart)}


def code(cell: str) -> list[str]:
    return [text.replace("\\|", "|") for text in re.findall(r"`([^`]+)`", cell)]


def test_the_page_has_every_row_of_every_report_once() -> None:
    ids = [row[1] for row in ROWS]

    assert ids == [f"{report}.{n}" for report, most in COUNTS.items() for n in range(1, most + 1)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_the_command_of_a_row_shows_what_the_report_has(
    row: re.Match[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for listing in listings(PAGE):
        if listing.file:
            (tmp_path / listing.file).write_text(listing.text)

    told = ""
    for command in code(row[4]):
        told += (in_a_shell if re.search(r"[|]", command) else here)(command)[1]

    assert "Traceback" not in told
    for wanted in code(row[5]):
        assert wanted in told, f"{wanted!r} is not in:\n{told}"


def test_the_genres_of_the_reports_have_them() -> None:
    assert sorted(REPORTS) == ["easy-as-abc", "magic-snail", "magnets", "nonogram", "star-battle"]


@pytest.mark.parametrize("genre", REPORTS)
def test_every_genre_with_a_report_cites_it(genre: str) -> None:
    report = REPORTS[genre]

    assert report.cited() in caracol_report()
    assert all(title in " ".join(PAGE.read_text().split()) for title in (report.title,))
    assert report.authors in PAGE.read_text()


def caracol_report() -> str:
    import contextlib
    import io

    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert main(["report"]) == 0
    return told.getvalue()


def report_boards(genre: str) -> tuple[caracol.Puzzle, ...]:
    return get_genre(genre).part(ReportPart).REPORT.boards


def test_the_boards_of_the_reports_are_those_of_the_documents() -> None:
    stars = [SEEDS["star_battle"]["boards"][n // 2]["regions"] for n in range(14)]
    star_battle = get_genre("star-battle")
    for puzzle, regions in zip(report_boards("star-battle"), stars, strict=True):
        wanted = type(puzzle).from_rows(puzzle.stars, regions)
        assert star_battle.encode(puzzle) == star_battle.encode(wanted)
    sides = ("left", "top", "right", "bottom")
    for puzzle, board in zip(
        report_boards("easy-as-abc"), SEEDS["easy_as_abc"]["boards"], strict=True
    ):
        for side in sides:
            assert [clue or 0 for clue in getattr(puzzle, side)] == board[side]
    demo = SEEDS["nonogram"]["boards"]
    for puzzle, board in zip(report_boards("nonogram"), demo.values(), strict=True):
        assert [[run.length for run in clue] for clue in puzzle.rows] == board["rows"]
        assert [[run.length for run in clue] for clue in puzzle.columns] == board["cols"]


@pytest.mark.parametrize(
    ("genre", "number", "times"),
    [
        ("star-battle", 1, 1),
        ("star-battle", 3, 1),
        ("star-battle", 2, 1),
        ("magic-snail", 3, 1),
        ("magic-snail", 6, 1),
        ("magic-snail", 9, 1),
        ("easy-as-abc", 0, 1),
    ],
)
def test_other_models_have_the_same_solutions(genre: str, number: int, times: int) -> None:
    puzzle = report_boards(genre)[number - 1 if number else 0]
    wanted = set(caracol.count(puzzle).solutions)

    for name in models(puzzle):
        found = run(puzzle, Options(model=name, solutions=None))
        assert found.answer.complete
        assert set(found.answer.solutions) == wanted
        assert found.answer.count == len(wanted) * times


def test_two_stars_a_row_appear_in_every_order_to_the_model_of_columns() -> None:
    """Stars of a row have no order there: each solution comes 2! to the power of 8 times."""
    eight = report_boards("star-battle")[7]

    found = run(eight, Options(model="columns", branching="bisect", solutions=1))
    assert eight.model.holds(found.answer.solution)
    four = get_genre("star-battle").decode(
        {"stars": 1, "regions": ["AABB", "AABB", "CCDD", "CCDD"]}, caracol.puzzle.Info()
    )
    assert run(four, Options(model="columns", solutions=None)).answer.count == 2


def test_a_model_of_the_report_with_givens_keeps_them() -> None:
    snail = report_boards("magic-snail")[9]
    solution = caracol.solve(snail).solution
    assert solution is not None
    some = snail.with_givens(tuple(v if n % 3 == 0 else None for n, v in enumerate(solution)))

    found = run(some, Options(model="places", solutions=None))

    assert set(found.answer.solutions) == set(caracol.count(some).solutions)


def test_a_model_that_does_not_fit_says_why() -> None:
    large = get_genre("magic-snail").decode({"key": "A", "size": 8}, caracol.puzzle.Info())
    with pytest.raises(ClueError, match="64 places on its spiral"):
        formulation(large, "places")
    with pytest.raises(caracol.CaracolError, match="unknown model of Magic Snail 'rows'"):
        formulation(large, "rows")
    abc = caracol.read('{"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "size": 4}')
    with pytest.raises(ClueError, match="needs one blank per line"):
        formulation(abc, "different")
    board = report_boards("star-battle")[0]
    with pytest.raises(ClueError, match="works with the model 'cells'"):
        run(board, Options(model="columns", redundant="all"))


def test_a_game_may_begin_with_cells_that_can_be_overwritten() -> None:
    puzzle = report_boards("nonogram")[0]
    start = tuple(1 if cell == 3 else None for cell in range(25))
    game = Game(puzzle, start)

    assert game.values == start
    assert game.toggle(3, 1).value is None
    game.undo()
    assert game.values == start
    again = Game.from_entries(puzzle, json.loads(json.dumps(game.entries())))
    assert again.values == start
    with pytest.raises(ClueError):
        Game(puzzle, (7,) * 25)


def test_a_log_with_a_wrong_start_is_refused() -> None:
    puzzle = report_boards("nonogram")[0]
    for start in ("x", [True] * 25, [1.5] * 25):
        with pytest.raises(caracol.CaracolError, match="start"):
            Game.from_entries(puzzle, {"start": start, "moves": [], "made": 0, "checkpoints": []})


def test_a_capital_cross_is_a_cross_unless_it_is_a_colour() -> None:
    entries = {"caracol": 1, "genre": "nonogram", "rows": ["1"], "columns": ["1", "0"]}
    plain = caracol.read(json.dumps(entries | {"grid": [["#", "X"]]}))
    assert plain.givens == (1, 0)
    colours = [{"letter": "X", "rgb": "#ff0000"}]
    coloured = entries | {"colours": colours, "rows": ["1X"], "columns": ["1X", "0"]}
    assert caracol.read(json.dumps(coloured | {"grid": ["Xx"]})).givens == (1, 0)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("put ? r1c1", "'?' is not a symbol of this puzzle; use 'x', '#'"),
        ("put # r9c1", "not a cell of this board"),
        ("fly", "'fly' is not a command"),
        ("put #", "is not a command"),
    ],
)
def test_a_wrong_command_of_a_game_is_told_in_a_sentence(
    command: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "painting.json"
    file.write_text('{"caracol": 1, "genre": "nonogram", "rows": ["1"], "columns": ["1"]}')

    assert main(["play", str(file), "--do", command]) == 2
    assert sentence in capsys.readouterr().err


def test_a_game_is_played_from_its_commands(tmp_path: Path) -> None:
    file = tmp_path / "painting.json"
    file.write_text('{"caracol": 1, "genre": "nonogram", "rows": ["1"], "columns": ["1", "0"]}')
    moves = "help\nhint\nput # r1c2\ncheck\nundo\nredo\nerase r1c2\nnonsense\n# r1c1\n"

    status, told = in_a_shell(f"printf '{moves}' | caracol play {file}")

    assert status == 0
    assert "Solved!" in told
    assert "undo a move" in told
    assert "'nonsense' is not a command" in told
    # Leaving an unsolved game does not count as a failure.
    assert in_a_shell(f"printf 'solution\n' | caracol play {file}")[0] == 0
