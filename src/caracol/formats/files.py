"""Our own JSON and JSON Lines as formats."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.authoring.notation.format import Asked, Format, Item
from caracol.errors import FormatError, attempt
from caracol.formats import own
from caracol.formats.decoding import lines_of
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import all_genres


class Json(Format):
    """One puzzle, or a list of them."""

    name = "json"
    about = "Caracol puzzle file: every genre, every clue"

    signs = "a JSON object, or a list of them, with the entry 'caracol'"
    hint = r"\A\s*[{\[]"
    suffix = ".json"
    example = '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}'

    def recognises(self, text: str) -> bool:
        start = own.skip_blanks(text)
        plain = text[start : start + 100]
        if plain[:1] != "[":
            return own.is_ours(text)
        # A list of lists may be a Prolog term, and a word a section; neither is one of our files.
        return plain[1:].lstrip()[:1] in ("{", "]") and (own.names_us(text) or plain[1:2] == "]")

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        yield from own.read_json(text, asked.genre)

    def to_text(self, puzzle: Puzzle) -> str:
        return own.pretty(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(genre.id for genre in all_genres())

    writes = reads


class JsonLines(Json):
    """One puzzle per line, so that any number of them can be streamed."""

    name = "jsonl"
    about = "JSON Lines: Caracol puzzle files, one per line"
    streams = True

    signs = "a JSON object on every line"
    suffix = ".jsonl"
    example = (
        '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}\n'
        '{"caracol": 1, "genre": "magic-snail", "key": "AB", "size": 4}\n'
    )

    def recognises(self, text: str) -> bool:
        start = own.skip_blanks(text)
        return text.startswith("{", start) and own.is_several_lines(text) and own.names_us(text)

    def near(self, text: str) -> bool:
        return own.is_several_lines(text)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        found = False
        for number, line in lines_of(text):
            found = True
            asked.place.line = number
            yield attempt(own.read_line, line, number, asked.genre)
        if not found:
            raise FormatError("there is no puzzle in this text")

    def to_text(self, puzzle: Puzzle) -> str:
        return own.one_line(puzzle)


FORMATS = (Json(), JsonLines())
