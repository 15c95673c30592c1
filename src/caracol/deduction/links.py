"""Links of trials: whether each follows from its rule, its facts and the links before it.

This belongs to the independent check of steps, so it imports nothing that finds or states them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from caracol.deduction.steps import Link
from caracol.rules import Contradiction, Elimination, Model, Rule

AskRule = Callable[[Rule, Sequence[int]], Sequence[Elimination] | None]
"""Returns the eliminations of a rule for these candidates, or ``None`` if it breaks."""


def ask_rule(rule: Rule, known: Sequence[int]) -> Sequence[Elimination] | None:
    """Return the eliminations of a rule, or ``None`` if it breaks."""
    try:
        return rule.propagate(known)
    except Contradiction:
        return None


def cover(made: Sequence[Elimination], wanted: Sequence[Elimination], known: Sequence[int]) -> bool:
    """Return whether some cuts remove all remaining candidates that others would."""
    gone = dict(made)
    return all(not removed & known[cell] & ~gone.get(cell, 0) for cell, removed in wanted)


def flatten(links: Sequence[Link]) -> list[Link]:
    """Return the links of a trial and all links inside them."""
    return [one for link in links for one in (*flatten(link.inside), link)]


def forget_cell(links: Sequence[Link], cell: int) -> tuple[Link, ...]:
    """Return the links of a trial without the facts about a cell."""
    return tuple(
        link._replace(
            facts=tuple(fact for fact in link.facts if fact.cell != cell),
            inside=forget_cell(link.inside, cell),
        )
        for link in links
    )


def narrow_candidates(model: Model, facts: Iterable[tuple[int, int]]) -> list[int]:
    """Return the candidates of a board if only these facts are known."""
    known = model.candidates()
    for cell, mask in facts:
        known[cell] &= mask
    return known


def find_faults(
    links: Sequence[Link],
    shown: dict[int, int],
    supposed: tuple[int, int],
    model: Model,
    ask: AskRule = ask_rule,
) -> list[str]:
    """Return sentences about what is wrong in a chain that begins with a supposition.

    ``shown`` has the candidates that were left by the links around the chain. What a rule removes
    at once may be stated in several links; each of them may follow from what was left before one of
    the others.
    """
    everything = (1 << model.values) - 1
    shown = dict(shown)
    shown[supposed[0]] = shown.get(supposed[0], everything) & supposed[1]
    wrong = []
    earlier: list[dict[int, int]] = []
    """The candidates before each of the latest links, as long as these have the same rule."""
    for place, link in enumerate(links):
        if place and link.rule is not links[place - 1].rule:
            earlier.clear()
        about, is_last = str(link.rule.name), place == len(links) - 1
        if link.supposed is not None:
            cell, value = link.supposed
            wrong += find_faults(link.inside, shown, (cell, 1 << value), model, ask)
            if link.cuts != (Elimination(cell, 1 << value),):
                wrong.append(f"{about} refutes a value other than the supposed one")
        else:
            known = narrow_candidates(model, (*link.facts, *shown.items()))
            wrong += [
                f"a link by {about} makes a false claim"
                for claim in link.claims
                if not claim.holds(known)
            ]
            ruled_out = ask(link.rule, known)
            for before in earlier[::-1]:
                if ruled_out is not None or is_last:
                    break
                known = narrow_candidates(model, (*link.facts, *before.items()))
                ruled_out = ask(link.rule, known)
            if ruled_out is None:
                if not is_last:
                    wrong.append(f"{about} breaks before the end")
                elif not _counts_alike(link, known):
                    wrong.append(f"{about} breaks in another way than stated")
            elif is_last:
                wrong.append(f"{about} does not break")
            elif not cover(ruled_out, link.cuts, known):
                wrong.append(f"a link by {about} does not follow")
        earlier.append(dict(shown))
        for cell, removed in link.cuts:
            shown[cell] = shown.get(cell, everything) & ~removed
    return wrong


def _counts_alike(link: Link, known: Sequence[int]) -> bool:
    """Return whether a broken count has as many cells with its value as the link states."""
    count = link.rule.as_count()
    if count is None or link.claims or len(link.left) != len(count.cells):
        return True
    stated = dict(zip(count.cells, link.left, strict=True))
    if sum(1 for mask in stated.values() if mask & count.values) < count.least:
        return sum(1 for cell in stated if known[cell] & count.values) < count.least
    certain = [
        sum(1 for mask in masks if not mask & ~count.values)
        for masks in (stated.values(), [known[cell] for cell in stated])
    ]
    return certain[0] == certain[1]
