"""Questions about the solutions of a puzzle: solve, count, check, candidates, conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caracol.board.names import capitalise
from caracol.engines.answer import Answer, Solution
from caracol.engines.cores import minimal, smallest
from caracol.engines.limits import Clock, Flag
from caracol.engines.portfolio import Work, answer, possible, solutions
from caracol.engines.sat import Session
from caracol.errors import ArgumentError, TimeIsUp, count_noun
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Contradiction, Model, Rule, Table, Values, Violation, each


def solve(
    puzzle: Puzzle | Model, *, seconds: float | None = None, stop: Flag | None = None
) -> Answer:
    """Return the solution of a puzzle or a custom model, and whether it is the only one.

    >>> import caracol
    >>> from caracol.genres.magic_snail import MagicSnail
    >>> solve(MagicSnail("AB", 2)).status
    <Status.UNIQUE: 'unique'>
    """
    asked = as_puzzle(puzzle)
    return answer(asked.model, Clock(seconds, stop), puzzle=asked)


def count(
    puzzle: Puzzle | Model,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    keep: int = 1000,
) -> Answer:
    """Return the number of solutions, up to a limit, and the first ``keep`` of them."""
    if not (limit is None or (isinstance(limit, int) and limit >= 1)):
        raise ArgumentError("limit", "a whole number, at least 1", limit)
    if not (isinstance(keep, int) and keep >= 0):
        raise ArgumentError("keep", "a whole number, at least 0", keep)
    asked = as_puzzle(puzzle)
    return answer(asked.model, Clock(seconds, stop), limit, keep, asked)


def each_solution(
    puzzle: Puzzle | Model, *, seconds: float | None = None, stop: Flag | None = None
) -> Iterator[Solution]:
    """Yield the solutions one by one, as they are found."""
    return solutions(Work(as_puzzle(puzzle).model, Clock(seconds, stop)))


@dataclass(frozen=True)
class Possible:
    """The values that each cell has in some solution."""

    masks: tuple[int, ...]
    """For each cell, the mask of the values seen in solutions."""
    complete: bool
    """Whether every other value is proved impossible."""

    def __repr__(self) -> str:
        certain = sum(mask.bit_count() == 1 for mask in self.masks)
        doubt = "" if self.complete else ", not complete"
        cells = count_noun(len(self.masks), "cell")
        return f"<Possible values of {cells}, {certain} of them certain{doubt}>"

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the values seen in solutions."""
        return tuple(tuple(each(mask)) for mask in self.masks)

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; ``None`` if that is not known."""
        return True if any(self.masks) else (False if self.complete else None)


def candidates(
    puzzle: Puzzle | Model,
    values: Values | None = None,
    *,
    seconds: float | None = None,
    stop: Flag | None = None,
) -> Possible:
    """Return all values that each cell has in some solution (its true candidates).

    With ``values``, consider only solutions that agree with what is written down there.
    """
    asked = as_puzzle(puzzle)
    model = asked.model if values is None else write_down(asked, values)
    return Possible(*possible(model, Clock(seconds, stop)))


@dataclass(frozen=True)
class Conflict:
    """Clues that cannot all hold, as few as possible."""

    rules: tuple[Rule, ...]
    """One rule for each clue; none if the laws of the genre alone cannot hold."""
    smallest: bool
    """Whether it is proved that no fewer clues clash."""

    def __repr__(self) -> str:
        return f"<Conflict of {count_noun(len(self.rules), 'clue')}>"

    def __str__(self) -> str:
        if not self.rules:
            return "No clue is to blame: on this board the rules alone cannot all hold."
        words = [str(rule) for rule in self.rules]
        if len(words) == 1:
            return f"This cannot hold: {words[0]}."
        return f"These cannot all hold: {'; '.join(words)}."


def conflict(
    puzzle: Puzzle | Model, *, seconds: float | None = None, stop: Flag | None = None
) -> Conflict | None:
    """Return a smallest set of clues that cannot all hold, or ``None`` if no such set is known.

    The result is ``None`` if there is a solution, or if time ran out before any answer.
    """
    clock, model = Clock(seconds, stop), as_puzzle(puzzle).model
    try:
        session = Session(model, clock=clock, blame=lambda rule: rule.clue, thorough=True)
    except TimeIsUp:
        return None
    with session:
        core = smallest(session, session.selectors.values(), clock)
        if core is None:
            return None
        names = {literal: about for about, literal in session.selectors.items()}
        blamed = {names[member] for member in core.members}
        found: dict[str, Rule] = {}
        for rule in model.rules:
            if rule.name in blamed:
                found.setdefault(rule.name, rule)
        return Conflict(tuple(found.values()), core.smallest)


@dataclass(frozen=True)
class Fault:
    """A rule that a board breaks already, in a sentence, with the cells to look at."""

    rule: Rule
    sentence: str
    cells: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Fault: {self.sentence}>"

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Verdict:
    """The result of checking a finished or half-finished board, each rule alone."""

    faults: tuple[Fault, ...]
    finished: bool
    """Whether every cell is filled."""

    @property
    def solved(self) -> bool:
        """Whether the board is a solution."""
        return self.finished and not self.faults


def check(puzzle: Puzzle | Model, values: Sequence[int | None]) -> Verdict:
    """Return which rules a board breaks, each in a sentence with its cells."""
    asked = as_puzzle(puzzle)
    asked.check_board(values)
    written_down = tuple(values)
    faults = [fault(asked, rule, written_down) for rule in asked.model.find_broken(written_down)]
    finished = all(value is not None for value in written_down)
    if finished and not faults and asked.model.hidden:
        unseen = _find_hidden_fault(asked, written_down)
        faults = [unseen] if unseen else []
    return Verdict(tuple(faults), finished)


def find_excluded(puzzle: Puzzle, values: Values) -> tuple[int, ...]:
    """Return the values of each cell that some rule alone excludes on a board, as masks.

    These are the notes that a player would leave out at first sight.
    """
    model = puzzle.model
    written = model.narrowed(values)
    # What the genre alone forbids in a cell, such as leaving it empty, holds for every rule.
    masks = [mask & model.allowed.get(cell, mask) for cell, mask in enumerate(written)]
    excluded = [mask & ~left for mask, left in zip(written, masks, strict=True)][: model.shown]
    for rule in model.rules:
        try:
            eliminations = rule.propagate(masks)
        except Contradiction:
            continue  # it is broken, which is reported elsewhere
        for cell, removed in eliminations:
            if cell < model.shown:
                excluded[cell] |= removed
    return tuple(excluded)


def fault(puzzle: Puzzle, rule: Rule, values: Values) -> Fault:
    """Return what is wrong with a rule that these values break."""
    model = puzzle.model
    every = (*values, *(None,) * (model.size - len(values)))
    found = Violation(*rule.describe_violation(every, puzzle.symbols, model.name))
    found = puzzle.genre.describe_violation(puzzle, rule, every, found)
    shown = dict.fromkeys(cell for cell in found.cells if cell < model.shown)
    sentence = found.sentence if found.sentence.endswith(".") else f"{found.sentence}."
    return Fault(rule, capitalise(sentence), tuple(shown))


def _find_hidden_fault(puzzle: Puzzle, values: Values) -> Fault | None:
    """Return why a finished board that breaks no single rule is not a solution, if it is not.

    The reason is that no hidden values fit it.
    """
    model, clock = puzzle.model, Clock()
    with Session(model, model.narrowed(values), blame=lambda _: True) as session:
        if session.solve(clock, list(session.selectors.values())):
            return None
        blamed = set(minimal(session, session.core(), clock))
        abouts = {about for about, literal in session.selectors.items() if literal in blamed}
    found = [rule for rule in model.rules if rule.name in abouts] or list(model.rules)
    cells = dict.fromkeys(cell for rule in found for cell in rule.cells if cell < model.shown)
    words = "; ".join(dict.fromkeys(map(str, found)))
    return Fault(found[0], f"With these values not all of this can hold: {words}.", tuple(cells))


def write_down(puzzle: Puzzle, values: Values) -> Model:
    """Return the model with these values written down as well."""
    puzzle.check_board(values)
    grid = puzzle.grid
    return puzzle.model.with_rules(
        *(
            Table(
                (cell,), ((value,),), name=f"{grid.name(cell)}", statement="is filled in", clue=True
            )
            for cell, value in enumerate(values)
            if value is not None
        )
    )
