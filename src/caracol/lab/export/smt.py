"""SMT-LIB 2 in the logic QF_LIA: cells and states are integers."""

from __future__ import annotations

from caracol.lab.export.parts import (
    commented,
    comparisons,
    forbidden,
    heading,
    listed,
    machine,
    machines,
    names,
    rows,
    told,
)
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Reading, Rule, Stairs


def write(puzzle: Puzzle) -> str:
    """The puzzle as an SMT-LIB script, which asks for one solution."""
    model = puzzle.model
    numbers = machines(model.rules)
    lines = commented(";", heading(puzzle)) + ["", "(set-logic QF_LIA)", ""]
    every = [name for row in rows(puzzle) for name in row]
    last = model.values - 1
    lines += [f"(declare-const {name} Int) (assert (<= 0 {name} {last}))" for name in every]
    for stairs, number in numbers.items():
        lines += ["", *_automaton(stairs, number)]
    lines += told(model.rules, ";", lambda rule, place: _rule(puzzle, rule, place, numbers))
    return "\n".join([*lines, "", "(check-sat)", f"(get-value ({' '.join(every)}))", ""])


def _rule(puzzle: Puzzle, rule: Rule, place: int, numbers: dict[Stairs, int]) -> list[str]:
    cells = names(puzzle, rule)
    match rule:
        case Count():
            ones = [f"(ite {_one_of(cell, listed(rule.values))} 1 0)" for cell in cells]
            total = f"(+ {' '.join(ones)})" if len(ones) > 1 else ones[0]
            return [f"(assert ({sign} {total} {number}))" for sign, number in comparisons(rule)]
        case Allowed():
            no = list(forbidden(rule, puzzle.model.values))
            if len(no) < len(rule.tuples):
                return [f"(assert (not {_together(cells, one)}))" for one in no]
            return [f"(assert {_any([_together(cells, one) for one in rule.tuples])})"]
        case Reading():
            table, step = machine(rule.stairs), f"step{numbers[rule.stairs]}"
            lines = []
            before = "0"
            for number, cell in enumerate(cells, 1):
                after = f"q{place}_{number}"
                lines.append(
                    f"(declare-const {after} Int) (assert (<= 0 {after} {table.states - 1})) "
                    f"(assert (= {after} ({step} {before} {cell})))"
                )
                before = after
            return [*lines, f"(assert {_one_of(before, list(table.accept))})"]
        case _:
            raise TypeError(f"no SMT-LIB for a rule of kind {type(rule).__name__}")


def _automaton(stairs: Stairs, number: int) -> list[str]:
    """A function from state and value to the next state; a dead end is -1."""
    table = machine(stairs)
    goals: dict[int, list[str]] = {}
    for state, value, target in table.steps:
        goals.setdefault(target, []).append(f"(and (= state {state}) (= value {value}))")
    body, closing = "", ""
    for target, ways in goals.items():
        body += f"\n  (ite {_any(ways)} {target}"
        closing += ")"
    return [f"(define-fun step{number} ((state Int) (value Int)) Int{body} (- 1){closing})"]


def _one_of(name: str, values: list[int]) -> str:
    return _any([f"(= {name} {value})" for value in values])


def _together(cells: list[str], values: tuple[int, ...]) -> str:
    equal = [f"(= {cell} {value})" for cell, value in zip(cells, values, strict=True)]
    return equal[0] if len(equal) == 1 else f"(and {' '.join(equal)})"


def _any(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"(or {' '.join(terms)})" if terms else "false"
