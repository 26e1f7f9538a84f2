"""A site of plain files behind Python's own web server: the same pictures and values, no moves."""
import http.server
import os
import threading
import time
from functools import partial
from urllib.parse import urlsplit

import numpy as np
import pytest

import explorer_browser
from grundy_program import output


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(folder, tmp_path_factory):
    """Below a path, as on pages of projects."""
    place = tmp_path_factory.mktemp("site")
    output("serve", folder, "--export-site", place / "below")
    handler = partial(Files, directory=place)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/below"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(driver, site, tmp_path):
    driver.get("about:blank")
    opened = explorer_browser.Browser(driver, site, os.environ.get("GRUNDY_SCREENSHOTS", tmp_path))
    yield opened
    asked = [url for url in opened.asked() if not url.startswith(("data:", "about:"))]
    assert [url for url in asked if not url.startswith(site + "/")] == []
    assert opened.complaints() == []


SCREENS = {
    "#/tables": "wythoff",
    "#/table/wythoff": "a + b falls with every move",
    "#/table/kayles": "nimber along n",
    "#/picture/wythoff": "(8, 14)",
    "#/position/piles?at=5,9,12": "Nimber 23.",
    "#/position/lost?at=3,4,1": "(P)",
    "#/position/cards?at=0,0,0,0": "The player",
}


@pytest.mark.parametrize("address, words", SCREENS.items())
def test_screens_show_values(page, address, words):
    page.open(address if "picture" not in address else address + "?at=8,14&scale=16")
    page.wait(lambda: words in page.text(), words)
    page.shot("site-" + address[2:].split("?")[0].replace("/", "-"))


def pixels(browser, address):
    """Of the picture when it changes no more."""
    browser.open(address)
    browser.wait(lambda: browser.all("canvas"), "the picture")
    before = None
    while not np.array_equal(before, now := browser.pixels()) or now.std() == 0:
        before = now
        time.sleep(0.3)
    return now


@pytest.mark.parametrize("address", [
    "#/picture/wythoff?reduce=min", "#/picture/wythoff?reduce=max", "#/picture/wythoff?reduce=density",
    "#/picture/wythoff?scale=2&middle=150,20", "#/picture/piles?at=:,:,7", "#/picture/plies",
    "#/picture/piles?across=a&down=c&at=:,4,:", "#/picture/cards?at=3,:,:,1",
    "#/picture/narrow?scale=4"])
def test_pictures_are_those_of_a_server(driver, site, server, tmp_path, address):
    ours, theirs = (explorer_browser.Browser(driver, url, tmp_path) for url in (site, server.url))
    assert np.array_equal(pixels(ours, address), pixels(theirs, address))


def test_what_files_cannot_tell_is_said(page):
    page.open("#/tables")
    assert [link.text for link in page.all("nav a")] == ["Tables"]
    page.open("#/sum?term=nim(3)")
    assert "grundy serve" in page.text("[role=alert]")
    page.open("#/position/wythoff?at=3,4")
    assert "Nimber 2." in page.text() and "grundy serve" in page.text()
    page.open("#/position/wythoff?at=999,4")
    assert "outside the table" in page.text("[role=alert]")


def test_nothing_is_asked_that_only_a_server_has(page):
    page.open("#/picture/wythoff?at=8,14&scale=16")
    page.wait(lambda: "(8, 14): nimber 9" in page.text(), "the value")
    paths = [urlsplit(url).path for url in page.asked()]
    assert not [path for path in paths if "/v1/" in path]
