"""``bench seeds``: the tables of the reports that Caracol began with, compared to SWI-Prolog."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from bench.measure import format_figure
from bench.race import ALL, Race
from bench.solve import say
from bench.table import markdown

BOARDS = json.loads((Path(__file__).parent / "seeds.json").read_text(encoding="utf-8"))
PEERS = tuple(peer for peer in ALL if peer.name in ("caracol", "swi-prolog"))

FEWER = {10: 20, 12: 2}
"""Sizes of Magnets with fewer than a hundred puzzles."""

Answer = dict[str, Any]


class Tables:
    """The tables of the reports, measured with the available peers."""

    def __init__(self, names: Sequence[str], seconds: float, quick: bool) -> None:
        self.peers = [peer for peer in PEERS if peer.name in names]
        self.seconds, self.quick = seconds, quick
        self.records: list[Answer] = []

    def ask(
        self, table: str, genre: str, puzzles: Sequence[Answer], ours: Collection[int] = ()
    ) -> dict[str, list[Answer]]:
        """Return the answers of every peer for the first solution, as the reports measure it.

        Only Caracol gets the puzzles with the numbers in ``ours``. It also finds out whether there
        is a second solution, because it cannot be asked for less.
        """
        found: dict[str, list[Answer]] = {}
        for peer in self.peers:
            race = Race(peer, genre, self.seconds, patient=True)
            found[peer.name] = []
            for number, puzzle in enumerate(puzzles):
                if number in ours and not peer.ours:
                    found[peer.name].append({"status": "–"})
                    continue
                answer = race.ask({"caracol": 1, "genre": genre} | puzzle, first=True)
                found[peer.name].append(answer)
                self.records.append({"table": table, "peer": peer.name} | puzzle | answer)
            race.close()
            say(f"{table:22} {peer.name}")
        return found

    def format_time(self, answer: Answer) -> str:
        """Return a time in seconds, or the status if there is no answer."""
        if answer["status"] in ("timeout", "unknown"):
            return f">{answer['cpu_ms'] / 1e3:g}"
        if "cpu_ms" not in answer:
            return answer["status"]
        none = " (none)" if answer["status"] == "none" else ""
        return format_figure(answer["cpu_ms"] / 1e3) + none

    def magic_snail(self) -> str:
        """Return the table by side and length of the key."""
        boards = BOARDS["magic_snail"]
        if self.quick:
            boards = [board for board in boards if board["size"] <= 5]
        puzzles = [{"key": board["key"], "size": board["size"]} for board in boards]
        # Boards that the report leaves out take Prolog minutes or longer.
        far = [n for n, board in enumerate(boards) if board["report"] is None and board["size"] > 5]
        answers = self.ask("Magic Snail", "magic-snail", puzzles, far)
        heads = ["side", "key", "solutions", "report s", *(f"{peer} s" for peer in answers)]
        rows = [
            [
                str(board["size"]),
                str(len(board["key"])),
                "–" if board["solutions"] is None else f"{board['solutions']:,}",
                "–" if board["report"] is None else f"{board['report']:g}",
                *(self.format_time(answers[peer][number]) for peer in answers),
            ]
            for number, board in enumerate(boards)
        ]
        return "## Magic Snail: first solution\n\n" + markdown(heads, rows)

    def star_battle(self) -> str:
        """Return the table of the seven boards with one and two stars."""
        boards = BOARDS["star_battle"]
        cases = [(board, told) for board in boards for told in board["stars"]]
        puzzles = [{"stars": told["stars"], "regions": board["regions"]} for board, told in cases]
        answers = self.ask("Star Battle", "star-battle", puzzles)
        heads = ["board", "stars", "solutions", "report s", *(f"{peer} s" for peer in answers)]
        rows = [
            [
                board["name"],
                str(told["stars"]),
                str(told["solutions"]),
                "–" if told["report"] is None else f"{told['report']:g}",
                *(self.format_time(answers[peer][number]) for peer in answers),
            ]
            for number, (board, told) in enumerate(cases)
        ]
        return "## Star Battle: the seven boards\n\n" + markdown(heads, rows)

    def easy_as_abc(self) -> str:
        """Return the table of the three boards."""
        boards = BOARDS["easy_as_abc"]
        puzzles = [{k: v for k, v in board.items() if k != "solutions"} for board in boards]
        answers = self.ask("Easy as ABC", "easy-as-abc", puzzles)
        heads = ["size", "letters", "solutions", *(f"{peer} s" for peer in answers)]
        rows = [
            [
                f"{len(board['top'])}×{len(board['top'])}",
                str(len(board["letters"])),
                "–" if board["solutions"] is None else f"{board['solutions']:,}",
                *(self.format_time(answers[peer][number]) for peer in answers),
            ]
            for number, board in enumerate(boards)
        ]
        return "## Easy as ABC: the three boards\n\n" + markdown(heads, rows)

    def magnets(self) -> str:
        """Return the table by size: minimum, average and maximum time, average backtracks."""
        heads = ["size", "solver", "puzzles", "min ms", "avg ms", "max ms", "avg backtracks"]
        rows = []
        for size, report in ((int(size), told) for size, told in BOARDS["magnets"].items()):
            least, average, most, backtracks = report
            rows.append([str(size), "report", "100", *map(str, (least, average, most, backtracks))])
            # The largest take SWI-Prolog half a minute each.
            count = (5 if size < 12 else 2) if self.quick else FEWER.get(size, 100)
            puzzles = [report_magnets(size, number) for number in range(count)]
            for peer, answers in self.ask(f"Magnets {size}", "magnets", puzzles).items():
                rows.append([str(size), peer, *self.statistics(answers)])
        return (
            "## Magnets: by size\n\nRandom puzzles made as the report makes them: a random "
            "tiling, a random filling, all counts, not always unique.\nThe report says seconds; "
            "its figures can only be milliseconds.\n\n" + markdown(heads, rows)
        )

    def statistics(self, answers: Sequence[Answer]) -> list[str]:
        """Return the number of answers and their times; a timeout counts as the limit."""
        times = [answer["cpu_ms"] for answer in answers if "cpu_ms" in answer]
        solved = [a for a in answers if a["status"] in ("first", "unique", "many")]
        backtracks = [answer["backtracks"] for answer in solved if "backtracks" in answer]
        share = f"{len(solved)}/{len(answers)}"
        if not times:
            return [share, "–", "–", "–", "–"]
        least, most = min(times), max(times)
        over = "" if len(solved) == len(answers) else ">"
        average = f"{sum(backtracks) / len(backtracks):.2f}" if backtracks else "–"
        mean = over + format_figure(sum(times) / len(times))
        return [share, format_figure(least), mean, over + format_figure(most), average]

    def page(self) -> str:
        """Return the page with all tables."""
        return "\n\n".join(
            [
                "# The reports' own tables, beside SWI-Prolog",
                "Caracol began with five student reports on constraint programming in Prolog. "
                "These are their tables, measured again: *report* is the report's own figure on "
                "its own machine, *swi-prolog* the program that the report describes, written "
                "anew for SWI-Prolog's clpfd (`report.pl` of each genre), *caracol* the same "
                "puzzles here, with the proof whether there is a second solution.\nTimes are CPU "
                f"on one core, the model's building included; the limit is {self.seconds:g} s.",
                self.magic_snail(),
                self.star_battle(),
                self.easy_as_abc(),
                self.magnets(),
            ]
        )


def report_magnets(size: int, number: int) -> Answer:
    """Return a puzzle made as in the Magnets report, as in ``reports/magnets-sizes``."""
    from caracol.kit import SamplesPart
    from caracol.puzzle.plugins import get_genre

    genre = get_genre("magnets")
    rng = random.Random(f"4 magnets {size} {number + 1}")
    entries: Answer = genre.encode(genre.part(SamplesPart).sample(rng, size))
    return entries
