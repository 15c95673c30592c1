"""Sentences for broken rules, in everyday words."""

from __future__ import annotations

from collections.abc import Mapping

from caracol.board.names import Name
from caracol.rules import Rule, Violation

GIVEN = "the given {} in {}"
"""Template of the name of a given value's rule."""
USUAL = {
    GIVEN: "A given cell was changed.",
    "the cell {}: -": "A cell may not be left empty.",
    "row {}: too-many": "Row {0} has {found}.",
    "row {}: too-few": "Row {0} has {room}.",
    "column {}: too-many": "Column {0} has {found}.",
    "column {}: too-few": "Column {0} has {room}.",
}
"""Sentences that all genres share, by the template of the rule's name and the kind of violation."""


def put_into_words(rule: Rule, found: Violation, words: Mapping[str, str]) -> Violation:
    """Return a violation with a genre's sentence for it, or the usual one, if there is one."""
    name = rule.name
    template, parts = (name.one, name.parts) if isinstance(name, Name) else (name, ())
    for key in (f"{template}: {found.kind}", template):
        for sentences in (words, USUAL):
            if key in sentences:
                return found._replace(sentence=sentences[key].format(*parts, **found.details))
    return found
