"""Short trials: a value breaks a rule within a few links, each of which is one rule alone.

A trial that needs only two rules is named after the combination of the two.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from caracol.deduction.efforts import BASE, rate_trial
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board, Cuts, State
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.step_kernel import Links
from caracol.deduction.walk.technique import Technique
from caracol.rules import Elimination, each

LONGEST = 6
"""Maximum number of rules of a short trial."""
MOST_LINKS = 12
"""Maximum number of links of a trial that people can follow."""
LONGER = (40, 10_000)
"""Maximum numbers of rules of trials that only a computer follows, tried in this order."""
REACH = 16
"""Maximum number of rules that fire in a trial before it is given up."""
NEAR = 8
"""The same maximum if only two rules are wanted."""
SHRUNK = 10
"""Number of the shortest trials that are made as short as possible before choosing the best."""
MARGIN = 4
"""A trial this many rules longer than the best one is not considered."""
LONG_REACH = 100
"""Maximum number of rules that fire in a long trial before it is given up."""
LONG_SHRUNK = 40
"""Number of long trials that are made as short as possible, whatever their length."""


@dataclass(slots=True)
class Chain:
    """A refuted assumption: the rules in the order in which they fire; the last one breaks."""

    cell: int
    value: int
    links: Links
    rules: tuple[int, ...] = field(init=False)
    """The rules of the chain, each once."""

    def __post_init__(self) -> None:
        self.rules = tuple(dict.fromkeys([number for number, _ in self.links]))


def find_two_rules(position: Position) -> list[Deduction]:
    """Return the trials that need only two rules and break after a few steps."""
    return _find_shortest(position, "two rules", 2, NEAR)


def find_trials(position: Position) -> list[Deduction]:
    """Return the shortest open trials; several if they are equally short."""
    return _find_shortest(position, "trials", LONGEST, REACH)


def find_long_trials(position: Position) -> list[Deduction]:
    """Return the shortest long trials that people can follow."""
    return _find_shortest(position, "long trials", MOST_LINKS, LONG_REACH, LONG_SHRUNK, LONG_REACH)


def find_proof_trials(position: Position, longest: int) -> list[Deduction]:
    """Return the shortest trials with at most this many rules, even if nobody can follow them."""
    name = f"trials of {longest}"
    return _find_shortest(position, name, longest, longest * 3, most_links=None)


def _find_shortest(
    position: Position,
    name: str,
    longest: int,
    reach: int,
    shrunk: int = SHRUNK,
    margin: int = MARGIN,
    most_links: int | None = MOST_LINKS,
) -> list[Deduction]:
    known: list[Chain] = position.memory.get(name, [])
    # What fails now also fails later, so the trials found last time are still the shortest.
    masks = position.state.masks
    best = [
        again
        for chain in known
        if masks[chain.cell] >> chain.value & 1 and masks[chain.cell] & (masks[chain.cell] - 1)
        if (again := replay_chain(position.board, position.state, chain))
    ]
    if not best:
        chains = scan(position.board, position.state, longest, reach, shrunk, margin)
        if most_links is not None:
            chains = [one for one in chains if count_lines(position.board, one) <= most_links]
        size = min((len(chain.rules) for chain in chains), default=0)
        best = [chain for chain in chains if len(chain.rules) == size]
    position.memory[name] = best
    if position.singles:
        # If one rule alone refutes it, that is a different step with its own name.
        best = [chain for chain in best if len(chain.rules) > 1]
    return [make_deduction(position, chain) for chain in best]


def count_lines(board: Board, chain: Chain) -> int:
    """Return the number of lines that state the links of a chain, or a few more."""
    return sum(count_statements(board, *link) for link in chain.links)


def count_statements(board: Board, number: int, cuts: Sequence[Elimination]) -> int:
    """Return the maximum number of statements that a link needs: what differs is stated separately.

    With more than two values, a rule that is not a count gives a reason for each cell.
    """
    if not cuts or board.rules[number].as_count() is not None:
        return 1
    return len({cut.cell if board.model.values > 2 else cut.removed for cut in cuts})


def make_deduction(position: Position, chain: Chain) -> Deduction:
    """Return the step that a chain makes."""
    rules = chain.rules
    return Deduction(
        name_trial(len(rules)),
        rate_trial(len(rules)),
        rules,
        (Elimination(chain.cell, 1 << chain.value),),
        tuple(chain.links),
        {"assumed": (chain.cell, 1 << chain.value)},
        order=chain.cell * position.board.model.values + chain.value,
    )


def name_trial(rules: int) -> str:
    """Return the technique of a trial with this number of rules."""
    return "two-rules" if rules <= 2 else "trial" if rules <= LONGEST else "long-trial"


def scan(
    board: Board,
    state: State,
    longest: int,
    reach: int,
    shrunk: int = SHRUNK,
    margin: int = MARGIN,
) -> list[Chain]:
    """Return chains that refute a candidate, with the shortest ones made as short as possible."""
    kernel = board.kernel
    if kernel is None:
        return scan_plainly(board, state, longest, reach, shrunk, margin)
    found = kernel.chains(state.masks, longest=longest, reach=reach, shrunk=shrunk, margin=margin)
    return [Chain(cell, value, links) for cell, value, links in found]


def scan_plainly(
    board: Board,
    state: State,
    longest: int,
    reach: int,
    shrunk: int = SHRUNK,
    margin: int = MARGIN,
) -> list[Chain]:
    """Return the same chains, without the kernel."""
    failing: list[tuple[int, int, int, Links]] = []
    for cell, mask in enumerate(state.masks):
        for value in each(mask) if mask & (mask - 1) else ():
            tried = state.copy()
            tried.cut(cell, mask & ~(1 << value))
            trail: list[tuple[int, Cuts]] = []
            broken = board.propagate(tried, board.watchers[cell], None, trail, reach)
            if broken is not None:
                links = slice_trail(board, trail, broken)
                failing.append((len({number for number, _ in links}), cell, value, links))
    failing.sort(key=lambda one: one[:3])
    chains = []
    best = longest
    for size, cell, value, links in failing[:shrunk]:
        if size > best + margin:
            break
        chain = shrink_chain(board, state, cell, value, links)
        if len(chain.rules) <= best:
            best = len(chain.rules)
            chains.append(chain)
    return chains


def slice_trail(board: Board, trail: list[tuple[int, Cuts]], broken: int) -> Links:
    """Return the links of a trail that lead to its end, the rule that broke.

    Each link keeps only the cuts that a later link uses.
    """
    needed = board.areas[broken]
    kept: Links = [(broken, ())]
    for number, cuts in reversed(trail):
        used = tuple(cut for cut in cuts if needed >> cut.cell & 1)
        if used:
            kept.append((number, used))
            needed |= board.areas[number]
    return kept[::-1]


def shrink_chain(board: Board, state: State, cell: int, value: int, links: Links) -> Chain:
    """Return the chain without the rules that it does not need."""
    rules, best = list(dict.fromkeys(number for number, _ in links)), links
    for number in reversed(rules):
        if number not in {one for one, _ in best}:
            continue
        fewer = {one for one, _ in best} - {number}
        again = refute(board, state, cell, value, fewer)
        if again is not None:
            best = again
    return Chain(cell, value, best)


def replay_chain(board: Board, state: State, chain: Chain) -> Chain | None:
    """Return the chain when more is known: it still ends, perhaps sooner."""
    if board.kernel is not None:
        known = board.kernel.chain(state.masks, chain.cell, chain.value, chain.rules)
        return None if known is None else Chain(chain.cell, chain.value, known)
    links = refute(board, state, chain.cell, chain.value, set(chain.rules))
    return None if links is None else Chain(chain.cell, chain.value, links)


def refute(
    board: Board, state: State, cell: int, value: int, rules: Container[int]
) -> Links | None:
    """Return the links by which these rules alone refute a value, or ``None``."""
    tried = state.copy()
    tried.cut(cell, tried.masks[cell] & ~(1 << value))
    trail: list[tuple[int, Cuts]] = []
    broken = board.propagate(tried, board.watchers[cell], rules, trail)
    return None if broken is None else slice_trail(board, trail, broken)


TWO_RULES = Technique("two-rules", BASE["two-rules"], find_two_rules)
TRIALS = Technique("trial", rate_trial(3), find_trials)
