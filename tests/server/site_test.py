"""`--export-site`: what its files hold, how large they may be, and where they may go."""
import gzip
import json
import math

import numpy as np
import pytest

from grundy_program import output, run


@pytest.fixture(scope="module")
def folder(tables, tmp_path_factory):
    """All tables, and one with pictures of several levels."""
    folder = tables["nim"].path.parent
    output("solve", "wythoff", "--box", "600,300", "-o", folder / "wide.zarr")
    return folder


@pytest.fixture(scope="module")
def site(folder, tmp_path_factory):
    site = tmp_path_factory.mktemp("site") / "site"
    written = json.loads(output("serve", folder, "--export-site", site, "--json"))
    files = [path for path in site.rglob("*") if path.is_file()]
    assert written == {"site": str(site), "files": len(files),
                    "bytes": sum(path.stat().st_size for path in files)}
    return site


def unpacked(path, count, kind):
    """What browsers make of it: what is shorter than its numbers is gzip."""
    kind = np.dtype(kind).newbyteorder("<")
    stored = path.read_bytes()
    whole = stored if len(stored) == count * kind.itemsize else gzip.decompress(stored)
    return np.frombuffer(whole, kind)


def test_cells_are_the_values(site, tables):
    for name, table in tables.items():
        written = json.loads((site / "site" / "tables" / name / "table.json").read_text())
        side = written["cells"]["side"]
        found = np.full(table.expected.shape, -1)
        for index in np.ndindex(*(math.ceil(extent / side) for extent in found.shape)):
            cube = tuple(slice(at * side, at * side + side) for at in index)
            path = site / "site" / "tables" / name / "cells" / (".".join(map(str, index)) + ".bin")
            part = found[cube]
            part[:] = unpacked(path, part.size, written["cells"]["type"]).reshape(part.shape)
        assert np.array_equal(found, table.expected), name


def test_tables_are_described_as_by_the_server(site, folder, server):
    for name in ("nim", "wythoff", "three_pile"):
        written = json.loads((site / "site" / "tables" / name / "table.json").read_text())
        del written["cells"]
        assert written == server.get(f"/v1/tables/{name}").json()


@pytest.mark.parametrize("reduce", ["min", "max", "density"])
def test_pictures_are_those_of_the_server(site, folder, reduce):
    from grundy_server import Server
    pictures = site / "site" / "tables" / "wide" / "pictures" / "x,x" / reduce
    assert sorted(path.name for path in pictures.iterdir()) == [
        "0.0.0.bin", "1.0.0.bin", "1.1.0.bin"]
    with Server(folder / "wide.zarr") as server:
        for path in pictures.iterdir():
            level, row, column, _ = path.name.split(".")
            answer = server.get(
                f"/v1/tables/wide/tiles/:,:/{level}/{row}/{column}.bin?reduce={reduce}")
            kind = answer.fields["grundy-type"]
            count = len(answer.body) // np.dtype(kind).itemsize
            assert unpacked(path, count, kind).tobytes() == answer.body


def test_small_pictures_have_no_files(site):
    assert not (site / "site" / "tables" / "wythoff" / "pictures").exists()


def test_the_explorer_is_there_and_asks_for_files(site, server):
    assert (site / "index.html").read_bytes() == server.get("/").body
    assert "files.js" in (site / "explorer" / "answers.js").read_text()
    assert (site / "explorer" / "main.js").read_bytes() == server.get("/explorer/main.js").body


def test_the_size_is_limited_beforehand(folder, tmp_path):
    ran = run("serve", folder, "--export-site", tmp_path / "site", "--site-size", "10k")
    assert ran.returncode == 2 and not (tmp_path / "site").exists()
    assert "--site-size allows 10 KiB" in ran.stderr.decode()
    lines = output("serve", folder, "--export-site", tmp_path / "site").decode().splitlines()
    assert len(lines) == 2 and "at most" in lines[0]
    size = sum(path.stat().st_size for path in (tmp_path / "site").rglob("*") if path.is_file())
    assert size < 1 << 20


def test_a_folder_with_files_is_left_alone(tables, tmp_path):
    (tmp_path / "mine").write_text("mine")
    ran = run("serve", tables["nim"].path, "--export-site", tmp_path)
    assert ran.returncode == 2 and b"not there, or empty" in ran.stderr
    ran = run("serve", tables["nim"].path, "--export-site", tmp_path / "mine")
    assert ran.returncode != 0 and (tmp_path / "mine").read_text() == "mine"


def test_a_damaged_table_gives_no_page(tables, tmp_path):
    import shutil
    shutil.copytree(tables["wythoff"].path, tmp_path / "own.zarr")
    next((tmp_path / "own.zarr" / "nimber").glob("c.*")).write_bytes(b"none")
    ran = run("serve", tmp_path / "own.zarr", "--export-site", tmp_path / "site")
    assert ran.returncode == 3 and not (tmp_path / "site" / "index.html").exists()
