"""Requests of all kinds from many connections, while tables are swapped: every answer has the status
that it should, and neither memory nor descriptors grow. $GRUNDY_REQUESTS says how many (the long form:
scripts/torture-server)."""
import json
import os
import random
import re
import shutil
import signal
import socket
import threading
import time

import numpy as np
import pytest

from grundy_program import output
from grundy_server import Server

REQUESTS = int(os.environ.get("GRUNDY_REQUESTS", "20000"))
CLIENTS = 8
AHEAD = 40  # requests that are sent before the first answer is read
OPTIONS = ["--log", "none", "--pictures", "2M", "--cache", "8M", "--search-memory", "8M",
           "--search-seconds", "20"]
POSITIONS = "application/x-grundy-positions;type=int32"
FIELD = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


def request(method, target, body=b"", **fields):
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def any_request(chance):
    """A request and the status of its answer."""
    a, b, row = chance.randrange(51), chance.randrange(51), chance.randrange(40)
    rows = np.array([[chance.randrange(51), chance.randrange(51)] for _ in range(5)], "<i4")
    kinds = [
        (lambda: request("GET", f"/v1/tables/wythoff/probe?at={a},{b}"), 200),
        (lambda: request("HEAD", f"/v1/tables/swapped/probe?at={row}"), 200),
        (lambda: request("GET", f"/v1/tables/wythoff/probe?at={a},99"), 422),
        (lambda: request("GET", f"/v1/tables/none{a}/probe?at=1"), 404),
        (lambda: request("GET", "/v1/tables/wythoff", If_None_Match="*"), 304),
        (lambda: request("GET", "/v1/tables/swapped"), 200),
        (lambda: request("GET", "/v1/tables/wythoff", Accept="video/mp4"), 406),
        (lambda: request("GET", f"/v1/tables/piles/tiles/:,{row},:/0/0/0.png?reduce=max"), 200),
        (lambda: request("GET", f"/v1/tables/piles/cells?slice={row},:,0:9&format=csv",
                         Accept_Encoding="gzip"), 200),
        (lambda: request("GET", "/zarr/wythoff.zarr/nimber/c.0.0", Range=f"bytes={a}-{a + b}"), 206),
        (lambda: request("GET", "/zarr/wythoff.zarr/nimber/c.0.0", Range=f"bytes={2**64 + a}-"), 416),
        (lambda: request("GET", f"/v1/value?term=nim({a})&term=wythoff({a},{b})"), 200),
        (lambda: request("GET", f"/v1/moves?term=nim({a})&limit=3&misere=1"), 200),
        (lambda: request("GET", f"/v1/tables/wythoff/moves?at={a},{b}"), 200),
        (lambda: request("GET", f"/v1/value?term=nimm({a}"), 422),
        (lambda: request("PUT", "/health"), 405),
        (lambda: request("GET", "/metrics"), 200),
        (lambda: request("POST", "/v1/tables/wythoff/probe",
                         json.dumps({"positions": rows.tolist()}).encode(),
                         Content_Type="application/json"), 200),
        (lambda: request("POST", "/v1/tables/wythoff/probe", rows.tobytes(),
                         Content_Type=POSITIONS), 200)]
    make, status = chance.choice(kinds)
    return make(), status


IN_PIECES = request("GET", "/v1/tables/wide/cells")  # 2 MB


def read_statuses(connection, asked):
    """Those of as many answers; `asked` are the requests."""
    got, at, statuses = b"", 0, []
    for text in asked:
        while (end := got.find(b"\r\n\r\n", at)) < 0:
            got, at = got[at:] + receive(connection), 0
        status = int(got[at + 9:at + 12])
        length = FIELD.search(got, at, end + 2)
        bare = text.startswith(b"HEAD") or status == 304
        size = 0 if bare or not length else int(length[1])
        while len(got) < end + 4 + size:
            got, end, at = got[at:] + receive(connection), end - at, 0
        at = end + 4 + size
        statuses.append(status)
    return statuses


def receive(connection):
    part = connection.recv(1 << 18)
    assert part, "the connection ended"
    return part


class Client(threading.Thread):
    def __init__(self, server, seed, counted):
        super().__init__()
        self.server, self.chance, self.counted = server, random.Random(seed), counted
        self.failure = None

    def run(self):
        try:
            while not self.counted.is_enough():
                self.converse()
        except Exception as failure:  # reported by the test
            self.failure = failure

    def converse(self):
        """A connection for some requests; one that breaks off amid a request, one amid an answer."""
        with self.server.open(timeout=60) as connection:
            for _ in range(self.chance.randrange(1, 20)):
                asked = [any_request(self.chance) for _ in range(AHEAD)]
                connection.sendall(b"".join(text for text, _ in asked))
                found = read_statuses(connection, [text for text, _ in asked])
                assert found == [status for _, status in asked]
                self.counted.add(AHEAD)
            connection.sendall(IN_PIECES)
            assert read_statuses(connection, [IN_PIECES]) == [200]
        with self.server.open(timeout=60) as connection:
            text, _ = any_request(self.chance)
            connection.sendall(text[:self.chance.randrange(len(text))])
        with self.server.open(timeout=60) as connection:
            connection.sendall(IN_PIECES)
            connection.recv(self.chance.randrange(1, 1 << 22), socket.MSG_WAITALL)
        self.counted.add(3)


class Counted:
    def __init__(self):
        self.lock, self.count = threading.Lock(), 0

    def add(self, number):
        with self.lock:
            self.count += number

    def is_enough(self):
        return self.count >= REQUESTS


def memory(server):
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS:"))


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    output("solve", "wythoff", "--box", "50", "-o", folder / "wythoff.zarr")
    output("solve", "wythoff", "--box", "1000", "-o", folder / "wide.zarr")
    output("solve", "three_pile", "--box", "40", "-o", folder / "piles.zarr")
    for box in (40, 60):
        output("solve", "nim", "--box", box, "-o", tmp_path / f"{box}.zarr")
    shutil.copytree(tmp_path / "40.zarr", folder / "swapped.zarr")
    return folder


def swap(folder, number, server):
    served_box = lambda: server.get("/v1/tables/swapped").json()["box"]
    before = served_box()
    new = folder.parent / "new.zarr"
    shutil.copytree(folder.parent / f"{[60, 40][number % 2]}.zarr", new)
    old = folder.parent / f"old{number}.zarr"
    (folder / "swapped.zarr").rename(old)
    new.rename(folder / "swapped.zarr")
    server.signal(signal.SIGHUP)
    until = time.monotonic() + 60
    while served_box() == before:
        assert time.monotonic() < until, "the new table is not served"
        time.sleep(0.05)
    shutil.rmtree(old)


def test_nothing_grows(folder):
    counted = Counted()
    with Server(folder, options=OPTIONS) as server:
        at_first = descriptors(server)
        clients = [Client(server, seed, counted) for seed in range(CLIENTS)]
        for client in clients:
            client.start()
        grown, swaps = [], 0
        while any(client.is_alive() for client in clients):
            swap(folder, swaps, server)
            swaps += 1
            grown.append((counted.count, memory(server)))
            time.sleep(0.1)
        for client in clients:
            client.join()
        assert [client.failure for client in clients if client.failure] == []
        time.sleep(0.6)  # for the connections that broke off
        left = descriptors(server)
    assert server.process.returncode == 0, server.log
    assert b"still serving" not in server.log
    warm = [size for count, size in grown if count <= REQUESTS / 5] or [grown[0][1]]
    print(f"{counted.count} requests, {swaps} swaps; memory {max(warm) >> 20} MiB after a fifth, "
          f"{grown[-1][1] >> 20} MiB in the end; descriptors {at_first} before, {left} after")
    assert left == at_first
    assert grown[-1][1] - max(warm) < 16 << 20
