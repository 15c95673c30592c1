"""Questions of people who solve a puzzle: explain, hint, grade, why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from caracol.deduction.efforts import LAST_RUNG
from caracol.deduction.grade import Grade, grade_walk
from caracol.deduction.hints import (
    Entries,
    Hint,
    Mistake,
    Move,
    describe_entries,
    is_news,
    list_candidates,
    list_last_removals,
    read_board,
    trim_path,
)
from caracol.deduction.justify import present
from caracol.deduction.last_resort.proof import WORK, WORK_AT_ONCE, WORK_ON_THE_WAY
from caracol.deduction.mistakes import find_reason
from caracol.deduction.steps import Deduction, Step, Walkthrough
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.words.language import Words
from caracol.deduction.words.merging import PartMerger
from caracol.deduction.words.moves import MoveBuilder
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock, Flag
from caracol.errors import ArgumentError, ClueError
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.questions.techniques import choose_repertoire, get_part, make_writer, techniques
from caracol.rules import Model, Values, settled
from caracol.support.progress import OnProgress

__all__ = [
    "Grade",
    "Hint",
    "Mistake",
    "Step",
    "Walkthrough",
    "explain",
    "grade",
    "hint",
    "open_steps",
    "techniques",
    "why",
]


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
    """Return every step from the empty board, or from the player's, to the solution.

    ``without`` names techniques (see :func:`techniques`) that are not used: the walk ends where
    someone who has not learned them would be stuck. ``words`` are those of another language; the
    default is English. ``on_progress`` is called after each step with "steps" and their number so
    far.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> explain(MagicSnail("AB", 2)).values
    (1, 2, 2, 1)
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    masks, writer = _read_masks(puzzle, values, candidates), make_writer(puzzle, words)
    engine = board_of(puzzle.model).ask_engine(clock)
    # If there are several solutions, the smallest reasons take longest and say least.
    policy = WalkPolicy(soon=engine.status is Status.MANY)
    walk = _start_walk(puzzle, masks, clock, without, policy)
    own = get_part(puzzle.genre)
    begun = walk.position.state.masks
    moves = MoveBuilder(walk.board, begun, writer, own.FOLLOWERS, own.ALIKE, own.ONWARDS)
    steps = []
    for step in moves.build_all(walk):
        steps.append(step)
        if on_progress is not None:
            on_progress("steps", len(steps))
    status, say = walk.outcome, writer.words.say
    opening = _choose_opening(engine, masks)
    return Walkthrough(
        tuple(steps),
        walk.finished,
        settled(walk.position.state.masks[: puzzle.model.shown]),
        status,
        say(f"openings.{opening}") if opening else "",
        say(
            f"endings.{'stuck' if walk.stuck else status}",
            steps=say("endings.steps", len(steps) != 1, number=len(steps)),
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
        return grade_walk(_start_walk(puzzle, candidates, clock, policy=policy), writer)
    status = board_of(puzzle.model).ask_engine(clock, inf).status
    if status in (Status.NONE, Status.MANY):
        # An engine sees at once what a walk would show only after a long way.
        return Grade(status)
    return grade_walk(_start_walk(puzzle, candidates, clock), writer)


PATIENCE = 3
"""Number of steps of a hint that may look for the smallest reason if nothing is marked."""
PROOF = 1000
"""Number of hitting sets that are tried for a hint that is to be proven the smallest."""


def hint(
    puzzle: Puzzle | Model,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    history: Sequence[Move] | None = None,
    proof: bool = False,
    words: Words | None = None,
) -> Hint:
    """Return the easiest next step from the player's board, after the player's mistakes.

    If no technique applies, the first sound reason is returned at once; ``proof`` asks for the
    smallest one, as far as the limits allow.

    ``without`` names techniques (see :func:`techniques`) that the player has not learned.
    ``candidates`` are the player's pencil marks, a mask for each cell: a step that only rules out
    values counts as news only if there are any. ``history`` has the moves so far.
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    writer = make_writer(puzzle, words)
    masks, board = _read_masks(puzzle, values, candidates), board_of(puzzle.model)
    engine = board.ask_engine(clock)
    if engine.status is Status.NONE:
        return Hint(None, status=Status.NONE, message=writer.words.say("no-hint.none"))
    mistake, masks = _find_mistake(puzzle, Entries(board, masks, clock), writer, history)
    if mistake is not None and not mistake.entries:
        return Hint(None, status=Status.NONE, message=writer.words.say("no-hint.none"))
    marked = candidates is not None
    policy = _choose_hint_policy(engine, marked, proof)
    walk = _start_walk(puzzle, masks, clock, without, policy)
    path: list[tuple[tuple[int, ...], Deduction]] = []
    for before, found in walk:
        path.append((before, found))
        if is_news(before, found, puzzle.model.shown, marked):
            wanted = list_last_removals(path, board.everything)
            *others, (step, _) = trim_path(board, path, wanted, writer)
            walk.close()
            first: tuple[Step, ...] = ()
            if others:
                alike = get_part(puzzle.genre).ALIKE
                first = tuple(PartMerger(board, masks, writer, alike).merge(others))
            if engine.status is not Status.MANY:
                return Hint(step, first, mistake, proven=walk.proven)
            message = writer.words.say("hint.many")
            return Hint(step, first, mistake, Status.MANY, message, walk.proven)
    status = walk.outcome
    message = writer.words.say(f"no-hint.{'stuck' if walk.stuck else status}")
    return Hint(None, (), mistake, status, message)


def _find_mistake(
    puzzle: Puzzle, entries: Entries, writer: SentenceWriter, history: Sequence[Move] | None
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


def _choose_hint_policy(engine: Answer, marked: bool, proof: bool) -> WalkPolicy:
    """Return the policy of the walk to a hint."""
    solution = engine.solution if engine.status is Status.UNIQUE else None
    if proof:
        return WalkPolicy(rounds=PROOF, work=WORK, solution=solution)
    if marked:
        return WalkPolicy(soon=True, work=WORK_AT_ONCE, solution=solution)
    # If nothing is marked, many steps may come before one that writes something.
    return WalkPolicy(soon=True, work=WORK_ON_THE_WAY, patience=PATIENCE, solution=solution)


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

    These are steps that write something on the board. If none does, or if the player has pencil
    marks (``candidates``), steps that only rule values out are included. Of several steps with the
    same conclusion, only the easiest is included. For a mistake on the board, see :func:`hint`.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> [step.effort for step in open_steps(MagicSnail("AB", 2))]
    [1.2, 1.2, 1.2, 1.2]
    """
    puzzle, clock = as_puzzle(puzzle), Clock(seconds, stop)
    writer = make_writer(puzzle, words)
    walk = _start_walk(puzzle, _read_masks(puzzle, values, candidates), clock, without)
    position = walk.position
    position.every = True
    position.look()
    found = [one for several in position.singles.values() for one in several]
    for technique in walk.repertoire.techniques:
        if clock.over():
            break
        found += technique.find(position)
    masks, shown = tuple(position.state.masks), puzzle.model.shown
    found = [one for one in found if one.technique not in walk.repertoire.without]
    if candidates is None:
        found = [one for one in found if is_news(masks, one, shown, False)] or found
    removed: set[tuple[int, int]] = set()
    steps = []
    for one in sorted(found, key=lambda one: (one.effort, one.order)):
        gone = list_candidates(one.cuts)
        if not gone <= removed:
            removed |= gone
            steps.append(present(walk.board, masks, one, writer))
    return tuple(steps)


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
    walk = _start_walk(puzzle, _read_masks(puzzle, values, candidates), Clock(seconds, stop))
    everything = walk.board.everything
    path = []
    for before, found in walk:
        path.append((before, found))
        left = walk.position.state.masks[cell]
        if not left & (left - 1) or (value is not None and not left >> value & 1):
            gone = everything & ~left if value is None or left >> value & 1 else 1 << value
            walk.close()
            wanted = list_candidates([(cell, gone)])
            kept = trim_path(walk.board, path, wanted, make_writer(puzzle, words))
            return tuple([step for step, _ in kept])
    return ()


def _give_reason(
    puzzle: Puzzle, mistake: Mistake, entries: Entries, writer: SentenceWriter
) -> Mistake:
    """Return the mistake with the reason why some entries clash, if a short one is known."""

    def start(masks: Sequence[int]) -> Walk:
        # Only what techniques find is a helpful reason.
        return _start_walk(puzzle, masks, entries.clock, policy=WalkPolicy(last_resort=False))

    suspects = entries.list_suspects(mistake)
    reason = find_reason(entries.board, entries.masks, suspects, start, writer)
    if reason is None or (not reason.text and len(mistake.entries) > 1):
        return mistake
    smallest = mistake.smallest and len(reason.entries) <= len(mistake.entries)
    sentence = describe_entries(reason.entries, writer)
    return replace(
        mistake, entries=reason.entries, smallest=smallest, sentence=sentence, why=reason.text
    )


# -- the walk ----------------------------------------------------------------------------------


def _start_walk(
    puzzle: Puzzle,
    masks: Sequence[int],
    clock: Clock,
    without: Collection[str] = (),
    policy: WalkPolicy | None = None,
) -> Walk:
    """Return a walk from these candidates, after applying the printed values."""
    repertoire = choose_repertoire(puzzle.genre, without)
    return Walk(
        puzzle.model,
        _take_in_givens(puzzle.model, masks),
        repertoire,
        clock,
        policy or WalkPolicy(),
    )


def _read_masks(
    puzzle: Puzzle, values: Values | None, candidates: Sequence[int] | None
) -> list[int]:
    """Return the candidates of a player's board; raise an error if it does not fit."""
    if values is not None:
        puzzle.check_board(values)
    if candidates is not None and len(candidates) != puzzle.grid.size:
        raise ClueError(f"there must be marks for {puzzle.grid.size} cells, not {len(candidates)}")
    return read_board(puzzle.model, values, candidates)


def _take_in_givens(model: Model, masks: Sequence[int]) -> list[int]:
    """Return the candidates without what the values on the printed board rule out."""
    seen = list(masks)
    # A region of one cell is not a printed value: the star in it is a step to explain.
    for rule in model.single:
        for cell, mask in rule.given():
            seen[cell] &= mask
    return seen
