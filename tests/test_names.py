"""Names, demands and values: texts that know their parts, and the sentences made of them."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest

import caracol
from caracol.board.grid import Grid
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.deduction.steps import Link, Step
from caracol.deduction.techniques.packing_claims import InParts
from caracol.deduction.words.language import Words, fill_template
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.answer import Status
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.kit import ExamplePart, TechniquesPart
from caracol.puzzle import Genre, Info, Puzzle, read_cells, write_cells
from caracol.puzzle.plugins import all_parts
from caracol.questions.explaining import explain, hint, techniques, why
from caracol.questions.techniques import make_writer
from caracol.rules import Count, Elimination, Fact, Regular, Rule, Table
from sources import TOP

SMALL = {genre.id: part.PUZZLE for genre, part in all_parts(ExamplePart)}
EXAMPLES = sorted((TOP / "examples").glob("*/*.json"))
PLURALS = "|".join(
    ["steps", "places", "cells", "rows", "runs", "rules"]
    + [symbol.several for puzzle in SMALL.values() for symbol in puzzle.symbols if symbol.several]
)
TENT = Symbol("l", "tent of the tree to the left", Shape.DOT)


# -- a genre from elsewhere: long words, plain texts, no techniques of its own


@dataclass(frozen=True)
class Tents(Puzzle):
    """A board where a tent, of one of two kinds, stands once in every line."""

    size: int

    symbols = (
        Symbol("x", "grass", Shape.NOTHING),
        TENT,
        Symbol("r", "tent of the tree to the right", Shape.DOT),
    )

    @cached_property
    def grid(self) -> Grid:
        return Grid.checked(self.size, self.size)

    def check(self) -> None:
        self.check_givens()


class TentsGenre(Genre[Tents]):
    """Plain words for everything, as somebody writes who has read one page."""

    id = "test-tents"
    name = "Tents"
    instructions = "Two tents of each kind stand in every line."
    schema: Mapping[str, Any] = {"properties": {}, "required": []}

    def rules(self, puzzle: Tents) -> list[Rule]:
        found: list[Rule] = []
        for name, line in puzzle.grid.lines():
            for value in (1, 2):
                says = f"has exactly {puzzle.symbols[value].counted(1)}"
                found.append(
                    Count(line, 1 << value, 1, 1, name=f"{name} of the camp", statement=says)
                )
        top = (0, 1)
        found.append(
            Table(top, ((1, 2),), name="the sign", statement="points at the first two tents")
        )
        return found

    def scene(self, puzzle: Tents) -> Scene:
        strokes = borders(puzzle.grid, lambda _one, _other: Weight.THIN)
        return Scene(puzzle.grid, strokes, puzzle.symbols)

    def encode(self, puzzle: Tents) -> dict[str, Any]:
        return {"grid": write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> Tents:
        plain = Tents(len(entries["grid"]), info=info)
        return plain.with_givens(read_cells(entries["grid"], plain.grid, plain.symbols, "grid"))


Tents.genre = TentsGenre()


# -- laws of sentences


def unlawful(sentence: str) -> list[str]:
    """What is wrong with a sentence, whatever it says."""
    wrong = [
        mark for mark in ("  ", " ,", " .", " :", " ;", "{", "}", "[", "]") if mark in sentence
    ]
    wrong += re.findall(r"[,;:.(] ?[,;:.)]", sentence)
    wrong += re.findall(rf"\b1 (?:{PLURALS})\b", sentence)
    wrong += re.findall(r"\b(?:only 0\b|\d+ times [A-Z]\b|so (?:it is|they are)\b)", sentence)
    if not re.match(r"[A-Z]|r\d+c\d", sentence):
        wrong.append("does not begin like a sentence")
    if not sentence.endswith(".") or sentence.endswith(".."):
        wrong.append("does not end with one point")
    return wrong


def told(puzzle: Puzzle) -> Iterator[str]:
    """Everything that is said of a puzzle's steps."""
    walk = explain(puzzle)
    yield walk.ending
    for step in walk.steps[:150]:
        yield step.sentence
        yield from step.rungs.values()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sentence_is_well_formed(path: Any) -> None:
    assert [(one, wrong) for one in told(caracol.read(path)) if (wrong := unlawful(one))] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_step_has_a_technique_that_its_genre_does_not_list(path: Any) -> None:
    puzzle = caracol.read(path)

    walk = explain(puzzle)
    used = {step.technique for step in walk.steps}
    if walk.status is not Status.UNIQUE:
        # How rules contradict each other, or leave several ways, no technique teaches.
        used -= {"trial-inside"}

    assert used - {"by-computer"} <= set(techniques(puzzle.genre))


@pytest.mark.parametrize(
    "sentence",
    [
        "Row 1 is empty; , so r1c1 is 5.",
        "Row 1 has room for only 0 stars.",
        "Row 1 still needs 2 times E.",
        "row 1 is empty.",
        "After 1 steps nothing follows.",
        "So r1c1 cannot be blank, so it is B.",
    ],
)
def test_the_laws_see_what_was_wrong_once(sentence: str) -> None:
    assert unlawful(sentence)


def test_a_genre_with_long_words_and_no_techniques_of_its_own_reads_well() -> None:
    puzzle = Tents(4)

    sentences = [*told(puzzle), str(hint(puzzle)), *map(str, why(puzzle, "r1c1"))]
    rule = puzzle.model.rules[0]

    assert [(one, wrong) for one in sentences if (wrong := unlawful(one))] == []
    first = explain(puzzle).steps[0].sentence
    assert first == (
        "The sign points at the first two tents: so r1c1 is a tent of the tree to the left."
    )
    assert any(" of the camp has its tent of the tree to the left in r" in s for s in sentences)
    assert make_writer(puzzle).describe_facts([Fact(0, 2), Fact(1, 2)]) == (
        "r1c1 and r1c2 are each a tent of the tree to the left"
    )
    assert make_writer(puzzle).describe_rules([rule, puzzle.model.rules[2]]) == (
        "row 1 of the camp has exactly 1 tent of the tree to the left; "
        "row 2 of the camp has exactly 1 tent of the tree to the left"
    )


# -- sentences from parts


def step(technique: str, rule: Rule, **details: Any) -> Step:
    """A step of one rule that needs no facts."""
    return Step(
        technique, (rule,), (), (Elimination(0, 1),), 1.0, (2,), details=tuple(details.items())
    )


DETAILS: dict[str, Callable[[Rule], dict[str, Any]]] = {
    "count-all": lambda _rule: {"value": 1},
    "different-lines": lambda _rule: {"assumed": (0, 1)},
    "edge-logic": lambda _rule: {"assumed": (0, 1)},
    "near-the-clue": lambda _rule: {"why": ""},
    "neutral-pairs": lambda rule: {"inner": (rule,), "value": 0, "needed": 2},
    "one-combination": lambda _rule: {"digits": "1 + 2"},
}
"""What the sentences of these techniques always tell, facts or none."""


def bare(writer: SentenceWriter, technique: str, puzzle: Puzzle) -> str:
    rule = puzzle.model.rules[0]
    made = step(technique, rule, **DETAILS.get(technique, lambda _rule: {})(rule))
    if technique in ("different-lines", "edge-logic"):
        made = replace(made, chain=(Link(rule, ()),))
    object.__setattr__(made, "writer", writer)
    return writer.write_sentence(made)


@pytest.mark.parametrize("technique", ["pair", "count-full", "count-all", "reading"])
@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_step_without_facts_has_no_empty_place_in_its_sentence(technique: str, name: str) -> None:
    puzzle = SMALL[name]

    assert unlawful(bare(make_writer(puzzle), technique, puzzle)) == []


@pytest.mark.parametrize("name", sorted(SMALL))
def test_no_technique_of_a_genre_leaves_an_empty_place_without_facts(name: str) -> None:
    puzzle = SMALL[name]
    writer = make_writer(puzzle)

    for technique, (_, template, *_) in puzzle.genre.part(TechniquesPart).WORDS.items():
        # Claims come with what shows them: their sentences are tested where they are found.
        if not re.search(r"\{(claims|reasoned|placed|left)", template):
            assert unlawful(bare(writer, technique, puzzle)) == []


def test_a_technique_without_words_is_told_all_the_same() -> None:
    puzzle = SMALL["star-battle"]
    writer = make_writer(puzzle)

    assert writer.words.technique("my-own-look") == "My own look"
    assert bare(writer, "my-own-look", puzzle).startswith("Row 1 has exactly 1 star: so r1c1 ")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{a}; {b}, so {c}.", "A, so C."),
        ("{a}, and {b}: so {c}.", "A: so C."),
        ("{a}[, where {b}]. {c}.", "A. C."),
        ("[Count {b}. ]{a}[; {c}].", "A; C."),
        ("{a}[ ({b})]: {c}.", "A: C."),
        ("Nothing touches, and {b}: so {c}.", "Nothing touches: so C."),
    ],
)
def test_an_empty_part_takes_its_punctuation_along(template: str, said: str) -> None:
    assert fill_template(template, {"a": "A", "b": "", "c": "C"}.__getitem__) == said


# -- names and demands


def test_a_name_is_a_text_for_everybody_else() -> None:
    name = Name("row {}", "rows {}", 3)

    assert name == "row 3"
    assert {name: 1}["row 3"] == 1
    assert json.dumps({"about": name}) == '{"about": "row 3"}'
    again = pickle.loads(pickle.dumps(name))
    assert (again, again.many, again.parts) == ("row 3", "rows {}", (3,))


def test_a_counted_value_keeps_its_value_and_number_on_every_way() -> None:
    says = Demand("has exactly {}", "each have exactly {}", TENT.counted(2))

    again = pickle.loads(pickle.dumps(says))

    assert again == "has exactly 2 × tent of the tree to the left"
    assert (again.parts[0].symbol, again.parts[0].number) == (TENT, 2)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_names_that_a_model_gives_twice_are_of_one_thing(name: str) -> None:
    known: dict[str, Any] = {}
    for rule in SMALL[name].model.rules:
        assert isinstance(rule.name, Name)
        assert isinstance(rule.statement, Demand)
        parts = (rule.name.one, rule.name.parts)
        assert known.setdefault(rule.name, parts) == parts


def test_several_rules_of_a_kind_are_told_together_in_the_plural() -> None:
    puzzle = StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"])
    writer, rules = make_writer(puzzle), puzzle.model.rules

    assert writer.describe_rules(rules[:3]) == "rows 1–3 each have exactly 1 star"
    assert writer.describe_rules([rules[0], rules[3]]) == "rows 1 and 4 each have exactly 1 star"
    assert writer.describe_rules([rules[0], rules[2], rules[4]]) == (
        "rows 1 and 3, and column 1 each have exactly 1 star"
    )
    assert writer.describe_rules(rules[:1]) == "row 1 has exactly 1 star"
    assert writer.name_rules(rules[8:11]) == "regions A, B and C"


def test_one_line_that_counts_several_letters_says_it_once() -> None:
    puzzle = MagicSnail("ABC", 5)
    writer, rules = make_writer(puzzle), puzzle.model.rules

    assert (
        writer.describe_rules(rules[:2]) == "row 1 has each letter once, so exactly one A and one B"
    )
    assert writer.describe_rules(rules[:6]) == (
        "rows 1 and 2 each have each letter once, so exactly one A, one B and one C"
    )


def test_pairs_and_single_cells_are_told_apart() -> None:
    puzzle = SMALL["magnets"]
    writer = make_writer(puzzle)
    pairs = [rule for rule in puzzle.model.rules if rule.name.startswith("the neighbours")]

    said = InParts((puzzle.model.rules[0],), tuple(pairs[:2]), (0,), 1, 3, ()).describe(writer)

    one, other = (rule.name.parts[0] for rule in pairs[:2])  # type: ignore[attr-defined]
    assert f"r1c1, and the neighbours {one} and {other}, which can take just one each" in said


def test_pairs_of_a_room_are_named_one_by_one() -> None:
    """In a room, cells that follow each other in its list need not be neighbours."""
    grid = SMALL["magnets"].grid
    writer = make_writer(SMALL["magnets"])
    words = {"name": "the room", "statement": "has 2"}
    columns = grid.columns
    room = Count((0, 1, columns, columns + 1, 2), 2, 2, 2, **words)
    pairs = tuple(
        Count(cells, 2, 0, 1, name=f"pair {cells[0]}", statement="has at most 1")
        for cells in ((0, columns), (1, columns + 1))
    )

    said = InParts((room,), pairs, (), 1, 2, (), pairs).describe(writer)

    assert "the pairs of neighbours in r1c1–r2c1 and r1c2–r2c2" in said


def test_one_run_is_a_run() -> None:
    rules = Nonogram.from_numbers([[1], [1, 1], []], [[2], [], [1]]).model.rules

    assert str(rules[0]) == "row 1 has the run 1"
    assert str(rules[1]) == "row 2 has the runs 1 1"
    assert str(rules[2]) == "row 3 is empty"
    assert isinstance(rules[0], Regular)


# -- values


@pytest.mark.parametrize(
    ("symbol", "one", "two"),
    [
        (Symbol("*", "star", Shape.STAR), "1 star", "2 stars"),
        (Symbol("+", "plus", Shape.PLUS), "1 plus", "2 pluses"),
        (Symbol("r", "ruby", Shape.DOT), "1 ruby", "2 rubies"),
        (Symbol("k", "key", Shape.DOT), "1 key", "2 keys"),
        (Symbol("m", "mouse", Shape.DOT, plural="mice"), "1 mouse", "2 mice"),
        (Symbol("#", "shaded square", Shape.FILL), "1 shaded square", "2 shaded squares"),
        (TENT, "1 tent of the tree to the left", "2 × tent of the tree to the left"),
        (Symbol("E", "E", Shape.LETTER), "one E", "two E's"),
        (Symbol("5", "5", Shape.LETTER), "one 5", "two 5s"),
    ],
)
def test_values_are_counted_as_people_count_them(symbol: Symbol, one: str, two: str) -> None:
    assert (symbol.counted(1), symbol.counted(2)) == (one, two)


@pytest.mark.parametrize(
    ("symbol", "said"),
    [
        (Symbol("o", "egg", Shape.DOT), "an egg"),
        (Symbol("o", "moon", Shape.DOT), "a moon"),
        (Symbol("o", "unicorn", Shape.DOT), "a unicorn"),
        (Symbol("o", "umbrella", Shape.DOT), "an umbrella"),
        (Symbol("o", "hourglass", Shape.DOT, article="an"), "an hourglass"),
        (Symbol("A", "A", Shape.LETTER), "A"),
    ],
)
def test_a_value_has_its_article(symbol: Symbol, said: str) -> None:
    assert symbol.thing == said


def test_what_a_cell_is_follows_its_genre() -> None:
    star = make_writer(StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"]))
    picture = make_writer(Nonogram.from_numbers([[1], []], [[1], []]))
    letters = make_writer(EasyAsABC("ABC", *[(None,) * 4] * 4))

    assert star.describe_facts([Fact(0, 1), Fact(1, 1)]) == "r1c1 and r1c2 cannot hold a star"
    assert star.describe_facts([Fact(0, 1)], deduced=False) == "r1c1 is empty"
    assert picture.describe_facts([Fact(0, 1), Fact(1, 2)]) == "r1c1 is blank and r1c2 is painted"
    assert letters.describe_facts([Fact(0, 0b1011), Fact(1, 0b1011)]) == "r1c1 and r1c2 are not B"


def test_what_was_ruled_out_is_said_only_where_it_tells_something() -> None:
    puzzle = EasyAsABC("AB", *[(None,) * 3] * 4)
    writer, rule = make_writer(puzzle), puzzle.model.rules[0]

    def conclusion(removed: int, left: int, **details: Any) -> str:
        cuts, more = (Elimination(0, removed),), tuple(details.items())
        return writer.describe_conclusion(
            Step("count-all", (rule,), (), cuts, 1.0, (left,), details=more)
        )

    assert conclusion(0b101, 0b010) == "r1c1 is A"
    assert conclusion(0b001, 0b010) == "r1c1 can only be A"
    assert conclusion(0b001, 0b010, value=1) == "r1c1 is A"
    assert conclusion(0b001, 0b110) == "r1c1 cannot be blank"


def test_the_same_words_of_other_templates_are_told_by_their_own() -> None:
    """What is kept of texts that were told before goes by their templates, not by their words."""
    words = Words.read('[names."row {}"]\none = "Zeile {}"\n')
    assert words.text(Name("row {}", "rows {}", 3)) == "Zeile 3"
    assert words.text(Name("row 3")) == "row 3"
    assert words.text(Demand("row {}", "", 3)) == "row 3"
    assert words.text(Name("row {}", "rows {}", 3), many=True) == "rows 3"
    # A genre from elsewhere may fill in anything.
    assert words.text(Name("cells {}", "", [1, 2])) == "cells [1, 2]"
