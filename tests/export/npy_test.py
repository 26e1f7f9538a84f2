"""`grundy export --format npy`, read back by NumPy."""
import io

import numpy as np

from grundy_program import answer, output


def test_every_value_is_that_of_the_definition(table, tmp_path):
    file = tmp_path / "t.npy"
    report = answer("export", table.path, "--format", "npy", "-o", file)
    found = np.load(file)
    np.testing.assert_array_equal(found, table.expected)
    assert report["positions"] == found.size
    assert report["origin"] == list(table.low)
    assert report["box"] == list(table.high)
    assert report["dimensions"] == table.names
    assert report["array"] == table.quantity
    assert report["bytes"] == file.stat().st_size


def test_cells_are_as_wide_as_they_must_be(table_of, tmp_path):
    for high, dtype in (((255,), np.uint8), ((256,), np.uint16)):
        file = tmp_path / f"{high}.npy"
        output("export", table_of("nim", high, "nimber").path, "--format", "npy", "-o", file)
        assert np.load(file).dtype == dtype


def test_many_chunks_and_memory_maps(large, tmp_path):
    path, expected = large
    file = tmp_path / "t.npy"
    output("export", path, "--format", "npy", "-o", file)
    np.testing.assert_array_equal(np.load(file, mmap_mode="r"), expected)


def test_standard_output_gets_the_same_bytes_and_nothing_else(table, tmp_path):
    file = tmp_path / "t.npy"
    output("export", table.path, "--format", "npy", "-o", file)
    streamed = output("export", table.path, "--format", "npy", "-o", "-")
    assert streamed == file.read_bytes()
    np.testing.assert_array_equal(np.load(io.BytesIO(streamed)), table.expected)


def test_tables_of_remoteness_hold_the_outcome_too(table_of, tmp_path):
    table = table_of("wythoff", (30, 25), "remoteness")
    file = tmp_path / "t.npy"
    output("export", table.path, "--format", "npy", "--array", "outcome", "-o", file)
    np.testing.assert_array_equal(np.load(file), table.expected % 2)
