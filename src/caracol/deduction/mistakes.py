"""The reason why a player's entries cannot all be right: a short chain to a broken rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from caracol.board.names import capitalise
from caracol.deduction.hints import list_candidates, list_entries
from caracol.deduction.justify import present
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.nested_trials import drop_unneeded, follow_trial
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Fact

MOST_LINKS = 12
"""Maximum number of links of a reason; nobody would follow a longer one."""
MOST_ENTRIES = 4
"""Maximum number of entries that are said to clash if the reason is too long."""
MOST_SUSPECTS = 6
"""Maximum number of entries that are tried as the wrong one."""
MOST_STEPS = 200
"""Maximum number of steps of a walk in search of a reason."""

Start = Callable[[Sequence[int]], Walk]
"""Starts a walk from these candidates."""


@dataclass(frozen=True)
class MistakeReason:
    """Steps from some entries of a player to a broken rule."""

    entries: tuple[Fact, ...]
    """The entries that it starts from, which cannot all be right."""
    links: int
    """Number of links; a step without links counts as one."""
    text: str


@dataclass(frozen=True)
class _Way:
    """Steps from some entries to a broken rule, before they are put into words."""

    steps: tuple[Step, ...]
    """Only the last ones if there are too many."""
    entries: tuple[Fact, ...]
    end: str = ""
    """A last sentence about the rule that is broken."""

    @property
    def links(self) -> int:
        return _count_links(self.steps) + bool(self.end)

    def tell(self) -> MistakeReason:
        """Return it in words, with a line for each link."""
        lines = [
            line
            for step in self.steps
            for line in (step.paragraphs if len(step.lines) > 1 else [step.sentence])
        ]
        return MistakeReason(self.entries, self.links, "\n".join(filter(None, [*lines, self.end])))


def find_reason(
    board: Board,
    masks: Sequence[int],
    suspects: Iterable[int],
    start: Start,
    writer: SentenceWriter,
) -> MistakeReason | None:
    """Return the reason why the entries in these masks clash, or ``None``.

    It starts from any of the entries, so it is as short as what is on the board allows. One of the
    suspects, given by their cells, is wrong. A chain of single rules comes first; if there is none,
    techniques are tried, with the suspect and without it. If all that is too long, the text is
    empty and the entries are the first suspect and those nearest to it, never the wrong one alone:
    that would be the answer.
    """
    finder = _ReasonFinder(board, tuple(masks), start, writer)
    tried = tuple(islice(suspects, MOST_SUSPECTS))
    short = _choose(map(finder.refute_by_rules, tried))
    if short is not None:
        return short.tell()
    ways = [finder.walk_to_broken_rule(), *map(finder.walk_to_refutation, tried)]
    short = _choose(ways)
    if short is not None:
        return short.tell()
    several = [way.entries for way in ways if way is not None and len(way.entries) > 1]
    entries = finder.list_nearest(tried[0], min(several, key=len, default=()))
    return MistakeReason(entries, MOST_LINKS + 1, "") if len(entries) > 1 else None


def _choose(found: Iterable[_Way | None]) -> _Way | None:
    """Return the shortest of these ways, unless it is too long."""
    short = [one for one in found if one is not None and one.links <= MOST_LINKS]
    return min(short, key=lambda one: (one.links, len(one.entries)), default=None)


def _count_links(steps: Iterable[Step]) -> int:
    return sum(max(1, len(step.chain)) for step in steps)


class _Path:
    """The steps of a walk, each of which is presented at most once."""

    def __init__(self, board: Board, writer: SentenceWriter) -> None:
        self.board, self.writer = board, writer
        self.walked: list[tuple[Sequence[int], Deduction]] = []
        self._presented: dict[int, Step] = {}

    def add(self, before: Sequence[int], found: Deduction) -> None:
        """Add a step with the candidates before it."""
        self.walked.append((before, found))

    def trim(
        self, wanted: Iterable[tuple[int, int]], last: Step | None = None
    ) -> tuple[tuple[Step, ...], set[int]]:
        """Return the steps that lead to these removals, and the cells that they start from.

        ``last`` is a step after those of the walk. Where there are too many, only the last ones are
        returned, with the cells that these start from.
        """
        kept = [last] if last is not None else []
        needed = set(wanted)
        if last is not None:
            needed = self._replace(needed, last)
        for place in reversed(range(len(self.walked))):
            if _count_links(kept) > MOST_LINKS:
                break
            if list_candidates(self.walked[place][1].cuts) & needed:
                step = self._present(place)
                kept.append(step)
                needed = self._replace(needed, step)
        return tuple(kept[::-1]), {cell for cell, _ in needed}

    def _present(self, place: int) -> Step:
        """Return a step of the walk as people see it."""
        if place not in self._presented:
            self._presented[place] = present(self.board, *self.walked[place], self.writer)
        return self._presented[place]

    def _replace(self, needed: set[tuple[int, int]], step: Step) -> set[tuple[int, int]]:
        """Return the removals that are needed before a step, instead of those that it makes."""
        everything = self.board.everything
        facts = list_candidates((cell, everything & ~mask) for cell, mask in step.facts)
        return needed - list_candidates(step.cuts) | facts


@dataclass(frozen=True)
class _ReasonFinder:
    """A search for reasons on one board."""

    board: Board
    masks: tuple[int, ...]
    start: Start
    writer: SentenceWriter

    def refute_by_rules(self, cell: int) -> _Way | None:
        """Return a chain of single rules that refutes an entry, given the others."""
        found = self._try(cell, self._forget(cell))
        if found is None:
            return None
        step = present(self.board, self._forget(cell), found, self.writer)
        return _Way((step,), self._list_entries({fact.cell for fact in step.facts} | {cell}))

    def _try(self, cell: int, known: Sequence[int]) -> Deduction | None:
        """Return the trial in which single rules refute an entry, as far as it is needed."""
        mask = self.masks[cell]
        if mask & (mask - 1):
            return None
        value = mask.bit_length() - 1
        links = follow_trial(self.board, known, cell, value, tuple(range(len(self.board.rules))))
        if links is None:
            return None
        used = tuple(dict.fromkeys(link.number for link in links))
        used = drop_unneeded(self.board, known, cell, value, used)
        cuts = (Elimination(cell, mask),)
        return Deduction("trial", 0.0, used, cuts, ((used[0], cuts),), {"assumed": (cell, mask)})

    def walk_to_broken_rule(self) -> _Way | None:
        """Return the steps that lead from all entries to a broken rule."""
        walk, path = self.start(self.masks), _Path(self.board, self.writer)
        for before, found in islice(walk, MOST_STEPS):
            path.add(before, found)
        broken, left = walk.position.broken, list(walk.position.state.masks)
        walk.close()
        if broken is None or self.board.eliminate(broken, left) is not None:
            return None
        # Keep only what breaks the rule.
        everything, rule = self.board.everything, self.board.rules[broken]
        for cell in rule.cells:
            kept, left[cell] = left[cell], everything
            if self.board.eliminate(broken, left) is not None:
                left[cell] = kept
        steps, cells = path.trim(
            list_candidates((cell, everything & ~left[cell]) for cell in rule.cells)
        )
        demand = self.writer.describe_demand([rule])
        end = capitalise(self.writer.words.say("mistakes.broken", demand=demand))
        return _Way(steps, self._list_entries(cells), end)

    def walk_to_refutation(self, cell: int) -> _Way | None:
        """Return the steps that lead from the other entries to a cell without its entry.

        After some of them, single rules may refute the entry, which is then the last step.
        """
        walk, mask = self.start(self._forget(cell)), self.masks[cell]
        path, wanted = _Path(self.board, self.writer), list_candidates([(cell, mask)])
        ways: list[_Way] = []
        shortest = MOST_LINKS + 1
        for before, found in islice(walk, MOST_STEPS):
            path.add(before, found)
            now = tuple(walk.position.state.masks)
            if not now[cell] & mask:
                steps, cells = path.trim(wanted)
                ways.append(_Way(steps, self._list_entries(cells | {cell})))
                break
            trial = self._try(cell, now)
            if trial is not None and len(trial.rules) < shortest:
                shortest = len(trial.rules)
                last = present(self.board, now, trial, self.writer)
                steps, cells = path.trim(wanted, last)
                ways.append(_Way(steps, self._list_entries(cells | {cell})))
        walk.close()
        return min(ways, key=lambda one: one.links, default=None)

    def list_nearest(self, cell: int, among: Sequence[Fact]) -> tuple[Fact, ...]:
        """Return a wrong entry with a few others that are nearest to it.

        They are of those named, or else any.
        """
        spot = self.board.model.grid.spot
        row, column, _ = spot(cell)

        def measure(entry: Fact) -> tuple[float, Fact]:
            place = spot(entry.cell)
            return abs(place.row - row) + abs(place.column - column), entry

        entries = among or self._list_entries(range(self.board.model.shown))
        others = sorted(measure(one) for one in entries if one.cell != cell)
        nearest = [one for _, one in others[: MOST_ENTRIES - 1]]
        return tuple(sorted([Fact(cell, self.masks[cell]), *nearest]))

    def _forget(self, cell: int) -> list[int]:
        known = list(self.masks)
        known[cell] = self.board.everything
        return known

    def _list_entries(self, cells: Iterable[int]) -> tuple[Fact, ...]:
        """Return the entries of the player in these cells."""
        return tuple(
            Fact(cell, self.masks[cell])
            for cell in sorted(set(cells) & list_entries(self.board.model, self.masks))
        )
