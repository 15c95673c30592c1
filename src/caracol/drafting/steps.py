"""What people find without long chains: each rule alone, whole lines, and short trials."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction import step_kernel
from caracol.deduction.board import Board, Cuts, State, board_of
from caracol.deduction.lines import MOST_STATES, swept
from caracol.deduction.trial import REACH, sliced
from caracol.rules import Candidates, Model, each


def stepped(
    model: Model, longest: int, candidates: Sequence[int] | None = None
) -> Candidates | None:
    """What is left when values go that a chain of at most so many rules refutes: a fact.

    Before each trial goes what each rule alone and each whole line rule out. ``None`` where a
    rule cannot be kept. Values are tried in an order that both engines keep to, for a chain may
    turn out longer or shorter by what was ruled out before. Chains are taken as they come, and
    may use more rules than a person would need.
    """
    start = model.candidates() if candidates is None else candidates
    compiled = step_kernel.compiled(model)
    if compiled is not None and compiled.follows and not compiled.repeats:
        return compiled.steps(start, longest=longest, reach=REACH, most_states=MOST_STATES)
    board, left, quiet, cell = board_of(model), swept(model, start), 0, 0
    while left is not None and quiet < len(left):
        mask = left[cell]
        if mask & (mask - 1):
            state = board.state(left)
            refuted = [v for v in each(mask) if _short(board, state, cell, v, longest)]
            if refuted:
                tried = list(left)
                tried[cell] &= ~sum(1 << value for value in refuted)
                left, quiet = swept(model, tried), -1
        quiet, cell = quiet + 1, (cell + 1) % model.size
    return left


def _short(board: Board, state: State, cell: int, value: int, longest: int) -> bool:
    """Whether a value breaks a rule after a short chain of others."""
    tried = state.copy()
    tried.cut(cell, tried.masks[cell] & ~(1 << value))
    trail: list[tuple[int, Cuts]] = []
    broken = board.propagate(tried, board.watchers[cell], None, trail, REACH)
    return broken is not None and len({n for n, _ in sliced(board, trail, broken)}) <= longest
