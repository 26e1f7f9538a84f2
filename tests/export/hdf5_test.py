"""`grundy export --format hdf5`, read back by h5py."""
import json

import h5py
import numpy as np

from grundy_program import answer, output


def test_every_value_is_that_of_the_definition(table, tmp_path):
    file = tmp_path / "t.h5"
    report = answer("export", table.path, "--format", "hdf5", "-o", file)
    with h5py.File(file) as found:
        assert list(found) == [table.quantity]
        dataset = found[table.quantity]
        np.testing.assert_array_equal(dataset[...], table.expected)
        assert [axis.label for axis in dataset.dims] == table.names
        assert list(dataset.attrs["origin"]) == list(table.low)
        assert dataset.compression == "gzip" and dataset.shuffle
    assert report["bytes"] == file.stat().st_size


def test_attributes_are_the_tables(table, tmp_path):
    output("export", table.path, "--format", "hdf5", "-o", tmp_path / "t.h5")
    own = json.loads((table.path / "zarr.json").read_text())["attributes"]
    with h5py.File(tmp_path / "t.h5") as found:
        attributes = dict(found.attrs)
    for name in ("game", "rules", "digest", "positions", "p_positions"):
        assert attributes[name] == own[name], name
    for name in ("coordinates", "box", "histogram"):
        assert list(attributes[name]) == own[name], name
    assert json.loads(attributes["parameters"]) == own["parameters"]
    assert "slice" not in attributes


def test_attributes_may_be_long(tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", "nim", "--box", "30000", "-o", table)
    output("export", table, "--format", "hdf5", "-o", tmp_path / "t.h5")
    with h5py.File(tmp_path / "t.h5") as found:
        assert list(found.attrs["histogram"]) == [1] * 30_001
        np.testing.assert_array_equal(found["nimber"][...], np.arange(30_001))


def test_many_chunks_and_a_slice_of_them(large, tmp_path):
    path, expected = large
    output("export", path, "--format", "hdf5", "--slice", ":,3:,7:300", "-o", tmp_path / "t.h5")
    with h5py.File(tmp_path / "t.h5") as found:
        np.testing.assert_array_equal(found["nimber"][...], expected[:, 3:, 7:301])
        assert found["nimber"].dtype == np.uint16
        assert found.attrs["slice"] == "0:150,3:120,7:300"
