"""A program that uses every verb; a test lets type checkers read it."""

from pathlib import Path

import caracol

puzzle: caracol.Puzzle = caracol.read(Path("puzzle.json"))
others: list[caracol.Puzzle] = list(caracol.read_all("one\ntwo", "jsonl"))
answer: caracol.Answer = caracol.solve(puzzle, seconds=1.0)
solution: tuple[int, ...] = answer.only()
number: int = caracol.count(puzzle, limit=10).count
every: list[tuple[int, ...]] = list(caracol.each_solution(puzzle))
verdict: caracol.Verdict = caracol.check(puzzle, solution)
faults: list[str] = [fault.sentence for fault in verdict.faults]
possible: caracol.Possible = caracol.candidates(puzzle)
clash: caracol.Conflict | None = caracol.conflict(puzzle)
walk: caracol.Walkthrough = caracol.explain(puzzle)
steps: list[str] = [str(step) for step in walk.steps]
hint: caracol.Hint = caracol.hint(puzzle)
grade: caracol.Grade = caracol.grade(puzzle)
reasons: tuple[caracol.Step, ...] = caracol.why(puzzle, "r1c1")
seen: tuple[caracol.Step, ...] = caracol.open_steps(puzzle)
positions: list[caracol.Practice] = list(caracol.practice([puzzle], "exact-fit"))
made: caracol.Generated = caracol.generate("magnets", size=6, seed=1)
text: str = caracol.write(made.puzzle, "json")
link: str = caracol.convert(puzzle, "caracol").text
names: list[str] = [form.name for form in caracol.list_formats()]
genres: list[str] = [genre.id for genre in caracol.list_genres()]
rules: str = caracol.get_genre("nonogram").instructions
game = caracol.Game(puzzle)
game.put(0, 1)
done: bool = game.finished
caracol.render(puzzle, "text")
caracol.book([puzzle])
