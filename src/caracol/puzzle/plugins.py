"""Registry of genres: the built-in ones, and those from other packages.

A genre of another package that fails, or whose name is taken, is left out with a warning;
everything else works.
"""

from __future__ import annotations

import pkgutil
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from caracol.errors import ArgumentError, CaracolError, GenreError, UnknownName, describe_error
from caracol.puzzle import Genre
from caracol.puzzle.parts import Q

P = ParamSpec("P")
T = TypeVar("T")

REQUIRED = ("id", "name", "instructions", "schema")


def is_id(name: str) -> bool:
    """Return whether this can be a genre's id: lower-case words and digits, with hyphens.

    >>> is_id("star-battle"), is_id("Star Battle"), is_id("star-")
    (True, False, False)
    """
    words = name.split("-")
    return name.isascii() and name == name.lower() and all(word.isalnum() for word in words)


class PluginWarning(UserWarning):
    """A plug-in, or a part of one, was left out."""


def get_genre(name: str) -> Genre[Any]:
    """Return the genre with this name.

    Built-in genres are tried first by their module, because reading the metadata of all
    installed packages costs as much as solving a puzzle.
    """
    if not isinstance(name, str):
        raise ArgumentError("name", "the name of a genre", name)
    built_in = _of_module(name)
    if built_in is not None:
        return built_in
    for found in _plugged_in():
        if found.id == name:
            return found
    problem = _failed().get(name)
    if problem is not None:
        raise CaracolError(problem)
    raise UnknownName("genre", name, [found.id for found in list_genres()])


@lru_cache(maxsize=64)  # every puzzle of thousands asks for its genre
def _of_module(name: str) -> Genre[Any] | None:
    """Return the built-in genre with this name, if there is one."""
    if not is_id(name):
        return None
    module = f"caracol.genres.{name.replace('-', '_')}"
    try:
        found: Genre[Any] = import_module(module).GENRE
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
    return found


def list_genres() -> list[Genre[Any]]:
    """Return all installed genres, by name."""
    return sorted(all_genres(), key=lambda genre: genre.id)


def all_genres() -> Iterator[Genre[Any]]:
    """Yield the built-in genres, then the plug-ins.

    Lazy, because looking for plug-ins reads the metadata of all installed packages: callers who
    find a match among the built-in genres don't pay for that.
    """
    yield from _built_in()
    yield from _plugged_in()


def describe_genres(ids: Sequence[str]) -> str:
    """Return the ids of genres for a help text; if most genres are meant, name the others.

    >>> describe_genres(["akari", "magnets"])
    'akari, magnets'
    """
    others = [genre.id for genre in list_genres() if genre.id not in ids]
    if not others:
        return "all genres"
    return ", ".join(ids) if len(ids) <= len(others) else f"all genres but {', '.join(others)}"


def all_parts(kind: type[Q]) -> Iterator[tuple[Genre[Any], Q]]:
    """Yield this part of every genre that has one; a part that cannot be loaded is left out."""
    for genre in all_genres():
        try:
            part = genre.part(kind)
        except GenreError as problem:
            leave_out(genre, problem)
            continue
        if part is not None:
            yield genre, part


def list_left_out() -> tuple[str, ...]:
    """Return a sentence for each thing left out so far, after looking for plug-ins."""
    _plugged_in()
    return tuple(_said)


def leave_out(genre: Genre[Any], problem: GenreError) -> None:
    """Report, once, that part of a genre is left out, and why."""
    part = f"the {problem.part} of {_whose(genre)}"
    _say(f"{part} was left out: {problem.why}")


def _warn(sentence: str) -> None:
    # Worker processes find the same plug-ins as their parent, which has reported them already.
    processes = sys.modules.get("multiprocessing.process")
    if processes is None or processes.parent_process() is None:
        warnings.warn(sentence, PluginWarning, stacklevel=2)


on_left_out: Callable[[str], None] = _warn
"""Listener for what is left out: a Python warning, unless the command line sets another."""

_said: list[str] = []


def _say(sentence: str) -> None:
    if sentence not in _said:
        _said.append(sentence)
        on_left_out(sentence)


@cache
def _built_in() -> tuple[Genre[Any], ...]:

    places = import_module("caracol.genres").__path__
    names = sorted(module.name for module in pkgutil.iter_modules(places))
    return tuple(get_genre(name.replace("_", "-")) for name in names)


def _plugged_in() -> tuple[Genre[Any], ...]:
    return tuple(_look_up()[0])


def _failed() -> dict[str, str]:
    return _look_up()[1]


def _whose(genre: Genre[Any]) -> str:
    return f"the plug-in {genre.id} ({genre.package})" if genre.package else genre.name


def find_blame(problem: Exception) -> GenreError | None:
    """Return the error as that of a plug-in if a plug-in's code raised it, or else ``None``."""
    homes = {type(genre).__module__: genre for genre in _plugged_in()}
    trace, found = problem.__traceback__, None
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        found = next((g for home, g in homes.items() if f"{module}.".startswith(f"{home}.")), found)
        trace = trace.tb_next
    return None if found is None else GenreError(found.whose, "code", problem)


def with_blame(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function for another process, with errors of a plug-in's code raised as such.

    Only there does the traceback show whose code failed.
    """

    @wraps(function)
    def called(*arguments: P.args, **options: P.kwargs) -> T:
        try:
            return function(*arguments, **options)
        except CaracolError:
            raise
        except Exception as problem:
            raise find_blame(problem) or problem from problem.__cause__

    return called


Lookup = tuple[list[Genre[Any]], dict[str, str]]
"""The genres of other packages, and why some are left out."""


def _look_up() -> Lookup:
    # Once, and again if the search path changes.
    return _look_up_in(tuple(sys.path))


@cache
def _look_up_in(_places: tuple[str, ...]) -> Lookup:

    genres: list[Genre[Any]] = []
    failed: dict[str, str] = {}
    packages: dict[str, str] = {}
    built_in = {genre.id for genre in _built_in()}
    from importlib.metadata import entry_points  # it takes longer to load than a puzzle to solve

    entries = sorted(entry_points(group="caracol.genres"), key=lambda e: (e.name, _package(e)))
    for entry in entries:
        package = _package(entry)
        problem, found = "", None
        if entry.name in built_in:
            problem = "Caracol itself has a genre of that name"
        elif entry.name in packages:
            problem = f"{packages[entry.name]} also has a genre of that name"
        else:
            try:
                found = entry.load()
            except (Exception, SystemExit) as error:
                problem = describe_error(error)
            else:
                problem = _wrong(found, entry.name)
        if problem:
            sentence = f"the plug-in {entry.name} ({package}) was left out: {problem}"
            failed.setdefault(entry.name, sentence)
            _say(sentence)
        elif isinstance(found, Genre):
            found.package = package
            genres.append(found)
            packages[entry.name] = package
    return genres, failed


def _package(entry: Any) -> str:
    """Return the package that an entry point comes from, with its version."""
    return f"package {entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


def _wrong(found: object, name: str) -> str:
    """Return what is wrong with an object that should be the genre of this name, or ""."""
    if not isinstance(found, Genre):
        return f"its entry point must be a Genre, not {type(found).__name__}"
    for required in REQUIRED:
        if not hasattr(found, required):
            return f"its genre has no '{required}'"
    for text in ("id", "name", "instructions"):
        if not isinstance(getattr(found, text), str):
            return f"the '{text}' of its genre must be a text, not {getattr(found, text)!r}"
    if not isinstance(found.schema, Mapping):
        return f"the 'schema' of its genre must be a mapping, not {found.schema!r}"
    required_entries = found.schema.get("required", [])
    if not isinstance(required_entries, list | tuple):
        return f"'required' of its schema must be a list of names, not {required_entries!r}"
    if not is_id(found.id):
        return f"'{found.id}' is not a valid id; use lower-case letters, digits and single hyphens"
    if found.id != name:
        return f"its entry point is called '{name}', but its genre is called '{found.id}'"
    return ""
