"""The door through which genres come: the built-in ones, and those that other packages bring.

A genre of another package that fails, or that has the name of one that is there, is left out
and said so in a sentence; everything else works.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from caracol.errors import CaracolError, GenreError, UnknownName, described
from caracol.parts import Q
from caracol.puzzle import Genre

REQUIRED = ("id", "name", "instructions", "schema")


def is_id(name: str) -> bool:
    """Whether a genre's id may be written so: small letters and digits, in words with hyphens.

    >>> is_id("star-battle"), is_id("Star Battle"), is_id("star-")
    (True, False, False)
    """
    words = name.split("-")
    return name.isascii() and name == name.lower() and all(word.isalnum() for word in words)


class PluginWarning(UserWarning):
    """A plug-in was left out, or a part of one."""


def get_genre(name: str) -> Genre[Any]:
    """The genre of this name.

    Built-in genres are tried first by their module, because reading the metadata of all
    installed packages costs as much as solving a puzzle.
    """
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
    """The genre that is built in under this name, if there is one."""
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
    """All genres that are installed, by name."""
    return sorted(all_genres(), key=lambda genre: genre.id)


def all_genres() -> Iterator[Genre[Any]]:
    """The built-in genres, then those that are plugged in.

    Lazy, because asking for plug-ins reads the metadata of all installed packages: who finds
    what he looks for among the first ones does not pay for that.
    """
    yield from _built_in()
    yield from _plugged_in()


def all_parts(kind: type[Q]) -> Iterator[tuple[Genre[Any], Q]]:
    """This part of every genre that has one; a part that cannot be loaded is left out."""
    for genre in all_genres():
        try:
            part = genre.part(kind)
        except GenreError as problem:
            leave_out(genre, problem)
            continue
        if part is not None:
            yield genre, part


def left_out() -> tuple[str, ...]:
    """What has been left out so far, a sentence each; plug-ins are looked at for it."""
    _plugged_in()
    return tuple(_said)


def leave_out(genre: Genre[Any], problem: GenreError) -> None:
    """Say, once, that something of a genre is left out, and why."""
    part = f"the {problem.part} of {_whose(genre)}"
    _say(f"{part} was left out: {problem.why}")


def _warned(sentence: str) -> None:
    # Worker processes meet the same plug-ins as the process that started them, which has said it.
    processes = sys.modules.get("multiprocessing.process")
    if processes is None or processes.parent_process() is None:
        warnings.warn(sentence, PluginWarning, stacklevel=2)


on_left_out: Callable[[str], None] = _warned
"""Who is told what is left out: a Python warning, unless the command line listens."""

_said: list[str] = []


def _say(sentence: str) -> None:
    if sentence not in _said:
        _said.append(sentence)
        on_left_out(sentence)


@cache
def _built_in() -> tuple[Genre[Any], ...]:
    import pkgutil

    places = import_module("caracol.genres").__path__
    names = sorted(module.name for module in pkgutil.iter_modules(places))
    return tuple(get_genre(name.replace("_", "-")) for name in names)


def _plugged_in() -> tuple[Genre[Any], ...]:
    return tuple(_looked_up()[0])


def _failed() -> dict[str, str]:
    return _looked_up()[1]


def _whose(genre: Genre[Any]) -> str:
    return f"the plug-in {genre.id} ({genre.package})" if genre.package else genre.name


def blamed(problem: Exception) -> GenreError | None:
    """The error as that of a plug-in, where code of one raised it; ``None`` where none did."""
    homes = {type(genre).__module__: genre for genre in _plugged_in()}
    trace, found = problem.__traceback__, None
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        found = next((g for home, g in homes.items() if f"{module}.".startswith(f"{home}.")), found)
        trace = trace.tb_next
    return None if found is None else GenreError(found.whose, "code", problem)


Looked = tuple[list[Genre[Any]], dict[str, str]]
"""The genres of other packages, and why some are left out."""


def _looked_up() -> Looked:
    # Once, and again where packages are looked for in other places.
    return _looked_up_in(tuple(sys.path))


@cache
def _looked_up_in(_places: tuple[str, ...]) -> Looked:
    from importlib.metadata import entry_points

    genres: list[Genre[Any]] = []
    failed: dict[str, str] = {}
    packages: dict[str, str] = {}
    built_in = {genre.id for genre in _built_in()}
    entries = sorted(entry_points(group="caracol.genres"), key=lambda e: (e.name, _package(e)))
    for entry in entries:
        package = _package(entry)
        problem, found = "", None
        if entry.name in built_in:
            problem = "Caracol itself has a genre of that name"
        elif entry.name in packages:
            problem = f"{packages[entry.name]} has a genre of that name, too"
        else:
            try:
                found = entry.load()
            except (Exception, SystemExit) as error:
                problem = described(error)
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
    """The package that an entry point comes from, with its version."""
    return f"package {entry.dist.name} {entry.dist.version}" if entry.dist else "no known package"


def _wrong(found: object, name: str) -> str:
    """What is wrong with an object that should be a genre of this name, or nothing."""
    if not isinstance(found, Genre):
        return f"its entry point names no Genre, but a {type(found).__name__}"
    for required in REQUIRED:
        if not hasattr(found, required):
            return f"its genre has no '{required}'"
    for text in ("id", "name", "instructions"):
        if not isinstance(getattr(found, text), str):
            return f"the '{text}' of its genre is no text, but {getattr(found, text)!r}"
    if not isinstance(found.schema, Mapping):
        return f"the 'schema' of its genre is no mapping, but {found.schema!r}"
    if not is_id(found.id):
        return f"'{found.id}' is no id; small letters, digits and single hyphens are"
    if found.id != name:
        return f"its entry point is called '{name}', but its genre '{found.id}'"
    return ""
