"""The stored bytes of tables by URL, and conditional requests."""
import os
import shutil

import fsspec
import pytest

from grundy_server import Server


def files_of(table):
    return [path.relative_to(table.path) for path in sorted(table.path.rglob("*")) if path.is_file()]


def test_every_file_of_a_table_is_there_byte_for_byte(server, table):
    for name in files_of(table):
        answer = server.get(f"/zarr/{table.name}.zarr/{name}", Accept_Encoding="gzip")
        assert answer.body == (table.path / name).read_bytes()
        assert answer.fields["accept-ranges"] == "bytes"
        assert "content-encoding" not in answer.fields
        head = server.ask("HEAD", f"/zarr/{table.name}.zarr/{name}")
        assert head.fields["content-length"] == str(len(answer.body)) and head.body == b""
        assert head.fields["etag"] == answer.fields["etag"]


@pytest.fixture(scope="module")
def shard(tables):
    name = next(name for name in files_of(tables["nim"]) if name.name.startswith("c."))
    return f"/zarr/nim.zarr/{name}", (tables["nim"].path / name).read_bytes()


@pytest.mark.parametrize("asked, begin, end", [
    ("bytes=0-0", 0, 1), ("bytes=3-9", 3, 10), ("bytes=5-", 5, None), ("bytes=-4", -4, None),
    ("bytes=0-99999999", 0, None), ("bytes=-99999999", 0, None), ("BYTES=3-9", 3, 10),
    ("bytes= 3-9 ", 3, 10), (f"bytes=0-{2**64}", 0, None), (f"bytes=-{2**64}", 0, None),
    (f"bytes=1-{2**64 - 1}", 1, None)])
def test_a_range_is_a_part_of_the_file(server, shard, asked, begin, end):
    target, whole = shard
    part = whole[begin:end]
    answer = server.get(target, Range=asked)
    assert (answer.status, answer.body) == (206, part)
    first = whole.index(part) if begin else 0
    first = begin if begin >= 0 else len(whole) + begin
    assert answer.fields["content-range"] == f"bytes {first}-{first + len(part) - 1}/{len(whole)}"


@pytest.mark.parametrize("asked", [
    "bytes=99999999-", "bytes=-0", f"bytes={2**64 - 1}-", f"bytes={2**64}-",
    "bytes=99999999999999999999-", f"bytes={2**64}-{2**65}"])
def test_a_range_outside_the_file(server, shard, asked):
    target, whole = shard
    answer = server.get(target, Range=asked)
    assert (answer.status, answer.fields["content-range"]) == (416, f"bytes */{len(whole)}")


@pytest.mark.parametrize("asked", [
    "bytes=9-3", "bytes=", "bytes=-", "bytes=a-b", "lines=0-3", "bytes=0-1,3-4", "bytes=1",
    "bytes=0x0-3", "bytes=-1-3", "bytes=+0-3"])
def test_what_is_no_range_gives_the_whole(server, shard, asked):
    target, whole = shard
    answer = server.get(target, Range=asked)
    assert (answer.status, answer.body) == (200, whole)


def test_a_range_of_what_is_still_the_same(server, shard):
    target, whole = shard
    known = server.get(target).fields
    for same in (known["etag"], known["last-modified"]):
        assert server.get(target, Range="bytes=0-3", If_Range=same).status == 206
    for other in ('"other"', "W/" + known["etag"], "Sun, 06 Nov 1994 08:49:37 GMT"):
        answer = server.get(target, Range="bytes=0-3", If_Range=other)
        assert (answer.status, answer.body) == (200, whole)


@pytest.mark.parametrize("target", [
    "/zarr/nim.zarr", "/zarr/nim.zarr/", "/zarr/nim.zarr/nimber", "/zarr/nim.zarr/nimber/",
    "/zarr/nim.zarr/.zgroup", "/zarr/nim.zarr/unfinished.json", "/zarr/nim.zarr/checkpoint",
    "/zarr/nim.zarr/nimber/c.9", "/zarr/nim.zarr/nimber/c.", "/zarr/nim.zarr/nimber/c.0.tmp",
    "/zarr/nim.zarr/outcome/zarr.json", "/zarr/nim/zarr.json", "/zarr/none.zarr/zarr.json", "/zarr/"])
def test_nothing_else_is_there(server, target):
    assert server.get(target).status == 404


def test_fsspec_reads_files_by_url(server, tables):
    target = "/zarr/wythoff.zarr/nimber/c.0.0"
    whole = (tables["wythoff"].path / "nimber" / "c.0.0").read_bytes()
    with fsspec.open(server.url + target, "rb", block_size=64) as file:
        assert file.size == len(whole)
        file.seek(-4, 2)
        assert file.read() == whole[-4:]
        file.seek(3)
        assert file.read(5) == whole[3:8]
    files = fsspec.filesystem("http")
    assert files.cat_file(server.url + target, start=2, end=9) == whole[2:9]


CONDITIONAL = ["/v1/tables/nim/probe?at=3", "/v1/tables/nim", "/zarr/nim.zarr/zarr.json",
               "/v1/tables", "/v1/tables/nim/cells", "/v1/games"]


@pytest.mark.parametrize("target", CONDITIONAL)
def test_who_has_it_is_not_sent_it_again(server, target):
    tag = server.get(target).fields["etag"]
    for known in (tag, "W/" + tag, f'"other", {tag}', "*"):
        answer = server.get(target, If_None_Match=known)
        assert (answer.status, answer.body, answer.fields["etag"]) == (304, b"", tag)
        assert "content-length" not in answer.fields
    assert server.get(target, If_None_Match='"other"').status == 200
    assert server.get(target, If_Match='"other"').status == 412
    assert server.get(target, If_Match=tag).status == 200


def test_dates_are_conditions_too(server):
    target = "/zarr/nim.zarr/zarr.json"
    changed = server.get(target).fields["last-modified"]
    assert server.get(target, If_Modified_Since=changed).status == 304
    assert server.get(target, If_Modified_Since="Sun, 06 Nov 1994 08:49:37 GMT").status == 200
    assert server.get(target, If_Modified_Since="yesterday").status == 200
    assert server.get(target, If_Unmodified_Since="Sun, 06 Nov 1994 08:49:37 GMT").status == 412
    assert server.get(target, If_Modified_Since=changed, If_None_Match='"other"').status == 200


@pytest.fixture
def own(tables, tmp_path):
    """A table that a test may break."""
    shutil.copytree(tables["wythoff"].path, tmp_path / "own.zarr")
    return tmp_path / "own.zarr"


def shard_of(path):
    return next((path / "nimber").glob("c.*"))


def test_a_shard_that_is_cut_short_is_an_error_and_no_crash(own):
    with Server(own) as server:
        assert server.get("/v1/tables/own").status == 200
        os.truncate(shard_of(own), 100)
        answer = server.get("/v1/tables/own/probe?at=3,4")
        assert answer.status == 500 and "own/nimber/c.0.0" in answer.json()["detail"]
        assert server.get("/v1/tables/own/cells").status == 500
        assert len(server.get("/zarr/own.zarr/nimber/c.0.0").body) == 100
        assert server.get("/health").status == 200
    assert server.process.returncode == 0


def test_a_shard_that_is_cut_short_while_it_is_sent_ends_the_connection(own):
    shard = shard_of(own)
    shard.write_bytes(bytes(64 << 20))
    with Server(own) as server, server.open() as connection:
        connection.sendall(b"GET /zarr/own.zarr/nimber/c.0.0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        got = len(connection.recv(1000))
        os.truncate(shard, 1 << 20)
        while part := connection.recv(1 << 20):
            got += len(part)
        assert got < 64 << 20
        assert server.get("/health").status == 200


def test_a_file_that_leads_out_of_the_table_is_not_sent(own, tmp_path):
    (tmp_path / "secret").write_text("secret")
    shard_of(own).unlink()
    (own / "nimber" / "c.0.0").symlink_to(tmp_path / "secret")
    with Server(own) as server:
        assert server.get("/zarr/own.zarr/nimber/c.0.0").status == 404
