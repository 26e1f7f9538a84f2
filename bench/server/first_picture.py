#!/usr/bin/env python3
"""bench/server/first_picture.py GRUNDY.. [TURNS]: the first picture of a table in Chromium.

Milliseconds from navigation, without a cache, until the first tile is drawn, by turns of the programs
that are named; and when the page, the program's last file, and the tile were there. Needs Debian's
chromium, chromium-driver and python3-selenium.
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))
import explorer_browser  # noqa: E402

WATCH = """
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...words) {
    draw.apply(this, words);
    window.drawn ??= performance.now();
  };
"""
TIMES = """
  const ends = (which) => Math.max(0, ...performance.getEntriesByType('resource').filter(
    ({name}) => which.test(name)).map(({responseEnd}) => responseEnd));
  return window.drawn && [window.drawn, performance.getEntriesByType('navigation')[0].responseEnd,
    ends(/[.]js$/), ends(/tiles/)];
"""
NAMES = "first tile drawn", "page there", "program there", "tiles there"


def load(driver, url):
    driver.get("about:blank")
    driver.get(f"{url}/#/picture/wythoff")
    while not (times := driver.execute_script(TIMES)):
        time.sleep(0.02)
    return times


def main():
    words = sys.argv[1:]
    turns = int(words.pop()) if words[-1].isdigit() else 9
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        table = Path(folder) / "wythoff.zarr"
        subprocess.run([words[0], "solve", "wythoff", "--box", "1000", "-o", table], check=True,
                       stdout=subprocess.DEVNULL)
        urls = []
        for program in words:
            server = stack.enter_context(subprocess.Popen(
                [program, "serve", table, "--listen", "127.0.0.1:0", "--log", "none", "--json"],
                stdout=subprocess.PIPE))
            stack.callback(server.terminate)
            urls.append(json.loads(server.stdout.readline())["listening"])
        driver = explorer_browser.start()
        stack.callback(driver.quit)
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        for url in urls:
            load(driver, url)
        found = [[] for _ in urls]
        for _ in range(turns):
            for url, times in zip(urls, found):
                times.append(load(driver, url))
    for program, times in zip(words, found):
        middle = [statistics.median(column) for column in zip(*times)]
        print(f"{program}: " + ", ".join(f"{name} {at:.0f} ms" for name, at in zip(NAMES, middle))
              + f"; least {min(times)[0]:.0f} ms")


main()
