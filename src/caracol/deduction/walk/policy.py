"""The policy of a walk: where it ends, and how much work its last rung may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from caracol.deduction.last_resort.proof import WORK


@dataclass(frozen=True)
class WalkPolicy:
    """Options of a walk besides its techniques."""

    last_resort: bool = True
    """Whether the last rung may be used; without it, a walk ends where techniques end."""
    ceiling: float = inf
    """The walk ends as soon as its grade is sure to be above this."""
    soon: bool = False
    """Whether the last rung takes the first sound step that it finds."""
    solution: Sequence[int] | None = None
    """The only solution; if given, the last rung proves that its reason is the smallest."""
    work: int = WORK
    """Maximum work of the last rung for such a proof."""
    rounds: int = 0
    """Maximum number of hitting sets that the last rung tries in order to prove that its reason
    is the smallest; a few dozen have never been enough."""
    patience: float = inf
    """Number of steps of the last rung that look for the smallest reason; later ones take any trial
    that is found."""
