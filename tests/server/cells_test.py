"""Slices as files: the bytes that `grundy export` writes, and what the definitions say."""
import http.client
import io
import math
import shutil
import socket
import time
from pathlib import Path

import numpy as np
import pytest

from grundy_program import output, run
from grundy_server import Server

TWO_AXES = ["wythoff", "plies"]


@pytest.mark.parametrize("form", ["npy", "csv", "png", "bfile"])
def test_the_same_bytes_as_an_export(server, table, form):
    answer = server.get(f"/v1/tables/{table.name}/cells?format={form}")
    ran = run("export", table.path, "--format", form, "-o", "-")
    if ran.returncode == 0:
        assert answer.status == 200 and answer.body == ran.stdout
    else:
        assert answer.status == 422


def test_raw_cells_are_the_values(server, table):
    answer = server.get(f"/v1/tables/{table.name}/cells")
    shape = tuple(map(int, answer.fields["grundy-shape"].split(",")))
    cells = np.frombuffer(answer.body, np.dtype(answer.fields["grundy-type"]).newbyteorder("<"))
    assert np.array_equal(cells.reshape(shape), table.expected)


@pytest.mark.parametrize("cut, index", [
    ("3,:,0:5", np.s_[3, :, 0:6]), (":,7,7", np.s_[:, 7, 7]), ("2:4,:3,9:", np.s_[2:5, :4, 9:])])
def test_slices_are_cut_out(server, tables, cut, index):
    answer = server.get(f"/v1/tables/sorted/cells?slice={cut}&format=npy")
    assert np.array_equal(np.load(io.BytesIO(answer.body)), tables["sorted"].expected[index])


@pytest.mark.parametrize("query", [
    "slice=1,2,3", "slice=:,:", "slice=x,:,:", "slice=0:99,:,:", "format=hdf5", "format=", "slice="])
def test_wrong_slices(server, query):
    assert server.get(f"/v1/tables/sorted/cells?{query}").status == 422


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A folder of two tables, of which slices take many pieces, and a server that could hold none."""
    folder = tmp_path_factory.mktemp("large")
    output("solve", "wythoff", "--box", "3000,2900", "-o", folder / "nimbers.zarr")
    output("solve", "wythoff", "--box", "3000,2900", "--value", "outcome", "--store", "section",
           "-o", folder / "section.zarr")
    with Server(folder, options=["--log", "none", "--memory", "6M"]) as running:
        yield folder, running


@pytest.mark.parametrize("name", ["nimbers", "section"])
@pytest.mark.parametrize("cut", [":,:", "7:2990,:", ":,11:2899", "1234,:", ":,1234"])
def test_large_slices_come_piece_by_piece(large, name, cut):
    folder, server = large
    ran = run("export", folder / f"{name}.zarr", "--slice", cut, "--format", "npy", "-o", "-")
    target = f"/v1/tables/{name}/cells?slice={cut}"
    assert server.get(f"{target}&format=npy").body == ran.stdout
    cells = np.load(io.BytesIO(ran.stdout))
    assert server.get(target).body == cells.tobytes()
    bare = server.ask("HEAD", target)
    assert (int(bare.fields["content-length"]), bare.body) == (cells.nbytes, b"")


def test_who_goes_away_amid_the_pieces_leaves_nothing(large):
    _, server = large
    before = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    for taken in (1, 100_000, 3_000_000):
        for _ in range(5):
            with server.open() as connection:
                connection.sendall(b"GET /v1/tables/nimbers/cells HTTP/1.1\r\nHost: localhost\r\n\r\n")
                connection.recv(taken, socket.MSG_WAITALL)
    target = "/v1/tables/nimbers/cells?slice=5,:"
    assert server.get(target).status == 200  # the memory that was taken is free
    for _ in range(100):
        # Fewer, if the connection of the test before was open still.
        if len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) <= before:
            return
        time.sleep(0.05)
    pytest.fail("descriptors are left")


def test_damage_behind_the_first_piece_ends_the_connection(large, tmp_path):
    path = tmp_path / "damaged.zarr"
    shutil.copytree(large[0] / "nimbers.zarr", path)
    shards = sorted((path / "nimber").glob("c.*"))
    assert len(shards) > 2
    shards[-1].write_bytes(shards[-1].read_bytes()[:-100])
    with Server(path) as server:
        assert server.get("/v1/tables/damaged/cells?slice=3000,:").status == 500
        with pytest.raises(http.client.IncompleteRead):
            server.get("/v1/tables/damaged/cells")
        assert server.get("/v1/tables/damaged/cells?slice=0,0:9").status == 200


def tile(server, name, cut, level, row, column, reduce):
    answer = server.get(f"/v1/tables/{name}/tiles/{cut}/{level}/{row}/{column}.bin?reduce={reduce}")
    assert answer.status == 200
    shape = tuple(map(int, answer.fields["grundy-shape"].split(",")))
    cells = np.frombuffer(answer.body, np.dtype(answer.fields["grundy-type"]).newbyteorder("<"))
    return cells.reshape(shape).astype(int)


def reduced(values, block, reduce):
    height, width = (math.ceil(side / block) for side in values.shape)
    parts = [[values[y * block:(y + 1) * block, x * block:(x + 1) * block] for x in range(width)]
             for y in range(height)]
    how = {"min": np.min, "max": np.max, "sample": lambda part: part[0, 0],
           "density": lambda part: -(-255 * np.count_nonzero(part == 0) // part.size)}[reduce]
    return np.array([[how(part) for part in row] for row in parts])


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """wythoff over 601 x 301 positions: two levels above the finest."""
    path = tmp_path_factory.mktemp("wide") / "wide.zarr"
    output("solve", "wythoff", "--box", "600,300", "-o", path)
    with Server(path) as running:
        values = running.get("/v1/tables/wide/cells?format=npy").body
        yield running, np.load(io.BytesIO(values))


@pytest.mark.parametrize("reduce", ["min", "max", "density", "sample"])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_tiles_together_are_the_slice_reduced(wide, level, reduce):
    server, values = wide
    expected = reduced(values, 2 ** (2 - level), reduce) if level < 2 or reduce == "density" else values
    rows, columns = (math.ceil(side / 256) for side in expected.shape)
    found = np.block([[tile(server, "wide", ":,:", level, row, column, reduce)
                       for column in range(columns)] for row in range(rows)])
    assert np.array_equal(found, expected)


def test_tiles_are_kept_and_answered_alike(wide):
    server, _ = wide
    target = "/v1/tables/wide/tiles/:,:/0/0/0.png"
    first = server.get(target)
    assert first.fields["content-type"] == "image/png" and first.body.startswith(b"\x89PNG")
    assert server.get(target).body == first.body


def test_a_tile_shows_a_slice_of_three_axes(server, tables):
    found = tile(server, "three_pile", ":,:,5", 0, 0, 0, "min")
    assert np.array_equal(found, tables["three_pile"].expected[:, :, 5])


@pytest.mark.parametrize("target, status", [
    (":,:/3/0/0.png", 404), (":,:/0/1/0.png", 404), (":,:/0/0/1.bin", 404),
    (":,:/0/99999999999999999999/0.bin", 422), (":,:/-1/0/0.bin", 422), (":,:/0/0/0.jpg", 422),
    (":,:/0/0/0", 422), (":,5/0/0/0.bin", 422), ("x/0/0/0.bin", 422), (":,:/99/0/0.bin", 422),
    (":,:/0/0/0.bin?reduce=mean", 422), (":,:/0/0/0.bin?scale=2", 400), (":,:/0/0", 404)])
def test_no_such_tile(wide, target, status):
    assert wide[0].get(f"/v1/tables/wide/tiles/{target}").status == status
