"""The check of steps: what follows passes, and whatever is spoilt is found out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import caracol
from caracol.deduction.links import find_faults
from caracol.deduction.steps import Link, Step
from caracol.deduction.verify import find_false_claims, find_false_links, is_certified, verify
from caracol.puzzle import Puzzle
from caracol.rules import Fact
from sources import TOP

EXAMPLE = TOP / "examples" / "star-battle" / "seed-10x10-board-7-2-stars.json"


@cache
def walked() -> tuple[Puzzle, tuple[Step, ...]]:
    """A puzzle, and the small steps of its walk: of those that are told together, each."""
    puzzle = caracol.read(EXAMPLE)
    steps = caracol.explain(puzzle).steps
    return puzzle, tuple(steps)


def test_every_step_of_a_walk_passes() -> None:
    puzzle, steps = walked()

    assert [wrong for step in steps for wrong in verify(step, puzzle.model)] == []
    assert any(step.chain for step in steps)
    assert any(step.claims for step in steps)


def test_a_step_without_what_it_needs_is_found_out() -> None:
    puzzle, steps = walked()
    for step in steps:
        for place in range(len(step.rules)):
            fewer = step.rules[:place] + step.rules[place + 1 :]
            assert verify(replace(step, rules=fewer), puzzle.model) != []
        for place in range(len(step.facts)):
            known = step.facts[:place] + step.facts[place + 1 :]
            assert verify(replace(step, facts=known), puzzle.model) != []


def test_a_step_that_concludes_nothing_or_too_much_is_found_out() -> None:
    puzzle, steps = walked()
    for step in steps[:5]:
        assert "the step concludes nothing" in verify(replace(step, cuts=()), puzzle.model)
        (first, *_) = step.cuts
        wrong = replace(step, cuts=(first._replace(removed=0b11 & ~first.removed),), chain=())
        assert any("does not follow" in said for said in verify(wrong, puzzle.model))


def test_a_fact_or_a_rule_that_nothing_needs_is_found_out() -> None:
    puzzle, steps = walked()
    for step in steps:
        told = {cell for cell, _ in step.facts} | {cell for cell, _ in step.cuts}
        free = next(cell for cell in range(puzzle.grid.size) if cell not in told)
        more = replace(step, facts=(*step.facts, Fact(free, 0b01)))
        name = puzzle.grid.name(free)
        assert f"what is known about {name} is not needed" in verify(more, puzzle.model)
        other = next(  # far from all that the step is about
            rule
            for rule in puzzle.model.rules
            if not told & {*rule.cells} and not any({*rule.cells} & {*r.cells} for r in step.rules)
        )
        cited = replace(step, rules=(*step.rules, other))
        assert f"{other.name} is cited but not needed" in verify(cited, puzzle.model)


def test_links_that_break_too_early_too_late_or_not_at_all_are_found_out() -> None:
    puzzle, steps = walked()
    chains = [step for step in steps if step.chain]

    assert chains
    for step in chains:
        *first, last = step.chain
        bare = replace(step, chain=(*first, last._replace(facts=())))
        assert f"{last.rule.name} does not break" in verify(bare, puzzle.model)
        early = replace(step, chain=(*step.chain, first[0]))
        assert f"{last.rule.name} breaks before the end" in verify(early, puzzle.model)
        wrong = first[0]._replace(cuts=tuple(c._replace(removed=0b11) for c in first[0].cuts))
        told = verify(replace(step, chain=(wrong, *step.chain[1:])), puzzle.model)
        assert f"a link by {wrong.rule.name} does not follow" in told


def test_what_is_wrong_inside_a_supposition_is_found_out() -> None:
    puzzle, steps = walked()
    step = next(step for step in steps if step.chain)
    (cut,) = step.cuts
    value = cut.removed.bit_length() - 1
    *first, last = step.chain
    ((beside, mask), *_) = [fact for fact in step.facts if fact.cell != cut.cell]

    def told(inside: tuple[Link, ...]) -> list[str]:
        supposing = first[0]._replace(supposed=(cut.cell, value), inside=inside, cuts=step.cuts)
        return find_faults([supposing], {}, (beside, mask), puzzle.model)

    assert told(step.chain) == []
    assert told((*first, last._replace(facts=()))) != []


def test_what_a_link_says_is_held_against_what_is_known_there() -> None:
    puzzle, steps = walked()
    step = next(step for step in steps if step.chain)
    claim = next(one for other in steps if other.facts for one in other.claims if one.cited_cells)
    first, *rest = step.chain
    told = verify(replace(step, chain=(first._replace(claims=(claim,)), *rest)), puzzle.model)

    assert f"a link by {first.rule.name} makes a false claim" in told


def test_claims_are_held_against_the_facts_that_are_cited() -> None:
    puzzle, steps = walked()
    needy = [step for step in steps if step.claims and step.facts and not step.chain]

    assert needy
    for step in needy:
        assert find_false_claims(step, puzzle.model, step.facts) == []
    assert any(find_false_claims(step, puzzle.model, ()) for step in needy)


def test_a_step_that_says_what_is_not_so_is_found_out() -> None:
    puzzle, steps = walked()
    one, *others = [step for step in steps if step.claims and step.facts and not step.chain]
    strange = [replace(one, claims=other.claims) for other in others]
    untrue = next(step for step in strange if find_false_claims(step, puzzle.model, one.facts))
    wrong = verify(untrue, puzzle.model)

    assert any(said.startswith("it is not true that ") for said in wrong)


def test_a_link_that_says_otherwise_what_is_known_is_found_out() -> None:
    puzzle, steps = walked()
    chains = [step for step in steps if any(link.facts for link in step.chain)]

    assert chains
    for step in chains:
        assert find_false_links(step, puzzle.model) == []
        (cell, mask), *rest = step.facts
        weaker = replace(step, facts=(Fact(cell, 0b11), *rest))
        assert any(
            "contradicts what is known" in said for said in find_false_links(weaker, puzzle.model)
        )
        missing = replace(step, facts=tuple(rest))
        assert any(
            "contradicts what is known" in said for said in find_false_links(missing, puzzle.model)
        )
        more = replace(step, facts=(*step.facts, Fact(_unused(step, puzzle), mask)))
        assert any("no link uses" in said for said in find_false_links(more, puzzle.model))


def _unused(step: Step, puzzle: Puzzle) -> int:
    used = {fact.cell for fact in step.facts}
    return next(cell for cell in range(puzzle.grid.size) if cell not in used)


def test_what_counting_certifies_follows_and_the_opposite_does_not() -> None:
    puzzle, steps = walked()
    counted = [step for step in steps if is_certified(step, puzzle.model)]

    assert counted
    for step in counted:
        solution = caracol.solve(puzzle).only()
        opposite = tuple(cut._replace(removed=1 << solution[cut.cell]) for cut in step.cuts)
        assert not is_certified(replace(step, cuts=opposite), puzzle.model)
        none = replace(step, facts=(), rules=step.rules[:1])
        assert not is_certified(none, puzzle.model)


def test_what_is_not_decided_in_time_is_not_called_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caracol.deduction.verify.SECONDS", 0.0)
    puzzle, steps = walked()

    said = {sentence for step in steps for sentence in verify(step, puzzle.model)}

    assert "whether the conclusion follows was not decided in 0 seconds" in said
    assert not any("does not follow" in sentence for sentence in said)


def test_a_trial_that_sat_does_not_decide_is_followed_link_by_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("caracol.deduction.verify.SECONDS", 0.0)
    puzzle, steps = walked()
    trials = [step for step in steps if step.chain]
    assert trials

    for step in trials:
        assert verify(step, puzzle.model) == []
        assert verify(replace(step, chain=step.chain[1:]), puzzle.model) != []
