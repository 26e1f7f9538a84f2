"""What scripts/screenshots runs: `screenshots.py FOLDER`, with tests/support on the path."""
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from PIL import Image

import explorer_browser
from grundy_program import output
from grundy_server import Server

TABLES = {"wythoff": ("wythoff", "300", "nimber"), "three_pile": ("three_pile", "300", "outcome")}
RULES = """game fans(a, b)
  "As Wythoff, or twice as many."
  symmetric (a, b)
  (a, b) -> (a - k, b)        for k >= 1
  (a, b) -> (a - k, b - k)    for k >= 1
  (a, b) -> (a - k, b - 2*k)  for k >= 1
"""
SHOTS = {  # size of the page, address, words that are there when all is, colours of the file
    "explorer": ((860, 720), "#/picture/wythoff?at=10,13&scale=28&middle=11.8,7.3&palette=mod8",
                 "3 winning moves", 64),
    "serve": ((760, 840), "#/picture/three_pile?at=100,150,153&scale=2&middle=150,150",
              "4 winning moves", 32),
    "workbench": ((1200, 760), f"#/workbench?rules={quote(RULES)}&box=140",
                  "19,881 positions", 64),
}


def main():
    driver = explorer_browser.start()
    with tempfile.TemporaryDirectory() as name:
        for table, (game, box, value) in TABLES.items():
            output("solve", game, "--box", box, "--value", value, "-o", f"{name}/{table}.zarr")
        with Server(name) as server:
            browser = explorer_browser.Browser(driver, server.url, sys.argv[1])
            driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
            for shot, (size, address, words, colours) in SHOTS.items():
                browser.size(size)
                browser.open(address)
                browser.wait(lambda words=words: words in browser.text(), words)
                browser.shot(shot)
                file = Path(sys.argv[1]) / f"{shot}.png"
                Image.open(file).convert("RGB").quantize(colours).save(file, optimize=True)
    driver.quit()


main()
