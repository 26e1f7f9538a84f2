"""`grundy export --format zarr2`, read back by zarr-python 2 (Debian's python3-zarr)."""
import json

import numpy as np
import zarr

from grundy_program import answer, output


def test_every_value_is_that_of_the_definition(table, tmp_path):
    directory = tmp_path / "t.zarr2"
    report = answer("export", table.path, "--format", "zarr2", "-o", directory)
    group = zarr.open_group(str(directory), mode="r")
    assert list(group.array_keys()) == [table.quantity]
    array = group[table.quantity]
    np.testing.assert_array_equal(array[...], table.expected)
    assert array.attrs["_ARRAY_DIMENSIONS"] == table.names
    assert array.attrs["origin"] == list(table.low)
    sizes = [f.stat().st_size for f in directory.rglob("*") if f.is_file()]
    assert report["bytes"] == sum(sizes)


def test_attributes_are_the_tables(table, tmp_path):
    directory = tmp_path / "t.zarr2"
    output("export", table.path, "--format", "zarr2", "-o", directory)
    attributes = dict(zarr.open_group(str(directory), mode="r").attrs)
    own = json.loads((table.path / "zarr.json").read_text())["attributes"]
    for name in ("game", "rules", "origin", "box", "digest", "positions", "quantity"):
        assert attributes[name] == own[name], name
    assert "slice" not in attributes


def test_many_chunks_and_a_slice_of_them(large, tmp_path):
    path, expected = large
    output("export", path, "--format", "zarr2", "--slice", ":,3:,7:300", "-o", tmp_path / "t")
    group = zarr.open_group(str(tmp_path / "t"), mode="r")
    assert group["nimber"].nchunks > 4
    np.testing.assert_array_equal(group["nimber"][...], expected[:, 3:, 7:301])
    assert group.attrs["slice"] == "0:150,3:120,7:300"
    assert group["nimber"].attrs["origin"] == [0, 3, 7]


def test_chunks_without_p_positions_are_left_out(tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", "three_pile", "--box", "200", "--value", "outcome", "-o", table)
    output("export", table, "--format", "zarr2", "--slice", "0:10,:,150:", "-o", tmp_path / "t")
    array = zarr.open_group(str(tmp_path / "t"), mode="r")["outcome"]
    assert array.fill_value == 1
    output("export", table, "--format", "zarr2", "--slice", "0,:99,180:", "-o", tmp_path / "none")
    none = zarr.open_group(str(tmp_path / "none"), mode="r")["outcome"]
    assert none.nchunks_initialized == 0
    assert (none[...] == 1).all()
