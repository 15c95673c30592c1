"""The parts of genres with givens, perhaps with numbers beside the board: editor and drafts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from caracol.authoring.drafts.clues import GIVENS, Clues
from caracol.authoring.drafts.symmetry import Place
from caracol.authoring.editor import Act, Tool, moved
from caracol.authoring.notation.bands import Band, Bands
from caracol.authoring.parts import EditorPart
from caracol.board.grid import squares_of
from caracol.board.names import Name
from caracol.errors import ClueError
from caracol.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)


class FieldsEditor(EditorPart[P]):
    """An editor whose options are fields of the puzzle, or of its grid."""

    def settings(self, puzzle: P) -> dict[str, Any]:
        names = [option.name for option in self.OPTIONS]
        return {
            name: getattr(puzzle if hasattr(puzzle, name) else puzzle.grid, name) for name in names
        }

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:
        made = self.blank(options)
        values = len(made.symbols)
        givens = [None if v is None or v >= values else v for v in puzzle.givens]
        before, after = squares_of(puzzle.grid), squares_of(made.grid)
        clues: dict[str, Any] = self.keep_clues(puzzle, made)
        fields: dict[str, Any] = {"givens": moved(givens, before, after, None), "info": puzzle.info}
        return replace(made, **clues, **fields)

    def keep_clues(self, puzzle: P, made: P) -> dict[str, Any]:  # noqa: ARG002
        """Return the fields of a board with other options that keep clues of this puzzle."""
        return {}


class BandsEditor(FieldsEditor[P]):
    """An editor of numbers beside the board."""

    BANDS: Bands
    TYPED: tuple[str, str, str]
    """The ID and the name of the tool that types numbers, and its help for setters."""
    MORE_TOOLS: tuple[Tool, ...] = ()
    """Other tools of the setter."""

    @property
    def TOOLS(self) -> Any:  # type: ignore[override]  # noqa: N802
        """The tool that types numbers beside the board."""
        return (*self.MORE_TOOLS, self.BANDS.tool(*self.TYPED))

    def keep_clues(self, puzzle: P, made: P) -> dict[str, Any]:
        grid = squares_of(made.grid)
        return self.BANDS.resize(
            puzzle, grid, lambda clue, length: clue if (clue or 0) <= length else None
        )

    def edit(self, puzzle: P, act: Act) -> P:
        band, number = self.BANDS.find(squares_of(puzzle.grid), act.row, act.column)
        text = act.text.strip()
        if text and not (text.isascii() and text.isdigit() and len(text) < 4):
            raise ClueError(f"'{text[:8]}' is not a number", f"{band.side} {number + 1}")
        return self.BANDS.change(puzzle, band, number, int(text) if text else None)


def name_count(band: Band, number: int, clue: Any) -> Name:
    """Return the name of the rule of a number that counts: "the 2 of row 3"."""
    return Name(
        f"the {{}} of {band.line} {{}}", f"the {{}}s of {band.line}s {{}}", clue, number + 1
    )


COUNT_PLACES = {
    f"the {{}} of {line} {{}}": {"one": f"{line} {{1}}", "many": f"{line}s {{1}}"}
    for line in ("row", "column")
}
"""Phrases by which sentences about places name the lines of such rules: "row 3"."""


def strip_bands(
    bands: Bands, name: Callable[[Band, int, Any], str], givens: bool = True, **more: Any
) -> Clues[Any]:
    """Return the clues beside the board that can be left out, and the givens if there are any.

    ``name`` returns the name of the rule of a clue.
    """

    def places(puzzle: Any) -> dict[Place, str]:
        found = GIVENS.places(puzzle) if givens else {}
        grid = squares_of(puzzle.grid)
        for band, number, clue in bands.clues(puzzle):
            found[band.place(grid, number)] = name(band, number, clue)
        return found

    def kept(puzzle: Any, left: frozenset[Place]) -> Any:
        grid = squares_of(puzzle.grid)
        fields = {
            band.field: tuple(
                clue if band.place(grid, number) in left else None
                for number, clue in enumerate(getattr(puzzle, band.field))
            )
            for band in bands
        }
        made = replace(puzzle, **fields)
        return GIVENS.kept(made, left) if givens else made

    return Clues(places, kept, **more)
