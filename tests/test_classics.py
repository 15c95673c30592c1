"""Sudoku and six other well-known genres: answers by brute force, other programs, hints."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

import caracol
from caracol.authoring.parts import EditorPart
from caracol.deduction.verify import verify
from caracol.formats import converting
from caracol.genres.binairo import Binairo
from caracol.genres.futoshiki import LESS, Futoshiki
from caracol.genres.kakuro import GENRE as KAKURO
from caracol.genres.kakuro import Kakuro
from caracol.genres.masyu import BLACK, Masyu
from caracol.genres.masyu import GENRE as MASYU
from caracol.genres.skyscrapers import Skyscrapers, count_seen
from caracol.genres.sudoku import GENRE, Sudoku
from caracol.genres.tents import Tents
from caracol.kit import Links
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.questions.explaining import hint
from sources import random_puzzle

NAMES = ("binairo", "futoshiki", "kakuro", "masyu", "skyscrapers", "sudoku", "tents")


# -- brute force from the text of the rules -----------------------------------------------------


def latin_squares(size: int, letters: Sequence[int]) -> list[tuple[int, ...]]:
    """All boards whose rows and columns are rearrangements of these values."""
    rows = sorted(set(permutations(letters)))
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(size):
        found = [
            [*board, row]
            for board in found
            for row in rows
            if all(
                [other[c] for other in board].count(row[c]) < letters.count(row[c])
                for c in range(size)
            )
        ]
    return [tuple(value for row in board for value in row) for board in found]


def agrees(board: Sequence[int], puzzle: Puzzle) -> bool:
    return all(given in (None, value) for given, value in zip(puzzle.givens, board, strict=True))


def each_once(board: Sequence[int], cells: Sequence[int], most: int) -> bool:
    return sorted(v for c in cells if (v := board[c])) == [*range(1, most + 1)]


def slanted(size: int) -> list[list[int]]:
    return [[n * (size + 1) for n in range(size)], [(n + 1) * (size - 1) for n in range(size)]]


def solve_sudoku(puzzle: Sudoku) -> set[tuple[int, ...]]:
    size = puzzle.size
    houses = [[c for c, area in enumerate(puzzle.areas) if area == n] for n in range(size)]
    houses += slanted(size) if puzzle.diagonals else []
    boards = latin_squares(size, [*range(1, size + 1)])
    kept = (board for board in boards if agrees(board, puzzle))
    return {board for board in kept if all(each_once(board, house, size) for house in houses)}


def solve_futoshiki(puzzle: Futoshiki) -> set[tuple[int, ...]]:
    links = Links(puzzle.size, puzzle.size)
    signs = [(links.ends(n), sign) for n, sign in enumerate(puzzle.signs) if sign]
    return {
        board
        for board in latin_squares(puzzle.size, [*range(1, puzzle.size + 1)])
        if agrees(board, puzzle)
        and all((board[one] < board[other]) == (sign == LESS) for (one, other), sign in signs)
    }


def solve_skyscrapers(puzzle: Skyscrapers) -> set[tuple[int, ...]]:
    size, most = puzzle.size, puzzle.size - puzzle.parks
    views = [
        (clue, puzzle.grid.column(n)[:: 1 if side == "top" else -1])
        for side in ("top", "bottom")
        for n, clue in enumerate(getattr(puzzle, side))
    ]
    views += [
        (clue, puzzle.grid.row(n)[:: 1 if side == "left" else -1])
        for side in ("left", "right")
        for n, clue in enumerate(getattr(puzzle, side))
    ]
    return {
        board
        for board in latin_squares(size, [*[0] * puzzle.parks, *range(1, most + 1)])
        if agrees(board, puzzle)
        and all(clue in (None, count_seen([board[c] for c in line])) for clue, line in views)
        and (not puzzle.diagonals or all(each_once(board, d, most) for d in slanted(size)))
    }


def solve_binairo(puzzle: Binairo) -> set[tuple[int, ...]]:
    found = set()
    for board in product((0, 1), repeat=puzzle.grid.size):
        rows = [[board[c] for c in puzzle.grid.row(n)] for n in range(puzzle.rows)]
        columns = [[board[c] for c in puzzle.grid.column(n)] for n in range(puzzle.columns)]
        lines = (*rows, *columns)
        fair = all(2 * sum(line) == len(line) for line in lines)
        threes = any(len({*line[n : n + 3]}) == 1 for line in lines for n in range(len(line) - 2))
        alike = any(len({*map(tuple, side)}) < len(side) for side in (rows, columns))
        if fair and not threes and not (puzzle.unique and alike) and agrees(board, puzzle):
            found.add(board)
    return found


def solve_kakuro(puzzle: Kakuro) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    white = [cell for cell, sums in enumerate(puzzle.squares) if sums is None]

    def fill(board: list[int], at: int) -> None:
        if at == len(white):
            found.add(tuple(board))
            return
        cell = white[at]
        for digit in range(1, 10):
            board[cell] = digit
            fits = puzzle.givens[cell] in (None, digit)
            for run in puzzle.runs:
                if fits and cell in run.cells:
                    here = [board[c] for c in run.cells if c <= cell]
                    full = len(here) < len(run.cells) or run.total in (0, sum(here))
                    fits = len({*here}) == len(here) and full
            if fits:
                fill(board, at + 1)
        board[cell] = 0

    fill([0] * puzzle.grid.size, 0)
    return found


def follow_loop(squares: set[frozenset[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The places of a loop in order, given its links; nothing if they are not one loop."""
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for link in squares:
        one, other = link
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    if not beside or any(len(ends) != 2 for ends in beside.values()):
        return []
    path = [min(beside)]
    while True:
        onwards = [end for end in beside[path[-1]] if end not in path[-2:]]
        if len(path) > 2 and path[0] in beside[path[-1]]:
            return path if len(path) == len(beside) else []
        path.append(onwards[0])


def passes(path: list[tuple[int, int]], pearl: int, at: tuple[int, int]) -> bool:
    if at not in path:
        return False
    here = path.index(at)

    def turns(number: int) -> bool:
        (a, b), (c, d) = path[(number - 1) % len(path)], path[(number + 1) % len(path)]
        return a != c and b != d

    beside = turns(here - 1), turns(here + 1)
    return turns(here) and not any(beside) if pearl == BLACK else not turns(here) and any(beside)


def solve_masyu(puzzle: Masyu) -> set[tuple[int, ...]]:
    """Every loop is the edge of some of the places between four squares."""
    grid, found = puzzle.grid, set()
    places = [grid.nodes.place(square) for square in range(grid.nodes.size)]
    links = [frozenset(places[end] for end in grid.ends(link)) for link in range(grid.size)]
    for sides in product((0, 1), repeat=grid.faces.size):
        board = tuple(sum(sides[face] for face in grid.beside(n)) % 2 for n in range(grid.size))
        path = follow_loop({link for link, value in zip(links, board, strict=True) if value})
        pearls = ((pearl, at) for pearl, at in zip(puzzle.pearls, places, strict=True) if pearl)
        if path and agrees(board, puzzle) and all(passes(path, *pearl) for pearl in pearls):
            found.add(board)
    return found


def solve_tents(puzzle: Tents) -> set[tuple[int, ...]]:
    grid, found = puzzle.grid, set()
    for board in product((0, 1), repeat=grid.size):
        tents = [cell for cell, value in enumerate(board) if value]
        lines = [
            *zip(puzzle.rows, map(grid.row, range(grid.rows)), strict=True),
            *zip(puzzle.columns, map(grid.column, range(grid.columns)), strict=True),
        ]
        fits = (
            len(tents) == len(puzzle.trees)
            and not {*tents} & {*puzzle.trees}
            and not any({*grid.touching(cell)} & {*tents} for cell in tents)
            and all(n in (None, sum(board[c] for c in line)) for n, line in lines)
            and agrees(board, puzzle)
        )
        if fits and any(
            all(
                tent in grid.neighbours(tree)
                for tent, tree in zip(order, puzzle.trees, strict=True)
            )
            for order in permutations(tents)
        ):
            found.add(board)
    return found


BY_HAND: dict[str, Any] = {
    "binairo": solve_binairo,
    "futoshiki": solve_futoshiki,
    "kakuro": solve_kakuro,
    "masyu": solve_masyu,
    "skyscrapers": solve_skyscrapers,
    "sudoku": solve_sudoku,
    "tents": solve_tents,
}


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_are_those_of_the_rules(name: str) -> None:
    rng = random.Random(f"by hand, {name}")
    for _ in range(8):
        puzzle = random_puzzle(name, rng)
        if puzzle.grid.rows > 4 or puzzle.grid.rows * puzzle.grid.columns > 16:
            continue
        if name == "kakuro" and caracol.count(puzzle, seconds=5).count > 3000:
            continue
        wanted = BY_HAND[name](puzzle)

        assert set(caracol.each_solution(puzzle)) == wanted
        assert caracol.count(puzzle).count == len(wanted)


# -- other programs -------------------------------------------------------------------------------


GAMES = (
    *[("sudoku", "solo", params) for params in ("3x3", "2x3x", "7j")],
    *[("futoshiki", "unequal", params) for params in ("4de", "6dk")],
    *[("skyscrapers", "towers", params) for params in ("4de", "5dh")],
    *[("tents", "tents", params) for params in ("8x8de", "6x9dt")],
    *[("masyu", "pearl", params) for params in ("8x8de", "6x9dt")],
    *[("binairo", "unruly", params) for params in ("8x8dt", "8x6udn")],
)


@pytest.mark.filterwarnings("ignore:read as Binairo")
@pytest.mark.parametrize(("name", "game", "params"), GAMES)
def test_ids_of_the_games_are_read_solved_and_written_alike(
    name: str, game: str, params: str
) -> None:
    path = shutil.which(f"sgt-{game}", path="/usr/games")
    if path is None:
        pytest.fail("apt-get install sgt-puzzles")
    made = subprocess.run(
        [path, "--generate", "3", params], capture_output=True, text=True, check=True, timeout=60
    )
    for text in made.stdout.split():
        puzzle = converting.read(text)

        assert puzzle.genre.id == name
        assert caracol.solve(puzzle).status == "unique"
        assert converting.write(puzzle, "tatham") == text


def test_a_long_gap_of_unruly_is_written_in_the_case_of_what_follows() -> None:
    given = tuple(1 if cell in (0, 30) else None for cell in range(100))

    assert converting.write(Binairo(10, 10, givens=given), "tatham") == "10x10u:AZEzzt"


def test_lines_of_81_characters_and_other_texts_are_read_alike() -> None:
    puzzle = caracol.generate("sudoku", seed=3, graded=False).puzzle
    line = converting.write(puzzle, "sudoku-line").strip()

    assert len(line) == 81
    for text in (line, line.replace(".", "0"), line.replace(".", "*")):
        assert caracol.read(text) == puzzle
    assert list(caracol.read_all(f"{line}\n{line}\n")) == [puzzle, puzzle]
    for name in ("sudoku-ss", "sudoku-sdk"):
        assert caracol.read(converting.write(puzzle, name)) == puzzle


def test_bare_rows_are_a_sudoku_if_the_genre_is_named() -> None:
    puzzle = caracol.generate("sudoku", seed=3, graded=False).puzzle
    rows = converting.write(puzzle, "sudoku-sdk").removeprefix("[Puzzle]\n")

    for text in (rows, f"#AA. Setter\n#LEasy\n{rows}"):
        assert caracol.read(text, genre="sudoku") == puzzle
        with pytest.raises(caracol.UnnamedGenre, match="Sudoku"):
            caracol.read(text)


@pytest.mark.parametrize(
    ("edge", "bar", "between"),
    [("", "", "-----------"), (" *-----------*", " |", " |---+---+---|"), ("+---+", "|", "+---+")],
)
@pytest.mark.parametrize("blank", ["", " "])
def test_sudokus_are_read_in_all_frames_of_simple_sudoku(
    edge: str, bar: str, between: str, blank: str
) -> None:
    puzzle = caracol.generate("sudoku", seed=3, graded=False).puzzle
    line = converting.write(puzzle, "sudoku-line").strip()
    rows = [
        "|".join(line[at + third : at + third + 3] for third in (0, 3, 6)) for at in range(0, 81, 9)
    ]
    framed = [bar + blank.join(row) + bar.strip() for row in rows]
    text = "\n".join([edge, *framed[:3], between, *framed[3:6], between, *framed[6:], edge])

    assert caracol.read(text) == puzzle


@pytest.mark.parametrize(
    "puzzle",
    [Sudoku(4), Skyscrapers(4), caracol.read("caracol:easy-as-abc/4/ABC/v")],
    ids=lambda found: found.genre.id,
)
def test_diagonals_are_drawn_where_they_count(puzzle: Any) -> None:
    slanted = re.compile(r"M(\S+) (\S+)L(\S+) (\S+)M\3 \2L\1 \4")

    assert not slanted.search(caracol.render(puzzle, "svg"))
    assert slanted.search(caracol.render(replace(puzzle, diagonals=True), "svg"))


# -- hints and grades -----------------------------------------------------------------------------


def test_boards_that_differ_only_in_whose_tent_it_is_are_one_solution() -> None:
    """Four tents and four trees in a ring belong to each other in two ways."""
    ring = Tents((".T.", "T.T", ".T."))
    answer = caracol.solve(ring)

    assert (answer.status, answer.statistics.engine) == ("unique", "kernel")
    assert caracol.count(ring).count == 1
    assert caracol.count(Tents(("T..", "...", "...")), limit=2).count == 2
    assert caracol.count(Tents(("T..", "...", "..T"))).count == 2


@pytest.mark.parametrize("name", NAMES)
def test_hints_finish_the_game(name: str) -> None:
    puzzle = caracol.generate(name, seed=2, grade="trivial-medium").puzzle
    game = Game(puzzle)
    for _ in range(4 * puzzle.grid.size):
        if game.finished:
            break
        found = hint(puzzle, game.values, candidates=game.candidates)
        assert found.step is not None
        game.take(*found.steps)
    assert game.finished


def test_techniques_have_the_names_of_books() -> None:
    rows = [".1..3....", "..6.....7", ".3..4...9", "..3...15.", ".4.2.....", "5..6....."]
    puzzle = GENRE.decode({"grid": [*rows, "2....8...", ".8...93..", "..7.1...6"]}, caracol.Info())
    used = {step.name for step in caracol.explain(puzzle).steps}

    assert {"Hidden single", "Hidden pair", "Pointing", "Claiming"} <= used
    assert {"naked-single", "naked-pair"} <= set(caracol.grade(puzzle).techniques)


def test_a_hidden_single_names_the_digits_that_leave_one_place() -> None:
    puzzle = Sudoku(4, givens=(1, *[None] * 9, 1, *[None] * 5))
    step = caracol.explain(puzzle).steps[0]

    assert step.sentence == "The 1s in r1c1 and r3c3 leave only r2c4 for 1 in row 2."


def test_a_run_with_one_combination_names_it() -> None:
    """That is what players look up, so the sentence says it."""
    rows = [["\\", "3\\", "16\\", "\\"], ["\\7", ".", ".", "16\\"]]
    rows += [["\\13", ".", ".", "."], ["\\", "\\15", ".", "."]]
    puzzle = KAKURO.decode({"squares": rows}, caracol.Info())

    told = [str(step) for step in caracol.explain(puzzle).steps]

    assert any("can only be 1 + 2: so r2c2 and r3c2 cannot be 3–9" in text for text in told), told


def test_a_view_says_why_the_highest_are_not_in_front() -> None:
    puzzle = Skyscrapers(5, left=(3, None, None, None, None), givens=())

    step = hint(puzzle, [None] * 25).step

    assert step is not None
    assert "The 3 left of row 1 sees exactly 3 buildings, and the lower" in str(step)


def test_counts_of_tents_are_named_after_their_lines() -> None:
    puzzle = caracol.read(
        '{"caracol": 1, "genre": "tents", "board": ["T..", "...", "..T"],'
        ' "rows": [1, 0, 1], "columns": [0, 2, 0]}'
    )

    told = [str(step) for step in caracol.explain(puzzle).steps]

    assert told == [
        "The 0 of row 2 allows no tents: so r2c1–r2c3 cannot hold a tent.",
        "Column 2 needs 2 tents, and only r1c2 and r3c2 are left for them: so these are tents.",
    ]


def test_a_blank_is_never_a_value_that_a_cell_sees() -> None:
    """On a board with parks, a cell that sees all heights but one may still be a park."""
    puzzle = Skyscrapers(3, parks=1, givens=(1, *[None] * 8))
    walk = caracol.explain(puzzle)

    assert all(step.technique != "naked-single" for step in walk.steps)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kakuro"])
def test_a_puzzle_of_no_wanted_grade_can_be_solved_by_people(name: str) -> None:
    words = {caracol.grade(caracol.generate(name, seed=s).puzzle).word for s in range(4)}

    assert words <= {"trivial", "easy", "medium", "hard"}


def test_letters_replace_the_digits_of_a_generated_sudoku() -> None:
    puzzle = caracol.generate("sudoku", seed=1, size=6, letters="MARBLE", graded=False).puzzle

    assert {symbol.letter for symbol in puzzle.symbols} >= {*"MARBLE"}
    with pytest.raises(caracol.CaracolError, match="there must be 6 letters"):
        caracol.generate("sudoku", seed=1, size=6, letters="MARBLES", graded=False)


def test_an_option_that_is_on_can_be_switched_off_on_the_command_line() -> None:
    words = ["generate", "binairo", "--no-unique", "--size", "6", "--seed", "1", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "caracol", *words], capture_output=True, text=True, timeout=120
    )

    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["unique"] is False


def test_numbers_on_two_sides_are_left_in_a_pattern() -> None:
    """The counterpart of a number on the left is on the left if nothing is on the right."""
    puzzle = caracol.generate("tents", seed=1, symmetry="rotational", density=60).puzzle

    for side in (puzzle.rows, puzzle.columns):
        kept = [clue is not None for clue in side]
        assert kept == kept[::-1]
    assert None in puzzle.rows
    assert caracol.count(puzzle).count == 1


@pytest.mark.parametrize("symmetry", ["none", "rotational", "double mirror"])
@pytest.mark.parametrize("grade", ["trivial", "hard"])
def test_masyu_of_every_usual_grade_and_symmetry_is_made(symmetry: str, grade: str) -> None:
    puzzle = caracol.generate("masyu", seed=1, size=9, symmetry=symmetry, grade=grade).puzzle
    assert isinstance(puzzle, Masyu)
    there = [pearl is not None for pearl in puzzle.pearls]

    assert caracol.grade(puzzle).word == grade
    assert symmetry == "none" or there == there[::-1]


def test_a_large_masyu_is_made_with_rows_and_columns_of_different_lengths() -> None:
    puzzle = caracol.generate("masyu", seed=2, size="17x12", grade="any").puzzle

    assert (puzzle.grid.columns, puzzle.grid.rows) == (17, 12)
    assert caracol.solve(puzzle).status == "unique"


@pytest.mark.parametrize(
    "text",
    [
        "[problem]\nw . 3\n. b .\n. . .",
        "3 3\n- w -\n3 - -\nb - -",
        '{"caracol": 1, "genre": "masyu", "pearls": ["w3."]}',
        '{"caracol": 1, "genre": "masyu", "pearls": [["w2", "."]]}',
    ],
)
def test_numbered_pearls_are_refused_by_name(text: str) -> None:
    with pytest.raises(caracol.CaracolError, match="Masyu with numbered pearls is not supported"):
        caracol.read(text, genre="masyu")


PEARLS = {
    "white-at-the-edge": (".w...", ".....", ".....", "....."),
    "black-near-the-edge": (".....", ".b...", ".....", "....."),
    "blacks-side-by-side": ("......", "......", "..bb..", "......", "......", "......"),
    "whites-in-a-row": ("......", "......", ".www..", "......", "......", "......"),
}


@pytest.mark.parametrize("technique", PEARLS)
def test_patterns_of_pearls_have_names(technique: str) -> None:
    puzzle = MASYU.of(*PEARLS[technique])
    first = caracol.explain(puzzle).steps[0]

    assert first.technique == technique
    assert verify(first, puzzle.model) == []


def test_a_pearl_of_the_only_solution_is_proposed_to_setters() -> None:
    full = caracol.generate("masyu", seed=3, size=6, grade="any", minimal=True).puzzle
    assert isinstance(full, Masyu)
    last = max(at for at, pearl in enumerate(full.pearls) if pearl)
    open_board = replace(full, pearls=(*full.pearls[:last], None, *full.pearls[last + 1 :]))
    editor = full.genre.part(EditorPart)
    wanted = next(iter(caracol.each_solution(full)))
    other = next(board for board in caracol.each_solution(open_board) if board != wanted)

    made = [one.puzzle for one in editor.additions(open_board, [wanted, other])]

    assert full in made


@pytest.mark.parametrize("word", ["trivial", "hard"])
def test_a_sudoku_of_every_usual_grade_is_made(word: str) -> None:
    made = caracol.generate("sudoku", seed=5, grade=word)

    assert caracol.grade(made.puzzle).word == word


PAIRED = "619......", "...65..3.", "2..8.....", "5.3...1..", "....4....", "..7...3.5"
MANY = ".3.....4.", "...5..3.7", "....438..", ".274....1", "..81.27..", "9....642."
WINGS = {
    "w-wing": (*PAIRED, ".....9..4", ".4..17...", "......516"),
    **dict.fromkeys(
        ("xyz-wing", "xy-wing", "skyscraper", "two-string-kite"),
        (*MANY, "..568....", "1.2..4...", ".8.....3."),
    ),
}


@pytest.mark.parametrize("technique", WINGS)
def test_wings_and_links_have_the_names_of_players_and_follow(technique: str) -> None:
    puzzle = GENRE.decode({"grid": [*WINGS[technique]]}, caracol.Info())
    found = [step for step in caracol.explain(puzzle).steps if step.technique == technique]

    assert found
    for step in found:
        assert verify(step, puzzle.model) == []
        assert "must be" in step.sentence


def test_a_kite_says_which_two_places_exclude_each_other() -> None:
    rows = ["...9.16.8", "8..2...4.", ".9.8..1..", "1.5..4...", ".4.....8.", "...7..5.4"]
    puzzle = GENRE.decode({"grid": [*rows, "..6..8.3.", ".5...3..9", "3.81.5..."]}, caracol.Info())
    steps = caracol.explain(puzzle).steps

    assert next(step.sentence for step in steps if step.technique == "two-string-kite") == (
        "Row 9 has its 7 in r9c2 or r9c8, column 3 has its 7 in r1c3 or r8c3, and r8c3 and r9c2 "
        "cannot both be 7. One of r1c3 and r9c8 must be 7: so r1c8 can only be 2."
    )


@pytest.mark.parametrize("size", [8, 9])
def test_large_skyscrapers_are_made_without_asking_for_a_grade(size: int) -> None:
    """Keeping within a grade takes minutes there, so none is the default."""
    made = caracol.generate("skyscrapers", size=size, seed=1)

    assert caracol.solve(made.puzzle).status == "unique"
