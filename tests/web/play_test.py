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


def test_each_mistake_is_named_with_a_move_that_would_have_won(browser):
    browser.open("#/play?start=three_pile(3,4,2)")
    browser.link("three_pile(3,4,0)").click()  # (3, 4, 1) is lost for who moves then
    browser.wait(lambda: "move=three_pile(3,4,0)&move=" in browser.address, "the server's move")
    browser.wait(lambda: browser.text(".mistakes") == "Move 1 lost it; c: 2 → 1 would have won.")
    browser.shot("mistake")
    browser.open("#/play?start=nim(2)+%2B+nim(1)&move=nim(0)+%2B+nim(1)&move=2*nim(0)")
    assert browser.text(".mistakes") == "Move 1 lost it; nim(2) → nim(1) would have won."
    assert browser.text(".record .mistake").strip() == browser.text(".mistakes")
    browser.open("#/play?start=nim(2)+%2B+nim(1)&move=2*nim(1)&move=nim(1)+%2B+nim(0)&move=2*nim(0)")
    assert "You have won." in browser.text() and browser.text(".mistakes") == ""


def test_a_rematch_exchanges_the_sides(browser):
    browser.open("#/play?start=nim(2)&misere=1&move=nim(0)")
    browser.link("Rematch: the server begins").click()
    browser.wait(lambda: browser.address == "/play?start=nim(2)&misere=1&second=1&move=nim(1)")
    browser.wait(lambda: "You move." in browser.text())
    assert not browser.all(".rematch")


def test_stones_are_clicked_where_a_move_lowers_one_pile(browser):
    browser.open("#/play?start=wythoff(3,5)+%2B+s_nim(4;+S%3D{1,3})")
    piles = lambda: [pile.get_attribute("aria-label") for pile in browser.all(".pile")]
    assert piles() == ["wythoff a: 3", "wythoff b: 5", "s_nim: 4"]
    enabled = [stone.is_enabled() for stone in browser.all(".pile:last-child .stone")]
    assert enabled == [False, True, False, True]
    browser.shot("stones")
    browser.one("[aria-label='wythoff b: take 3, leave 2']").click()
    browser.wait(lambda: "move=wythoff(3,2)" in browser.address)
    browser.open("#/play?start=wythoff(3,5)")
    assert piles() == ["a: 3", "b: 5"]
    browser.open("#/play?start=nim(41)+%2B+nim(2)")
    assert "You move." in browser.text() and not browser.all(".pile")
    browser.open("#/play?start=couples_are_forever(4)")  # its moves make two heaps of one
    assert "You move." in browser.text() and not browser.all(".pile")


def test_pins_of_a_row_are_knocked_down_between_two_clicks(browser):
    browser.open("#/play?start=kayles(5)+%2B+nim(2)")
    pins = lambda: browser.all(".pins .stone")
    pins()[1].click()
    assert [pin.is_enabled() for pin in pins()] == [True, True, True, False, False]
    browser.shot("pins")
    pins()[1].click()
    browser.wait(lambda: "move=kayles(1)+%2B+kayles(3)+%2B+nim(2)" in browser.address)
    browser.open("#/play?start=kayles(5)+%2B+nim(2)")
    pins()[3].click()
    pins()[4].click()
    browser.wait(lambda: "move=kayles(3)+%2B+nim(2)" in browser.address)


def test_moves_are_there_before_it_is_known_how_long_the_game_lasts(browser):
    browser.open("#/play")
    browser.run("""
      const ask = window.fetch;
      window.release = null;
      window.fetch = (where, ...rest) => String(where).includes("remoteness=1")
        ? new Promise((resolve) => { window.release = () => resolve(ask(where, ...rest)); })
        : ask(where, ...rest);
      location.hash = "#/play?start=nim(3)";""")
    browser.wait(lambda: browser.all(".options a"), "the moves")
    assert "Under best play" not in browser.text()
    browser.run("window.release()")
    browser.wait(lambda: "Under best play 1 ply is left." in browser.text())


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
