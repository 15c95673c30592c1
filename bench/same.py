"""Prove that a restructuring loses nothing: freeze what Caracol answers, and compare later.

    python -m bench.same inputs                    make the stored puzzles anew (hardly ever)
    python -m bench.same freeze [--full FOLDER]    write the digest of every answer to `same.txt`
    python -m bench.same check [--quick]           ask everything again and report differences

Only what users can ask is asked (see `same_records.py`), so this runs on any later version of the
code. Digests are committed; whole texts, which differences are shown with, go to a folder that is
not. Differences that are meant are declared in `same_declared.txt`. Help texts depend on the
version of Python: compare with the one that was frozen with.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import multiprocessing
import resource
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from bench import same_inputs
from bench.same_records import (
    SECTIONS,
    Record,
    Task,
    answer_task,
    make_case_tasks,
    make_tasks,
    running_server,
    stop_clock,
)

FROZEN = Path(__file__).with_name("same.txt")
DECLARED = Path(__file__).with_name("same_declared.txt")
RESULTS = Path(__file__).with_name("results")
FULL = RESULTS / "same"
DIFFERENCES = RESULTS / "same-differences.txt"
SHOWN = 10
"""Maximum number of differences of a section that are printed with their texts."""
CASES = "cases"


@dataclass(frozen=True)
class Declared:
    """A pattern of records that may differ, and the reason."""

    pattern: str
    reason: str


@dataclass
class Comparison:
    """What came of comparing a section with what was frozen."""

    section: str
    same: int = 0
    differing: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        total = self.same + len(self.differing) + len(self.declared)
        said = f"{self.section}: {self.same} of {total} identical"
        if self.declared:
            said += f", {len(self.declared)} declared"
        return f"{said}, {len(self.differing)} DIFFERENT" if self.differing else said


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks, and return the exit status."""
    asked = parse(arguments)
    if asked.command == "inputs":
        same_inputs.write_inputs()
        return 0
    sections = [asked.only] if asked.only else list(SECTIONS)
    tasks = [] if asked.only == CASES else make_tasks(sections)
    if asked.cases:
        tasks += make_case_tasks(CASES, asked.cases)
        sections += [CASES] if CASES not in sections else []
    if asked.quick:
        tasks = [task for task in tasks if is_quick(task.section, task.key)]
    records = answer_all(tasks, asked.jobs)
    if asked.command == "freeze":
        freeze(records, sections, asked.full)
        status = 0
    else:
        status = check(records, sections, asked.full, quick=asked.quick)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"CPU time: {sum(one.ru_utime + one.ru_stime for one in used):.0f} s")
    return status


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.same", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("command", choices=("inputs", "freeze", "check"))
    parser.add_argument("--quick", action="store_true", help="check a tenth of each section")
    parser.add_argument("--only", choices=(*SECTIONS, CASES), help="only this section")
    parser.add_argument(
        "--cases",
        type=Path,
        metavar="FOLDER",
        help="also the puzzles of this folder, not committed",
    )
    parser.add_argument(
        "--full", type=Path, default=FULL, metavar="FOLDER", help="folder of the whole texts"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of processes (default: 2)")
    asked = parser.parse_args(arguments)
    if asked.command == "freeze" and asked.quick:
        parser.error("everything is frozen, not a tenth of it")
    if asked.only == CASES and not asked.cases:
        parser.error("--only cases needs --cases FOLDER")
    return asked


def is_quick(section: str, key: str) -> bool:
    """Return whether the quick check asks for this task: one in ten, always the same ones."""
    return int(Record(section, key, key).digest, 16) % 10 == 0


def answer_all(tasks: Sequence[Task], jobs: int) -> list[Record]:
    """Return the records of all tasks, answered by several processes."""
    found: list[Record] = []
    with ExitStack() as stack:
        if any(task.needs_server for task in tasks):
            stack.enter_context(running_server())
        pool = stack.enter_context(multiprocessing.get_context("spawn").Pool(jobs, stop_clock))
        for number, records in enumerate(pool.imap_unordered(answer_task, tasks, chunksize=4), 1):
            found += records
            if sys.stderr.isatty() or number % 1000 == 0:
                print(f"\r{number} of {len(tasks)} tasks", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        pool.close()
        pool.join()
    return sorted(found, key=lambda one: (one.section, one.key))


def freeze(records: Sequence[Record], sections: Sequence[str], folder: Path) -> None:
    """Store the digests, and the whole texts in the folder."""
    kept = [line for line in read_lines(FROZEN) if line.split()[0] not in sections]
    new = [f"{one.section} {one.key} {one.digest}" for one in records]
    cases = [line for line in new if line.startswith(f"{CASES} ")]
    committed = sorted({*kept, *new}.difference(cases))
    FROZEN.write_text("".join(f"{line}\n" for line in committed), encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    if cases:
        (folder / "cases.txt").write_text("".join(f"{line}\n" for line in cases), "utf-8")
    for section in sections:
        texts = {one.key: one.text for one in records if one.section == section}
        lines = [json.dumps(item, ensure_ascii=False) for item in texts.items()]
        text = "".join(f"{line}\n" for line in lines)
        (folder / f"{section}.jsonl.gz").write_bytes(gzip.compress(text.encode(), 5, mtime=0))
        print(f"{section}: {len(texts)} records")


def check(records: Sequence[Record], sections: Sequence[str], folder: Path, quick: bool) -> int:
    """Compare with what was frozen, print what differs, and return the exit status."""
    frozen: dict[tuple[str, str], str] = {}
    for line in [*read_lines(FROZEN), *read_lines(folder / "cases.txt")]:
        section, key, digest = line.split()
        if section in sections and (not quick or is_quick(section, task_of(key))):
            frozen[section, key] = digest
    declared = read_declared(read_lines(DECLARED))
    DIFFERENCES.parent.mkdir(parents=True, exist_ok=True)
    status = 0
    with DIFFERENCES.open("w", encoding="utf-8") as file:
        for section in sections:
            now = {one.key: one for one in records if one.section == section}
            before = {key: digest for (own, key), digest in frozen.items() if own == section}
            comparison = compare(section, before, now, declared)
            texts = read_texts(folder, section) if comparison.differing else {}
            for number, key in enumerate(comparison.differing):
                known = f"{section} {key}: {describe(key, before, now)}"
                old, new = texts.get(key), now[key].text if key in now else ""
                print(f"{known}\n{differing_lines(old, new) if number < SHOWN else ''}".rstrip())
                file.write(f"{known}\n{full_difference(old, new)}\n")
            for key in comparison.declared:
                print(f"{section} {key}: declared, {reason_for(f'{section} {key}', declared)}")
            print(comparison)
            status = 1 if comparison.differing else status
    return status


def task_of(key: str) -> str:
    """Return the key of the task that a record comes from."""
    return key.partition(":")[0]


def compare(
    section: str,
    before: dict[str, str],
    now: dict[str, Record],
    declared: Sequence[Declared],
) -> Comparison:
    """Compare the digests of a section; a record that is missing or new differs, too."""
    found = Comparison(section)
    for key in sorted({*before, *now}):
        if key in now and before.get(key) == now[key].digest:
            found.same += 1
        elif reason_for(f"{section} {key}", declared):
            found.declared.append(key)
        else:
            found.differing.append(key)
    return found


def describe(key: str, before: dict[str, str], now: dict[str, Record]) -> str:
    """Return in a word how a record differs."""
    return "changed" if key in before and key in now else "missing" if key in before else "new"


def reason_for(name: str, declared: Iterable[Declared]) -> str:
    """Return the reason why a record may differ, or nothing."""
    return next((one.reason for one in declared if fnmatchcase(name, one.pattern)), "")


def read_declared(lines: Iterable[str]) -> list[Declared]:
    """Read lines such as `explain nonogram-4-*  # several colours are explained anew`."""
    found = []
    for line in lines:
        pattern, _, reason = (part.strip() for part in line.partition("#"))
        if pattern and not reason:
            raise SystemExit(f"{DECLARED.name}: '{pattern}' needs a reason, after a #")
        if pattern:
            found.append(Declared(pattern, reason))
    return found


def read_lines(file: Path) -> list[str]:
    """Return the lines of a file that are not empty; none where there is no file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [line for line in lines if line.strip()]


def read_texts(folder: Path, section: str) -> dict[str, str]:
    """Return the whole frozen texts of a section, where the folder has them."""
    file = folder / f"{section}.jsonl.gz"
    if not file.exists():
        return {}
    with gzip.open(file, "rt", encoding="utf-8") as texts:
        return dict(json.loads(line) for line in texts)


def differing_lines(old: str | None, new: str, most: int = 3, width: int = 150) -> str:
    """Return the first lines that differ, each cut to the part around the first difference."""
    if old is None:
        return ""
    shown: list[str] = []
    was, now = old.splitlines(), new.splitlines()
    for number in range(max(len(was), len(now))):
        one = was[number] if number < len(was) else ""
        two = now[number] if number < len(now) else ""
        if one != two and len(shown) < 2 * most:
            pairs = enumerate(zip(one, two, strict=False))
            place = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
            start = max(0, place - width // 3)
            shown += [f"  - {one[start : start + width]}", f"  + {two[start : start + width]}"]
    return "\n".join(shown)


def full_difference(old: str | None, new: str) -> str:
    """Return the whole difference, line by line."""
    lines = difflib.unified_diff((old or "").splitlines(), new.splitlines(), lineterm="", n=0)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
