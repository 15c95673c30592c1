"""Studies: the same file gives the same counts, goes on where it stopped, and is reported."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from caracol.cli.main import main
from caracol.errors import CaracolError, ClueError, FormatError
from caracol.lab.studies import plots, report
from caracol.lab.studies.study import RESULTS, find_shipped, perform, read_study
from caracol.lab.studies.tables import as_csv, growth, percentile, summaries

STUDY = """
title = "Small"
seed = 7
[puzzles]
genre = "magnets"
sizes = [2, 4, 6]
count = 5
[defaults]
redundant = "neutral"
[[options]]
name = "plain"
[[options]]
variables = "ffc"
[[reference]]
source = "report"
options = "plain"
size = 4
mean = 0.00108
backtracks = 0.16
"""


def counts(rows: list[dict[str, object]]) -> list[tuple[object, ...]]:
    names = ("size", "puzzle", "options", "resumptions", "prunings", "backtracks", "solved")
    return [tuple(row[name] for name in names) for row in rows]


def test_a_study_gives_the_same_counts_alone_and_in_parallel(tmp_path: Path) -> None:
    study = read_study(STUDY)
    alone = perform(study, tmp_path / "one")
    together = perform(study, tmp_path / "two", jobs=2)
    assert len(alone) == 3 * 5 * 2
    assert counts(alone) == counts(together)


def test_a_study_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    study = read_study(STUDY)
    stop = Event()

    class StopAfter:
        def __init__(self) -> None:
            self.seen: list[tuple[int, int]] = []

        def update(self, done: int, total: int) -> None:
            self.seen.append((done, total))
            if done == 7:
                stop.set()

    progress = StopAfter()
    some = perform(study, tmp_path, progress=progress, stop=stop)
    assert len(some) == 7
    assert progress.seen[0] == (0, 30)
    file = tmp_path / RESULTS
    first = file.read_text()
    file.write_text(first + '{"key": "cut off when the pow')
    rest = perform(study, tmp_path)
    assert len(rest) == 30
    assert file.read_text().startswith(first)
    assert [json.loads(line)["key"] for line in file.read_text().splitlines()] == [
        row["key"] for row in rest
    ]
    assert counts(rest) == counts(perform(study, tmp_path / "new"))


def test_a_study_does_not_write_into_a_folder_of_others(tmp_path: Path) -> None:
    study = read_study(STUDY)
    (tmp_path / "report.md").write_text("mine")
    with pytest.raises(FormatError, match="has other files"):
        perform(study, tmp_path)
    (tmp_path / RESULTS).write_text("a\n")
    with pytest.raises(FormatError, match="line 1: this is not a result of a study"):
        perform(study, tmp_path)
    assert (tmp_path / RESULTS).read_text() == "a\n"
    assert (tmp_path / "report.md").read_text() == "mine"


def test_other_options_under_the_same_name_are_run_again(tmp_path: Path) -> None:
    perform(read_study(STUDY), tmp_path)
    changed = perform(read_study(STUDY.replace('"neutral"', '"all"')), tmp_path)
    lines = (tmp_path / RESULTS).read_text().splitlines()
    assert len(changed) == 30
    assert len(lines) == 60


def test_summaries_are_the_figures_of_their_runs() -> None:
    rows = [
        {"genre": "g", "size": 3, "options": "o", "seconds": s, "backtracks": b, "solved": s < 4}
        | {"resumptions": 10}
        for s, b in ((1.0, 0), (2.0, 1), (3.0, 2), (4.0, 9))
    ]
    (one,) = summaries(rows)
    assert (one.min, one.mean, one.median, one.max) == (1.0, 2.5, 2.5, 4.0)
    assert one.p95 == pytest.approx(3.85)
    assert (one.backtracks, one.most_backtracks, one.solved, one.runs) == (3.0, 9, 3, 4)
    assert percentile([5.0], 95) == 5.0


def test_growth_finds_the_exponential_that_made_the_points() -> None:
    fitted = growth([(size, 0.5 * 2.5**size) for size in (2, 4, 6, 8)])
    assert fitted is not None
    assert fitted.factor == pytest.approx(2.5)
    assert fitted.at(6) == pytest.approx(0.5 * 2.5**6)
    assert fitted.fit == pytest.approx(1)
    assert growth([(2, 1.0), (4, 0.0), (6, 3.0)]) is None


def test_the_report_has_our_figures_and_the_others_beside_them(tmp_path: Path) -> None:
    study = read_study(STUDY)
    rows = perform(study, tmp_path)
    text = report.write(study, rows, tmp_path, ["magnets-cactus"]).read_text()
    assert "| magnets | 4 | plain | 5 of 5 |" in text
    assert "| · report |" in text
    assert "1.08 ms" in text
    assert "![Number of puzzles solved within a time](magnets-cactus.svg)" in text.splitlines()
    table = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [int(line["backtracks"]) for line in table] == [row["backtracks"] for row in rows]


def test_runs_that_were_given_up_are_told(tmp_path: Path) -> None:
    study = read_study(STUDY.replace('redundant = "neutral"', "nodes = 1").replace("6]", "8]"))
    rows = perform(study, tmp_path)
    assert not all(row["solved"] for row in rows)
    assert "≥" in report.text_table(study, rows)


def test_the_command_writes_tables_plots_and_a_pdf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("typst")
    file = tmp_path / "small.toml"
    file.write_text(STUDY)
    assert main(["lab", "study", str(file), "--pdf", "--count", "2"]) == 0
    assert "plain" in capsys.readouterr().out
    folder = tmp_path / "small"
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")
    for name in ("seconds-by-size", "backtracks-by-size", "cactus", "distribution"):
        assert (folder / f"magnets-{name}.png").stat().st_size > 5000
        assert "<svg" in (folder / f"magnets-{name}.svg").read_text()


def test_the_same_results_give_the_same_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    study = read_study(STUDY)
    rows = perform(study, tmp_path)
    (tmp_path / "again").mkdir()
    names = plots.draw(study, rows, tmp_path, kinds=("svg",))
    plots.draw(study, rows, tmp_path / "again", kinds=("svg",))
    for name in names:
        one, other = tmp_path / f"{name}.svg", tmp_path / "again" / f"{name}.svg"
        assert one.read_text() == other.read_text()


@pytest.mark.parametrize("name", sorted(find_shipped()))
def test_the_studies_that_come_with_caracol_can_be_run(name: str, tmp_path: Path) -> None:
    path = find_shipped()[name]
    study = read_study(path.read_text(), path.parent)
    assert study.seconds > 0, "a study says how long it takes"
    small = replace(
        study,
        sources=tuple(source.fewer(1) for source in study.sources),
        choices=tuple(choice.up_to(4) for choice in study.choices),
    )
    rows = perform(small, tmp_path)
    assert all(row["solved"] for row in rows)
    boards = {item.board for source in study.sources for item in source.items(1)}
    for other in study.references:
        assert other.options in [choice.name for choice in study.choices]
        assert other.board in boards


def test_studies_take_boards_files_and_generated_puzzles(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws plots, is not installed")
    board = {
        "caracol": 1,
        "genre": "star-battle",
        "stars": 1,
        "regions": ["ABAA", "AAAC", "DAAA", "AAAA"],
    }
    (tmp_path / "one.json").write_text(json.dumps(board))
    (tmp_path / "two.jsonl").write_text(
        f"{json.dumps(board)}\n{json.dumps(board | {'title': 'mine'})}\n"
    )
    study = read_study(
        """
        [[puzzles]]
        files = ["*.json*"]
        [[puzzles]]
        report = "star-battle"
        boards = ["board 2, 5×5, first, 1 star"]
        [[puzzles]]
        generated = true
        genre = "magnets"
        sizes = [4]
        count = 2
        grade = "any"
        [[options]]
        [[options]]
        engine = "caracol"
        """,
        tmp_path,
    )
    rows = perform(study, tmp_path / "results")
    boards = list(dict.fromkeys(row["board"] for row in rows))
    assert boards == ["one", "two 1", "mine", "board 2, 5×5, first, 1 star", ""]
    assert [row["solutions"] for row in rows if row["options"] == "caracol"] == [1] * 6
    assert all(row["solved"] for row in rows)
    assert perform(study, tmp_path / "results") == rows, "nothing is done twice"
    assert "star-battle-by-board" in plots.draw(study, rows, tmp_path, kinds=("svg",))
    text = report.write(study, rows, tmp_path, []).read_text()
    assert (
        "3 puzzles from files; 1 board of the report; 2 generated magnets puzzles of size 4, grade any; seed 1; the same puzzles under all options."
        in text.splitlines()
    )


def test_prolog_and_caracol_give_the_same_answers_in_a_study(tmp_path: Path) -> None:
    path = find_shipped()["reports/star-battle"]
    study = read_study(path.read_text(), path.parent)
    small = replace(study, choices=tuple(choice.up_to(5) for choice in study.choices))
    found: dict[str, set[int]] = {}
    for row in perform(small, tmp_path):
        found.setdefault(row["board"], set()).add(bool(row["solutions"]))
    assert len(found) == 6
    assert all(len(answers) == 1 for answers in found.values())


def test_an_engine_that_is_not_installed_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caracol.lab.studies.peers.shutil.which", lambda _: None)
    study = read_study(STUDY + '[[options]]\nengine = "swi-prolog"\n')
    rows = perform(replace(study, sources=(study.sources[0].fewer(1),)), tmp_path)
    assert {row["options"] for row in rows} == {"plain", "ffc, redundant neutral"}
    assert (
        "5 random magnets puzzles of each of the sizes 2, 4, 6; seed 7; the same puzzles under all options. Only 6 of 30 runs have been done so far. Not installed here, so left out: swi-prolog."
        in report.write(study, rows, tmp_path, []).read_text().splitlines()
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("[puzzles]", "[puzles]"), "unknown entry of the study 'puzles'"),
        (("sizes = [2, 4, 6]", "sizes = 4"), "sizes must be a list of numbers"),
        (("count = 5", "count = 0"), "count must be a number above 0"),
        (('"magnets"', '"magnet"'), "unknown genre 'magnet'"),
        (('"ffc"', '"fcc"'), "unknown choice of variables 'fcc'"),
        (('"ffc"', "3"), "variables must be a name in quotes"),
        (("seed = 7", "seed = "), "the study is not valid TOML"),
        (("[defaults]\n", '[defaults]\nspeed = "high"\n'), "'speed'"),
    ],
)
def test_a_wrong_study_is_told_in_one_sentence(change: tuple[str, str], message: str) -> None:
    with pytest.raises(CaracolError, match=message):
        read_study(STUDY.replace(*change))


def test_the_command_line_runs_traces_and_exports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--sample", "star-battle", "--size", "5"]
    assert main(["lab", "run", *asked, "--json", "--variables", "ffc"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert entries["statistics"]["backtracks"] == 0
    picture = tmp_path / "tree.svg"
    assert main(["lab", "trace", *asked, "--svg", str(picture)]) == 0
    assert (
        "0. the rules alone ✓  (80 rules woke, 64 in vain)" in capsys.readouterr().out.splitlines()
    )
    assert "<svg" in picture.read_text()
    model = tmp_path / "model.lp"
    assert main(["lab", "export", *asked, "--to", "asp", "-o", str(model)]) == 0
    assert "#show is/2." in model.read_text().splitlines()
    assert main(["lab", "run", "--sample", "magnets", "--size", "10", "--nodes", "1"]) == 3
    assert main(["lab", "export", *asked, "--to", "excel"]) == 2
    assert (
        capsys.readouterr().err
        == "caracol: unknown target 'excel'; known targets: minizinc, cpmpy, dimacs, opb, asp, smt, xcsp3, cp-sat, prolog\n"
    )
    assert main(["lab", "run", "--sample", "magnets", "--size", "5"]) == 2
    assert (
        capsys.readouterr().err == "caracol: size: dominoes fill squares with an even side, not 5\n"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_does_not_end_is_left_when_the_study_is_stopped(
    tmp_path: Path, jobs: int
) -> None:
    study = read_study(
        'title = "Long"\nseed = 1\n[puzzles]\ngenre = "magnets"\nsizes = [20]\ncount = 4\n'
        '[defaults]\nvariables = "leftmost"\npropagation = "check"\n[[options]]\nname = "plain"\n'
    )
    stop, rows = Event(), list[object]()

    working = Thread(
        target=lambda: rows.extend(perform(study, tmp_path, jobs=jobs, stop=stop)), daemon=True
    )
    working.start()
    working.join(3)
    assert working.is_alive()
    stop.set()
    working.join(60)

    assert not working.is_alive()
    assert rows == []


GROUPS = """
[[puzzles]]
label = "1 star"
genre = "star-battle"
stars = 1
sizes = [5, 8]
count = 2

[[puzzles]]
label = "2 stars"
genre = "star-battle"
stars = 2
sizes = [8]
count = 2

[[options]]
[[reference]]
source = "theirs"
options = "leftmost, up, step"
group = "2 stars"
size = 8
resumptions = 7
constraints = 9
"""


def test_groups_of_puzzles_are_never_pooled(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws plots, is not installed")
    study = read_study(GROUPS)
    rows = perform(study, tmp_path)

    shown = report.table(study, rows)
    assert shown[0] == report.HEAD
    assert [line[1:5] for line in shown[1:]] == [
        ("1 star", "5", "leftmost, up, step", "2 of 2"),
        ("1 star", "8", "leftmost, up, step", "2 of 2"),
        ("2 stars", "8", "leftmost, up, step", "2 of 2"),
        ("", "", "· theirs", ""),
    ]
    assert shown[-1][-6:] == ("7", "", "", "", "", "9")
    lines = as_csv(rows).splitlines()
    assert lines[0].startswith("genre,group,stars,size,board,puzzle,options,engine,solved")
    assert [line.split(",")[1:4] for line in lines[1:]] == [
        ["1 star", "1", "5"], ["1 star", "1", "5"], ["1 star", "1", "8"], ["1 star", "1", "8"],
        ["2 stars", "2", "8"], ["2 stars", "2", "8"],
    ]  # fmt: skip
    assert "star-battle-1-star-seconds-by-size" in plots.draw(study, rows, tmp_path, kinds=("svg",))
    text = report.write(study, rows, tmp_path, []).read_text()
    assert "1 star: 2 random star-battle puzzles of each of the sizes 5, 8; 2 stars: " in text


def test_a_label_can_be_changed_without_running_again(tmp_path: Path) -> None:
    first = perform(read_study(GROUPS), tmp_path)
    again = perform(read_study(GROUPS.replace('"1 star"', '"single"')), tmp_path)

    assert [row["seconds"] for row in again] == [row["seconds"] for row in first]
    assert {row["group"] for row in again} == {"single", "2 stars"}
    with pytest.raises(ClueError, match="label must be a text in quotes, not 3"):
        read_study(GROUPS.replace('"1 star"', "3"))


def test_the_table_of_star_battle_has_a_dash_where_the_report_has_one(tmp_path: Path) -> None:
    """Figure 7 of the report: 0s for one star on 4×4 and 5×5, and no solution for two."""
    pytest.importorskip("matplotlib", reason="matplotlib, which draws plots, is not installed")
    path = find_shipped()["reports/star-battle"]
    study = read_study(path.read_text(), path.parent)
    choices = tuple(choice.up_to(5) for choice in study.choices if choice.engine == "plain")
    small = replace(study, choices=choices)
    rows = perform(small, tmp_path)

    head, *lines = report.table(small, rows)
    mean = head.index("mean")
    ours = [line for line in lines if line[0]]
    theirs = [line for line in lines if line[3] == "· report"]
    assert [(line[1], line[mean] == "–") for line in ours] == (
        [("1 star", False)] * 9 + [("2 stars", True)] * 9
    )
    assert [line[mean] for line in theirs] == ["10.00 ms", "0 ms", "0 ms", "–", "–", "–"]
    first = dict(zip(head, theirs[0], strict=True))
    counters = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
    assert [first[name] for name in counters] == ["567", "256", "380", "3", "262"]
    text = report.write(small, rows, tmp_path, []).read_text()
    assert "– instead of a time: there is no solution, and the run proved it." in text
    drawn = plots.draw(small, rows, tmp_path, kinds=("svg",))
    assert {"star-battle-by-board", "star-battle-by-board-linear"} <= set(drawn)


def test_easy_as_abc_has_the_whole_table_of_the_report(tmp_path: Path) -> None:
    path = find_shipped()["reports/easy-as-abc"]
    study = read_study(path.read_text(), path.parent)
    small = replace(study, choices=study.choices[:1])

    head, *lines = report.table(small, perform(small, tmp_path))

    names = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
    found = [tuple(int(line[head.index(name)]) for name in names) for line in lines]
    assert found == [
        (364, 139, 163, 3, 96), (544, 162, 296, 3, 96),
        (468, 144, 227, 0, 144), (558, 144, 387, 0, 144),
        (2865, 441, 1799, 9, 288), (2335, 519, 2394, 9, 288),
    ]  # fmt: skip


def test_every_study_of_a_report_can_be_read_and_names_its_choices() -> None:
    for path in find_shipped().values():
        study = read_study(path.read_text(), path.parent)
        names = {choice.name for choice in study.choices}
        assert {one.options for one in study.references} <= names, path
        groups = {item.group for source in study.sources for item in source.items(study.seed)}
        assert {one.group for one in study.references} <= groups | {""}, path


def test_magnets_are_studied_up_to_size_20_with_100_puzzles_up_to_12() -> None:
    path = find_shipped()["reports/magnets-sizes"]
    study = read_study(path.read_text(), path.parent)
    sizes = [item.size for source in study.sources for item in source.items(study.seed)]

    assert {size: sizes.count(size) for size in sizes} == {
        **dict.fromkeys((2, 4, 6, 8, 10, 12), 100),
        **dict.fromkeys((14, 16, 18, 20), 5),
    }


def test_a_run_that_was_stopped_does_not_flatten_the_growth() -> None:
    def rows(stopped: bool) -> list[dict[str, object]]:
        return [
            {"genre": "g", "size": size, "options": "o", "solutions": 1, "stopped": ""}
            | {"seconds": 4.0**size, "backtracks": 4**size, "solved": size < 5 or not stopped}
            | ({"seconds": 1.0, "backtracks": 1} if stopped and size == 5 else {})
            for size in (2, 3, 4, 5)
        ]

    whole, cut = (report._growth(summaries(rows(stopped))) for stopped in (False, True))
    for lines in (whole, cut):
        assert "mean backtracks grow ×16.0 every two sizes (R² 1.00)" in lines[0]


def test_outliers_are_left_out_of_the_linear_chart() -> None:
    report_of_stars = {"4×4": 0.0, "8×8": 0.14, "8×8 b": 0.12, "10×10": 59.84, "10×10 b": 0.64}
    assert plots.find_outliers(report_of_stars) == ["10×10"]
    assert plots.find_outliers({"a": 1.0, "b": 1.2, "c": 1.5}) == []
    assert plots.find_outliers({"a": 1.0}) == []
