"""Objectives and soft constraints: the best of many boards, not just any.

A puzzle is a decision problem, and all its rules are rigid. Here some rules become soft, each with
a truth value that says whether it is broken, and the number of broken ones is made as small as
possible: find a board, demand a better one, and repeat until there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from caracol.board.grid import Grid, Values
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock, Flag
from caracol.errors import ClueError, UnknownName, count_noun
from caracol.puzzle import Puzzle
from caracol.questions.solving import count, solve
from caracol.rules import Clauses, Contradiction, Count, Elimination, Model, Rule, Table
from caracol.support.arguments import checked

KEPT, BROKEN = 0, 1
"""The truth values of a soft rule."""

OBJECTIVES = {
    "changes": "the fewest changes to given cells that leave a solution",
    "broken": "the fewest broken clues: every clue is soft",
    "clues": "the fewest clues that leave only one solution",
    "most": "the most cells with a symbol: counts are upper bounds",
}
"""The objectives in words."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best board that was found, and whether it is proved to be the best."""

    objective: str
    number: int | None
    """The value of the objective; ``None`` if no board satisfies the rigid rules."""
    board: Solution | None
    proved: bool
    """Whether nothing better exists."""
    steps: tuple[int, ...]
    """The values on the way: of better and better boards, or lower bounds for "clues"."""
    details: tuple[str, ...] = ()
    """The cells that change, the clues that are broken or the clues that are kept."""


@dataclass(frozen=True)
class SoftRule(Rule):
    """A rule that may be broken if a cell, the last one, says so."""

    inner: Rule

    def holds(self, values: Sequence[int]) -> bool:
        return values[self.cells[-1]] != KEPT or self.inner.holds(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        truth = candidates[self.cells[-1]]
        if truth == 1 << KEPT:
            return self.inner.propagate(candidates)
        if truth >> KEPT & 1:
            try:
                self.inner.propagate(candidates)
            except Contradiction:
                return [Elimination(self.cells[-1], 1 << KEPT)]
        return []

    def encode(self, clauses: Clauses, selector: int) -> None:
        active = clauses.literal(self.cells[-1], KEPT)
        if selector:
            both = clauses.fresh()
            clauses.add([-active, both], selector)
            active = both
        self.inner.encode(clauses, active)


def soften(model: Model, soft: Sequence[Sequence[Rule]]) -> Model:
    """Return the model with a hidden truth value for each of these groups of rules."""
    chosen = {id(rule): number for number, group in enumerate(soft) for rule in group}
    first = model.size
    rules: list[Rule] = []
    for rule in model.rules:
        if id(rule) not in chosen:
            rules.append(rule)
            continue
        truth = first + chosen[id(rule)]
        rules.append(SoftRule((*rule.cells, truth), rule, name=rule.name, statement=rule.statement))
    for truth in range(first, first + len(soft)):
        says = "is kept or broken"
        rules.append(Table((truth,), ((KEPT,), (BROKEN,)), name="a soft rule", statement=says))
    names = tuple(f"whether {group[0].name} is broken" for group in soft)
    values = max(model.values, 2)
    return replace(
        model, values=values, stated=tuple(rules), hidden=(*model.hidden, *names), trusted=True
    )


@dataclass
class _Descent:
    """A search for better and better boards, within one time limit."""

    clock: Clock
    stop: Flag | None
    found: Solution | None = None
    proved: bool = False
    steps: tuple[int, ...] = ()

    def improve(
        self,
        bounded: Callable[[int | None], Model],
        cost: Callable[[Solution], int],
        start: Solution | None = None,
    ) -> None:
        """Find boards of lower and lower cost; ``bounded`` limits the cost of a model."""
        board = start
        while True:
            if board is not None:
                self.found = board
                self.steps += (cost(board),)
                self.proved = not self.steps[-1]
            if self.proved or self.clock.over():
                return
            most = self.steps[-1] - 1 if self.steps else None
            answer = count(bounded(most), limit=1, seconds=self.clock.left(), stop=self.stop)
            board = answer.solution
            if board is None:
                self.proved = answer.complete
                return


@checked("objective", "grid", "symbol")
def optimise(
    puzzle: Puzzle,
    objective: str,
    *,
    grid: Values = (),
    symbol: str = "",
    seconds: float | None = None,
    stop: Flag | None = None,
) -> Optimum:
    """Return the best board for an objective, by name.

    "changes" compares with ``grid``, by default with the given cells; "most" counts a ``symbol``.
    """
    descent = _Descent(Clock(seconds, stop), stop)
    if objective == "changes":
        return _fewest_changes(puzzle, grid or puzzle.givens, descent)
    if objective == "broken":
        return _fewest_broken(puzzle, descent)
    if objective == "clues":
        return _fewest_clues(puzzle, descent)
    if objective == "most":
        return _most_symbols(puzzle, symbol, descent)
    raise UnknownName("objective", objective, list(OBJECTIVES))


def _fewest_changes(puzzle: Puzzle, wished: Values, descent: _Descent) -> Optimum:
    cells = [cell for cell, value in enumerate(wished) if value is not None]
    if not cells:
        raise ClueError("needs cells to compare with: a grid, or given cells", "changes")
    bare = puzzle.with_givens((None,) * puzzle.grid.size) if puzzle.givens else puzzle
    wishes: list[Rule] = [
        Table((cell,), ((wished[cell] or 0,),), name=puzzle.grid.name(cell), statement="is kept")
        for cell in cells
    ]
    softened = soften(bare.model.with_rules(*wishes), [[wish] for wish in wishes])

    def differing(board: Solution) -> list[int]:
        return [cell for cell in cells if board[cell] != wished[cell]]

    _minimise_broken(softened, len(wishes), lambda board: len(differing(board)), descent)
    details: tuple[str, ...] = ()
    if descent.found is not None:
        symbols = puzzle.symbols
        details = tuple(
            f"{puzzle.grid.name(cell)}: {symbols[wished[cell] or 0].word} → "
            f"{symbols[descent.found[cell]].word}"
            for cell in differing(descent.found)
        )
    return _result("changes", descent, details)


def _fewest_broken(puzzle: Puzzle, descent: _Descent) -> Optimum:
    groups = _clues(puzzle.model)
    if not groups:
        raise ClueError(f"this {puzzle.genre.name} has no clues that could be broken", "broken")
    softened = soften(puzzle.model, list(groups.values()))

    def broken(board: Solution) -> list[str]:
        return [name for name, rules in groups.items() if not all(r.holds(board) for r in rules)]

    _minimise_broken(softened, len(groups), lambda board: len(broken(board)), descent)
    details = tuple(broken(descent.found)) if descent.found is not None else ()
    return _result("broken", descent, details)


def _minimise_broken(
    softened: Model, number: int, cost: Callable[[Solution], int], descent: _Descent
) -> None:
    truths = tuple(range(softened.size - number, softened.size))

    def bounded(most: int | None) -> Model:
        if most is None:
            return softened
        says = f"has at most {count_noun(most, 'broken rule')}"
        limit = Count(truths, 1 << BROKEN, 0, most, name="the board", statement=says)
        return softened.with_rules(limit)

    descent.improve(bounded, cost)


def _most_symbols(puzzle: Puzzle, symbol: str, descent: _Descent) -> Optimum:
    letters = [one.letter for one in puzzle.symbols]
    if not symbol:
        known = ", ".join(f"'{letter}'" for letter in letters)
        raise ClueError(f"needs a symbol to count, one of {known}", "most")
    if symbol not in letters:
        raise UnknownName(f"symbol of {puzzle.genre.name}", symbol, letters)
    value = letters.index(symbol)
    relaxed: list[Rule] = []
    for rule in puzzle.model.rules:
        counted = rule.as_count()
        if counted is not None and counted.values == 1 << value and counted.least:
            most = Count(counted.cells, counted.values, 0, counted.most,
                         name=rule.name, statement=f"has at most {counted.most}")  # fmt: skip
            relaxed.append(most)
        else:
            relaxed.append(rule)
    model = puzzle.model.only(relaxed)
    cells = tuple(range(puzzle.grid.size))

    def bounded(empty: int | None) -> Model:
        if empty is None:
            return model
        says = f"has at least {len(cells) - empty}"
        least = Count(cells, 1 << value, len(cells) - empty, len(cells),
                      name="the board", statement=says)  # fmt: skip
        return model.with_rules(least)

    def cost(board: Solution) -> int:
        return sum(board[cell] != value for cell in cells)

    # A solution of the puzzle itself is a good board to start with.
    rigid = count(puzzle, limit=1, seconds=descent.clock.left(), stop=descent.stop)
    descent.improve(bounded, cost, rigid.solution)
    steps = tuple(len(cells) - cost for cost in descent.steps)
    return replace(_result("most", descent), number=steps[-1] if steps else None, steps=steps)


def _fewest_clues(puzzle: Puzzle, descent: _Descent) -> Optimum:
    """Choose clues that exclude every other board that was found, until there is no other board.

    The fewest clues that exclude some boards are never more than the fewest that exclude all.
    """
    whole = solve(puzzle, seconds=descent.clock.left(), stop=descent.stop)
    if whole.solution is None or whole.count != 1 or not whole.complete:
        raise ClueError("needs a puzzle with exactly one solution", "clues")
    groups = _clues(puzzle.model)
    names = list(groups)
    clues = {id(rule) for rules in groups.values() for rule in rules}
    laws = [rule for rule in puzzle.model.rules if id(rule) not in clues]
    hits: list[Rule] = []
    steps: list[int] = []
    while True:
        chosen = _smallest_choice(len(names), hits, descent)
        if chosen is None:
            return Optimum("clues", len(names), whole.solution, False, tuple(steps), tuple(names))
        kept = [names[place] for place in chosen]
        if len(kept) not in steps:
            steps.append(len(kept))
        model = puzzle.model.only([*laws, *(rule for name in kept for rule in groups[name])])
        left = count(model, limit=2, seconds=descent.clock.left(), stop=descent.stop)
        others = [board for board in left.solutions if board != whole.solution]
        if not others:
            done = left.complete
            shown = kept if done else names
            return Optimum("clues", len(shown), whole.solution, done, tuple(steps), tuple(shown))
        for board in others:
            breaking = [
                place
                for place, name in enumerate(names)
                if not all(rule.holds(board) for rule in groups[name])
            ]
            says = "has a clue that excludes another board"
            hits.append(
                Count(tuple(breaking), 1 << 1, 1, len(breaking), name="the choice", statement=says)
            )


def _smallest_choice(clues: int, hits: Sequence[Rule], descent: _Descent) -> list[int] | None:
    """Return the fewest clues that satisfy the counts; ``None`` if time is up."""
    if not hits:
        return []
    inner = _Descent(descent.clock, descent.stop)
    cells = tuple(range(clues))

    def bounded(most: int | None) -> Model:
        number = clues if most is None else most
        few = Count(cells, 1 << 1, 0, number, name="the choice", statement="is small")
        return Model(Grid(1, clues), 2, (*hits, few), trusted=True)

    inner.improve(bounded, sum)
    if inner.found is None or not inner.proved:
        return None
    return [place for place, chosen in enumerate(inner.found) if chosen]


def _clues(model: Model) -> dict[str, list[Rule]]:
    """Return the rules that come from clues, by name."""
    groups: dict[str, list[Rule]] = {}
    for rule in model.rules:
        if rule.clue:
            groups.setdefault(str(rule.name), []).append(rule)
    return groups


def _result(objective: str, descent: _Descent, details: tuple[str, ...] = ()) -> Optimum:
    number = descent.steps[-1] if descent.steps else None
    return Optimum(objective, number, descent.found, descent.proved, descent.steps, details)
