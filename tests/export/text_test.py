"""`grundy export --format csv` and `bfile`, read back by Python's csv module and by NumPy."""
import csv
import io

import numpy as np

from grundy_program import output, run


def test_csv_has_a_position_a_line(table, tmp_path):
    file = tmp_path / "t.csv"
    output("export", table.path, "--format", "csv", "-o", file)
    with open(file, newline="") as text:
        head, *rows = csv.reader(text)
    assert head == [*table.names, table.quantity]
    shown = ["P", "N"] if table.quantity == "outcome" else range(1 << 16)
    for row, position, value in zip(rows, table.positions(), table.expected.flat):
        assert row == [*map(str, position), str(shown[value])]
    assert len(rows) == table.expected.size


def test_csv_of_many_chunks(large, tmp_path):
    path, expected = large
    text = output("export", path, "--format", "csv", "--slice", "140:149,:,300:330", "-o", "-")
    rows = np.loadtxt(io.BytesIO(text), delimiter=",", skiprows=1, dtype=int)
    a, b, c = np.mgrid[140:150, :121, 300:331]
    np.testing.assert_array_equal(rows[:, :3], np.stack([a, b, c], axis=-1).reshape(-1, 3))
    np.testing.assert_array_equal(rows[:, 3], expected[140:150, :, 300:331].ravel())


def test_csv_of_a_row_longer_than_a_batch(tmp_path):
    table = tmp_path / "nim.zarr"
    output("solve", "nim", "--box", "100000", "-o", table)
    rows = output("export", table, "--format", "csv", "-o", "-").decode().splitlines()
    assert rows == ["n,nimber"] + [f"{n},{n}" for n in range(100_001)]


def test_bfile_begins_at_the_offset(table_of):
    table = table_of("multiplication", (200,), "nimber")
    lines = output("export", table.path, "--format", "bfile", "-o", "-").decode().splitlines()
    assert lines == [f"{n} {v}" for n, v in enumerate(table.expected, start=1)]


def test_bfile_of_a_long_sequence(tmp_path):
    table = tmp_path / "nim.zarr"
    output("solve", "nim", "--box", "100000", "-o", table)
    file = tmp_path / "b.txt"
    output("export", table, "--format", "bfile", "-o", file)
    np.testing.assert_array_equal(np.loadtxt(file, dtype=int), np.arange(100_001)[:, None] * [1, 1])


def test_bfile_of_a_line_of_a_table(table_of):
    table = table_of("three_pile", (9, 12, 7), "nimber")
    lines = output("export", table.path, "--format", "bfile", "--slice", "4,2:,3", "-o", "-")
    expected = [f"{b} {table.expected[4, b, 3]}" for b in range(2, 13)]
    assert lines.decode().splitlines() == expected


def test_bfile_of_two_axes_has_antidiagonals(table_of):
    table = table_of("cutting", (17, 12), "nimber")
    lines = output("export", table.path, "--format", "bfile", "-o", "-").decode().splitlines()
    square = [table.expected[i, s - i] for s in range(11) for i in range(s + 1)]
    assert lines == [f"{n} {v}" for n, v in enumerate(square, start=1)]


def test_bfile_of_wythoff_is_that_of_the_oeis(table_of):
    lines = output("export", table_of("wythoff", (40, 30), "nimber").path, "--format", "bfile",
                   "--slice", ":9,:7", "-o", "-").decode().splitlines()
    published = [0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5]  # A004481
    assert lines[:21] == [f"{n} {v}" for n, v in enumerate(published)]
    assert len(lines) == 36


def test_bfile_of_three_axes_is_refused(table_of, tmp_path):
    file = tmp_path / "b.txt"
    ran = run("export", table_of("three_pile", (9, 12, 7), "nimber").path, "--format", "bfile",
              "-o", file)
    assert ran.returncode == 2
    assert b"--slice" in ran.stderr
    assert not file.exists()
