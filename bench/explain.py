"""``bench explain``: measure hints and whole walkthroughs."""

# ruff: noqa: E501 (the page is written as it is read)

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import caracol
from bench.measure import calibration, format_figure, percentile
from bench.sets import SETS, Set
from bench.solve import say
from bench.table import markdown
from caracol.deduction.steps import BY_COMPUTER
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.questions.techniques import choose_repertoire
from caracol.rules import Candidates, Values, settled

SETS_EXPLAINED = (
    "star-battle-10-2",
    "magnets-10",
    "magnets-tatham-10",
    "nonogram-15",
    "easy-as-abc-6-4",
    "magic-snail-6-3",
)
LIMIT = 60.0
"""Time limit for a hint or walkthrough, in seconds; generous because machines may be busy."""
UNNAMED = (BY_COMPUTER,)
"""The techniques that stand in for steps without a named technique."""
HEADS = ("set", "what", "number", "median ms", "90 % ms", "99 % ms", "max ms", "in loops", "goal")

FIRST, PROVEN, WALK = "first hint", "proven smallest", "walkthrough"
LAST_RUNG = ", last rung only"
UNMARKED = "first hint, without marks"
GOALS = {
    FIRST: "99 % within 50",
    PROVEN: "median within 50, 90 % within 500",
    WALK: "median within 1000",
}
WITH_GOALS = ("star-battle-10-2", "magnets-10", "magnets-tatham-10")


def measure(sets: Sequence[Set], most: int | None) -> tuple[list[list[str]], list[str]]:
    """Return the rows of the table, and for each set the share of steps with a named technique."""
    rows, notes = [], []
    for chosen in sets:
        pace = calibration()
        times: dict[str, list[float]] = {}
        steps = named = unproven = 0
        for entries in chosen.puzzles()[:most]:
            text = json.dumps(entries)
            walk, spent = timed(caracol.explain, caracol.read(text), seconds=LIMIT)
            times.setdefault(WALK, []).append(spent)
            steps += len(walk.steps)
            named += sum(step.technique not in UNNAMED for step in walk.steps)
            before: Values | None = None
            for masks in positions(caracol.read(text), walk.steps):
                last = "" if reachable(caracol.read(text), masks) else LAST_RUNG
                for what, proof in ((FIRST, False), (PROVEN, True)):
                    # Read the puzzle again each time, so that nothing is cached from the last hint.
                    given = {"candidates": masks, "proof": proof, "seconds": LIMIT}
                    found, spent = timed(caracol.hint, caracol.read(text), settled(masks), **given)
                    unproven += proof and not found.proven
                    for kind in {what, what + last}:
                        times.setdefault(kind, []).append(spent)
                if settled(masks) != before:
                    before = settled(masks)
                    given = {"seconds": LIMIT}
                    _, spent = timed(caracol.hint, caracol.read(text), before, **given)
                    times.setdefault(UNMARKED, []).append(spent)
        rows += [row(chosen.name, what, times[what], pace) for what in sorted(times)]
        note = (
            f"{chosen.name}: {named} of {steps} steps ({named / max(steps, 1):.1%}) have a name; "
            f"{unproven} reasons were not proved to be the smallest"
        )
        notes.append(note)
        say(note)
    return rows, notes


def timed(verb: Callable[..., Any], *given: Any, **more: Any) -> tuple[Any, float]:
    """Return the result of a verb, and its CPU time in milliseconds."""
    began = time.process_time()
    found = verb(*given, **more)
    return found, (time.process_time() - began) * 1e3


def positions(puzzle: Any, steps: Sequence[Any]) -> Iterator[Candidates]:
    """Yield the candidates of a player who follows the steps and marks eliminations."""
    masks = puzzle.model.candidates()
    for step in steps:
        yield list(masks)
        for cell, removed in step.cuts:
            masks[cell] &= ~removed


def reachable(puzzle: Any, masks: Candidates) -> bool:
    """Return whether a technique finds a step, so that the last resort is not needed."""
    walk = Walk(
        puzzle.model, masks, choose_repertoire(puzzle.genre), policy=WalkPolicy(last_resort=False)
    )
    return walk.find_next() is not None


def row(name: str, what: str, times: Sequence[float], pace: float) -> list[str]:
    shares = [percentile(times, share) for share in (0.5, 0.9, 0.99, 1.0)]
    figures = [format_figure(share) for share in shares]
    goal = GOALS.get(what, "") if name in WITH_GOALS else ""
    return [name, what, str(len(times)), *figures, format_figure(shares[0] / pace), goal]


PAGE = """# Explaining: hints and walkthroughs

Measured by `scripts/bench explain`: milliseconds of CPU on one core, each time from a puzzle just read, so that nothing is kept from one hint to the next.

A player follows the walkthroughs of a set's puzzles and marks what each step rules out; at each position a hint is asked for.

- *first hint* is the hint as the page and the command line give it: a first sound step.
- *proven smallest* is the same with `proof=True`: where no technique applies, the smallest set of rules that forces anything, with the proof that there is no smaller one.
- *last rung only* are those of the same positions where no technique applies, so that a reason has to be sought.
- *without marks* is a player who writes values down and marks nothing: a hint may then have to go over many steps before one settles a cell.
- *walkthrough* is all steps from the printed board to the solution, with their sentences.

{table}

{notes}

## What stands in the way of a quicker proof

A smallest reason is proved by hitting sets (`src/kernel/explaining/smallest.hpp`): boards that keep some rules and break few others show what every reason must contain.
Where the smallest reason has more than ten rules, as on the printed boards of hard Magnets, some four hundred such boards are needed, and making each break as few rules as possible is nearly all of the work.
Tried before, and slower: MaxSAT (RC2) over all candidates at once with SAT in Python (a quarter of a second at the median on last-rung Star Battles; hard Magnets not at all); one search for all candidates instead of a bound for each; a hitting set made exact before it is known to be the cheapest; boards that break fewest rules at any cost.
A first hint where no technique applies falls back to SAT in Python where the kernel has met no reason within its share of work.
To let the kernel go on until it meets a reason was tried: it is somewhat quicker, but the reason then has more than twice as many rules.
"""


def page(rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """Return the page about explaining."""
    table = markdown(HEADS, rows) if rows else ""
    return PAGE.format(table=table, notes="\n".join(f"- {note}" for note in notes))


def choose() -> list[Set]:
    """Return the sets that are explained."""
    return [SETS[name] for name in SETS_EXPLAINED]
