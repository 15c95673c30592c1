"""Words and efforts are each in one place, complete, and translatable."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import caracol
from caracol.deduction import efforts
from caracol.deduction.walk.repertoire import GENERIC
from caracol.deduction.words.language import PLACE, Words, english
from caracol.genres.star_battle import StarBattle
from caracol.kit import TechniquesPart
from caracol.questions.explaining import explain, grade, hint, techniques, why
from sources import TOP

TECHNIQUES = sorted((TOP / "src/caracol/genres").glob("*/techniques.py"))
TOLD = sorted(
    {*PLACE.parent.glob("*.py")} - {PLACE.parent / name for name in ("efforts.py", "verify.py")}
)
"""The modules that find and describe steps, without evidence and the messages of checks."""

ALONE = {"given", "count-none", "count-full", "count-all", "naked-single", "pair", "reading"}
ALONE |= {"one-rule", "together", "sum", "sum-of-different", "connected", "loop"}
LAST = {"balance", "by-computer"}
LONG = {"long-trial", "trial-inside"}
"""Names that are not separate techniques: a single rule, and the last resort."""

GERMAN = """
[lists]
and = " und "

[techniques.count-full]
name = "Voll"
sentence = "{rules}, und {facts} schon: also {conclusion}."

[known]
is = { one = "{cells} ist {value}", many = "{cells} sind {value}" }

[techniques.around-a-star]
name = "Um einen Stern"
sentence = "Sterne berühren sich nicht, und {facts}: also {conclusion}."

[symbols]
"star" = { one = "Stern", many = "Sterne", a = "ein Stern" }
"empty cell" = { is = "leer" }

[names]
"row {}" = { one = "Zeile {}", many = "Zeilen {}" }
"column {}" = { one = "Spalte {}", many = "Spalten {}" }
"region {}" = { one = "Gebiet {}", many = "Gebiete {}" }
"the given {} in {}" = { one = "{1}, wo schon {0} steht," }

[demands]
"has exactly {}" = { one = "hat genau {}", many = "haben je genau {}" }
"cannot hold a star" = { one = "bleibt leer", many = "bleiben leer" }
"""


def puzzle() -> StarBattle:
    return StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"])


def looks() -> dict[str, str]:
    """Return the kind of look of each technique that a genre adds."""
    parts = (genre.part(TechniquesPart) for genre in caracol.list_genres())
    return {name: look for part in parts if part for name, look in part.LOOKS.items()}


def find_texts(path: Path) -> list[str]:
    """Return the texts in a module, except those in documentation and assertions."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    silent = [node.value for node in nodes if isinstance(node, ast.Expr)]
    silent += [node.msg for node in nodes if isinstance(node, ast.Assert) and node.msg is not None]
    inner = {id(one) for node in silent for one in ast.walk(node)}
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner
    ]


# -- efforts


def test_every_technique_has_a_row_in_the_table_and_every_row_is_used() -> None:
    generic = {technique.id for technique in GENERIC} - {"implied-count"}

    # A person counts the remaining cells of a line, whichever value these are for.
    # Some steps of two techniques are plainer than the others.
    used = {*looks().values(), *generic, "rest-of-a-line", "line-into-a-corner", "stretch"}
    assert used | ALONE | LAST | {"trial-inside"} == set(efforts.TABLE)


@pytest.mark.parametrize("path", TECHNIQUES, ids=lambda path: path.parent.name)
def test_no_effort_is_written_in_a_genre(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))

    assert [n for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, float)] == []


def test_every_effort_and_every_bound_has_its_evidence() -> None:
    assert all(look.at and look.evidence for look in efforts.TABLE.values())
    assert all(bound.demand for bound in efforts.BOUNDS)


def test_the_table_is_sorted_from_easy_to_hard() -> None:
    numbers = [look.effort for look in efforts.TABLE.values()]
    bounds = [bound.number for bound in efforts.BOUNDS]

    assert numbers == sorted(numbers)
    assert bounds == sorted(bounds)


# -- words


def test_every_technique_has_a_name_and_a_sentence() -> None:
    wanted = {*(technique.id for technique in GENERIC), *ALONE, *LAST, *LONG}

    assert english().techniques == wanted
    for genre in caracol.list_genres():
        own = genre.part(TechniquesPart)
        assert set(own.WORDS) == set(own.LOOKS)
        assert not set(own.WORDS) & wanted
        words = english().with_techniques(own.WORDS)
        for technique in words.techniques:
            assert words.find(f"techniques.{technique}.name")
            assert (words.find(f"techniques.{technique}.sentence") or "").endswith(".")


def test_a_genre_lists_only_techniques_that_its_kinds_of_rule_allow() -> None:
    known = {genre.id: set(techniques(genre)) for genre in caracol.list_genres()}
    counting = {"count-full", "count-all", "count-inside", "packing", "squeeze", "balance"}

    assert not known["nonogram"] & {*counting, "count-none", "pair", "set-of-values", "whole-line"}
    assert "overlap" in known["nonogram"]
    assert counting <= known["star-battle"]
    assert not known["star-battle"] & {"pair", "reading", "set-of-values", "count-none"}
    assert {"count-none", "whole-line", "implied-count", "naked-single"} <= known["magnets"]
    assert not known["magnets"] & {"pair", "set-of-values"}
    assert "whole-line" in known["easy-as-abc"]
    assert "pair" not in known["magic-snail"]
    assert all("given" not in names for names in known.values())


@pytest.mark.parametrize("path", TOLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_code_that_finds_or_describes_steps_contains_sentences(path: Path) -> None:
    # Look for three words in a row; quoted types have bars between them.
    assert [text for text in find_texts(path) if re.search(r"\w+,? \w+,? \w+", text)] == []


def test_a_second_language_may_be_partial_and_falls_back_to_english() -> None:
    german = Words.read(GERMAN)

    walk = explain(puzzle(), words=german)

    assert [step.cuts for step in walk.steps] == [step.cuts for step in explain(puzzle()).steps]
    full = next(
        step
        for step in walk.steps
        if step.technique == "count-full" and "at most" not in step.rules[0].statement
    )
    assert full.name == "Voll"
    assert "hat genau 1 Stern, und r" in full.sentence
    assert " ist ein Stern schon: also " in full.sentence
    assert full.sentence.endswith((" bleiben leer.", " bleibt leer."))
    other = next(step for step in walk.steps if step.technique.endswith("ercounting"))
    assert other.name in ("Undercounting", "Overcounting")
    assert " needs " in other.sentence
    assert "Zeile" in other.sentence or "Gebiet" in other.sentence


def test_a_second_language_has_words_for_the_techniques_and_rules_of_a_genre() -> None:
    german = Words.read(GERMAN)
    given = puzzle().with_givens((1, *[None] * 15))

    around = next(s for s in explain(given, words=german).steps if s.technique == "around-a-star")

    assert around.name == "Um einen Stern"
    assert around.sentence == (
        "Sterne berühren sich nicht, und r1c1 ist ein Stern: also r1c2, r2c1 und r2c2 bleiben leer."
    )
    assert german.text(given.given_rules()[0].name) == "r1c1, wo schon Stern steht,"
    assert {german.text(rule.name) for rule in given.model.rules[:2]} == {"Zeile 1", "Zeile 2"}
    assert german.text(given.model.rules[0].statement, many=True) == "haben je genau 1 Stern"


def test_hints_reasons_and_grades_can_be_in_a_second_language() -> None:
    german = Words.read(GERMAN)

    told_so = hint(puzzle(), words=german)
    steps = why(puzzle(), 0, words=german)
    bottleneck = grade(puzzle(), words=german).bottleneck

    assert told_so.step is not None
    assert bottleneck is not None
    german_words = ("Zeile", "Spalte", "Gebiet", "Stern", "leer")
    for step in (told_so.step, steps[-1], bottleneck):
        assert any(word in step.sentence for word in german_words)


def test_a_plug_in_genre_can_override_words_of_the_catalogue() -> None:
    words = english().with_techniques({"new-one": ("New", "{rules}: so {conclusion}.")})

    assert words.find("techniques.new-one.name") == "New"
    assert words.find("techniques.pair.name") == "Pair"
    assert "new-one" not in english().techniques


@pytest.mark.parametrize(
    ("length", "words"), [(1, "the only cell"), (2, "both cells"), (3, "all 3 cells")]
)
def test_a_run_takes_the_only_cell_or_both_or_all(length: int, words: str) -> None:
    puzzle = caracol.read(
        json.dumps(
            {"caracol": 1, "genre": "nonogram", "rows": [str(length)], "columns": ["1"] * length}
        )
    )
    assert f"the run takes {words}: so " in str(explain(puzzle))
