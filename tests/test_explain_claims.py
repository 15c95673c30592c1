"""Sentences are true: claims, links and parts of steps, checked over whole walkthroughs.

``bench/claims.py`` runs the same checks over the large sets.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from json import dumps

import pytest
from bench.claims import count_things
from bench.sets import SETS

import caracol
from caracol import Status, kit, read
from caracol.board.grid import Grid
from caracol.deduction.justify import present
from caracol.deduction.links import flatten
from caracol.deduction.steps import Deduction, Link, Step
from caracol.deduction.techniques.nested_trials import plan_trial
from caracol.deduction.techniques.packing import SQUEEZE
from caracol.deduction.verify import verify, verify_all
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.position import Position
from caracol.engines.limits import Clock
from caracol.formats import examples
from caracol.puzzle import Puzzle
from caracol.questions.explaining import Walkthrough, explain, grade, hint, open_steps
from caracol.questions.solving import solve
from caracol.questions.techniques import make_writer
from caracol.rules import Elimination

OPTIONS: dict[str, dict[str, object]] = {
    "nonogram": {"size": 8},
    "star-battle": {"size": 7, "stars": 1},
    "easy-as-abc": {"size": 5, "letters": 3},
    "magnets": {"size": 6},
    "magic-snail": {"size": 5},
    "akari": {"size": 7},
    "hitori": {"size": 6},
    "slitherlink": {"size": 5},
}
GENRES = [pytest.param(genre, marks=pytest.mark.xdist_group(genre)) for genre in OPTIONS]
"""The genres, one per worker, so that each puzzle is walked through only once."""
HUNDRED = 100
LARGEST = 144
"""Maximum number of cells; larger examples are left to the benchmark."""


def shipped(genre: str) -> list[Puzzle]:
    """Yield the examples of a genre that have one solution."""
    found = [read(examples.text(name)) for name in examples.names() if name.startswith(f"{genre}/")]
    few = [puzzle for puzzle in found if puzzle.grid.rows * puzzle.grid.columns <= LARGEST]
    return [puzzle for puzzle in few if solve(puzzle).status is Status.UNIQUE]


@cache
def walk_all(genre: str) -> list[tuple[Puzzle, Walkthrough]]:
    """Return a hundred puzzles, shipped and generated, with their walkthroughs."""
    puzzles = shipped(genre)
    for seed in range(HUNDRED - len(puzzles)):
        puzzles.append(caracol.generate(genre, seed=seed, graded=False, **OPTIONS[genre]).puzzle)
    return [(puzzle, explain(puzzle, seconds=60)) for puzzle in puzzles]


def small(steps: tuple[Step, ...]) -> list[Step]:
    return list(steps)


@pytest.mark.parametrize("genre", GENRES)
def test_every_walkthrough_ends_and_every_claim_follows_from_its_citations(genre: str) -> None:
    for puzzle, walk in walk_all(genre):
        assert walk.finished
        assert verify_all(walk.steps, puzzle.model) == []


@pytest.mark.parametrize("genre", GENRES)
def test_every_step_except_a_chain_consists_of_claims(genre: str) -> None:
    for _, walk in walk_all(genre):
        for part in small(walk.steps):
            assert part.claims or part.chain, part.sentence


@pytest.mark.parametrize("genre", GENRES)
def test_a_sentence_fails_without_any_one_of_its_facts(genre: str) -> None:
    for puzzle, walk in walk_all(genre)[:2]:
        for part in small(walk.steps):
            if part.facts:
                fewer = replace(part, facts=part.facts[1:])
                assert verify(fewer, puzzle.model) != [], part.sentence


@pytest.mark.parametrize("genre", GENRES)
def test_a_move_writes_something_and_needs_all_its_steps(genre: str) -> None:
    for _, walk in walk_all(genre):
        for move in walk.moves:
            *others, last = move.steps
            assert last.settles
            needed = {cell for cell, _ in (*last.facts, *last.settles)}
            for step in reversed(others):
                assert needed & {cell for cell, _ in step.cuts}, step
                needed |= {cell for cell, _ in step.facts}


@pytest.mark.parametrize("genre", GENRES)
def test_no_step_is_harder_than_the_puzzle(genre: str) -> None:
    for puzzle, walk in walk_all(genre)[:20]:
        assert max(step.effort for step in walk.steps) <= grade(puzzle).hardest


def find_lengthy(steps: tuple[Step, ...]) -> list[str]:
    """Return what is too long to follow: sentences outside chains, links, and reasons."""
    found = []
    for part in small(steps):
        if part.chain:
            found += [told for told in links(part, part.chain) if len(told.split()) >= 30]
        else:
            told = re.split(r"(?<=\.) ", part.sentence)
            if max(len(one.split()) for one in told) > 60:
                found.append(part.sentence)
            if count_things(part) > 8:
                found.append(part.sentence)
    return found


@pytest.mark.parametrize("genre", GENRES)
def test_sentences_and_links_of_chains_are_short(genre: str) -> None:
    for _, walk in walk_all(genre):
        assert find_lengthy(walk.steps) == []
        for part in small(walk.steps):
            assert not re.search(r"cannot be [^.;]*, so (it|they)", part.sentence)


@pytest.mark.parametrize(
    ("genre", "seed", "size"),
    [
        ("slitherlink", 6043, 8),
        ("nonogram", 6014, 25),
        ("magnets", 6041, 9),
        ("magnets", 6, 16),
    ],
)
def test_long_explanations_have_short_sentences_too(
    genre: str, seed: int, size: int | tuple[int, int]
) -> None:
    # Each of these once had a sentence of more than 60 words, or a reason of more than 8 rules.
    puzzle = caracol.generate(genre, seed=seed, size=size, graded=False).puzzle

    assert find_lengthy(explain(puzzle).steps) == []


def test_a_link_does_not_list_all_excluded_cells_of_a_large_region() -> None:
    # In 14×14 Star Battles, such links once had 35 words.
    puzzle = read(examples.text("star-battle/seed-10x10-board-6-2-stars"))
    writer, cells = make_writer(puzzle), tuple(range(0, 98, 3))
    rule = kit.Count(cells, 2, 2, 2, name="region C", statement="has exactly 2 stars")
    facts = tuple(kit.Fact(cell, 1) for cell in cells[2:])
    must = Link(rule, (Elimination(cells[0], 1), Elimination(cells[1], 1)), facts, (2, 2))
    broken = Link(rule, (), facts, (1, 2, *[1] * (len(cells) - 2)))

    assert writer.describe_links([must, broken]) == [
        "region C must have stars in r1c1 and r1c4 (there is no place to spare)",
        "but then region C cannot have 2 stars any more",
    ]


@pytest.mark.parametrize("name", ["easy-as-abc-10-6", "easy-as-abc-15-9"])
def test_a_link_with_many_letters_and_cells_is_split(name: str) -> None:
    # Links of these puzzles once had more than 30 words.
    puzzle = caracol.read(dumps(SETS[name].puzzles()[3]))

    assert find_lengthy(explain(puzzle).steps) == []


def links(step: Step, chain: tuple[Link, ...]) -> list[str]:
    """Return the sentences of the links of a trial, including nested ones."""
    assert step.writer is not None
    inside = [told for link in chain for told in (links(step, link.inside) if link.inside else ())]
    return inside + step.writer.describe_links([link for link in chain if not link.inside])


@pytest.mark.xdist_group("nonogram")
def test_verification_finds_false_claims() -> None:
    puzzle, step = next(
        (puzzle, step)
        for puzzle, walk in walk_all("nonogram")
        for step in walk.steps
        if step.technique == "complete"
    )
    (claim,) = step.claims

    fewer = replace(step, facts=step.facts[1:])
    other = replace(step, claims=(replace(claim, facts=claim.facts[1:]),))  # type: ignore[attr-defined]

    assert any("it is not true" in wrong for wrong in verify(fewer, puzzle.model))
    assert any("it is not true" in wrong for wrong in verify(other, puzzle.model))


@pytest.mark.xdist_group("nonogram")
def test_verification_finds_facts_that_no_claim_mentions() -> None:
    puzzle, step = next(
        (puzzle, step) for puzzle, walk in walk_all("nonogram") for step in walk.steps if step.facts
    )

    assert any("not stated" in wrong for wrong in verify(_mute(step), puzzle.model))


def _mute(step: Step) -> Step:
    """Return the step with a claim that mentions none of its facts."""
    from caracol.genres.nonogram.explaining.claims import Sizes

    claim = step.claims[0]
    silent = Sizes(claim.line, claim.runs, (), 99, None, 2)  # type: ignore[attr-defined]
    return replace(step, claims=(silent,))


@pytest.mark.xdist_group("easy-as-abc")
def test_verification_finds_links_that_do_not_follow() -> None:
    puzzle, step = next(
        (puzzle, part)
        for genre in ("easy-as-abc", "magnets", "magic-snail")
        for puzzle, walk in walk_all(genre)
        for part in small(walk.steps)
        if len(part.chain) > 1 and any(link.facts for link in part.chain)
    )
    bare = tuple(link._replace(facts=()) for link in step.chain)

    assert verify(step, puzzle.model) == []
    assert verify(replace(step, chain=bare), puzzle.model) != []


# -- hints


@pytest.mark.parametrize("genre", GENRES)
def test_a_rung_highlights_only_what_it_mentions(genre: str) -> None:
    for puzzle, walk in walk_all(genre)[:20]:
        lines = dict(puzzle.grid.lines()) if isinstance(puzzle.grid, Grid) else {}
        for step in walk.steps:
            first, rules, conclusion = map(step.highlights, ("where", "rules", "conclusion"))
            assert first == step.highlights("technique") == {"look": step.where}
            assert rules == {"look": step.cells.look}
            assert conclusion == {"look": step.cells.look, "conclusion": step.cells.conclusion}
            said = step.rungs["where"].removeprefix("Look at ").removesuffix(".")
            named = {cell for rule in step.rules if rule.name == said for cell in rule.cells}
            if known := named or {*lines.get(said, ())}:
                assert {*step.where} == {cell for cell in known if cell < puzzle.grid.size}
            # Cells are not named one by one.
            assert not any(puzzle.grid.name(cell) == said for cell in step.cells.conclusion)


@pytest.mark.parametrize("genre", GENRES)
def test_a_mistake_is_revealed_gradually_and_with_a_reason(genre: str) -> None:
    puzzle, _ = walk_all(genre)[1]
    solution = solve(puzzle).only()
    for cell, value in [*enumerate(solution)][::5]:
        board: list[int | None] = [None] * len(solution)
        board[cell] = (value + 1) % len(puzzle.symbols)
        found = hint(puzzle, tuple(board))
        if found.mistake is None:
            continue
        rungs = found.mistake.rungs
        # Without a reason, naming the one wrong entry would give the answer away.
        assert list(rungs) in (["where", "entries", "why", "undo"], ["where"])
        # The first rung names no cell.
        assert not re.search(r"r\d+c\d+", rungs["where"])
        row = cell // puzzle.grid.columns + 1
        if isinstance(puzzle.grid, Grid):
            assert rungs["where"] == f"There is a mistake in row {row}."


@pytest.mark.parametrize("genre", GENRES)
def test_all_open_steps_are_right_and_the_easiest_comes_first(genre: str) -> None:
    puzzle, _ = walk_all(genre)[2]
    steps = open_steps(puzzle)
    seen: Counter[tuple[int, int]] = Counter()

    assert steps
    assert [step.effort for step in steps] == sorted(step.effort for step in steps)
    for step in steps:
        assert verify(step, puzzle.model) == []
        seen.update((cut.cell, cut.removed) for cut in step.cuts)
    first = hint(puzzle)
    if first.move is not None and len(first.move) == 1:
        assert steps[0].effort <= first.move.effort


# -- trials inside trials


def test_a_trial_nested_three_deep_is_explained_link_by_link() -> None:
    puzzle = caracol.generate("magnets", size=6, seed=3, minimal=True, graded=False).puzzle
    board, masks = board_of(puzzle.model), puzzle.model.candidates()
    rules, solution = tuple(range(len(board.rules))), solve(puzzle).only()
    wrong = ((c, v) for c in range(len(masks)) for v in range(3) if v != solution[c])
    cell, value = next((c, v) for c, v in wrong if plan_trial(board, masks, c, v, rules) is None)

    plan = plan_trial(board, masks, cell, value, rules, Clock())

    assert plan is not None
    assert any(one.plan for one in plan)
    cuts = (Elimination(cell, 1 << value),)
    details = {"assumed": (cell, 1 << value), "inside": plan}
    found = Deduction("trial-inside", 5.0, rules, cuts, ((0, cuts),), details)
    step = present(board, masks, found, make_writer(puzzle))
    deepest = [link for link in flatten(step.chain) if any(one.inside for one in link.inside)]
    assert deepest
    assert verify(step, puzzle.model) == []


# -- no repetition


def told(text: str) -> str:
    return " ".join(step.sentence for step in explain(caracol.read(text)).steps)


def test_one_reason_against_several_cells_of_a_snail_is_given_once() -> None:
    said = told(
        '{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5,'
        ' "grid": [".....", ".....", ".....", ".B...", "....."]}'
    )

    once = "there is no place for A and B between the mouth and r1c3: so r1c2 and r1c3 cannot be C."
    assert once in said
    assert "however the letters are placed between" not in said


@pytest.mark.parametrize("genre", GENRES)
def test_sentences_begin_with_a_capital_and_end_with_a_full_stop(genre: str) -> None:
    for _, walk in walk_all(genre):
        for part in small(walk.steps):
            assert re.match(r"[A-Z]|r\d+c\d", part.sentence), part.sentence
            assert part.sentence.endswith("."), part.sentence
            assert not re.search(r"[,:;] ?[,:;.]|  |\(\)|\b([a-z]+) \1\b", part.sentence), (
                part.sentence
            )


def test_clues_with_the_same_effect_are_combined() -> None:
    said = told(
        '{"caracol": 1, "genre": "easy-as-abc", "letters": "ABC", "top": "C.A...",'
        ' "left": "C.BC.B", "right": "..CB..", "bottom": ".B.BB."}'
    )

    several = "Next to the clues B below columns 4 and 5 there is"
    assert f"{several} that letter or a blank" in said


def test_a_line_whose_parts_take_one_each_is_explained_by_counting() -> None:
    for seed in range(12):
        puzzle = caracol.generate("magnets", size=6, seed=seed, graded=False).puzzle
        for part in small(explain(puzzle, seconds=20).steps):
            if part.technique == "whole-line" and len(part.claims) == 2:
                assert "which can take just one each: so" in part.sentence
                assert verify(part, puzzle.model) == []
                return
    raise AssertionError("no such line came")


@pytest.mark.xdist_group("magic-snail")
def test_cells_of_several_lines_are_listed_in_the_order_of_the_lines() -> None:
    told = [step.sentence for _, walk in walk_all("magic-snail") for step in walk.steps]
    listed = r"Columns ([\d, and]+) have their . in (r\d+c\d+(?:(?:, | and )r\d+c\d+)*)"
    pairs = [
        (re.findall(r"\d+", columns), re.findall(r"r\d+c(\d+)", cells))
        for sentence in told
        for columns, cells in re.findall(listed, sentence)
    ]

    assert any(len(columns) > 1 and columns == cells for columns, cells in pairs)
    assert [one for one in pairs if one[0] != one[1]] == []


def test_a_squeeze_cites_only_the_lines_it_needs() -> None:
    puzzle = caracol.generate("star-battle", seed=2, size=9, stars=2, graded=False).puzzle
    board, masks = board_of(puzzle.model), puzzle.model.candidates()
    found = next(iter(SQUEEZE.find(Position(board, masks))))
    cell, links = found.cuts[0].cell, found.details["links"]
    more = next(n for n in board.watchers[cell] if n not in found.rules)

    spare = replace(found, details={**found.details, "links": (*links, more)})

    assert found.argument is not None
    narrowed = found.argument.narrow(board, masks, spare)
    assert more not in narrowed.rules
    assert set(narrowed.details["links"]) <= set(links)
    assert verify(present(board, masks, spare, make_writer(puzzle)), puzzle.model) == []
