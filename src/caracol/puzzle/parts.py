"""The parts of a genre: its abilities beyond its rules, such as generating or formats.

A part is a class. In a single-file genre, it is written in that file, derived from a class of
:mod:`caracol.kit`; in a package, it is a module with the part's name (``draft.py``, ``editor.py``),
whose names are used as the class's attributes. Either is found and loaded when it is needed:

>>> from caracol.genres.star_battle import GENRE
>>> from caracol.kit import ExamplePart
>>> GENRE.part(ExamplePart).SOLUTION[0]
'xxxx*'

A part that a genre lacks is ``None``. The classes are in :mod:`caracol.authoring.parts`, or next to
the code that uses them; :mod:`caracol.kit` has them all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, GeneratorType, ModuleType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from caracol.errors import CaracolError, GenreError, TimeIsUp

P = TypeVar("P")


class AnyGenre(Protocol):
    """A genre, as far as this module is concerned."""

    name: str

    @property
    def whose(self) -> str:
        """The name, with the package to blame if its code fails."""

    def usual(self, kind: type[Q]) -> Q | None:
        """Return the default part of a genre that does not define one."""


class Part(Generic[P]):
    """One ability of a genre beyond its rules."""

    NAME: ClassVar[str]
    """Name of the part, and of its module in a package."""
    NEEDS: ClassVar[tuple[str, ...]] = ()
    """Names that an author must define; one of those separated by bars is enough."""
    ITEMS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For names with several items: what an item is called, and an attribute to recognise it by.

    The attribute makes it unnecessary to load the class.
    """

    genre: Any
    """The genre that the part belongs to."""
    given: frozenset[str] = frozenset()
    """Names that the author defined; the rest are defaults."""


Q = TypeVar("Q", bound=Part[Any])


T = TypeVar("T")


def find_part(genre: AnyGenre, kind: type[Q]) -> Q | None:
    """Return this part of a genre, or ``None``; raise if it cannot be loaded."""
    home = sys.modules[type(genre).__module__]
    try:
        made = _in_package(home, kind) or _in_file(home, kind) or genre.usual(kind)
        if made is None:
            return None
        made.genre = genre
        made.given = frozenset(name for name in _names(kind) if _given(made, kind, name))
        _guard(made, kind, genre)
    except CaracolError:
        raise
    except Exception as problem:
        raise GenreError(genre.whose, f"{kind.NAME} part", problem) from problem
    for need in kind.NEEDS:
        if made.given.isdisjoint(need.split("|")):
            wanted = " or ".join(f"'{name}'" for name in need.split("|"))
            raise GenreError(genre.whose, f"{kind.NAME} part", f"it has no {wanted}")
    return made


def folder_of(genre: AnyGenre) -> Path | None:
    """Return the folder of a genre's package, or ``None`` if the genre is a single file."""
    home = sys.modules[type(genre).__module__]
    return Path(home.__path__[0]) if hasattr(home, "__path__") else None


def file_of(genre: AnyGenre, name: str) -> Path | None:
    """Return a file of a genre that is not Python, such as ``model.mzn``, if it has one.

    It is in the genre's package or the folder ``programs`` there; for ``akari.py``, it is
    ``akari.mzn`` beside it.
    """
    folder = folder_of(genre)
    home = sys.modules[type(genre).__module__].__file__
    if folder is not None:
        places = [folder / "programs" / name, folder / name]
    else:
        places = [Path(home).with_suffix(Path(name).suffix)] if home else []
    return next((place for place in places if place.is_file()), None)


def _in_package(home: ModuleType, kind: type[Q]) -> Q | None:

    name = f"{home.__name__}.{kind.NAME}"
    if not hasattr(home, "__path__") or find_spec(name) is None:
        return None
    module = import_module(name)
    own = _in_file(module, kind)
    if own is not None:
        return own
    made = kind()
    for known in _names(kind):
        if known in vars(module):
            setattr(made, known, vars(module)[known])
    return made


def _in_file(home: ModuleType, kind: type[Q]) -> Q | None:
    own = [
        found
        for found in vars(home).values()
        if isinstance(found, type) and issubclass(found, kind) and found.__module__ == home.__name__
    ]
    if len(own) > 1:
        names = " and ".join(found.__name__ for found in own)
        raise ImportError(f"{home.__name__} has two: {names}")
    return own[0]() if own else None


def _names(kind: type[Part[Any]]) -> list[str]:
    """Return the names that a part of this kind can define, required or optional."""
    needed = {name for need in kind.NEEDS for name in need.split("|")}
    optional = {name for name in dir(kind) if not name.startswith("_")}
    return sorted(needed | optional - {"NAME", "NEEDS", "ITEMS", "genre", "given"})


def _given(made: Part[Any], kind: type[Part[Any]], name: str) -> bool:
    return name in vars(made) or getattr(type(made), name, None) is not getattr(kind, name, None)


def _guard(made: Part[Any], kind: type[Part[Any]], genre: AnyGenre) -> None:
    """Wrap a part so that unexpected errors are reported as the genre's."""
    for name in _names(kind):
        # Properties are evaluated now, and their errors are not ignored.
        value = getattr(made, name) if hasattr(type(made), name) else vars(made).get(name)
        if name in made.given:
            usual = getattr(kind, name, None)
            _check_like(name, value, usual)
            if name in kind.ITEMS and value is not None:
                # An optional single item is not a sequence.
                words = f"'{name}'" if usual is None else f"one of '{name}'"
                _check_items(words, [value] if usual is None else value, *kind.ITEMS[name])
        if callable(value) and not isinstance(value, type):
            setattr(made, name, guard(value, genre, kind.NAME))


def _check_like(name: str, value: object, usual: object) -> None:
    """Raise if a part's attribute is of a different sort from its default."""
    if isinstance(usual, tuple) and not isinstance(value, tuple | list):
        raise TypeError(f"'{name}' must be a tuple, not {value!r}")
    if isinstance(usual, Mapping) and not isinstance(value, Mapping):
        raise TypeError(f"'{name}' must be a mapping, not {value!r}")
    if isinstance(usual, FunctionType) and not callable(value):
        raise TypeError(f"'{name}' must be a function, not {value!r}")


def _check_items(words: str, items: Any, called: str, attribute: str) -> None:
    """Raise if one of the items is not what it should be."""
    for item in items.values() if isinstance(items, Mapping) else items:
        if not hasattr(item, attribute):
            raise TypeError(f"{words} must be of type {called}, not {item!r}")


def guard(function: Callable[..., Any], genre: AnyGenre, part: str) -> Callable[..., Any]:
    """Return the function, with unexpected errors turned into a :class:`GenreError`."""

    @wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        try:
            found = function(*arguments, **options)
        except (CaracolError, TimeIsUp, MemoryError, BrokenPipeError):
            raise
        except Exception as problem:
            raise GenreError(genre.whose, f"{part} part", problem) from problem
        return _each(found, genre, part) if isinstance(found, GeneratorType) else found

    return called


def _each(items: Iterator[Any], genre: AnyGenre, part: str) -> Iterator[Any]:
    try:
        yield from items
    except (CaracolError, TimeIsUp, MemoryError, BrokenPipeError):
        raise
    except Exception as problem:
        raise GenreError(genre.whose, f"{part} part", problem) from problem


def missing_part(genre: AnyGenre, kind: type[Part[Any]], done: str) -> CaracolError:
    """Return the error for something that a genre without this part cannot do."""
    return CaracolError(f"{genre.name} cannot be {done}: it has no {kind.NAME} part")
