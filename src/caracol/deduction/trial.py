"""Short trials: this value breaks a rule within a few links, each of which is one rule alone.

A trial that needs only two rules is told as these two taken together.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from caracol.deduction.board import Board, Cuts, State
from caracol.deduction.efforts import BASE, chained
from caracol.deduction.position import Position
from caracol.deduction.step_kernel import Links
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.rules import Cut, each

LONGEST = 6
"""The most rules of a trial that is still called short."""
LONGER = (12, 40, 10_000)
"""How many rules a long trial may have, and where that is not enough, the next."""
REACH = 16
"""How many rules may fire in a trial before it is given up."""
NEAR = 8
"""The same where only two rules are sought."""
SHRUNK = 10
"""How many of the shortest trials are made as short as possible before the best is chosen."""
MARGIN = 4
"""A trial with so many more rules than the best one is not looked at."""


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


def two_rules(position: Position) -> list[Found]:
    """Trials that need two rules only; few rules fire before these break."""
    return _shortest(position, "two rules", 2, NEAR)


def trials(position: Position) -> list[Found]:
    """The shortest trials that are open; several where they are equally short."""
    return _shortest(position, "trials", LONGEST, REACH)


def long_trials(position: Position, longest: int) -> list[Found]:
    """The shortest trials that are longer than short ones, up to so many rules."""
    return _shortest(position, f"trials of {longest}", longest, longest * 3)


def _shortest(position: Position, name: str, longest: int, reach: int) -> list[Found]:
    known: list[Chain] = position.memory.get(name, [])
    # What fails now fails later too, so the shortest of the last look need not be sought again.
    masks = position.state.masks
    best = [
        again
        for chain in known
        if masks[chain.cell] >> chain.value & 1 and masks[chain.cell] & (masks[chain.cell] - 1)
        if (again := replayed(position.board, position.state, chain))
    ]
    if not best:
        chains = scan(position.board, position.state, longest, reach)
        size = min((len(chain.rules) for chain in chains), default=0)
        best = [chain for chain in chains if len(chain.rules) == size]
    position.memory[name] = best
    if position.singles:
        # What one rule refutes alone is a step of its own, with a name of its own.
        best = [chain for chain in best if len(chain.rules) > 1]
    return [found(position, chain) for chain in best]


def found(position: Position, chain: Chain) -> Found:
    """The step that a chain makes."""
    rules = chain.rules
    name = "two-rules" if len(rules) <= 2 else "trial" if len(rules) <= LONGEST else "long-trial"
    return Found(
        name,
        chained(len(rules)),
        rules,
        (Cut(chain.cell, 1 << chain.value),),
        tuple(chain.links),
        {"assumed": (chain.cell, 1 << chain.value)},
        order=chain.cell * position.board.model.values + chain.value,
    )


def scan(board: Board, state: State, longest: int, reach: int) -> list[Chain]:
    """Chains that refute a candidate, the shortest ones made as short as possible."""
    kernel = board.kernel
    if kernel is None:
        return plain_scan(board, state, longest, reach)
    found = kernel.chains(state.masks, longest=longest, reach=reach, shrunk=SHRUNK, margin=MARGIN)
    return [Chain(cell, value, links) for cell, value, links in found]


def plain_scan(board: Board, state: State, longest: int, reach: int) -> list[Chain]:
    """The same without the kernel."""
    failing: list[tuple[int, int, int, Links]] = []
    for cell, mask in enumerate(state.masks):
        for value in each(mask) if mask & (mask - 1) else ():
            tried = state.copy()
            tried.cut(cell, mask & ~(1 << value))
            trail: list[tuple[int, Cuts]] = []
            broken = board.propagate(tried, board.watchers[cell], None, trail, reach)
            if broken is not None:
                links = sliced(board, trail, broken)
                failing.append((len({number for number, _ in links}), cell, value, links))
    failing.sort(key=lambda one: one[:3])
    chains = []
    best = longest
    for size, cell, value, links in failing[:SHRUNK]:
        if size > best + MARGIN:
            break
        chain = shrunk(board, state, cell, value, links)
        if len(chain.rules) <= best:
            best = len(chain.rules)
            chains.append(chain)
    return chains


def sliced(board: Board, trail: list[tuple[int, Cuts]], broken: int) -> Links:
    """The part of a trail that may have to do with the rule that broke, which ends it.

    Each link has only those cuts that a later link looks at.
    """
    needed = board.areas[broken]
    kept: Links = [(broken, ())]
    for number, cuts in reversed(trail):
        used = tuple(cut for cut in cuts if needed >> cut.cell & 1)
        if used:
            kept.append((number, used))
            needed |= board.areas[number]
    return kept[::-1]


def shrunk(board: Board, state: State, cell: int, value: int, links: Links) -> Chain:
    """The chain without the rules that it can do without."""
    rules, best = list(dict.fromkeys(number for number, _ in links)), links
    for number in reversed(rules):
        if number not in {one for one, _ in best}:
            continue
        fewer = {one for one, _ in best} - {number}
        again = refuted(board, state, cell, value, fewer)
        if again is not None:
            best = again
    return Chain(cell, value, best)


def replayed(board: Board, state: State, chain: Chain) -> Chain | None:
    """The same chain where more is known: shorter, perhaps, but it still ends."""
    if board.kernel is not None:
        known = board.kernel.chain(state.masks, chain.cell, chain.value, chain.rules)
        return None if known is None else Chain(chain.cell, chain.value, known)
    links = refuted(board, state, chain.cell, chain.value, set(chain.rules))
    return None if links is None else Chain(chain.cell, chain.value, links)


def refuted(
    board: Board, state: State, cell: int, value: int, rules: Container[int]
) -> Links | None:
    """The links by which these rules alone refute a value, or ``None``."""
    tried = state.copy()
    tried.cut(cell, tried.masks[cell] & ~(1 << value))
    trail: list[tuple[int, Cuts]] = []
    broken = board.propagate(tried, board.watchers[cell], rules, trail)
    return None if broken is None else sliced(board, trail, broken)


TWO_RULES = Technique("two-rules", BASE["two-rules"], two_rules)
TRIALS = Technique("trial", chained(3), trials)
