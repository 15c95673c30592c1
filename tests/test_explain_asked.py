"""What people ask of explanations: puzzles that are not unique, names of cells, bounds of grades."""

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
from caracol.deduction.justify import presented
from caracol.deduction.ladder import Walk
from caracol.deduction.verify import certified, false_claims
from caracol.engines.answer import Status
from caracol.errors import ClueError, UnknownName
from caracol.explaining import catalogue, explain, grade, hint, teller_of, why
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import STAR, StarBattle
from caracol.puzzle import Puzzle
from caracol.solving import solve
from explain_puzzles import easy_as_abc, star_battle
from sources import TOP


def small() -> StarBattle:
    return StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"])


# -- puzzles that are not unique


def test_a_walk_through_a_puzzle_with_several_solutions_says_so_first() -> None:
    walk = explain(MagicSnail("AB", 3))

    assert walk.status is Status.MANY
    assert "more than one solution" in walk.opening
    assert walk.entries()["opening"] == walk.opening


def test_a_walk_through_a_puzzle_without_solution_says_so_first() -> None:
    assert "no solution" in explain(MagicSnail("ABC", 3)).opening


def test_a_walk_from_a_wrong_board_says_so_first() -> None:
    puzzle = small()
    solution = solve(puzzle).only()
    wrong = next(cell for cell, value in enumerate(solution) if value != STAR)
    values = tuple(STAR if cell == wrong else None for cell in range(16))

    walk = explain(puzzle, values)

    assert walk.status is Status.NONE
    assert "cannot all be right" in walk.opening
    assert explain(puzzle, solution).opening == ""


def test_a_hint_for_a_puzzle_with_several_solutions_says_so_and_still_helps() -> None:
    puzzle = caracol.read(TOP / "examples/star-battle/seed-10x10-board-7-1-star.json")

    found = hint(puzzle)

    assert found.step is not None
    assert found.status is Status.MANY
    assert str(found).startswith("The puzzle has more than one solution; ")
    assert str(found).endswith(found.step.sentence)


def test_a_line_with_many_letters_is_explained_without_end_of_choices() -> None:
    puzzle = caracol.read(TOP / "examples/easy-as-abc/seed-12x12.json")

    walk = explain(puzzle)

    assert walk.status is Status.MANY
    assert len(walk.steps) > 20


# -- mistakes


def test_a_hint_says_what_to_take_back_so_that_the_rest_can_be_right() -> None:
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


def test_a_cell_may_be_named_as_people_name_it() -> None:
    puzzle = small()

    assert why(puzzle, "r1c2") == why(puzzle, 1)
    assert why(puzzle, "R1C2")


def test_a_name_that_is_no_cell_is_told_in_a_sentence() -> None:
    with pytest.raises(ClueError, match="'r9c1' is no cell of this board; cells go from r1c1"):
        why(small(), "r9c1")


# -- grades


@pytest.mark.parametrize("bound", [bound.number for bound in efforts.BOUNDS])
def test_the_number_that_is_shown_never_contradicts_the_word(bound: float) -> None:
    for hundredths in range(-10, 11):
        number = round(bound + hundredths / 100, 2)
        told = str(Grade(Status.UNIQUE, number, efforts.word(number)))
        shown = float(told.split("(")[1].rstrip(")"))

        assert efforts.word(shown) == efforts.word(number)


def test_a_grade_may_have_a_ceiling_above_which_it_is_given_up() -> None:
    puzzle = star_battle(random.Random(4), 8, 1)
    usual = grade(puzzle)

    assert grade(puzzle, ceiling=usual.number - 0.01).status is Status.UNKNOWN
    assert grade(puzzle, ceiling=max(usual.number, efforts.LAST_RUNG)).number <= usual.number + 0.01


# -- techniques that a solver has not learned


@pytest.mark.parametrize(
    "without", [{"trial", "two-rules", "squeeze"}, {"count-inside", "packing", "trial"}]
)
def test_a_walk_does_without_techniques_and_tells_where_one_is_stuck(without: set[str]) -> None:
    stuck = 0
    for seed in range(4):
        made = caracol.generate("star-battle", size=8, stars=1, grade="hard", seed=seed)
        puzzle, solution = made.puzzle, made.solution
        walk = explain(puzzle, without=without)

        used = {part.technique for step in walk for part in step.parts or (step,)}
        assert not {*without, "smallest-reason"} & used
        assert all(value in (None, one) for value, one in zip(walk.values, solution, strict=True))
        assert walk.finished is (walk.values == solution)
        if not walk.finished:
            stuck += 1
            assert walk.status is Status.UNKNOWN
            assert "left out" in walk.ending
            found = hint(puzzle, walk.values, without=without)
            assert found.step is None or found.step.technique not in without
    assert stuck


def test_a_hint_without_any_technique_that_applies_says_why_there_is_none() -> None:
    found = hint(small(), without=caracol.explaining.techniques(small().genre))

    assert found.step is None
    assert "left out" in found.message


def test_a_technique_to_do_without_must_exist() -> None:
    with pytest.raises(UnknownName, match="no technique of Star Battle 'glue'"):
        explain(small(), without=["glue"])


# -- sentences


def test_every_sentence_of_a_step_begins_with_a_capital_or_the_name_of_a_cell() -> None:
    drawn = json.loads((TOP / "docs/make/techniques.json").read_text("utf-8"))
    assert "balance" in drawn
    for example in drawn.values():
        puzzle = caracol.read(json.dumps(example["puzzle"]))
        walk = Walk(puzzle.model, example["candidates"], catalogue(puzzle), soon=True)
        found = walk.next()
        assert found is not None
        step = presented(walk.board, example["candidates"], found, teller_of(puzzle))
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
            steps = [step for step in explain(puzzle).steps if certified(step, puzzle.model)]
            found += [(puzzle, step) for step in steps]
    return found


def test_a_sum_that_comes_out_is_also_forced_by_its_rules_and_facts() -> None:
    found = sums()

    assert len(found) > 10
    for puzzle, step in found:
        proof = verify._Proof(step, puzzle.model)
        assert proof.forced(step.rules, step.facts)
        proof.session.close()


def test_a_sum_with_a_rule_or_a_fact_too_few_does_not_come_out() -> None:
    for puzzle, step in sums():
        for place in range(len(step.rules)):
            fewer = replace(step, rules=step.rules[:place] + step.rules[place + 1 :])
            assert not certified(fewer, puzzle.model)
        for place in range(len(step.facts)):
            fewer = replace(step, facts=step.facts[:place] + step.facts[place + 1 :])
            # What the sum can do without is needed for what is said of it.
            said = not false_claims(step, puzzle.model, fewer.facts)
            assert not (said and certified(fewer, puzzle.model))


def test_the_check_shares_no_arithmetic_with_what_it_checks() -> None:
    tree = ast.parse((TOP / "src/caracol/deduction/verify.py").read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    ladder = {name for name in modules if name and name.startswith("caracol.deduction")}
    assert ladder == {"caracol.deduction.steps"}
