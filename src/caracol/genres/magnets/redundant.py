"""Rules that follow from those of Magnets, but rule out more at once."""

from __future__ import annotations

from caracol.board.grid import Line, column_name, row_name
from caracol.board.names import Demand, Name
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, SYMBOLS, Magnets
from caracol.rules import Count, Regular, Rule, Staircase


def redundant(puzzle: Magnets) -> dict[str, list[Rule]]:
    """Return counts of neutral cells, and the balance of each line.

    A domino inside a line has one pole of each kind there, or none. So only the halves of the
    dominoes across the line make up the difference between pluses and minuses.
    """
    neutral: list[Rule] = []
    balanced: list[Rule] = []
    clues = {(line, number, pole): count for line, number, pole, _, count in puzzle.clues()}
    for line, lines in (("row", puzzle.grid.rows), ("column", puzzle.grid.columns)):
        for number in range(lines):
            plus, minus = clues.get((line, number, PLUS)), clues.get((line, number, MINUS))
            if plus is None or minus is None:
                continue
            cells = puzzle.grid.row(number) if line == "row" else puzzle.grid.column(number)
            rest = len(cells) - plus - minus
            about = row_name(number) if line == "row" else column_name(number)
            says = Demand(
                "has the rest of its cells, {}, neutral",
                "each have the rest of their cells, {}, neutral",
                rest,
            )
            neutral.append(
                Count(cells, 1 << NEUTRAL, rest, rest, name=about, statement=says, clue=True)
            )
            across = tuple(cell for cell in cells if puzzle.partner[cell] not in cells)
            if across and 0 <= len(across) + plus - minus <= 2 * len(across):
                balanced.append(balance(across, plus - minus, about))
    return {"neutral": neutral, "balance": balanced}


def balance(cells: Line, difference: int, line: Name) -> Regular:
    """Return the rule of a balance; its automaton counts minus as 0, neutral as 1, plus as 2."""
    states = 2 * len(cells) + 1
    everywhere = (1 << states) - 1
    moves = {MINUS: [0, 0, 0], NEUTRAL: [0, 0, 0], PLUS: [0, 0, 0]}
    for up, value in enumerate((MINUS, NEUTRAL, PLUS)):
        moves[value][up] = everywhere >> up
    stay, rise, skip = (tuple(moves[value][up] for value in range(len(SYMBOLS))) for up in range(3))
    stairs = Staircase(states, 1, 1 << len(cells) + difference, stay, rise, skip)
    about = Name("{}, dominoes across it,", "", line)
    pole = SYMBOLS[PLUS if difference > 0 else MINUS]
    if difference:
        says = Demand("have {} more {} halves", "have {} more {} halves", abs(difference), pole)
    else:
        says = Demand("have as many pluses as minuses", "have as many pluses as minuses")
    return Regular(cells, stairs, name=about, statement=says, clue=True)
