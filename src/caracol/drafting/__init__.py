"""What the draft modules of the genres are made of: options, dice, facts, and the shared strip.

A genre that can be generated has a module ``draft`` with

- ``OPTIONS``: what can be asked for, as data;
- ``draft(task)``: clues and the solution they were made from; or ``drafts(task)``, a generator,
  where another draft is sooner made from the last one than anew;
- ``mend(draft, task)``, where clues cannot be left out: the draft changed until it is unique, or
  ``None`` where that fails; or ``CLUES``, where they can: which clues a puzzle has and how it
  looks with only some of them (the shared loop strips them);
- ``canonical(puzzle)``: a text that is the same for all puzzles that are the same in disguise.
"""

from caracol.drafting.dice import Dice
from caracol.drafting.facts import DraftSession, TooHard
from caracol.drafting.symmetry import SYMMETRIES, Place, orbits, turned
from caracol.drafting.task import Draft, Task
from caracol.options import Kind, Option, Settings

__all__ = [
    "SYMMETRIES",
    "Dice",
    "Draft",
    "DraftSession",
    "Kind",
    "Option",
    "Place",
    "Settings",
    "Task",
    "TooHard",
    "orbits",
    "turned",
]
