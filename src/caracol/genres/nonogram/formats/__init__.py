"""Formats that carry Nonograms: shared frames, and many file formats for Nonograms only."""

from typing import Any

from caracol.authoring.notation.carrying import Carrier
from caracol.authoring.notation.format import FileFormat
from caracol.genres.nonogram import Nonogram
from caracol.genres.nonogram.formats import (
    bitmaps,
    items,
    links,
    listed,
    markup,
    number_lines,
    pages,
    sectioned,
    texts,
)
from caracol.genres.nonogram.formats.clue_texts import find_lost_colour

CARRIERS: dict[str, Carrier[Nonogram, Any]] = {
    "caracol": Carrier(("nonogram",), links.read_link, links.write_link, givens=True),
    "puzz.link": Carrier(("nonogram",), links.read_pzpr, links.write_pzpr, losses=find_lost_colour),
    "pzprv3": Carrier(("nonogram",), links.read_sheet, links.write_sheet, losses=find_lost_colour),
    "penpa": Carrier(
        ("nonogram",),
        links.read_drawing,
        links.write_drawing,
        givens=True,
        fits=links.fits_drawing,
        losses=find_lost_colour,
    ),
    "tatham": Carrier(
        ("Pattern",),
        links.read_game,
        links.write_game,
        givens=True,
        fits=links.fits_game,
        losses=find_lost_colour,
    ),
    "puzzlekit": Carrier(
        ("nonogram",),
        items.read_items,
        items.write_items,
        fits=items.fits_items,
        losses=find_lost_colour,
    ),
    "janko": Carrier(("nonogramm",), items.read_sections, fits=items.fits_sections),
    "prolog": Carrier(
        ("init/3",),
        items.read_term,
        items.write_term,
        givens=True,
        fits=items.fits_term,
        losses=find_lost_colour,
    ),
}

FILES: tuple[FileFormat[Nonogram], ...] = (
    *pages.FILES,
    *markup.FILES,
    *bitmaps.FILES,
    *listed.FILES,
    *sectioned.FILES,
    *texts.FILES,
    *number_lines.FILES,
)
"""The formats, in the order in which a text is tried: first those that are unmistakable."""
