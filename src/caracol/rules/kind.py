"""What a kind of rule is: a class that says everything about itself.

``kept`` and ``cuts`` are its definition, and enough: solving, counting, candidates, conflicts,
hints, grades and the laboratory all work with them. The other methods make a kind quick, or
give it better words; their defaults are right, and slow or plain.

Candidates are bit masks: bit *v* of a cell's mask is set while the cell may still have value *v*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from caracol.board.grid import Line
from caracol.board.grid import Values as Values
from caracol.errors import RuleError
from caracol.records import NamedTuple, Record, field, record

if TYPE_CHECKING:
    from caracol.board.scene import Symbol
    from caracol.rules.count import Count
    from caracol.rules.forms import Form
    from caracol.rules.reading import Steps

Candidates = list[int]
"""For each cell the mask of the values that it may still have."""

MOST_VALUES = 63
"""Values of a cell fit into one machine word, with a bit to spare."""

LARGEST_TABLE = 4096
"""Up to so many combinations a rule of any kind is written down as a table."""


class Cut(NamedTuple):
    """What a rule takes away: these values (a mask) from this cell."""

    cell: int
    removed: int


class Fact(NamedTuple):
    """What is known of a cell: it has one of these values (a mask)."""

    cell: int
    mask: int


class Plain(NamedTuple):
    """How a step is told that needs one rule alone."""

    technique: str
    """The technique's id, as in the table of efforts and in the catalogue of words."""
    facts: tuple[Fact, ...] | None = None
    """What must be known for it; worked out from ``cuts`` where the kind does not say."""
    details: dict[str, Any] | None = None
    """What the sentence tells besides."""


class Contradiction(Exception):
    """The candidates that are left cannot keep this rule."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.about)
        self.rule = rule


class Clauses(Protocol):
    """The SAT problem that a rule states itself to."""

    @property
    def candidates(self) -> list[int]:
        """For each cell the values that it may have."""
        ...

    def literal(self, cell: int, value: int) -> int:
        """The literal that says: this cell has this value."""
        ...

    def has(self, cell: int, values: int) -> int:
        """A literal that says: this cell has one of these values, which are candidates."""
        ...

    def fresh(self) -> int:
        """A new variable."""
        ...

    def add(self, literals: Iterable[int], selector: int = 0) -> None:
        """A clause, which counts only while the selector is assumed."""
        ...

    def at_most(self, literals: list[int], most: int, selector: int = 0) -> None:
        """At most so many of the literals are true."""
        ...

    def lazily(self, rule: Rule, selector: int) -> None:
        """Hold every board that is found against the rule, and refuse what breaks it."""
        ...

    def look(self) -> None:
        """Stop here where time is up."""
        ...


@record
class Rule(Record, ABC):
    """One demand on some cells of the board."""

    kind: ClassVar[str] = ""
    """The option of the laboratory that says how hard rules of this kind think, if there is one."""
    compiled: ClassVar[bool] = False
    """Whether the compiled kernel knows rules of this kind."""
    lazy: ClassVar[bool] = False
    """Whether SAT is told of it bit by bit only, so that it takes long to find reasons there."""

    cells: Line
    about: str = field(kw_only=True)
    """What the demand is about, in words: "row 3". Rules with the same words belong together.
    A :class:`~caracol.board.names.Name` can be told together with others of its kind."""
    says: str = field(kw_only=True)
    """The demand itself, so that "row 3" + "has exactly 2 stars" is a sentence.
    A :class:`~caracol.board.names.Demand` can be said of several; plain text is said as it is."""
    clue: bool = field(kw_only=True, default=False)
    """Whether it comes from a clue, which could be left out and can be blamed, or from the laws."""

    # -- the definition ----------------------------------------------------------------------

    @abstractmethod
    def kept(self, values: Sequence[int]) -> bool:
        """Whether finished values keep the rule. This is its definition."""

    @abstractmethod
    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        """Values that this rule alone rules out: the more of them, the better.

        Raises :class:`Contradiction` where no combination of the candidates keeps it; at the
        latest where every cell has one candidate and the rule is not kept. What it rules out it
        must still rule out, or raise, when there are fewer candidates.
        """

    def check(self, values: int) -> None:
        """Raise a :class:`RuleError` where the rule makes no sense with so many values a cell.

        That its cells are on the board is known.
        """

    def __str__(self) -> str:
        return f"{self.about} {self.says}"

    # -- for people --------------------------------------------------------------------------

    def broken(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> tuple[str, Line]:
        """What to tell someone who broke it, in a sentence, and the cells to look at."""
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        return f"{self}, but it is not so", filled

    def plain(self, candidates: Sequence[int], cuts: Sequence[Cut], everything: int) -> Plain:
        """How a step is told in which this rule alone makes these cuts."""
        return Plain("one-rule")

    def apart(self, candidates: Sequence[int], cuts: Sequence[Cut]) -> list[list[Cut]]:
        """These cuts of the rule as steps of their own, where some are plainer than others."""
        return [[*cuts]]

    @property
    def alone(self) -> tuple[str, ...]:
        """The techniques that ``plain`` can name."""
        return ("one-rule",)

    def given(self) -> tuple[Fact, ...]:
        """What stands on the printed board by this rule, and is no step to tell."""
        return ()

    # -- for engines -------------------------------------------------------------------------

    @property
    def idempotent(self) -> bool:
        """Whether it has no more to say once its own cuts are made, so need not be asked again."""
        return False

    def encode(self, clauses: Clauses, selector: int) -> None:
        """State the rule to a SAT solver, to count only while the selector is assumed (0: always).

        The default says what is ruled out from the start, and is lazy about the rest.
        """
        try:
            found = self.cuts(clauses.candidates)
        except Contradiction:
            clauses.add([], selector)
            return
        for cell, removed in found:
            for value in each(removed):
                clauses.add([-clauses.literal(cell, value)], selector)
        clauses.lazily(self, selector)

    def refuted(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Parts of a board that breaks this rule, each of which breaks it already.

        Cells outside a part may have any of the candidates. The default leaves out halves,
        quarters, … of the cells, as long as ``cuts`` still notices.
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

    def _fails(self, candidates: Sequence[int]) -> bool:
        """Whether the rule notices that these candidates cannot keep it."""
        try:
            return any(not candidates[cell] & ~removed for cell, removed in self.cuts(candidates))
        except Contradiction:
            return True

    def entailed(self, candidates: Sequence[int]) -> bool:
        """Whether it is certain that every combination of the candidates keeps the rule."""
        masks = [candidates[cell] for cell in self.cells]
        if not all(mask and not mask & (mask - 1) for mask in masks):
            return False
        return self.kept([mask.bit_length() - 1 for mask in candidates])

    # -- for techniques ----------------------------------------------------------------------

    def as_count(self) -> Count | None:
        """The same demand as a count, where it is one."""
        return None

    def as_pairs(self) -> tuple[tuple[int, ...], ...] | None:
        """The combinations that two cells may have, where it is about two and allows these."""
        return None

    def as_automaton(self) -> Steps | None:
        """What reads the cells in order and accepts just what keeps the rule, where it is so."""
        return None

    # -- for the laboratory ------------------------------------------------------------------

    def forms(self, values: int) -> list[Form]:
        """The rule for other solvers, in forms that all their languages can say.

        The default is a table, where that is small; a :class:`RuleError` where it is not.
        """
        from caracol.rules.forms import Table

        cells = tuple(dict.fromkeys(self.cells))
        if values ** len(cells) > LARGEST_TABLE:
            raise RuleError(
                f"{self}: there is no form for this rule in the languages of other solvers, and "
                f"a table of {len(cells)} cells with {values} values each would be too long"
            )
        board = [0] * (max(cells, default=-1) + 1)
        allowed = []
        for combination in product(range(values), repeat=len(cells)):
            for cell, value in zip(cells, combination, strict=True):
                board[cell] = value
            if self.kept(board):
                allowed.append(combination)
        return [Table(cells, tuple(allowed))]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        """The rule once every cell has gone to ``cells[cell]`` and every value become another.

        Only its sense matters, not its words. ``None``: the kind does not say, and then no
        symmetry is claimed.
        """
        return None

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        """What the rule demands, without its words: equal only for rules that demand the same.

        ``memory`` is shared by all rules that are compared, for what is dear to work out.
        """
        words = ("about", "says", "clue")
        return type(self), *(part for name, part in self.entries().items() if name not in words)


def check_agreement(rule: Rule, boards: Sequence[Sequence[int]]) -> None:
    """Raise a :class:`RuleError` where ``kept`` and ``cuts`` say different things of a board.

    Finished boards are looked at, and such on which each cell has what two of them have there.
    """
    kind = type(rule).__name__
    for board in boards:
        left = _after_cuts(rule, [1 << value for value in board])
        if rule.kept(board) == (left is None):
            told = f"'kept' of {kind} allows what 'cuts' rules out"
            if left is not None:
                told = f"'kept' of {kind} forbids what 'cuts' lets pass"
            raise RuleError(f"{rule}: {told}, {_with_values(rule, board)}")
    for one, other in pairwise(boards):
        left = _after_cuts(rule, [1 << a | 1 << b for a, b in zip(one, other, strict=True)])
        for board in (one, other):
            lost = left is None or any(not left[cell] >> board[cell] & 1 for cell in rule.cells)
            if lost and rule.kept(board):
                told = f"'kept' of {kind} allows what 'cuts' rules out"
                raise RuleError(f"{rule}: {told}, {_with_values(rule, board)}")


def _after_cuts(rule: Rule, candidates: list[int]) -> list[int] | None:
    """What a rule leaves of candidates, or ``None`` where it leaves nothing to a cell."""
    kind = type(rule).__name__
    try:
        cuts = rule.cuts(candidates)
    except Contradiction:
        return None
    if not isinstance(cuts, list) or not all(isinstance(cut, Cut) for cut in cuts):
        raise RuleError(f"{rule}: 'cuts' of {kind} gives no list of cuts, but {cuts!r}")
    left = list(candidates)
    for cell, removed in cuts:
        if cell not in rule.cells:
            raise RuleError(f"{rule}: 'cuts' of {kind} cuts cell {cell}, which it is not about")
        if not removed & candidates[cell]:
            what = f"takes from cell {cell} what is no candidate there"
            raise RuleError(f"{rule}: 'cuts' of {kind} {what}")
        left[cell] &= ~removed
    return left if all(left) else None


def _with_values(rule: Rule, board: Sequence[int]) -> str:
    values = ", ".join(str(board[cell]) for cell in rule.cells[:20])
    return f"with the values {values}{', …' if len(rule.cells) > 20 else ''} in its cells"


def some_boards(cells: int, values: int) -> list[list[int]]:
    """A few finished boards, the same every time: even ones and such as dice would make."""
    found = [[value] * cells for value in range(min(values, 4))]
    state = 1
    for _ in range(20):
        board = []
        for _ in range(cells):
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            board.append((state >> 16) % values)
        found.append(board)
    return found


def check_numbers(rule: Rule, *numbers: object) -> None:
    """Raise a :class:`RuleError` where something is no whole number that must be one."""
    for number in numbers:
        if not isinstance(number, int):
            raise RuleError(f"{rule}: {number!r} is no whole number")


def check_values(rule: Rule, named: Iterable[int], values: int) -> None:
    """Raise a :class:`RuleError` where a rule names a value that no cell can have."""
    for value in named:
        check_numbers(rule, value)
        if not 0 <= value < values:
            raise RuleError(f"{rule}: values go from 0 to {values - 1}, not {value}")


def check_mask(rule: Rule, mask: int, values: int) -> None:
    """The same for a set of values."""
    check_numbers(rule, mask)
    if mask < 0:
        raise RuleError(f"{rule}: {mask} is no set of values")
    check_values(rule, each(mask), values)


def combinations(candidates: Sequence[int], cells: Line) -> int:
    """How many ways there are to fill these cells."""
    return prod(candidates[cell].bit_count() for cell in cells)


def each(mask: int) -> Iterator[int]:
    """The values in a mask, smallest first.

    >>> list(each(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def settled(candidates: Sequence[int]) -> Values:
    """The values of the cells that have one candidate left."""
    return tuple(
        mask.bit_length() - 1 if mask and not mask & (mask - 1) else None for mask in candidates
    )


def renamed(mask: int, values: Sequence[int]) -> int:
    """A mask of values once each has become another."""
    return sum(1 << values[value] for value in each(mask) if value < len(values))


def distinct(cells: Line) -> bool:
    """Whether no cell comes twice."""
    return len(set(cells)) == len(cells)


def are(number: int) -> str:
    """The verb for so many."""
    return "is" if number == 1 else "are"
