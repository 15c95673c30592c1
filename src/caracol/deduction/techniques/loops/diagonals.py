"""Two clues that need all links but one, joined by a diagonal of clues that need half of theirs.

Each has a link at its corner towards the other. A clue in between that has at most one link at one
corner has at least one at the opposite corner, and so passes that on. So neither end has both its
links there, and both have all the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from caracol.board.names import capitalise
from caracol.deduction.efforts import rate_rules
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.loops.reasoned import Reasoned
from caracol.deduction.techniques.loops.relations import explain
from caracol.deduction.techniques.loops.roles import roles_of
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import Argument, Grounds
from caracol.rules import Elimination

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


class Diagonal(NamedTuple):
    """Two clues with clues between them on a diagonal, and the links that follow."""

    rules: tuple[int, ...]
    """The clues from one end to the other, and then the nodes between them."""
    far: tuple[int, ...]
    """The links of both ends that do not meet the diagonal."""


@dataclass(frozen=True)
class AlongDiagonal(Reasoned):
    """The claim that the ends of a diagonal need their far links."""

    @classmethod
    def sentence(cls, step: Step, writer: SentenceWriter, /) -> str:
        (claim,) = step.claims
        assert isinstance(claim, AlongDiagonal)
        near = writer.look_at([claim.clues[0], claim.clues[-1]])
        return writer.words.say(
            "diagonal.sentence",
            claims=capitalise(claim.describe(near)),
            conclusion=near.describe_conclusion(step),
        )

    def describe(self, writer: SentenceWriter) -> str:
        one, *between, other = self.clues
        return writer.words.say(
            "diagonal.passes",
            len(between) > 1,
            ends=writer.name_rules([one, other]),
            between=writer.name_rules(between),
            line=writer.symbols[1].word,
        )


class PassedOn(Argument):
    """The argument along a diagonal."""

    __slots__ = ()

    def grounds(self, board: Board, _masks: Sequence[int], found: Deduction) -> Grounds:
        rules = board.rules_of(found.rules)
        reasons = explain(rules, {}, found.cuts, 4 * len(rules))
        assert reasons is not None
        return (), (AlongDiagonal(rules, found.cuts, (), rules, (), reasons),)


PASSED_ON = PassedOn()


def list_diagonals(board: Board) -> list[Diagonal]:
    """Return the diagonals of a board that join two such clues, each once."""
    roles, rules, found = roles_of(board), board.rules, []
    at: dict[int, list[int]] = {}
    needs: dict[int, int] = {}
    for clue, around in roles.clues.items():
        count = rules[clue].as_count()
        if count is not None and count.least == count.most and len(count.cells) == 4:
            needs[clue] = count.least
            for node in around:
                at.setdefault(node, []).append(clue)

    def find_across(clue: int, node: int) -> tuple[int, int] | None:
        """Return the next clue on the diagonal through a node, and its opposite node."""
        here = {*rules[clue].cells}
        for other in at.get(node, ()):
            if other != clue and here.isdisjoint(rules[other].cells):
                near = {*rules[other].cells} & {*rules[node].cells}
                for far in roles.clues[other]:
                    if not near & {*rules[far].cells}:
                        return other, far
        return None

    for clue in [one for one, number in needs.items() if number == 3]:
        for node in roles.clues[clue]:
            clues, nodes = [clue], [node]
            while (step := find_across(clues[-1], nodes[-1])) is not None and step[0] not in clues:
                clues.append(step[0])
                if needs[step[0]] != 2:
                    break
                nodes.append(step[1])
            last = clues[-1]
            if needs[last] != 3 or len(clues) < 3 or clue > last:
                continue
            far = {*rules[clue].cells} - {*rules[nodes[0]].cells}
            far |= {*rules[last].cells} - {*rules[nodes[-1]].cells}
            found.append(Diagonal((*clues, *nodes), tuple(sorted(far))))
    return found


def find_on_diagonals(name: str, position: Position) -> list[Deduction]:
    """Return what follows for the ends of each diagonal."""
    board, masks = position.board, position.state.masks
    values, found = roles_of(board).values, []
    for one in board.once(f"diagonals of {name}", list_diagonals):
        cuts = tuple(
            Elimination(link, masks[link] & ~values) for link in one.far if masks[link] & ~values
        )
        if cuts and all(masks[cell] & values for cell, _ in cuts):
            effort = rate_rules("two-clues", len(one.rules) // 2 + 1)
            found.append(
                Deduction(name, effort, one.rules, cuts, order=one.rules[0], argument=PASSED_ON)
            )
    return found
