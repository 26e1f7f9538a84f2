"""`grundy graph` as a user runs it."""
import csv
import gzip
import io
import json
import os
import random
import signal
import subprocess

import pytest
import zstandard

from grundy_program import PROGRAM, answer, output, probe, run

TRIANGLE = b"3 1\n3 2\n2 1\n"


def message(*arguments, stdin=None, status):
    ran = run("graph", *arguments, stdin=stdin)
    assert ran.returncode == status, ran.stderr.decode()
    assert ran.stdout == b""
    return ran.stderr.decode()


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
@pytest.mark.parametrize("by", ["file", "stdin"])
def test_reads_plain_and_compressed_edges(tmp_path, pack, by):
    edges = tmp_path / "edges"
    edges.write_bytes(pack(TRIANGLE))
    if by == "file":
        found = answer("graph", edges)
    else:
        found = json.loads(output("graph", "-", "--json", stdin=edges.read_bytes()))
    assert found["vertices"] == 3 and found["edges"] == 3 and found["layers"] == 3
    assert found["values"] == [{"vertex": 1, "nimber": 0}, {"vertex": 2, "nimber": 1},
                               {"vertex": 3, "nimber": 2}]
    assert found["p_positions"] == 1 and found["max_nimber"] == 2
    assert found["max_remoteness"] is None and found["output"] is None


def test_people_read_the_same(tmp_path):
    text = output("graph", "-", stdin=TRIANGLE).decode()
    assert "standard input: nimber of 3 vertices, 3 edges" in text
    assert "    3  2\n" in text
    text = output("graph", "-", "--loopy", stdin=TRIANGLE + b"4 4\n").decode()
    assert "cycles allowed" in text and "draws        1" in text
    assert "    3  N 1\n    4  D\n" in text


def test_misere_and_loopy_choose_what_there_is():
    def value(*options):
        return json.loads(output("graph", "-", "--json", *options, stdin=TRIANGLE))

    assert value()["value"] == "nimber"
    assert value("--misere")["value"] == "outcome"
    assert value("--loopy")["value"] == "remoteness"
    assert value("--loopy", "--misere", "--value", "outcome")["values"] == [
        {"vertex": 1, "outcome": "N"}, {"vertex": 2, "outcome": "P"}, {"vertex": 3, "outcome": "N"}]
    assert "no nimbers" in message("-", "--loopy", "--value", "nimber", stdin=TRIANGLE, status=2)
    assert "normal play only" in message("-", "--misere", "--value", "nimber", stdin=TRIANGLE,
                                         status=2)


def test_repeated_tokens_are_as_many_sums(tmp_path):
    edges = tmp_path / "edges"
    edges.write_bytes(TRIANGLE)
    one = answer("graph", edges, "--tokens", "3,2,1")["sum"]
    twice = answer("graph", edges, "--tokens", "2,2")["sum"]
    assert twice["outcome"] == "P" and twice["winning"] == []
    tokens = ("--tokens", "3,2,1", "--tokens", "2,2")
    for words in ((edges, *tokens), (*tokens, edges)):
        found = answer("graph", *words)
        assert found["sums"] == [one, twice] and "sum" not in found, words
    lines = output("graph", edges, "--tokens", "2,2,3", "--tokens", "3").decode().splitlines()
    assert lines[-4:] == ["2 + 2 + 3: N, nimber 2; 1 winning move", "  token 3: 3 -> 1",
                          "3: N, nimber 2; 1 winning move", "  token 1: 3 -> 1"]
    assert "7 is no vertex" in message(edges, "--tokens", "3,2", "--tokens", "1,7", status=2)
    assert "-1 is no vertex" in message(edges, "--tokens=-1", status=2)
    assert "no vertex; expected" in message(edges, "--tokens", "", status=2)


def test_tokens_are_a_sum():
    found = json.loads(output("graph", "-", "--tokens", "3,2,1", "--json", stdin=TRIANGLE))["sum"]
    assert found == {"tokens": [3, 2, 1], "outcome": "N", "nimber": 3,
                     "winning": [{"token": 1, "from": 3, "to": 2}]}
    text = output("graph", "-", "--tokens", "2,2", stdin=TRIANGLE).decode()
    assert "2 + 2: P, nimber 0; 0 winning moves" in text
    assert "7 is no vertex" in message("-", "--tokens", "7", stdin=TRIANGLE, status=2)
    for option in (["--loopy"], ["--misere"], ["--value", "outcome"]):
        assert "--tokens" in message("-", "--tokens", "1", *option, stdin=TRIANGLE, status=2)


def test_bad_edges_are_damaged_data(tmp_path):
    edges = tmp_path / "edges.txt"
    edges.write_bytes(b"1 2\n# fine\n2 to\n")
    assert f"{edges}:3: found 'to', expected a vertex" in message(edges, status=3)
    cycle = message("-", stdin=b"1 2\n2 3\n3 1\n5 1\n", status=3)
    assert "1 -> 2 -> 3 -> 1; --loopy allows cycles" in cycle
    assert "no edge and no vertex" in message("-", stdin=b"# nothing\n", status=3)
    assert "cannot be read" in message(tmp_path / "none", status=4)
    edges.write_bytes(gzip.compress(TRIANGLE)[:-3])
    assert "ends too early" in message(edges, status=3)


def test_memory_is_respected():
    assert "--memory" in message("-", "--memory", "10M", stdin=TRIANGLE, status=4)
    assert "--memory: ''" in message("-", "--memory", "", stdin=TRIANGLE, status=2)


def random_edges(count, largest):
    numbers = random.Random(1).choices(range(largest), k=2 * count)
    pairs = zip(numbers[::2], numbers[1::2])
    return "".join(f"{max(a, b) + 1} {min(a, b)}\n" for a, b in pairs).encode()


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
@pytest.mark.parametrize("count, largest, more", [
    (400_000, 100_000, []), (200_000, 10**12, []), (150_000, 200_000, ["--loopy"]),
    (200_000, 1000, ["--executor", "serial"])])
def test_as_much_memory_is_asked_for_as_is_taken(tmp_path, pack, count, largest, more):
    edges = tmp_path / "edges"
    edges.write_bytes(pack(random_edges(count, largest)))
    peak = answer("graph", edges, *more)["peak_memory_bytes"]
    for part in (1.3, 1.1, 1, 0.9, 0.6):
        allowed = int(part * peak)
        ran = run("graph", edges, "--memory", allowed, "--json", *more)
        if ran.returncode == 0:
            assert json.loads(ran.stdout)["peak_memory_bytes"] <= allowed
        else:
            assert ran.returncode == 4 and b"may be used" in ran.stderr, ran.stderr
            assert part < 1.3


def test_csv(tmp_path):
    path = tmp_path / "x.csv"
    output("graph", "-", "-o", path, stdin=b"30 1\n1 7\n")
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert rows == [{"vertex": "1", "nimber": "1"}, {"vertex": "7", "nimber": "0"},
                    {"vertex": "30", "nimber": "0"}]
    assert "--force" in message("-", "-o", path, stdin=TRIANGLE, status=2)
    output("graph", "-", "-o", path, "--force", stdin=TRIANGLE)
    assert path.read_text() == "vertex,nimber\n1,0\n2,1\n3,2\n"
    assert "FILE.csv" in message("-", "-o", tmp_path / "x.txt", stdin=TRIANGLE, status=2)
    assert sorted(os.listdir(tmp_path)) == ["x.csv"]


@pytest.mark.parametrize("value", ["nimber", "outcome", "remoteness"])
def test_a_table_is_one_like_every_other(tmp_path, value):
    path = tmp_path / "x.zarr"
    solved = json.loads(output("graph", "-", "--json", "--value", value, "-o", path,
                               stdin=TRIANGLE))
    info = answer("info", path)
    assert info["game"] == "graph" and info["digest"] == solved["digest"]
    assert info["rules"].startswith("# graph standard input: 3 vertices")
    assert probe(path, [(1,), (2,), (3,)]) == [found[value] for found in solved["values"]]
    ran = run("verify", path)
    assert ran.returncode == 1 and b"no rules to derive" in ran.stderr and b"ok\n" not in ran.stdout
    assert output("verify", path, "--samples", "0").endswith(b"ok\n")


def test_progress_tells_of_every_step(tmp_path):
    edges = tmp_path / "path.txt"
    edges.write_text("".join(f"{v + 1} {v}\n" for v in range(3_000_000)))
    ran = run("graph", edges, "--progress", "json", "--executor", "serial", "--json")
    assert ran.returncode == 0
    for line in ran.stderr.decode().splitlines():
        report = json.loads(line)
        assert 0 <= report["progress"] <= 1
        assert {"bytes", "edges", "vertices"} & report.keys()


def test_interruption_leaves_nothing(tmp_path):
    path = tmp_path / "x.csv"
    process = subprocess.Popen([PROGRAM, "graph", "-", "-o", path, "--progress", "json"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdin.write(TRIANGLE)
    process.stdin.flush()
    assert json.loads(process.stderr.readline())["of"] is None  # so it waits for more edges
    process.send_signal(signal.SIGINT)
    process.stdin.close()
    assert process.wait(60) == 130, process.stderr.read()
    assert not os.listdir(tmp_path)


def test_first_lines_that_are_no_edges():
    plain = json.loads(output("graph", "-", "--json", stdin=TRIANGLE))["values"]
    for names in (b"from,to\n", b"# of routes\nsource,target\r\n"):
        commas = names + TRIANGLE.replace(b" ", b",")
        assert json.loads(output("graph", "-", "--json", stdin=commas))["values"] == plain
    contest = b"3 3\n" + TRIANGLE
    assert json.loads(output("graph", "-", "--json", "--counts", stdin=contest))["values"] == plain
    taken = run("graph", "-", "--loopy", stdin=contest)
    assert "the first line '3 3' is taken as an edge" in taken.stderr.decode()
    assert b"with --counts it is left out" in taken.stderr
    quiet = run("graph", "-", stdin=TRIANGLE)
    assert quiet.returncode == 0 and quiet.stderr == b""
    assert ":2: " in message("-", stdin=b"from,to\n1 x\n", status=3)
    assert ":1: " in message("-", stdin=b"from to\n1 2\n", status=3)
