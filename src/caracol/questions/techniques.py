"""The techniques of a genre: their names, the words for their steps, and those that a walk uses."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from caracol.authoring.parts import ExamplePart, TechniquesPart
from caracol.board.places import Sides
from caracol.deduction.walk.repertoire import Repertoire, list_possible
from caracol.deduction.words.language import Words, english
from caracol.deduction.words.sentences import SentenceWriter
from caracol.deduction.words.sides import SideNames, SquareClues
from caracol.errors import UnknownName
from caracol.puzzle import Genre, Puzzle


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
