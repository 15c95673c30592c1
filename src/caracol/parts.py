"""What a genre can do beyond its rules, in parts: generating, techniques, formats and others.

A part is a class. In a genre of one file it is written into that file, derived from one of
these classes; in a package it is a module with the part's name (``draft.py``, ``editor.py``),
whose names stand for the class's own. Either is found and loaded when it is asked for:

>>> from caracol.genres.star_battle import GENRE
>>> from caracol.kit import ExamplePart
>>> GENRE.part(ExamplePart).SOLUTION[0]
'xxxx*'

What a genre does not have is ``None``. The classes stand in :mod:`caracol.genre_parts`, or where
what they speak of is defined; :mod:`caracol.kit` has them all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from importlib import import_module
from types import FunctionType, GeneratorType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from caracol.errors import CaracolError, GenreError, TimeIsUp

if TYPE_CHECKING:
    from pathlib import Path

P = TypeVar("P")


class AnyGenre(Protocol):
    """A genre, as far as this module knows one."""

    name: str

    @property
    def whose(self) -> str:
        """Its name, with the package that is to blame where something of it fails."""

    def usual(self, kind: type[Q]) -> Q | None:
        """The part that a genre has which gives none of its own."""


class Part(Generic[P]):
    """One thing that a genre can do beyond its rules."""

    NAME: ClassVar[str]
    """How it is called, and its module in a package."""
    NEEDS: ClassVar[tuple[str, ...]] = ()
    """What an author must give, each by one of the names that are parted by bars."""
    ITEMS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """What else an author gives is made of, by name: what an item is called, and an attribute by
    which it is known. What it is need not be loaded for that."""

    genre: Any
    """The genre whose part it is."""
    given: frozenset[str] = frozenset()
    """What the author gave; the rest are defaults."""


Q = TypeVar("Q", bound=Part[Any])


T = TypeVar("T")


def when_asked(make: Callable[[Any], T]) -> T:
    """What a part says, made of the part when it is first asked for and not when its file is read.

    A genre of one file starts quicker where its options, tools, clues and carriers are so made.

    >>> class Words(Part[str]):
    ...     TITLE: str = when_asked(lambda part: part.genre.upper())
    >>> words = Words()
    >>> words.genre = "akari"
    >>> words.TITLE
    'AKARI'
    """
    made: Any = cached_property(make)
    return made  # type: ignore[no-any-return]


def find_part(genre: AnyGenre, kind: type[Q]) -> Q | None:
    """This part of a genre, or ``None`` where it has none; raises where it cannot be loaded."""
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
    """The folder of a genre's package, or ``None`` where the genre is one file."""
    from importlib.resources import files
    from pathlib import Path

    home = sys.modules[type(genre).__module__]
    return Path(str(files(home.__name__))) if hasattr(home, "__path__") else None


def file_of(genre: AnyGenre, name: str) -> Path | None:
    """A file of a genre that is no Python: in its package, or beside its one file.

    Of ``model.mzn`` the package has just that, and beside ``akari.py`` it is ``akari.mzn``.
    """
    from pathlib import Path

    folder = folder_of(genre)
    home = sys.modules[type(genre).__module__].__file__
    if folder is None and home is None:
        return None
    found = folder / name if folder else Path(str(home)).with_suffix(Path(name).suffix)
    return found if found.is_file() else None


def _in_package(home: ModuleType, kind: type[Q]) -> Q | None:
    from importlib.util import find_spec

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
    """What a part of this kind can give."""
    declared = {name for cls in kind.__mro__ for name in getattr(cls, "__annotations__", {})}
    known = declared | {name for name in dir(kind) if not name.startswith("_")}
    return sorted(known - {"NAME", "NEEDS", "ITEMS", "genre", "given"})


def _given(made: Part[Any], kind: type[Part[Any]], name: str) -> bool:
    return name in vars(made) or getattr(type(made), name, None) is not getattr(kind, name, None)


def _guard(made: Part[Any], kind: type[Part[Any]], genre: AnyGenre) -> None:
    """Let no error but ours come out of a part: what fails is said to be the genre's."""
    for name in _names(kind):
        # What is made when it is asked for is made now, and an error of it is not passed over.
        value = getattr(made, name) if hasattr(type(made), name) else vars(made).get(name)
        if name in made.given:
            usual = getattr(kind, name, None)
            _check_like(name, value, usual)
            if name in kind.ITEMS and value is not None:
                # What there is one of at the most is none by itself.
                words = f"'{name}'" if usual is None else f"one of '{name}'"
                _check_items(words, [value] if usual is None else value, *kind.ITEMS[name])
        if callable(value) and not isinstance(value, type):
            setattr(made, name, guarded(value, genre, kind.NAME))


def _check_like(name: str, value: object, usual: object) -> None:
    """Raise where a part gives something of quite another sort than its kind says."""
    if isinstance(usual, tuple) and not isinstance(value, tuple | list):
        raise TypeError(f"'{name}' is no tuple, but {value!r}")
    if isinstance(usual, Mapping) and not isinstance(value, Mapping):
        raise TypeError(f"'{name}' is no mapping, but {value!r}")
    if isinstance(usual, FunctionType) and not callable(value):
        raise TypeError(f"'{name}' is no function, but {value!r}")


def _check_items(words: str, items: Any, called: str, attribute: str) -> None:
    """The same for what it is made of."""
    for item in items.values() if isinstance(items, Mapping) else items:
        if not hasattr(item, attribute):
            raise TypeError(f"{words} is no {called}, but {item!r}")


def guarded(function: Callable[..., Any], genre: AnyGenre, part: str) -> Callable[..., Any]:
    """The function, which raises a :class:`GenreError` where it would raise something strange."""

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


def lacking(genre: AnyGenre, kind: type[Part[Any]], done: str) -> CaracolError:
    """The error for what cannot be done because a genre has no such part."""
    return CaracolError(f"{genre.name} cannot be {done}: it has no {kind.NAME} part")
