"""What becomes of benchmark results: one file, CSV, and the table of works."""
import csv
import io
import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARKED = "# Page\n\n<!-- table: works -->\nold\n<!-- end -->\n\nMore.\n"


def run(name, milliseconds, **counters):
    return {"name": name, "run_name": f"{name}/real_time", "run_type": "iteration", "real_time": milliseconds,
            "time_unit": "ms", **counters}


RUNS = [run("cards_direct/9", 10), run("cards_direct/9", 30), run("cards_direct/9", 20),
        run("cards_direct/9_by_rows", 1), run("cards_grundy/9", 5), run("cards_grundy/9", 5), run("cards_grundy/9", 4),
        run("nim_grundy/9", 7), run("octal_direct/9", 7), {**run("octal_grundy/9", 0), "error_occurred": True}]
RESULTS = {"date": "2026-01-02", "machine": "A CPU", "cpus": 2, "compiler": "g++ 12", "isa": "avx2", "commit": "abc",
           "load_average_at_begin": [0.25, 1, 1], "benchmarks": RUNS}
TABLE = """\
2026-01-02, A CPU, 2 CPUs, g++ 12, avx2, commit abc, load average 0.2 at the beginning; medians of 3.

| work | direct, one thread | Grundy | direct / Grundy | range |
|---|---|---|---|---|
| cards/9 | 20 ms | 5 ms | 4 | 2 to 6 |
| cards/9_by_rows | 1 ms | 5 ms | 0.2 | 0.2 to 0.2 |
"""


def bench_table(*arguments):
    return subprocess.run([ROOT / "scripts/bench-table", *arguments], text=True, capture_output=True, check=False)


@pytest.fixture(name="results")
def written_results(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS), "utf-8")
    return path


def test_the_table_holds_works_that_both_have_done(results):
    ran = bench_table(results)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, TABLE, "")


def test_the_table_replaces_what_is_between_the_marks(results, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(MARKED, "utf-8")
    assert bench_table(results, page).returncode == 0
    assert page.read_text("utf-8") == MARKED.replace("old\n", TABLE)


def test_a_page_without_marks_is_left_alone(results, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Page\n", "utf-8")
    ran = bench_table(results, page)
    assert ran.returncode == 1
    assert "no line `<!-- table: works -->`" in ran.stderr
    assert page.read_text("utf-8") == "# Page\n"


def test_csv_has_the_counters_of_all_programs(tmp_path):
    for program, counter in (("bench_a", "P"), ("bench_b", "speedup")):
        written = {"context": {}, "benchmarks": [run(f"{program}/1", 2, **{counter: 3})]}
        (tmp_path / f"{program}.json").write_text(json.dumps(written), "utf-8")
    printed = subprocess.run([sys.executable, "-B", ROOT / "bench/results.py", "csv", tmp_path], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [(row["program"], row["P"], row["speedup"]) for row in rows] == [("bench_a", "3", ""), ("bench_b", "", "3")]
