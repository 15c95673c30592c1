"""The catalogue of words: the sentences of explanations, in one file for each language.

``languages/en.toml`` has everything that is said about all genres, in English. What is said about
one genre is in the genre: the words of its rules and values where they are stated, and the names
and sentences of its techniques in ``WORDS`` of its ``techniques`` module.

Another language is a file of the same form. It may be partial: what it lacks is said in English.
Besides the tables of the English file, it has ``[names]`` and ``[demands]``, whose keys are the
templates with which genres state their rules, and ``[symbols]``, by the words of the values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from caracol.board.names import Text, capitalise
from caracol.board.scene import Amount, Symbol

PLACE = Path(__file__).parent / "languages"

Layer = Mapping[str, str]
"""Phrases by their keys: "count.needs.one"."""

TEXTS = ("name", "sentence", "then", "then-named")
"""Kinds of texts that a genre has for a technique, in this order."""


class Words:
    """The phrases of one language, in layers: what a layer lacks is taken from the next one."""

    def __init__(self, *layers: Layer) -> None:
        self.layers = layers
        self._phrases = {key: phrase for layer in reversed(layers) for key, phrase in layer.items()}
        # Hint after hint mentions the same rows and numbers.
        self._filled = lru_cache(maxsize=4096)(self._fill)

    @classmethod
    def read(cls, text: str) -> Words:
        """Return the words of a language's file, with English for what it lacks."""
        return cls(_flatten(tomllib.loads(text)), *english().layers)

    def with_techniques(
        self,
        techniques: Mapping[str, tuple[str, ...]],
        phrases: Mapping[str, Any] | None = None,
    ) -> Words:
        """Return these words and a genre's, which has a name and a sentence for each technique.

        A third text is used if the step continues from the one cell that was just written, a fourth
        if it continues from one of several.

        ``phrases`` are those that the genre's sentences use, as in a language's file. A language's
        file has priority over them, and they have priority over the phrases for all genres.
        """
        if not techniques and not phrases:
            return self
        named = {
            f"techniques.{technique}.{part}": words
            for technique, both in techniques.items()
            for part, words in zip(TEXTS, both, strict=False)
        }
        *own, last = self.layers
        return Words(*own, {**named, **_flatten(phrases or {})}, last)

    @property
    def techniques(self) -> set[str]:
        """The ids of the techniques that have words."""
        keys = [key.split(".") for layer in self.layers for key in layer]
        return {parts[1] for parts in keys if parts[0] == "techniques"}

    def technique(self, technique: str) -> str:
        """Return the name of a technique, for people."""
        found = self.find(f"techniques.{technique}.name")
        return capitalise(technique.replace("-", " ")) if found is None else found

    def find(self, key: str) -> str | None:
        """Return the template with this key: "count.needs.one"."""
        return self._phrases.get(key)

    def sentence(self, technique: str, *forms: str) -> str | None:
        """Return the template of a technique's sentence, in the first of these forms it has."""
        for layer in self.layers:
            for name in (*forms, "sentence"):
                if (key := f"techniques.{technique}.{name}") in layer:
                    return layer[key]
        return None

    def say(self, key: str, many: bool | None = None, /, **fields: object) -> str:
        """Return a phrase with its fields filled in, in the singular or plural if it has both."""
        template = self.find(key if many is None else f"{key}.{_get_form(many)}")
        if template is None:
            raise KeyError(key)
        return template.format_map(fields)

    # -- what genres say ---------------------------------------------------------------------

    def text(self, text: str, many: bool = False) -> str:
        """Return a rule's name or statement, about one or several; plain text is unchanged."""
        return self.fill(text, text.parts, many) if isinstance(text, Text) else text

    def fill(self, text: Text, parts: tuple[Any, ...], many: bool) -> str:
        """Return the text's template in this language, with these parts in its braces."""
        stated = text.table, text.one, text.many if many else None, parts
        try:
            return self._filled(*stated)
        except TypeError:  # a part without a hash, such as a list
            return self._fill(*stated)

    def _fill(self, table: str, one: str, many: str | None, parts: tuple[Any, ...]) -> str:
        template = self.find(f"{table}.{one}.{_get_form(many is not None)}")
        if template is None:
            template = one if many is None else many
        return template.format(*map(self.part, parts))

    def part(self, part: object) -> str:
        """Return the words for a part in braces: an amount, a value, a name or a number."""
        if isinstance(part, Amount):
            return self.counted(part.symbol, part.number)
        if isinstance(part, Symbol):
            return self.symbol(part, "one") or part.word
        return self.text(part) if isinstance(part, Text) else str(part)

    def counted(self, symbol: Symbol, number: int) -> str:
        """Return a number of a value: "2 stars"."""
        found = self.symbol(symbol, _get_form(number != 1))
        return symbol.counted(number) if found is None else f"{number} {found}"

    def symbol(self, symbol: Symbol, form: str) -> str | None:
        """Return a value's word in this language: one, many, a (with its article) or is.

        "is" is the word for a cell that has the value, if that is a different one.
        """
        return self.find(f"symbols.{symbol.word}.{form}")


@cache
def english() -> Words:
    """Return the words in English, which are complete."""
    return Words(_flatten(tomllib.loads((PLACE / "en.toml").read_text("utf-8"))))


def _get_form(many: bool) -> str:
    return "many" if many else "one"


def _flatten(entries: Mapping[str, Any]) -> Layer:
    return dict(_list_phrases("", entries))


def _list_phrases(before: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, entry in entries.items():
        if isinstance(entry, str):
            yield before + key, entry
        else:
            yield from _list_phrases(f"{before}{key}.", entry)


# -- sentences ---------------------------------------------------------------------------------


def fill_template(template: str, field: Callable[[str], str]) -> str:
    """Return a sentence from its parts: ``field`` returns the text for a name in braces.

    Text in square brackets is left out if a part in it is empty. Outside brackets, an empty part
    removes the words before it as well, back to the last punctuation mark.

    >>> parts = {"rules": "row 1 is empty", "facts": "", "conclusion": "r1c1 is blank"}
    >>> fill_template("{rules}[, where {facts}]: so {conclusion}.", parts.__getitem__)
    'row 1 is empty: so r1c1 is blank.'
    >>> fill_template("{rules}; {facts}, so {conclusion}.", parts.__getitem__)
    'row 1 is empty, so r1c1 is blank.'
    >>> fill_template("{facts}: so {conclusion}.", parts.__getitem__)
    'so r1c1 is blank.'
    """
    stated, before = "", ""
    for piece in _split_template(template):
        if piece.startswith("{"):
            part = field(piece[1:-1])
            stated += before + part if part else re.sub(r"[,;:.(]?[^,;:.(]*$", "", before)
        elif piece.startswith("["):
            inside = {name: field(name) for name in re.findall(r"\{(\w+)\}", piece)}
            stated += before
            if all(inside.values()):
                stated += piece[1:-1].format_map(inside)
        else:
            before = piece if stated else piece.lstrip(",;:. ")
            continue
        before = ""
    return stated + before


@lru_cache(maxsize=256)
def _split_template(template: str) -> tuple[str, ...]:
    """Return the parts in braces, the optional ones in brackets, and the words between them."""
    return tuple(piece for piece in re.split(r"(\{\w+\}|\[[^]]*\])", template) if piece)
