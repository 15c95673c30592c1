"""What all writers share: headings, names, and automata as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from textwrap import wrap
from typing import NamedTuple

from caracol.board.places import in_lines
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Reading, Rule, Stairs, each


class Machine(NamedTuple):
    """A deterministic automaton; state 0 is its start."""

    states: int
    steps: tuple[tuple[int, int, int], ...]
    """From this state, by this value, to that state; what is not listed is a dead end."""
    accept: tuple[int, ...]

    def follow(self, state: int, value: int) -> int | None:
        """The state after reading this value, or ``None``: a dead end."""
        return next((t for s, v, t in self.steps if (s, v) == (state, value)), None)


@lru_cache(maxsize=1024)
def machine(stairs: Stairs) -> Machine:
    """The automaton with one way for each value, and without states that lead nowhere.

    Sets of states become states; the sets that occur are few, because stairs only go up.

    >>> stairs = Stairs(2, 0b01, 0b10, (0b11, 0b10), (0, 0b01), (0, 0))
    >>> machine(stairs)
    Machine(states=2, steps=((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)), accept=(1,))
    """
    values = range(len(stairs.stay))
    numbers = {stairs.start: 0}
    steps: list[tuple[int, int, int]] = []
    waiting = [stairs.start]
    for states in waiting:
        for value in values:
            reached = stairs.after(states, value)
            if not reached:
                continue
            if reached not in numbers:
                numbers[reached] = len(numbers)
                waiting.append(reached)
            steps.append((numbers[states], value, numbers[reached]))
    accept = {number for states, number in numbers.items() if states & stairs.accept}
    useful = set(accept)
    while more := {s for s, _, t in steps if t in useful} - useful:
        useful |= more
    useful.add(0)
    again = {old: new for new, old in enumerate(sorted(useful))}
    kept = tuple((again[s], v, again[t]) for s, v, t in steps if s in useful and t in useful)
    return Machine(len(again), kept, tuple(sorted(again[state] for state in accept)))


def machines(rules: tuple[Rule, ...]) -> dict[Stairs, int]:
    """A number, from 1, for each automaton that the rules use; equal ones share it."""
    found: dict[Stairs, int] = {}
    for rule in rules:
        if isinstance(rule, Reading):
            found.setdefault(rule.stairs, len(found) + 1)
    return found


def heading(puzzle: Puzzle) -> list[str]:
    """What the file is, in lines: genre, title, rules as printed, and what the values mean."""
    grid = puzzle.grid
    lines = [f"{puzzle.genre.name}, {grid.rows}×{grid.columns} cells"]
    if puzzle.info.title:
        lines.append(_plain(puzzle.info.title))
    lines += ["", *wrap(puzzle.genre.instructions, 90), ""]
    lines += [
        f"value {value} is {_plain(symbol.word)}" for value, symbol in enumerate(puzzle.symbols)
    ]
    first, last = grid.name(0), grid.name(grid.size - 1)
    return [*lines, f"cell {first} is the top left one, {last} the bottom right"]


def commented(mark: str, lines: list[str]) -> list[str]:
    """The lines as comments."""
    return [f"{mark} {line}".rstrip() for line in lines]


def said(rule: Rule) -> str:
    """The rule in words, on one line."""
    return _plain(str(rule))


def told(
    rules: Iterable[Rule], mark: str, written: Callable[[Rule, int], Iterable[str]]
) -> Iterator[str]:
    """The lines for each rule, numbered from 1, below a comment that says it in words.

    Rules about the same thing stand together.
    """
    about = ""
    for place, rule in enumerate(rules, 1):
        if rule.about != about:
            yield ""
        about = rule.about
        yield f"{mark} {said(rule)}"
        yield from written(rule, place)


def _plain(text: str) -> str:
    """Text that cannot end a comment."""
    return " ".join(text.split())


def names(puzzle: Puzzle, rule: Rule) -> list[str]:
    """The names of the rule's cells, in order."""
    return [puzzle.grid.name(cell) for cell in rule.cells]


def rows(puzzle: Puzzle) -> list[list[str]]:
    """The names of all cells, row by row."""
    return [[puzzle.grid.name(cell) for cell in line] for line in in_lines(puzzle.grid)]


def forbidden(rule: Allowed, values: int) -> Iterator[tuple[int, ...]]:
    """The combinations that the rule does not allow."""
    allowed = set(rule.tuples)
    for combination in product(range(values), repeat=len(rule.cells)):
        if combination not in allowed:
            yield combination


def comparisons(rule: Count) -> list[tuple[str, int]]:
    """What a count is compared with: equal to one number, or at least and at most two."""
    if rule.least == rule.most:
        return [("=", rule.least)]
    least = [(">=", rule.least)] if rule.least > 0 else []
    return least + ([("<=", rule.most)] if rule.most < len(rule.cells) else [])


def listed(mask: int) -> list[int]:
    """The values of a mask."""
    return list(each(mask))
