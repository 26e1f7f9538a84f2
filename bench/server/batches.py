#!/usr/bin/env python3
"""bench/server/batches.py GRUNDY [TURNS]: batches of 100,000 positions over one connection.

As JSON, by turns with Python's json reading and printing the same texts, and then by Node where it is
there; as int32, by turns with the same look-up in this process, by Grundy's module for Python (on
PYTHONPATH). The values must be those of Wythoff's game: the golden ratio gives the P-positions.
"""
import http.client
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

import grundy

COUNT = 100_000
HIGH = 1000


def wythoff_is_p(a, b):
    low, high = np.minimum(a, b), np.maximum(a, b)
    return low == np.floor((high - low) * (1 + math.sqrt(5)) / 2).astype(int)


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def processor_seconds(process):
    words = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def compare_processor_time(server, post, probe):
    """Of the server and of the look-up in this process, which other work disturbs least."""
    count = 100
    before = processor_seconds(server)
    for _ in range(count):
        post()
    served = processor_seconds(server) - before
    before = time.process_time()
    for _ in range(count):
        probe()
    inside = time.process_time() - before
    print(f"binary, processor time: {served / count * 1e3:.2f} ms, in process "
          f"{inside / count * 1e3:.2f} ms, ratio {inside / served:.2f}")


NODE = """
  const read = (name) => require("fs").readFileSync(name, "utf8");
  const [asked, answered] = process.argv.slice(2).map(read);
  const values = JSON.parse(answered);
  const times = Array.from({ length: 41 }, () => {
    const begun = performance.now();
    JSON.parse(asked);
    if (JSON.stringify(values) !== answered) throw new Error("other text");
    return performance.now() - begun;
  });
  console.log(times.sort((a, b) => a - b)[20]);
"""


def time_node(folder, asked, answered):
    """Milliseconds that Node takes to read and print the texts; nothing without it."""
    if (node := shutil.which("node") or shutil.which("nodejs")) is None:
        return None
    for name, text in (("node.js", NODE.encode()), ("asked", asked), ("answered", answered)):
        (folder / name).write_bytes(text)
    ran = subprocess.run([node, *(folder / name for name in ("node.js", "asked", "answered"))],
                         check=True, stdout=subprocess.PIPE)
    return float(ran.stdout)


def main():
    program, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
    rows = np.random.default_rng(1907).integers(0, HIGH + 1, (COUNT, 2), dtype=np.int32)
    expected = wythoff_is_p(*rows.T)
    text = json.dumps({"positions": rows.tolist()}, separators=(",", ":")).encode()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "wythoff.zarr"
        subprocess.run([program, "solve", "wythoff", "--box", str(HIGH), "-o", table], check=True,
                       stdout=subprocess.DEVNULL)
        words = [program, "serve", table, "--listen", "127.0.0.1:0", "--log", "none", "--json"]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as server:
            url = urlsplit(json.loads(server.stdout.readline())["listening"])
            connection = http.client.HTTPConnection(url.hostname, url.port)

            def post(body, kind):
                connection.request("POST", "/v1/tables/wythoff/probe", body, {"Content-Type": kind})
                answer = connection.getresponse()
                assert answer.status == 200
                return answer.read()

            opened = grundy.open(table)
            times = {"json": [], "python": [], "binary": [], "process": []}
            for _ in range(turns):
                seconds, answer = timed(lambda: post(text, "application/json"))
                times["json"].append(seconds)
                values = json.loads(answer)
                seconds, _ = timed(lambda: (json.loads(text), json.dumps(values)))
                times["python"].append(seconds)
                seconds, packed = timed(
                    lambda: post(rows.tobytes(), "application/x-grundy-positions;type=int32"))
                times["binary"].append(seconds)
                seconds, inside = timed(lambda: opened.probe(rows))
                times["process"].append(seconds)
                assert (np.array(values["nimber"]) == 0).tolist() == expected.tolist()
                assert np.frombuffer(packed, "<u2").tolist() == values["nimber"]
                assert inside.tolist() == values["nimber"]
            binary = rows.tobytes()
            compare_processor_time(
                server, lambda: post(binary, "application/x-grundy-positions;type=int32"),
                lambda: opened.probe(rows))
            server.terminate()
        by_node = time_node(Path(folder), text, answer)
    middle = {name: statistics.median(found) for name, found in times.items()}
    least = {name: min(found) for name, found in times.items()}
    print(f"JSON: {middle['json'] * 1e3:.1f} ms, Python's json {middle['python'] * 1e3:.1f} ms, ratio "
          f"{middle['json'] / middle['python']:.2f} (least times {least['json'] / least['python']:.2f})")
    if by_node is not None:
        print(f"JSON: Node {by_node:.1f} ms, ratio {middle['json'] * 1e3 / by_node:.2f}")
    print(f"binary: {middle['binary'] * 1e3:.2f} ms, {COUNT / middle['binary'] / 1e6:.1f} M positions/s "
          f"(best {COUNT / least['binary'] / 1e6:.1f}); in process {middle['process'] * 1e3:.2f} ms, "
          f"ratio {middle['process'] / middle['binary']:.2f} "
          f"(least times {least['process'] / least['binary']:.2f})")


main()
