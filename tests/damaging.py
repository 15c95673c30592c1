"""Texts that are damaged slightly: a character, an item or a line is lost, doubled or swapped.

Each is read with its format and genre named. It must be refused, read with a notice, or give the
same puzzle; what else happens shows what a format cannot detect. Run as a script, this prints the
share of such silent changes per format; docs/reference/formats.md describes them.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter, defaultdict
from random import Random

from caracol.errors import CaracolError, FormatWarning
from caracol.formats import converting
from caracol.puzzle import Puzzle
from fuzzing import envelope, open_envelope, sources


def damage(text: str, dice: Random) -> str:
    """Return the text with one character, item or line lost, doubled or swapped with the next."""
    way = dice.randrange(3)
    parts = list(text)
    if way == 1:
        parts = re.split(r"([\s,;:/|]+)", text)
    elif way == 2:
        parts = text.splitlines(keepends=True)
    step = 2 if way == 1 else 1
    at = dice.randrange(0, len(parts), step)
    match dice.randrange(3):
        case 0:
            del parts[at : at + step]
        case 1:
            parts[at:at] = parts[at : at + step]
        case _:
            other = min(at + step, len(parts) - 1)
            parts[at], parts[other] = parts[other], parts[at]
    return "".join(parts)


def read_damaged(text: str, name: str, genre: str) -> Puzzle | str:
    """Return the puzzle if a text is read silently; otherwise "refused" or "noticed"."""
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always", FormatWarning)
        try:
            found = list(converting.read_all(text, name, genre or None))
        except CaracolError:
            return "refused"
    if notices:
        return "noticed"
    return found[0] if len(found) == 1 else "several"


def try_damage(source: tuple[str, str, str], dice: Random) -> str:
    """Return what comes of damaging a text: refused, noticed, same, different or several."""
    text, name, genre = source
    if name == "penpa":
        damaged = envelope(damage(open_envelope(text), dice).encode("utf-8", "replace"))
    else:
        damaged = damage(text, dice)
    whole, found = read_damaged(text, name, genre), read_damaged(damaged, name, genre)
    if isinstance(found, str):
        return found
    return "same" if found == whole else "different"


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    by_format: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for source in sources():
        if not isinstance(read_damaged(*source), str):
            by_format[source[1]].append(source)
    names = sorted(by_format)
    for at in range(number):
        dice = Random(f"damage {at}")
        name = names[at % len(names)]
        outcomes[name][try_damage(dice.choice(by_format[name]), dice)] += 1
    total = Counter[str]()
    for name, found in sorted(outcomes.items(), key=lambda one: -one[1]["different"]):
        total += found
        share = found["different"] / found.total()
        print(f"{name:16} {share:6.1%}  {dict(found)}")
    print(f"{number} damaged texts: {dict(total)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
