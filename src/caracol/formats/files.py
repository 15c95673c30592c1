"""Our own JSON and JSON Lines as formats."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.errors import FormatError
from caracol.formats import own
from caracol.formats.format import Asked, Format
from caracol.plugins import all_genres
from caracol.puzzle import Puzzle


class Json(Format):
    """One puzzle, or a list of them."""

    name = "json"
    about = "our own puzzle file: every genre, every clue"

    def looks(self, text: str) -> bool:
        plain = text.lstrip()[:100]
        if plain[:1] != "[":
            return plain[:1] == "{" and not _several_lines_of_json(text)
        # A list of lists is no file of ours, but perhaps a Prolog term; a word is a section.
        return plain[1:].lstrip()[:1] in ("", *'{]"-0123456789')

    def read_all(self, text: str, asked: Asked) -> Iterator[Puzzle]:
        yield from own.read_json(text, asked.genre)

    def write(self, puzzle: Puzzle) -> str:
        return own.pretty(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(genre.id for genre in all_genres())

    writes = reads


class JsonLines(Json):
    """One puzzle a line, so that any number of them can stream."""

    name = "jsonl"
    about = "JSON Lines: our own puzzle file, one puzzle a line"

    def looks(self, text: str) -> bool:
        return text.lstrip()[:1] == "{" and _several_lines_of_json(text)

    def read_all(self, text: str, asked: Asked) -> Iterator[Puzzle]:
        found = False
        start = number = 0
        while start < len(text):
            # Not splitlines(): U+2028 may stand in a title, and a copy of all lines costs memory.
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            line, start, number = text[start:end], end + 1, number + 1
            if line.strip():
                found = True
                yield own.read_line(line, number, asked.genre)
        if not found:
            raise FormatError("there is no puzzle in this text")

    def write(self, puzzle: Puzzle) -> str:
        return own.one_line(puzzle)


def _several_lines_of_json(text: str) -> bool:
    """Whether the first line is an object of its own and something follows it."""
    first, _, rest = text.strip().partition("\n")
    return first.rstrip().endswith("}") and rest.lstrip()[:1] == "{"


FORMATS = (Json(), JsonLines())
