"""Run the plain engine on one puzzle, and measure the cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from caracol.authoring.formulations import CELLS, Formulation, ModelsPart
from caracol.authoring.parts import LabellingPart, RedundantPart
from caracol.board.scene import as_html
from caracol.engines.answer import Answer, Solution
from caracol.engines.limits import Clock, Flag
from caracol.engines.search import Counters, Listener, Search
from caracol.errors import ClueError, UnknownName, count_noun
from caracol.lab.options import Options
from caracol.lab.orders import branching, restarts, value_order, variable_order
from caracol.lab.strength import is_entailed, strength
from caracol.lab.symmetry import leaders
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Model, Rule
from caracol.support.arguments import checked
from caracol.support.progress import OnProgress

COUNTERS = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
"""The counters that Prolog's ``fd_statistics`` prints, in its order."""


@dataclass(frozen=True, slots=True)
class RunStatistics:
    """The cost of a run, under the names of Prolog's ``fd_statistics``.

    All but ``seconds`` are the same on every machine.
    """

    resumptions: int
    """Number of times that a rule was woken."""
    entailments: int
    """Number of times that a rule was found to be entailed."""
    prunings: int
    """Number of times that a rule narrowed a cell."""
    backtracks: int
    """Number of tries that ended in a contradiction."""
    constraints: int
    """Number of rules."""
    nodes: int
    """Number of tries."""
    depth: int
    """Maximum number of nested tries."""
    removed: int
    """Total number of values removed."""
    restarts: int
    """Number of times the search began again."""
    seconds: float

    def entries(self) -> dict[str, Any]:
        """Return the statistics by name."""
        return asdict(self)

    def lines(self, names: Sequence[str]) -> list[str]:
        """Return a line for each of these statistics."""
        titles = {"constraints": "constraints created"}
        entries = self.entries()
        return [
            f"{titles.get(name, name).capitalize()}: "
            + (f"{entries[name]:.3f}" if isinstance(entries[name], float) else f"{entries[name]}")
            for name in names
        ]

    def __str__(self) -> str:
        # Most runs do not allow restarts.
        names = [name for name in self.entries() if self.restarts or name != "restarts"]
        return "\n".join(self.lines(names))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer and the cost of a run."""

    answer: Answer
    statistics: RunStatistics
    options: Options
    puzzles: tuple[Puzzle, ...] = ()
    """The puzzle of each solution, if the model makes puzzles."""

    def __repr__(self) -> str:
        backtracks = count_noun(self.statistics.backtracks, "backtrack")
        return f"<Outcome: {self.answer.describe()}, {backtracks}>"

    def __str__(self) -> str:
        """Return the answer as text, and the statistics."""
        return f"{self.answer}\n{self.statistics}"

    def _repr_html_(self) -> str | None:
        """Return the outcome as notebooks show it."""
        return as_html(self)

    @property
    def solved(self) -> bool:
        """Whether the run found enough solutions, or all of them."""
        return self.answer.complete or self.answer.stopped == "solutions"


@checked("options", "listener", "keep", "on_progress")
def run(
    puzzle: Puzzle | Model,
    options: Options | None = None,
    *,
    stop: Flag | None = None,
    listener: Listener | None = None,
    keep: int = 1000,
    on_progress: OnProgress | None = None,
) -> Outcome:
    """Solve a puzzle or a custom model with the plain engine.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> run(MagicSnail("AB", 2)).statistics.backtracks
    0
    """
    chosen = options or Options()
    puzzle = as_puzzle(puzzle)
    counters = Counters()
    clock = _Limits(chosen, counters, stop, on_progress)
    stated = prepare(puzzle, chosen)
    search = engine(stated, chosen, clock, counters, listener)
    found: list[Solution] = []
    made: list[Puzzle] = []
    count, stopped = 0, ""
    for solution in search.solutions(stated.start()):
        count += 1
        if count <= keep:
            found.append(stated.board(solution))
            if stated.puzzle is not None:
                made.append(stated.puzzle(solution))
        if count == chosen.solutions:
            stopped = "solutions"
            break
    if not stopped and not search.finished:
        stopped = clock.reason()
    answer = Answer(tuple(found), count, search.finished, stopped=stopped)
    cost = statistics(counters, stated.model, clock.spent())
    return Outcome(answer, cost, chosen, tuple(made))


def find_solutions(
    puzzle: Puzzle | Model, options: Options, *, stop: Flag | None = None
) -> Iterator[Solution | None]:
    """Yield solutions one by one as the plain engine finds them; ``None`` if it was stopped.

    The time limit of the options applies to each solution.
    """
    stated = prepare(as_puzzle(puzzle), options)
    counters = Counters()
    clock = _Limits(options, counters, stop)
    search = engine(stated, options, clock, counters)
    for solution in search.solutions(stated.start()):
        yield stated.board(solution)
        clock.restart()
    if not search.finished:
        yield None


def prepare(puzzle: Puzzle, options: Options) -> Formulation:
    """Return the chosen model, with redundant and symmetry-breaking rules if wanted."""
    stated = formulation(puzzle, options.model)
    if options.model != CELLS:
        for name in ("redundant", "symmetry"):
            if getattr(options, name) != getattr(Options(), name):
                raise ClueError(f"works with the model '{CELLS}', not with '{options.model}'", name)
        return stated
    more: list[Rule] = []
    more += redundant(puzzle, options.redundant)
    if options.symmetry == "break":
        more += leaders(puzzle.model)
    return stated._replace(model=puzzle.model.with_rules(*more)) if more else stated


def formulation(puzzle: Puzzle, name: str = CELLS) -> Formulation:
    """Return the model of a puzzle with this name; every puzzle has "cells"."""
    if name == CELLS:
        model, symbols = puzzle.model, puzzle.symbols
        return Formulation(
            "a variable is a cell",
            model,
            tuple(model.name(cell) for cell in range(model.size)),
            lambda _cell, value: symbols[value].word,
            tuple,
            scale=tuple(scale(puzzle)),
        )
    offered = models(puzzle)
    if name not in offered:
        raise UnknownName(f"model of {puzzle.genre.name}", name, [CELLS, *offered])
    return offered[name](puzzle)


def models(puzzle: Puzzle) -> dict[str, Callable[[Puzzle], Formulation]]:
    """Return the other models that the genre offers, by name."""
    part = puzzle.genre.part(ModelsPart)
    return dict(part.MODELS) if part else {}


def redundant(puzzle: Puzzle, chosen: str = "all") -> list[Rule]:
    """Return rules that follow from the others but remove more values, if the genre has any.

    A genre offers them in families; ``chosen`` is "none", "all", or names separated by commas.
    """
    if chosen == "none":
        return []
    part = puzzle.genre.part(RedundantPart)
    offered: Mapping[str, Sequence[Rule]] = part.redundant(puzzle) if part else {}
    names = list(offered) if chosen == "all" else [name.strip() for name in chosen.split(",")]
    for name in names:
        if name not in offered:
            kind = f"family of redundant rules of {puzzle.genre.name}"
            raise UnknownName(kind, name, ["none", "all", *offered])
    return [rule for name in names for rule in offered[name]]


def scale(puzzle: Puzzle) -> Sequence[int]:
    """Return the rank of each value, from the lowest to the highest, as the genre defines it."""
    part = puzzle.genre.part(LabellingPart)
    order = part.scale(puzzle) if part else range(len(puzzle.symbols))
    ranks = {value: rank for rank, value in enumerate(order)}
    return [ranks[value] for value in range(len(puzzle.symbols))]


def engine(
    stated: Formulation,
    options: Options,
    clock: Clock,
    counters: Counters,
    listener: Listener | None = None,
) -> Search:
    """Return the plain engine, set up with these options."""
    ranks = stated.scale or range(stated.model.values)
    return Search(
        stated.model,
        order=variable_order(options, ranks),
        values=value_order(options, ranks),
        clock=clock,
        counters=counters,
        branching=branching(options),
        strength=strength(options, ranks),
        entails=is_entailed,
        listener=listener,
        restarts=restarts(options),
    )


def statistics(counters: Counters, model: Model, seconds: float) -> RunStatistics:
    """Return the engine's counters under the names that the reports use."""
    return RunStatistics(
        resumptions=counters.wakes,
        entailments=counters.entailments,
        prunings=counters.prunings,
        backtracks=counters.backtracks,
        constraints=len(model.rules),
        nodes=counters.nodes,
        depth=counters.deepest,
        removed=counters.cuts,
        restarts=counters.restarts,
        seconds=seconds,
    )


class _Limits(Clock):
    """A clock that also limits nodes and backtracks, which are the same on every machine."""

    def __init__(
        self,
        options: Options,
        counters: Counters,
        stop: Flag | None,
        on_progress: OnProgress | None = None,
    ) -> None:
        super().__init__(options.seconds, stop)
        self.options, self.counters, self.on_progress = options, counters, on_progress

    def over(self) -> bool:
        if self.on_progress is not None:
            self.on_progress("backtracks", self.counters.backtracks)
        return self._spent() != "" or super().over()

    def restart(self) -> None:
        """Start the time limit again."""
        if self.options.seconds is not None:
            self.deadline = time.perf_counter() + self.options.seconds

    def reason(self) -> str:
        return self._spent() or super().reason()

    def _spent(self) -> str:
        nodes, backtracks = self.options.nodes, self.options.backtracks
        if nodes is not None and self.counters.nodes >= nodes:
            return "nodes"
        if backtracks is not None and self.counters.backtracks >= backtracks:
            return "backtracks"
        return ""
