#!/usr/bin/env python3
"""bench/server/against_nginx.py GRUNDY [TURNS]: how `grundy serve` compares with nginx.

Both answer with the same bytes, by turns: nginx from a file. Needs Debian's nginx-light and wrk.
Prints the median rates and the median and 99th percentile of the latencies, with their ratios, and
the processor time that a request takes of the server, which other work on the machine disturbs least.
"""
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

CONFIGURATION = """
worker_processes auto;
daemon off;
pid {folder}/pid;
error_log /dev/null;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  keepalive_requests 100000000;
  default_type application/json;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""
SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
SECONDS_OF_A_TURN = 2
WORKS = [  # name, target, fields, connections
    ("probe", "/v1/tables/three_pile/probe?at=3,4,1", [], 64),
    ("64 KiB range", "/zarr/three_pile.zarr/nimber/c.0.0.0", ["Range: bytes=65536-131071"], 64),
    ("picture tile", "/v1/tables/three_pile/tiles/:,:,5/0/0/0.png", [], 64),
]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def start(words, port):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.02)


def fetch(url, fields):
    named = dict(field.split(": ") for field in fields)
    return urllib.request.urlopen(urllib.request.Request(url, headers=named)).read()


def load(url, fields, connections):
    """Requests a second, and the latencies that half and 99 % of them stay below."""
    words = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS_OF_A_TURN}s", "--latency"]
    for field in fields:
        words += ["-H", field]
    text = subprocess.run([*words, url], capture_output=True, check=True, text=True).stdout
    if "Non-2xx" in text:
        raise SystemExit(f"{url}: {text}")
    found = {part: float(number) * SECONDS[unit] for part, number, unit in
             re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", text)}
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), found["50"], found["99"]


def processor_seconds(process):
    """Of the process and its children."""
    seconds = 0.0
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for number in [process.pid, *children]:
        words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def compare(name, urls, processes, fields, connections, turns):
    if fetch(urls[0], fields) != fetch(urls[1], fields):
        raise SystemExit(f"{name}: the answers differ")
    found = [[], []]
    for turn in range(turns):
        for which in (0, 1) if turn % 2 == 0 else (1, 0):
            before = processor_seconds(processes[which])
            rate, half, most = load(urls[which], fields, connections)
            spent = processor_seconds(processes[which]) - before
            found[which].append((rate, half, most, spent / (rate * SECONDS_OF_A_TURN)))
    own, nginx = ([statistics.median(column) for column in zip(*side)] for side in found)
    print(f"{name}: {own[0]:,.0f}/s against {nginx[0]:,.0f}/s, ratio {own[0] / nginx[0]:.2f}; "
          f"half below {own[1] * 1e3:.2f} against {nginx[1] * 1e3:.2f} ms, "
          f"99 % below {own[2] * 1e3:.2f} against {nginx[2] * 1e3:.2f} ms; processor "
          f"{own[3] * 1e6:.1f} against {nginx[3] * 1e6:.1f} us, ratio {nginx[3] / own[3]:.2f}")


def main():
    grundy, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chmod(folder, 0o755)
        table = folder / "zarr" / "three_pile.zarr"
        table.parent.mkdir()
        subprocess.run([grundy, "solve", "three_pile", "--box", "200", "-o", table, "--store",
                        "full"], check=True, stdout=subprocess.DEVNULL)
        ports = free_port(), free_port()
        (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=ports[1]))
        running = [start([grundy, "serve", table, "--listen", f"127.0.0.1:{ports[0]}", "--log",
                          "none"], ports[0])]
        try:
            running.append(start(["nginx", "-c", folder / "nginx.conf"], ports[1]))
            for work, target, fields, connections in WORKS:
                ours = f"http://127.0.0.1:{ports[0]}{target}"
                path = target.lstrip("/") if target.startswith("/zarr") else work.replace(" ", "_")
                if not target.startswith("/zarr"):
                    (folder / path).write_bytes(fetch(ours, fields))
                compare(work, (ours, f"http://127.0.0.1:{ports[1]}/{path}"), running, fields,
                        connections, turns)
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=30)


main()
