"""Tables read by zarr-python 3, a Zarr reader that nobody here wrote, whole and by slices.

zarr-python 2 does not read Zarr v3; where Debian has no newer one, ctest does not have this test.
"""
import json
import os
import random
import subprocess

import numpy as np
import pytest
import zarr

import read_table
from grundy_program import output

# Every quantity in every store that it may have; one to four dimensions, origins other than 0, one
# shard and several, uint8 to uint32.
SOLVED = [
    ["lasker", "--box", "5000"],
    ["nim", "--box", "70000"],
    ["cutting", "--box", "60,45"],
    ["three_pile", "--box", "40,50,30"],
    ["three_pile", "--box", "165", "--store", "sorted"],
    ["wythoff", "--box", "300,200", "--value", "outcome"],
    ["three_pile", "--box", "70", "--value", "outcome", "--store", "full"],
    ["three_pile", "--box", "70", "--value", "outcome", "--store", "sorted"],
    ["three_pile", "--box", "70", "--value", "outcome", "--store", "section"],
    ["cards", "--box", "6", "--value", "remoteness"],
    ["nim3", "--box", "30", "--value", "remoteness", "--store", "sorted"],
]


def arrays_of(table):
    """Name and array of each, as zarr-python opens them."""
    return list(zarr.open_group(str(table), mode="r").arrays())


def random_index(rng, shape):
    """A number or a stretch along each axis, sometimes with a step, across chunks and shards."""
    def entry(extent):
        low, high = sorted(rng.choices(range(extent), k=2))
        return rng.choice([low, slice(low, high + 1), slice(low, high + 1, 3), slice(None)])
    return tuple(entry(extent) for extent in shape)


def expect_slices(array, cells):
    rng = random.Random(1956)
    for _ in range(10):
        index = random_index(rng, array.shape)
        np.testing.assert_array_equal(array[index], cells[index], err_msg=str(index))


@pytest.mark.parametrize("arguments", SOLVED, ids=" ".join)
def test_what_the_program_solved(arguments, tmp_path, monkeypatch):
    path = tmp_path / "t.zarr"
    output("solve", *arguments, "-o", path)
    arrays = arrays_of(path)
    assert arrays
    for name, array in arrays:
        expect_slices(array, read_table.read_array(path / name))
    # The table's own counts and digest, of the cells that zarr-python reads.
    monkeypatch.setattr(read_table, "read_array",
                        lambda directory: zarr.open_array(str(directory), mode="r")[...])
    read_table.Table(path)


def arrays_in(dump):
    """Name and cells of each array of a dump of write_tables; ../zarrita/read_table.mjs says how."""
    data = dump.read_bytes()
    while data:
        header, _, data = data.partition(b"\n")
        name, dtype, *shape = header.decode().split()
        cells = np.frombuffer(data, dtype, np.prod([*map(int, shape)])).reshape([*map(int, shape)])
        data = data[cells.nbytes:]
        yield name, cells


def codec_of(directory):
    meta = json.loads((directory / "zarr.json").read_text())
    codec = meta["codecs"][0]["configuration"]["codecs"][1]
    return codec["name"], codec["configuration"].get("level")


def test_every_codec_and_type_of_cell(tmp_path):
    subprocess.run([os.environ["GRUNDY_WRITE_TABLES"], tmp_path], check=True)
    met = set()
    for dump in sorted(tmp_path.glob("*.dump")):
        table = dump.with_suffix(".zarr")
        dumped = dict(arrays_in(dump))
        assert sorted(dumped) == sorted(name for name, _ in arrays_of(table))
        for name, array in arrays_of(table):
            np.testing.assert_array_equal(array[...], dumped[name], err_msg=f"{table} {name}")
            expect_slices(array, dumped[name])
            met.add((*codec_of(table / name), array.dtype.name))
    assert {codec[:2] for codec in met} == {("blosc", None), ("zstd", 1), ("zstd", 9)}
    assert {codec[2] for codec in met} == {"uint8", "uint16", "uint32"}
