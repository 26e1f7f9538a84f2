"""Everything is in the address: everyone who opens it sees the same."""
import time
import urllib.request

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


def test_files_and_commands_ask_the_same(browser, server):
    browser.open("#/picture/piles?at=3,9,12")
    browser.wait(lambda: browser.all(".share summary"))
    browser.one(".share summary").click()
    links = {link.text: link.get_attribute("href") for link in browser.all(".share a")}
    assert urllib.request.urlopen(links["PNG"]).read(4) == b"\x89PNG"
    assert urllib.request.urlopen(links["CSV"]).read(2) == b"b,"
    curl, python = [each.text for each in browser.all(".command pre")]
    assert curl == f"curl '{server.url}/v1/tables/piles/cells?slice=3,:,:&format=npy'"
    browser.open("#/position/piles?at=3,9,12")
    browser.one(".share summary").click()
    curl, python = [each.text for each in browser.all(".command pre")]
    printed = {}
    exec(python.replace("print(", "printed.update("), {"printed": printed})
    assert printed["expression"] == "three_pile(3,9,12)"


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
    rows = browser.all("figure:last-of-type tbody tr")
    figure = browser.all("figure")[-1]
    rows = [row.text.split() for row in figure.find_elements("css selector", "tbody tr")]
    assert rows == [[str(n), str(g)] for n, g in enumerate([0, 1, 2, 3, 1, 4])]
