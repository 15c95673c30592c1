"""The rules of one closed loop, along the sides of squares or through their centres."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from caracol.authoring.square_clues import SquaresGenre
from caracol.board.grid import Values
from caracol.board.names import Demand, Name
from caracol.board.places import LinkPlaces
from caracol.board.scene import Shape, Symbol
from caracol.puzzle import P
from caracol.rules import Loop, Rule, Shared, Table, Violation

CROSS, LINE = 0, 1
LINE_SYMBOLS = (
    Symbol("x", "cross", Shape.CROSS, "×"),
    Symbol("l", "line", Shape.LINE, "─"),
)
"""The values of a link: the loop does not pass, or it does."""
LOOP_VIOLATIONS = {
    "the loop": "The loop can no longer be closed.",
    "the loop: closed": "The loop is closed too early.",
    "the loop: none": "There is no loop.",
}


class LoopGenre(SquaresGenre[P]):
    """A genre with clues in squares and one closed loop of lines."""

    NODE: str
    """Template of the name of the rule where lines meet: "the corner {}"."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        at_nodes = {
            f"{cls.NODE}: 1": "The loop comes to a dead end.",
            f"{cls.NODE}: 3": "The loop may not branch.",
            f"{cls.NODE}: 4": "The loop may not cross itself.",
        }
        cls.violations = {**LOOP_VIOLATIONS, **at_nodes, **cls.violations}

    def describe_violation(
        self, puzzle: P, rule: Rule, values: Values, found: Violation
    ) -> Violation:
        if isinstance(rule.name, Name) and rule.name.one == self.NODE:
            lines = tuple(cell for cell in rule.cells if values[cell] == LINE)
            found = found._replace(cells=lines, kind=str(len(lines)))
        return super().describe_violation(puzzle, rule, values, found)


@lru_cache(maxsize=8)
def loop_laws(grid: LinkPlaces, node: str) -> Shared:
    """Return the rules that all boards of this size share: one per node, in order, and one loop.

    ``node`` is the template of the nodes' names.
    """
    many = node.replace(" {}", "s {}")
    says = Demand("has two lines or none", "each have two lines or none")
    found: list[Rule] = []
    for number in range(grid.nodes.size):
        name, cells = Name(node, many, grid.name_node(number)), grid.at(number)
        found.append(Table(cells, list_node_patterns(len(cells)), name=name, statement=says))
    every, ends = range(grid.size), tuple(map(grid.ends, range(grid.size)))
    about, closed = Name("the loop"), Demand("is closed and there is no other")
    loop = Loop(tuple(every), ends, 1 << LINE, nodes=False, name=about, statement=closed)
    return Shared((*found, loop))


@lru_cache(maxsize=8)
def list_node_patterns(links: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which the loop can pass or avoid a node with this number of links."""
    both = [
        tuple(int(link in pair) for link in range(links)) for pair in combinations(range(links), 2)
    ]
    return (0,) * links, *both
