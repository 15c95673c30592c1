"""Puzzles and genres as plain data, for the page and other programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from caracol.authoring import editing
from caracol.authoring.parts import DraftPart, ExamplePart
from caracol.board.grid import Grid, Places, spots
from caracol.board.places import Sides
from caracol.board.scene import Shape
from caracol.errors import FormatError
from caracol.formats import converting, own
from caracol.generator.loop import list_options
from caracol.puzzle import Genre, Puzzle
from caracol.support.options import Option


def puzzle_view(puzzle: Puzzle) -> dict[str, Any]:
    """Return everything that is needed to draw and play a puzzle."""
    scene, writing = puzzle.scene, editing.writing(puzzle)
    clues, marks = puzzle.genre.encode(puzzle), marks_of(puzzle)
    return {
        "puzzle": own.encode(puzzle),
        "clues": digest(puzzle.genre.id, clues),
        "link": link(puzzle),
        "genre": {
            "id": puzzle.genre.id,
            "name": puzzle.genre.name,
            "instructions": puzzle.genre.instructions_of(puzzle),
            "generating": puzzle.genre.part(DraftPart) is not None,
        },
        "info": puzzle.info.entries(),
        "rows": puzzle.grid.rows,
        "columns": puzzle.grid.columns,
        "places": places_view(puzzle.grid),
        "symbols": [
            {
                "letter": symbol.letter,
                "word": symbol.word,
                "thing": symbol.thing,
                "shape": symbol.shape.value,
                "glyph": symbol.glyph or symbol.letter,
                "colour": symbol.colour,
                "mark": marks.get(symbol.colour, "") if symbol.shape is Shape.FILL else "",
            }
            for symbol in puzzle.symbols
        ],
        "givens": list(puzzle.givens),
        "strokes": [[s.row, s.column, int(s.down), s.weight.value] for s in scene.strokes],
        "diagonals": scene.diagonals,
        "labels": [
            {**label._asdict(), "mark": marks.get(label.colour, "")} for label in scene.labels
        ],
        "shaded": list(scene.shaded),
        "closed": closed(puzzle),
        "never": never(puzzle),
        "caption": scene.caption,
        "margins": list(scene.margins),
        "writing": {
            "press": list(writing.press),
            "keys": dict(writing.keys),
            "chosen": writing.chosen,
        },
        "spoken": editing.spoken(puzzle),
        "names": [[cells[0], name] for name, cells in scene.parts],
        "settings": editing.settings(puzzle),
        "tools": [tool._asdict() for tool in editing.tools(puzzle.genre)],
    }


def places_view(board: Places) -> dict[str, Any] | None:
    """Return the places for values, with their names; ``None`` if they are squares."""
    if isinstance(board, Grid):
        return None
    return {
        "noun": board.noun,
        "lines": list(board.lengths),
        "spots": [[spot.row, spot.column, spot.form.value] for spot in spots(board)],
        "words": [board.words(cell) for cell in range(board.size)],
        "dots": isinstance(board, Sides),
    }


def closed(puzzle: Puzzle) -> list[int]:
    """Return the cells in which nothing is written: black squares, trees and the like."""
    allowed = puzzle.model.allowed.items()
    known = {cell for cell, mask in allowed if not mask & (mask - 1)}
    return sorted(known.union(puzzle.scene.shaded if puzzle.scene.squares else ()))


def never(puzzle: Puzzle) -> list[int]:
    """Return the values that no cell in play can have."""
    everything = (1 << len(puzzle.symbols)) - 1
    cells = set(range(puzzle.grid.size)).difference(closed(puzzle))
    some = 0
    for cell in cells:
        some |= puzzle.model.allowed.get(cell, everything)
    return [value for value in range(len(puzzle.symbols)) if cells and not some >> value & 1]


def marks_of(puzzle: Puzzle) -> dict[str, str]:
    """Return a letter for each of several colours, so that nothing is shown by colour alone."""
    colours = [symbol for symbol in puzzle.symbols if symbol.shape is Shape.FILL]
    return {symbol.colour: symbol.letter for symbol in colours} if len(colours) > 1 else {}


def link(puzzle: Puzzle) -> str:
    """Return the compact link of a puzzle, or "" if it cannot express the whole puzzle."""
    try:
        return converting.write(puzzle, "caracol")
    except FormatError:
        return ""


def digest(*parts: Any) -> str:
    """Return a short hash of some data, such as the clues of a puzzle."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def genre_view(genre: Genre[Any]) -> dict[str, Any]:
    """Return a genre with its options and tools."""
    editor = editing.editor_of(genre)
    return {
        "id": genre.id,
        "name": genre.name,
        "instructions": genre.instructions,
        "options": [_option(option) for option in editor.OPTIONS],
        "tools": [tool._asdict() for tool in editing.tools(genre)],
        "aids": [{**aid._asdict(), "id": aid.id.value} for aid in editor.AIDS],
        "example": example_of(genre),
        "blank": "blank" in editor.given,
        "generating": _generating(genre),
        "grades": _grades(genre),
    }


def example_of(genre: Genre[Any]) -> Mapping[str, Any] | None:
    """Return an example to start with: the editor's, or the one printed with the rules."""
    found = editing.editor_of(genre).EXAMPLE
    printed = genre.part(ExamplePart)
    return own.encode(printed.PUZZLE) if found is None and printed is not None else found


def _generating(genre: Genre[Any]) -> list[dict[str, Any]] | None:
    """Return the options of the generator, or ``None`` if the genre has none."""
    if genre.part(DraftPart) is None:
        return None
    return [_option(option) for option in list_options(genre)]


def _grades(genre: Genre[Any]) -> list[str]:
    """Return the grades that puzzles of the genre have, the easiest first."""
    part = genre.part(DraftPart)
    return [] if part is None else list(part.GRADES)


def _option(option: Option) -> dict[str, Any]:
    lists = {"choices": list(option.choices), "sides": list(option.sides)}
    return {**option._asdict(), "kind": option.kind.value, **lists}
