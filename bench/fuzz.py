"""Reads damaged texts: whatever they hold, the answer is a puzzle or a sentence, and soon.

    scripts/fuzz 1000000

Every text of ``tests/vectors.py`` and every format's example is changed in a few places and read,
once by its looks and once by its format's name. The run ends with a count, and with status 1
where anything was raised that is no refusal, took longer than 2 seconds, or where the process
grew by more than 200 MB. ``fuzz.py 1000 7`` does 1,000 mutations with the seed 7.
"""

from __future__ import annotations

import random
import resource
import sys
import time
import traceback
import warnings
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from caracol import formats
from caracol.errors import ClueError, FormatError, FormatWarning
from vectors import VECTORS

PIECES = [
    *"0123456789",
    *"abgzLRTB*.,/:;|-+#?=&%_[]{}()<>'\"\\ \n\t@",
    *("99999999999", "é", "\0", "𝟙", "====\n", "\n\n", "null", '"caracol"', "\udc80", "-0", "1e9"),
]
SLOWEST = 2.0
LARGEST = 200
"""Megabytes that the process may grow by."""
SHOWN = 20


def mutated(text: str, rng: random.Random) -> str:
    """The text with a few places changed, left out, doubled or cut off."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(6):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 3) :]
            case 1:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + rng.choice(PIECES) + text[at + 1 :]
            case 3:
                text = (
                    text[:at] + text[at : at + rng.randint(1, 40)] * rng.randint(2, 9) + text[at:]
                )
            case 4:
                text = text[:at]
            case _:
                other = rng.randrange(len(text) + 1)
                text = text[:at] + text[other : other + 30] + text[at:]
        text = text or rng.choice(PIECES)
    return text


def tried(text: str, name: str | None) -> str:
    """What is wrong with how a text is read; "" where nothing is."""
    started = time.process_time()
    try:
        for item in islice(formats.read_each(text, name, letters="ABC", stars=1), 50):
            str(item)
    except (FormatError, ClueError) as refusal:
        if not str(refusal).isprintable():
            return f"the refusal cannot be printed: {refusal!r}"
    except Exception:
        return traceback.format_exc(limit=-3)
    taken = time.process_time() - started
    return f"took {taken:.1f} s of CPU" if taken > SLOWEST else ""


def main() -> int:
    """Do as many mutations as are asked for."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    warnings.simplefilter("ignore", FormatWarning)
    texts = [(vector.text, vector.format) for vector in VECTORS]
    texts += [(found.example, found.name) for found in formats.list_formats()]
    for text, name in texts:
        tried(text, name)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    wrong: dict[str, str] = {}
    count = 0
    started = time.monotonic()
    for done in range(number):
        text, name = rng.choice(texts)
        damaged = mutated(text, rng)
        complaint = tried(damaged, name if done % 2 else None)
        if complaint:
            count += 1
            wrong.setdefault(complaint.strip().splitlines()[-1][:100], f"{damaged!r}\n{complaint}")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 - before
    for example in islice(wrong.values(), SHOWN):
        print(example[:3000], file=sys.stderr)
    taken = time.monotonic() - started
    print(
        f"{number} mutations in {taken:.0f} s: {count} went wrong in {len(wrong)} ways; "
        f"the process grew by {grown} MB"
    )
    return int(bool(wrong) or grown > LARGEST)


if __name__ == "__main__":
    sys.exit(main())
