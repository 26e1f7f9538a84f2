"""Slices as files: the bytes that `grundy export` writes, and what the definitions say."""
import io
import math

import numpy as np
import pytest

from grundy_program import run

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
    from grundy_program import output
    from grundy_server import Server
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
