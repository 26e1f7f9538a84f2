"""A reader of Grundy's tables in plain Python, written from docs/table-format.md alone.

    read_table.py T.zarr [POSITION...]     checks everything; prints what it found and those values

Needs NumPy and numcodecs. It reads whole arrays into memory and computes CRCs a byte at a time: it
is here to be read, and to find out whether that page tells the truth.
"""
import itertools
import json
import math
import pathlib
import sys

import numcodecs
import numpy as np

MISSING = 2**64 - 1
DECODERS = {"blosc": numcodecs.Blosc(), "zstd": numcodecs.Zstd()}


def expect(what, found, expected):
    if found != expected:
        raise ValueError(f"{what}: found {found}, expected {expected}")


def crc_table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


CRC_TABLE = list(crc_table())


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def without_crc(what, data):
    expect(f"{what}: CRC-32C", crc32c(data[:-4]), int.from_bytes(data[-4:], "little"))
    return data[:-4]


def grid(extents, sides):
    return itertools.product(*(range(-(-extent // side)) for extent, side in zip(extents, sides)))


def read_shard(file, shard, chunk):
    """Yields grid coordinates and encoded bytes of the chunks that are there."""
    data = file.read_bytes()
    chunks = math.prod(shard) // math.prod(chunk)
    end = len(data) - 16 * chunks - 4
    index = np.frombuffer(without_crc(f"{file}: index", data[end:]), "<u8").reshape(chunks, 2)
    for at, (offset, size) in zip(grid(shard, chunk), index.tolist()):
        if (offset, size) != (MISSING, MISSING):
            expect(f"{file}: chunk {at} ends before the index", offset + size <= end, True)
            yield at, without_crc(f"{file}: chunk {at}", data[offset:offset + size])


def read_array(directory):
    meta = json.loads((directory / "zarr.json").read_text())
    sharding = meta["codecs"][0]["configuration"]
    shape, shard = meta["shape"], meta["chunk_grid"]["configuration"]["chunk_shape"]
    chunk, decoder = sharding["chunk_shape"], DECODERS[sharding["codecs"][1]["name"]]
    padded = [-(-extent // side) * side for extent, side in zip(shape, shard)]
    cells = np.full(padded, meta["fill_value"], np.dtype(meta["data_type"]).newbyteorder("<"))
    for where in grid(shape, shard):
        for at, data in read_shard(directory / ".".join(["c", *map(str, where)]), shard, chunk):
            low = [i * s + j * c for i, s, j, c in zip(where, shard, at, chunk)]
            region = tuple(slice(a, a + c) for a, c in zip(low, chunk))
            cells[region] = np.frombuffer(decoder.decode(data), cells.dtype).reshape(chunk)
    return cells[tuple(map(slice, shape))]


def from_sorted(cells, groups, origin):
    """Every position gets the value of the one whose coordinates along each group ascend."""
    low = np.reshape(origin, [-1] + [1] * (cells.ndim - 1))
    values = np.empty_like(cells)
    for first, rest in enumerate([np.indices(cells.shape[1:])] * len(cells)):
        x = np.concatenate([np.full_like(rest[:1], first), rest]) + low
        for axes in groups:
            x[axes] = np.sort(x[axes], axis=0)
        values[first] = cells[tuple(x - low)]
    return values


def outcomes_from_section(section, axis, count):
    index = np.arange(count).reshape([-1] + [1] * (section.ndim - axis))
    return (np.expand_dims(section, axis) != index).astype(np.uint8)


PRIME = 2**61 - 1


def factors(indices, axis, coarse, key_set):
    """Outputs of SplitMix64 with seed 0, modulo the prime; NumPy wraps around."""
    index = np.atleast_1d(indices).astype("u8")
    number = np.uint64(32) * index + np.uint64(4 * axis + 2 * coarse + key_set)
    w = (number + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    w = (w ^ w >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    w = (w ^ w >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (w ^ w >> np.uint64(31)) % np.uint64(PRIME)


def sum_rows(weights, key_set):
    """Of each row along the last axis; no sum of 1024 values times 21 bits of a key overflows."""
    axis, total = weights.ndim - 1, np.zeros(weights.shape[:-1], object)
    for first in range(0, weights.shape[-1], 1024):
        part = weights[..., first:first + 1024].astype("u8")
        fine = factors(np.arange(part.shape[-1]), axis, False, key_set)
        low = np.uint64(2**21 - 1)
        sums = sum((part @ (fine >> np.uint64(shift) & low)).astype(object) << shift
                   for shift in (0, 21, 42))
        total = total + sums * factors(first // 1024, axis, True, key_set).item()
    return total % PRIME


def digest(weights):
    text = ""
    for key_set in (0, 1):
        sums = sum_rows(weights, key_set)
        for axis in reversed(range(weights.ndim - 1)):
            index = np.arange(weights.shape[axis])
            keys = (factors(index % 1024, axis, False, key_set).astype(object)
                    * factors(index // 1024, axis, True, key_set).astype(object))
            sums = (sums * keys).sum(axis=-1) % PRIME
        text += f"{int(sums):016x}"
    return text


class Table:
    """.attributes; .values of the quantity and .outcomes over the box; table[position]."""

    def __init__(self, path):
        path = pathlib.Path(path)
        about = self.attributes = json.loads((path / "zarr.json").read_text())["attributes"]
        expect("version", about["grundy_format"], 3)
        arrays = {f.parent.name: read_array(f.parent) for f in path.glob("*/zarr.json")}
        section = arrays.pop("p_section", None)
        if about["store"] == "sorted":
            arrays = {name: from_sorted(cells, about["sorted_axes"], about["origin"])
                      for name, cells in arrays.items()}
        if section is not None:
            axis = about["section_axis"]
            count = about["box"][axis] - about["origin"][axis] + 1
            derived = outcomes_from_section(section, axis, count)
        self.values = derived if about["store"] == "section" else arrays[about["quantity"]]
        self.outcomes = arrays.get("outcome", (self.values != 0).astype(np.uint8))
        expect("p_section tells", section is None or np.array_equal(derived, self.outcomes), True)
        self.check_counts()

    def check_counts(self):
        about, values = self.attributes, self.values.ravel()
        counts = np.bincount(values)[:65536].tolist() if about["quantity"] == "nimber" else []
        expect("positions", values.size, about["positions"])
        expect("p_positions", int((self.outcomes == 0).sum()), about["p_positions"])
        expect("max_value", int(values.max()), about["max_value"])
        expect("histogram", counts, about["histogram"])
        weights = self.values == 0 if about["quantity"] == "outcome" else self.values
        expect("digest", digest(weights), about["digest"])

    def __getitem__(self, position):
        return self.values[tuple(np.subtract(position, self.attributes["origin"]))]


if __name__ == "__main__":
    table = Table(sys.argv[1])
    print({name: table.attributes[name] for name in ("game", "quantity", "box", "digest")})
    for text in sys.argv[2:]:
        print(text, table[tuple(map(int, text.split(",")))])
