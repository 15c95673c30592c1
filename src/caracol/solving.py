"""What can be asked of a puzzle: solve, count, check, candidates, conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.engines.answer import Answer, Solution
from caracol.engines.limits import Clock, Flag
from caracol.engines.portfolio import Work, answer, possible, solutions
from caracol.errors import TimeIsUp
from caracol.puzzle import Puzzle
from caracol.records import Record, record
from caracol.rules import Allowed, Model, Rule, Values, each


def solve(
    puzzle: Puzzle | Model, *, seconds: float | None = None, stop: Flag | None = None
) -> Answer:
    """The solution of a puzzle or of a model by hand, and whether it is the only one.

    >>> import caracol
    >>> from caracol.genres.magic_snail import MagicSnail
    >>> solve(MagicSnail("AB", 2)).status
    <Status.UNIQUE: 'unique'>
    """
    asked = _puzzle(puzzle)
    return answer(asked.model, Clock(seconds, stop), puzzle=asked)


def count(
    puzzle: Puzzle | Model,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    keep: int = 1000,
) -> Answer:
    """How many solutions there are, up to a limit; the first ``keep`` of them are kept."""
    if limit is not None and limit < 1:
        raise ValueError(f"the limit must be at least 1, not {limit}")
    asked = _puzzle(puzzle)
    return answer(asked.model, Clock(seconds, stop), limit, keep, asked)


def each_solution(
    puzzle: Puzzle | Model, *, seconds: float | None = None, stop: Flag | None = None
) -> Iterator[Solution]:
    """The solutions, one by one, as they are found."""
    return solutions(Work(_puzzle(puzzle).model, Clock(seconds, stop)))


def _puzzle(asked: Puzzle | Model) -> Puzzle:
    if not isinstance(asked, Model):
        return asked
    from caracol.by_hand import as_puzzle

    return as_puzzle(asked)


@record
class Possible(Record):
    """The values that each cell has in some solution."""

    masks: tuple[int, ...]
    """For each cell the mask of the values seen in solutions."""
    complete: bool
    """Whether every other value is proved impossible."""

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the values seen in solutions."""
        return tuple(tuple(each(mask)) for mask in self.masks)

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; ``None`` where that is not known."""
        return True if any(self.masks) else (False if self.complete else None)


def candidates(
    puzzle: Puzzle,
    values: Values | None = None,
    *,
    seconds: float | None = None,
    stop: Flag | None = None,
) -> Possible:
    """Every value that each cell has in some solution (its true candidates).

    With ``values``, only solutions that agree with what is written down there.
    """
    model = puzzle.model if values is None else written(puzzle, values)
    return Possible(*possible(model, Clock(seconds, stop)))


@record
class Conflict(Record):
    """Clues that cannot all hold, as few as possible."""

    rules: tuple[Rule, ...]
    """One rule for each clue; none at all where the laws of the genre alone cannot hold."""
    smallest: bool
    """Whether it is proved that no fewer clues clash."""

    def __str__(self) -> str:
        if not self.rules:
            return "No clue is to blame: on this board the rules alone cannot all hold."
        words = [str(rule) for rule in self.rules]
        if len(words) == 1:
            return f"This cannot hold: {words[0]}."
        return f"These cannot all hold: {'; '.join(words)}."


def conflict(
    puzzle: Puzzle, *, seconds: float | None = None, stop: Flag | None = None
) -> Conflict | None:
    """A smallest set of clues that cannot all hold, or ``None``: no such set is known.

    ``None`` comes back where there is a solution, and where time ran out before any answer.
    """
    from caracol.engines.cores import smallest
    from caracol.engines.sat import Session

    clock = Clock(seconds, stop)
    try:
        session = Session(puzzle.model, clock=clock, blame=lambda rule: rule.clue)
    except TimeIsUp:
        return None
    with session:
        core = smallest(session, session.selectors.values(), clock)
        if core is None:
            return None
        names = {literal: about for about, literal in session.selectors.items()}
        blamed = {names[member] for member in core.members}
        found: dict[str, Rule] = {}
        for rule in puzzle.model.rules:
            if rule.about in blamed:
                found.setdefault(rule.about, rule)
        return Conflict(tuple(found.values()), core.smallest)


@record
class Fault(Record):
    """A rule that a board breaks already, in a sentence, with the cells to look at."""

    rule: Rule
    sentence: str
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.sentence


@record
class Verdict(Record):
    """What can be said of a finished or half-finished board by looking at each rule alone."""

    faults: tuple[Fault, ...]
    finished: bool
    """Whether every cell is filled."""

    @property
    def solved(self) -> bool:
        """Whether the board is a solution."""
        return self.finished and not self.faults


def check(puzzle: Puzzle, values: Sequence[int | None]) -> Verdict:
    """Which rules a board breaks, in a sentence each with the cells."""
    written_down = tuple(values)
    puzzle.check_board(written_down)
    faults = [fault(puzzle, rule, written_down) for rule in puzzle.model.broken(written_down)]
    finished = all(value is not None for value in written_down)
    if finished and not faults and puzzle.model.hidden:
        unseen = _unseen(puzzle, written_down)
        faults = [unseen] if unseen else []
    return Verdict(tuple(faults), finished)


def fault(puzzle: Puzzle, rule: Rule, values: Values) -> Fault:
    """What is wrong with a rule that these values break."""
    model = puzzle.model
    every = (*values, *(None,) * (model.size - len(values)))
    sentence, cells = rule.broken(every, puzzle.symbols, model.name)
    shown = dict.fromkeys(cell for cell in cells if cell < model.shown)
    return Fault(rule, sentence, tuple(shown))


def _unseen(puzzle: Puzzle, values: Values) -> Fault | None:
    """Why a finished board that breaks no rule alone is no solution: nothing hidden fits it."""
    from caracol.engines.cores import minimal
    from caracol.engines.sat import Session

    model, clock = puzzle.model, Clock()
    with Session(model, model.narrowed(values), blame=lambda _: True) as session:
        if session.solve(clock, list(session.selectors.values())):
            return None
        blamed = set(minimal(session, session.core(), clock))
        abouts = {about for about, literal in session.selectors.items() if literal in blamed}
    found = [rule for rule in model.rules if rule.about in abouts] or list(model.rules)
    cells = dict.fromkeys(cell for rule in found for cell in rule.cells if cell < model.shown)
    words = "; ".join(dict.fromkeys(map(str, found)))
    return Fault(found[0], f"With these values not all of this can hold: {words}", tuple(cells))


def written(puzzle: Puzzle, values: Values) -> Model:
    """The model with these values written down as well."""
    puzzle.check_board(values)
    grid = puzzle.grid
    return puzzle.model.with_rules(
        *(
            Allowed(
                (cell,), ((value,),), about=f"{grid.name(cell)}", says="is filled in", clue=True
            )
            for cell, value in enumerate(values)
            if value is not None
        )
    )
