"""What pickle and copy make of tables, solutions and laws."""
import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import grundy
from conftest import CASES
from grundy_program import output

ABOUT = ("game", "rules", "parameters", "coordinates", "origin", "box", "shape", "quantity",
         "convention", "positions", "p_positions", "max_value", "digest", "kernel", "store",
         "section_axis", "dtype")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_solution_keeps_its_values_and_what_it_tells(solved_cases, case):
    solved = solved_cases(case)[0]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(solved.table, protocol))
        assert type(again) is grundy.Solution and again == solved.table
    for name in (*ABOUT, "checked", "unchecked", "period", "seconds", "path"):
        assert getattr(again, name) == getattr(solved.table, name), name
    np.testing.assert_array_equal(again.histogram, solved.table.histogram)
    np.testing.assert_array_equal(again.array(), solved.expected)
    np.testing.assert_array_equal(again.array("outcome"), solved.table.array("outcome"))
    assert again.array().dtype == solved.table.array().dtype
    assert not again.array().flags.writeable
    at = solved.table.box
    assert again[at] == solved.table[at] and again.outcome(at) == solved.table.outcome(at)
    assert again.moves(at) == solved.table.moves(at)
    with pytest.raises(grundy.PositionError, match="outside the box"):
        again.outcome([high + 1 for high in at])
    with pytest.raises(grundy.UsageError, match="not the"):
        again.array("nimber" if again.quantity != "nimber" else "remoteness")


@pytest.mark.parametrize("game, box, value, stores", [
    ("three_pile", (12, 12, 12), "outcome", ("full", "sorted", "section")),
    ("three_pile", (9, 12, 7), "nimber", ("full",)),
    ("cutting", (17, 12), "outcome", ("full",)),
    ("wythoff", (30, 25), "outcome", ("full", "section")),
    ("wythoff", (30, 30), "remoteness", ("full", "sorted")),
    ("kayles", 70, "nimber", ("full",)),
])
def test_what_was_unpickled_is_saved_as_the_solution_was(tmp_path, game, box, value, stores):
    solution = grundy.solve(game, box, value=value)
    again = pickle.loads(pickle.dumps(solution))
    for store in stores:
        for kept, name in ((solution, "a"), (again, "b")):
            kept.save(tmp_path / f"{name}.{store}", store=store)
        output("verify", tmp_path / f"b.{store}")
        written = {file.relative_to(tmp_path / f"a.{store}"): file.read_bytes()
                   for file in (tmp_path / f"a.{store}").rglob("c*") if file.is_file()}
        assert written
        for file, content in written.items():
            assert (tmp_path / f"b.{store}" / file).read_bytes() == content, file
    with pytest.raises(grundy.UsageError, match="a.full"):
        again.save(tmp_path / "a.full")
    again.save(tmp_path / "a.full", force=True)
    assert grundy.open(tmp_path / "a.full") == solution
    for store in {"sorted", "section"} - set(stores):
        with pytest.raises(grundy.UsageError):
            again.save(tmp_path / "never", store=store)


def test_protocol_5_passes_arrays_out_of_band():
    solution = grundy.solve("cutting", (400, 400))
    buffers = []
    data = pickle.dumps(solution, 5, buffer_callback=buffers.append)
    assert len(data) < 10_000 and len(buffers) == 1
    again = pickle.loads(data, buffers=buffers)
    assert np.shares_memory(again.array(), solution.array())


def test_windows_outlive_what_was_unpickled():
    again = pickle.loads(pickle.dumps(grundy.solve("cutting", (30, 20))))
    expected, part = again[5:20:3, 4].copy(), again[5:20:3, 4]
    assert not part.flags.owndata
    del again
    np.testing.assert_array_equal(part, expected)


def test_what_is_too_far_from_zero_is_refused():
    rules = "game far(n in {0} .. {0} + 10)\n  (n) -> (n - k) for k in 1 .. 3".format(10**18 - 10)
    solution = grundy.solve("far", 10**18, rules=rules)
    with pytest.raises(grundy.UsageError, match="2\\^53|9007199254740992"):
        pickle.dumps(solution)


def test_a_table_keeps_its_path(tmp_path, monkeypatch):
    grundy.solve("nim", 300, output=tmp_path / "n.zarr")
    monkeypatch.chdir(tmp_path)
    for mapped in (True, False):
        table = grundy.open("n.zarr", mapped=mapped)
        assert table.path == tmp_path / "n.zarr"
        data = pickle.dumps(table)
        assert len(data) < 1000
        monkeypatch.chdir("/")
        again = pickle.loads(data)
        assert type(again) is grundy.Table and again == table and again.path == table.path
        monkeypatch.chdir(tmp_path)
    grundy.solve("nim", 300, value="outcome", output=tmp_path / "n.zarr", force=True)
    with pytest.raises(grundy.UsageError, match="n.zarr: .*another table"):
        pickle.loads(data)


def test_another_process_reads_it():
    solution = grundy.solve("wythoff", 20)
    found = subprocess.run(
        [sys.executable, "-c", "import pickle, sys; solution = pickle.load(sys.stdin.buffer); "
         "print(solution.digest, solution[3, 4])"],
        input=pickle.dumps(solution), stdout=subprocess.PIPE, check=True).stdout.decode()
    assert found.split() == [solution.digest, str(solution[3, 4])]


def test_copies_are_the_table_itself(solved):
    assert copy.copy(solved.table) is solved.table
    assert copy.deepcopy([solved.table])[0] is solved.table


def test_a_law_stays_a_function():
    law = grundy.law("kayles")
    for asked in (False, True):
        for again in (pickle.loads(pickle.dumps(law)), copy.copy(law), copy.deepcopy(law)):
            assert again == law and again.certificate == law.certificate
            assert again(10**12) == 1, asked
        assert law(10**12) == 1
