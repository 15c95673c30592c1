"""Calls of the kernel in which one allocation fails, each allocation in turn.

Run by test_kernel_memory.py in a process that preloads ``failing_memory.c``, with the name of an
example. Each call must raise MemoryError or return what it always returns, and so must the next
call on the same kernel. Prints the number of failures of each call, or stops at the first fault.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import caracol
from caracol.engines.kernel import FEW, KINDS, TURN, Kernel
from caracol.formats import examples
from caracol.puzzle import Puzzle
from caracol.rules import Elimination, Model

Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function of the kernel and its arguments."""


def list_calls(model: Model) -> dict[str, Call]:
    kernel = Kernel(model)._kernel
    masks, numbers = model.candidates(), list(range(len(model.rules)))
    size, cell = model.size, next(c for c, mask in enumerate(model.candidates()) if mask > 2)
    calls: dict[str, Call] = {
        "new": (lambda: type(kernel)(size, model.values, model.stated, KINDS).propagate(masks), ()),
        "part": (lambda: kernel.part(numbers[:2]).propagate(masks), ()),
        "propagate": (kernel.propagate, (masks,)),
        "failing": (kernel.failing, ([1] * size,)),
        "probe": (kernel.probe, (masks, None, None, True)),
        "probe_in_order": (kernel.probe_in_order, (masks, [cell])),
        "search": (kernel.search, (masks, 2, None, 0, None, None, 2, FEW)),
        "learn": (kernel.learn, (masks, 2, None, None, None, 2, TURN)),
        "possible": (kernel.possible, (masks, None, None, None, TURN)),
        "cuts": (kernel.cuts, (masks, numbers, Elimination)),
        "open_cuts": (kernel.open_cuts, (masks, numbers, Elimination)),
        "chains": (kernel.chains, (masks, 12, 12, 12, 12, Elimination)),
        "extend": (kernel.extend, (masks, cell, 1, numbers, 2)),
        "plan": (kernel.plan, (masks, cell, 1, numbers, 2)),
        "lines": (kernel.lines, ()),
        "inside": (kernel.inside, (masks, 2, 2, Elimination)),
        "sets": (kernel.sets, (masks, Elimination)),
        "packed": (kernel.packed, (masks, 4, 4, Elimination)),
        "squeezed": (kernel.squeezed, (masks, 4)),
        "sweep": (kernel.sweep, (masks, 100)),
        "steps": (kernel.steps, (masks, 6, 6, 100)),
    }
    if kernel.believes:
        calls["believe"] = (kernel.believe, (masks, 10_000, None, None))
    if not kernel.nets:
        solution = kernel.search(masks, 1, None, 0, None, None, 1, FEW)[1][0]
        doubts = [cell * model.values + value for cell, value in enumerate(solution[:4])]
        groups = (masks, numbers, solution, doubts, 4, 10_000, None, None)
        calls["smallest"] = (kernel.smallest, groups)
    return calls


def find_counter(name: str) -> ctypes.c_long:
    """Return a variable of the allocator."""
    return ctypes.c_long.in_dll(ctypes.PyDLL(None), name)


def fail_each(function: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """Make a call again and again, with one allocation after another failing; count them."""
    armed, left = find_counter("armed"), find_counter("left")
    expected, failures, at = function(*arguments), 0, 1
    while True:
        found, left.value, armed.value = expected, at, 1
        try:
            found = function(*arguments)
        except MemoryError:
            failures += 1
        armed.value = 0
        assert found == expected
        assert function(*arguments) == expected
        if left.value:
            return failures
        at += 1 + at // 12


def main() -> None:
    puzzle = caracol.read(examples.text(sys.argv[1]))
    assert isinstance(puzzle, Puzzle)
    for name, (function, arguments) in list_calls(puzzle.model).items():
        print(name, end=" ", flush=True)
        print(fail_each(function, arguments), flush=True)


if __name__ == "__main__":
    main()
