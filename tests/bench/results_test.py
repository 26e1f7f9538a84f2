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


def run(name, milliseconds, **more):
    return {"name": name, "run_name": f"{name}/real_time", "run_type": "iteration", "family_index": 0,
            "per_family_instance_index": 0, "repetition_index": 0, "real_time": milliseconds, "time_unit": "ms", **more}


RUNS = [run("cards_direct/9", 10), run("cards_direct/9", 30), run("cards_direct/9", 20),
        run("cards_direct/9_by_rows", 1), run("cards_grundy/9", 5), run("cards_grundy/9", 5), run("cards_grundy/9", 4),
        run("rays_direct/9", 4000), run("rays_grundy/9", 2),
        run("nim_grundy/9", 7), run("octal_direct/9", 7), {**run("octal_grundy/9", 0), "error_occurred": True},
        *(run("nim_two_threads/9", 1, speedup=1.5, machine=1.75, efficiency=share) for share in (1.25, 0.5, 0.75))]
RESULTS = {"date": "2026-01-02", "machine": "A CPU", "cpus": 2, "compiler": "g++ 12", "isa": "avx2", "commit": "abc",
           "load_average_at_begin": [0.25, 1, 1], "benchmarks": RUNS}
TABLE = """\
2026-01-02, A CPU, 2 CPUs, g++ 12, avx2, commit abc;
load average 0.2 at the beginning; medians of 3.

| work | direct, one thread | Grundy | direct / Grundy | range | two threads |
|---|---|---|---|---|---|
| cards/9 | 20 ms | 5 ms | 4 | 2 to 6 |  |
| cards/9_by_rows | 1 ms | 5 ms | 0.2 | 0.2 to 0.2 |  |
| rays/9 | 4 s | 2 ms | 2,000 | 2,000 to 2,000 |  |
| nim/9 |  | 7 ms |  |  | 1.50 (75%) |
"""


def bench_table(*arguments):
    return subprocess.run([ROOT / "scripts/bench-table", *arguments], text=True, capture_output=True, check=False)


@pytest.fixture(name="results")
def written_results(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS), "utf-8")
    return path


def test_the_table_holds_what_grundy_has_done(results):
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


def test_results_of_all_programs_are_saved_in_order(tmp_path):
    context = {"num_cpus": 2, "compiler": "g++ 12", "isa": "avx2", "load_avg": [1, 2, 3]}
    for program in ("bench_b", "bench_a"):
        runs = [run("second", 1, family_index=1), run("first", 2, repetition_index=1), run("first", 3),
                {**run("first_median", 2), "run_type": "aggregate"}]
        (tmp_path / f"{program}.json").write_text(json.dumps({"context": context, "benchmarks": runs}), "utf-8")
    bench = tmp_path / "bench"
    bench.mkdir()
    (bench / "results.py").write_bytes((ROOT / "bench/results.py").read_bytes())
    subprocess.run(["git", "init", "--quiet", bench], check=True)
    subprocess.run(["git", "-C", bench, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty",
                    "--message=a"], check=True)
    named = subprocess.run([sys.executable, "-B", bench / "results.py", "save", tmp_path], text=True, check=True,
                           stdout=subprocess.PIPE).stdout.strip()
    saved = json.loads((tmp_path / named).read_text("utf-8"))
    assert (saved["cpus"], saved["compiler"], saved["isa"]) == (2, "g++ 12", "avx2")
    assert [(b["program"], b["name"], b["real_time"]) for b in saved["benchmarks"]] == [
        (program, *found) for program in ("bench_a", "bench_b") for found in (("first", 3), ("first", 2), ("second", 1))]


def test_csv_has_the_counters_of_all_programs(tmp_path):
    for program, counter in (("bench_a", "P"), ("bench_b", "speedup")):
        written = {"context": {}, "benchmarks": [run(f"{program}/1", 2, **{counter: 3})]}
        (tmp_path / f"{program}.json").write_text(json.dumps(written), "utf-8")
    printed = subprocess.run([sys.executable, "-B", ROOT / "bench/results.py", "csv", tmp_path], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [(row["program"], row["P"], row["speedup"]) for row in rows] == [("bench_a", "3", ""), ("bench_b", "", "3")]
