"""puzzle-draw's .pzl files: a small YAML with the type of the puzzle and its contents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from caracol.authoring.notation import parsing
from caracol.errors import FormatError
from caracol.formats.framed import Framed
from caracol.puzzle import Info

Entries = Mapping[str, Any]
KEY = re.compile(r"^( *)([A-Za-z_][\w-]*):(?: +(.*))? *$")
DEEPEST = 4
IGNORED = ("code", "solution")


class PuzzleDraw(Framed[Entries]):
    """``type: starbattle`` and ``puzzle:`` with entries below it."""

    name = "puzzle-draw"
    about = "puzzle-draw's .pzl files"
    info = frozenset({"title", "author", "source"})
    suffix = ".pzl"
    signs = "lines 'type: …' and 'puzzle: …'"
    hint = r"^(type|puzzle):"
    example = (
        "type: starbattle\npuzzle:\n  stars: 1\n  grid: |\n    aaab\n    aabb\n    ccdb\n    cddd\n"
    )

    def recognises(self, text: str) -> bool:
        return all(re.search(rf"^{key}:", text, re.MULTILINE) for key in ("type", "puzzle"))

    def unpack(self, text: str) -> Iterator[tuple[Entries, str, Info]]:
        found = parse_entries(text.splitlines(), 0)
        kind, contents = found.get("type"), found.get("puzzle")
        if not isinstance(kind, str) or not isinstance(contents, dict):
            raise FormatError("a .pzl file has a type, and below 'puzzle:' its contents")
        said = {name: str(found[name]) for name in self.info if isinstance(found.get(name), str)}
        yield contents, kind.lower(), Info.of(said)

    def pack(self, contents: Entries, name: str, info: Info, /) -> str:
        said = {key: " ".join(text.split()) for key, text in info.entries().items()}
        head = [f"{key}: {quote(text)}" for key, text in said.items() if key in self.info and text]
        lines = [f"type: {name}", *head, "puzzle:"]
        for key, value in contents.items():
            if isinstance(value, list):
                lines += [f"  {key}: |", *(f"    {row}" for row in value)]
            else:
                lines.append(f"  {key}: {value}")
        return "\n".join(lines) + "\n"


def parse_entries(lines: list[str], depth: int) -> dict[str, Any]:
    """Parse equally indented lines into entries: texts, blocks of lines, or nested entries."""
    found: dict[str, Any] = {}
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = KEY.match(line)
        if match is None:
            raise FormatError(f"expected a line such as 'type: starbattle', not '{line[:30]}'")
        inside: list[str] = []
        while at < len(lines) and (not lines[at].strip() or indent(lines[at]) > len(match[1])):
            inside.append(lines[at])
            at += 1
        value = (match[3] or "").strip()
        if value in ("|", "|-", "|+"):
            found[match[2]] = block(inside)
        elif value:
            found[match[2]] = unquote(value)
        elif depth < DEEPEST and match[2] not in IGNORED:
            found[match[2]] = parse_entries(inside, depth + 1)
    return found


def quote(text: str) -> str:
    """Return a text in quotation marks, with those inside escaped."""
    return json.dumps(text, ensure_ascii=False)


def unquote(text: str) -> str:
    """Return a text without the quotation marks around it."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(parsing.json(text))
        except FormatError:
            return text[1:-1]
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def indent(line: str) -> int:
    """Return the number of blanks at the beginning of a line."""
    return len(line) - len(line.lstrip(" "))


def block(lines: list[str]) -> list[str]:
    """Return the lines of a block without their common indentation."""
    filled = [line for line in lines if line.strip()]
    least = min(map(indent, filled), default=0)
    return [line[least:].rstrip() for line in filled]


FORMATS = (PuzzleDraw(),)
