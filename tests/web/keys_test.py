"""The explorer by the keyboard alone."""
import pytest

Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys


def focus(browser):
    return browser.run("return document.activeElement.textContent.trim() || document.activeElement.tagName")


def tab_to(browser, what, limit=60):
    for _ in range(limit):
        browser.keys(Keys.TAB)
        if focus(browser) == what:
            return
    raise AssertionError(f"Tab does not lead to {what}")


def test_from_the_tables_to_a_position_that_is_won(browser):
    browser.open("#/tables")
    tab_to(browser, "wythoff")
    browser.keys(Keys.ENTER)
    browser.wait(lambda: browser.text("h1") == "wythoff")
    browser.settle()
    assert focus(browser) == "wythoff"  # the heading, where reading goes on
    tab_to(browser, "Picture")
    browser.keys(Keys.ENTER)
    browser.wait(lambda: browser.all("canvas"))
    browser.settle()
    tab_to(browser, "CANVAS")
    browser.keys(Keys.HOME)
    browser.wait(lambda: browser.text("#at-hand").startswith("(0, 0): nimber 0"))
    browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    browser.wait(lambda: browser.text("#at-hand") == "(1, 2): nimber 0; no winning move")
    browser.keys_with(Keys.SHIFT, Keys.ARROW_RIGHT)
    browser.wait(lambda: browser.text("#at-hand").startswith("(1, 12): nimber "))
    browser.wait(lambda: browser.text("#at-hand").endswith("; 1 winning move"))
    browser.keys("+", "+", "+")
    browser.wait(lambda: "scale=" in browser.address)
    browser.keys(Keys.ENTER)
    browser.wait(lambda: "wythoff (1, 12)" in browser.text("h1"))
    browser.settle()
    tab_to(browser, "wythoff(1,2)")
    browser.keys(Keys.ENTER)
    browser.wait(lambda: "wythoff (1, 2)" in browser.text("h1"))
    browser.settle()
    assert "The player who has just moved wins (P)." in browser.text()
    tab_to(browser, "(1, 12)")  # the history
    browser.keys(Keys.ENTER)
    browser.wait(lambda: "wythoff (1, 12)" in browser.text("h1"))


def test_brackets_move_the_slice_and_zero_shows_all(browser):
    browser.open("#/picture/piles?at=3,9,12&scale=32")
    tab_to(browser, "CANVAS")
    browser.keys("]", "]", "[")
    browser.wait(lambda: "at=4,9,12" in browser.address)
    browser.wait(lambda: browser.text("#at-hand").startswith("(4, 9, 12): nimber"))
    browser.keys("-")
    browser.wait(lambda: "scale=25" in browser.address)  # the farthest
    browser.keys("0")
    browser.wait(lambda: "scale=" not in browser.address)


def test_the_question_mark_shows_the_keys(browser):
    browser.open("#/tables")
    browser.keys("?")
    assert browser.run("return document.getElementById('help').open")
    browser.shot("keys")
    browser.keys(Keys.ESCAPE)
    assert not browser.run("return document.getElementById('help').open")
    browser.open("#/play")
    browser.one("input[type=text]").send_keys("?")
    assert not browser.run("return document.getElementById('help').open")


def test_the_first_link_skips_the_header(browser):
    browser.open("#/tables")
    browser.keys(Keys.TAB)
    assert focus(browser) == "To the content"
    browser.keys(Keys.ENTER)
    tab_to(browser, "<b>bold", limit=2)
