"""The Python reference, generated from the source of the public names."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from enum import Enum
from types import FunctionType

import caracol

HEAD = """# The Python interface

`import caracol` is fast, because each name is loaded when it is first used.
Puzzles, answers, steps and grades are immutable.
Cells are numbered row by row from 0 (`puzzle.grid.named("r3c4")` returns the number). Values are
indices into `puzzle.symbols`; `None` is an unknown cell, and sets of values are bit masks.
`seconds` is a time limit, and `stop` is anything with `is_set()`, such as a `threading.Event`;
if either ends the work, the answer says so.
"""

GROUPS = {
    "Read and write": ("read", "read_all", "write", "convert", "list_formats"),
    "Ask about solutions": (
        "solve",
        "count",
        "each_solution",
        "candidates",
        "conflict",
        "check",
        "Answer",
        "Status",
        "Possible",
        "Conflict",
        "Verdict",
        "Fault",
    ),
    "Ask for help": (
        "explain",
        "hint",
        "open_steps",
        "why",
        "grade",
        "practice",
        "Walkthrough",
        "Step",
        "Hint",
        "Grade",
        "Practice",
    ),
    "Make": ("generate", "Generated"),
    "Draw": ("render", "book"),
    "Play": ("Game",),
    "Puzzles and genres": ("get_genre", "list_genres", "Genre", "Puzzle", "Info"),
    "Errors": (
        "CaracolError",
        "FormatError",
        "UnnamedGenre",
        "ArgumentError",
        "ClueError",
        "UnknownName",
        "NoSolution",
        "ManySolutions",
        "OutOfTime",
        "MissingExtra",
    ),
}
"""Every public name, in the order of the page."""

WIDEST = 88


def page() -> str:
    """Return the whole page; raise if a public name is missing from it."""
    listed = {name for names in GROUPS.values() for name in names} | {"__version__"}
    if listed != set(caracol.__all__):
        raise ValueError(f"GROUPS and __all__ differ: {listed ^ set(caracol.__all__)}")
    parts = [HEAD]
    for heading, names in GROUPS.items():
        parts.append(f"## {heading}\n")
        for name in names:
            parts += _describe(name)
    return "\n".join(parts).rstrip() + "\n"


def _describe(name: str) -> Iterator[str]:
    thing = getattr(caracol, name)
    yield f"### {name}\n"
    if isinstance(thing, FunctionType):
        yield f"```py\n{_signature(_parse(thing))}\n```\n"
        yield f"{_words(thing)}\n"
        return
    bases = ", ".join(base.__name__ for base in thing.__bases__ if base.__module__ != "builtins")
    if issubclass(thing, Exception):
        yield f"A `{bases}`. {_words(thing)}\n" if bases else f"{_words(thing)}\n"
        return
    yield f"{_words(thing)}\n"
    rows = list(_members(_parse(thing), thing))
    if rows:
        yield "| member | meaning |\n|---|---|"
        yield from rows
        yield ""


def _words(thing: object) -> str:
    """Return the docstring without its examples."""
    text = inspect.cleandoc(getattr(thing, "__doc__", "") or "").split("\n>>>")[0]
    text = text.replace("``", "`")
    for role in (":class:", ":func:"):
        text = text.replace(role, "")
    return text.strip()


def _parse(thing: type | FunctionType) -> ast.stmt:
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


def _signature(function: ast.stmt) -> str:
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    line = f"{function.name}({', '.join(_list_arguments(arguments))}){returns}"
    if len(line) <= WIDEST:
        return line
    inside = "".join(f"    {one},\n" for one in _list_arguments(arguments))
    return f"{function.name}(\n{inside}){returns}"


def _list_arguments(arguments: ast.arguments) -> list[str]:
    """Return every argument as text."""
    parts: list[str] = []
    defaults: list[ast.expr | None] = [None] * (len(arguments.args) - len(arguments.defaults))
    for one, default in zip(arguments.args, [*defaults, *arguments.defaults], strict=True):
        parts.append(_argument(one, default))
    if arguments.vararg:
        parts.append(f"*{ast.unparse(arguments.vararg)}")
    elif arguments.kwonlyargs:
        parts.append("*")
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        parts.append(_argument(one, default))
    if arguments.kwarg:
        parts.append(f"**{ast.unparse(arguments.kwarg)}")
    return parts


def _argument(one: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(one) + (f" = {ast.unparse(default)}" if default is not None else "")


def _members(definition: ast.stmt, thing: type) -> Iterator[str]:
    """Yield fields, properties and methods, each with the start of its docstring."""
    assert isinstance(definition, ast.ClassDef)
    for place, node in enumerate(definition.body):
        following = definition.body[place + 1] if place + 1 < len(definition.body) else None
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield _row(f"{node.target.id}: {ast.unparse(node.annotation)}", _text(following))
        elif issubclass(thing, Enum) and isinstance(node, ast.Assign):
            yield _row(ast.unparse(node), _text(following))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield _method(node)


def _method(node: ast.FunctionDef) -> str:
    kinds = {ast.unparse(decorator) for decorator in node.decorator_list}
    words = ast.get_docstring(node) or ""
    returns = ast.unparse(node.returns) if node.returns else ""
    if kinds & {"property", "cached_property"}:
        return _row(f"{node.name}: {returns}", words)
    if "staticmethod" not in kinds:
        node.args.args = node.args.args[1:]
    return _row(f"{node.name}({', '.join(_list_arguments(node.args))}) -> {returns}", words)


def _text(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return ""


def _row(code: str, words: str) -> str:
    first = " ".join(inspect.cleandoc(words).split("\n\n")[0].split()).replace("``", "`")
    for role in (":class:", ":func:"):
        first = first.replace(role, "")
    row = f"| `{code.replace('|', chr(92) + '|')}` | {first} |"
    return row.replace("|  |", "| |")
