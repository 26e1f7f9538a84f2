"""How an operator runs it: signals, log, metrics, what it says at the start."""
import json
import re
import shutil
import signal
import threading
import time

import pytest

from grundy_program import PROGRAM, output, run
from grundy_server import Server

SLOW = "/v1/value?term=chomp3(2000,2000,2000)"


@pytest.fixture
def folder(tables, tmp_path):
    """A folder with one table, to which a test may add."""
    shutil.copytree(tables["nim"].path, tmp_path / "folder" / "nim.zarr")
    return tmp_path / "folder"


def test_the_address_is_printed_in_words_too(tables):
    import subprocess
    words = [PROGRAM, "serve", tables["nim"].path, "--listen", "[::1]:0", "--log", "none"]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        line = process.stdout.readline().decode()
        process.terminate()
    assert re.fullmatch(r"serving at http://\[::1\]:\d+\n", line)
    assert process.returncode == 0


@pytest.mark.parametrize("words, status, said", [
    ((), 2, "tables"), (("none.zarr",), 2, "there is no such table"),
    (("TABLE", "TABLE"), 2, "another table named nim"),
    (("TABLE", "--listen", "localhost"), 2, "no address"),
    (("TABLE", "--listen", "127.0.0.1:99999"), 2, "no address"),
    (("TABLE", "--listen", "192.0.2.1:0"), 4, "cannot listen at http://192.0.2.1:0"),
    (("TABLE", "--listen", "no.such.host.invalid:0"), 2, "cannot listen"),
    (("TABLE", "--body", "much"), 2, "much"), (("TABLE", "--batch", "0"), 2, "--batch"),
    (("TABLE", "--base-url", "tables.example.org"), 2, "no address such as https://"),
    (("TABLE", "--base-url", "https://a b/"), 2, "no address such as https://"),
    (("TABLE", "--base-url", "https://example.org/?a"), 2, "no address such as https://"),
    (("TABLE", "--search-seconds", "-1"), 2, "--search-seconds")])
def test_what_cannot_be_served_is_reported(tables, words, status, said):
    ran = run("serve", *(tables["nim"].path if word == "TABLE" else word for word in words))
    assert (ran.returncode, ran.stdout) == (status, b"")
    assert said in ran.stderr.decode()


def test_help_names_every_limit():
    text = output("help", "serve").decode()
    for name in ("body", "batch", "uri", "head", "fields", "answer", "memory", "connections",
                 "queue", "search-seconds", "search-memory", "cache", "pictures", "idle-seconds",
                 "request-seconds", "stall-seconds", "drain-seconds"):
        assert f"--{name} " in text


def test_a_damaged_table_of_a_folder_is_passed_over(folder):
    (folder / "bad.zarr").mkdir()
    (folder / "bad.zarr" / "zarr.json").write_text("{}")
    with Server(folder) as server:
        assert [t["table"] for t in server.get("/v1/tables").json()["tables"]] == ["nim"]
    assert b"bad.zarr" in server.log


def test_a_hangup_opens_what_is_new(folder, tables):
    with Server(folder) as server:
        before = server.get("/v1/tables")
        shutil.copytree(tables["wythoff"].path, folder / "wythoff.zarr")
        assert server.get("/v1/tables/wythoff").status == 404
        server.signal(signal.SIGHUP)
        wait_until(lambda: server.get("/v1/tables/wythoff/probe?at=1,2").status == 200)
        assert server.get("/v1/tables").fields["etag"] != before.fields["etag"]
        shutil.rmtree(folder / "nim.zarr")
        server.signal(signal.SIGHUP)
        wait_until(lambda: server.get("/v1/tables/nim").status == 404)


def test_a_table_is_swapped_without_a_failed_request(folder, tables):
    values = set()
    failed = []
    ends = threading.Event()

    def ask():
        connection = server.connect()
        while not ends.is_set():
            answer = server.ask("GET", "/v1/tables/nim", connection=connection)
            values.add(answer.json().get("box", [None])[0])
            failed.extend([answer] if answer.status != 200 else [])

    with Server(folder) as server:
        asking = [threading.Thread(target=ask) for _ in range(4)]
        for thread in asking:
            thread.start()
        for box in (50, 60, 70):
            output("solve", "nim", "--box", box, "-o", folder.parent / "new.zarr", "--force")
            shutil.rmtree(folder / "nim.zarr")
            shutil.move(folder.parent / "new.zarr", folder / "nim.zarr")
            server.signal(signal.SIGHUP)
            wait_until(lambda box=box: box in values)
        ends.set()
        for thread in asking:
            thread.join()
    assert not failed and values >= {300, 50, 60, 70}


def test_what_cannot_be_opened_again_is_served_as_it_was(folder):
    with Server(folder / "nim.zarr") as server:
        (folder / "nim.zarr" / "zarr.json").write_text("{}")
        server.signal(signal.SIGHUP)
        time.sleep(0.3)
        assert server.get("/v1/tables/nim/probe?at=3").status == 200
    assert b"still serving what was opened before" in server.log


def wait_until(holds):
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_requests_in_hand_are_answered_before_the_end(tables, number):
    options = ["--log", "none", "--search-seconds", "1.5"]
    server = Server(tables["nim"].path, options=options)
    answers = []
    slow = threading.Thread(target=lambda: answers.append(server.get(SLOW)))
    kept = server.connect()
    assert server.ask("GET", "/health", connection=kept).json() == {"status": "ok"}
    slow.start()
    time.sleep(0.4)
    server.signal(number)
    time.sleep(0.2)
    health = server.ask("GET", "/health", connection=kept)
    assert (health.status, health.json()) == (503, {"status": "draining"})
    assert health.fields["connection"] == "close"
    assert server.get("/v1/tables/nim/probe?at=3").status == 200
    slow.join()
    assert answers[0].status == 503 and "1500 ms" in answers[0].json()["detail"]
    assert server.process.wait(timeout=5) == 0
    server.close()


@pytest.mark.parametrize("how", ["--drain-seconds", "second signal"])
def test_the_end_does_not_wait_for_ever(tables, how):
    options = ["--log", "none", "--search-seconds", "60"]
    if how == "--drain-seconds":
        options += [how, "0.3"]
    server = Server(tables["nim"].path, options=options)
    with server.open() as connection:
        connection.sendall(f"GET {SLOW} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(0.3)
        server.signal(signal.SIGTERM)
        if how == "second signal":
            time.sleep(0.2)
            server.signal(signal.SIGTERM)
        assert server.process.wait(timeout=5) == 0
    server.close()


def test_a_line_for_each_request(tables):
    with Server(tables["nim"].path, options=["--log", "text"]) as server:
        server.get("/health")
        server.get('/v1/value?term="x\\y')
        server.send(b"nonsense\r\n\r\n")
    lines = sorted(server.log.decode().splitlines(), key=lambda line: line[line.index('"'):])
    time_and_client = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1 "
    assert re.fullmatch(time_and_client + r'"GET /health" 200 15 [\d.]+ms', lines[1])
    assert re.fullmatch(time_and_client + r'"GET /v1/value\?term=\\"x\\\\y" 422 \d+ [\d.]+ms', lines[2])
    assert re.fullmatch(time_and_client + r'"-" 400 \d+ [\d.]+ms', lines[0])
    assert len(lines) == 3


def test_the_log_as_json(tables):
    with Server(tables["nim"].path, options=["--log", "json"]) as server:
        server.get("/health")
    line = json.loads(server.log)
    assert {**line, "time": "", "seconds": 0} == {
        "time": "", "client": "127.0.0.1", "method": "GET", "target": "/health", "status": 200,
        "bytes": 15, "seconds": 0, "whole": True}


def test_metrics_tell_of_caches(tables):
    with Server(tables["wythoff"].path, options=["--log", "none"]) as server:
        def metric(name):
            return int(re.search(f"^{re.escape(name)} (.*)", server.get("/metrics").body.decode(),
                                 re.MULTILINE)[1])

        chunks = 'grundy_decoded_chunks_total{table="wythoff"}'
        assert (metric(chunks), metric("grundy_picture_tiles_bytes")) == (0, 0)
        for _ in range(3):
            server.get("/v1/tables/wythoff/probe?at=3,4")
            server.get("/v1/tables/wythoff/tiles/:,:/0/0/0.png")
        assert metric(chunks) == 1
        assert metric("grundy_picture_tiles_found_total") == 2
        assert metric("grundy_picture_tiles_bytes") > 100


def test_metrics_count_what_was_done(tables):
    with Server(tables["nim"].path) as server:
        for _ in range(3):
            server.get("/v1/tables/nim/probe?at=3&at=4")
        server.get("/nothing")
        # What was sent is counted a moment later.
        wait_until(lambda: b'route="none"' in server.get("/metrics").body)
        answer = server.get("/metrics")
    assert answer.fields["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.body.decode()
    route = 'route="GET /v1/tables/{t}/probe"'
    for line in (f'grundy_requests_total{{{route},status="2xx"}} 3', "grundy_tables 1",
                 'grundy_requests_total{route="none",status="4xx"} 1',
                 "grundy_probed_positions_total 6", f"grundy_request_seconds_count{{{route}}} 3",
                 f'grundy_request_seconds_bucket{{{route},le="+Inf"}} 3', "grundy_draining 0"):
        assert line + "\n" in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .*|\w+(\{[^}]*(\{t\}[^}]*)?\})? [\d.e+-]+", line), line
