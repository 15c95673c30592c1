"""What can be asked of a puzzle by someone who solves it: explain, hint, grade, why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from typing import Any

from caracol.deduction.board import board_of
from caracol.deduction.efforts import LAST_RUNG
from caracol.deduction.grade import Grade, graded, outcome
from caracol.deduction.hints import Entries, Hint, Mistake, Move, from_values
from caracol.deduction.justify import presented
from caracol.deduction.ladder import Catalogue, Walk, possible
from caracol.deduction.language import Words, english
from caracol.deduction.proof import WORK, WORK_AT_ONCE, WORK_ON_THE_WAY
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Found, Step, Walkthrough
from caracol.deduction.together import Together, writes
from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock, Flag
from caracol.errors import ClueError, UnknownName
from caracol.genre_parts import TechniquesPart
from caracol.progress import OnProgress
from caracol.puzzle import ExamplePart, Genre, Puzzle
from caracol.rules import Model, Values, each, settled

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
    puzzle: Puzzle,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
    on_progress: OnProgress | None = None,
) -> Walkthrough:
    """Every step from the empty board, or from the player's, to the solution.

    ``without`` names techniques (see :func:`techniques`) that are not used: the walk ends where
    someone would be stuck who has not learned them.
    ``words`` are another language's; English is the rule.
    ``on_progress`` is told the number of "steps" so far, after each.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> explain(MagicSnail("AB", 2)).values
    (1, 2, 2, 1)
    """
    clock = Clock(seconds, stop)
    masks = _masks(puzzle, values, candidates)
    walk = _walk(puzzle, masks, clock, without)
    teller = teller_of(puzzle, words)
    engine = walk.board.outlook(clock)
    opening = _opening(engine, masks)
    if engine.status is Status.MANY:
        # Where several solutions are, the smallest reasons take longest and tell least.
        walk.soon = True
    steps = []
    own = _own(puzzle.genre)
    begun = walk.position.state.masks
    together = Together(walk.board, begun, teller, own.FOLLOWERS, own.ALIKE, own.ONWARDS)
    for step in together.all(walk):
        steps.append(step)
        if on_progress is not None:
            on_progress("steps", len(steps))
    status = outcome(walk)
    return Walkthrough(
        tuple(steps),
        walk.finished,
        settled(walk.position.state.masks[: puzzle.model.shown]),
        status,
        teller.words.say(f"openings.{opening}") if opening else "",
        teller.words.say(
            f"endings.{'stuck' if walk.stuck else status}",
            steps=teller.words.say("endings.steps", len(steps) != 1, number=len(steps)),
        ),
    )


def _opening(engine: Answer, masks: Sequence[int]) -> str:
    """What is to be said before a walk from these candidates."""
    if engine.status in (Status.NONE, Status.MANY):
        return str(engine.status)
    if engine.status is Status.UNIQUE:
        only = engine.only()
        fits = all(mask >> value & 1 for mask, value in zip(masks[: len(only)], only, strict=True))
        return "" if fits else "mistakes"
    return ""


def grade(
    puzzle: Puzzle,
    *,
    ceiling: float | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> Grade:
    """How hard the puzzle is, in a number and a word, and what makes it so.

    With a ``ceiling`` it is given up, and unknown, as soon as the grade must be above that.
    """
    clock = Clock(seconds, stop)
    walk = _walk(puzzle, puzzle.model.candidates(), clock)
    if ceiling is not None:
        walk.ceiling, walk.last_resort = ceiling, ceiling > LAST_RUNG
        return graded(walk, partial(teller_of, puzzle, words))
    status = walk.board.outlook(clock, inf).status
    if status in (Status.NONE, Status.MANY):
        # An engine sees at once what a walk would show after a long way.
        return Grade(status)
    return graded(walk, partial(teller_of, puzzle, words))


PATIENCE = 3
"""Where nothing is marked, so many steps of a hint may seek the smallest reason."""
PROOF = 1000
"""So many hitting sets are tried for a hint that is to be proven the smallest."""


def hint(
    puzzle: Puzzle,
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
    """The easiest next step from the player's board, after the player's mistakes.

    Where no technique applies, a first sound reason comes back at once; ``proof`` asks for the
    smallest there is, as far as the limits allow.

    ``without`` names techniques (see :func:`techniques`) that the player has not learned.
    ``candidates`` are the player's pencil marks, a mask for each cell: a step that only rules
    out values counts as news only where there are any. ``history`` are the moves so far.
    """
    clock, teller = Clock(seconds, stop), teller_of(puzzle, words)
    masks, board = _masks(puzzle, values, candidates), board_of(puzzle.model)
    engine = board.outlook(clock)
    if engine.status is Status.NONE:
        return Hint(None, status=Status.NONE, message=teller.words.say("no-hint.none"))
    mistake = None
    entries = Entries(board, masks, clock)
    try:
        if entries.right() is False:
            mistake = entries.mistake(teller, history)
            if not mistake.entries:
                return Hint(None, status=Status.NONE, message=teller.words.say("no-hint.none"))
            masks = entries.sound(history)
            undo = tuple(cell for cell in entries.written if masks[cell] != entries.masks[cell])
            advice = teller.words.say("mistakes.undo", cells=teller.cells(undo))
            reason = mistake.why or _why_wrong(puzzle, mistake, clock, teller)
            mistake = replace(mistake, undo=undo, advice=advice, why=reason)
    finally:
        entries.close()
    walk = _walk(puzzle, masks, clock, without)
    walk.soon, walk.rounds = not proof, PROOF if proof else 0
    walk.work = WORK if proof else WORK_AT_ONCE
    if candidates is None and not proof:
        # Where nothing is marked, many steps may come before one that writes something.
        walk.patience, walk.work = PATIENCE, WORK_ON_THE_WAY
    if engine.status is Status.UNIQUE:
        walk.solution = engine.solution
    path: list[tuple[tuple[int, ...], Found]] = []
    for before, found in walk:
        path.append((before, found))
        if _news(before, found, puzzle.model.shown, candidates is not None):
            *others, (step, _) = _trimmed(walk, path, _last(path, walk.board.everything), teller)
            walk.close()
            alike = _own(puzzle.genre).ALIKE
            first = Together(walk.board, masks, teller, alike=alike).first(others)
            if engine.status is not Status.MANY:
                return Hint(step, first, mistake, proven=walk.proven)
            said = teller.words.say("hint.many")
            return Hint(step, first, mistake, Status.MANY, said, walk.proven)
    status = outcome(walk)
    said = teller.words.say(f"no-hint.{'stuck' if walk.stuck else status}")
    return Hint(None, (), mistake, status, said)


def open_steps(
    puzzle: Puzzle,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    without: Collection[str] = (),
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> tuple[Step, ...]:
    """Every step that techniques see from the player's board, the easiest first.

    Those are told that write something on the board; where none does, and where the player has
    pencil marks (``candidates``), those too that only rule values out. Of several steps for the
    same conclusion only the easiest is there. A mistake on the board is told by :func:`hint`.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> [step.effort for step in open_steps(MagicSnail("AB", 2))]
    [1.2, 1.2, 1.2, 1.2]
    """
    clock, teller = Clock(seconds, stop), teller_of(puzzle, words)
    walk = _walk(puzzle, _masks(puzzle, values, candidates), clock, without)
    position = walk.position
    position.every = True
    position.look()
    found = [one for several in position.singles.values() for one in several]
    for technique in walk.catalogue.techniques:
        if clock.over():
            break
        found += technique.find(position)
    masks = tuple(position.state.masks)
    found = [one for one in found if one.technique not in walk.catalogue.without]
    shown_cells = puzzle.model.shown
    if candidates is None and (
        written := [one for one in found if _news(masks, one, shown_cells, False)]
    ):
        found = written
    shown: set[tuple[int, int]] = set()
    steps = []
    for one in sorted(found, key=lambda one: (one.effort, one.order)):
        gone = _each(one.cuts)
        if not gone <= shown:
            shown |= gone
            steps.append(presented(walk.board, masks, one, teller))
    return tuple(steps)


def why(
    puzzle: Puzzle,
    cell: int | str,
    value: int | None = None,
    values: Values | None = None,
    *,
    candidates: Sequence[int] | None = None,
    seconds: float | None = None,
    stop: Flag | None = None,
    words: Words | None = None,
) -> tuple[Step, ...]:
    """The steps that lead to a cell's value, or to a value being impossible there.

    The cell is a number or a name ("r3c4"). Only what it needs is kept of the walk; nothing
    comes back where it does not follow.
    """
    if isinstance(cell, str):
        cell = puzzle.grid.named(cell)
    if not 0 <= cell < puzzle.grid.size:
        raise ClueError(f"the board has cells 0 to {puzzle.grid.size - 1}, not {cell}")
    if value is not None and not 0 <= value < len(puzzle.symbols):
        raise ClueError(f"a cell has values 0 to {len(puzzle.symbols) - 1}, not {value}")
    walk = _walk(puzzle, _masks(puzzle, values, candidates), Clock(seconds, stop))
    everything = walk.board.everything
    path = []
    for before, found in walk:
        path.append((before, found))
        left = walk.position.state.masks[cell]
        if not left & (left - 1) or (value is not None and not left >> value & 1):
            gone = everything & ~left if value is None or left >> value & 1 else 1 << value
            walk.close()
            kept = _trimmed(walk, path, _each([(cell, gone)]), teller_of(puzzle, words))
            return tuple([step for step, _ in kept])
    return ()


FEW_STEPS = 5
"""Why a mistake is one is told in no more steps than this."""


def _why_wrong(puzzle: Puzzle, mistake: Mistake, clock: Clock, teller: Teller) -> str:
    """Why entries clash, where no single trial shows it: the steps that refute one of them."""
    said = teller.words.say("mistakes.no-short-reason")
    if not mistake.entries:
        return ""
    *others, last = mistake.entries
    if last.mask & (last.mask - 1):
        return said
    values: list[int | None] = [None] * puzzle.grid.size
    for cell, mask in others:
        if mask & (mask - 1):
            return said
        values[cell] = mask.bit_length() - 1
    value = last.mask.bit_length() - 1
    walk = _walk(puzzle, _masks(puzzle, tuple(values), None), clock)
    # Only what techniques see is a reason that helps.
    walk.last_resort = False
    path = []
    for before, found in walk:
        path.append((before, found))
        if not walk.position.state.masks[last.cell] >> value & 1:
            walk.close()
            steps = _trimmed(walk, path, {(last.cell, value)}, teller)
            return " ".join(str(step) for step, _ in steps) if len(steps) <= FEW_STEPS else said
    return said


def teller_of(puzzle: Puzzle, words: Words | None = None) -> Teller:
    """Who tells this puzzle's steps, in English unless told otherwise."""
    spoken, hidden = words_of(puzzle.genre, words), puzzle.model.hidden
    # What is printed, such as a black square, is told like any other fact.
    open_to = {c: mask for c, mask in puzzle.model.allowed.items() if mask & (mask - 1)}
    symbols = tuple(puzzle.symbols)
    link = _own(puzzle.genre).LINK
    return Teller(puzzle.grid, symbols, spoken, puzzle, hidden, link, open_to)


def words_of(genre: Genre[Any], words: Words | None = None) -> Words:
    """What is said of a genre's steps, in English unless told otherwise."""
    return _with_own(_own(genre), words or english())


@lru_cache(maxsize=64)  # every hint asks for them
def _with_own(part: TechniquesPart, words: Words) -> Words:
    return words.with_techniques(part.WORDS, part.PHRASES)


NO_TECHNIQUES = TechniquesPart()


def _own(genre: Genre[Any]) -> TechniquesPart:
    """What a genre says of its techniques."""
    return genre.part(TechniquesPart) or NO_TECHNIQUES


def catalogue(puzzle: Puzzle, without: Collection[str] = ()) -> Catalogue:
    """The techniques for this puzzle: those for every genre, and its genre's own, but these."""
    own = _own(puzzle.genre)
    return Catalogue.of(own.READERS, own.TECHNIQUES, without, own.AHEAD)


def techniques(genre: Genre[Any]) -> dict[str, str]:
    """What a step in this genre can be: the names of all its techniques, by their ids.

    >>> from caracol.genres.star_battle import GENRE
    >>> techniques(GENRE)["around-a-star"]
    'Around a star'
    """
    own, example = _own(genre), genre.part(ExamplePart)
    general = (
        english().techniques - {"given"} if example is None else possible(example.PUZZLE.model)
    )
    words, known = words_of(genre), {*general, *own.LOOKS, *own.WORDS}
    return {one: words.technique(one) for one in sorted(known.difference(own.NEVER))}


def checked(names: Iterable[str], genre: Genre[Any]) -> frozenset[str]:
    """The ids of techniques, if the genre has them all; raises where one does not exist."""
    wanted = frozenset(names)
    known = techniques(genre) if wanted else {}
    for name in sorted(wanted):
        if name not in known:
            raise UnknownName(f"technique of {genre.name}", name, sorted(known))
    return wanted


def _walk(
    puzzle: Puzzle, masks: Sequence[int], clock: Clock, without: Collection[str] = ()
) -> Walk:
    known = catalogue(puzzle, checked(without, puzzle.genre))
    return Walk(puzzle.model, _seen(puzzle.model, masks), known, clock)


def _masks(puzzle: Puzzle, values: Values | None, candidates: Sequence[int] | None) -> list[int]:
    if values is not None:
        puzzle.check_board(values)
    if candidates is not None and len(candidates) != puzzle.grid.size:
        raise ClueError(f"there are marks for {len(candidates)} cells of {puzzle.grid.size}")
    return from_values(puzzle.model, values, candidates)


def _seen(model: Model, masks: Sequence[int]) -> list[int]:
    """The candidates once the values that stand on the printed board are taken in."""
    seen = list(masks)
    # A region of one cell is no printed value: that a star stands there is a step to tell.
    for rule in model.single:
        for cell, mask in rule.given():
            seen[cell] &= mask
    return seen


def _news(before: Sequence[int], found: Found, shown: int, marks: bool) -> bool:
    """Whether a step settles a cell that is shown, so that a player can write something down.

    Where there are ``marks``, a value that is ruled out is enough.
    """
    cuts = [cut for cut in found.cuts if cut.cell < shown]
    return bool(cuts) if marks else writes(before, cuts)


def _last(path: Sequence[tuple[tuple[int, ...], Found]], everything: int) -> set[tuple[int, int]]:
    """What the last step of a path removes, and all else that settles its cells."""
    before, found = path[-1]
    left = [(cell, removed, before[cell] & ~removed) for cell, removed in found.cuts]
    return _each(
        (cell, removed if mask & (mask - 1) else everything & ~mask) for cell, removed, mask in left
    )


def _trimmed(
    walk: Walk,
    path: Sequence[tuple[tuple[int, ...], Found]],
    wanted: set[tuple[int, int]],
    teller: Teller,
) -> list[tuple[Step, Found]]:
    """The steps of a path that lead to what is wanted: cells, each with a removed value."""
    needed = set(wanted)
    everything = walk.board.everything
    kept: list[tuple[Step, Found]] = []
    for before, found in reversed(path):
        gone = _each(found.cuts)
        if not gone & needed:
            continue
        step = presented(walk.board, before, found, teller)
        kept.append((step, found))
        needed -= gone
        needed |= _each((cell, everything & ~mask) for cell, mask in step.facts)
    return kept[::-1]


def _each(masks: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Cells with masks of values, one by one: each cell with each of its values."""
    return {(cell, value) for cell, mask in masks for value in each(mask)}
