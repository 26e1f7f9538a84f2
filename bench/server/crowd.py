#!/usr/bin/env python3
"""bench/server/crowd.py GRUNDY [TURNS]: probes while others are there.

By turns: alone; beside 1,000 idle connections and 100 that send a byte of their head each second;
beside as many searches as may run. wrk asks over 16 connections. Prints the median rates and the
medians of what 99 % of the latencies stay below, with their ratios to those alone. Needs Debian's wrk.
"""
import contextlib
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

PROBE = "/v1/tables/wythoff/probe?at=3,4"
SLOW = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
SEARCH = b"GET /v1/value?term=chomp3(%d,2000,2000) HTTP/1.1\r\nHost: localhost\r\n\r\n"
SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def load(url):
    """Requests a second, and the latency that 99 % stay below."""
    text = subprocess.run(["wrk", "-t1", "-c16", "-d3s", "--latency", url], capture_output=True,
                          check=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(text)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), float(number) * SECONDS[unit]


@contextlib.contextmanager
def opened(address, count, first):
    """Connections that have sent so much."""
    with contextlib.ExitStack() as stack:
        connections = []
        for number in range(count):
            connections.append(stack.enter_context(socket.create_connection(address, timeout=60)))
            connections[-1].sendall(first(number))
        yield connections


@contextlib.contextmanager
def alone(_):
    yield


@contextlib.contextmanager
def crowded(address):
    ends = threading.Event()
    with opened(address, 1000, lambda _: b""), opened(address, 100, lambda _: SLOW) as slow:

        def drip():
            while not ends.wait(1):
                for connection in slow:
                    with contextlib.suppress(OSError):  # it took too long in all
                        connection.sendall(b"x")

        thread = threading.Thread(target=drip)
        thread.start()
        yield
        ends.set()
        thread.join()


@contextlib.contextmanager
def searching(address):
    with opened(address, os.cpu_count(), lambda number: SEARCH % (200 + number)):
        yield


def main():
    grundy, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
    ways = {"alone": alone, "crowded": crowded, "searching": searching}
    found = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "wythoff.zarr"
        subprocess.run([grundy, "solve", "wythoff", "--box", "300", "-o", table], check=True,
                       stdout=subprocess.DEVNULL)
        words = [grundy, "serve", table, "--listen", "127.0.0.1:0", "--log", "none", "--json",
                 "--connections", "4096", "--search-seconds", "60"]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as server:
            url = json.loads(server.stdout.readline())["listening"]
            address = (urlsplit(url).hostname, urlsplit(url).port)
            for _ in range(turns):
                for name, way in ways.items():
                    with way(address):
                        found[name].append(load(url + PROBE))
            server.terminate()
    middle = {name: [statistics.median(column) for column in zip(*loads)]
              for name, loads in found.items()}
    for name, (rate, most) in middle.items():
        print(f"{name}: {rate:,.0f}/s, 99 % below {most * 1e3:.2f} ms, "
              f"{most / middle['alone'][1]:.2f} of alone")


main()
