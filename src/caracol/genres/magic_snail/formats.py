"""Formats that carry Magic Snail: our own link is the only link there is."""

from __future__ import annotations

from caracol.authoring.notation.carrying import Carrier, Fit, Known
from caracol.authoring.notation.codecs import Spaced, parse_slots, side, with_cells
from caracol.authoring.notation.contents import Term
from caracol.errors import FormatError
from caracol.genres.magic_snail import MagicSnail

Fields = tuple[str, ...]


def read_link(fields: Fields, _: Known) -> MagicSnail:
    """Read ``size/key[/cells]``."""
    if not 2 <= len(fields) <= 3:
        raise FormatError("a Magic Snail link has the form size/key or size/key/cells")
    puzzle = MagicSnail(fields[1], side(fields[0], "the size"))
    if len(fields) == 2:
        return puzzle
    cells = parse_slots(Spaced(puzzle.grid.size), fields[2], puzzle.grid.name)
    return puzzle.with_givens(cells)


def write_link(puzzle: MagicSnail) -> Fields:
    """Write ``size/key[/cells]``."""
    return with_cells((str(puzzle.size), puzzle.key), puzzle.givens)


def fits_term(term: Term) -> Fit:
    """Return whether it is ``start(Key, Size)``."""
    fits = (
        term.name == "start"
        and len(term.arguments) == 2
        and isinstance(term.arguments[0], str)
        and isinstance(term.arguments[1], int)
    )
    return Fit.SURE if fits else Fit.NO


def read_term(term: Term, _: Known) -> MagicSnail:
    """Read ``start('ABC', 5)``."""
    key, size = term.arguments
    return MagicSnail(key, size)


def write_term(puzzle: MagicSnail) -> Term:
    """Write ``start('ABC', 5)``."""
    return Term("start", (puzzle.key, puzzle.size))


CARRIERS = {
    "caracol": Carrier(("magic-snail",), read_link, write_link, givens=True),
    "prolog": Carrier(("start/2",), read_term, write_term, fits=fits_term),
}
