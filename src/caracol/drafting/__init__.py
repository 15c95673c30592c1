"""What the draft modules of the genres are made of: options, dice, facts, and the shared strip.

A genre that can be generated has a draft part, :class:`DraftPart`.
"""

from caracol.drafting.dice import Dice
from caracol.drafting.facts import DraftSession, TooHard
from caracol.drafting.random_board import random_solution
from caracol.drafting.symmetry import SYMMETRIES, Place, orbits, turned
from caracol.drafting.task import GIVENS, Clues, Draft, DraftPart, Task
from caracol.options import Kind, Option, Settings

__all__ = [
    "GIVENS",
    "SYMMETRIES",
    "Clues",
    "Dice",
    "Draft",
    "DraftPart",
    "DraftSession",
    "Kind",
    "Option",
    "Place",
    "Settings",
    "Task",
    "TooHard",
    "orbits",
    "random_solution",
    "turned",
]
