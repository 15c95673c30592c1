"""Proofs in DRAT and LRAT: the first is turned into the second, and the second is checked.

Every step of a DRAT proof is a clause that follows from those before it by unit propagation. LRAT
adds the clauses that propagate, in order, so that checking needs no search and takes time
proportional to the length of the proof. Steps that only keep satisfiability (the RAT in both
names) are not supported; SAT solvers without preprocessing do not write any.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.engines.limits import Clock
from caracol.errors import CaracolError
from caracol.lab.proofs.clauses import Clause, read_literals

LOOK = 500
"""Number of steps between two looks at the clock."""


class ProofError(CaracolError):
    """A proof that proves nothing; the message says which line is wrong."""


def check_lrat(clauses: Sequence[Clause], text: str, clock: Clock | None = None) -> int:
    """Follow a proof in LRAT and return its number of steps; raise if one does not follow."""
    clock = clock or Clock()
    known: dict[int, Clause] = dict(enumerate(clauses, 1))
    last, steps = len(known), 0
    for number, line in enumerate(text.splitlines(), 1):
        if number % LOOK == 0:
            clock.look()
        name, _, rest = line.partition(" ")
        if rest.startswith("d "):
            for gone in read_literals(rest[2:], number, "the proof"):
                known.pop(gone, None)
            continue
        literals, _, hints = f" {rest} ".partition(" 0 ")
        clause = read_literals(f"{literals} 0", number, "the proof")
        (here,) = read_literals(f"{name} 0", number, "the proof")
        if here <= last:
            raise ProofError(f"line {number} of the proof has a number that is taken")
        _follow(clause, read_literals(hints, number, "the proof"), known, number)
        known[here], last, steps = clause, here, steps + 1
        if not clause:
            return steps
    raise ProofError("the proof does not end with the empty clause, so it proves nothing")


def _follow(clause: Clause, hints: Clause, known: dict[int, Clause], number: int) -> None:
    """Raise unless the clauses with these numbers propagate to a contradiction, in order."""
    true = {-literal for literal in clause}
    if any(literal in true for literal in clause):
        return  # it says nothing
    for hint in hints:
        if hint not in known:
            raise ProofError(f"line {number} of the proof cites clause {hint}, which is not known")
        rest = [literal for literal in known[hint] if -literal not in true]
        if not rest:
            return
        if len(set(rest)) > 1:
            raise ProofError(
                f"line {number} of the proof does not follow: clause {hint} is not a unit"
            )
        true.add(rest[0])
    raise ProofError(f"line {number} of the proof does not follow from the clauses it cites")


def add_hints(clauses: Sequence[Clause], drat: str, clock: Clock | None = None) -> str:
    """Return a DRAT proof in LRAT; raise if a step does not follow by unit propagation."""
    clock = clock or Clock()
    propagation, lines = _Propagation(), []
    for clause in clauses:
        propagation.add(clause)
    numbers: dict[Clause, list[int]] = {}
    for number, clause in enumerate(clauses, 1):
        numbers.setdefault(tuple(sorted(clause)), []).append(number)
    for number, line in enumerate(drat.splitlines(), 1):
        if number % LOOK == 0:
            clock.look()
        deleted = line.startswith("d ")
        clause = read_literals(line[2:] if deleted else line, number, "the proof")
        same = numbers.setdefault(tuple(sorted(clause)), [])
        if deleted:
            # A clause that a fact depends on stays, as it does in other checkers.
            if same and propagation.remove(same[-1]):
                lines.append(f"{propagation.last} d {same.pop()} 0")
            continue
        hints = propagation.refute(clause)
        if hints is None:
            raise ProofError(f"line {number} of the proof does not follow by unit propagation")
        same.append(propagation.add(clause))
        lines.append(" ".join(map(str, (propagation.last, *clause, 0, *hints, 0))))
        if not clause:
            return "\n".join(lines) + "\n"
    raise ProofError("the proof does not end with the empty clause, so it proves nothing")


class _Propagation:
    """Unit propagation with two watched literals for each clause, which remembers its reasons."""

    def __init__(self) -> None:
        self.last = 0
        """Number of the clause that was added last."""
        self.clauses: dict[int, list[int]] = {}
        self.watches: dict[int, list[int]] = {}
        """For each literal, the clauses to look at when it becomes false."""
        self.reasons: dict[int, int] = {}
        """For each true literal, the clause that made it true; 0 if it was assumed."""
        self.trail: list[int] = []
        self.done = 0
        """Number of literals in the trail whose consequences are known."""
        self.conflict = 0
        """Clause that contradicts what follows without any assumption."""

    def add(self, clause: Clause) -> int:
        """Add a clause and return its number."""
        self.last += 1
        reasons = self.reasons
        # True and open literals first, so that the watched ones are those that matter.
        literals = sorted(set(clause), key=lambda one: (-one in reasons, one not in reasons))
        self.clauses[self.last] = literals
        for literal in literals[:2]:
            self.watches.setdefault(literal, []).append(self.last)
        open_ones = [one for one in literals if -one not in reasons]
        if not open_ones:
            self.conflict = self.conflict or self.last
        elif len(open_ones) == 1 and open_ones[0] not in reasons:
            self._assign(open_ones[0], self.last)
            self.conflict = self.conflict or self._propagate()
        return self.last

    def remove(self, number: int) -> bool:
        """Remove a clause, unless something that is known depends on it."""
        literals = self.clauses[number]
        if number == self.conflict or any(self.reasons.get(one) == number for one in literals):
            return False
        for literal in literals[:2]:
            self.watches[literal].remove(number)
        del self.clauses[number]
        return True

    def refute(self, clause: Clause) -> list[int] | None:
        """Return clauses that refute the opposite of this one, in order, if there are any."""
        if self.conflict:
            return self._trace(self.conflict)
        start = len(self.trail)
        for literal in clause:
            if literal in self.reasons:
                # It is true already, so its reason contradicts the opposite.
                found = self.reasons[literal]
                refuted = self._trace(found, literal) if found else []
                self._undo(start)
                return refuted
            if -literal not in self.reasons:
                self._assign(-literal, 0)
        found = self._propagate()
        hints = self._trace(found) if found else None
        self._undo(start)
        return hints

    def _assign(self, literal: int, reason: int) -> None:
        self.reasons[literal] = reason
        self.trail.append(literal)

    def _undo(self, start: int) -> None:
        for literal in self.trail[start:]:
            del self.reasons[literal]
        del self.trail[start:]
        self.done = start

    def _propagate(self) -> int:
        """Assign what follows; return a clause that is broken, or 0."""
        reasons, clauses, watches, trail = self.reasons, self.clauses, self.watches, self.trail
        while self.done < len(trail):
            false = -trail[self.done]
            self.done += 1
            kept: list[int] = []
            waiting = iter(watches.get(false, ()))
            for number in waiting:
                literals = clauses[number]
                if literals[0] == false and len(literals) > 1:
                    literals[0], literals[1] = literals[1], false
                first = literals[0]
                if first != false and first in reasons:
                    kept.append(number)
                    continue
                for place in range(2, len(literals)):
                    other = literals[place]
                    if -other not in reasons:
                        literals[1], literals[place] = other, false
                        watches.setdefault(other, []).append(number)
                        break
                else:
                    kept.append(number)
                    if first == false or -first in reasons:
                        kept.extend(waiting)
                        watches[false] = kept
                        return number
                    self._assign(first, number)
            watches[false] = kept
        return 0

    def _trace(self, conflict: int, true: int = 0) -> list[int]:
        """Return the clauses that lead to a broken one, in the order in which they propagate.

        ``true`` is a literal of that clause that is to be refuted.
        """
        needed = {-one for one in self.clauses[conflict] if one != true}
        hints = [conflict]
        for literal in reversed(self.trail):
            reason = self.reasons[literal]
            if literal in needed and reason:
                hints.append(reason)
                needed.update(-one for one in self.clauses[reason] if one != literal)
        return hints[::-1]
