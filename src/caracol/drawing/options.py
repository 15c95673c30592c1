"""What functions that draw take beside the values, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from caracol.board.scene import Highlights
from caracol.deduction.steps import Step
from caracol.rules import Values


class PictureOptions(TypedDict, total=False):
    """What else a picture may show, beside the values."""

    givens: Values
    marks: Sequence[int]
    highlights: Highlights | None
    coordinates: bool
    words: str


class DrawingOptions(PictureOptions, total=False):
    """What else a drawing may show: a step of an explanation, with its cells and its sentence."""

    step: Step | None
