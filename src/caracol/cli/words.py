"""Words that complete values, depending on what is installed."""

from __future__ import annotations

from collections.abc import Callable

from caracol.authoring.drafts.target import WORDS
from caracol.formats import examples
from caracol.formats.converting import list_formats
from caracol.lab.studies.study import find_shipped
from caracol.library import Library
from caracol.library.file import default_path
from caracol.puzzle.plugins import list_genres
from caracol.questions.explaining import techniques
from caracol.verbs.verb import Completion, Parameter


def words_for(parameter: Parameter) -> list[str]:
    """Return the words that complete the value of a parameter."""
    if parameter.choices:
        return list(parameter.choices)
    if isinstance(parameter.values, Completion):
        return LISTS[parameter.values]()
    return list(parameter.values)


def list_genre_names() -> list[str]:
    """Return the ids of the genres."""
    return [genre.id for genre in list_genres()]


def list_format_names() -> list[str]:
    """Return the names of the formats."""
    return [found.name for found in list_formats()]


def list_techniques() -> list[str]:
    """Return the ids of all techniques."""
    return sorted({name for genre in list_genres() for name in techniques(genre)})


def list_puzzles() -> list[str]:
    """Return the puzzles that come with Caracol, as written on the command line."""
    names = examples.names()
    genres = dict.fromkeys(name.partition("/")[0] for name in names)
    return [f"example:{name}" for name in (*genres, *names)]


def list_tags() -> list[str]:
    """Return the tags of the default library."""
    if not default_path().exists():
        return []
    with Library(None) as library:
        return list(library.tags())


LISTS: dict[Completion, Callable[[], list[str]]] = {
    Completion.GENRES: list_genre_names,
    Completion.FORMATS: list_format_names,
    Completion.GRADES: lambda: list(WORDS),
    Completion.TECHNIQUES: list_techniques,
    Completion.PUZZLES: list_puzzles,
    Completion.STUDIES: lambda: list(find_shipped()),
    Completion.TAGS: list_tags,
}
