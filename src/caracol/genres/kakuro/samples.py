"""Random Kakuros for the laboratory."""

from __future__ import annotations

from random import Random

from caracol import kit
from caracol.genres.kakuro import Kakuro
from caracol.genres.kakuro.draft import make_pattern, total_up
from caracol.kit import Grid


class KakuroSamples(kit.SamplesPart[Kakuro]):
    """Random puzzles for the laboratory: a pattern and the sums of random digits."""

    def sample(self, rng: Random, size: int) -> Kakuro:  # type: ignore[override]
        pattern = make_pattern(Grid.checked(size, size), "none", kit.Dice(rng.getrandbits(48)))
        return total_up(pattern, kit.draw(pattern.model, rng))
