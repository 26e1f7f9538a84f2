"""Pictures: each pixel has the colour of its value, and what pointer and sliders do."""
import itertools
import time

import numpy as np
import pytest

import definitions
from explorer_browser import PHONE

LEFT, TOP = 44, 22  # what the rulers take
AIR = 24            # what stays free around the whole picture
P, N = (0xff, 0xff, 0xff), (0x51, 0x60, 0x8f)
# Okabe and Ito, "Color universal design" (2008).
OKABE_ITO = [(0x00, 0x72, 0xb2), (0xf0, 0xe4, 0x42), (0xd5, 0x5e, 0x00), (0x56, 0xb4, 0xe9),
             (0xe6, 0x9f, 0x00), (0x00, 0x9e, 0x73), (0xcc, 0x79, 0xa7), (0x00, 0x00, 0x00)]


def residue(value, modulus):
    return OKABE_ITO[value % modulus] if value else P


@pytest.fixture(scope="module")
def wythoff(folder):
    """By the definition up to 30, by the program's own export beyond."""
    from grundy_program import output
    output("export", folder / "wythoff.zarr", "--format", "npy", "-o", folder / "wythoff.npy")
    array = np.load(folder / "wythoff.npy")
    assert (array[:31, :31] == definitions.values("wythoff", (30, 30), "nimber")).all()
    return array.astype(int)


@pytest.fixture(scope="module")
def cards():
    """No two of its axes are alike."""
    return definitions.values("cards", (5, 4, 3, 2), "outcome").astype(int)


def corner(pixels, scale, column, row):
    """Where cell (0, 0) begins if the middle of the screen is in the middle of that cell."""
    height, width, _ = pixels.shape
    return ((LEFT + width) / 2 - (column + 0.5) * scale, (TOP + height) / 2 - (row + 0.5) * scale)


def colours(browser, scale, column, row, columns, rows):
    """The colour within each of these cells, beside what may be written there."""
    pixels = browser.pixels()
    x, y = corner(pixels, scale, column, row)
    across, down = (np.floor(begin + (np.array(cells) + 0.2) * scale).astype(int)
                    for begin, cells in ((x, columns), (y, rows)))
    return pixels[down[:, None], across]


@pytest.mark.parametrize("palette, colour", [
    ("outcome", lambda value: N if value else P),
    ("mod2", lambda value: residue(value, 2)),
    ("mod8", lambda value: residue(value, 8))])
def test_pixels_have_the_colour_of_the_value(browser, wythoff, palette, colour):
    browser.open(f"#/picture/wythoff?scale=16&middle=12,12&palette={palette}")
    expected = np.array([[colour(value) for value in row] for row in wythoff[:20, :20]])
    shown = browser.run("""
      return [...document.querySelectorAll('.legend rect')].map(each => each.getAttribute('fill'))""")
    named = {"outcome": 2, "mod2": 3, "mod8": 9}[palette]
    assert shown == ["rgb({} {} {})".format(*colour(value)) for value in range(named)]
    assert (colours(browser, 16, 12, 12, range(20), range(20)) == expected).all()


def test_palettes_tell_all_values_apart(browser, wythoff):
    for palette in ("viridis", "grey"):
        browser.open(f"#/picture/plies?scale=24&middle=8,8&palette={palette}")
        plies = definitions.values("wythoff", (30, 25), "remoteness").astype(int)[:16, :16]
        seen = colours(browser, 24, 8, 8, range(16), range(16))
        pairs = {(int(value), tuple(map(int, colour)))
                 for value, colour in zip(plies.ravel(), seen.reshape(-1, 3))}
        assert len(pairs) == len({value for value, _ in pairs}) == len({c for _, c in pairs})


def test_any_modulus_can_be_chosen_and_shows_its_colours(browser, wythoff):
    from selenium.webdriver.support.ui import Select
    browser.open("#/picture/wythoff?scale=16&middle=12,12")
    assert not browser.one(".modulus").is_displayed()
    lists = {label.text.splitlines()[0]: label for label in browser.all("label.field") if label.text}
    Select(lists["colours"].find_element("tag name", "select")).select_by_visible_text("residues")
    browser.run("""
      const input = document.querySelector('.modulus input');
      input.value = 5;
      input.dispatchEvent(new Event('input'));""")
    browser.wait(lambda: "palette=mod5" in browser.address, "the address")
    expected = np.array([[residue(value, 5) for value in row] for row in wythoff[:20, :20]])
    assert (colours(browser, 16, 12, 12, range(20), range(20)) == expected).all()
    sample = [rect.get_attribute("fill") for rect in browser.all(".sample rect")]
    assert sample == ["rgb({} {} {})".format(*colour) for colour in OKABE_ITO[:5]]
    browser.shot("residues")
    browser.open("#/picture/wythoff?palette=mod65")
    browser.wait(lambda: "palette=viridis" in browser.address, "a palette that there is")


def test_values_outside_a_range_are_dimmed(browser, wythoff):
    browser.open("#/picture/wythoff?scale=16&middle=12,12&palette=mod8")
    browser.run("""
      const [low, high] = document.querySelectorAll('.handles input');
      for (const [handle, value] of [[high, 9], [low, 4]]) {
        handle.value = value;
        handle.dispatchEvent(new Event('input'));
      }""")
    browser.wait(lambda: "range=4-9" in browser.address, "the address")
    assert "values from 4 to 9" in browser.text(".range")
    seen = colours(browser, 16, 12, 12, range(20), range(20)).astype(int)
    ground = np.array((0xe3, 0xe3, 0xea))  # --unknown
    for row, column in np.ndindex(20, 20):
        value = wythoff[row, column]
        full = np.array(residue(value, 8))
        expected = full if 4 <= value <= 9 else ground + (full - ground) * 0x28 / 0xff
        assert np.abs(seen[row, column] - expected).max() <= 3, (row, column, value)
    browser.shot("range")
    address, shown = browser.address, browser.pixels()
    browser.open(f"#{address}")
    assert np.array_equal(browser.pixels(), shown)
    browser.one(".range button").click()
    browser.wait(lambda: "range=" not in browser.address, "all values")


@pytest.mark.parametrize("cut, axis", [("row", "b"), ("column", "a")])
def test_a_line_cut_plots_the_values_of_a_row_or_column(browser, wythoff, cut, axis):
    from selenium.webdriver.support.ui import Select
    browser.open("#/picture/wythoff?at=3,10")
    lists = {label.text.splitlines()[0]: label for label in browser.all("label.field") if label.text}
    Select(lists["line cut"].find_element("tag name", "select")).select_by_visible_text(cut)
    other = {"b": "a = 3", "a": "b = 10"}[axis]
    browser.wait(lambda: f"nimber along {axis} at {other}" in browser.text(".cut"), "the plot")
    browser.shot(f"cut-{cut}")
    browser.one(".cut summary").click()
    rows = [list(map(int, row.text.split())) for row in browser.all(".cut tbody tr")]
    values = wythoff[3] if cut == "row" else wythoff[:, 10]
    assert rows == [[at, value] for at, value in enumerate(values)]
    browser.one("canvas").send_keys("\ue015")  # arrow down
    title = {"b": "along b at a = 4", "a": "along a at b = 10"}[axis]
    browser.wait(lambda: title in browser.text(".cut"), "the next plot")


@pytest.mark.parametrize("across, down", ["ab", "ba", "ad", "da", "cb", "dc"])
def test_any_two_axes_can_run_across_and_down(browser, cards, across, down):
    names = "abcd"
    at = ",".join(":" if name in across + down else "1" for name in names)
    browser.open(f"#/picture/cards?across={across}&down={down}&at={at}")
    index = tuple(slice(None) if name in across + down else 1 for name in names)
    plane = cards[index] if names.index(down) < names.index(across) else cards[index].T
    rows, columns = plane.shape
    seen = colours(browser, 64, (columns - 1) / 2, (rows - 1) / 2, range(columns), range(rows))
    assert (seen == [[N if value else P for value in row] for row in plane]).all()


def test_tiles_beside_one_another_are_turned_too(browser, wythoff):
    browser.open("#/picture/narrow?across=a&down=b&scale=25&middle=256,10&palette=mod8")
    expected = np.array([[residue(wythoff[a, b], 8) for a in range(244, 269)] for b in range(21)])
    assert (colours(browser, 25, 256, 10, range(244, 269), range(21)) == expected).all()


@pytest.mark.parametrize("reduce, of", [("min", np.min), ("max", np.max), ("density", None)])
def test_from_afar_a_pixel_tells_what_is_named(browser, wythoff, reduce, of):
    browser.size(PHONE)
    browser.open(f"#/picture/wythoff?reduce={reduce}&palette=mod8")
    assert "A pixel stands for 2 × 2 positions" in browser.text(".scale")
    pixels = browser.pixels()
    height, width, _ = pixels.shape
    scale = min((width - LEFT - AIR) / 301, (height - TOP - AIR) / 301)
    x, y = (round((end + size) / 2 - 150.5 * scale) for end, size in ((LEFT, width), (TOP, height)))
    for row in range(0, 300, 2):
        for column in range(0, 300, 2):
            block = wythoff[row:row + 2, column:column + 2]
            share = np.ceil((block == 0).sum() * 255 / 4) / 255
            colour = residue(of(block), 8) if of else np.round(
                np.array(N) + share * (np.array(P) - np.array(N)))
            seen = pixels[int(y + (row + 1) * scale), int(x + (column + 1) * scale)]
            assert np.abs(seen.astype(int) - colour).max() <= 1, (row, column)


def hover(browser, x, y):
    from selenium.webdriver.common.action_chains import ActionChains
    canvas = browser.one("canvas")
    half = [canvas.size["width"] / 2, canvas.size["height"] / 2]
    return ActionChains(browser.driver, duration=0).move_to_element_with_offset(
        canvas, round(x - half[0]), round(y - half[1]))


def test_the_pointer_tells_value_and_moves_and_opens_the_position(browser, wythoff):
    browser.open("#/picture/wythoff?scale=16&middle=12,12")
    x, y = corner(browser.pixels(), 16, 12, 12)
    hover(browser, x + 14 * 16 + 8, y + 8 * 16 + 8).perform()
    browser.wait(lambda: browser.text("#at-hand") == f"(8, 14): nimber {wythoff[8, 14]}; 1 winning move")
    before = browser.pixels()
    hover(browser, x + 10 * 16 + 8, y + 3 * 16 + 8).perform()
    browser.wait(lambda: browser.text("#at-hand").startswith(f"(3, 10): nimber {wythoff[3, 10]};"))
    assert not np.array_equal(before, browser.pixels())
    hover(browser, x + 10 * 16 + 8, y + 3 * 16 + 8).click().perform()
    browser.wait(lambda: browser.address == "/position/wythoff?at=3,10")
    browser.settle()
    assert "wythoff (3, 10)" in browser.text("h1")


def test_dragging_moves_the_picture_and_opens_nothing(browser):
    browser.open("#/picture/wythoff?scale=16&middle=40,40")
    canvas_x, canvas_y = 300, 200
    hover(browser, canvas_x, canvas_y).click_and_hold().move_by_offset(-32, -16).release().perform()
    browser.wait(lambda: "middle=42,41" in browser.address)
    assert browser.address.startswith("/picture/wythoff")


def test_a_slider_that_runs_ends_with_its_own_slice(browser):
    browser.open("#/picture/lost?at=0,:,:")
    for value in list(range(12, 0, -1)) + [7]:
        browser.run("""
          const slider = document.querySelector('input[type=range]');
          slider.value = arguments[0];
          slider.dispatchEvent(new Event('input'));""", value)
    browser.settle()
    browser.wait(lambda: "at=7,:,:" in browser.address)
    after = browser.pixels()
    browser.open("#/picture/lost?at=7,:,:")
    browser.wait(lambda: np.array_equal(browser.pixels(), after), "the same picture")


def plane_of(address, array):
    """The plane of `array` that an address of a picture without a cell at hand shows."""
    at = dict(part.split("=") for part in address.split("?")[1].split("&"))["at"]
    return array[tuple(slice(None) if word == ":" else int(word) for word in at.split(","))]


def test_a_picture_begins_with_the_plane_that_varies_most(browser, cards):
    browser.open("#/picture/cards")
    browser.wait(lambda: "across=" in browser.address, "the address")
    planes = [cards[tuple(slice(None) if axis in axes else int(part * (extent - 1))
                          for axis, extent in enumerate(cards.shape))]
              for axes in itertools.combinations(range(4), 2) for part in (1/2, 1/4, 3/4, 1/8, 0)]
    most = max(plane.var() for plane in planes)
    assert cards[2, 2].var() < most  # that of the last two axes
    assert np.isclose(plane_of(browser.address, cards).var(), most, rtol=0.01)
    slice_of = browser.address.split("at=")[1].split("&")[0]
    browser.open("#/tables")
    browser.wait(lambda: f"/tiles/{slice_of}/" in (browser.one("img[alt='Picture of cards']")
                                                    .get_attribute("src") or ""), "the small picture")
    browser.open("#/picture/cards?across=d&down=a")
    browser.wait(lambda: "across=d&down=a&at=:," in browser.address, "the axes of the address")


def test_a_slice_stays_until_the_next_is_whole(browser):
    browser.open("#/picture/lost?at=3,:,:")
    before = browser.pixels()
    browser.run("""
      const ask = window.fetch;
      window.fetch = (where, ...rest) => String(where).includes("/tiles/4,:,:/")
        ? new Promise((resolve) => { window.release = () => resolve(ask(where, ...rest)); })
        : ask(where, ...rest);
      const slider = document.querySelector('input[type=range]');
      slider.value = 4;
      slider.dispatchEvent(new Event('input'));""")
    browser.wait(lambda: "at=4,:,:" in browser.address)
    assert np.array_equal(browser.pixels(), before)
    browser.run("window.release()")
    browser.settle()
    browser.wait(lambda: not np.array_equal(browser.pixels(), before), "the next slice")
    after = browser.pixels()
    browser.open("#/picture/lost?at=4,:,:")
    assert np.array_equal(browser.pixels(), after)


def test_playback_takes_the_speed_that_is_chosen(browser):
    from selenium.webdriver.support.ui import Select
    browser.open("#/picture/lost?at=0,:,:")
    Select(browser.one(".sliders select")).select_by_visible_text("1")
    browser.one("button.play").click()
    time.sleep(0.5)
    assert browser.one("input[type=range]").get_attribute("value") == "0"
    Select(browser.one(".sliders select")).select_by_visible_text("20")
    begin = time.monotonic()
    browser.wait(lambda: browser.one("input[type=range]").get_attribute("value") == "12")
    assert time.monotonic() - begin < 6


def test_on_a_phone_the_picture_comes_first(browser):
    browser.size(PHONE)
    browser.open("#/picture/piles?at=3,9,12")
    top = lambda selector: browser.run(
        "return document.querySelector(arguments[0]).getBoundingClientRect().top", selector)
    assert top("canvas") < 80
    assert all(top(other) > top("canvas") for other in ("h1", ".controls", ".sliders"))


def test_tiles_that_nobody_waits_for_are_given_up(browser):
    browser.open("#/picture/lost?at=0,:,:")
    browser.drop_logs()
    browser.driver.execute_cdp_cmd("Network.enable", {})
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    browser.run("""
      const slider = document.querySelector('input[type=range]');
      for (let value = 1; value <= 12; ++value) {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
      }""")
    browser.settle()
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})
    events = browser.events()
    given_up = [e for name, e in events if name == "Network.loadingFailed" and e.get("canceled")]
    assert len(given_up) == 11
    assert len([e for name, e in events if name == "Network.responseReceived"
                and "/tiles/12,:,:/" in e["response"]["url"]]) == 1


def test_playback_goes_to_the_last_slice(browser):
    browser.open("#/picture/lost?at=9,:,:")
    browser.one("button.play").click()
    browser.wait(lambda: "at=12,:,:" in browser.address)
    browser.wait(lambda: browser.one("button.play").get_attribute("aria-pressed") == "false")


def test_tables_with_one_axis_have_no_picture(browser):
    browser.open("#/picture/kayles")
    assert "this table has one" in browser.text()


def test_colours_can_fit_what_is_in_sight(browser, wythoff):
    browser.open("#/picture/wythoff?scale=16&middle=12,12")
    legend = lambda: [each.text for each in browser.all(".legend li")]
    assert legend()[-1] == f"{wythoff.max():,}"
    fit = browser.one("button[aria-label^='Colours for the values']")
    fit.click()
    browser.wait(lambda: legend()[-1].endswith(" or more"), "other colours")
    most = int(legend()[-1].split()[0].replace(",", ""))
    browser.wait(lambda: f"most={most}" in browser.address, "the address")
    seen = wythoff[:40, :40]
    assert wythoff[:20, :20].max() <= most <= seen.max()
    shot = browser.pixels()
    browser.open(f"#{browser.address}")
    assert np.array_equal(browser.pixels(), shot)
    browser.one("button[aria-label^='Colours for the values']").click()
    browser.wait(lambda: legend()[-1] == f"{wythoff.max():,}", "the colours of all values")
