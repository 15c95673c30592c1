"""The catalogue of words: every sentence of an explanation, in one file for each language.

``languages/en.toml`` is complete. Another language may be partial; what it does not have is said
in the language it falls back to. Techniques are found by their id, so the file may hold those
of any genre without code here knowing one; a genre from elsewhere brings its own words
(``WORDS`` in its ``techniques`` module) and they are laid over the catalogue.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

PLACE = Path(__file__).parent / "languages"

Pattern = tuple[re.Pattern[str], str]


class Words:
    """What there is to say in one language."""

    def __init__(self, entries: Mapping[str, Any], fallback: Words | None = None) -> None:
        self.entries, self.fallback = entries, fallback
        self.flat = dict(_flat("", {k: v for k, v in entries.items() if k not in TABLES}))
        self._known: dict[tuple[str, bool], str] = {}

    @classmethod
    def read(cls, text: str, fallback: Words | None = None) -> Words:
        """The words of a file; what it lacks is taken from the fallback, English unless told."""
        return cls(tomllib.loads(text), english() if fallback is None else fallback)

    def over(
        self,
        techniques: Mapping[str, tuple[str, str]],
        phrases: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Words:
        """These words, with more techniques, for each its name and sentence, and more phrases."""
        if not techniques and not phrases:
            return self
        named = {
            technique: {"name": name, "sentence": sentence}
            for technique, (name, sentence) in techniques.items()
        }
        return Words({**(phrases or {}), "techniques": named}, self)

    @property
    def techniques(self) -> set[str]:
        """The ids of the techniques that have words."""
        below = set() if self.fallback is None else self.fallback.techniques
        return {*self.entries.get("techniques", {}), *below}

    def find(self, key: str) -> str | None:
        """The template with this key: "count.needs.one"."""
        found = self.flat.get(key)
        if found is None and self.fallback is not None:
            return self.fallback.find(key)
        return found

    def say(self, key: str, many: bool | None = None, /, **fields: object) -> str:
        """A phrase with its fields filled in; where it has two forms, the one for so many."""
        template = self.find(key if many is None else f"{key}.{'many' if many else 'one'}")
        if template is None:
            raise KeyError(key)
        return template.format_map(fields)

    # -- what genres say in English ----------------------------------------------------------

    def value(self, word: str, form: str) -> str | None:
        """A value's word in one of its forms: one, many, counted, several."""
        return self._looked_up("values", word, form)

    def rule(self, text: str, many: bool = False) -> str:
        """What a rule is about, or what it says, for one rule or for several."""
        if (text, many) not in self._known:
            found = self._looked_up("rules", text, "many" if many else "one")
            otherwise = self._plural(text) if many else text
            self._known[text, many] = otherwise if found is None else found
        return self._known[text, many]

    def knows(self, text: str) -> bool:
        """Whether what a rule is about, or says, has an entry."""
        return self._looked_up("rules", text, "one") is not None

    def plural(self, head: str) -> str | None:
        """How several rules are named at once whose names differ in the last word only."""
        entry = self._entry("rules", f"{head} {{}}")
        return None if entry is None else entry.get("many")

    def _plural(self, text: str) -> str:
        verbs = self.entries.get("verbs")
        if verbs is None and self.fallback is not None:
            return self.fallback._plural(text)
        for one, many in (verbs or {}).items():
            if text.startswith(one):
                return str(many) + text.removeprefix(one)
        return text

    def _entry(self, table: str, key: str) -> Mapping[str, str] | None:
        found: Mapping[str, str] | None = self.entries.get(table, {}).get(key)
        if found is None and self.fallback is not None:
            return self.fallback._entry(table, key)
        return found

    def _looked_up(self, table: str, text: str, form: str) -> str | None:
        """The text in this language: found as it is, or by a pattern with its fields."""
        entry = self._entry(table, text)
        if entry is not None and form in entry:
            return entry[form]
        for pattern, key in _patterns(table):
            match = pattern.fullmatch(text)
            if match is not None:
                entry = self._entry(table, key)
                if entry is not None and form in entry:
                    parts = match.groups()
                    a = "an" if parts[0][:1] in tuple("aeiou") else "a"
                    return entry[form].format(*map(self.part, parts), a=a)
        return None

    def part(self, text: str) -> str:
        """What differs from rule to rule: a number of values, or a value's word."""
        for word, forms in english().entries["values"].items():
            for form in ("counted", "several"):
                pattern = forms.get(form)
                if pattern and (match := _pattern(pattern).fullmatch(text)):
                    said = self.value(word, form)
                    return text if said is None else said.format(*match.groups())
        return text


TABLES = ("values", "rules", "verbs")
"""Tables whose keys are what genres say, not names of phrases."""


@cache
def english() -> Words:
    """The words in English, which are complete."""
    return Words(tomllib.loads((PLACE / "en.toml").read_text("utf-8")))


@cache
def _patterns(table: str) -> list[Pattern]:
    """The keys of a table with something to fill in, those with most words first."""
    keys = [key for key in english().entries[table] if "{}" in key]
    keys.sort(key=lambda key: (-len(key), key))
    return [(_pattern(key), key) for key in keys]


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(re.escape(key).replace(r"\{\}", "(.+?)"))


def _flat(before: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, entry in entries.items():
        if isinstance(entry, str):
            yield before + key, entry
        else:
            yield from _flat(f"{before}{key}.", entry)
