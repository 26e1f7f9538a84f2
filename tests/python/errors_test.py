"""Mistakes raise exceptions of the right class, with messages that say what to do."""
import ast
import os
import shutil

import numpy as np
import pytest

import grundy


def refused(kind, *words):
    return pytest.raises(kind, match="(?s)" + ".*".join(words))


def test_classes_fit_those_of_python():
    assert issubclass(grundy.UsageError, ValueError)
    assert issubclass(grundy.PositionError, IndexError)
    assert issubclass(grundy.PositionError, grundy.UsageError)
    assert issubclass(grundy.IoError, OSError)
    assert issubclass(grundy.MemoryLimitError, MemoryError)
    assert issubclass(grundy.Interrupted, KeyboardInterrupt)
    for kind in (grundy.UsageError, grundy.RulesError, grundy.UnsupportedError, grundy.CorruptError,
                 grundy.IoError, grundy.MemoryLimitError, grundy.Interrupted,
                 grundy.WrongValueError):
        assert issubclass(kind, grundy.Error)


def test_positions(three_pile):
    table = three_pile.table
    for outside in ((10, 0, 0), (0, -1, 0), (0, 0, 2**70)):
        for ask in (table.__getitem__, table.outcome, table.moves):
            with refused(grundy.PositionError, "outside|beyond|not in"):
                ask(outside)
    with refused(grundy.PositionError, "row 2: "):
        table.probe([[0, 0, 0], [1, 1, 1], [0, 99, 0]])
    with pytest.raises(grundy.PositionError):
        table[10, 1:3]
    with pytest.raises(grundy.PositionError):
        table[-1, 1:3]
    with refused(grundy.UsageError, "4 coordinates, expected 3"):
        table[1, 2, 3, 4]
    with refused(grundy.UsageError, "expected 3"):
        table.outcome((1, 2))
    with refused(grundy.UsageError, "step -1"):
        table[::-1]
    for key in ([1, 2, 3], "a", None, np.ones((3, 3)), (1, 2, 3.0)):
        with refused(grundy.UsageError, "probe"):
            table[key]


def test_integers_beyond_64_bits_are_refused_as_they_were_given(three_pile):
    table = three_pile.table
    for beyond in (2**63, 2**70, -2**63 - 1):
        words = (f"^{beyond} is beyond 64 bits",)
        for ask in (lambda: table[beyond, 4, 1], lambda: table.outcome((0, beyond, 1)),
                    lambda: table.moves((0, beyond, 1))):
            with refused(grundy.PositionError, *words):
                ask()
        for name, ask in (
                ("box", lambda: grundy.solve("nim", beyond)),
                ("memory", lambda: grundy.solve("nim", 3, memory=beyond)),
                (r"params\['m'\]", lambda: grundy.solve("bash", 3, params={"m": beyond})),
                (r"params\['S'\]",
                 lambda: grundy.solve("subtraction", 3, params={"S": [1, beyond]})),
                (r"params\['m'\]", lambda: grundy.law("bash", params={"m": beyond}))):
            with refused(grundy.UsageError, f"^option `{name}`: {beyond} is beyond 64 bits"):
                ask()
    with refused(grundy.UsageError, "an integer of 33220 bits is beyond"):
        grundy.solve("nim", 10**10000)
    for inside in (2**62 + 1, 2**63 - 1, -2**63):
        with refused(grundy.PositionError, str(inside)):
            table[inside, 4, 1]


def test_probes_of_unsigned_numbers_do_not_wrap_round():
    rules = "game x(n in -5..20)\n (n) -> (n - k) for k in {1, 2}"
    solution = grundy.solve("x", 20, rules=rules)
    for beyond in (2**64 - 3, 2**63):
        with refused(grundy.PositionError, f"row 0: {beyond} is outside"):
            solution.probe([[beyond]])
        with refused(grundy.PositionError, f"row 1: {beyond} is outside"):
            solution.probe(np.array([[3], [beyond]], dtype=">u8"))
    assert solution.probe(np.array([[3]], np.uint64)) == solution.probe([[3]])


def test_probes_of_what_is_no_array(three_pile):
    for ragged in ([[1, 2, 3], [3]], [[[1, 2, 3]], [4, 5, 6]]):
        with refused(grundy.UsageError, "no array", "3 integers", "NumPy says"):
            three_pile.table.probe(ragged)


def test_probes(three_pile):
    table = three_pile.table
    with refused(grundy.UsageError, r"\(4, 2\)", r"\(.., 3\)"):
        table.probe(np.zeros((4, 2), int))
    with refused(grundy.UsageError, "float64", "integers"):
        table.probe(np.zeros((4, 3)))
    with refused(grundy.UsageError, "remoteness"):
        table.probe([[0, 0, 0]], quantity="remoteness")
    with refused(grundy.UsageError, "'sums'", "nimber"):
        table.array("sums")


def test_solves():
    with refused(grundy.UsageError, "three_pil", "three_pile"):
        grundy.solve("three_pil", 3)
    with refused(grundy.UsageError, "neither"):
        grundy.solve(None, 3)
    with refused(grundy.UsageError, "2|coordinates"):
        grundy.solve("three_pile", (3, 4))
    with refused(grundy.UsageError, "'best'", "nimber"):
        grundy.solve("nim", 3, value="best")
    with refused(grundy.UsageError, "m"):
        grundy.solve("bash", 3, params={"q": 1})
    with refused(grundy.UsageError, "dict"):
        grundy.solve("bash", 3, params=[3])
    with refused(grundy.UsageError, "'half'", "sorted"):
        grundy.solve("nim", 3, output="never.zarr", store="half")
    with refused(TypeError, "passes"):
        grundy.solve("three_pile", 30, passes=2.5)
    with refused(grundy.UsageError, "auto, not '-1'"):
        grundy.solve("three_pile", 30, passes=-1)
    with refused(grundy.UnsupportedError, "misère|misere"):
        grundy.solve("nim3", 3, value="nimber", misere=True)
    with refused(grundy.MemoryLimitError, "closure .* needs", "values", "option `memory`"):
        grundy.solve("nim3", 3000, memory="1M")
    with refused(grundy.RulesError, "rules:2:", r"\^"):
        grundy.solve(None, 3, rules="game g(n)\n  (n) -> (m - 1)\n")
    for nonsense in ({"box": 3.5}, {"box": "3"}, {"box": 3, "depth": 1}):
        with pytest.raises(TypeError):
            grundy.solve("nim", **nonsense)


NONE = [
    ("value", "'best'", "outcome, nimber or remoteness",
     lambda wrong: grundy.solve("nim", 3, value=wrong)),
    ("value", "'best'", "outcome, nimber or remoteness",
     lambda wrong: grundy.graph([(1, 0)], value=wrong)),
    ("quantity", "'sums'", "outcome, nimber or remoteness", grundy.solve("nim", 3).array),
    ("memory", "-1", "bytes above 0", lambda wrong: grundy.solve("nim", 3, memory=wrong)),
    ("memory", "'much'", "'8G'", lambda wrong: grundy.law("nim", memory=wrong)),
    ("memory", "'much'", "'8G'", lambda wrong: grundy.Session(memory=wrong)),
    ("kernel", "'magic'", "auto, .*generic", lambda wrong: grundy.solve("nim", 3, kernel=wrong)),
    ("executor", "'magic'", "serial, .*tbb|tbb, .*serial",
     lambda wrong: grundy.plan("nim", 3, executor=wrong)),
    ("store", "'half'", "full, sorted or section",
     lambda wrong: grundy.solve("nim", 3, output="never.zarr", store=wrong)),
    ("check", "`-3`", "a number of positions", lambda wrong: grundy.solve("nim", 3, check=wrong)),
    ("seconds", "0", "more than 0", lambda wrong: grundy.law("nim", seconds=wrong)),
    ("kind", "'pie'", "sequence, slice, histogram", lambda wrong: grundy.plot("nim", kind=wrong)),
    ("format", "'jpg'", "png, svg, gp", lambda wrong: grundy.plot("nim", format=wrong)),
]


@pytest.mark.parametrize("name, found, expected, ask", NONE,
                         ids=[f"{entry[0]}-{entry[1]}" for entry in NONE])
def test_arguments_that_are_none_of_what_is_known_are_named(name, found, expected, ask):
    with refused(grundy.UsageError, f"^option `{name}` is {found}", f"expected .*({expected})"):
        ask(ast.literal_eval(found.strip("`")))


WRONG = [
    ("params", lambda wrong: grundy.solve("bash", 9, params={wrong: 3}), [3, None, b"m"]),
    (r"params\['m'\]", lambda wrong: grundy.solve("bash", 9, params={"m": wrong}),
     [1.5, "3", None, [1, "a"], [1.5]]),
    ("box", lambda wrong: grundy.solve("nim", wrong), [3.5, "3", None, [1, None], [[1], [2]]]),
    ("box", lambda wrong: grundy.law("nim", box=wrong), [3.5, "3", [1, 2.5]]),
    ("game", lambda wrong: grundy.solve(wrong, 3), [3, b"nim"]),
    ("rules", lambda wrong: grundy.solve(None, 3, rules=wrong), [3]),
    ("threads", lambda wrong: grundy.solve("nim", 3, threads=wrong), ["2", 1.5, None]),
    ("threads", lambda wrong: grundy.law("nim", threads=wrong), ["2"]),
    ("value", lambda wrong: grundy.solve("nim", 3, value=wrong), [3]),
    ("misere", lambda wrong: grundy.solve("nim", 3, misere=wrong), ["yes"]),
    ("executor", lambda wrong: grundy.solve("nim", 3, executor=wrong), [None, 3]),
    ("kernel", lambda wrong: grundy.plan("nim", 3, kernel=wrong), [None, 3]),
    ("memory", lambda wrong: grundy.solve("nim", 3, memory=wrong), [1.5, [1]]),
    ("output", lambda wrong: grundy.solve("nim", 3, output=wrong), [3, 1.5]),
    ("scratch", lambda wrong: grundy.solve("nim", 3, scratch=wrong), [3]),
    ("store", lambda wrong: grundy.solve("nim", 3, output="never.zarr", store=wrong), [None, 3]),
    ("force", lambda wrong: grundy.solve("nim", 3, force=wrong), ["yes"]),
    ("progress", lambda wrong: grundy.solve("nim", 3, progress=wrong), [3, "none"]),
    ("seconds", lambda wrong: grundy.law("nim", seconds=wrong), ["long", None]),
    ("section", lambda wrong: grundy.law("nim", section=wrong), [3]),
    ("claim", lambda wrong: grundy.check("nim", wrong), [3, None]),
    ("expression", grundy.value, [3, None]),
    ("expression", grundy.moves, [3]),
    ("table", lambda wrong: grundy.Session(table=wrong), [3, "t.zarr"]),
    ("expressions", lambda wrong: grundy.Session().values(wrong), ["nim(3)", [3], 3]),
    ("path", grundy.open, [3, None]),
]


@pytest.mark.parametrize("name, ask, wrong",
                         [(name, ask, wrong) for name, ask, every in WRONG for wrong in every])
def test_arguments_of_a_wrong_type_are_named_with_what_was_found(name, ask, wrong):
    with pytest.raises(TypeError, match=f"^{name}: expected .*found .*, of type"):
        ask(wrong)


def test_threads_are_1_to_1024():
    for ask in (lambda threads: grundy.solve("nim", 3, threads=threads),
                lambda threads: grundy.plan("nim", 3, threads=threads),
                lambda threads: grundy.law("nim", threads=threads),
                lambda threads: grundy.check("nim", "nimber = n", threads=threads)):
        for wrong in (1025, 10**12, -1, 10**30):
            with refused(grundy.UsageError, "`threads` is ", "expected 1 to 1024"):
                ask(wrong)
    assert grundy.solve("nim", 3, threads=np.uint8(2))[3] == 3


def test_expressions():
    with refused(grundy.UsageError, "column 10", "nimm", "nim"):
        grundy.value("nim(3) + nimm(4)")
    with refused(grundy.MemoryLimitError, "positions"):
        grundy.value("three_pile(400,500,600)", memory="1M")
    with refused(grundy.RulesError, "rules:1:"):
        grundy.Session(rules="game g(n")


def test_tables(tmp_path):
    with refused(grundy.UsageError, "nowhere.zarr", "no such table"):
        grundy.open(tmp_path / "nowhere.zarr")
    path = tmp_path / "t.zarr"
    grundy.solve("three_pile", 40, output=path)
    shard = max(path.glob("nimber/c.*"), key=lambda file: file.stat().st_size)
    data = bytearray(shard.read_bytes())
    data[len(data) // 3] ^= 16
    shard.write_bytes(data)
    table = grundy.open(path)
    with refused(grundy.CorruptError, shard.name):
        table.array()
    (path / "zarr.json").write_text("{}")
    with refused(grundy.CorruptError, "zarr.json"):
        grundy.open(path)
    shutil.rmtree(path)


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(grundy.IoError, match="missing") as raised:
        grundy.solve("nim", 9, output=tmp_path / "missing" / "t.zarr")
    assert isinstance(raised.value, OSError)
    assert os.listdir(tmp_path) == []


def test_output_and_what_needs_it(tmp_path):
    with refused(grundy.UsageError, "path of the table to write is empty"):
        grundy.solve("nim", 9, output="")
    with refused(grundy.UsageError, "path of the table to write is empty"):
        grundy.solve("nim", 9).save("")
    with refused(grundy.UsageError, "path of the table is empty"):
        grundy.open("")
    for flag in ("force", "resume"):
        with refused(grundy.UsageError, flag, "without output"):
            grundy.solve("nim", 9, **{flag: True})
    with refused(grundy.UsageError, "ask for one"):
        grundy.solve("nim", 9, output=tmp_path / "t.zarr", force=True, resume=True)


def test_a_shard_cut_short_under_an_open_table(tmp_path):
    path = tmp_path / "t.zarr"
    solution = grundy.solve("wythoff", 30, output=path)
    table = grundy.open(path, mapped=False)
    assert (table.array() == solution.array()).all()
    table = grundy.open(path, mapped=False)
    assert table[0, 0] == 0
    os.truncate(path / "nimber" / "c.0.0", 0)
    with refused(grundy.CorruptError, "c.0.0"):
        table.array()
