"""Formats that carry Easy as ABC."""

from __future__ import annotations

from typing import Any

from caracol.authoring.notation.carrying import Carrier
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.easy_as_abc.formats import links, texts
from caracol.genres.easy_as_abc.formats.letters import list_renamed_letters
from caracol.support.options import Kind, Option

OPTIONS = (Option("letters", Kind.TEXT, None, "the letters, if the text does not state them"),)
CARRIERS: dict[str, Carrier[EasyAsABC, Any]] = {
    "caracol": Carrier(("easy-as-abc",), links.read_link, links.write_link, givens=True),
    "puzz.link": links.MAP.link("easyasabc"),
    "pzprv3": links.MAP.sheet("easyasabc"),
    "penpa": Carrier(
        ("easy as abc", "easyasabc"),
        links.read_drawing,
        links.write_drawing,
        givens=True,
        fits=links.fits_drawing,
    ),
    "tatham": Carrier(
        ("Salad",),
        links.read_game,
        links.write_game,
        givens=True,
        fits=links.fits_game,
        losses=list_renamed_letters,
    ),
    "puzzlekit": Carrier(
        ("abc_end_view",),
        texts.read_items,
        texts.write_items,
        givens=True,
        fits=texts.fits_items,
        losses=list_renamed_letters,
    ),
    "janko": Carrier(("abc-end-view",), texts.read_sections, fits=texts.fits_sections),
    "puzzle-draw": Carrier(
        ("buchstabensalat",), texts.read_entries, texts.write_entries, givens=True
    ),
    "prolog": Carrier(("solve/4",), texts.read_term, texts.write_term, fits=texts.fits_term),
}
