"""Solver answers and rules as plain data, for the page."""

from __future__ import annotations

from typing import Any

from caracol.engines.answer import Answer
from caracol.questions.solving import Conflict, Fault
from caracol.rules import Rule


def answer_view(answer: Answer, limit: int) -> dict[str, Any]:
    """Return a solver's answer, with at most ``limit`` solutions."""
    return {
        "status": answer.status.value,
        "count": answer.count,
        "complete": answer.complete,
        "words": answer.describe(),
        "stopped": answer.stopped,
        "solutions": [list(solution) for solution in answer.solutions[:limit]],
    }


def rule_view(rule: Rule) -> dict[str, Any]:
    """Return a rule in words, with its cells."""
    return {"about": rule.name, "says": rule.statement, "cells": list(rule.cells)}


def fault_view(fault: Fault) -> dict[str, Any]:
    """Return a broken rule as a sentence, with its cells."""
    return {"about": fault.rule.name, "sentence": fault.sentence, "cells": list(fault.cells)}


def conflict_view(conflict: Conflict | None) -> dict[str, Any]:
    """Return a set of clues that cannot all hold, if one is known."""
    if conflict is None:
        return {
            "found": False,
            "sentence": "No conflict was found.",
            "rules": [],
            "smallest": False,
        }
    return {
        "found": True,
        "sentence": str(conflict),
        "rules": [rule_view(rule) for rule in conflict.rules],
        "smallest": conflict.smallest,
    }
