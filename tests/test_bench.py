"""The benchmark: saved measurements, verdicts on goals, and puzzles."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from bench import large, many, scale, targets
from bench.kept import Kept
from bench.sets import SETS

from caracol.formats import own
from caracol.questions.solving import solve
from caracol.verbs.common import AnswerLine, freeze_garbage


def test_a_run_that_was_stopped_goes_on_with_what_was_measured(tmp_path: Path) -> None:
    file = tmp_path / "results" / "kept.json"
    first = Kept(file, {"quick": True}, resumed=False)
    assert first.get("start", lambda: [1, 2.5]) == [1, 2.5]
    with pytest.raises(KeyboardInterrupt):
        first.get("solve", interrupted)
    later = Kept(file, {"quick": True}, resumed=True)
    assert later.get("start", interrupted) == [1, 2.5]
    assert later.get("solve", lambda: "measured now") == "measured now"
    assert Kept(file, {"quick": True}, resumed=False).found == {}


def interrupted() -> None:
    raise KeyboardInterrupt


def test_a_run_goes_on_only_where_the_same_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    with pytest.raises(SystemExit, match="no run to resume"):
        Kept(file, {}, resumed=True)
    Kept(file, {"quick": True}, resumed=False).get("start", int)
    with pytest.raises(SystemExit, match="use the same options"):
        Kept(file, {"quick": False}, resumed=True)


def test_every_goal_is_told_also_where_nothing_was_measured() -> None:
    rows = targets.judge([], whole=True)
    asked = [(target.set, target.goal) for target in targets.TARGETS]
    assert [(row[0], row[1]) for row in rows[: len(asked)]] == asked
    others = [targets.row(*told) for told in (*many.judge(None), *large.judge(None))]
    assert len(others) == 4 + len(large.GENERATED) + len(large.EXPLAINED)
    assert {row[-1] for row in (*rows, *others)} == {"**not yet**"}
    assert targets.judge([]) == []


def test_every_goal_is_about_sets_that_there_are() -> None:
    for target in targets.TARGETS:
        assert any(name.startswith(target.set) for name in SETS), target
    assert {one.set for one in large.EXPLAINED} <= SETS.keys()


def test_a_board_that_was_given_up_or_took_too_long_is_not_reached() -> None:
    made = large.GENERATED[0]
    for seconds, reached in ((None, False), (made.within + 1, False), (made.within, True)):
        found = large.judge([[made.what, "generated", "", seconds, made.within]])
        assert found[0][-1] is reached
        assert not any(told[-1] for told in found[1:])


def test_streams_are_judged_by_cpu_alone_and_by_the_clock_together() -> None:
    streams = [["solve", 1, 9000, 3.0, 4.0], ["solve", 2, 9000, 3.2, 2.0]]
    solved, faster, *graded = many.judge({"streams": streams})
    assert solved[-2:] == ("3000, over 9,000", True)
    assert faster[-2:] == ("2.0×", True)
    assert not any(told[-1] for told in graded)


def test_small_loops_are_solved_without_telling_sat() -> None:
    lines = [line for line in many.lines() if '"slitherlink"' in line][:20]
    answers = [solve(own.read_line(line, 1)) for line in lines]
    assert {answer.statistics.engine for answer in answers} <= {"kernel", "kernel, learning"}
    assert all(answer.complete for answer in answers)


def test_what_was_loaded_is_looked_through_again_when_a_stream_ends() -> None:
    before = gc.get_freeze_count()
    stream = freeze_garbage(iter([AnswerLine(0, "{}", False)] * 2))
    next(stream)
    assert gc.get_freeze_count() > before
    stream.close()  # type: ignore[attr-defined]
    assert gc.get_freeze_count() == 0


def test_the_simulation_of_a_cluster_rests_on_puzzles_that_were_graded() -> None:
    each, handing = scale.measure(many.lines()[:4])

    assert len(each) == 4
    assert all(seconds > 0 for seconds in (*each, handing))
