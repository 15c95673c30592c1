"""The strength of propagation: weaker propagation, and entailment, for rules of every kind."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.engines.search import Strength, everything
from caracol.lab.options import Options
from caracol.rules import Contradiction, Elimination, Rule, each


def strength(options: Options, scale: Sequence[int]) -> Strength:
    """Return the propagation of each kind of rule."""

    def bounds(rule: Rule, candidates: Sequence[int]) -> list[Elimination]:
        return only_ends(rule, candidates, scale)

    strengths: dict[str, Strength] = {
        "full": everything,
        "bounds": bounds,
        "forward": forward,
        "check": check,
    }
    by_kind: dict[str, Strength] = {
        "count": strengths[options.count],
        "allowed": strengths[options.allowed],
        "reading": strengths[options.reading],
    }
    if all(asked is everything for asked in by_kind.values()):
        return everything

    def asked(rule: Rule, candidates: Sequence[int]) -> list[Elimination]:
        return by_kind.get(rule.kind, everything)(rule, candidates)

    return asked


def forward(rule: Rule, candidates: Sequence[int]) -> list[Elimination]:
    """Return the eliminations of a rule once at most one cell is open: forward checking."""
    return rule.propagate(candidates) if _open(rule, candidates) <= 1 else []


def check(rule: Rule, candidates: Sequence[int]) -> list[Elimination]:
    """Check only whether finished cells satisfy the rule: generate and test."""
    return rule.propagate(candidates) if not _open(rule, candidates) else []


def only_ends(rule: Rule, candidates: Sequence[int], scale: Sequence[int]) -> list[Elimination]:
    """Return the ends of each cell's candidates that have no support: bounds consistency.

    The rule sees each cell as an interval of the scale, even if values inside are gone, and only
    the lowest and the highest values are removed.
    """
    by_rank = sorted(range(len(scale)), key=lambda value: scale[value])
    left = {cell: candidates[cell] for cell in rule.cells}
    view = list(candidates)
    while True:
        for cell, mask in left.items():
            ranks = [scale[value] for value in each(mask)]
            if not ranks:
                raise Contradiction(rule)
            view[cell] = sum(1 << by_rank[rank] for rank in range(min(ranks), max(ranks) + 1))
        changed = False
        for cell, removed in rule.propagate(view):
            kept = [scale[value] for value in each(left[cell] & ~removed)]
            if not kept:
                raise Contradiction(rule)
            inside = sum(1 << by_rank[rank] for rank in range(min(kept), max(kept) + 1))
            changed |= left[cell] & inside != left[cell]
            left[cell] &= inside
        if not changed:
            return [
                Elimination(cell, candidates[cell] & ~mask)
                for cell, mask in left.items()
                if candidates[cell] & ~mask
            ]


def is_entailed(rule: Rule, candidates: Sequence[int]) -> bool:
    """Return whether every combination of the candidates satisfies the rule."""
    return rule.entailed(candidates)


def _open(rule: Rule, candidates: Sequence[int]) -> int:
    """Return the number of cells of the rule with more than one candidate."""
    return sum(bool(candidates[cell] & (candidates[cell] - 1)) for cell in rule.cells)
