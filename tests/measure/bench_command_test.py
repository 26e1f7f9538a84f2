"""`grundy bench`: figures of works whose answers are right, and two results compared."""
import contextlib
import csv
import io
import json
import os
import random
import statistics
import subprocess
import sys

import pytest

from grundy_program import PROGRAM, answer, output, run

SHORT = ["bench", "--works", "euclid_nimbers", "--threads", "1,2", "--executor", "tbb", "--seconds", "0"]
STREAM = ["bench", "--works", "stream", "--threads", "1,2", "--stream-array", "1M"]


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
    assert result["kernel"] == os.uname().release
    assert result["load_before"] >= 0 and result["load_after"] >= 0
    for key in ("affinity", "cores_online", "pinned", "numa_nodes", "smt", "caches", "governor", "quota_processors",
                "quota_memory_bytes"):
        assert key in result


def test_a_pinned_program_says_so():
    core = min(os.sched_getaffinity(0))
    pinned = json.loads(subprocess.check_output([PROGRAM, *STREAM, "--json"],
                                                preexec_fn=lambda: os.sched_setaffinity(0, {core})))
    assert pinned["affinity"] == str(core) and pinned["cores"] == 1


def test_stream_has_a_row_for_each_loop_and_number_of_threads():
    result = answer(*STREAM)
    rows = [(row["threads"], row["loop"]) for row in result["stream"]]
    assert rows == [(threads, loop) for threads in (1, 2) for loop in ("copy", "scale", "add", "triad")]
    assert all(row["bytes_per_second"] > 1e6 and row["array_bytes"] == 2 ** 20 for row in result["stream"])
    assert result["runs"] == []
    assert "STREAM, arrays of 1 MiB" in output(*STREAM).decode()


def test_figures_follow_from_the_times(result):
    assert [(run["executor"], run["threads"]) for run in result["runs"]] == [("tbb", 1), ("tbb", 2)]
    one, two = result["runs"]
    for run_of in (one, two):
        assert run_of["turns"] == len(run_of["turn_seconds"]) == len(run_of["turn_processors"]) == 5 and run_of["positions"] == 1001 ** 2
        assert run_of["seconds"] == pytest.approx(statistics.median(run_of["turn_seconds"]))
        assert run_of["seconds_least"] == pytest.approx(min(run_of["turn_seconds"]))
        assert run_of["seconds_greatest"] == pytest.approx(max(run_of["turn_seconds"]))
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


def test_the_text_names_the_machine_and_each_run_in_80_columns():
    for command in (SHORT, STREAM):
        lines = output(*command).decode().splitlines()
        assert lines[0].startswith("grundy ") and any("works of version 1" in line for line in lines)
        assert any(line.split(", load ")[0].count("-") == 2 for line in lines if ", load " in line)
        assert max(map(len, lines)) <= 80
    lines = output(*SHORT).decode().splitlines()
    assert sum(line.startswith("euclid_nimbers ") for line in lines) == 2


@contextlib.contextmanager
def busy_core(core):
    """Two programs that take all they get of a core."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"],
                               preexec_fn=lambda: os.sched_setaffinity(0, {core})) for _ in range(2)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_a_busy_machine_is_reported_and_strict_fails():
    core = min(os.sched_getaffinity(0))
    command = [PROGRAM, "bench", "--works", "euclid_nimbers", "--threads", "1", "--executor", "tbb", "--seconds", "2"]
    measured = {"capture_output": True, "check": False, "preexec_fn": lambda: os.sched_setaffinity(0, {core})}
    with busy_core(core):
        printed = subprocess.run(command, **measured)
        strict = subprocess.run([*command, "--strict", "--json"], **measured)
    assert printed.returncode == 0
    text = printed.stdout.decode()
    assert any(line.startswith("euclid_nimbers ") and line.endswith(" *") for line in text.splitlines())
    assert "\neuclid_nimbers/tbb/1: waited " in text
    assert strict.returncode == 5
    assert b"other work disturbed 1 row" in strict.stderr and b"euclid_nimbers/tbb/1: waited " in strict.stderr
    run_of = json.loads(strict.stdout)["runs"][0]
    assert run_of["disturbed"] and run_of["share_waited"] > 0.3 and run_of["processors"] < 0.7


def test_only_all_works_make_a_score(result):
    assert result["score"]["one_thread"] is None and result["score"]["all_threads"] is None
    assert "commit" in result["score"]["reference"]
    assert result["score"]["disturbed"] == any(run_of["disturbed"] for run_of in result["runs"])


def made(rows, turns, noise, seed, disturbed=()):
    """A result of quiet turns, lognormal about `rows`: the seconds of each work."""
    chance = random.Random(seed)
    runs = [{"work": work, "executor": "tbb", "threads": 1, "disturbed": list(disturbed),
             "turn_seconds": [seconds * chance.lognormvariate(0, noise) for _ in range(turns)]}
            for work, seconds in rows.items()]
    return {"works_version": 1, "runs": runs}


def verdicts(folder, older, newer):
    old, new = save(folder, "old.json", older), save(folder, "new.json", newer)
    return [work["verdict"] for work in answer("bench", "--compare", old, new)["works"]]


ROWS = {f"work{number}": 0.01 * (number + 1) for number in range(18)}


@pytest.mark.parametrize("turns", [5, 20])
@pytest.mark.parametrize("noise", [0.01, 0.1, 0.5])
def test_a_program_compared_with_itself_is_neither_faster_nor_slower(turns, noise, tmp_path):
    for seed in range(10):
        older, newer = made(ROWS, turns, noise, seed), made(ROWS, turns, noise, 100 + seed)
        assert verdicts(tmp_path, older, newer) == ["undecided"] * len(ROWS)
        assert verdicts(tmp_path, older, older) == ["undecided"] * len(ROWS)


def test_what_is_faster_or_slower_is_found(tmp_path):
    changed = {**ROWS, "work3": ROWS["work3"] * 1.3, "work7": ROWS["work7"] / 1.3, "work9": ROWS["work9"] / 1.03}
    older, newer = made(ROWS, 12, 0.02, 1), made(changed, 12, 0.02, 2)
    expected = {"work3": "slower", "work7": "faster"}  # 3 % is less than two starts of a program may differ
    assert verdicts(tmp_path, older, newer) == [expected.get(work, "undecided") for work in ROWS]
    text = output("bench", "--compare", tmp_path / "old.json", tmp_path / "new.json").decode().splitlines()
    assert any(line.startswith("work3 ") and line.endswith(" slower") for line in text)
    assert max(map(len, text[2:])) <= 80


def test_five_turns_are_judged_and_four_are_not(tmp_path):
    halved = {work: seconds / 2 for work, seconds in ROWS.items()}
    assert verdicts(tmp_path, made(ROWS, 5, 0.02, 1), made(halved, 5, 0.02, 2)) == ["faster"] * len(ROWS)
    for some, others in ((4, 100), (100, 4)):
        older, newer = made(ROWS, some, 0.02, 1), made(halved, others, 0.02, 2)
        assert verdicts(tmp_path, older, newer) == ["few turns"] * len(ROWS)


def test_disturbed_rows_are_not_judged(tmp_path):
    halved = {work: seconds / 2 for work, seconds in ROWS.items()}
    quiet, busy = made(ROWS, 9, 0.02, 1), made(halved, 9, 0.02, 2, ["waited 9% of the time for a processor"])
    assert verdicts(tmp_path, quiet, busy) == verdicts(tmp_path, busy, quiet) == ["disturbed"] * len(ROWS)


def test_measured_results_can_be_compared(result, tmp_path):
    path = save(tmp_path, "result.json", result)
    works = answer("bench", "--compare", path, path)["works"]
    assert [(work["threads"], work["ratio"], work["chance"]) for work in works] == [(1, 1, 1), (2, 1, 1)]
    assert {work["verdict"] for work in works} <= {"undecided", "disturbed"}


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"works_version": 1, "runs": 3}',
                                  '{"works_version": 1, "runs": [3]}', '{"works_version": 1, "runs": [{"work": "x"}]}',
                                  *('{"works_version": 1, "runs": [{"work": "x", "executor": "tbb", "threads": 1, '
                                    '"disturbed": [], "turn_seconds": %s}]}' % turns
                                    for turns in ('1', '[]', '["1"]', '[1, 0]', '[1, null]'))])
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
                                   ["--json", "--csv"], ["--compare", "one"], ["--stream-array", "much"],
                                   ["--strict", "--compare", "old", "new"]])
def test_bad_options_are_bad_usage(wrong):
    assert run("bench", *wrong).returncode == 2
