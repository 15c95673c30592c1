"""The base class of rules: each kind is a class that describes itself completely.

``holds`` and ``propagate`` define a kind, and they are enough: solving, counting, candidates,
conflicts, hints, grades and the laboratory all work with them. The other methods make a kind
faster or give it better words; their defaults are correct, but slow or plain.

Candidates are bit masks: bit *v* of a cell's mask is set while the cell may still have value *v*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any, ClassVar, NamedTuple, Protocol

from caracol.board.grid import Line, Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError, count_noun
from caracol.rules.automata import Steps
from caracol.rules.forms import Form, TableForm
from caracol.rules.masks import each
from caracol.watching import look

LARGEST_TABLE = 4096
"""Maximum number of combinations for which a rule of any kind is written as a table."""


class Elimination(NamedTuple):
    """Values (a mask) that a rule removes from a cell."""

    cell: int
    removed: int


class Fact(NamedTuple):
    """Knowledge about a cell: it has one of these values (a mask)."""

    cell: int
    mask: int


class Plain(NamedTuple):
    """Description of a step that needs only one rule."""

    technique: str
    """Id of the technique, as in the table of efforts and the catalogue of words."""
    facts: tuple[Fact, ...] | None = None
    """Facts that the step depends on; derived from the eliminations if the kind does not say."""
    details: dict[str, Any] | None = None
    """Further details for the sentence."""


class Violation(NamedTuple):
    """Description of a broken rule. A genre can put it into words of its own."""

    sentence: str
    """How the rule is broken, in words that fit any genre."""
    cells: Line
    """Cells to look at."""
    kind: str = ""
    """How the rule is broken, as one of a few words of its kind: "too-many", "too-few".

    For a table, the letters of the values."""
    details: Mapping[str, object] = {}
    """Values for the sentence of a genre, by name."""


class Contradiction(Exception):
    """No combination of the remaining candidates satisfies this rule."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.name)
        self.rule = rule


class CountView(Protocol):
    """Counting rule: ``least`` to ``most`` of the cells have a value of the mask ``values``."""

    @property
    def cells(self) -> Line:
        """Cells to count in."""
        ...

    @property
    def values(self) -> int:
        """Counted values, as a mask."""
        ...

    @property
    def least(self) -> int:
        """Smallest allowed number."""
        ...

    @property
    def most(self) -> int:
        """Largest allowed number."""
        ...


class LoopView(Protocol):
    """Rule that the links with a value of the mask ``values`` form one loop."""

    @property
    def cells(self) -> Line:
        """Links."""
        ...

    @property
    def values(self) -> int:
        """Values of a link that is part of the loop, as a mask."""
        ...

    @property
    def nodes(self) -> bool:
        """Whether the rule itself excludes branches and dead ends."""
        ...

    @property
    def ends_of(self) -> dict[int, tuple[int, int]]:
        """Two nodes that each link joins."""
        ...


class ConnectedView(Protocol):
    """Rule that the cells with a value of the mask ``values`` are connected."""

    @property
    def cells(self) -> Line:
        """Cells."""
        ...

    @property
    def values(self) -> int:
        """Values of a cell that is part of the shape, as a mask."""
        ...

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of neighbouring cells."""
        ...

    @property
    def some(self) -> bool:
        """Whether the shape has at least one cell."""
        ...

    def beside(self, candidates: Sequence[int], cell: int) -> list[list[int]]:
        """Return, for each side of a cell, the cells of the shape there, the nearest first."""
        ...

    def cut_off(self, may: int, must: int, cell: int) -> list[int]:
        """Return the smallest parts cut off without a cell; all but the cell are sets of bits."""
        ...


class Clauses(Protocol):
    """SAT problem to which a rule adds its clauses."""

    @property
    def candidates(self) -> list[int]:
        """Possible values of each cell, as masks."""
        ...

    def literal(self, cell: int, value: int) -> int:
        """Return the literal for "this cell has this value"."""
        ...

    def has(self, cell: int, values: int) -> int:
        """Return a literal for "this cell has one of these values", which are candidates."""
        ...

    def fresh(self) -> int:
        """Return a new variable."""
        ...

    def add(self, literals: Iterable[int], selector: int = 0) -> None:
        """Add a clause that applies only while the selector is assumed."""
        ...

    def at_most(self, literals: list[int], most: int, selector: int = 0) -> None:
        """Require that at most ``most`` of the literals are true."""
        ...

    def lazily(self, rule: Rule, selector: int) -> None:
        """Check every board that is found against the rule, and reject those that break it."""
        ...

    def look(self) -> None:
        """Raise if time is up."""
        ...


@dataclass(frozen=True)
class Rule(ABC):
    """A demand on some cells of the board."""

    kind: ClassVar[str] = ""
    """Laboratory option that sets the propagation strength for this kind, if there is one."""
    compiled: ClassVar[bool] = False
    """Whether the compiled kernel supports rules of this kind."""
    lazy: ClassVar[bool] = False
    """Whether it is stated to SAT piece by piece, so that finding reasons takes long there."""

    cells: Line
    name: str = field(kw_only=True)
    """Subject of the rule, in words: "row 3". Rules with the same words belong together.

    A :class:`~caracol.board.names.Name` can be combined with others of its kind.
    """
    statement: str = field(kw_only=True)
    """The demand itself, so that "row 3" + "has exactly 2 stars" is a sentence.

    A :class:`~caracol.board.names.Demand` can have several subjects; plain text has one.
    """
    clue: bool = field(kw_only=True, default=False)
    """Whether it comes from a clue, which can be left out and blamed, not from the genre."""

    # -- the definition ----------------------------------------------------------------------

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Return whether finished values satisfy the rule. This is its definition."""

    @abstractmethod
    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        """Return the values that this rule alone rules out; the more, the better.

        Raise :class:`Contradiction` if no combination of the candidates satisfies the rule; at the
        latest when every cell has one candidate and the rule is broken. Whatever is ruled out must
        still be ruled out, or raise, when there are fewer candidates.
        """

    def check(self, values: int) -> None:  # noqa: B027 (most kinds have nothing to check)
        """Raise a :class:`RuleError` if the rule makes no sense for cells with this many values.

        Its cells are known to be on the board.
        """

    def __str__(self) -> str:
        return f"{self.name} {self.statement}"

    # -- for people --------------------------------------------------------------------------

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        """Return a sentence that says how the rule is broken, and the cells to look at."""
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        return Violation(f"{self}, but this is not so", filled)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        """Return the description of a step in which this rule alone makes these eliminations."""
        return Plain("one-rule")

    def apart(
        self, candidates: Sequence[int], cuts: Sequence[Elimination]
    ) -> list[list[Elimination]]:
        """Split eliminations of this rule into separate steps if some are plainer than others."""
        return [[*cuts]]

    @property
    def alone(self) -> tuple[str, ...]:
        """Techniques that ``plain`` can name."""
        return ("one-rule",)

    def given(self) -> tuple[Fact, ...]:
        """Return the facts that this rule prints on the board, which need no step."""
        return ()

    # -- for engines -------------------------------------------------------------------------

    @property
    def idempotent(self) -> bool:
        """Whether it finds nothing more after its own eliminations, so need not be called again."""
        return False

    def encode(self, clauses: Clauses, selector: int) -> None:
        """Add the rule to a SAT problem; it applies only while the selector is assumed (0: always).

        The default adds what is ruled out from the start, and checks the rest lazily.
        """
        try:
            found = self.propagate(clauses.candidates)
        except Contradiction:
            clauses.add([], selector)
            return
        for cell, removed in found:
            for value in each(removed):
                clauses.add([-clauses.literal(cell, value)], selector)
        clauses.lazily(self, selector)

    def refuted(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return parts of a board that breaks this rule, each of which breaks it by itself.

        Cells outside a part may have any of the candidates. The default leaves out halves,
        quarters, … of the cells, as long as ``propagate`` still fails.
        """
        kept = list(dict.fromkeys(self.cells))
        known = list(candidates)
        for cell in kept:
            known[cell] = 1 << values[cell]
        size = (len(kept) + 1) // 2 if self._fails(known) else 0
        while size:
            place = 0
            while place < len(kept):
                for cell in kept[place : place + size]:
                    known[cell] = candidates[cell]
                if self._fails(known):
                    del kept[place : place + size]
                    continue
                for cell in kept[place : place + size]:
                    known[cell] = 1 << values[cell]
                place += size
            size = (size + 1) // 2 if size > 1 else 0
        return [tuple(Fact(cell, 1 << values[cell]) for cell in kept)]

    def borders(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return further such parts, which take longer to find and rule out more boards."""
        return []

    def _fails(self, candidates: Sequence[int]) -> bool:
        """Return whether the rule detects that these candidates cannot satisfy it."""
        look()
        try:
            return not all(candidates[cell] & ~cut for cell, cut in self.propagate(candidates))
        except Contradiction:
            return True

    def entailed(self, candidates: Sequence[int]) -> bool:
        """Return whether every combination of the candidates certainly satisfies the rule."""
        masks = [candidates[cell] for cell in self.cells]
        if not all(mask and not mask & (mask - 1) for mask in masks):
            return False
        return self.holds([mask.bit_length() - 1 for mask in candidates])

    # -- for techniques ----------------------------------------------------------------------

    def as_count(self) -> CountView | None:
        """Return the same demand as a count, if it is one."""
        return None

    def as_pairs(self) -> tuple[tuple[int, ...], ...] | None:
        """Return the allowed combinations if the rule lists those of two cells."""
        return None

    def as_loop(self) -> LoopView | None:
        """Return the same demand as a loop, if it is one."""
        return None

    def as_connected(self) -> ConnectedView | None:
        """Return the same demand as a connected shape, if it is one."""
        return None

    def as_automaton(self) -> Steps | None:
        """Return an automaton that accepts exactly what satisfies the rule, if there is one."""
        return None

    # -- for the laboratory ------------------------------------------------------------------

    def forms(self, values: int) -> list[Form]:
        """Return the rule in forms that the languages of all other solvers can express.

        The default is a table if that is small; otherwise, raise a :class:`RuleError`.
        """
        cells = tuple(dict.fromkeys(self.cells))
        if values ** len(cells) > LARGEST_TABLE:
            raise RuleError(
                f"{self}: this rule cannot be expressed for other solvers, and a table of "
                f"{count_noun(len(cells), 'cell')} with {values} values each would be too long"
            )
        board = [0] * (max(cells, default=-1) + 1)
        allowed = []
        for combination in product(range(values), repeat=len(cells)):
            for cell, value in zip(cells, combination, strict=True):
                board[cell] = value
            if self.holds(board):
                allowed.append(combination)
        return [TableForm(cells, tuple(allowed))]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        """Return the rule after moving every cell to ``cells[cell]`` and renumbering the values.

        Only its meaning matters, not its words. ``None``: the kind does not say, and then no
        symmetry is claimed.
        """
        return None

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        """Return what the rule demands, without its words: equal only for equivalent rules.

        All rules that are compared share ``memory``, a cache for expensive results.
        """
        words = ("name", "statement", "clue")
        names = [entry.name for entry in fields(self) if entry.name not in words]
        return type(self), *(getattr(self, name) for name in names)
