"""Completion of words and values on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caracol.cli.parser import GENERAL, format_flags, format_options, reads_puzzles
from caracol.cli.words import words_for
from caracol.errors import CaracolError
from caracol.verbs.registry import COMMANDS, find_command
from caracol.verbs.verb import Parameter, Verb

FILES = "*"
"""Line which says that file names are possible too."""


def complete(words: Sequence[str]) -> list[str]:
    """Return the words that can complete the last of these words.

    The words are those after ``caracol``. If a file name is possible too, the last word of the
    answer is :data:`FILES`.
    """
    *before, last = words or [""]
    try:
        if before[:1] == ["help"] and before[1:]:
            asked = find_place(before[1:])
            found = (
                [one.name for one in asked.verb.own_verbs()] if asked.verb and asked.above else []
            )
            return [word for word in found if word.startswith(last)]
        place = find_place(before)
        if place.verb is None:
            found = [*COMMANDS, *flags_of(GENERAL), "--help"] if not before else []
            return [word for word in found if word.startswith(last) and _fits(word, last)]
        return _complete_at(place, last)
    except CaracolError:  # for instance, the tags of a damaged library
        return []


class WordPlace(NamedTuple):
    """A place on the command line."""

    verb: Verb | None
    """The verb that the words before it select."""
    above: bool = False
    """Whether a subcommand is expected."""
    number: int = 0
    """Number of positional arguments before it."""
    waiting: Parameter | None = None
    """The parameter whose flag is before it and whose value is expected."""
    parameters: tuple[Parameter, ...] = ()
    """The parameters of the verb; if the words before name a genre, those of this genre."""


def find_place(before: Sequence[str]) -> WordPlace:
    """Return the place of the word after these words."""
    verb: Verb | None = None
    number, waiting = 0, None
    for word in before:
        if verb is None:
            if word not in COMMANDS:
                return WordPlace(None)
            verb = find_command(word)
            continue
        if waiting is not None and not (word.startswith("-") and waiting.nargs):
            waiting = waiting if waiting.nargs in ("*", "+") else None
            continue
        waiting = None
        if word.startswith("-") and word != "-":
            flag, sign, _ = word.partition("=")
            parameters = parameters_of(verb, before)
            known = {name: one for one in parameters for name in one.flags or ()}
            found = known.get(flag)
            waiting = found if found is not None and found.takes_value and not sign else None
            continue
        own = {one.name: one for one in verb.own_verbs()}
        if word in own and not number:
            verb = own[word]
        else:
            number += 1
    above = bool(verb and verb.verbs and not number)
    return WordPlace(verb, above, number, waiting, parameters_of(verb, before) if verb else ())


def parameters_of(verb: Verb, words: Sequence[str]) -> tuple[Parameter, ...]:
    """Return all parameters of a verb, including those supplied by genres and formats."""
    found = verb.own_parameters(words)
    return (*found, *format_flags(format_options())) if reads_puzzles(found) else found


def flags_of(parameters: Sequence[Parameter]) -> list[str]:
    """Return the long flags of some parameters."""
    found = {flag for one in parameters for flag in one.flags or () if flag.startswith("--")}
    found |= {f"--no-{one.name}" for one in parameters if one.action == "yes-no"}
    return sorted(found)


def _complete_at(place: WordPlace, last: str) -> list[str]:
    verb, waiting = place.verb, place.waiting
    assert verb is not None
    if waiting is not None and not (waiting.nargs and last.startswith("-")):
        return _values(waiting, last)
    if last.startswith("--") and "=" in last:
        flag, _, value = last.partition("=")
        named = [one for one in place.parameters if flag in (one.flags or ())]
        return [f"{flag}={word}" for word in _values(named[0], value)] if named else []
    if last.startswith("-"):
        return [flag for flag in [*flags_of(place.parameters), "--help"] if flag.startswith(last)]
    if place.above:
        return [one.name for one in verb.own_verbs() if one.name.startswith(last)]
    positional = [one for one in place.parameters if one.flags == ()]
    for number, one in enumerate(positional):
        if number == place.number or (number < place.number and one.nargs in ("*", "+")):
            return _values(one, last)
    return []


def _values(parameter: Parameter, last: str) -> list[str]:
    """Return the values with this beginning; in a list with commas, complete the last name."""
    start, comma, name = last.rpartition(",")
    found = [f"{start}{comma}{word}" for word in words_for(parameter) if word.startswith(name)]
    return [*found, FILES] if parameter.files else found


def _fits(word: str, last: str) -> bool:
    return last.startswith("-") or not word.startswith("-")
