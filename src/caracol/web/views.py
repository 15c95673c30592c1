"""Puzzles and answers as the page and other programs get them: plain data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from caracol import editing, formats
from caracol.board.grid import Grid, Places, spots
from caracol.board.places import Sides
from caracol.board.scene import Shape
from caracol.engines.answer import Answer
from caracol.errors import FormatError
from caracol.formats import own
from caracol.generator import options_of
from caracol.genre_parts import DraftPart
from caracol.options import Option
from caracol.puzzle import ExamplePart, Genre, Puzzle
from caracol.rules import Rule
from caracol.solving import Conflict, Fault


def puzzle_view(puzzle: Puzzle) -> dict[str, Any]:
    """Everything that is needed to draw a puzzle and to write into it."""
    scene, writing = puzzle.scene, editing.writing(puzzle)
    clues, marks = puzzle.genre.encode(puzzle), marks_of(puzzle)
    return {
        "puzzle": own.encode(puzzle),
        "clues": digest(puzzle.genre.id, clues),
        "link": link(puzzle),
        "genre": {
            "id": puzzle.genre.id,
            "name": puzzle.genre.name,
            "instructions": puzzle.genre.instructions,
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
                "shape": symbol.shape.value,
                "glyph": symbol.glyph or symbol.letter,
                "colour": symbol.colour,
                "mark": marks.get(symbol.colour, "") if symbol.shape is Shape.FILL else "",
            }
            for symbol in puzzle.symbols
        ],
        "givens": list(puzzle.givens),
        "strokes": [[s.row, s.column, int(s.down), s.weight.value] for s in scene.strokes],
        "labels": [
            {**label.entries(), "mark": marks.get(label.colour, "")} for label in scene.labels
        ],
        "shaded": list(scene.shaded),
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
        "tools": [tool.entries() for tool in editing.tools(puzzle.genre)],
    }


def places_view(board: Places) -> dict[str, Any] | None:
    """Where values are written, line by line, and what each place is called; none for squares."""
    if isinstance(board, Grid):
        return None
    return {
        "lines": list(board.lengths),
        "spots": [[spot.row, spot.column, spot.form.value] for spot in spots(board)],
        "words": [board.words(cell) for cell in range(board.size)],
        "dots": isinstance(board, Sides),
    }


def never(puzzle: Puzzle) -> list[int]:
    """The values that the laws leave to no cell, but for those that are no part of play."""
    everything, shaded = (1 << len(puzzle.symbols)) - 1, puzzle.scene.shaded
    cells = set(range(puzzle.grid.size)).difference(shaded if puzzle.scene.squares else ())
    some = 0
    for cell in cells:
        some |= puzzle.model.allowed.get(cell, everything)
    return [value for value in range(len(puzzle.symbols)) if cells and not some >> value & 1]


def marks_of(puzzle: Puzzle) -> dict[str, str]:
    """The letter of each colour where there are several, for nothing is told by colour alone."""
    colours = [symbol for symbol in puzzle.symbols if symbol.shape is Shape.FILL]
    return {symbol.colour: symbol.letter for symbol in colours} if len(colours) > 1 else {}


def link(puzzle: Puzzle) -> str:
    """The compact link of a puzzle, or nothing where it would not say everything."""
    try:
        return formats.write(puzzle, "caracol")
    except FormatError:
        return ""


def digest(*parts: Any) -> str:
    """A short name for what a puzzle asks, the same wherever the same is asked."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def genre_view(genre: Genre[Any]) -> dict[str, Any]:
    """What there is to choose for a genre."""
    editor = editing.editor_of(genre)
    return {
        "id": genre.id,
        "name": genre.name,
        "instructions": genre.instructions,
        "options": [_option(option) for option in editor.OPTIONS],
        "tools": [tool.entries() for tool in editing.tools(genre)],
        "aids": [{**aid.entries(), "id": aid.id.value} for aid in editor.AIDS],
        "example": example_of(genre),
        "blank": "blank" in editor.given,
        "generating": _generating(genre),
    }


def example_of(genre: Genre[Any]) -> Mapping[str, Any] | None:
    """A puzzle to begin with: the editor's, or the one that is printed with the rules."""
    found = editing.editor_of(genre).EXAMPLE
    printed = genre.part(ExamplePart)
    return own.encode(printed.PUZZLE) if found is None and printed is not None else found


def _generating(genre: Genre[Any]) -> list[dict[str, Any]] | None:
    """What can be asked of a generator, or ``None`` where the genre has none."""
    if genre.part(DraftPart) is None:
        return None
    return [_option(option) for option in options_of(genre)]


def _option(option: Option) -> dict[str, Any]:
    return {**option.entries(), "kind": option.kind.value, "choices": list(option.choices)}


def answer_view(answer: Answer, kept: int) -> dict[str, Any]:
    """An answer of an engine."""
    return {
        "status": answer.status.value,
        "count": answer.count,
        "complete": answer.complete,
        "words": str(answer),
        "stopped": answer.stopped,
        "solutions": [list(solution) for solution in answer.solutions[:kept]],
    }


def rule_view(rule: Rule) -> dict[str, Any]:
    """A rule, in words and with its cells."""
    return {"about": rule.about, "says": rule.says, "cells": list(rule.cells)}


def fault_view(fault: Fault) -> dict[str, Any]:
    """A broken rule, in a sentence."""
    return {"about": fault.rule.about, "sentence": fault.sentence, "cells": list(fault.cells)}


def conflict_view(conflict: Conflict | None) -> dict[str, Any]:
    """Clues that clash."""
    if conflict is None:
        return {"found": False, "sentence": "No clash is known.", "rules": [], "smallest": False}
    return {
        "found": True,
        "sentence": str(conflict),
        "rules": [rule_view(rule) for rule in conflict.rules],
        "smallest": conflict.smallest,
    }
