"""Wrong types of arguments, in one sentence that follows from the annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, wraps
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from caracol.errors import ArgumentError

P = ParamSpec("P")
T = TypeVar("T")

LISTS = (Sequence, Collection, Iterable)
WORDS: dict[Any, str] = {
    str: "a text",
    bytes: "bytes",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    NoneType: "None",
    Mapping: "a dictionary",
    Callable: "a function",
}
"""Types in the words of a message."""
ITEMS: dict[Any, str] = {str: " of texts", int: " of numbers"}


def checked(*names: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Check these arguments of a function against their annotations.

    >>> @checked("title")
    ... def book(*, title: str = "") -> None: ...
    >>> book(title=5)
    Traceback (most recent call last):
    caracol.errors.ArgumentError: 'title' must be a text, not 5
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @cache
        def read_kinds() -> dict[str, Any]:
            parameters = inspect.signature(function, eval_str=True).parameters
            return {name: parameters[name].annotation for name in names}

        order = [*inspect.signature(function).parameters]

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            for name, value in (*zip(order, args, strict=False), *named.items()):
                if name in names:
                    check_argument(name, value, read_kinds()[name])
            return function(*args, **named)

        return call

    return decorate


def check_argument(name: str, value: object, kind: Any) -> None:
    """Raise an :class:`ArgumentError` if the value of an argument does not have this type."""
    if not is_of(value, kind):
        raise ArgumentError(name, describe_kind(kind), value)


def is_of(value: object, kind: Any) -> bool:
    """Return whether a value has an annotated type; the items of lists are not looked at.

    >>> is_of(2, float), is_of(True, int), is_of("ab", Sequence[str]), is_of(None, str | None)
    (True, False, False, True)
    """
    origin = get_origin(kind) or kind
    if origin in (Union, UnionType):
        return any(is_of(value, one) for one in get_args(kind))
    if origin is Any:
        return True
    if origin is bool:
        return isinstance(value, int)
    if origin in (int, float):
        return isinstance(value, origin | int) and not isinstance(value, bool)
    if origin in LISTS:
        # Arrays of NumPy are no sequences; texts are, but nobody means them.
        needed = ["__iter__"] if origin is Iterable else ["__iter__", "__len__"]
        return not isinstance(value, str | bytes) and all(hasattr(value, one) for one in needed)
    if getattr(origin, "_is_protocol", False):
        needed = [one for one in vars(origin) if not one.startswith("_") or one == "__call__"]
        return all(hasattr(value, one) for one in needed)
    return isinstance(value, origin)


def describe_kind(kind: Any) -> str:
    """Return an annotated type in words.

    >>> describe_kind(str | None), describe_kind(Sequence[int]), describe_kind(Callable[[], None])
    ('a text or None', 'a list of numbers', 'a function')
    """
    origin, items = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(describe_kind, items)))
    if origin in LISTS:
        return "a list" + (ITEMS.get(items[0], "") if items else "")
    if "__call__" in vars(origin) and getattr(origin, "_is_protocol", False):
        return WORDS[Callable]
    return WORDS.get(origin, f"an object of type {origin.__name__}")
