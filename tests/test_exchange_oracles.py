"""Other programs read what we write, and we read what they write.

Needs Debian's ``sgt-puzzles`` and the package ``pzpr`` from npm (in ``node_modules`` beside
``src``, or where NODE_PATH says). With CARACOL_WITHOUT_PROGRAMS set, these tests are skipped.
"""

import json
import os
import random
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from caracol.authoring.notation.regions import areas
from caracol.board.grid import Grid
from caracol.formats import converting
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import Puzzle
from caracol.questions.solving import solve

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(
    bool(os.environ.get("CARACOL_WITHOUT_PROGRAMS")), reason="CARACOL_WITHOUT_PROGRAMS is set"
)


def program(name: str, install: str) -> str:
    """The path of a program, or a failure that says how to get it."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if path is None:
        pytest.fail(f"the program '{name}' is missing: {install}, or set CARACOL_WITHOUT_PROGRAMS")
    return path


def tatham(game: str, *arguments: str) -> list[str]:
    """What a game of the collection prints; it exits with an error where an id is wrong."""
    path = program(f"sgt-{game}", "apt-get install sgt-puzzles")
    run = subprocess.run(
        [path, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


PZPR = """
const pzpr = require('pzpr');
for (const text of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(text, () => console.log(JSON.stringify({
    url: puzzle.getURL(),
    file: puzzle.getFileData(pzpr.parser.FILE_PZPR),
    complete: puzzle.check(true).complete,
  })));
}
"""


def pzpr(texts: list[str]) -> list[dict[str, object]]:
    """What pzpr makes of URLs and files: its own URL and file, and whether it is solved."""
    node = program("node", "install Node.js")
    places = os.environ.get("NODE_PATH", "") + os.pathsep + str(ROOT / "node_modules")
    run = subprocess.run(
        [node, "-e", PZPR],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "NODE_PATH": places},
    )
    if "Cannot find module 'pzpr'" in run.stderr:
        pytest.fail("pzpr is missing: npm install pzpr, or set CARACOL_WITHOUT_PROGRAMS")
    assert run.returncode == 0, run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(texts)
    return answers


GAMES = [
    *[("magnets", "magnets", params) for params in ("4x4de", "6x5dtS", "8x7dt", "3x3de")],
    *[("pattern", "nonogram", params) for params in ("5x5", "10x7", "15x15")],
]


@pytest.mark.parametrize(("game", "genre", "params"), GAMES)
def test_ids_that_a_game_makes_are_read_solved_and_written_alike(
    game: str, genre: str, params: str
):
    for text in tatham(game, "--generate", "4", params):
        puzzle = converting.read(text)

        assert puzzle.genre.id == genre
        assert solve(puzzle).status.value == "unique"
        assert converting.write(puzzle, "tatham") == text


def test_a_save_file_of_the_game_is_read(tmp_path: Path):
    target = ("--save", f"{tmp_path}/game", "--save-suffix", ".sav")
    tatham("pattern", "--generate", "2", *target, "6x5")

    found = [converting.read(save.read_bytes()) for save in sorted(tmp_path.glob("*.sav"))]

    assert len(found) == 2
    for puzzle in found:
        assert isinstance(puzzle, Nonogram)
        assert solve(puzzle).status.value == "unique"


def test_ids_of_magnets_that_we_write_are_accepted_by_the_game():
    rng = random.Random(5)

    for _ in range(12):
        text = converting.write(random_magnets(rng), "tatham")
        assert tatham("magnets", "--generate", "1", text) == [text]


def test_ids_of_patterns_that_we_write_are_accepted_by_the_game():
    rng = random.Random(6)

    for _ in range(12):
        rows, columns = rng.randint(1, 12), rng.randint(1, 12)
        picture = [[rng.randint(0, 1) for _ in range(columns)] for _ in range(rows)]
        puzzle = Nonogram(*clues_of(picture))
        given = tuple(v if rng.random() < 0.1 else None for row in picture for v in row)
        for text in (
            converting.write(puzzle, "tatham"),
            converting.write(puzzle.with_givens(given), "tatham"),
        ):
            assert tatham("pattern", "--generate", "1", text) == [text]


def test_pzpr_reads_our_links_and_files_and_writes_the_same():
    rng = random.Random(7)
    puzzles: list[Puzzle] = [random_stars(rng) for _ in range(15)]
    puzzles += [random_abc(rng) for _ in range(15)]
    alike = len(puzzles)
    # These pzpr calls by another name, or writes in a later version of its files.
    for genre in ("akari", "hitori", "masyu", "slitherlink"):
        puzzles += [
            converting.read(file) for file in sorted((ROOT / "examples" / genre).glob("*.json"))
        ]

    links = pzpr([converting.write(puzzle, "puzz.link") for puzzle in puzzles])
    files = pzpr([converting.write(puzzle, "pzprv3") for puzzle in puzzles])

    for puzzle, link, file in zip(puzzles, links, files, strict=True):
        for answer in (link, file):
            assert converting.read(str(answer["url"])) == puzzle
            assert converting.read(str(answer["file"])) == puzzle
    for puzzle, link, file in islice(zip(puzzles, links, files, strict=True), alike):
        assert str(link["url"]).partition("?")[2] == converting.write(puzzle, "puzz.link")[20:]
        assert file["file"] == converting.write(puzzle, "pzprv3")


def test_pzpr_checks_our_solutions_as_complete():
    stars = [
        converting.read("starbattle/6/6/1/4ilbhgdnmhou"),
        converting.read("starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u"),
    ]
    letters = [
        converting.read("easyasabc/4/4/3/1m2h3g3h"),
        converting.read("easyasabc/6/6/4/g1313h4131h4343h1434g"),
    ]
    files = []
    for puzzle in stars:
        lines = converting.write(puzzle, "pzprv3").splitlines()
        cells = ["#" if value else "+" for value in solution(puzzle)]
        side = puzzle.grid.rows
        rows = [" ".join(cells[row * side : (row + 1) * side]) for row in range(side)]
        files.append("\n".join(lines[:-side] + [f"{row} " for row in rows]) + "\n")
    for puzzle in letters:
        lines = [line.split() for line in converting.write(puzzle, "pzprv3").splitlines()]
        for cell, value in enumerate(solution(puzzle)):
            row, column = puzzle.grid.place(cell)
            lines[6 + row][1 + column] = str(value or "-")
        files.append("\n".join(" ".join(line) for line in lines) + "\n")

    assert [answer["complete"] for answer in pzpr(files)] == [True] * 4


def solution(puzzle: Puzzle) -> tuple[int, ...]:
    found = solve(puzzle).solution
    assert found is not None
    return tuple(found)


def random_magnets(rng: random.Random) -> Magnets:
    """Dominoes at random, and the counts of a random filling, so that they are consistent."""
    grid = Grid(rng.randint(2, 8), rng.randint(3, 8))
    partner = list(range(grid.size))
    poles = [0] * grid.size
    for cell in rng.sample(range(grid.size), grid.size):
        free = [other for other in grid.neighbours(cell) if partner[other] == other]
        if partner[cell] == cell and free:
            other = rng.choice(free)
            partner[cell], partner[other] = other, cell
            poles[cell], poles[other] = rng.choice([(0, 0), (1, 2), (2, 1)])

    def counts(lines: list[tuple[int, ...]], pole: int) -> tuple[int | None, ...]:
        found = [sum(poles[cell] == pole for cell in line) for line in lines]
        return tuple(count if rng.random() < 0.7 else None for count in found)

    rows = [grid.row(number) for number in range(grid.rows)]
    columns = [grid.column(number) for number in range(grid.columns)]
    return Magnets(
        grid.columns,
        tuple(partner),
        counts(rows, 1),
        counts(rows, 2),
        counts(columns, 1),
        counts(columns, 2),
    )


def random_stars(rng: random.Random) -> StarBattle:
    """Regions that are left when walls are taken away one by one."""
    side = rng.randint(2, 9)
    grid = Grid(side, side)
    walls = set(grid.pairs())
    while len(set(found := areas(grid, frozenset(walls)))) > side:
        one, other = rng.choice(sorted(walls))
        walls -= {p for p in walls if {found[p[0]], found[p[1]]} == {found[one], found[other]}}
    return StarBattle(rng.randint(1, 2), found)


def random_abc(rng: random.Random) -> EasyAsABC:
    side = rng.randint(2, 9)
    number = rng.randint(1, side)
    sides = [
        tuple(rng.choice([None, rng.randint(1, number)]) for _ in range(side)) for _ in range(4)
    ]
    # Without given letters: the pzpr of npm is older than those.
    return EasyAsABC("ABCDEFGHI"[:number], *sides)
