"""`grundy bench`: figures of works whose answers are right, and two results compared."""
import csv
import io
import json

import pytest

from grundy_program import answer, output, run

SHORT = ["bench", "--works", "euclid_nimbers", "--threads", "1,2", "--executor", "tbb", "--seconds", "0"]


@pytest.fixture(scope="module")
def result():
    return answer(*SHORT)


def save(folder, name, result):
    path = folder / name
    path.write_text(json.dumps(result), "utf-8")
    return path


def test_it_says_where_it_was_measured(result):
    assert result["works_version"] == 1
    assert result["cores"] > 0 and result["memory_bytes"] > 0 and result["compiler"] and result["isa"]
    assert [copying["threads"] for copying in result["copying"]] == [1, 2]


def test_figures_follow_from_the_times(result):
    assert [(run["executor"], run["threads"]) for run in result["runs"]] == [("tbb", 1), ("tbb", 2)]
    one, two = result["runs"]
    for run_of in (one, two):
        assert run_of["turns"] == 3 and run_of["positions"] == 1001 ** 2
        assert run_of["seconds_least"] <= run_of["seconds"] <= run_of["seconds_greatest"]
        assert run_of["positions_per_second"] == pytest.approx(run_of["positions"] / run_of["seconds"])
    assert one["speed_up"] == 1 and two["speed_up"] == pytest.approx(one["seconds"] / two["seconds"])
    assert two["efficiency"] == pytest.approx(two["speed_up"] / 2)


def test_the_serial_executor_has_one_thread():
    result = answer("bench", "--works", "euclid_nimbers", "--threads", "1,2", "--executor", "serial", "--seconds", "0")
    assert [run["threads"] for run in result["runs"]] == [1]


def test_the_csv_has_a_line_for_each_run():
    rows = list(csv.DictReader(io.StringIO(output(*SHORT, "--csv").decode())))
    assert [row["threads"] for row in rows] == ["1", "2"]
    assert all(row["digest"] and float(row["seconds"]) > 0 for row in rows)


def test_the_text_names_the_machine_and_each_run():
    lines = output(*SHORT).decode().splitlines()
    assert lines[0].startswith("grundy ") and "works of version 1" in lines[0]
    assert sum(line.startswith("euclid_nimbers") for line in lines) == 2


def test_two_results_are_compared(result, tmp_path):
    faster = json.loads(json.dumps(result))
    for run_of in faster["runs"]:
        for key in ("seconds", "seconds_least", "seconds_greatest"):
            run_of[key] /= 100
    old, new = save(tmp_path, "old.json", result), save(tmp_path, "new.json", faster)
    works = answer("bench", "--compare", old, new)["works"]
    assert [work["threads"] for work in works] == [1, 2]
    assert all(work["ratio"] == pytest.approx(100) and work["apart"] for work in works)
    assert not any(work["apart"] for work in answer("bench", "--compare", old, old)["works"])
    assert b"within the range" in output("bench", "--compare", old, old)


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"works_version": 1, "runs": 3}',
                                  '{"works_version": 1, "runs": [3]}', '{"works_version": 1, "runs": [{"work": "x"}]}',
                                  '{"works_version": 1, "runs": [{"work": "x", "executor": "tbb", "threads": 1, '
                                  '"seconds": "1", "seconds_least": 1, "seconds_greatest": 1}]}'])
def test_what_is_no_result_is_refused(text, result, tmp_path):
    good, bad = save(tmp_path, "good.json", result), tmp_path / "bad.json"
    bad.write_text(text, "utf-8")
    for pair in ((good, bad), (bad, good)):
        ran = run("bench", "--compare", *pair)
        assert ran.returncode == 3 and b"bad.json: " in ran.stderr and not ran.stdout


def test_other_versions_and_missing_files_are_refused(result, tmp_path):
    good = save(tmp_path, "good.json", result)
    other = save(tmp_path, "other.json", {**result, "works_version": 2})
    assert run("bench", "--compare", good, other).returncode == 2
    assert run("bench", "--compare", good, tmp_path / "none").returncode == 4


@pytest.mark.parametrize("wrong", [["--works", "chess"], ["--threads", "0"], ["--executor", "mpi"], ["--isa", "z80"],
                                   ["--json", "--csv"], ["--compare", "one"]])
def test_bad_options_are_bad_usage(wrong):
    assert run("bench", *wrong).returncode == 2
