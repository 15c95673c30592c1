"""Interface of the compiled module; use it through :mod:`caracol.engines.kernel`."""

from collections.abc import Sequence

from caracol.engines.limits import Flag
from caracol.rules import Elimination, Stated

VERSION: str

Numbers = tuple[int, ...]
Supposed = tuple[int, int, Sequence[Supposed]]
NestedLink = tuple[int, tuple[Elimination, ...], list[NestedLink]]

class Stop:
    """A flag that one thread sets and another, deep in the kernel, checks."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

def watch(seconds: float | None, flag: Flag | None) -> None: ...
def unwatch() -> None: ...

OnLine = tuple[int, Numbers, Numbers, int, Numbers, tuple[int, int] | None, int | None]

def line_arguments(
    candidates: Sequence[int],
    cells: Sequence[int],
    runs: Sequence[int],
    cuts: Sequence[Elimination],
) -> list[OnLine]: ...

class Patterns:
    """Groups of rules: the cells of each, and all ways to fill them."""

    def __init__(self, groups: Sequence[tuple[Numbers, Numbers]]) -> None: ...

class Kernel:
    """The rules of one model, compiled."""

    def __init__(
        self,
        size: int,
        values: int,
        stated: Sequence[Stated],
        kinds: tuple[type, ...],
    ) -> None: ...
    def part(self, numbers: Sequence[int]) -> Kernel: ...
    @property
    def reads(self) -> bool: ...
    @property
    def nets(self) -> bool: ...
    def propagate(self, candidates: Sequence[int]) -> list[int] | None: ...
    def settle(
        self, candidates: Sequence[int], patterns: Patterns, numbers: Sequence[int]
    ) -> list[int] | None: ...
    def failing(self, candidates: Sequence[int]) -> int | None: ...
    def probe(
        self, candidates: Sequence[int], seconds: float | None, stop: Stop | None, derived: bool
    ) -> list[int] | None: ...
    def probe_in_order(
        self, candidates: Sequence[int], cells: Sequence[int]
    ) -> tuple[list[int] | None, tuple[int, ...]]: ...
    def search(
        self,
        candidates: Sequence[int] | None,
        limit: int | None,
        nodes: int | None,
        further: int,
        seconds: float | None,
        stop: Stop | None,
        keep: int,
        few: int,
    ) -> tuple[int, list[tuple[int, ...]], bool, int, int, int, int]: ...
    def learn(
        self,
        candidates: Sequence[int],
        limit: int | None,
        work: int | None,
        seconds: float | None,
        stop: Stop | None,
        keep: int,
        turn: int,
    ) -> tuple[int, list[tuple[int, ...]], bool, int, int, int, int]: ...
    @property
    def believes(self) -> bool: ...
    def believe(
        self, candidates: Sequence[int], work: int, seconds: float | None, stop: Stop | None
    ) -> tuple[int, ...] | None: ...
    def possible(
        self,
        candidates: Sequence[int],
        work: int | None,
        seconds: float | None,
        stop: Stop | None,
        turn: int,
    ) -> tuple[list[int], bool]: ...
    def cuts(
        self, candidates: Sequence[int], numbers: Sequence[int], kind: type[Elimination]
    ) -> list[list[Elimination] | None]: ...
    def open_cuts(
        self, candidates: Sequence[int], numbers: Sequence[int], kind: type[Elimination]
    ) -> list[tuple[int, list[Elimination] | None]]: ...
    def chains(
        self,
        candidates: Sequence[int],
        longest: int,
        reach: int,
        shrunk: int,
        margin: int,
        kind: type[Elimination],
    ) -> list[tuple[int, int, list[tuple[int, tuple[Elimination, ...]]]]]: ...
    def chain(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        kind: type[Elimination],
    ) -> list[tuple[int, tuple[Elimination, ...]]] | None: ...
    def refutes(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        plan: Sequence[Supposed],
    ) -> bool: ...
    def first_refutable(
        self,
        candidates: Sequence[int],
        doubts: Sequence[int],
        seconds: float | None,
        stop: Stop | None,
    ) -> int | None: ...
    def nested_chain(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        plan: Sequence[Supposed],
        kind: type[Elimination],
    ) -> list[NestedLink] | None: ...
    def extend(
        self,
        candidates: Sequence[int],
        cell: int,
        kept: int,
        rules: Sequence[int],
        most: int,
    ) -> tuple[bool, list[tuple[int, int]], list[int]]: ...
    def plan(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        most: int,
    ) -> tuple[tuple[int, int], ...] | None: ...
    def smallest(
        self,
        candidates: Sequence[int],
        groups: Sequence[int],
        solution: Sequence[int],
        doubts: Sequence[int],
        below: int,
        work: int,
        seconds: float | None,
        stop: Stop | None,
    ) -> tuple[bool, int, list[int], int]: ...
    def lines(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None: ...
    @property
    def follows(self) -> bool: ...
    def line_cuts(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        most_states: int,
        kind: type[Elimination],
    ) -> list[tuple[Elimination, ...]]: ...
    def inside(
        self, candidates: Sequence[int], largest: int, spread: int, kind: type[Elimination]
    ) -> (
        list[
            tuple[
                tuple[int, ...],
                tuple[int, ...],
                int,
                int,
                int,
                tuple[int, ...],
                tuple[Elimination, ...],
            ]
        ]
        | None
    ): ...
    def sets(
        self, candidates: Sequence[int], kind: type[Elimination]
    ) -> list[tuple[tuple[int, ...], tuple[int, ...], tuple[Elimination, ...]]] | None: ...
    def packed(
        self, candidates: Sequence[int], most_parts: int, most_covers: int, kind: type[Elimination]
    ) -> (
        list[tuple[int, tuple[int, ...], tuple[int, ...], int, int, tuple[Elimination, ...]]] | None
    ): ...
    def squeezed(
        self, candidates: Sequence[int], most_parts: int
    ) -> list[tuple[int, tuple[int, ...], tuple[int, ...], int, int, int, int, int]] | None: ...
    def sweep(self, candidates: Sequence[int], most_states: int) -> list[int] | None: ...
    def steps(
        self, candidates: Sequence[int], longest: int, reach: int, most_states: int
    ) -> list[int] | None: ...
    def steps_solve(
        self,
        candidates: Sequence[int],
        longest: int,
        reach: int,
        most_states: int,
        solution: Sequence[int] | None,
    ) -> bool: ...
    def line_steps(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        sizes: Sequence[Sequence[int]],
        looks: Sequence[int],
        run: int,
        round: int,
        most_effort: int,
        most: int,
    ) -> list[tuple[int, OnLine, int]]: ...
    def plain_steps(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        counts: Sequence[int],
        alone: Sequence[int],
        known: Sequence[int],
        closed: int,
        beside: int,
        telling: int,
        groups: Sequence[Sequence[int]],
        together: tuple[int, int],
        most_effort: int,
        most: int,
        kind: type[Elimination],
    ) -> list[tuple[int | None, tuple[int, ...], tuple[Elimination, ...], int]]: ...
    @property
    def repeats(self) -> bool: ...
