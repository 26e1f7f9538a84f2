#!/usr/bin/env python3
"""bench/server/pictures.py GRUNDY [TURNS]: the picture of 10^8 nimbers in one tile, asked for first
of a server, and again; and 10^8 outcomes of a slice of a section as raw cells.

The second is checked: the golden ratio gives Wythoff's P-positions.
"""
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import numpy as np

HIGH = 9999
TILE = "/v1/tables/{}/tiles/:,:/0/0/0.bin?reduce=min"


def get(url):
    begun = time.perf_counter()
    body = urllib.request.urlopen(url).read()
    return time.perf_counter() - begun, body


def wythoff_is_p(a, b):
    low, high = np.minimum(a, b), np.maximum(a, b)
    return low == np.floor((high - low) * (1 + math.sqrt(5)) / 2).astype(int)


def expected_tile():
    """Zero where any of 64 x 64 positions is P."""
    pixels = np.ones((157, 157), bool)
    a = np.arange(HIGH + 1)
    for row in range(HIGH + 1):
        lost = a[wythoff_is_p(np.full_like(a, row), a)]
        pixels[row // 64, lost // 64] = False
    return pixels


def main():
    grundy, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    times = {"cold": [], "kept": [], "slice": []}
    with tempfile.TemporaryDirectory() as folder:
        for name, value, more in (("nimbers", "nimber", []), ("section", "outcome", ["--store", "section"])):
            subprocess.run([grundy, "solve", "wythoff", "--box", str(HIGH), "--value", value, *more,
                            "-o", Path(folder) / f"{name}.zarr"], check=True,
                           stdout=subprocess.DEVNULL)
        for _ in range(turns):
            words = [grundy, "serve", folder, "--listen", "127.0.0.1:0", "--log", "none", "--json"]
            with subprocess.Popen(words, stdout=subprocess.PIPE) as server:
                url = json.loads(server.stdout.readline())["listening"]
                seconds, body = get(url + TILE.format("nimbers"))
                times["cold"].append(seconds)
                times["kept"].append(get(url + TILE.format("nimbers"))[0])
                seconds, cells = get(url + "/v1/tables/section/cells")
                times["slice"].append(seconds)
                server.terminate()
        tile = np.frombuffer(body, "<u2").reshape(157, 157)
        assert ((tile > 0) == expected_tile()).all()
        assert len(cells) == (HIGH + 1) ** 2
    for name, found in times.items():
        print(f"{name}: {statistics.median(found) * 1e3:.1f} ms, least {min(found) * 1e3:.1f} ms")


main()
