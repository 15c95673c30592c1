"""One puzzle through the plain engine, with what that cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from caracol.board.scene import as_html
from caracol.by_hand import as_puzzle
from caracol.engines.answer import Answer, Solution
from caracol.engines.limits import Clock, Flag
from caracol.engines.search import Counters, Listener, Search
from caracol.errors import ClueError, UnknownName
from caracol.formulations import CELLS, Formulation, ModelsPart
from caracol.lab.options import Options
from caracol.lab.orders import branching, value_order, variable_order
from caracol.lab.strength import entailed, strength
from caracol.puzzle import LabellingPart, Puzzle, RedundantPart
from caracol.rules import Model, Rule


@dataclass(frozen=True, slots=True)
class RunStatistics:
    """What a run cost, under the names that Prolog's ``fd_statistics`` gives.

    All but ``seconds`` are the same on every machine.
    """

    resumptions: int
    """How often a rule was woken."""
    entailments: int
    """How often a rule was found to hold from there on."""
    prunings: int
    """How often a rule narrowed a cell."""
    backtracks: int
    """How many tries ended in a contradiction."""
    constraints: int
    """How many rules there were."""
    nodes: int
    """How many tries were made."""
    depth: int
    """The most tries that stood at once."""
    removed: int
    """How many values were removed in all."""
    seconds: float

    def entries(self) -> dict[str, Any]:
        """The statistics by name."""
        return asdict(self)

    def __str__(self) -> str:
        names = {"constraints": "constraints created"}
        return "\n".join(
            f"{names.get(name, name).capitalize()}: {number:.3f}"
            if isinstance(number, float)
            else f"{names.get(name, name).capitalize()}: {number}"
            for name, number in self.entries().items()
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found, and what it cost."""

    answer: Answer
    statistics: RunStatistics
    options: Options

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    @property
    def solved(self) -> bool:
        """Whether the question was answered: enough solutions found, or all there are."""
        return self.answer.complete or self.answer.stopped == "solutions"


def run(
    puzzle: Puzzle | Model,
    options: Options | None = None,
    *,
    stop: Flag | None = None,
    listener: Listener | None = None,
    keep: int = 1000,
) -> Outcome:
    """Solve a puzzle, or a model by hand, with the plain engine.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> run(MagicSnail("AB", 2)).statistics.backtracks
    0
    """
    chosen = options or Options()
    puzzle = as_puzzle(puzzle)
    counters = Counters()
    clock = _Limits(chosen, counters, stop)
    stated = prepared(puzzle, chosen)
    search = engine(stated, chosen, clock, counters, listener)
    found: list[Solution] = []
    count, stopped = 0, ""
    for solution in search.solutions():
        count += 1
        if count <= keep:
            found.append(stated.board(solution))
        if count == chosen.solutions:
            stopped = "solutions"
            break
    if not stopped and not search.finished:
        stopped = clock.reason()
    answer = Answer(tuple(found), count, search.finished, stopped=stopped)
    return Outcome(answer, statistics(counters, stated.model, clock.spent()), chosen)


def prepared(puzzle: Puzzle, options: Options) -> Formulation:
    """The chosen model, with redundant and symmetry-breaking rules where they are wanted."""
    stated = formulation(puzzle, options.model)
    if options.model != CELLS:
        for name in ("redundant", "symmetry"):
            if getattr(options, name) != getattr(Options(), name):
                raise ClueError(f"is about the model '{CELLS}', not '{options.model}'", name)
        return stated
    more: list[Rule] = []
    more += redundant(puzzle, options.redundant)
    if options.symmetry == "break":
        from caracol.lab.symmetry import leaders

        more += leaders(puzzle.model)
    return stated.changed(model=puzzle.model.with_rules(*more)) if more else stated


def formulation(puzzle: Puzzle, name: str = CELLS) -> Formulation:
    """One of the models of a puzzle by its name; every puzzle has "cells"."""
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
    """The other models that the genre offers, by name."""
    part = puzzle.genre.part(ModelsPart)
    return dict(part.MODELS) if part else {}


def redundant(puzzle: Puzzle, chosen: str = "all") -> list[Rule]:
    """Rules that follow from the others but say more at once, where the genre offers any.

    A genre offers them in families; ``chosen`` is "none", "all", or names with commas between.
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
    """For each value its rank between the lowest and the highest, as the genre sees it."""
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
    """The plain engine, set up with these options."""
    ranks = stated.scale or range(stated.model.values)
    return Search(
        stated.model,
        order=variable_order(options, ranks),
        values=value_order(options, ranks),
        clock=clock,
        counters=counters,
        branching=branching(options),
        strength=strength(options, ranks),
        entails=entailed,
        listener=listener,
    )


def statistics(counters: Counters, model: Model, seconds: float) -> RunStatistics:
    """The engine's counters under the names that the reports use."""
    return RunStatistics(
        resumptions=counters.wakes,
        entailments=counters.entailments,
        prunings=counters.prunings,
        backtracks=counters.backtracks,
        constraints=len(model.rules),
        nodes=counters.nodes,
        depth=counters.deepest,
        removed=counters.cuts,
        seconds=seconds,
    )


class _Limits(Clock):
    """A clock that also ends when enough nodes or backtracks were spent: the same everywhere."""

    def __init__(self, options: Options, counters: Counters, stop: Flag | None) -> None:
        super().__init__(options.seconds, stop)
        self.options, self.counters = options, counters

    def over(self) -> bool:
        return self._spent() != "" or super().over()

    def reason(self) -> str:
        return self._spent() or super().reason()

    def _spent(self) -> str:
        nodes, backtracks = self.options.nodes, self.options.backtracks
        if nodes is not None and self.counters.nodes >= nodes:
            return "nodes"
        if backtracks is not None and self.counters.backtracks >= backtracks:
            return "backtracks"
        return ""
