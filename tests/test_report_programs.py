"""The programs of the reports: whole boards, all solutions in order, dialogues in a terminal."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

import caracol
from caracol.authoring.reports import ReportPart
from caracol.board.grid import Grid
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets.report import figure
from caracol.genres.magnets.samples import random_tiling, sample
from caracol.lab import Options, run
from caracol.lab.run import formulation
from caracol.puzzle.plugins import get_genre
from pages import here, in_a_shell
from sources import SEEDS, TOP
from terminals import converse

CLEAR = "\033[2J\033[H"

SNAILS = """\
+-----+-----+-----+
                  |
   A     B        |
                  |
+-----+-----+     +
|           |     |
|  B        |  A  |
|           |     |
+     +-----+     +
|                 |
|        A     B  |
|                 |
+-----+-----+-----+
"""

EMPTY_SNAIL = """\
+-----+-----+-----+-----+-----+
                              |
                              |
                              |
+-----+-----+-----+-----+     +
|                       |     |
|                       |     |
|                       |     |
+     +-----+-----+     +     +
|     |           |     |     |
|     |           |     |     |
|     |           |     |     |
+     +     +-----+     +     +
|     |                 |     |
|     |                 |     |
|     |                 |     |
+     +-----+-----+-----+     +
|                             |
|                             |
|                             |
+-----+-----+-----+-----+-----+
"""

STARS = """\
 _______________________
|     |     |           |
|     |     |           |
| . . |_____| . . ._____|
|                 |     |
|                 |     |
|_____. . . . . . |_____|
|     |                 |
|     |                 |
|_____| . . . . . . . . |
|                       |
|                       |
|_____._____._____._____|
"""

LETTERS = {
    "4x4": """\
    B   C
 |C|B|A| |A
 |A| |B|C|
 |B|C| |A|
A| |A|C|B|
  B   C
""",
    "6x6": """\
    B   C
 | |B|D|C|E|A|A
 |C| |A|D|B|E|
 |D|A|E|B| |C|
A|A|E|B| |C|D|
 |E|C| |A|D|B|
 |B|D|C|E|A| |
  B   C
""",
    "12x12": """\
    B D C
 |C|B|D| |E|F|G|H|I|J|K|A|A
 |J| |A|C|B|D|E|F|G|H|I|K|
 |D|C|I|J| |K|A|B|E|F|G|H|
A|A|H| |F|C|B|J|K|D|G|E|I|
 |I|J|H|G|A| |F|C|K|E|B|D|D
 |E|I|B|H|F|C|D| |A|K|J|G|
 |F|D|E|B|G|H|K|A|J|I|C| |
 |G|E|F|K|H|J| |I|C|D|A|B|B
A| |A|K|E|I|G|C|J|H|B|D|F|
 |K|F|G|D|J|A|I|E|B| |H|C|
 |H|G|J|A|K|I|B|D| |C|F|E|
 |B|K|C|I|D|E|H|G|F|A| |J|
  B   C   D
""",
}
"""Figures 3, 4 and 5 of the report on Easy as ABC."""

FIGURE = """\
┌───────┬───┬───────┬───┐
│ −   + │ − │ ×   × │ + │ 2 2
├───────┤   ├───────┤   │
│ ×   × │ + │ −   + │ − │ 2 2
├───────┼───┴───┬───┼───┤
│ −   + │ −   + │ × │ + │ 3 2
├───────┼───────┤   │   │
│ +   − │ +   − │ × │ − │ 2 3
├───────┼───────┼───┴───┤
│ −   + │ ×   × │ −   + │ 2 2
├───────┼───────┼───────┤
│ +   − │ +   − │ +   − │ 3 3
└───────┴───────┴───────┘
  2   3   3   1   2   3   +
  3   2   2   3   1   3     −
"""


def boards(genre: str) -> tuple[caracol.Puzzle, ...]:
    return get_genre(genre).part(ReportPart).REPORT.boards


# -- Magic Snail ---------------------------------------------------------------------------------


def prolog_solutions(puzzle: caracol.Puzzle) -> list[tuple[int, ...]]:
    """Return all solutions of the report's program in SWI-Prolog, in its order."""
    shared = TOP / "src" / "caracol" / "lab" / "studies" / "prolog"
    program = TOP / "src/caracol/genres" / puzzle.genre.id.replace("-", "_") / "programs/report.pl"
    entries = json.dumps(get_genre(puzzle.genre.id).encode(puzzle))
    goal = (
        f"asserta(user:file_search_path(shared, '{shared}')), use_module('{program}'),"
        "use_module(library(http/json)),"
        f"atom_json_dict('{entries}', P, [value_string_as_atom(false)]),"
        f"forall({puzzle.genre.id.replace('-', '_')}:solve(P, first, V), (write(V), nl))"
    )
    done = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt"], capture_output=True, text=True, check=True
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("key", "size"), [("AB", 3), ("A", 4), ("AB", 4), ("ABC", 4)])
def test_snails_come_in_the_order_of_the_reports_program(key: str, size: int) -> None:
    snail = MagicSnail(key, size)
    wanted = prolog_solutions(snail)

    assert len(wanted) == caracol.count(snail).count
    for model in ("spiral", "places"):
        found = run(snail, Options(model=model, solutions=None)).answer
        assert list(found.solutions) == wanted


def test_large_snails_come_in_that_order_too() -> None:
    """The model of places has the order by definition, and the one of the spiral any size."""
    snail = MagicSnail("ABC", 5)
    places = run(snail, Options(model="places", solutions=None)).answer.solutions

    assert run(snail, Options(model="spiral", solutions=None)).answer.solutions == places
    assert len(places) == 9
    large = run(MagicSnail("A", 9), Options(model="spiral")).answer.solution
    assert large is not None
    assert caracol.check(MagicSnail("A", 9), large).finished


def test_a_snail_is_shown_solution_by_solution_in_a_terminal() -> None:
    question = "Another solution? (y/n) "

    shown = converse(
        ["report", "magic-snail", "AB", "3"],
        (question, "y\n"),
        (question, "what\n"),
        ("Please answer y or n.", ""),
        (question, "y\n"),
        (question, "y\n"),
    )

    assert shown.status == 0
    assert shown.text.startswith(CLEAR + "+" + "-" * 40 + "+\n|              Magic Snail")
    assert len(re.findall(r"Runtime: \d+\.\d ms\.", shown.text)) == 3
    drawn = re.findall(r"(?:^[+| ][-+| A-B]*\n){13}", shown.text, re.MULTILINE)
    assert drawn[0] == SNAILS
    letters = [re.sub(r"[^AB]", "", board) for board in drawn]
    wanted = prolog_solutions(MagicSnail("AB", 3))
    assert letters == ["".join("AB"[v - 1] for v in one if v) for one in wanted]
    assert shown.text.endswith("There is no other solution.\n")
    assert converse(["report", "magic-snail", "AB", "3"], (question, "n\n")).status == 0


def test_the_end_of_the_input_ends_the_line_of_a_question() -> None:
    ended = converse(["report", "magic-snail", "AB", "3"], ("(y/n) ", "\x04"))
    assert (ended.status, ended.text[-7:]) == (0, "(y/n) \n")
    starred = converse(["report", "star-battle", "1"], ("the solution. ", "\x04"))
    assert "the solution. \n _______" in starred.text


def test_the_empty_and_the_stored_snail_are_drawn() -> None:
    assert here("caracol report magic-snail --empty") == (0, EMPTY_SNAIL + "\n")
    status, stored = here("caracol report magic-snail --example")
    assert status == 0
    assert re.sub("[ABC]", " ", stored) == EMPTY_SNAIL + "\n"
    rows = [line[3::6] for line in stored.splitlines()[2::4]]
    values = [["ABC".find(letter) + 1 for letter in row] for row in rows]
    assert values == SEEDS["magic_snail"]["report_example_5_ABC"]


def test_a_snail_that_takes_too_long_in_that_order_is_solved_in_another() -> None:
    status, shown = here("caracol report magic-snail ABCD 10 --seconds 0.01")

    assert status == 0
    assert "in the order of the report's program; the fastest engine continues" in shown
    assert "Runtime:" in shown


# -- Star Battle ---------------------------------------------------------------------------------


def regions_of(drawn: str, size: int) -> set[frozenset[int]]:
    """Return the regions of a drawn board: cells that no solid line separates."""
    lines = drawn.splitlines()[1:]
    region = list(range(size * size))

    def join(one: int, other: int) -> None:
        old, new = region[other], region[one]
        region[:] = [new if number == old else number for number in region]

    for row, column in product(range(size), range(size)):
        cell = row * size + column
        if column < size - 1 and lines[3 * row + 1][6 * (column + 1)] != "|":
            join(cell, cell + 1)
        if row < size - 1 and lines[3 * row + 2][6 * column + 1 : 6 * column + 6] != "_____":
            join(cell, cell + size)
    return {
        frozenset(cell for cell, number in enumerate(region) if number == one)
        for one in set(region)
    }


@pytest.mark.parametrize(
    ("number", "stars"), [*product(range(1, 8), (1,)), *product((1, 2, 3, 5), (2,))]
)
def test_every_board_of_star_battle_is_drawn_and_answered(number: int, stars: int) -> None:
    seed = SEEDS["star_battle"]["boards"][number - 1]
    size, known = seed["n"], seed["stars"][stars - 1]
    wanted = {
        frozenset(r * size + c for r, c in product(range(size), range(size))
                  if seed["regions"][r][c] == region)
        for region in range(1, size + 1)
    }  # fmt: skip

    status, shown = here(f"caracol report star-battle {number} {stars} --seconds 100 --columns")

    drawn = re.findall(rf"^ {'_' * (6 * size - 1)}\n(?:\|.*\n){{{3 * size}}}", shown, re.MULTILINE)
    assert all(regions_of(board, size) == wanted for board in drawn)
    assert "*" not in drawn[0]
    if not known["solution_count"]:
        assert (status, len(drawn)) == (1, 1)
        assert "There is no answer." in shown
        return
    assert (status, len(drawn)) == (0, 2)
    marked = [[c for c in range(1, size + 1) if line[6 * c - 3] == "*"]
              for line in drawn[1].splitlines()[2::3]]  # fmt: skip
    listed = [[int(n) for n in line.split(",")]
              for line in shown.split("Result:\n")[1].splitlines() if line.strip()]  # fmt: skip
    assert listed == marked
    puzzle = boards("star-battle")[2 * number + stars - 3]
    values = tuple(int(c + 1 in marked[r]) for r, c in product(range(size), range(size)))
    assert caracol.check(puzzle, values).finished
    if known["solution_count"] == 1:
        assert marked == known["solution_cols_per_row"]
    elif stars == 2:
        columns = "".join(str(column) for row in marked for column in row)
        assert columns == seed["report_expected_answer"]


def test_star_battle_shows_its_solution_after_enter_in_a_terminal() -> None:
    enter = "Press <Enter> to show the solution."

    shown = converse(["report", "star-battle", "1", "1"], (enter, "\n"))

    assert shown.status == 0
    before, after = shown.text.split(enter)
    assert "Trying to place 1 star on board no. 1:\n\n" + STARS in before
    assert "An answer has been found!\nElapsed time: 0." in before
    counted = [
        "Resumptions: 138", "Entailments: 74", "Prunings: 74", "Backtracks: 0",
        "Constraints created: 74",
    ]  # fmt: skip
    assert "\n".join(counted) in before
    assert "*" not in before
    assert after.count("*") == 4
    assert STARS in after.replace("*", " ")


# -- Easy as ABC ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_easy_as_abc_gives_the_figures_of_the_report(number: int) -> None:
    seed = SEEDS["easy_as_abc"]["boards"][number]
    name = list(LETTERS)[number]

    shown = converse(["report", "easy-as-abc", name])

    assert shown.status == 0
    values = str(seed["report_solution"]).replace(" ", "")
    assert shown.text.endswith(f"\n\n{LETTERS[name]}\nVars = {values}\n")
    # The report has 3, 0 and 9 backtracks and 24 constraints for each row.
    assert f"Backtracks: {(3, 0, 9)[number]}\n" in shown.text
    assert f"Constraints created: {24 * seed['n']}\n" in shown.text


def test_the_largest_board_of_easy_as_abc_is_answered_in_no_time() -> None:
    clues = " ".join(["." * 27] * 4)
    started = time.process_time()

    status, shown = here(f"caracol report easy-as-abc {clues}")

    assert status == 0
    rows = json.loads(shown.split("Vars = ")[1])
    for line in [*rows, *zip(*rows, strict=True)]:
        assert sorted(line) == list(range(27))
    # It takes 0.4 s; pairs of cells instead of lines take minutes.
    assert time.process_time() - started < 20


def test_easy_as_abc_that_takes_too_long_is_answered_by_the_fastest_engine() -> None:
    status, shown = here("caracol report easy-as-abc 12x12 --seconds 0.001")

    assert status == 0
    assert re.search(r"No answer within .* seconds with the model 'printed'\.", shown)
    assert "Trying the fastest engine of Caracol instead." in shown
    values = [value for row in json.loads(shown.split("Vars = ")[1]) for value in row]
    assert caracol.check(boards("easy-as-abc")[2], values).solved


# -- Nonogram ------------------------------------------------------------------------------------


def test_put_is_understood_with_the_end_of_its_line(tmp_path: Path) -> None:
    file = tmp_path / "small.json"
    file.write_text('{"caracol": 1, "genre": "nonogram", "rows": ["1"], "columns": ["1", "0"]}')

    played = converse(["play", str(file)], ("> ", "put # [0,1] \n"), ("> ", "quit\n"))

    assert "row satisfied, column not satisfied" in played.text
    assert "not a cell" not in played.text
    assert in_a_shell(f"printf 'put # [0, 0]\\r\\n' | caracol play {file}")[0] == 0


def test_a_nonogram_is_played_to_its_end_in_a_terminal() -> None:
    board = SEEDS["nonogram"]["boards"]["demo5"]
    given = board["grid"]
    missing = [
        (row, column)
        for row, line in enumerate(board["solution"])
        for column, cell in enumerate(line)
        if cell == "#" and given[row][column] != "#"
    ]

    shown = converse(
        ["report", "nonogram", "5x5"],
        *(("> ", f"put # [{row}, {column}]\n") for row, column in missing),
    )

    assert shown.status == 0
    assert shown.text.endswith("row satisfied, column satisfied\nSolved!\n")
    last = shown.text.split("> ")[-1].splitlines()
    painted = [
        "".join("#" if cell == "███" else "." for cell in re.split("[┃│]", line)[1:-1])
        for line in last
        if "┃" in line
    ]
    assert painted == board["solution"]


# -- Magnets -------------------------------------------------------------------------------------


def test_magnets_asks_for_a_size_and_shows_its_solution_after_enter_in_a_terminal() -> None:
    size, enter = "Size of the puzzle (an even number): ", "Press <Enter> to show the solution."

    shown = converse(
        ["report", "magnets", "--seed", "2"],
        *((size, f"{wrong}\n") for wrong in ("", "x", "5", "0", "-2", "²")),
        (size, "4\n"),
        (enter, "\n"),
    )

    assert shown.status == 0
    assert shown.text.count("Please answer an even number, such as 10.\n") == 6
    puzzle = sample(Random(2), 4)
    before, after = shown.text.split(enter)
    for text, signs in ((before, 0), (after, 16)):
        rows = [line for line in text.splitlines() if re.search(r"│ \d \d$", line)]
        counts = [tuple(map(int, line[-3:].split())) for line in rows]
        assert counts == list(zip(puzzle.row_plus, puzzle.row_minus, strict=True))
        below = [
            line for line in text.splitlines() if re.match(r"  \d   \d   \d   \d +[+−]$", line)
        ]
        assert [[int(n) for n in line.split()[:-1]] for line in below] == [
            list(puzzle.column_plus), list(puzzle.column_minus),
        ]  # fmt: skip
        assert sum(len(re.findall("[+−×]", line)) for line in rows) == signs
    assert re.search(r"Solved in \d+\.\d ms\.\n$", after)


def test_figure_1_of_magnets_is_drawn_with_its_counts_on_the_right_and_below() -> None:
    _, shown = here("caracol report magnets --figure")

    assert FIGURE in shown
    solution = SEEDS["magnets"]["figure1"]["solution"]
    rows = [line[2:-5:4] for line in FIGURE.splitlines()[1:12:2]]
    values = [[{"+": 1, "−": -1, "×": 0}[sign] for sign in row] for row in rows]
    assert values == solution
    unsolved = shown.split("Press")[0]
    assert re.sub("[−+×]", " ", "\n".join(FIGURE.splitlines()[:-2])) in unsolved


def test_a_large_sample_of_magnets_is_made_at_once() -> None:
    started = time.process_time()
    large = sample(Random(1), 30)

    large.check()
    assert large.grid.size == 900
    # It takes a few milliseconds; backtracking took minutes.
    assert time.process_time() - started < 10


def test_every_tiling_is_as_likely_as_with_backtracking() -> None:
    """Each choice between two ways is even wherever both can be completed."""
    grid = Grid(4, 4)
    found = Counter(random_tiling(Random(seed), grid) for seed in range(6000))

    def chances(partner: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        if -1 not in partner:
            return {partner: 1.0}
        cell = partner.index(-1)
        ways = []
        for other in grid.neighbours(cell):
            if other > cell and partner[other] < 0:
                placed = list(partner)
                placed[cell], placed[other] = other, cell
                if below := chances(tuple(placed)):
                    ways.append(below)
        return {t: p / len(ways) for way in ways for t, p in way.items()}

    wanted = chances((-1,) * 16)
    assert set(found) == set(wanted)
    assert len(wanted) == 36
    for tiling, chance in wanted.items():
        assert abs(found[tiling] / 6000 - chance) < 5 * (chance / 6000) ** 0.5


# -- models as printed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("genre", "number", "options", "counters"),
    [
        ("easy-as-abc", 0, {"variables": "first-fail"}, (364, 139, 163, 3, 96)),
        ("easy-as-abc", 1, {"variables": "first-fail"}, (468, 144, 227, 0, 144)),
        ("easy-as-abc", 2, {"variables": "first-fail"}, (2865, 441, 1799, 9, 288)),
        ("star-battle", 0, {"branching": "bisect"}, (138, 74, 74, 0, 74)),
        ("star-battle", 6, {"branching": "bisect"}, (1146, 385, 461, 3, 278)),
    ],
)
def test_the_counters_of_the_printed_models_are_those_of_the_page(
    genre: str, number: int, options: dict[str, str], counters: tuple[int, ...]
) -> None:
    puzzle = boards(genre)[number]
    found = run(puzzle, Options(model="printed", **options)).statistics

    shown = (found.resumptions, found.entailments, found.prunings, found.backtracks)
    assert (*shown, found.constraints) == counters


def test_the_constraints_of_the_printed_models_are_as_many_as_the_programs_post() -> None:
    """Counted in the listings: two for each star and value, one element, two for a distance."""
    for puzzle in boards("star-battle")[:8]:
        size, stars = puzzle.grid.rows, puzzle.stars
        places = size * stars
        pairs = size * stars * (stars - 1) // 2 + (size - 1) * stars**2
        model = formulation(puzzle, "printed").model
        assert len(model.rules) == 2 * (2 * size * places) + places + 2 * pairs
    for puzzle in boards("easy-as-abc"):
        assert len(formulation(puzzle, "printed").model.rules) == 24 * puzzle.grid.rows
    magnets = sample(Random(1), 6)
    lines, dominoes, sides = 12, 18, 60
    assert len(formulation(magnets, "printed").model.rules) == lines + dominoes + 2 * sides


@pytest.mark.parametrize("size", [2, 4, 6])
def test_magnets_as_printed_has_the_search_of_the_compact_model(size: int) -> None:
    for seed in range(10):
        puzzle = sample(Random(seed), size)
        compact = run(puzzle, Options(redundant="neutral", values="median", solutions=None))
        printed = run(puzzle, Options(model="printed", values="median", solutions=None))
        assert printed.answer.solutions == compact.answer.solutions
        assert printed.statistics.backtracks == compact.statistics.backtracks


def test_magnets_as_printed_keeps_givens_and_missing_counts() -> None:
    figure_1 = figure()
    solution = caracol.solve(figure_1).solution
    assert solution is not None
    some = figure_1.with_givens(tuple(v if n % 7 == 0 else None for n, v in enumerate(solution)))
    entries = get_genre("magnets").encode(some) | {"rows": {"plus": [None] * 6}}
    fewer = get_genre("magnets").decode(entries, caracol.puzzle.Info())

    found = run(fewer, Options(model="printed", solutions=None)).answer
    assert set(found.solutions) == set(caracol.count(fewer).solutions)


# -- Ends of dialogues ---------------------------------------------------------------------------

DIALOGUES = {
    "easy-as-abc": (["report", "easy-as-abc"], None),
    "magic-snail": (["report", "magic-snail", "AB", "3"], "(y/n) "),
    "magnets": (["report", "magnets", "--seed", "2"], "Size of the puzzle"),
    "nonogram": (["report", "nonogram"], "> "),
    "star-battle": (["report", "star-battle", "1", "1"], "<Enter>"),
    "play": (["play", "example:nonogram"], "> "),
}
"""The prompt of each dialogue, if it asks anything."""


@pytest.mark.parametrize("name", DIALOGUES)
@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)], ids=["Ctrl-D", "Ctrl-C"])
def test_a_dialogue_can_be_left_at_any_prompt(name: str, key: str, status: int) -> None:
    arguments, prompt = DIALOGUES[name]
    left = converse(arguments, *([(prompt, key)] if prompt else []))

    assert left.status == (status if prompt else 0)
    assert "Traceback" not in left.text
    assert left.text.endswith("\n")


@pytest.mark.parametrize("name", ["nonogram", "play"])
def test_leaving_a_game_is_no_failure(name: str) -> None:
    arguments, prompt = DIALOGUES[name]
    assert converse(arguments, (prompt or "", "quit\n")).status == 0
