"""The catalogue of words: the sentences of explanations, in one file for each language.

``languages/en.toml`` has all that is said of every genre, in English. What is said of one genre
stands in the genre: the words of its rules and values where they are stated, and the names and
sentences of its techniques in ``WORDS`` of its ``techniques`` module.

Another language is a file of the same form. It may be partial: what it does not have is said in
English. Besides the tables of the English file it has ``[names]`` and ``[demands]``, whose keys
are the templates with which genres state their rules, and ``[symbols]``, by the values' words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from caracol.board.names import Text
from caracol.board.scene import Amount, Symbol

PLACE = Path(__file__).parent / "languages"

Layer = Mapping[str, str]
"""Phrases by their keys: "count.needs.one"."""

TEXTS = ("name", "sentence", "then", "then-named")
"""What a genre says of a technique, in this order."""


class Words:
    """What there is to say in one language; where a layer lacks a phrase, the next one has it."""

    def __init__(self, *layers: Layer) -> None:
        self.layers = layers
        self._said = {key: said for layer in reversed(layers) for key, said in layer.items()}
        # Hint after hint speaks of the same rows and numbers.
        self._filled = lru_cache(maxsize=4096)(self._fill)

    @classmethod
    def read(cls, text: str) -> Words:
        """The words of a language's file, with English for what it lacks."""
        return cls(_flat(tomllib.loads(text)), *english().layers)

    def with_techniques(
        self,
        techniques: Mapping[str, tuple[str, ...]],
        phrases: Mapping[str, Any] | None = None,
    ) -> Words:
        """These words and a genre's, which has for each technique its name and its sentence.

        A third text is what is said where the step goes on from the one cell that was just
        written, a fourth where it goes on from one of several.

        ``phrases`` are those of which a genre's own sentences are made, as in a language's file.
        A language's file comes before them, and what is said of every genre behind.
        """
        if not techniques and not phrases:
            return self
        named = {
            f"techniques.{technique}.{part}": words
            for technique, both in techniques.items()
            for part, words in zip(TEXTS, both, strict=False)
        }
        *own, last = self.layers
        return Words(*own, {**named, **_flat(phrases or {})}, last)

    @property
    def techniques(self) -> set[str]:
        """The ids of the techniques that have words."""
        keys = [key.split(".") for layer in self.layers for key in layer]
        return {parts[1] for parts in keys if parts[0] == "techniques"}

    def technique(self, technique: str) -> str:
        """A technique's name for people."""
        found = self.find(f"techniques.{technique}.name")
        return upper(technique.replace("-", " ")) if found is None else found

    def find(self, key: str) -> str | None:
        """The template with this key: "count.needs.one"."""
        return self._said.get(key)

    def sentence(self, technique: str, *forms: str) -> str | None:
        """The template of a technique's sentence, in the first of these forms that it has."""
        for layer in self.layers:
            for name in (*forms, "sentence"):
                if (key := f"techniques.{technique}.{name}") in layer:
                    return layer[key]
        return None

    def say(self, key: str, many: bool | None = None, /, **fields: object) -> str:
        """A phrase with its fields filled in; where it has two forms, the one for so many."""
        template = self.find(key if many is None else f"{key}.{_form(many)}")
        if template is None:
            raise KeyError(key)
        return template.format_map(fields)

    # -- what genres say ---------------------------------------------------------------------

    def text(self, text: str, many: bool = False) -> str:
        """What a rule is about, or what it says, of one or of several; plain text as it is."""
        return self.filled(text, text.parts, many) if isinstance(text, Text) else text

    def filled(self, text: Text, parts: tuple[Any, ...], many: bool) -> str:
        """The text's template in this language, with these parts in its braces."""
        told = text.table, text.one, text.many if many else None, parts
        try:
            return self._filled(*told)
        except TypeError:  # a part that has no hash, as a list
            return self._fill(*told)

    def _fill(self, table: str, one: str, many: str | None, parts: tuple[Any, ...]) -> str:
        template = self.find(f"{table}.{one}.{_form(many is not None)}")
        if template is None:
            template = one if many is None else many
        return template.format(*map(self.part, parts))

    def part(self, part: object) -> str:
        """What fills the braces of a text: a number of values, a value's word, a name, a number."""
        if isinstance(part, Amount):
            return self.counted(part.symbol, part.number)
        if isinstance(part, Symbol):
            return self.symbol(part, "one") or part.word
        return self.text(part) if isinstance(part, Text) else str(part)

    def counted(self, symbol: Symbol, number: int) -> str:
        """So many of a value: "2 stars"."""
        found = self.symbol(symbol, _form(number != 1))
        return symbol.counted(number) if found is None else f"{number} {found}"

    def symbol(self, symbol: Symbol, form: str) -> str | None:
        """A value's word in this language; the forms are one, many, a (with its article) and is.

        "is" is what a cell with it is said to be, where that is another word.
        """
        return self.find(f"symbols.{symbol.word}.{form}")


@cache
def english() -> Words:
    """The words in English, which are complete."""
    return Words(_flat(tomllib.loads((PLACE / "en.toml").read_text("utf-8"))))


def _form(many: bool) -> str:
    return "many" if many else "one"


def _flat(entries: Mapping[str, Any]) -> Layer:
    return dict(_flattened("", entries))


def _flattened(before: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, entry in entries.items():
        if isinstance(entry, str):
            yield before + key, entry
        else:
            yield from _flattened(f"{before}{key}.", entry)


# -- sentences ---------------------------------------------------------------------------------


def filled(template: str, field: Callable[[str], str]) -> str:
    """A sentence from its parts: ``field`` says what stands for a name in braces.

    What stands in square brackets is left out where a part in it has nothing to say. Outside of
    brackets, such a part takes the words before it along, back to the last mark.

    >>> parts = {"rules": "row 1 is empty", "facts": "", "conclusion": "r1c1 is blank"}
    >>> filled("{rules}[, where {facts}]: so {conclusion}.", parts.__getitem__)
    'row 1 is empty: so r1c1 is blank.'
    >>> filled("{rules}; {facts}, so {conclusion}.", parts.__getitem__)
    'row 1 is empty, so r1c1 is blank.'
    >>> filled("{facts}: so {conclusion}.", parts.__getitem__)
    'so r1c1 is blank.'
    """
    told, before = "", ""
    for piece in _pieces(template):
        if piece.startswith("{"):
            part = field(piece[1:-1])
            told += before + part if part else re.sub(r"[,;:.(]?[^,;:.(]*$", "", before)
        elif piece.startswith("["):
            inside = {name: field(name) for name in re.findall(r"\{(\w+)\}", piece)}
            told += before
            if all(inside.values()):
                told += piece[1:-1].format_map(inside)
        else:
            before = piece if told else piece.lstrip(",;:. ")
            continue
        before = ""
    return told + before


@lru_cache(maxsize=256)
def _pieces(template: str) -> tuple[str, ...]:
    """The parts in braces, the optional ones in brackets, and the words between them."""
    return tuple(piece for piece in re.split(r"(\{\w+\}|\[[^]]*\])", template) if piece)


def upper(text: str) -> str:
    """The text as the beginning of a sentence; names of cells stay as they are."""
    return text if re.match(r"r\d+c\d", text) else text[:1].upper() + text[1:]
