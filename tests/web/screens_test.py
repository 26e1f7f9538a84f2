"""Every screen: at desk and phone width, in light and dark, with names for all that can be used."""
import re
from pathlib import Path

import pytest

from explorer_browser import DESK, PHONE

SCREENS = {
    "tables": ("#/tables", "three_pile"),
    "table": ("#/table/wythoff", "game wythoff(a, b)"),
    "heaps": ("#/table/kayles", "because n falls with every move"),
    "misere": ("#/table/misere", "the player who cannot move wins"),
    "picture": ("#/picture/wythoff?at=8,14&scale=16", "(8, 14): nimber 9; 1 winning move"),
    "slice": ("#/picture/piles?at=3,9,12", "Each position has its own colour."),
    "position": ("#/position/piles?at=5,9,12&past=5,9,13", "The player to move wins (N). Nimber 23."),
    "sum": ("#/sum?term=nim(3)&term=2*kayles(5)", "The player to move wins (N). Nimber 3."),
    "play": ("#/play?start=nim(3)%20%2B%20kayles(5)", "You move."),
}
KINDS = [("desk", DESK, "light"), ("phone", PHONE, "light"), ("dark", DESK, "dark")]


@pytest.mark.parametrize("kind, size, scheme", KINDS, ids=[kind for kind, _, _ in KINDS])
@pytest.mark.parametrize("name", SCREENS)
def test_screens_fit_and_say_what_they_show(browser, name, kind, size, scheme):
    address, words = SCREENS[name]
    browser.size(size, scheme)
    browser.open(address)
    browser.wait(lambda: words in browser.text(), words)
    browser.shot(f"{name}-{kind}")
    wide, room = browser.run("const e = document.documentElement; return [e.scrollWidth, e.clientWidth]")
    assert wide <= room
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(22, 22, 26)" if scheme == "dark" else "rgb(255, 255, 255)")
    assert len(browser.all("h1")) == 1
    assert browser.driver.title.endswith("· Grundy")


@pytest.mark.parametrize("name", SCREENS)
def test_all_that_can_be_used_has_a_name(browser, name):
    browser.open(SCREENS[name][0])
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    for each in browser.all("a, button, input, select, canvas, svg[role], summary, [tabindex='0']:not(pre)"):
        if each.is_displayed():
            assert each.accessible_name, each.get_attribute("outerHTML")


def test_errors_are_shown_as_text(browser):
    browser.open("#/sum?term=<b>nim(3)")
    assert "expected" in browser.text("[role=alert]")
    assert browser.text(".caret").splitlines()[1].strip() == "^"
    browser.open("#/nothing")
    assert "no screen" in browser.text("[role=alert]")
    browser.open("#/position/piles?at=99,0,0")
    assert "outside the table" in browser.text("[role=alert]")
    browser.open("#/table/none")
    assert "there is no table" in browser.text("[role=alert]")
    for message in browser.complaints():  # the browser tells statuses of its own accord
        assert "Failed to load resource" in message


def test_the_page_names_all_modules_at_once(server):
    """Else a browser learns of some only when it has read others."""
    page = server.get("/").body.decode()
    named = set(re.findall(r'(?:href|src)="explorer/(\w+\.js)"', page))
    web = Path(__file__).parents[2] / "web"
    only_for_sites = {"files.js"}
    assert named == {module.name for module in web.glob("*.js")} - only_for_sites


def test_names_are_text_and_no_markup(browser):
    browser.open("#/tables")
    browser.link("<b>bold").click()
    browser.wait(lambda: browser.text("h1") == "<b>bold", "the table")
    browser.settle()
    assert browser.all("main b") == []


def test_the_page_may_not_make_markup_of_text(browser):
    browser.open("#/tables")
    refused = browser.run("""
      try { document.body.innerHTML = "<b>x</b>"; } catch (error) { return error.name; }""")
    assert refused == "TypeError"
    assert any("TrustedHTML" in message for message in browser.complaints())
    browser.run("""
      const style = document.createElement("style");
      style.append("h1 { color: red }");
      document.head.append(style);""")
    assert browser.run("return getComputedStyle(document.querySelector('h1')).color") != "rgb(255, 0, 0)"
    assert any("style" in message for message in browser.complaints())


def test_options_are_moves_and_losing_ones_are_folded(browser):
    browser.open("#/position/piles?at=5,9,13")
    won = [link.text for link in browser.all(".group.P a")]
    assert won and all(re.fullmatch(r"([abc]: \d+ → \d+ \(take \d+\)(, )?)+", text) for text in won)
    losing = browser.one("details.group.N")
    assert losing.get_attribute("open") is None
    browser.run("arguments[0].open = true", losing)
    assert "a: 5 → 4 (take 1)" in losing.text
    browser.open("#/sum?term=nim(3)&term=nim(1)")
    assert [link.text for link in browser.all(".group.P a")] == ["2*nim(1)"]


@pytest.mark.parametrize("address, kinds", [
    ("piles?at=3,4,5", {"(a, b, c) -> (a - k, b, c) for k >= 1", "(a, b, c) -> (a - k, b - k, c) for k >= 1"}),
    ("plies?at=3,4", {"(a, b) -> (a - k, b) for k >= 1", "(a, b) -> (a - k, b - k) for k >= 1"}),
    ("misere?at=5", set())])
def test_moves_are_grouped_by_their_rules(browser, address, kinds):
    browser.open(f"#/position/{address}")
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    heads = [head.text.rsplit(" (", 1) for head in browser.all(".group .kind")]
    assert {kind for kind, _ in heads} == kinds
    for number, links in zip((int(count[:-1]) for _, count in heads), browser.all(".kind + .options")):
        assert len(links.find_elements("css selector", "a")) == number
