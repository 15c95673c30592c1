"""Batches: the same file whoever works on it, however often it is broken off."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import ctrl_c  # noqa: F401
from caracol.authoring.fingerprints import canonical
from caracol.engines.answer import Status
from caracol.errors import CaracolError, FormatError, OutOfTime
from caracol.formats.converting import read_all
from caracol.generator.batches import batch
from caracol.questions.solving import solve
from caracol.support.processes import Pool, run_in_order

ORDER: dict[str, Any] = {"seed": "s", "size": 5}
SCRIPT = """
import json, sys
from caracol.generator.batches import batch

if __name__ == "__main__":
    genre, count, path, jobs, options = sys.argv[1:]
    batch(genre, int(count), path, jobs=int(jobs), **json.loads(options))
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "make.py"
    path.write_text(SCRIPT)
    return path


def started(script: Path, output: Path, count: int, jobs: int = 2) -> subprocess.Popen[bytes]:
    words = [str(script), "nonogram", str(count), str(output), str(jobs), json.dumps(ORDER)]
    return subprocess.Popen([sys.executable, *words], stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A batch of 60 made in this process by one thread."""
    path = tmp_path_factory.mktemp("unbroken") / "puzzles.jsonl"
    with ThreadPoolExecutor(1) as executor:
        result = batch("nonogram", 60, path, executor=executor, **ORDER)
    assert (result.puzzles, result.made, result.stopped) == (60, 60, False)
    return path.read_bytes()


def test_all_puzzles_of_a_batch_are_unique_and_different(unbroken: bytes) -> None:
    puzzles = list(read_all(unbroken.decode()))

    assert len(puzzles) == len({canonical(puzzle) for puzzle in puzzles}) == 60
    assert all(solve(puzzle).status is Status.UNIQUE for puzzle in puzzles)


def test_the_number_of_workers_does_not_matter(unbroken: bytes, tmp_path: Path) -> None:
    for workers in (1, 3):
        path = tmp_path / f"{workers}.jsonl"
        with ThreadPoolExecutor(workers) as executor:
            batch("nonogram", 60, path, executor=executor, jobs=workers, **ORDER)

        assert path.read_bytes() == unbroken


def test_a_run_that_is_killed_twice_ends_with_the_same_file(
    script: Path, unbroken: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "killed.jsonl"
    for lines in (5, 25):
        process = started(script, path, 60)
        wait_for(lambda wanted=lines: lines_in(path) >= wanted, process)
        process.kill()
        process.wait()
    there = lines_in(path)
    assert there >= 25

    assert started(script, path, 60).wait() == 0

    assert path.read_bytes() == unbroken


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(fact: Any, process: subprocess.Popen[bytes] | None = None) -> None:
    end = time.monotonic() + 60
    while not fact():
        assert time.monotonic() < end
        if process is not None and process.poll() is not None:
            break
        time.sleep(0.002)


def test_workers_leave_when_their_parent_is_killed(script: Path, tmp_path: Path) -> None:
    path = tmp_path / "orphans.jsonl"
    process = started(script, path, 100_000)
    wait_for(lambda: path.exists() and path.stat().st_size > 0, process)
    children = children_of(process.pid)
    assert len(children) >= 2

    process.kill()
    process.wait()

    wait_for(lambda: not any(alive(child) for child in children))


def children_of(parent: int) -> list[int]:
    path = Path(f"/proc/{parent}/task/{parent}/children")
    if not path.exists():
        pytest.skip("this system does not tell the children of a process")
    return [int(number) for number in path.read_text().split()]


def alive(process: int) -> bool:
    try:
        # A zombie has ended; only nobody has asked yet.
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(
    script: Path, unbroken: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "stopped.jsonl"
    process = started(script, path, 60)
    wait_for(lambda: path.exists() and path.stat().st_size > 0, process)

    process.send_signal(signal.SIGINT)
    process.wait(30)

    assert path.read_bytes() == unbroken[: path.stat().st_size]
    assert path.read_bytes().endswith(b"\n")
    assert started(script, path, 60).wait() == 0
    assert path.read_bytes() == unbroken


def test_a_batch_with_the_usual_grade_goes_on_as_well(tmp_path: Path) -> None:
    path = tmp_path / "usual.jsonl"
    with ThreadPoolExecutor(1) as executor:
        for count in (3, 6):
            result = batch("magnets", count, path, executor=executor, seed=4, size=5)

    assert (result.made, result.puzzles) == (3, 6)


@pytest.mark.parametrize("torn", [b'{"caracol": 1, "gen', b"{}garbage", b"\x00\x00"], ids=repr)
def test_a_torn_last_line_is_made_again(torn: bytes, unbroken: bytes, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    lines = unbroken.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:40]) + torn)

    with ThreadPoolExecutor(1) as executor:
        result = batch("nonogram", 60, path, executor=executor, **ORDER)

    assert result.made == 20
    assert path.read_bytes() == unbroken


def test_a_batch_that_is_there_can_grow(unbroken: bytes, tmp_path: Path) -> None:
    path = tmp_path / "grown.jsonl"
    with ThreadPoolExecutor(1) as executor:
        batch("nonogram", 10, path, executor=executor, **ORDER)
        again = batch("nonogram", 10, path, executor=executor, **ORDER)
        batch("nonogram", 60, path, executor=executor, **ORDER)

    assert again.made == 0
    assert path.read_bytes() == unbroken


@pytest.mark.parametrize(
    "other", [{"seed": "t"}, {"size": 6}, {"grade": "easy"}, {"colours": 2}], ids=str
)
def test_a_file_of_another_order_is_not_touched(
    other: dict[str, Any], unbroken: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(unbroken)

    with pytest.raises(FormatError, match="puzzles of a different order"):
        batch("nonogram", 60, path, **{**ORDER, **other})

    assert path.read_bytes() == unbroken


@pytest.mark.parametrize("text", ["h", "hello\n", "{}", '{"caracol": 1, "gen'])
def test_a_short_file_of_somebody_else_is_not_touched(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text)

    with pytest.raises(FormatError, match=r"line 1: this line is not part of a batch"):
        batch("nonogram", 2, path, **ORDER)
    assert path.read_text() == text


def test_a_file_that_is_no_batch_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir,\nthis is no puzzle.\n")

    with pytest.raises(FormatError, match=r"line 1: this line is not part of a batch"):
        batch("nonogram", 5, path, **ORDER)

    assert path.read_text().startswith("Dear Sir")


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path, second = tmp_path / "shared.jsonl", list[BaseException]()

    class Once:
        def update(self, done: int, _total: int) -> None:
            if done == 1:
                with pytest.raises(FormatError, match="another run is writing this file") as told:
                    batch("nonogram", 5, path, **ORDER)
                second.append(told.value)

    with ThreadPoolExecutor(1) as executor:
        batch("nonogram", 5, path, executor=executor, progress=Once(), **ORDER)

    assert second


def test_doubles_are_left_out_also_in_disguise(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    with ThreadPoolExecutor(1) as executor:
        result = batch("magic-snail", 12, path, executor=executor, seed=1, size=4, letters=2)

    puzzles = list(read_all(path.read_text()))
    assert result.doubles > 0
    assert len({canonical(puzzle) for puzzle in puzzles}) == len(puzzles) == 12


def test_an_order_for_more_puzzles_than_there_are_ends(tmp_path: Path) -> None:
    path = tmp_path / "few.jsonl"
    order: dict[str, Any] = {"seed": 1, "size": 3, "letters": 2, "graded": False}

    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(OutOfTime, match=r"only \d+ different puzzles? of this kind can be found"),
    ):
        batch("magic-snail", 1000, path, executor=executor, **order)

    puzzles = list(read_all(path.read_text()))
    assert 3 <= len(puzzles) == len({canonical(puzzle) for puzzle in puzzles}) < 20


def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    with Pool(2) as pool:
        work = iter((number, str(tmp_path / f"died-{number}")) for number in range(1000))
        results = run_in_order(pool, dies_at_three, work, 6)

        assert [next(results) for _ in range(12)] == [number * number for number in range(12)]
        results.close()


def dies_at_three(number: int, mark: str, _stop: object = None) -> int:
    if number % 4 == 3 and not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_work_that_kills_every_worker_is_told() -> None:
    with Pool(1) as pool:
        results = run_in_order(pool, always_dies, iter((n,) for n in range(1000)), 2)

        with pytest.raises(CaracolError, match="keep dying"):
            next(results)


def test_a_process_with_threads_is_not_copied() -> None:
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        with Pool(1) as pool:
            assert pool.submit(kind_of_process).result(60) == "SpawnProcess"
    finally:
        over.set()
        beside.join()


def kind_of_process(_stop: object = None) -> str:
    return type(multiprocessing.current_process()).__name__


def test_a_copy_of_a_process_does_not_keep_its_file_locked(tmp_path: Path) -> None:
    asked = """
import os, sys
from pathlib import Path
from caracol.support.appending import lock_file

file = lock_file(Path(sys.argv[1]))
begun, begins = os.pipe()
over, ends = os.pipe()
if not os.fork():
    os.close(ends)
    os.write(begins, b"!")
    os.read(over, 1)  # until the other process is over
    os._exit(0)
os.read(begun, 1)
file.close()
print(lock_file(Path(sys.argv[1])).closed)
"""
    words = [sys.executable, "-c", asked, str(tmp_path / "made.jsonl")]

    assert subprocess.run(words, capture_output=True, text=True).stdout == "False\n"


def always_dies(_number: int, _stop: object = None) -> int:
    os._exit(9)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers, all processes of their own."""
    pytest.importorskip("distributed")
    place = tmp_path / "scheduler.json"
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10"}
    common = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}

    def run(*words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", *words], **common)  # type: ignore[call-overload]

    scheduler = run(
        *("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--no-show"),
        *("--host", "127.0.0.1", "--scheduler-file", str(place)),
    )
    wait_for(lambda: place.exists() and place.read_text().endswith("}"), scheduler)
    address = json.loads(place.read_text())["address"]
    workers = [
        run(
            *("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--local-directory", str(tmp_path)),
        )
        for _ in range(2)
    ]
    yield address, workers
    # Asked politely, a worker without a scheduler waits for it.
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_a_cluster_makes_the_same_file_also_when_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], unbroken: bytes, tmp_path: Path
) -> None:
    address, workers = cluster
    path = tmp_path / "cluster.jsonl"
    killed = threading.Event()

    class Killer:
        def update(self, done: int, _total: int) -> None:
            if done >= 5 and not killed.is_set():
                workers[0].kill()
                killed.set()

    result = batch("nonogram", 60, path, cluster=address, progress=Killer(), jobs=2, **ORDER)

    assert killed.is_set()
    assert workers[0].wait(20) != 0
    assert result.made == 60
    assert path.read_bytes() == unbroken


def test_a_cluster_that_does_not_answer_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed")

    with pytest.raises(CaracolError, match="no cluster answers at 'nowhere'"):
        batch("nonogram", 5, tmp_path / "none.jsonl", cluster="nowhere", **ORDER)
