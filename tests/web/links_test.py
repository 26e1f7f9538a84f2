"""Everything is in the address: everyone who opens it sees the same."""
import ast
import io
import json
import subprocess
import sys
import time
import urllib.request

import numpy as np
import pytest

PICTURE = "#/picture/piles?across=a&down=c&at=3,9,12&scale=8&middle=5.25,9&palette=mod16&reduce=max"
ADDRESSES = [
    PICTURE, "#/picture/wythoff?scale=4&middle=150,200", "#/table/piles?along=b&at=1,2,3&length=10",
    "#/position/piles?at=3,4,5&past=3,4,9&past=3,4,6", "#/sum?term=nim(3)&term=kayles(5)&misere=1",
    "#/play?start=nim(3)+%2B+kayles(5)&misere=1&move=nim(3)+%2B+kayles(4)&second=1",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_shows_the_same_again(browser, address):
    inputs = "return [...document.querySelectorAll('input, select')].map(each => each.value)"

    def state():
        return browser.text(), browser.run(inputs), [*browser.all("canvas")] and browser.pixels().tobytes()

    def state_at_rest():  # answers come one by one
        before = state()
        time.sleep(0.3)
        return state() == before and before

    browser.open(address)
    browser.wait(lambda: "at=3,9,12" not in address or "winning move" in browser.text("#at-hand"))
    first = browser.wait(state_at_rest)
    browser.open("#" + browser.address)  # as the screen has written it
    browser.wait(lambda: state() == first, "the same again")


def test_what_is_changed_is_in_the_address(browser):
    from selenium.webdriver.support.ui import Select
    browser.open("#/picture/piles")
    lists = {label.text.splitlines()[0]: label for label in browser.all("label.field") if label.text}
    Select(lists["across"].find_element("tag name", "select")).select_by_visible_text("a")
    browser.wait(lambda: "across=a&down=b" in browser.address)
    lists = {label.text.splitlines()[0]: label for label in browser.all("label.field") if label.text}
    Select(lists["colours"].find_element("tag name", "select")).select_by_visible_text("residues")
    Select(lists["from afar"].find_element("tag name", "select")).select_by_visible_text("share of P")
    browser.wait(lambda: "palette=mod8&reduce=density" in browser.address)


def test_back_leads_to_what_was_seen(browser):
    browser.open("#/position/piles?at=3,4,5")
    browser.all(".group a")[0].click()
    browser.wait(lambda: "past=3,4,5" in browser.address)
    browser.settle()
    browser.driver.back()
    browser.wait(lambda: "piles (3, 4, 5)" in browser.text("h1"))


def commands(browser):
    browser.wait(lambda: browser.all(".share summary"))
    browser.run("document.querySelector('.share').open = true")
    return [each.text for each in browser.all(".command pre")]


def test_files_of_a_picture_are_those_that_it_shows(browser):
    browser.open("#/picture/piles?at=3,9,12")
    commands(browser)
    links = {link.text: link.get_attribute("href") for link in browser.all(".share a")}
    assert urllib.request.urlopen(links["PNG"]).read(4) == b"\x89PNG"
    assert urllib.request.urlopen(links["CSV"]).read(2) == b"b,"


def test_lines_of_a_picture_give_its_array(browser, server, tmp_path):
    browser.open("#/picture/piles?at=3,9,12")
    curl, python = commands(browser)
    url = f"{server.url}/v1/tables/piles/cells?slice=3,:,:&format=npy"
    assert url in curl and url in python
    expected = np.load(io.BytesIO(urllib.request.urlopen(url).read()))
    ran = subprocess.run(curl, shell=True, cwd=tmp_path, check=True, stdout=subprocess.PIPE)
    assert ran.stdout == b""
    assert np.array_equal(np.load(tmp_path / "piles.npy"), expected)
    printed = subprocess.run([sys.executable, "-c", python], check=True, stdout=subprocess.PIPE).stdout
    assert printed.decode() == f"{expected}\n"


@pytest.mark.parametrize("address, key, expected", [
    ("#/table/piles", "game", "three_pile"), ("#/table/%3Cb%3Ebold", "game", "nim"),
    ("#/position/piles?at=3,9,12", "expression", "three_pile(3,9,12)"),
    ("#/sum?term=nim(3)&term=kayles(5)", "expression", "nim(3) + kayles(5)"),
    ("#/play?start=nim(3)+%2B+kayles(5)", "expression", "nim(3) + kayles(5)")])
def test_lines_of_other_screens_print_json(browser, address, key, expected):
    browser.open(address)
    curl, python = commands(browser)
    printed = subprocess.run(curl, shell=True, check=True, capture_output=True).stdout
    assert json.loads(printed)[key] == expected
    printed = subprocess.run([sys.executable, "-c", python], check=True, capture_output=True).stdout
    assert ast.literal_eval(printed.decode())[key] == expected


@pytest.mark.parametrize("has_clipboard", [True, False])  # a page without encryption has none
def test_what_is_copied_is_seen(browser, server, has_clipboard):
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", {
        "origin": server.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    browser.open("#/table/piles")
    curl, _ = commands(browser)
    browser.run("window.kept = navigator.clipboard")
    if not has_clipboard:
        browser.run("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    button = browser.all(".command button")[0]
    assert button.text == "Copy"
    button.click()
    browser.wait(lambda: button.text == "Copied", "the sign")
    assert browser.text("#announcer") == "Copied"
    assert browser.driver.execute_async_script("kept.readText().then(arguments[0])") == curl
    browser.wait(lambda: button.text == "Copy", "the end of the sign")


def test_copying_that_is_not_allowed_is_seen(browser):
    browser.open("#/table/piles")
    commands(browser)
    browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    button = browser.all(".command button")[0]
    button.click()
    browser.wait(lambda: button.text == "The browser does not allow copying", "the sign")


def test_histograms_count_in_nimbers(browser):
    browser.open("#/table/wythoff")
    histogram = browser.all("figure")[0]
    marks = [text.text for text in histogram.find_elements("css selector", ".axes text")]
    assert marks[-1] == "nimber" and "450" in marks  # the largest is 458
    histogram.find_element("tag name", "summary").click()
    rows = [row.text for row in histogram.find_elements("css selector", "tbody tr")]
    assert rows[:2] == ["0 to 1 460", "2 to 3 462"] and rows[-1] == "458 to 459 2"


def test_a_table_tells_its_period(browser):
    browser.open("#/table/long")
    assert "12 of the nimbers from 71 on, for all heaps: Guy and Smith (1956)" in browser.text(".facts")


def test_the_sequence_follows_its_fields(browser):
    browser.open("#/table/kayles")
    browser.run("""
      const input = [...document.querySelectorAll('input')].find(each => each.max === '5000');
      input.value = 6;
      input.dispatchEvent(new Event('change'));""")
    browser.wait(lambda: "length=6" in browser.address)
    browser.settle()
    browser.all("figure")[-1].find_element("tag name", "summary").click()
    figure = browser.all("figure")[-1]
    rows = [row.text.split() for row in figure.find_elements("css selector", "tbody tr")]
    assert rows == [[str(n), str(g)] for n, g in enumerate([0, 1, 2, 3, 1, 4])]
    csv = browser.one(".share a").get_attribute("href")
    assert len(urllib.request.urlopen(csv).read().splitlines()) == 1 + 6
