"""Whatever a client does without end, the process does not grow, and others are answered."""
import time

import pytest

from grundy_server import Server, read_all

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


def status_of(answer):
    return int(answer[9:12]) if answer else None


@pytest.fixture(scope="module")
def small(tables):
    options = ["--log", "none", "--body", "1000", "--batch", "50", "--uri", "100", "--head", "1000",
               "--fields", "10", "--answer", "5000"]
    with Server(tables["nim"].path, tables["wythoff"].path, options=options) as running:
        yield running


def test_a_target_is_bounded(small):
    assert small.get("/v1/tables/nim/probe?at=" + "0" * (100 - 24)).status == 200
    assert small.get("/v1/tables/nim/probe?at=" + "0" * (101 - 24)).status == 414
    assert status_of(small.send(b"GET /" + b"a" * 100_000)) == 414


def test_a_head_is_bounded(small):
    assert status_of(small.send(HEAD + b"A: " + b"b" * 900 + b"\r\n\r\n")) == 200
    assert status_of(small.send(HEAD + b"A: " + b"b" * 1000 + b"\r\n\r\n")) == 431
    assert status_of(small.send(HEAD + b"A: " + b"b" * 100_000)) == 431


def test_fields_are_counted(small):
    assert status_of(small.send(HEAD + b"A: b\r\n" * 9 + b"\r\n")) == 200
    assert status_of(small.send(HEAD + b"A: b\r\n" * 10 + b"\r\n")) == 431


def test_a_body_is_bounded_before_it_comes(small):
    long = b'{"positions":[[1]]}'.ljust(1000)
    assert small.post("/v1/tables/nim/probe", long).status == 200
    text = (b"POST /v1/tables/nim/probe HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 1001\r\n\r\n")
    with small.open() as connection:
        connection.sendall(text)
        assert status_of(connection.recv(1000)) == 413


def test_a_batch_is_bounded(small):
    def batch(count):
        return '{"positions":[' + ",".join(["[1]"] * count) + "]}"

    assert small.post("/v1/tables/nim/probe", batch(50)).status == 200
    assert small.post("/v1/tables/nim/probe", batch(51)).status == 413
    kind = "application/x-grundy-positions;type=int32"
    assert small.post("/v1/tables/nim/probe", bytes(4 * 50), kind).status == 200
    assert small.post("/v1/tables/nim/probe", bytes(4 * 51), kind).status == 413


def test_an_answer_is_bounded(small):
    assert small.get("/v1/tables/wythoff/cells").status == 200
    answer = small.get("/v1/tables/wythoff/cells?format=csv")
    assert answer.status == 422 and "at most 5000" in answer.json()["detail"]


def test_memory_of_requests_in_hand_is_bounded(tables):
    options = ["--log", "none", "--memory", "1M"]
    with Server(tables["nim"].path, options=options) as server:
        text = (b"POST /v1/tables/nim/probe HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
        with server.open() as first:
            first.sendall(text)
            time.sleep(0.2)
            with server.open() as second:
                second.sendall(text)
                answer = second.recv(1000)
                assert status_of(answer) == 503 and b"Retry-After: " in answer
        time.sleep(0.2)
        with server.open() as third:
            third.sendall(text + b'{"positions":[[1]]}'.ljust(100_000))
            assert status_of(third.recv(1000)) == 200


def test_what_memory_never_holds_is_not_asked_for_again(tables):
    options = ["--log", "none", "--memory", "50000"]
    with Server(tables["nim"].path, tables["wythoff"].path, options=options) as server:
        answer = server.get("/v1/tables/wythoff/cells?format=csv")
        assert answer.status == 422 and "requests in hand have 50000" in answer.json()["detail"]
        assert server.get("/v1/tables/wythoff/cells?slice=:,3&format=csv").status == 200
        answer = server.post("/v1/tables/nim/probe", b'{"positions":[[1]]}'.ljust(5_001))
        assert answer.status == 413 and "requests in hand have 50000" in answer.json()["detail"]
        assert server.post("/v1/tables/nim/probe", b'{"positions":[[1]]}'.ljust(5_000)).status == 200


@pytest.fixture(scope="module")
def hasty(tables):
    options = ["--log", "none", "--idle-seconds", "0.6", "--request-seconds", "0.6",
               "--stall-seconds", "0.6", "--connections", "5"]
    with Server(tables["nim"].path, options=options) as running:
        yield running


def drip(connection, text):
    """Sends a byte now and then until the server has had enough; what it says then."""
    for byte in text:
        try:
            connection.sendall(bytes([byte]))
        except OSError:
            break
        time.sleep(0.05)
    return read_all(connection)


def test_a_head_that_comes_by_the_byte_ends(hasty):
    start = time.monotonic()
    with hasty.open() as connection:
        assert status_of(drip(connection, HEAD + b"\r\n")) == 408
    assert time.monotonic() - start < 5


def test_a_body_that_comes_by_the_byte_ends(hasty):
    head = (b"POST /v1/tables/nim/probe HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n")
    with hasty.open() as connection:
        connection.sendall(head)
        assert status_of(drip(connection, b" " * 100)) == 408


def test_an_idle_connection_ends(hasty):
    with hasty.open() as connection:
        connection.sendall(HEAD + b"\r\n")
        start = time.monotonic()
        assert status_of(read_all(connection)) == 200
        assert 0.5 < time.monotonic() - start < 5


def test_who_takes_nothing_of_an_answer_is_left(tables):
    options = ["--log", "text", "--stall-seconds", "0.3"]
    with Server(tables["sorted"].path, options=options) as server:
        with server.open() as connection:
            request = b"GET /v1/tables/sorted/cells?format=csv HTTP/1.1\r\nHost: localhost\r\n\r\n"
            connection.sendall(request * 500)
            time.sleep(1.5)
        assert server.get("/health").status == 200
    assert b"broken off" in server.log


def test_idle_connections_make_room_for_new_ones(hasty):
    waiting = [hasty.open() for _ in range(5)]
    time.sleep(0.2)
    assert hasty.get("/health").status == 200
    for connection in waiting:
        connection.close()


def test_too_many_connections_are_refused(tables):
    with Server(tables["nim"].path, options=["--log", "none", "--connections", "3"]) as server:
        begun = [server.open() for _ in range(3)]
        for connection in begun:
            connection.sendall(HEAD)
        time.sleep(0.2)
        with server.open() as one_more:
            answer = read_all(one_more)
        assert status_of(answer) == 503 and b"Retry-After: " in answer
        begun[0].sendall(b"\r\n")
        assert status_of(begun[0].recv(1000)) == 200
        for connection in begun:
            connection.close()


def resident(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_twenty_thousand_requests_leave_memory_as_it_was(server):
    def ask(count):
        text = b"GET /v1/tables/nim/probe?at=7 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000
        for _ in range(count):
            with server.open() as connection:
                connection.sendall(text)
                connection.shutdown(1)
                assert read_all(connection).count(b"HTTP/1.1 200 OK") == 1000

    def files():
        import os
        return len(os.listdir(f"/proc/{server.process.pid}/fd"))

    ask(5)
    before, open_before = resident(server), files()
    ask(20)
    assert resident(server) < before + 2000 and files() <= open_before + 1
