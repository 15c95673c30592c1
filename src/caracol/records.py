"""Frozen records and named tuples that are cheap to define and quick to make.

A frozen dataclass takes about a millisecond of every start to define, more than solving a
small puzzle, and the command line would define thirty of them; and making one costs a call of
``object.__setattr__`` a field. A record compiles one function, its ``__init__``, when it is first
made; it writes straight into the slots, and the rest is shared. Type checkers see it as a frozen
dataclass. A :class:`NamedTuple` is that of :mod:`typing`, which compiles every annotation.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import cached_property as cached_with_lock
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

T = TypeVar("T")

MISSING: Any = object()

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property(cached_with_lock):  # noqa: N801 (it stands for the other)
        """That of :mod:`functools` without its lock, which Python 3.12 has given up, too."""

        def __get__(self, made, owner=None):
            if made is None:
                return self
            value = made.__dict__[self.attrname] = self.func(made)
            return value


class _Field:
    """What is special about a field."""

    __slots__ = ("compare", "default", "factory", "kw_only", "repr")

    def __init__(
        self, default: Any, factory: Any, kw_only: bool, compare: bool, repr: bool
    ) -> None:
        self.default, self.factory, self.kw_only = default, factory, kw_only
        self.compare, self.repr = compare, repr


def field(
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] = MISSING,
    kw_only: bool = False,
    compare: bool = True,
    repr: bool = True,
) -> Any:
    """A field that is named only, has a default made anew, or does not count for equality."""
    return _Field(default, default_factory, kw_only, compare, repr)


class Record:
    """What all records share: equality, hash and text by their fields, and no changes."""

    __slots__ = ()
    _fields: ClassVar[dict[str, _Field]] = {}
    _compared: ClassVar[Any] = type
    """What counts for equality, of one record."""

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        assert isinstance(other, Record)
        return bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        shown = [name for name, how in self._fields.items() if how.repr]
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({fields})"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: cannot set '{name}'")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: cannot delete '{name}'")

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.entries())

    def entries(self) -> dict[str, Any]:
        """The fields by name."""
        return {name: getattr(self, name) for name in self._fields}

    def changed(self, **changes: Any) -> Self:
        """The same record with some fields changed."""
        return type(self)(**{**self.entries(), **changes})


def _made_again(cls: type[T], fields: dict[str, Any]) -> T:
    return cls(**fields)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """The class with slots for its annotated fields and an ``__init__`` that fills them.

    Where it has cached properties, it has a ``__dict__`` for them and for nothing else.

    >>> @record
    ... class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), Point(1).changed(x=2)
    (Point(x=1, y=0), True, Point(x=2, y=0))
    """
    space = {
        name: value
        for name, value in cls.__dict__.items()
        if name not in ("__dict__", "__weakref__")
    }
    own = {
        name: _as_field(space.pop(name, MISSING))
        for name, kind in space.get("__annotations__", {}).items()
        if "ClassVar" not in str(kind)
    }
    fields: dict[str, _Field] = {**cls._fields, **own}  # type: ignore[attr-defined]
    slots = tuple(own)
    cached = any(isinstance(value, cached_with_lock) for value in space.values())
    if cached and not any(base.__dictoffset__ for base in cls.__bases__):
        slots += ("__dict__",)
    space |= {"__slots__": slots, "_fields": fields}
    if counting := [name for name, how in fields.items() if how.compare]:
        space["_compared"] = attrgetter(*counting)
    maker: Any = type(cls)
    made: Any = maker(cls.__name__, cls.__bases__, space)
    made.__init__ = _Filler(made)
    for value in space.values():
        if isinstance(value, FunctionType) and "__class__" in value.__code__.co_freevars:
            # What ``super()`` goes by, shared by all methods: the class that is no more.
            place = value.__code__.co_freevars.index("__class__")
            value.__closure__[place].cell_contents = made  # type: ignore[index]
            break
    return made  # type: ignore[no-any-return]


def _as_field(value: Any) -> _Field:
    return value if isinstance(value, _Field) else _Field(value, MISSING, False, True, True)


class _Filler:
    """An ``__init__`` that is compiled when it is first asked for: many records are never made."""

    def __init__(self, cls: type[Any]) -> None:
        self.cls = cls

    def __get__(self, made: Any, owner: type[Any]) -> Any:
        self.cls.__init__ = filler = _filler(self.cls, self.cls._fields)
        return filler.__get__(made, owner)


def _filler(cls: type[Any], fields: dict[str, _Field]) -> Any:
    """An ``__init__`` that writes each argument into its slot."""
    names: dict[str, Any] = {"MISSING": MISSING}
    plain: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for name, how in fields.items():
        names[f"set_{name}"] = getattr(cls, name).__set__
        argument = name
        if how.default is not MISSING:
            names[f"default_{name}"] = how.default
            argument = f"{name}=default_{name}"
        elif how.factory is not MISSING:
            names[f"make_{name}"] = how.factory
            argument = f"{name}=MISSING"
            lines.append(f" if {name} is MISSING: {name} = make_{name}()")
        (named if how.kw_only else plain).append(argument)
        lines.append(f" set_{name}(self, {name})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    arguments = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    exec(f"def __init__({arguments}):\n" + "\n".join(lines or [" pass"]), names)
    return names["__init__"]


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Named(type):
        def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, space)
            fields = tuple(space.get("__annotations__", ()))
            defaults = [space.pop(field) for field in fields if field in space]
            made = namedtuple(name, fields, defaults=defaults, module=space["__module__"])
            for known, value in space.items():
                setattr(made, known, value)
            return made

    class NamedTuple(metaclass=_Named):
        """A tuple whose items have names: what :class:`typing.NamedTuple` makes, at once."""
