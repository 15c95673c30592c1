"""Puzzles as Prolog terms, in the forms used by solvers written in Prolog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from caracol.authoring.notation.contents import Term
from caracol.board.grid import LARGEST_SIDE
from caracol.errors import FormatError
from caracol.formats.framed import Framed
from caracol.puzzle import Info

TOKEN = re.compile(
    r"""(?P<blank>\s+|%[^\n]*|/\*.*?\*/|\?-)
      | (?P<number>-?[0-9]{1,9}(?![0-9]))
      | (?P<variable>[A-Z_]\w*)
      | (?P<atom>[a-z]\w*|[+*\#-])
      | '(?P<quoted>(?:[^'\\]|''|\\.)*)'
      | "(?P<string>(?:[^"\\]|""|\\.)*)"
      | (?P<sign>[\[\](),.|])""",
    re.VERBOSE | re.DOTALL,
)
DEEPEST = 20
START = re.compile(r"(?:\s|%[^\n]*\n|\?-)*(?:[a-z]\w*\(|\[\s*\[)")


class Prolog(Framed[Term]):
    """Facts or goals such as ``start('ABC', 5).``, each followed by a full stop."""

    name = "prolog"
    about = "Prolog terms: start/2, starBattle/2, solve/4, init/3, magnets/5"
    info = frozenset()
    signs = "a term: a name and arguments in brackets, or a list of lists"
    hint = r"\A\s*[a-z]\w*\("
    example = "start('ABC', 5).\n"

    def recognises(self, text: str) -> bool:
        return START.match(text) is not None

    def unpack(self, text: str) -> Iterator[tuple[Term, str, Info]]:
        tokens = Tokens(text)
        while not tokens.done:
            found = tokens.term()
            tokens.point()
            if not isinstance(found, Term):
                # A bare list is a board without a name.
                found = Term("", (found,))
            yield found, "", Info()

    def pack(self, contents: Term, _name: str, _info: Info, /) -> str:
        return f"{show_term(contents)}.\n"


class Tokens:
    """The tokens of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.kind, self.value = "", ""
        self.next()

    @property
    def done(self) -> bool:
        """Whether all tokens have been read."""
        return self.kind == ""

    def next(self) -> None:
        """Advance to the next token."""
        while self.at < len(self.text):
            match = TOKEN.match(self.text, self.at)
            if match is None:
                if self.text[self.at].isdigit():
                    raise self.fail("a number of at most 9 digits")
                raise self.fail("a term")
            self.at = match.end()
            assert match.lastgroup is not None
            if match.lastgroup != "blank":
                self.kind, self.value = match.lastgroup, match[match.lastgroup]
                return
        self.kind = self.value = ""

    def fail(self, wanted: str) -> FormatError:
        """Return the error that says what was expected here."""
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        found = f"found '{self.text[self.at]}'" if self.at < len(self.text) else "the text ends"
        return FormatError(f"expected {wanted} in Prolog, {found}", f"line {line}, column {column}")

    def point(self) -> None:
        """Read the full stop after a clause; it may be missing after the last one."""
        if not self.done:
            self.sign(".")

    def sign(self, wanted: str) -> None:
        """Read this sign; raise if there is a different one."""
        if (self.kind, self.value) != ("sign", wanted):
            raise self.fail(f"'{wanted}'")
        self.next()

    def term(self, depth: int = 0) -> Any:
        """Read a term: atoms and strings become str, lists tuples, variables None."""
        kind, value = self.kind, self.value
        if depth > DEEPEST:
            raise self.fail("fewer nested brackets")
        if kind == "sign" and value == "[":
            self.next()
            return self.items("]", depth)
        if kind in ("", "sign"):
            raise self.fail("a term")
        self.next()
        if kind == "number":
            return int(value)
        if kind == "variable":
            return None
        if kind in ("quoted", "string"):
            mark = "'" if kind == "quoted" else '"'
            value = re.sub(r"\\(.)", r"\1", value.replace(mark * 2, mark), flags=re.DOTALL)
        if kind in ("atom", "quoted") and (self.kind, self.value) == ("sign", "("):
            self.next()
            return Term(value, self.items(")", depth))
        return value

    def items(self, closing: str, depth: int) -> tuple[Any, ...]:
        """Read terms separated by commas, up to the closing bracket."""
        found: list[Any] = []
        while (self.kind, self.value) != ("sign", closing):
            if found:
                self.sign(",")
            if len(found) == LARGEST_SIDE:
                raise self.fail(f"at most {LARGEST_SIDE} items in a list")
            found.append(self.term(depth + 1))
        self.next()
        return tuple(found)


def show_term(value: Any) -> str:
    """Return a term as Prolog reads it."""
    if isinstance(value, Term):
        return f"{value.name}({', '.join(show_term(argument) for argument in value.arguments)})"
    if isinstance(value, tuple):
        nested = any(isinstance(item, tuple) for item in value)
        return "[" + (",\n    " if nested else ", ").join(map(show_term, value)) + "]"
    if value is None:
        return "_"
    if isinstance(value, int):
        return str(value)
    if re.fullmatch(r"[a-z]", value):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


FORMATS = (Prolog(),)
