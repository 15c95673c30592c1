"""The report on Star Battle: its seven boards, its drawing and its dialogue."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from caracol.authoring.notation.regions import name_region
from caracol.authoring.reports import Report, Talk, frame_title
from caracol.errors import ClueError
from caracol.genres.star_battle import STAR, SYMBOLS, StarBattle
from caracol.puzzle import Info

REGIONS = {
    "4×4": "ABAA AAAC DAAA AAAA",
    "5×5, first": "AABBB ABBCB ABBBB DBDBE DDDEE",
    "5×5, second": "AAABB ACCCD AACCD AEEEE AAAEE",
    "8×8, columns": " ".join(["ABCDEFGH"] * 8),
    "8×8, rows": " ".join(letter * 8 for letter in "ABCDEFGH"),
    "10×10, first": "AAABBCCCCC ADDDBECECF AAADBECEFF ADDDBEEEFF ADGGGHIEIF "
    "ADDDGHIEIF AAGGGHIIIF JJGHHHHHIF JJGGGJFHIF JJJJJJFFFF",
    "10×10, second": "AAABBBBBBB CCAAAABBBB CDDDDEEEEB CDDDDEEEFB CGGGGGGEFB "
    "CGHFFFFFFB CGHHHIIIIB CHHHHIIIIB CCJJJJJJBB JJJJJJJJJJ",
}


def board(number: int, stars: int) -> StarBattle:
    """Return one of the seven boards, with this number of stars."""
    if not 1 <= number <= len(REGIONS):
        raise ClueError(f"there is no board {number}; boards are numbered from 1 to {len(REGIONS)}")
    name = list(REGIONS)[number - 1]
    words = SYMBOLS[STAR].counted(stars)
    info = Info(title=f"board {number}, {name}, {words}")
    return StarBattle.from_rows(stars, REGIONS[name].split(), info=info)


REPORT = Report(
    "Star Battle: Resolução de Problema de Decisão usando Programação em Lógica com Restrições",
    "Henrique Ferrolho and João Pereira",
    "Faculdade de Engenharia da Universidade do Porto, 2014 (in Portuguese)",
    "A solver in SICStus Prolog: the columns of the stars as variables, regions by element, "
    "a board drawn with its region borders, statistics of the constraints, seven boards timed.",
    tuple(board(number, stars) for number in range(1, len(REGIONS) + 1) for stars in (1, 2)),
)

WORDS = {"board": tuple(str(number) for number in range(1, len(REGIONS) + 1))}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``starBattle(NumBoard, NumStars)``, and what its comments offer."""
    parser.add_argument("board", nargs="?", type=int, help="1 to 7 (default: show how to call it)")
    parser.add_argument(
        "stars", nargs="?", type=int, default=1, help="stars in each line (default: 1)"
    )
    parser.add_argument("--regions", action="store_true", help="write the regions into the cells")
    parser.add_argument("--columns", action="store_true", help="print the stars' columns by row")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="time limit in seconds (default: 10)"
    )
    parser.add_argument(
        "--model",
        default="printed",
        help="printed: the report's constraints one by one (default); columns: the same in "
        "fewer rules; cells: as Caracol states it",
    )


def chosen(asked: argparse.Namespace) -> StarBattle | None:
    """Return the board with this number."""
    return None if asked.board is None else board(asked.board, asked.stars)


def dialogue(talk: Talk, asked: argparse.Namespace) -> int:
    """Show the board, the time and the statistics and, on Enter, the solution."""
    talk.clear()
    puzzle = chosen(asked)
    if puzzle is None:
        talk.say("caracol report star-battle BOARD [STARS]\n")
        talk.say(f"BOARD  the number of a board, from 1 to {len(REGIONS)}:")
        for number, name in enumerate(REGIONS, 1):
            talk.say(f"       {number}  {name}")
        talk.say("STARS  how many stars every row, column and region has")
        return 0
    talk.say(frame_title("Star Battle"))
    words = "1 star" if asked.stars == 1 else f"{asked.stars} stars"
    talk.say(f"\nTrying to place {words} on board no. {asked.board}:\n")
    talk.say(draw_board(puzzle, regions=asked.regions))
    found = talk.measured(puzzle, model=asked.model, branching="bisect", seconds=asked.seconds)
    if found.solution is None:
        talk.say(f"There is no answer.\nElapsed time: {found.seconds:.3f} seconds")
        talk.say(found.statistics)
        return 1
    talk.say(f"An answer has been found!\nElapsed time: {found.seconds:.3f} seconds")
    talk.say(found.statistics)
    talk.ask("\nPress <Enter> to show the solution. ")
    talk.say(draw_board(puzzle, found.solution, regions=asked.regions))
    if asked.columns:
        talk.say("Result:")
        for row in list_columns(puzzle, found.solution):
            talk.say("\t" + ", ".join(map(str, row)))
    return 0


def list_columns(puzzle: StarBattle, values: Sequence[int]) -> list[list[int]]:
    """Return the columns of the stars, from 1, row by row."""
    size = puzzle.grid.columns
    return [
        [column + 1 for column in range(size) if values[row * size + column] == STAR]
        for row in range(size)
    ]


def draw_board(puzzle: StarBattle, values: Sequence[int] = (), *, regions: bool = False) -> str:
    """Return the board as the report draws it: solid lines between regions, dots inside."""
    size = puzzle.grid.columns
    lines = [" " + "_" * (6 * size - 1)]
    for row in range(size):
        above, middle, below = "|", "|", "|"
        for column in range(size):
            cell = row * size + column
            east = column < size - 1 and puzzle.regions[cell] == puzzle.regions[cell + 1]
            south = row < size - 1 and puzzle.regions[cell] == puzzle.regions[cell + size]
            star = bool(values) and values[cell] == STAR
            inside = "*" if star else name_region(puzzle.regions[cell]) if regions else " "
            above += "     " + (" " if east else "|")
            middle += f"{inside:^5}" + (" " if east else "|")
            below += (" . . " if south else "_____") + ("." if east else "|")
        lines += [above, middle, below]
    return "\n".join(lines) + "\n"
