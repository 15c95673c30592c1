"""Formats that carry Star Battle."""

from caracol.genres.star_battle.formats import board_texts, notations
from caracol.genres.star_battle.formats.carriers import CARRIERS
from caracol.support.options import Kind, Option

__all__ = ["CARRIERS", "FILES", "OPTIONS"]

FILES = (*notations.FILES, *board_texts.FILES)

OPTIONS = (
    Option(
        "stars", Kind.INTEGER, None, "the stars per row, if the text does not state them", 1, 99
    ),
)
