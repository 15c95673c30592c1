"""The options of functions that draw, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from caracol.board.scene import Highlights
from caracol.deduction.steps import Step
from caracol.rules import Values


class PictureOptions(TypedDict, total=False):
    """The options of a picture, besides its values."""

    givens: Values
    marks: Sequence[int]
    highlights: Highlights | None
    coordinates: bool
    words: str


class DrawingOptions(PictureOptions, total=False):
    """The options of a drawing: also a step of an explanation, with its cells and its sentence."""

    step: Step | None
