"""What a step is: rules and facts that force a conclusion, with the words for it; walkthroughs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

from caracol.board.grid import Grid
from caracol.board.names import Name
from caracol.board.scene import as_html, drawn
from caracol.deduction.language import upper
from caracol.engines.answer import Status
from caracol.records import NamedTuple, cached_property
from caracol.rules import Cut, Fact, Rule, Values, each

if TYPE_CHECKING:
    from caracol.deduction.claims import Argument, Claim
    from caracol.deduction.sentences import Teller


AGAIN = "again"
"""The way of a trial that goes as the last one went."""
MOST_PLACES = 3
"""No more lines or regions than this are named where one is told where to look."""


class Link(NamedTuple):
    """One link of a chain: this rule takes these values away; the last one breaks."""

    rule: Rule
    cuts: tuple[Cut, ...]
    facts: tuple[Fact, ...] = ()
    """What was known before the trial and is used here."""
    left: tuple[int, ...] = ()
    """For each cut the values that the cell may still have afterwards; of the rule that breaks,
    what is left in each of its cells."""
    inside: tuple[Link, ...] = ()
    """The links of a trial inside the trial, which show these cuts."""
    supposed: tuple[int, int] | None = None
    """The cell and the value that are supposed there."""
    claims: tuple[Claim, ...] = ()
    """What is said of the facts and of what the trial has shown; else they are listed."""


class Cells(NamedTuple):
    """The cells to highlight, by their part in the step."""

    look: tuple[int, ...]
    """The cells of the rules, but for those about the whole board."""
    because: tuple[int, ...]
    """The cells whose content is used."""
    conclusion: tuple[int, ...]
    """The cells of which something new is known."""


@dataclass(frozen=True)
class Step:
    """Something that follows: from these rules and facts, and from nothing else."""

    technique: str
    """The technique's id, as in the catalogue: "count-full"."""
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    cuts: tuple[Cut, ...]
    effort: float
    left: tuple[int, ...] = ()
    """For each cut the values that the cell may still have afterwards."""
    chain: tuple[Link, ...] = ()
    """The links of a trial, in order; empty for other steps."""
    details: tuple[tuple[str, Any], ...] = ()
    """What the sentence tells besides: the numbers of a count, the run of a clue."""
    claims: tuple[Claim, ...] = ()
    """What the sentence says of the board, to be checked there."""
    parts: tuple[Step, ...] = ()
    """The steps that are told as this one, in order; empty where it is a single step."""
    teller: Teller | None = field(default=None, repr=False, compare=False)
    after: str = field(default="", repr=False, compare=False)
    """What it goes on from, where it is told so: "parts" before it, "it", the one cell of which
    something was said just before, "them", where these are several, "named", cells of which it
    was said in the same step, or "on" where it goes on from what was just written."""

    leads: bool = field(default=False, repr=False, compare=False)
    """Whether it is there for the sake of a step behind it, as it writes nothing itself."""

    @property
    def name(self) -> str:
        """The technique's name for people."""
        return self.teller.words.technique(self.technique) if self.teller else self.technique

    @cached_property
    def sentence(self) -> str:
        """The whole step in a sentence or a few."""
        if self.parts:
            return " ".join(self.sentences)
        if self.teller is None:
            return str(self.cuts)
        return " ".join([self.teller.sentence(self), *self._leading])

    @property
    def _leading(self) -> list[str]:
        """That something is to come of it."""
        return [self.teller.words.say("leads.on")] if self.leads and self.teller else []

    @cached_property
    def sentences(self) -> list[str]:
        """What its parts say; what a part before has said is not told again."""
        groups: list[tuple[Hashable, list[Step]]] = []
        trial: Hashable = None
        for part in self.parts:
            way = part._way
            alike = [group for known, group in groups if way is not None and known == way]
            # Some may rest on what is told just before; other ways rest on no part.
            if alike and (not (part.chain or part.after) or alike[-1] is groups[-1][1]):
                alike[-1].append(part)
            elif alike and way == trial:
                groups.append((AGAIN, [part]))
            else:
                groups.append((way, [part]))
            trial = way if part.chain else trial
        told: list[str] = []
        everything = (1 << len(self.teller.symbols)) - 1 if self.teller else -1
        said: dict[int, int] = {}
        """The values that have been said to be ruled out."""
        last: Sequence[Step] = ()
        for way, parts in groups:
            first, *others = parts
            if way == AGAIN and self.teller:
                told.append(self.teller.in_the_same_way(parts))
            elif first.after == "on":
                claims = tuple(claim for part in parts for claim in part.claims)
                whole = replace(joined(parts, 0), parts=(), claims=claims, after="on")
                told.append(whole.sentence)
            else:
                told.append(first._after(last, said, everything).sentence)
                if others and self.teller:
                    told.append(self.teller.in_the_same_way(others))
            last = others or parts
            for part in parts:
                for (cell, removed), left in zip(part.cuts, part.left, strict=True):
                    said[cell] = said.get(cell, 0) | removed
                    if not left & (left - 1):
                        said[cell] = everything & ~left
        return told + self._leading if told else []

    def _after(self, last: Sequence[Step], said: Mapping[int, int], everything: int) -> Step:
        """The step as it goes on from what was said last, or before that."""
        cells = {cell for cell, _ in self.facts}
        told = all(mask | said.get(cell, 0) == mask | everything for cell, mask in self.facts)
        if not cells or not told:
            return self
        if cells == {cell for part in last for cell, _ in part.cuts}:
            return replace(self, after="it" if len(cells) == 1 else "them")
        return replace(self, after="named")

    @property
    def paragraphs(self) -> list[str]:
        """The step to be read one thing after the other: each trial stands alone."""
        trials = any(part.chain for part in self.parts)
        return self.sentences if trials else [self.sentence]

    @property
    def _way(self) -> Hashable:
        """What a part has in common with others that go the same way; nothing: it goes its own."""
        if self.after == "on":
            return self.technique
        if self.chain and self.teller:
            return self.teller.chain(self.chain)
        return self.claims[0].same if len(self.claims) == 1 else None

    @cached_property
    def conclusion(self) -> str:
        """What follows, alone."""
        if self.parts:
            # What only leads to something is told in the sentence.
            point = [part for part in self.parts if part.settles] or self.parts[-1:]
            return "; ".join(dict.fromkeys(part.conclusion for part in point))
        return self.teller.conclusion(self) if self.teller else str(self.cuts)

    @cached_property
    def rungs(self) -> dict[str, str]:
        """The step told bit by bit: where, technique, rules, conclusion, sentence."""
        assert self.teller is not None
        return rungs(self, self.teller)

    @cached_property
    def settles(self) -> tuple[tuple[int, int], ...]:
        """The cells that have their value after this step, each with the value."""
        return tuple(
            (cut.cell, left.bit_length() - 1)
            for cut, left in zip(self.cuts, self.left, strict=True)
            if left and not left & (left - 1) and cut.cell < self._shown
        )

    @property
    def _shown(self) -> float:
        """Cells from this number on are not on the board."""
        return inf if self.teller is None else self.teller.grid.size

    @cached_property
    def cells(self) -> Cells:
        """The cells to highlight."""
        shown = self._shown
        # What is said of the whole board is no place to look at.
        places = [rule.cells for rule in self.rules if len({*rule.cells}) < shown]
        look = dict.fromkeys(cell for cells in places for cell in cells)
        facts = self.teller.worth_saying(self.facts) if self.teller else self.facts
        because = dict.fromkeys(fact.cell for fact in facts)
        if self.parts and self.settles:
            conclusion = dict.fromkeys(cell for cell, _ in self.settles)
        else:
            conclusion = dict.fromkeys(cut.cell for cut in self.cuts)
        return Cells(*(tuple(c for c in part if c < shown) for part in (look, because, conclusion)))

    @property
    def where(self) -> tuple[int, ...]:
        """The cells of what the first rung names."""
        return where(self, self.teller)[1] if self.teller else self.cells.look

    def highlights(self, rung: str = "sentence") -> dict[str, tuple[int, ...]]:
        """The cells to highlight at a rung, by their part: none that its words do not tell of."""
        look, because, conclusion = self.cells
        told = {"look": self.where if rung in ("where", "technique") else look}
        if rung in ("conclusion", "sentence"):
            told["conclusion"] = conclusion
        return {**told, "because": because} if rung == "sentence" else told

    def _repr_svg_(self) -> str | None:
        """The step as notebooks show it."""
        return drawn(self)

    def entries(self) -> dict[str, Any]:
        """The step as JSON has it; values are numbers, cells are numbered row by row.

        Of cells that the board does not show only the sentences tell.
        """
        shown = self._shown
        facts = [fact for fact in self.facts if fact.cell < shown]
        cuts = [cut for cut in self.cuts if cut.cell < shown]
        return {
            "technique": self.technique,
            "name": self.name,
            "effort": self.effort,
            "rules": [
                {
                    "about": rule.about,
                    "says": rule.says,
                    "cells": [cell for cell in rule.cells if cell < shown],
                }
                for rule in self.rules
            ],
            "facts": [{"cell": fact.cell, "values": [*each(fact.mask)]} for fact in facts],
            "cuts": [{"cell": cut.cell, "removed": [*each(cut.removed)]} for cut in cuts],
            "cells": {name: list(cells) for name, cells in self.cells._asdict().items()},
            "where": list(self.where),
            "parts": self.sentences,
            "conclusion": self.conclusion,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Walkthrough:
    """The steps from a board to its solution, or as far as anything follows."""

    steps: tuple[Step, ...]
    finished: bool
    """Whether the last step leads to the solution."""
    values: Values
    """The board after the last step."""
    status: Status
    """What the steps prove of the board they began with."""
    opening: str = ""
    """What to know before the first step, where the puzzle is not unique or the board is wrong."""
    ending: str = ""
    """How it ends, in a sentence."""

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """The walkthrough as JSON has it."""
        return {
            "status": str(self.status),
            "opening": self.opening,
            "ending": self.ending,
            "finished": self.finished,
            "steps": [step.entries() for step in self.steps],
            "values": list(self.values),
        }


def joined(parts: Sequence[Step], point: int) -> Step:
    """Several steps as one, of which that with number ``point`` is the point."""
    if len(parts) == 1:
        return parts[0]
    technique = parts[point].technique
    parts = [small for part in parts for small in part.parts or (part,)]
    facts: dict[int, int] = {}
    gone: dict[int, int] = {}
    left: dict[int, int] = {}
    for part in parts:
        for cell, mask in part.facts:
            # What an earlier part has shown is no fact any more.
            facts[cell] = facts.get(cell, -1) & (mask | gone.get(cell, 0))
        for cut, rest in zip(part.cuts, part.left, strict=True):
            gone[cut.cell] = gone.get(cut.cell, 0) | cut.removed
            left[cut.cell] = rest
    teller = parts[0].teller
    everything = (1 << len(teller.symbols)) - 1 if teller else -1
    return Step(
        technique,
        tuple(dict.fromkeys(rule for part in parts for rule in part.rules)),
        tuple(Fact(cell, mask) for cell, mask in facts.items() if mask & everything != everything),
        tuple(Cut(cell, removed) for cell, removed in gone.items()),
        max(part.effort for part in parts),
        tuple(left.values()),
        parts=tuple(parts),
        teller=teller,
    )


@dataclass(slots=True)
class Found:
    """A step as a technique finds it, before it is presented: cheap to make and to drop."""

    technique: str
    effort: float
    rules: tuple[int, ...]
    """Numbers of the rules in the model."""
    cuts: tuple[Cut, ...]
    chain: tuple[tuple[int, tuple[Cut, ...]], ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    facts: tuple[Fact, ...] | None = None
    """The facts, where the technique knows them exactly; otherwise they are worked out."""
    order: int = 0
    """Ties go to the lower number: rules in the order in which the genre states them."""
    rank: tuple[int, int] | None = field(default=None, repr=False, compare=False)
    """Among steps of the same effort the least is taken; set when somebody asks."""
    argument: Argument | None = None
    """Why it follows, where the technique says so; facts and claims are taken from it."""


# -- hints bit by bit


def rungs(step: Step, teller: Teller) -> dict[str, str]:
    """The step told bit by bit, each bit telling a little more."""
    say = teller.words.say
    return {
        "where": where(step, teller)[0],
        "technique": say("rungs.technique", name=step.name),
        "rules": say("rungs.rules", rules=upper(teller.rules(step.rules))),
        "conclusion": say("rungs.conclusion", conclusion=upper(step.conclusion)),
        "sentence": step.sentence,
    }


def where(step: Step, teller: Teller) -> tuple[str, tuple[int, ...]]:
    """Where to look for a step, in words, and the cells of what they name."""
    point = next((part for part in step.parts if part.settles), step)
    rules = _to_look_at(point, teller)
    tell_all = [_tells_all(rule, teller) for rule in rules]
    if point is not step and all(tell_all):
        rules = _to_look_at(step, teller)
        tell_all = [_tells_all(rule, teller) for rule in rules]
    places: dict[str, tuple[int, ...]] = {}
    for rule, tells_all in zip(rules, tell_all, strict=True):
        place, cells = teller.place(rule), rule.cells
        if tells_all:
            place, cells = _line(rule, teller) or (place, cells)
        places[place] = (*places.get(place, ()), *cells)
    if len(places) > 2:
        # The first is what the step is about; others of its kind go with it if they are few.
        first, *others = places
        same = [place for place in others if _kind(place) == _kind(first)]
        few = same if len(same) < MOST_PLACES else []
        places = {place: places[place] for place in (first, *few)}
    named = dict.fromkeys(cell for cells in places.values() for cell in cells)
    shown = tuple(cell for cell in named if cell < teller.grid.size)
    return teller.words.say("rungs.where", about=teller.named(places)), shown


def _to_look_at(step: Step, teller: Teller) -> Sequence[Rule]:
    """The rules that say where to look: not what holds everywhere, nor pairs beside others; of a
    trial, that which breaks."""
    if len(step.rules) == 1:
        return step.rules
    rules = [rule for rule in step.rules if teller.reason(rule) is None] or step.rules
    rules = [rule for rule in rules if len(rule.cells) > 2] or rules
    rules = [rule for rule in rules if not _tells_all(rule, teller)] or rules
    # What is about the whole board says least.
    rules = [rule for rule in rules if len({*rule.cells}) < teller.grid.size] or rules
    end = step.chain[-1].rule if step.chain else None
    return [rule for rule in rules if rule is end] or rules


def _tells_all(rule: Rule, teller: Teller) -> bool:
    """Whether the name of a rule would give its cells away: "the neighbours r1c1–r1c2"."""
    grid = teller.grid
    return all(cell < grid.size and grid.name(cell) in rule.about for cell in rule.cells)


def _line(rule: Rule, teller: Teller) -> tuple[str, tuple[int, ...]] | None:
    """The row or column in which the cells of a rule lie, if they lie in one."""
    lines = teller.grid.lines() if isinstance(teller.grid, Grid) else ()
    return next(((name, tuple(line)) for name, line in lines if {*rule.cells} <= {*line}), None)


def _kind(about: str) -> str:
    """What a name has in common with others of its kind."""
    return about.one if isinstance(about, Name) else about
