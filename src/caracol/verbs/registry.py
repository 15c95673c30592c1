"""The modules of all verbs; each is loaded when one of its verbs is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from caracol.verbs.verb import Verb

COMMANDS = {
    "solve": "caracol.verbs.questions.solve",
    "count": "caracol.verbs.questions.count",
    "check": "caracol.verbs.questions.check",
    "check-proof": "caracol.verbs.questions.check_proof",
    "candidates": "caracol.verbs.questions.candidates",
    "conflict": "caracol.verbs.questions.conflict",
    "explain": "caracol.verbs.advice.explain",
    "hint": "caracol.verbs.advice.hint",
    "practice": "caracol.verbs.advice.practice",
    "grade": "caracol.verbs.advice.grade",
    "play": "caracol.verbs.advice.play",
    "why": "caracol.verbs.advice.why",
    "generate": "caracol.verbs.making.generate",
    "picture": "caracol.verbs.making.picture",
    "show": "caracol.verbs.exchange.show",
    "render": "caracol.verbs.making.render",
    "book": "caracol.verbs.making.book",
    "convert": "caracol.verbs.exchange.convert",
    "read": "caracol.verbs.exchange.read",
    "formats": "caracol.verbs.exchange.formats",
    "library": "caracol.verbs.collection.library",
    "lab": "caracol.verbs.laboratory.lab",
    "report": "caracol.verbs.laboratory.report",
    "serve": "caracol.web.serve",
    "site": "caracol.web.site.build",
    "genres": "caracol.verbs.exchange.genres",
    "doctor": "caracol.cli.doctor",
    "help": "caracol.cli.general",
    "version": "caracol.cli.general",
}
"""The module of each command, in the order in which they are listed."""

OTHERS = [
    "caracol.verbs.collection.page",
    "caracol.verbs.making.daily",
    "caracol.verbs.questions.put",
    "caracol.verbs.setting.change",
    "caracol.verbs.setting.edit",
    "caracol.verbs.setting.judge",
]
"""Modules of verbs that are only available over HTTP."""

NO_OPERATIONS = (
    *("caracol.web.serve", "caracol.web.site.build", "caracol.cli.doctor", "caracol.cli.general"),
    "caracol.verbs.laboratory.report",
)
"""Modules without operations, which the server's workers need not load."""


def find_command(name: str) -> Verb:
    """Return the command with this name."""
    return next(verb for verb in _in_module(COMMANDS[name]) if verb.name == name)


def list_commands() -> list[Verb]:
    """Return all commands."""
    return [find_command(name) for name in COMMANDS]


def find_operations() -> dict[str, Verb]:
    """Return all verbs available over HTTP, by the names of their operations."""
    modules = dict.fromkeys((*COMMANDS.values(), *OTHERS))
    verbs = [verb for name in modules if name not in NO_OPERATIONS for verb in _in_module(name)]
    return {verb.operation.name: verb for verb in _with_own(verbs) if verb.operation is not None}


def _in_module(name: str) -> tuple[Verb, ...]:
    found: tuple[Verb, ...] = import_module(name).VERBS
    return found


def _with_own(verbs: Iterable[Verb]) -> Iterator[Verb]:
    for verb in verbs:
        yield verb
        yield from verb.own_verbs()
