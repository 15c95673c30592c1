"""Requests for explanations: ambiguous puzzles, names of cells, ceilings of grades."""

from __future__ import annotations

import ast
import json
import random
import re
from dataclasses import replace

import pytest

import caracol
from caracol.deduction import efforts, verify
from caracol.deduction.grade import Grade
from caracol.deduction.justify import present
from caracol.deduction.verify import find_false_claims, is_certified
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.engines.answer import Status
from caracol.errors import ClueError, UnknownName
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import STAR, StarBattle
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, grade, hint, why
from caracol.questions.solving import solve
from caracol.questions.techniques import choose_repertoire, make_writer
from explain_puzzles import easy_as_abc, star_battle
from sources import TOP


def small() -> StarBattle:
    return StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"])


# -- puzzles that are not unique


def test_a_walkthrough_first_reports_several_solutions() -> None:
    walk = explain(MagicSnail("AB", 3))

    assert walk.status is Status.MANY
    assert (
        walk.opening
        == "This puzzle has more than one solution: the steps go as far as all of them agree."
    )
    assert walk.entries()["opening"] == walk.opening


def test_a_walkthrough_first_reports_that_there_is_no_solution() -> None:
    assert (
        explain(MagicSnail("ABC", 3)).opening
        == "This puzzle has no solution: the steps lead to where its rules contradict each other."
    )


def test_a_walkthrough_first_reports_a_wrong_board() -> None:
    puzzle = small()
    solution = solve(puzzle).only()
    wrong = next(cell for cell, value in enumerate(solution) if value != STAR)
    values = tuple(STAR if cell == wrong else None for cell in range(16))

    walk = explain(puzzle, values)

    assert walk.status is Status.NONE
    assert (
        walk.opening
        == "What stands on the board cannot all be right; a hint says which entries clash. The steps lead to where the rules contradict each other."
    )
    assert explain(puzzle, solution).opening == ""


def test_a_hint_for_a_puzzle_with_several_solutions_says_so_and_still_helps() -> None:
    puzzle = caracol.read(TOP / "examples/star-battle/seed-10x10-board-7-1-star.json")

    found = hint(puzzle)

    assert found.step is not None
    assert found.status is Status.MANY
    assert str(found).startswith("The puzzle has more than one solution; ")
    assert str(found).endswith(found.step.sentence)


def test_a_line_with_many_letters_is_explained_quickly() -> None:
    puzzle = caracol.read(TOP / "examples/easy-as-abc/seed-12x12.json")

    walk = explain(puzzle)

    assert walk.status is Status.MANY
    assert len(walk.steps) > 20


# -- mistakes


def test_a_hint_says_which_entries_to_take_back() -> None:
    puzzle = small()
    solution = solve(puzzle).only()
    right = solution.index(STAR)
    wrong = next(
        cell for cell, value in enumerate(solution) if value != STAR and cell // 4 != right // 4
    )
    values = tuple(STAR if cell in (right, wrong) else None for cell in range(16))

    found = hint(puzzle, values)

    assert found.mistake is not None
    assert found.mistake.undo == (wrong,)
    assert f"Take back {puzzle.grid.name(wrong)}, and" in str(found)
    assert found.entries()["mistake"]["undo"] == [wrong]
    assert found.step is not None


# -- why


def test_a_cell_can_be_given_by_its_name() -> None:
    puzzle = small()

    assert why(puzzle, "r1c2") == why(puzzle, 1)
    assert why(puzzle, "R1C2")


def test_an_unknown_cell_name_gets_a_message() -> None:
    with pytest.raises(ClueError, match="'r9c1' is not a cell of this board; its cells are r1c1"):
        why(small(), "r9c1")


# -- grades


@pytest.mark.parametrize("bound", [bound.number for bound in efforts.BOUNDS])
def test_the_displayed_number_never_contradicts_the_grade(bound: float) -> None:
    for hundredths in range(-10, 11):
        number = round(bound + hundredths / 100, 2)
        told = str(Grade(Status.UNIQUE, number, efforts.word(number)))
        shown = float(told.split("(")[1].rstrip(")"))

        assert efforts.word(shown) == efforts.word(number)


def test_grading_stops_above_its_ceiling() -> None:
    puzzle = star_battle(random.Random(4), 8, 1)
    usual = grade(puzzle)

    assert grade(puzzle, ceiling=usual.number - 0.01).status is Status.UNKNOWN
    assert grade(puzzle, ceiling=max(usual.number, efforts.LAST_RUNG)).number <= usual.number + 0.01


# -- techniques that a solver has not learned


@pytest.mark.parametrize(
    "without", [{"undercounting", "overcounting", "trial"}, {"count-inside", "packing", "trial"}]
)
def test_a_walkthrough_can_exclude_techniques_and_says_where_it_gets_stuck(
    without: set[str],
) -> None:
    stuck = 0
    for seed in range(4):
        made = caracol.generate("star-battle", size=8, stars=1, grade="hard", seed=seed)
        puzzle, solution = made.puzzle, made.solution
        walk = explain(puzzle, without=without)

        used = {step.technique for step in walk.steps}
        assert not {*without, "by-computer"} & used
        assert all(value in (None, one) for value, one in zip(walk.values, solution, strict=True))
        assert walk.finished is (walk.values == solution)
        if not walk.finished:
            stuck += 1
            assert walk.status is Status.UNKNOWN
            assert "left out" in walk.ending
            found = hint(puzzle, walk.values, without=without)
            assert found.step is None or found.step.technique not in without
    assert stuck


def test_a_hint_without_an_applicable_technique_says_why() -> None:
    found = hint(small(), without=caracol.questions.explaining.techniques(small().genre))

    assert found.step is None
    assert found.message == "Nothing follows from here without the techniques that were left out."


def test_an_excluded_technique_must_exist() -> None:
    with pytest.raises(UnknownName, match="unknown technique of Star Battle 'glue'"):
        explain(small(), without=["glue"])


# -- sentences


def test_every_sentence_of_a_step_begins_with_a_capital_or_the_name_of_a_cell() -> None:
    drawn = json.loads((TOP / "docs/make/techniques.json").read_text("utf-8"))
    assert "balance" in drawn
    for example in drawn.values():
        puzzle = caracol.read(json.dumps(example["puzzle"]))
        # Hidden cells are not drawn, so nothing is known about them.
        shown = example["candidates"]
        candidates = [*shown, *puzzle.model.candidates()[len(shown) :]]
        walk = Walk(
            puzzle.model,
            candidates,
            choose_repertoire(puzzle.genre),
            policy=WalkPolicy(soon=True),
        )
        found = walk.find_next()
        assert found is not None
        step = present(walk.board, candidates, found, make_writer(puzzle))
        walk.close()
        for sentence in step.sentence.split(". "):
            assert sentence[0].isupper() or re.match(r"r\d+c\d", sentence)


# -- the check of sums


def sums() -> list[tuple[Puzzle, caracol.Step]]:
    found = []
    for seed in range(3):
        for puzzle in (
            star_battle(random.Random(seed), 9, 2),
            easy_as_abc(random.Random(seed), 5, 3),
        ):
            steps = [step for step in explain(puzzle).steps if is_certified(step, puzzle.model)]
            found += [(puzzle, step) for step in steps]
    return found


def test_a_valid_sum_of_counts_follows_from_its_rules_and_facts() -> None:
    found = sums()

    assert len(found) > 10
    for puzzle, step in found:
        proof = verify._Proof(step, puzzle.model)
        assert proof.is_forced(step.rules, step.facts)
        proof.session.close()


def test_a_sum_of_counts_without_a_rule_or_fact_is_invalid() -> None:
    for puzzle, step in sums():
        for place in range(len(step.rules)):
            fewer = replace(step, rules=step.rules[:place] + step.rules[place + 1 :])
            assert not is_certified(fewer, puzzle.model)
        for place in range(len(step.facts)):
            fewer = replace(step, facts=step.facts[:place] + step.facts[place + 1 :])
            # What the sum can do without is needed for what is said of it.
            said = not find_false_claims(step, puzzle.model, fewer.facts)
            assert not (said and is_certified(fewer, puzzle.model))


def test_the_check_shares_no_arithmetic_with_the_search() -> None:
    def imports(name: str) -> set[str]:
        tree = ast.parse((TOP / f"src/caracol/deduction/{name}.py").read_text("utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        return {one for one in modules if one and one.startswith("caracol.deduction")}

    # It imports only the check of a link, which itself imports nothing else.
    assert imports("verify") == {"caracol.deduction.links", "caracol.deduction.steps"}
    assert imports("links") == {"caracol.deduction.steps"}
