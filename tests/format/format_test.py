"""docs/table-format.md tells the truth: read_table.py, written from it alone, reads every kind of
table, finds the digest that the program wrote, and agrees with the program's own probes."""
import itertools
import json
import random

import pytest

from grundy_program import output, probe
from read_table import Table, crc32c

# One to four dimensions, origins other than 0, uint8 to uint32, with and without p_section, both
# codecs, one shard and several; every quantity and every store.
TABLES = [
    ["lasker", "--box", "5000"],
    ["nim", "--box", "70000"],
    ["multiplication", "--box", "500"],
    ["nim", "--box", "255"],
    ["nim", "--box", "256"],
    ["cutting", "--box", "60,45"],
    ["wythoff", "--box", "300,200", "--value", "outcome"],
    ["wythoff", "--box", "90", "--value", "remoteness"],
    ["wythoff", "--box", "60", "--misere"],
    ["three_pile", "--box", "40,50,30"],
    ["three_pile", "--box", "60", "--store", "sorted"],
    ["three_pile", "--box", "165", "--store", "sorted"],
    ["three_pile", "--box", "70", "--value", "outcome"],
    ["three_pile", "--box", "70", "--value", "outcome", "--store", "section"],
    ["nim3", "--box", "30", "--value", "remoteness", "--store", "sorted"],
    ["cards", "--box", "12,10,14,8", "--value", "outcome"],
    ["cards", "--box", "6", "--value", "remoteness"],
]


def probed(values, quantity):
    return ["PN".index(v) for v in values] if quantity == "outcome" else values


@pytest.mark.parametrize("arguments", TABLES, ids=" ".join)
def test_the_reader_agrees_with_the_program(arguments, tmp_path):
    path = tmp_path / "t.zarr"
    output("solve", *arguments, "-o", path)
    table = Table(path)  # checks every CRC, the counts and the digest
    about = table.attributes
    assert about["digest"] == json.loads(output("info", path, "--json"))["digest"]
    axes = [range(a, b + 1) for a, b in zip(about["origin"], about["box"])]
    corners = list(itertools.product(*((axis[0], axis[-1]) for axis in axes)))
    rng = random.Random(1956)
    positions = corners + [tuple(map(rng.choice, axes)) for _ in range(2000)]
    found = [table[position] for position in positions]
    assert found == probed(probe(path, positions), about["quantity"])


@pytest.mark.parametrize("arguments", [
    ["wythoff", "--box", "90", "--value", "remoteness"],
    ["three_pile", "--box", "60", "--store", "sorted"],
    ["three_pile", "--box", "70", "--value", "outcome", "--store", "section"],
], ids=" ".join)
def test_the_checksum_of_the_metadata_is_that_of_the_page(arguments, tmp_path):
    path = tmp_path / "t.zarr"
    output("solve", *arguments, "-o", path)
    text = (path / "zarr.json").read_bytes()
    digits = json.loads(text)["attributes"]["metadata_crc32c"]
    before = b'"metadata_crc32c": "'
    zeroed = text.replace(before + digits.encode(), before + b"0" * 8)
    assert text.count(before) == 1 and zeroed != text
    arrays = b"".join(file.read_bytes() for file in sorted(path.glob("*/zarr.json")))
    assert f"{crc32c(zeroed + arrays):08x}" == digits


@pytest.mark.parametrize("arguments, words", [
    (["nim", "--box", "30", "--value", "remoteness"],
     {"remoteness": "remoteness", "outcome": "outcome: 0 = P, 1 = N"}),
    (["three_pile", "--box", "20", "--store", "sorted"],
     {"nimber": "nimber; only where a, b, c ascend: sort them to look a position up",
      "p_section": "index of the only P-position (outcome 0) on each line of the axis that is left "
                   "out; 65535: there is none"}),
    (["nim", "--box", "20"], {"nimber": "nimber"}),
], ids=lambda what: " ".join(what))
def test_the_group_holds_the_metadata_of_its_arrays(arguments, words, tmp_path):
    path = tmp_path / "t.zarr"
    output("solve", *arguments, "-o", path)
    group = json.loads((path / "zarr.json").read_text())
    arrays = {file.parent.name: json.loads(file.read_text()) for file in path.glob("*/zarr.json")}
    assert group["consolidated_metadata"] == {
        "kind": "inline", "must_understand": False, "metadata": arrays}
    assert {name: array["attributes"]["long_name"] for name, array in arrays.items()} == words


def test_tables_without_these_are_read_as_before(tmp_path):
    """As versions before wrote them."""
    path = tmp_path / "t.zarr"
    output("solve", "wythoff", "--box", "30", "-o", path)
    for file in path.rglob("zarr.json"):
        metadata = json.loads(file.read_text())
        metadata.pop("consolidated_metadata", None)
        metadata["attributes"].pop("long_name", None)
        file.write_text(json.dumps(metadata))
    assert probe(path, [(3, 4), (3, 5)]) == [2, 0]
    assert Table(path)[3, 4] == 2


def test_crc32c_is_the_one_of_the_page():
    assert crc32c(b"123456789") == 0xE3069283


def test_the_reader_notices_damage(tmp_path):
    """Or its agreement would mean nothing."""
    output("solve", "cutting", "--box", "60,45", "-o", tmp_path / "t.zarr")
    shard = tmp_path / "t.zarr" / "nimber" / "c.0.0"
    whole = shard.read_bytes()
    rng = random.Random(1956)
    for at in [0, len(whole) - 1, *rng.sample(range(len(whole)), 10)]:
        damaged = bytearray(whole)
        damaged[at] ^= 1 << rng.randrange(8)
        shard.write_bytes(damaged)
        with pytest.raises(ValueError, match="CRC-32C"):
            Table(tmp_path / "t.zarr")
    shard.write_bytes(whole)
    metadata = tmp_path / "t.zarr" / "zarr.json"
    text = metadata.read_text()
    digest = json.loads(text)["attributes"]["digest"]
    metadata.write_text(text.replace(digest, digest[::-1]))
    with pytest.raises(ValueError, match="digest"):
        Table(tmp_path / "t.zarr")
