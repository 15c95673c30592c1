"""Deductions without long chains: each rule alone, whole lines, and short trials."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.techniques.lines import MOST_STATES, sweep_lines
from caracol.deduction.techniques.trials import REACH, slice_trail
from caracol.deduction.walk import step_kernel
from caracol.deduction.walk.board import Board, Cuts, State, board_of
from caracol.rules import Candidates, Model, each


def rule_out_by_chains(
    model: Model, longest: int, candidates: Sequence[int] | None = None
) -> Candidates | None:
    """Return the candidates that no chain of at most ``longest`` rules refutes: a fact.

    Each trial is preceded by propagation of single rules and whole lines. Returns ``None`` if a
    rule cannot be satisfied. Values are tried in an order that both engines follow, because the
    length of a chain depends on what was ruled out before. Chains are used as found, and may use
    more rules than a person would need.
    """
    start = model.candidates() if candidates is None else candidates
    compiled = step_kernel.compile_model(model)
    if compiled is not None and compiled.follows and not compiled.repeats:
        return compiled.steps(start, longest=longest, reach=REACH, most_states=MOST_STATES)
    board, left, quiet, cell = board_of(model), sweep_lines(model, start), 0, 0
    while left is not None and quiet < len(left):
        mask = left[cell]
        if mask & (mask - 1):
            state = board.state(left)
            refuted = [v for v in each(mask) if _short(board, state, cell, v, longest)]
            if refuted:
                tried = list(left)
                tried[cell] &= ~sum(1 << value for value in refuted)
                left, quiet = sweep_lines(model, tried), -1
        quiet, cell = quiet + 1, (cell + 1) % model.size
    return left


def _short(board: Board, state: State, cell: int, value: int, longest: int) -> bool:
    """Return whether a value breaks a rule after a short chain of others."""
    tried = state.copy()
    tried.cut(cell, tried.masks[cell] & ~(1 << value))
    trail: list[tuple[int, Cuts]] = []
    broken = board.propagate(tried, board.watchers[cell], None, trail, REACH)
    return broken is not None and len({n for n, _ in slice_trail(board, trail, broken)}) <= longest
