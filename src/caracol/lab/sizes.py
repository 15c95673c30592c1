"""The size of a model: its variables, their domains, and the number of combinations."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log10, prod

from caracol.authoring.formulations import Formulation
from caracol.errors import count_noun


@dataclass(frozen=True, slots=True)
class ModelSize:
    """The number of variables and constraints of a model, before any propagation."""

    domains: tuple[tuple[int, int], ...]
    """Sizes of the domains of the labelled variables, each with the number of such variables."""
    others: int
    """Number of variables that need no labelling: truth values, sums, regions."""
    constraints: int

    @property
    def variables(self) -> int:
        """Number of variables to label."""
        return sum(number for _, number in self.domains)

    @property
    def space(self) -> int:
        """Number of combinations of values of the variables to label."""
        return prod(size**number for size, number in self.domains)

    def describe_variables(self) -> str:
        """Return the variables in words: "36 (36 with 3 values) and 24 others"."""
        kinds = ", ".join(f"{number} with {count_noun(size, 'value')}"
                          for size, number in self.domains)  # fmt: skip
        words = f"{self.variables} ({kinds})"
        return f"{words} and {count_noun(self.others, 'other')}" if self.others else words

    def describe_space(self) -> str:
        """Return the number of combinations: "3^36 ≈ 1.5·10^17"."""
        factors = " · ".join(f"{size}^{number}" for size, number in self.domains)
        if self.space < 10**6:
            return f"{factors} = {self.space}"
        power = sum(number * log10(size) for size, number in self.domains)
        whole = int(power)
        return f"{factors} ≈ {10 ** (power - whole):.1f}·10^{whole}"

    def entries(self) -> dict[str, object]:
        """Return the size by name."""
        return {
            "variables": self.variables,
            "domains": [list(one) for one in self.domains],
            "others": self.others,
            "constraints": self.constraints,
            "space": self.describe_space(),
        }


def measure_model(stated: Formulation) -> ModelSize:
    """Return the size of a model."""
    sizes = [mask.bit_count() for mask in stated.posted_domains()]
    shown = stated.model.shown
    kinds = tuple(Counter(sizes[:shown]).items())
    return ModelSize(kinds, len(sizes) - shown, len(stated.model.rules))
