"""The techniques of a genre: their names, the words for their steps, and walks with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from math import inf
from typing import Any

from caracol.authoring.parts import ExamplePart, TechniquesPart
from caracol.board.places import Sides
from caracol.deduction.hints import read_board
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walk.repertoire import Repertoire, list_possible
from caracol.deduction.words.language import Words, english
from caracol.deduction.words.sentences import SentenceWriter
from caracol.deduction.words.sides import SideNames, SquareClues
from caracol.engines.limits import Clock
from caracol.errors import ClueError, UnknownName, count_noun
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Values


def make_writer(puzzle: Puzzle, words: Words | None = None) -> SentenceWriter:
    """Return the writer of sentences about this puzzle's steps, in English by default."""
    # A printed value, such as a black square, is stated like any other fact.
    allowed = {c: mask for c, mask in puzzle.model.allowed.items() if mask & (mask - 1)}
    return SentenceWriter(
        puzzle.grid,
        tuple(puzzle.symbols),
        choose_words(puzzle.genre, words),
        puzzle,
        puzzle.model.hidden,
        allowed,
        name_sides(puzzle),
        get_part(puzzle.genre).LINK,
    )


def name_sides(puzzle: Puzzle) -> SideNames | None:
    """Return the names of the sides of squares, if these are where one writes."""
    if not isinstance(puzzle.grid, Sides):
        return None
    return SideNames(SquareClues(puzzle.grid, lambda: puzzle.model.rules))


def choose_words(genre: Genre[Any], words: Words | None = None) -> Words:
    """Return the words for a genre's steps, in English by default."""
    return _add_own_words(get_part(genre), words or english())


@lru_cache(maxsize=64)  # every hint needs them
def _add_own_words(part: TechniquesPart, words: Words) -> Words:
    return words.with_techniques(part.WORDS, part.PHRASES)


NO_TECHNIQUES = TechniquesPart()


def get_part(genre: Genre[Any]) -> TechniquesPart:
    """Return the techniques part of a genre."""
    return genre.part(TechniquesPart) or NO_TECHNIQUES


def choose_repertoire(genre: Genre[Any], without: Collection[str] = ()) -> Repertoire:
    """Return the generic and genre-specific techniques for a genre, without these.

    Raise an error if ``without`` names a technique that the genre lacks.
    """
    return _assemble(get_part(genre), check_techniques(without, genre))


@lru_cache(maxsize=64)
def _assemble(part: TechniquesPart, without: frozenset[str]) -> Repertoire:
    return Repertoire.assemble(
        part.READERS, part.TECHNIQUES, without, part.AHEAD, part.NAMES, part.LINK
    )


def techniques(genre: Genre[Any]) -> dict[str, str]:
    """Return the names of all techniques of a genre, by id.

    >>> from caracol.genres.star_battle import GENRE
    >>> techniques(GENRE)["around-a-star"]
    'Around a star'
    """
    own, example = get_part(genre), genre.part(ExamplePart)
    general = (
        english().techniques - {"given"} if example is None else list_possible(example.PUZZLE.model)
    )
    words, known = choose_words(genre), {*general, *own.LOOKS, *own.WORDS}
    return {one: words.technique(one) for one in sorted(known.difference(own.NEVER))}


def check_techniques(names: Iterable[str], genre: Genre[Any]) -> frozenset[str]:
    """Return the ids of techniques as a set; raise an error if the genre lacks one."""
    wanted = frozenset(names)
    known = techniques(genre) if wanted else {}
    for name in sorted(wanted):
        if name not in known:
            raise UnknownName(f"technique of {genre.name}", name, sorted(known))
    return wanted


def start_walk(
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
        puzzle.model.apply_givens(masks),
        repertoire,
        clock,
        policy or WalkPolicy(),
    )


def read_masks(
    puzzle: Puzzle, values: Values | None, candidates: Sequence[int] | None
) -> list[int]:
    """Return the candidates of a player's board; raise an error if it does not fit."""
    if values is not None:
        puzzle.check_board(values)
    if candidates is not None and len(candidates) != puzzle.grid.size:
        raise ClueError(
            f"there must be candidates for {count_noun(puzzle.grid.size, puzzle.grid.noun)}, "
            f"not {len(candidates)}"
        )
    return read_board(puzzle.model, values, candidates)


def choose_limit(
    puzzle: Puzzle, without: Collection[str], clock: Clock
) -> Callable[[], float] | None:
    """Return how to find the limit of steps that are taken instead of several cheaper ones.

    Where cells have only two values, nearly every step writes something, so none is taken.
    """
    return None if puzzle.model.values == 2 else partial(limit_effort, puzzle, without, clock)


def limit_effort(puzzle: Puzzle, without: Collection[str], clock: Clock) -> float:
    """Return the maximum effort of a step that is taken instead of several cheaper ones.

    That is the effort of the hardest step that the puzzle needs, so that no move is harder than the
    puzzle.
    """
    board = board_of(puzzle.model)
    known: dict[frozenset[str], float] = board.once("hardest", lambda _: {})
    key = frozenset(without)
    if key not in known:
        policy = WalkPolicy(last_resort=False)
        walk = start_walk(puzzle, puzzle.model.candidates(), clock, without, policy)
        for _ in walk:
            pass
        if walk.stopped:
            return walk.hardest
        known[key] = walk.hardest if walk.finished else inf
    return known[key]
