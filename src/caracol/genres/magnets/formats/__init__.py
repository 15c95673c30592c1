"""Formats that carry Magnets."""

from __future__ import annotations

from typing import Any

from caracol.authoring.notation.carrying import Carrier
from caracol.genres.magnets import Magnets
from caracol.genres.magnets.formats import links, texts

CARRIERS: dict[str, Carrier[Magnets, Any]] = {
    "caracol": Carrier(("magnets",), links.read_link, links.write_link, givens=True),
    "puzz.link": Carrier(("magnets",), links.read_pzpr, links.write_pzpr, givens=True),
    "pzprv3": Carrier(("magnets",), links.read_sheet, links.write_sheet, givens=True),
    "penpa": Carrier(
        ("magnets",), links.read_drawing, links.write_drawing, givens=True, fits=links.fits_drawing
    ),
    "tatham": Carrier(("Magnets",), links.read_game, links.write_game, fits=links.fits_game),
    "puzzlekit": Carrier(
        ("magnetic",), texts.read_items, texts.write_items, givens=True, fits=texts.fits_items
    ),
    "janko": Carrier(("magnete",), texts.read_sections, fits=texts.fits_sections),
    "prolog": Carrier(("magnets/5",), texts.read_term, texts.write_term, fits=texts.fits_term),
}
