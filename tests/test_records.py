"""Records and named tuples are what type checkers take them for."""

from __future__ import annotations

import inspect
import pickle
import typing
from typing import Any

import pytest

from caracol.records import NamedTuple, Record, field, record


@record
class Point(Record):
    x: int
    y: int = 0
    marks: list[int] = field(default_factory=list, compare=False, kw_only=True)

    def twice(self) -> Point:
        return self.changed(x=2 * self.x)


@record
class Named(Point):
    name: str = "p"

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


class Ours(NamedTuple):
    """A pair."""

    one: int
    other: list[int] = []

    @property
    def both(self) -> list[int]:
        return [self.one, *self.other]


class Theirs(typing.NamedTuple):
    """A pair."""

    one: int
    other: list[int] = []

    @property
    def both(self) -> list[int]:
        return [self.one, *self.other]


def test_a_record_has_its_signature_before_one_is_made() -> None:
    @record
    class Fresh(Record):
        a: int
        b: int = 2

    assert str(inspect.signature(Fresh)) == "(a, b=2)"
    assert Fresh(1) == Fresh(a=1, b=2)


def test_records_are_equal_by_their_fields_and_cannot_be_changed() -> None:
    assert Point(1, marks=[3]) == Point(1)
    assert hash(Point(1, marks=[3])) == hash(Point(1))
    assert Point(1) != Named(1)
    assert Point(1).marks is not Point(1).marks
    with pytest.raises(AttributeError, match="a Point cannot be changed"):
        Point(1).x = 2  # type: ignore[misc]


def test_a_record_below_another_has_its_fields_and_its_methods() -> None:
    assert Named(3, name="q").twice() == Named(6, name="q")
    assert repr(Named(1)) == "Named(x=1, y=0, marks=[], name='p')"
    with pytest.raises(ValueError, match="no name"):
        Named(1, name="")
    with pytest.raises(TypeError, match="missing"):
        Named()  # type: ignore[call-arg]


@pytest.mark.parametrize("thing", [Point(1, 2, marks=[3]), Named(1), Ours(1, [2])])
def test_records_and_named_tuples_travel_to_other_processes(thing: Any) -> None:
    again = pickle.loads(pickle.dumps(thing))

    assert again == thing
    assert type(again) is type(thing)


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_a_named_tuple_is_that_of_typing(kind: Any) -> None:
    assert kind(1, other=[2]) == (1, [2])
    assert kind(1).both == [1]
    assert kind._fields == ("one", "other")
    assert kind._field_defaults == {"other": []}
    assert repr(kind(1)) == f"{kind.__name__}(one=1, other=[])"
    assert kind.__doc__ == "A pair."
    assert str(inspect.signature(kind)).startswith("(one")
    assert kind(1)._replace(one=2).one == 2
    assert kind.__module__ == __name__
