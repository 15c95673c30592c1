"""Numbers agree with their nouns: "1 cell", "2 cells", in every message of the program."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from caracol.errors import count_noun, plural
from sources import TOP

SOURCES = TOP / "src" / "caracol"
NOUNS = [
    "boards",
    "books",
    "buildings",
    "cells",
    "characters",
    "choices",
    "clues",
    "columns",
    "combinations",
    "constraints",
    "copies",
    "cores",
    "corners",
    "digits",
    "dominoes",
    "entries",
    "errors",
    "files",
    "games",
    "genres",
    "grades",
    "groups",
    "hints",
    "houses",
    "inches",
    "items",
    "letters",
    "lines",
    "links",
    "loops",
    "marks",
    "messages",
    "minutes",
    "models",
    "moves",
    "names",
    "nodes",
    "notes",
    "numbers",
    "options",
    "others",
    "pages",
    "pairs",
    "pieces",
    "places",
    "poles",
    "puzzles",
    "regions",
    "requests",
    "rounds",
    "rows",
    "rules",
    "runs",
    "seconds",
    "sheets",
    "sides",
    "signs",
    "solutions",
    "squares",
    "stars",
    "states",
    "steps",
    "studies",
    "symbols",
    "tags",
    "tents",
    "things",
    "times",
    "trees",
    "tries",
    "tuples",
    "units",
    "values",
    "variables",
    "ways",
    "weights",
    "words",
    "workers",
]
COUNTED = re.compile(rf"(?<![\w×])\{{([^{{}}]*)\}} (?:[a-z]+ )?({'|'.join(NOUNS)})\b(?!\w)")


def read_messages(path: Path) -> list[str]:
    """Return the f-strings of a module, with the code of their placeholders in braces."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [
                part.value if isinstance(part, ast.Constant) else f"{{{_write(part)}}}"
                for part in node.values
            ]
            found.append("".join(map(str, parts)))
    return found


def _write(part: ast.expr) -> str:
    code = part.value if isinstance(part, ast.FormattedValue) else part
    return ast.unparse(code).replace("{", "(").replace("}", ")")


def is_number(code: str) -> bool:
    """Return whether a placeholder may be a number that is one."""
    constant = re.fullmatch(r"[\w.]*\b[A-Z][A-Z_]+|len\([A-Z_.]+\)|\d.*", code)
    return not constant and "count_noun" not in code


NEVER_ONE = {
    # Boards, lists and lines that cannot be so small, or messages that appear only for more.
    "authoring/laws/houses.py": {"most"},
    "authoring/notation/codecs.py": {"length"},
    "authoring/notation/digit_texts.py": {"self.slots", "len(board)"},
    "authoring/notation/signs.py": {"links.size", "lengths"},
    "authoring/region_editor.py": {"len(pieces)"},
    "drawing/qr_codes.py": {"len(text)"},
    "engines/answer.py": {"self.count"},
    "formats/own.py": {"longest"},
    "formats/recognising.py": {"len(puzzles)", "len(ways)"},
    "genres/easy_as_abc/__init__.py": {"MOST_VALUES - 1", "len(self.letters)"},
    "genres/easy_as_abc/draft.py": {"len(letters)"},
    "genres/easy_as_abc/formats/letters.py": {"len(letters)"},
    "genres/easy_as_abc/models.py": {"size - 1"},
    "genres/easy_as_abc/samples.py": {"number"},
    "genres/kakuro/__init__.py": {"len(self.squares)", "len(run.cells)"},
    "genres/magic_snail/__init__.py": {"puzzle.size", "len(self.key)"},
    "genres/magic_snail/draft.py": {"len(key)"},
    "genres/magic_snail/models.py": {"len(way)"},
    "genres/magic_snail/samples.py": {"number"},
    "genres/magnets/draft.py": {"grid.size"},
    "genres/nonogram/__init__.py": {"needed", "c.name"},
    "genres/nonogram/clues.py": {"len(items)"},
    "genres/nonogram/formats/links.py": {"width + height"},
    "genres/nonogram/formats/listed.py": {"puzzle.grid.size"},
    "genres/star_battle/draft.py": {"rows * a_row"},
    "genres/star_battle/editor.py": {"puzzle.stars", "total"},
    "genres/star_battle/formats/carriers.py": {"most"},
    "genres/star_battle/report.py": {"asked.stars", "found.seconds"},
    "genres/sudoku.py": {"self.size", "len(pieces)"},
    "lab/exercises.py": {"right.values", "task.puzzles", "len(kept)"},
    "lab/export/lowered.py": {"len(form.cells)"},
    "lab/studies/report.py": {"whole"},
    "puzzle/cpmpy_models.py": {"len(numbers)"},
    "rules/kind.py": {"values"},
    "verbs/common.py": {"number"},
    "verbs/exchange/convert.py": {"number"},
    "verbs/laboratory/report.py": {"seconds"},
    "verbs/making/generate.py": {"payload['most_cells']"},
    "verbs/making/picture.py": {"payload['most_cells']"},
    "verbs/requested.py": {"most", "size"},
    # Names, not numbers.
    "authoring/notation/format.py": {"self.genre.name"},
    "formats/frames/compact.py": {"name", "genre.name"},
    "formats/schema.py": {"genre.name"},
    "lab/export/cp_sat.py": {"_expressions(cells)"},
    "verbs/laboratory/options.py": {"KINDS[name]"},
}
"""Placeholders before a plural that are never 1, by file."""


def test_no_message_puts_a_number_that_may_be_one_before_a_plural() -> None:
    """Messages count with ``count_noun``, which knows the singular."""
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = str(path.relative_to(SOURCES))
        for message in read_messages(path):
            for found in COUNTED.finditer(message):
                if is_number(found[1]) and found[1] not in NEVER_ONE.get(name, ()):
                    wrong.append(f"{name}: {found[0]}")
    assert wrong == []


def test_the_listed_exceptions_still_exist() -> None:
    there = {
        (str(path.relative_to(SOURCES)), found[1])
        for path in SOURCES.rglob("*.py")
        for message in read_messages(path)
        for found in COUNTED.finditer(message)
    }
    assert {(name, one) for name, codes in NEVER_ONE.items() for one in codes} <= there


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("cell", "cells"),
        ("entry", "entries"),
        ("way", "ways"),
        ("different puzzle", "different puzzles"),
    ],
)
def test_nouns_agree_with_0_1_and_2(noun: str, many: str) -> None:
    assert plural(noun) == many
    assert [count_noun(number, noun) for number in (0, 1, 2)] == [
        f"0 {many}",
        f"1 {noun}",
        f"2 {many}",
    ]
