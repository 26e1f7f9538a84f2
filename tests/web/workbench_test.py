"""The workbench: rules that one types, their mistakes in place, their values and law at once."""
from urllib.parse import parse_qs, quote

import pytest

from explorer_browser import Browser
from grundy_server import Server

HALVES = "game halves(n)\n    (n) -> (n - k)  for k >= 1 when 2 * k <= n\n"
CORNERS = "game corners(a, b)\n    (a, b) -> (a - k, b)  for k in {1, 2}\n    (a, b) -> (a, b - k)  for k in {1, 2}\n"
WIDE, PHONE = (1400, 900), (390, 844)


def address(rules, **more):
    words = [f"{key}={quote(value)}" for key, value in {"rules": rules, **more}.items()]
    return "#/workbench?" + "&".join(words)


def type_rules(browser, text):
    """As if all were typed at once."""
    browser.run("""
      const box = document.querySelector('textarea');
      box.value = arguments[0];
      box.dispatchEvent(new Event('input', { bubbles: true }));""", text)


def answered(browser, words):
    browser.wait(lambda: words in browser.text(".written"), words)
    browser.settle()


def asked(browser):
    return parse_qs(browser.address.partition("?")[2])


def test_rules_that_are_typed_have_values_at_once(browser):
    browser.open("#/workbench")
    answered(browser, "62,500 positions up to (249, 249)")
    assert "game wythoff(a, b)" in browser.run("return document.querySelector('textarea').value")
    assert browser.all("canvas")
    type_rules(browser, CORNERS)
    answered(browser, "corners: nimber")
    assert asked(browser)["rules"] == [CORNERS.rstrip() + "\n"]
    browser.run("document.querySelector('.shown details').open = true")
    assert "2\t2\t3\t0" in browser.text(".shown details table").replace(" ", "")
    type_rules(browser, HALVES)
    answered(browser, "halves: nimber")
    assert not browser.all("canvas") and browser.all(".shown figure")


@pytest.mark.parametrize("wrong, place, words, marked", [
    (CORNERS.replace("{1, 2}", "fibonaci", 1), "line 2, column 36", "did you mean `fibonacci`?", "fibonaci"),
    (CORNERS.replace("a - k", "a + k", 1), "line 2", "", None),
    (CORNERS.replace("b - k", "c - k"), "line 3, column 19", "", "c"),
    ("game g(n", "line 1, column 9", "", None)])
def test_mistakes_are_underlined_where_they_are(browser, wrong, place, words, marked):
    browser.open(address(CORNERS))
    answered(browser, "corners: nimber")
    type_rules(browser, wrong)
    answered(browser, place)
    assert words in browser.text(".rule-mistakes")
    if marked:
        assert browser.run("return document.querySelector('.marks mark').textContent") == marked
        browser.one(".rule-mistakes button").click()
        assert browser.run("return getSelection().toString()") == marked
    assert browser.one("textarea").get_attribute("aria-invalid") == "true"
    assert browser.all(".shown.stale")
    type_rules(browser, CORNERS)
    answered(browser, "corners: nimber")
    assert not browser.all(".marks mark") and not browser.all(".shown.stale")
    for message in browser.complaints():  # the browser tells statuses of its own accord
        assert "422" in message


def test_the_mark_lies_below_its_word(browser):
    """Whatever the width of characters before it."""
    text = 'game g(n)\n    "ein Spiel für 日本"\n\t(n) -> (m)\n'
    browser.open(address(text))
    answered(browser, "line 3, column 10")
    box, mark = browser.run("""
      const box = document.querySelector('textarea').getBoundingClientRect();
      const mark = document.querySelector('.marks mark').getBoundingClientRect();
      return [[box.left, box.top], [mark.left, mark.top, mark.width]];""")
    style = browser.run("""
      const style = getComputedStyle(document.querySelector('textarea'));
      const pre = getComputedStyle(document.querySelector('.marks'));
      return ['font', 'lineHeight', 'padding', 'borderWidth', 'tabSize'].map((key) => style[key] === pre[key]);""")
    assert all(style) and mark[0] > box[0] and mark[2] > 4
    browser.drop_logs()


def test_value_play_and_box_are_chosen_and_stand_in_the_link(browser):
    browser.open(address(CORNERS))
    answered(browser, "corners: nimber")
    for name, key, words in [("value", "remoteness", "remoteness, normal play"),
                             ("value", "outcome", "outcome, normal play"),
                             ("play", "misere", "outcome, misère play")]:
        browser.run("""
          const fields = [...document.querySelectorAll('.written .field')];
          const list = fields.find((each) => each.innerText.startsWith(arguments[0])).querySelector('select');
          list.value = arguments[1];
          list.dispatchEvent(new Event('change'));""", name, key)
        answered(browser, words)
    box = browser.one("input.short")
    box.send_keys("12\n")
    answered(browser, "169 positions up to (12, 12)")
    browser.settle()
    link = browser.address
    assert {key: asked(browser)[key] for key in ("value", "convention", "box")} == {
        "value": ["outcome"], "convention": ["misere"], "box": ["12"]}
    browser.open("#" + link)
    answered(browser, "outcome, misère play: the player who cannot move wins; 169 positions")
    box = browser.one("input.short")
    box.clear()
    box.send_keys("5000\n")
    answered(browser, "choose a smaller one")
    browser.drop_logs()


def test_the_rules_are_in_no_log(folder):
    with Server(folder, options=["--log", "text"]) as server:
        server.post("/v1/workbench/values", '{"rules":"game secret(n)"}')
    assert b"/v1/workbench/values" in server.log and b"secret" not in server.log


def test_examples_are_games_of_the_catalogue(browser):
    browser.open(address(CORNERS))
    answered(browser, "corners: nimber")
    browser.run("""
      const list = document.querySelector('.written select');
      list.value = 'kayles';
      list.dispatchEvent(new Event('change'));""")
    answered(browser, "kayles: nimber")
    assert asked(browser)["rules"][0].startswith("game kayles(n)") or "game kayles(n)" in asked(browser)["rules"][0]


def test_a_position_that_is_clicked_has_its_moves(browser):
    browser.open(address(CORNERS, box="20"))
    answered(browser, "441 positions")
    browser.run("document.querySelector('canvas').focus()")
    browser.keys("", *["\ue014"] * 4, *["\ue015"] * 2, "\ue007")
    browser.wait(lambda: "Moves from" in browser.text(".shown"), "the moves")
    assert "Moves from (2, 3)" in browser.text(".shown")
    assert "corners(2,2)" in browser.text(".shown .group.P")
    browser.link("corners(2,2)").click()
    browser.wait(lambda: "(2, 2): nimber 0; no winning move" in browser.text(), "the position")


def test_a_slice_of_three_piles_is_moved(browser):
    rules = CORNERS.replace("(a, b)", "(a, b, c)").replace("b)", "b, c)").replace("(b, c) ->", "").replace(
        "k, b, c, c)", "k, b, c)").replace("(a, b - k)", "(a, b - k, c)").replace("(a, b, c, c)", "(a, b, c)")
    browser.open(address(rules, box="9"))
    answered(browser, "1,000 positions")
    slider = browser.one(".slider input")
    browser.run("arguments[0].value = 4; arguments[0].dispatchEvent(new Event('input'))", slider)
    browser.settle()
    browser.wait(lambda: "," in asked(browser).get("at", [""])[0], "the slice")
    assert "4" in asked(browser)["at"][0].split(",")


@pytest.mark.parametrize("rules, words", [
    ("game g(n)\n    (n) -> (n - k)  for k in {1, 2, 3}\n", ["Proved for all positions", "n mod 4"]),
    ("game g(a, b)\n    (a, b) -> (a - k, b)  for k >= 1\n    (a, b) -> (a, b - k)  for k >= 1\n"
     "    (a, b) -> (a - k, b - k)  for k >= 1\n", ["No law was found", "P-positions of"])])
def test_a_law_is_looked_for(browser, rules, words):
    browser.open(address(rules))
    answered(browser, "g: nimber")
    browser.one(".law-panel button").click()
    for each in words:
        browser.wait(lambda: each in browser.text(".law-panel"), each)
    type_rules(browser, CORNERS)
    assert "P-positions" not in browser.text(".law-panel") and "Proved" not in browser.text(".law-panel")


def test_a_server_may_have_none(driver, folder, tmp_path):
    with Server(folder, options=["--log", "none", "--no-workbench"]) as server:
        driver.get("about:blank")
        browser = Browser(driver, server.url, tmp_path)
        browser.open("#/tables")
        assert "Workbench" not in browser.text("nav")
        browser.open(address(CORNERS))
        assert "is off" in browser.text("[role=alert]")
        browser.drop_logs()


def test_others_have_it_in_the_bar(browser):
    browser.open("#/tables")
    browser.wait(lambda: "Workbench" in browser.text("nav"), "the link")
    browser.link("Workbench").click()
    browser.wait(lambda: "wythoff: nimber" in browser.text(), "the workbench")
    browser.settle()


def test_a_table_has_a_law_and_leads_to_the_workbench(browser):
    browser.open("#/table/kayles")
    browser.one(".law-panel button").click()
    browser.wait(lambda: "Proved for all positions" in browser.text(".law-panel"), "the law")
    browser.link("Change these rules").click()
    browser.wait(lambda: "kayles: nimber" in browser.text(), "the workbench")
    browser.settle()
    assert "game kayles(n)" in browser.run("return document.querySelector('textarea').value")


def test_a_table_with_parameters_leads_to_rules_with_them(browser):
    browser.open("#/table/fives")
    browser.one(".law-panel button").click()
    browser.wait(lambda: "Proved for all positions" in browser.text(".law-panel"), "the law")
    assert "n mod 7" in browser.text(".law-panel")
    browser.link("Change these rules").click()
    browser.wait(lambda: "subtraction: nimber" in browser.text(), "the workbench")
    browser.settle()
    written = browser.run("return document.querySelector('textarea').value")
    assert "  param S = {2, 5}\n" in written and "--param S=2,5,7." in written


STATES = ["values", "mistake", "heaps", "law", "moves"]
LOOKS = [("desk", WIDE, "light"), ("phone", PHONE, "light"), ("dark", WIDE, "dark")]


@pytest.mark.parametrize("kind, size, scheme", LOOKS, ids=[kind for kind, _, _ in LOOKS])
@pytest.mark.parametrize("state", STATES)
def test_it_fits_the_screen(browser, state, kind, size, scheme):
    browser.size(size, scheme)
    browser.open({"values": "#/workbench", "mistake": address(CORNERS), "heaps": address(HALVES),
                  "law": address("game g(n)\n    (n) -> (n - k)  for k in {1, 3, 4}\n"),
                  "moves": address(CORNERS, box="20")}[state])
    answered(browser, "positions up to")
    if state == "mistake":
        type_rules(browser, CORNERS.replace("{1, 2}", "fibonaci", 1))
        answered(browser, "did you mean")
    if state == "law":
        browser.one(".law-panel button").click()
        browser.wait(lambda: "Proved" in browser.text(".law-panel"), "the law")
    if state == "moves":
        browser.run("document.querySelector('canvas').focus()")
        browser.keys(*["\ue014"] * 4, *["\ue015"] * 2, "\ue007")
        browser.wait(lambda: "Moves from" in browser.text(".shown"), "the moves")
    browser.shot(f"workbench-{state}-{kind}")
    wide, room = browser.run("const e = document.documentElement; return [e.scrollWidth, e.clientWidth]")
    assert wide <= room
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    for each in browser.all("main a, main button, main input, main select, main textarea, main canvas, main summary"):
        if each.is_displayed():
            assert each.accessible_name, each.get_attribute("outerHTML")
    if kind == "phone":
        browser.run("document.querySelector('.shown').scrollIntoView()")
        browser.shot(f"workbench-{state}-{kind}-below")
    browser.drop_logs()
