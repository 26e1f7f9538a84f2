"""Tables, a server of them, and one browser for all tests of a file."""
import os

import pytest

import explorer_browser
from grundy_program import output
from grundy_server import Server

TABLES = {
    "wythoff": ("wythoff", "300", "nimber"),
    "plies": ("wythoff", "30,25", "remoteness"),
    "piles": ("three_pile", "20", "nimber"),
    "lost": ("three_pile", "12", "outcome"),
    "cards": ("cards", "5,4,3,2", "outcome"),
    "narrow": ("wythoff", "300,20", "nimber"),
    "kayles": ("kayles", "70", "nimber"),
    "long": ("kayles", "700", "nimber"),
    "<b>bold": ("nim", "9", "nimber"),
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name, (game, box, quantity) in TABLES.items():
        output("solve", game, "--box", box, "--value", quantity, "-o", folder / f"{name}.zarr")
    output("solve", "nim", "--box", "30", "--misere", "-o", folder / "misere.zarr")
    output("solve", "subtraction", "--param", "S=2,5", "--box", "90", "-o", folder / "fives.zarr")
    return folder


@pytest.fixture(scope="session")
def driver():
    driver = explorer_browser.start()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def server(folder):
    with Server(folder) as running:
        yield running


@pytest.fixture
def browser(driver, server, tmp_path):
    """A page without history that nothing on the console complains of, and that asks nobody else."""
    shots = os.environ.get("GRUNDY_SCREENSHOTS", tmp_path)
    driver.get("about:blank")
    opened = explorer_browser.Browser(driver, server.url, shots)
    yield opened
    assert opened.complaints() == []
    asked = [url for url in opened.asked() if not url.startswith(("data:", "about:"))]
    assert [url for url in asked if not url.startswith(server.url + "/")] == []
