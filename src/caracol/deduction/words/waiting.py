"""Steps of a walk that wait until what they rest on has been stated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from caracol.deduction.steps import Deduction, Step


@dataclass(eq=False)
class Waiting:
    """A step of the walk that has not been stated yet."""

    place: int
    """Its number in the walk."""
    found: Deduction
    masks: Sequence[int]
    """The candidates before it."""
    writes: bool
    """Whether it writes something."""
    step: Step | None = None
    """The step as presented at its place in the walk, once it is needed."""
    needs: set[Waiting] = field(default_factory=set)
    """The waiting steps that it rests on, directly or not."""

    @property
    def effort(self) -> float:
        """The total effort of its move."""
        return self.found.effort + sum(one.found.effort for one in self.needs)

    @property
    def ready(self) -> bool:
        """Whether nothing else must be written first."""
        return not any(one.writes for one in self.needs)
