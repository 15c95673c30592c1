"""Questions of people who solve a puzzle: explain, hint, grade, why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from caracol.deduction.efforts import LAST_RUNG
from caracol.deduction.grade import Grade, grade_walk
from caracol.deduction.hints import (
    Entries,
    Hint,
    Mistake,
    Write,
    describe_entries,
    list_candidates,
    trim_path,
)
from caracol.deduction.justify import present, split_into_trials
from caracol.deduction.last_resort.proof import WORK, WORK_ON_THE_WAY
from caracol.deduction.mistakes import find_reason
from caracol.deduction.steps import Deduction, Step, writes
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walkthrough import Move, Walkthrough
from caracol.deduction.words.language import Words
from caracol.deduction.words.moves import MoveBuilder
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.answer import Answer, Status
from caracol.engines.kernel import watch
from caracol.engines.limits import Clock, Flag, Slice
from caracol.errors import ArgumentError, ClueError, TimeIsUp
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.questions.techniques import (
    choose_limit,
    get_part,
    make_writer,
    read_masks,
    start_walk,
    techniques,
)
from caracol.rules import Model, Values, settled
from caracol.support.arguments import checked
from caracol.support.progress import OnProgress

WRITING = 0.3
"""Seconds that writing down open steps may take, even if finding them took all the time."""

__all__ = [
    "Grade",
    "Hint",
    "Mistake",
    "Move",
    "Step",
    "Walkthrough",
    "explain",
    "grade",
    "hint",
    "open_steps",
    "techniques",
    "why",
]


@checked("candidates", "without", "words", "on_progress")
def explain(
    puzzle: Puzzle | Model,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
    on_progress: OnProgress | None = None,
) -> Walkthrough:
    """Return every move from the empty board, or from the player's, to the solution.

    ``without`` names techniques (see :func:`techniques`) that are not used: the walk ends where
    someone who has not learned them would be stuck. ``words`` are those of another language; the
    default is English. ``on_progress`` is called after each step with "steps" and their number so
    far.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> explain(MagicSnail("AB", 2)).values
    (1, 2, 2, 1)
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    masks, writer = read_masks(puzzle, values, candidates), make_writer(puzzle, words)
    engine = board_of(puzzle.model).ask_engine(clock)
    # If there are several solutions, the smallest reasons take longest and say least.
    policy = WalkPolicy(soon=engine.status is Status.MANY)
    walk = start_walk(puzzle, masks, clock, without, policy)
    find_limit = choose_limit(puzzle, without, clock)
    builder = MoveBuilder(walk, writer, get_part(puzzle.genre).ALIKE, find_limit)
    moves, number = [], 0
    for move in builder.build_all():
        moves.append(move)
        number += len(move)
        if on_progress is not None:
            on_progress("steps", number)
    say = writer.words.say
    status = Status.UNKNOWN if builder.cut_off else walk.outcome
    masks_left = builder.stated if builder.cut_off else walk.position.state.masks
    opening = _choose_opening(engine, masks)
    return Walkthrough(
        tuple(moves),
        walk.finished and not builder.cut_off,
        settled(masks_left[: puzzle.model.shown]),
        status,
        say(f"openings.{opening}") if opening else "",
        say(
            f"endings.{'stuck' if walk.stuck else status}",
            steps=say("endings.steps", number != 1, number=number),
        ),
    )


def _choose_opening(engine: Answer, masks: Sequence[int]) -> str:
    """Return the key of the remark before a walk from these candidates, if there is one."""
    if engine.status in (Status.NONE, Status.MANY):
        return str(engine.status)
    if engine.status is Status.UNIQUE:
        only = engine.only()
        fits = all(mask >> value & 1 for mask, value in zip(masks[: len(only)], only, strict=True))
        return "" if fits else "mistakes"
    return ""


@checked("ceiling", "words")
def grade(
    puzzle: Puzzle | Model,
    *,
    ceiling: float | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> Grade:
    """Return how hard the puzzle is, as a number and a word, and why.

    With a ``ceiling``, grading stops as soon as the grade is sure to be above it; the grade is then
    unknown.
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    candidates, writer = puzzle.model.candidates(), partial(make_writer, puzzle, words)
    if ceiling is not None:
        policy = WalkPolicy(ceiling=ceiling, last_resort=ceiling > LAST_RUNG)
        return grade_walk(start_walk(puzzle, candidates, clock, policy=policy), writer)
    status = board_of(puzzle.model).ask_engine(clock, inf).status
    if status in (Status.NONE, Status.MANY):
        # An engine sees at once what a walk would show only after a long way.
        return Grade(status)
    return grade_walk(start_walk(puzzle, candidates, clock), writer)


PATIENCE = 3
"""Number of steps of a hint that may look for the smallest reason."""
AHEAD = 10
"""Number of things to write that are compared for a hint."""
CHECKING = 0.2
"""Part of the time for a hint that may be spent on looking for mistakes."""
PROOF = 1000
"""Number of hitting sets that are tried for a hint that is to be proven the smallest."""


@checked("candidates", "without", "history", "proof", "words")
def hint(
    puzzle: Puzzle | Model,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    history: Sequence[Write] | None = None,
    proof: bool = False,
    words: Words | None = None,
) -> Hint:
    """Return the easiest next move from the player's board, after the player's mistakes.

    If no technique applies, the first sound reason is returned at once; ``proof`` asks for the
    smallest one, as far as the limits allow.

    ``without`` names techniques (see :func:`techniques`) that the player has not learned.
    ``candidates`` has the values that the player has not ruled out, a mask for each cell: these are
    facts on which steps may rest. ``history`` has the moves so far.
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    writer = make_writer(puzzle, words)
    masks, board = read_masks(puzzle, values, candidates), board_of(puzzle.model)
    engine = board.ask_engine(clock)
    if engine.status is Status.NONE:
        return Hint(None, status=Status.NONE, message=writer.words.say("no-hint.none"))
    # Where looking for mistakes takes long, time is left for a step.
    left = clock.left()
    checking = clock if left is None else Slice(clock, left * CHECKING)
    mistake, masks = _find_mistake(puzzle, Entries(board, masks, checking), writer, history)
    if mistake is not None and not mistake.entries:
        return Hint(None, status=Status.NONE, message=writer.words.say("no-hint.none"))
    walk = start_walk(puzzle, masks, clock, without, _choose_hint_policy(engine, proof))
    find_limit = choose_limit(puzzle, without, clock)
    ahead = AHEAD if find_limit else 1
    builder = MoveBuilder(walk, writer, get_part(puzzle.genre).ALIKE, find_limit, ahead)
    move = builder.find_first()
    if move is None:
        status = Status.UNKNOWN if builder.cut_off else walk.outcome
        message = writer.words.say(f"no-hint.{'stuck' if walk.stuck else status}")
        return Hint(None, mistake, status, message)
    if engine.status is not Status.MANY:
        return Hint(move, mistake, proven=walk.proven)
    return Hint(move, mistake, Status.MANY, writer.words.say("hint.many"), walk.proven)


def find_easiest_steps(puzzle: Puzzle, values: Values) -> Move | None:
    """Return the easiest steps that lead to anything written, even a blank.

    Unlike in a hint, no harder step takes the place of several easy ones.
    """
    clock, board = Clock(), board_of(puzzle.model)
    policy = _choose_hint_policy(board.ask_engine(clock), proof=False)
    walk = start_walk(puzzle, read_masks(puzzle, values, None), clock, policy=policy)
    alike = get_part(puzzle.genre).ALIKE
    builder = MoveBuilder(walk, make_writer(puzzle), alike, ahead=1, written=walk.board.everything)
    return builder.find_first()


def _find_mistake(
    puzzle: Puzzle, entries: Entries, writer: SentenceWriter, history: Sequence[Write] | None
) -> tuple[Mistake | None, list[int]]:
    """Return the player's mistake, if there is one, and the candidates without it."""
    try:
        if entries.are_right() is not False:
            return None, list(entries.masks)
        mistake = entries.find_mistake(writer, history)
        if not mistake.entries:
            return mistake, list(entries.masks)
        masks = entries.keep_sound(history)
        undo = tuple(cell for cell in entries.written if masks[cell] != entries.masks[cell])
        advice = writer.words.say("mistakes.undo", cells=writer.name_cells(undo))
        mistake = replace(mistake, undo=undo, advice=advice)
        return _give_reason(puzzle, mistake, entries, writer), masks
    finally:
        entries.close()


def _choose_hint_policy(engine: Answer, proof: bool) -> WalkPolicy:
    """Return the policy of the walk to a hint."""
    solution = engine.solution if engine.status is Status.UNIQUE else None
    if proof:
        return WalkPolicy(rounds=PROOF, work=WORK, solution=solution)
    # Many steps may come before one that writes something.
    return WalkPolicy(soon=True, work=WORK_ON_THE_WAY, patience=PATIENCE, solution=solution)


@checked("candidates", "without", "words")
def open_steps(
    puzzle: Puzzle | Model,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> tuple[Step, ...]:
    """Return every step that techniques find from the player's board, the easiest first.

    These are steps that write something on the board. If none does, or if the player has ruled out
    values (``candidates``), steps that only rule values out are included. Of several steps with the
    same conclusion, only the easiest is included. For a mistake on the board, see :func:`hint`.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> [step.effort for step in open_steps(MagicSnail("AB", 2))]
    [1.2, 1.2, 1.2, 1.2]
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    writer = make_writer(puzzle, words)
    walk = start_walk(puzzle, read_masks(puzzle, values, candidates), clock, without)
    position = walk.position
    position.every = True
    found: list[Deduction] = []
    with suppress(TimeIsUp), watch(clock):
        position.look()
        found += [one for several in position.singles.values() for one in several]
        for technique in walk.repertoire.techniques:
            clock.look()
            found += technique.find(position)
    masks, shown = tuple(position.state.masks), puzzle.model.shown
    found = [one for one in found if one.technique not in walk.repertoire.without]
    if candidates is None:
        found = [
            one for one in found if writes(masks, [c for c in one.cuts if c.cell < shown])
        ] or found
    removed: set[tuple[int, int]] = set()
    steps: list[Step] = []
    writing = Clock(None if clock.deadline is None else max(clock.left() or 0, WRITING), stop)
    for one in sorted(found, key=lambda one: (one.effort, one.order)):
        if steps and writing.late():
            break
        gone = list_candidates(one.cuts)
        if not gone <= removed:
            removed |= gone
            (first, *_) = split_into_trials(walk.board, masks, one)
            steps.append(present(walk.board, masks, first, writer))
    return tuple(steps)


@checked("value", "candidates", "words")
def why(
    puzzle: Puzzle | Model,
    cell: int | str,
    value: int | None = None,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> tuple[Step, ...]:
    """Return the steps that lead to a cell's value, or to a value being impossible there.

    The cell is a number or a name ("r3c4"). Only the needed part of the walk is kept; the result is
    empty if nothing follows.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(cell, str):
        cell = puzzle.grid.named(cell)
    if not isinstance(cell, int):
        raise ArgumentError("cell", "a cell's name or number", cell)
    if not 0 <= cell < puzzle.grid.size:
        raise ClueError(f"the board has cells 0 to {puzzle.grid.size - 1}, not {cell}")
    if value is not None and not 0 <= value < len(puzzle.symbols):
        raise ClueError(f"a cell has values 0 to {len(puzzle.symbols) - 1}, not {value}")
    walk = start_walk(puzzle, read_masks(puzzle, values, candidates), Clock(seconds, stop))
    everything = walk.board.everything
    path = []
    for before, found in walk:
        path.append((before, found))
        left = walk.position.state.masks[cell]
        if not left & (left - 1) or (value is not None and not left >> value & 1):
            gone = everything & ~left if value is None or left >> value & 1 else 1 << value
            walk.close()
            wanted = list_candidates([(cell, gone)])
            return tuple(trim_path(walk.board, path, wanted, make_writer(puzzle, words)))
    return ()


def _give_reason(
    puzzle: Puzzle, mistake: Mistake, entries: Entries, writer: SentenceWriter
) -> Mistake:
    """Return the mistake with the reason why some entries clash, if a short one is known."""

    def start(masks: Sequence[int]) -> Walk:
        # Only what techniques find is a helpful reason.
        return start_walk(puzzle, masks, entries.clock, policy=WalkPolicy(last_resort=False))

    suspects = entries.list_suspects(mistake)
    reason = find_reason(entries.board, entries.masks, suspects, start, writer)
    if reason is None or (not reason.text and len(mistake.entries) > 1):
        return mistake
    smallest = mistake.smallest and len(reason.entries) <= len(mistake.entries)
    sentence = describe_entries(reason.entries, writer)
    return replace(
        mistake, entries=reason.entries, smallest=smallest, sentence=sentence, why=reason.text
    )
