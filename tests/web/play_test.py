"""Whole games against the server, and sums that are put together."""
import pytest


def turns(browser):
    """Waits for one's turn or the end; whether it is one's turn."""
    browser.wait(lambda: browser.all(".options") or "won." in browser.text(), "my turn")
    browser.settle()
    return "You move." in browser.text()


def move_as_hinted(browser):
    browser.one(".hint").find_element("xpath", "preceding-sibling::button").click()
    best = browser.wait(lambda: browser.text(".hint")).split(" wins")[0].split(" does")[0]
    before = browser.address
    browser.link(best).click()
    browser.wait(lambda: browser.address != before)


@pytest.mark.parametrize("start, misere, second", [
    ("nim(3)+%2B+kayles(5)", "", ""), ("2*nim(2)+%2B+nim(1)", "&misere=1", ""),
    ("kayles(1)+%2B+nim(1)", "", "&second=1")])
def test_who_follows_the_hints_wins(browser, start, misere, second):
    browser.open(f"#/play?start={start}{misere}{second}")
    while turns(browser):
        move_as_hinted(browser)
    assert "You have won." in browser.text()
    browser.shot("won")


def test_who_moves_badly_loses_and_takes_it_back(browser):
    browser.open("#/play?start=nim(2)+%2B+nim(1)")
    assert "Under best play 3 plies are left." in browser.text()
    browser.link("nim(2)").click() if browser.all("a[href*='none']") else browser.link("nim(0) + nim(1)").click()
    browser.wait(lambda: "The server has won." in browser.text())
    browser.link("Undo").click()
    browser.wait(lambda: "You move." in browser.text())
    assert browser.text(".now") == "nim(2) + nim(1)"
    browser.link("2*nim(1)").click()
    browser.wait(lambda: "You move." in browser.text())
    browser.settle()
    browser.all(".options a")[0].click()
    browser.wait(lambda: "You have won." in browser.text())


def test_a_new_game_takes_its_words(browser):
    browser.open("#/play")
    browser.one("input[type=text]").clear()
    browser.one("input[type=text]").send_keys("nim(4)")
    for box in browser.all("input[type=checkbox]"):
        box.click()
    browser.one("form button").click()
    browser.wait(lambda: "You move." in browser.text() or "won." in browser.text())
    assert browser.address.startswith("/play?start=nim(4)&misere=1&second=1&move=")


def test_a_sum_grows_and_shrinks(browser):
    browser.open("#/sum")
    assert "The sum is empty." in browser.text()
    browser.one("input[type=text]").send_keys("2*kayles(7) + nim(3)")
    browser.all("form button")[1].click()
    browser.wait(lambda: "The player to move wins (N). Nimber 3." in browser.text())
    from selenium.webdriver.support.ui import Select
    Select(browser.one("select")).select_by_visible_text("wythoff")
    for field, value in zip(browser.all("input[type=number]"), "12"):
        field.clear()
        field.send_keys(value)
    browser.all("form button")[0].click()
    browser.wait(lambda: "wythoff(1,2)" in browser.text(".terms"))
    browser.settle()
    browser.all(".terms a")[0].click()
    browser.wait(lambda: "kayles" not in browser.text(".terms"))
    assert "#" + browser.address == "#/sum?term=nim(3)&term=wythoff(1,2)"
    browser.settle()
    browser.link("To misère play").click()
    browser.wait(lambda: "Misère play: the player who cannot move wins." in browser.text())
