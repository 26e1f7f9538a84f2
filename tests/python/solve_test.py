"""grundy.solve and grundy.plan: what they take, make and share."""
import gc
import weakref

import numpy as np
import pytest

import grundy
from grundy_program import answer, output

RULES = """
game take(n)
  param S = {1, 2}
  (n) -> (n - k)  for k in S
game pair(a, b)
  (a, b) -> (a - k, b)  for k >= 1
  (a, b) -> (a, b - k)  for k >= 1
"""


def address(array):
    return array.__array_interface__["data"][0]


def test_a_proved_period_is_reported():
    found = grundy.solve("kayles", 300).period
    assert (found["of"], found["length"], found["preperiod"]) == ("nimber", 12, 71)
    assert "Guy and Smith" in found["proof"]
    assert grundy.solve("three_pile", (5, 5, 5)).period is None


def test_a_check_of_nothing_is_an_error():
    rules = "game f(a)\n  (a) -> ()  for k in 1 .. 20000000  when (k * k) mod 7 = 3\n"
    with pytest.raises(grundy.UncheckedError, match="none of 2 positions could be derived"):
        grundy.solve("f", 1, rules=rules, check="all")
    solution = grundy.solve("f", 1, rules=rules)
    assert (solution.checked, solution.unchecked) == (0, 2)
    assert grundy.solve("nim", 9, check="all").unchecked == 0


def test_cells_are_shared_and_not_copied():
    solution = grundy.solve("cutting", (30, 20))
    array = solution.array()
    assert not array.flags.owndata
    assert not array.flags.writeable
    assert address(solution.array()) == address(array)
    assert np.shares_memory(solution[4:9, 7:], array)
    assert not solution[4:9].flags.owndata


def test_shared_cells_outlive_the_solution():
    solution = grundy.solve("cutting", (30, 20))
    part = solution[5:20:3, 4]
    expected = part.copy()
    gone = weakref.ref(solution)
    del solution
    gc.collect()
    assert gone() is None
    # What would take the memory, were it free.
    others = [grundy.solve("cutting", (30, 20), value="outcome") for _ in range(20)]
    np.testing.assert_array_equal(part, expected)
    assert len(others) == 20


def test_a_box_in_a_larger_closure_is_shared_too():
    solution = grundy.solve("cards", (3, 6, 4, 2), kernel="generic")
    copy = grundy.solve("cards", (3, 6, 4, 2), kernel="generic", value="remoteness").array("outcome")
    array = solution.array()
    assert not array.flags.owndata and not array.flags.c_contiguous
    np.testing.assert_array_equal(array != 0, copy)


@pytest.mark.parametrize("game, value", [("three_pile", "nimber"), ("three_pile", "outcome"),
                                         ("cards", "outcome"), ("wythoff", "remoteness")])
def test_what_lies_otherwise_is_copied(game, value):
    solution = grundy.solve(game, 6, value=value)
    array = solution.array()
    assert array.flags.owndata and array.flags.writeable and array.flags.c_contiguous
    assert solution[1:4].flags.owndata and solution[1:6:2].flags.owndata
    assert address(solution.array()) != address(array)


def test_solutions_are_those_of_the_program():
    for arguments in (("three_pile", 20, "nimber"), ("cards", 8, "outcome"),
                      ("wythoff", 30, "remoteness")):
        game, box, value = arguments
        solution = grundy.solve(game, box, value=value, threads=2)
        report = answer("solve", game, "--box", box, "--value", value, "--threads", 2)
        assert solution.digest == report["digest"]
        assert solution.p_positions == report["p_positions"]
        assert solution.kernel == report["kernel"]
        assert set(solution.seconds) == {"solve", "check", "digest", "write", "save"}
        assert solution.seconds["solve"] > 0


def test_plans_are_those_of_the_program():
    def without_times(text):
        return [line for line in text.splitlines() if not line.startswith(("  memory", "  time"))]

    printed = output("plan", "cards", "--box", "30", "--value", "outcome").decode()
    assert without_times(grundy.plan("cards", 30, value="outcome")) == without_times(printed)


def test_executors_kernels_and_threads_change_no_value():
    expected = grundy.solve("three_pile", 15).digest
    for how in ({"threads": 1}, {"threads": 3, "executor": "openmp"}, {"executor": "serial"},
                {"kernel": "generic"}):
        assert grundy.solve("three_pile", 15, **how).digest == expected, how
    assert grundy.solve("three_pile", 15, kernel="generic").kernel == "generic"


def test_rules_in_a_string_and_parameters():
    solution = grundy.solve("take", 20, rules=RULES, params={"S": (2, 5)})
    assert solution.parameters == {"S": (2, 5)}
    catalogue = grundy.solve("subtraction", 20, params={"S": np.array([2, 5])})
    np.testing.assert_array_equal(solution.array(), catalogue.array())
    assert "game take(n)" in solution.rules and "game pair" not in solution.rules
    again = grundy.solve(None, 20, rules=solution.rules, params=solution.parameters)
    assert again.digest == solution.digest
    pair = grundy.solve("pair", (5, 6), rules=RULES).array()
    np.testing.assert_array_equal(pair, np.bitwise_xor.outer(np.arange(6), np.arange(7)))


def test_parameters_go_to_64_bits():
    rules = """game y(n)
      param m = 3
      (n) -> (n - 1 - m mod 7)"""
    for far in (2**62 + 1, 2**63 - 1, -2**62 - 2, -2**63 + 1):
        near = grundy.solve("y", 60, rules=rules, params={"m": far % 7})
        solution = grundy.solve("y", 60, rules=rules, params={"m": far})
        assert solution.digest == near.digest, far


def test_a_box_far_from_zero_is_that_near_it():
    rules = """game far(a in {low} .. {low} + 10, b in 0 .. 10)
      (a, b) -> (a - k, b) for k in 1 .. 3
      (a, b) -> (a, b - 2) when (a - {low}) mod 3 = 1"""
    near, far = (grundy.solve("far", (low + 10, 10), rules=rules.format(low=low), kernel="generic")
                 for low in (0, 10**18 - 10))
    np.testing.assert_array_equal(far.array(), near.array())
    assert near.max_value > 3


def test_passes_give_the_same_values(tmp_path):
    whole = grundy.solve("three_pile", 200)
    assert grundy.solve("three_pile", 200, passes=2, scratch=tmp_path).digest == whole.digest
    assert "passes     about 3" in grundy.plan("three_pile", 700, passes=3, scratch=tmp_path)


def test_misere_play():
    normal = grundy.solve("nim3", 5, value="outcome").array()
    misere = grundy.solve("nim3", 5, misere=True)
    assert (misere.quantity, misere.convention) == ("outcome", "misere")
    # Bouton: the same, but that heaps of at most 1 win for the other player.
    expected = normal.copy()
    expected[:2, :2, :2] = 1 - normal[:2, :2, :2]
    np.testing.assert_array_equal(misere.array(), expected)


def test_output_and_save_write_the_same_table(tmp_path):
    solution = grundy.solve("three_pile", 20, value="outcome", output=tmp_path / "a.zarr")
    solution.save(str(tmp_path / "b.zarr"), store="section")
    for name in ("a.zarr", "b.zarr"):
        table = grundy.open(tmp_path / name)
        assert table.digest == solution.digest
        np.testing.assert_array_equal(table.array(), solution.array())
    assert grundy.open(tmp_path / "b.zarr").store == "section"
    with pytest.raises(grundy.UsageError, match="a.zarr"):
        solution.save(tmp_path / "a.zarr")
    with pytest.raises(grundy.UsageError, match="a.zarr"):
        grundy.solve("three_pile", 20, value="outcome", output=tmp_path / "a.zarr")
    solution.save(tmp_path / "a.zarr", store="sorted", force=True)
    assert grundy.open(tmp_path / "a.zarr").store == "sorted"


def test_progress_is_reported_in_the_calling_thread():
    import threading
    reports = []
    solution = grundy.solve("wythoff", 60, kernel="generic",
                            progress=lambda *sofar: reports.append((threading.get_ident(), *sofar)))
    assert reports
    assert {thread for thread, _, _ in reports} == {threading.get_ident()}
    assert all(0 <= solved <= total <= solution.positions for _, solved, total in reports)


def test_progress_stops_a_solve(tmp_path):
    with pytest.raises(grundy.Interrupted) as raised:
        grundy.solve("three_pile", 300, kernel="generic", progress=lambda solved, total: False)
    assert isinstance(raised.value, KeyboardInterrupt)

    class Mine(Exception):
        pass

    def fail(solved, total):
        raise Mine

    with pytest.raises(Mine):
        grundy.solve("three_pile", 300, kernel="generic", progress=fail)


def test_a_stopped_solve_is_resumed(tmp_path):
    path = tmp_path / "t.zarr"
    calls = iter([True, True, False])
    with pytest.raises(grundy.Interrupted):
        grundy.solve("three_pile", 220, kernel="generic", threads=1, output=path,
                     progress=lambda *_: next(calls, False))
    assert (path / "unfinished.json").exists()
    resumed = grundy.solve("three_pile", 220, kernel="generic", output=path, resume=True)
    assert resumed.digest == grundy.solve("three_pile", 220).digest
    assert grundy.open(path).digest == resumed.digest


def test_equal_solutions_are_equal(tmp_path):
    solved = grundy.solve("wythoff", 20)
    solved.save(tmp_path / "w.zarr")
    assert solved == grundy.solve("wythoff", 20, threads=1) == grundy.open(tmp_path / "w.zarr")
    assert len({solved, grundy.open(tmp_path / "w.zarr")}) == 1
    assert solved != grundy.solve("wythoff", 21) and solved != grundy.solve("nim", 20)
    assert solved != grundy.solve("wythoff", 20, value="outcome") and solved != 20
