"""`grundy plot`: the script holds the values of the table, and gnuplot draws it."""
import collections
import csv
import io
import json
import os
import re
import xml.etree.ElementTree

import PIL.Image
import pytest

from grundy_program import output, run

WHITE, BLUE = (0xFF, 0xFF, 0xFF), (0x51, 0x60, 0x8F)  # of P and N


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("plot")
    output("solve", "three_pile", "--box", 30, "--value", "outcome", "-o", made / "three_pile.zarr")
    output("solve", "wythoff", "--box", "40,30", "-o", made / "wythoff.zarr")
    output("solve", "multiplication", "--box", 200, "-o", made / "multiplication.zarr")
    return made


def table_rows(table, *arguments):
    """[coordinates.., value], as `export` tells."""
    text = output("export", table, "--format", "csv", "-o", "-", *arguments).decode()
    outcomes = {"P": 0, "N": 1}
    return [[int(outcomes.get(cell, cell)) for cell in row]
            for row in list(csv.reader(io.StringIO(text)))[1:]]


def script(folder, *arguments):
    path = folder / "picture.gp"
    output("plot", *arguments, "--force", "-o", path)
    return path.read_text(encoding="utf-8")


def block(text, name):
    """The numbers between `$name << EOD` and `EOD`; None for NaN."""
    inside = re.search(rf"^\${name} << EOD\n(.*?)^EOD$", text, re.MULTILINE | re.DOTALL)[1]
    return [[None if cell == "NaN" else int(cell) for cell in line.split()]
            for line in inside.splitlines()]


def cells(text, name, origin):
    """{(first, second): number} of a matrix: the first axis runs down."""
    return {(origin[0] + down, origin[1] + right): cell
            for down, row in enumerate(block(text, name)) for right, cell in enumerate(row)}


def test_a_sequence_is_that_of_the_table(folder):
    table = folder / "multiplication.zarr"
    text = script(folder, table)
    assert [row[:2] for row in block(text, "values")] == table_rows(table)
    assert "set xlabel 'n'" in text and "set ylabel 'nimber'" in text


@pytest.mark.parametrize("cut, origin", [(":,:,7", (0, 0)), ("3,2:20,5:", (2, 5)),
                                         ("0:9,4,:", (0, 0))])
def test_a_slice_is_that_of_the_table(folder, cut, origin):
    table = folder / "three_pile.zarr"
    found = cells(script(folder, table, "--slice", cut), "values", origin)
    rows = table_rows(table, "--slice", cut)
    assert len(rows) == len(found)
    assert all(found[x, y] == value for x, y, value in rows)


@pytest.mark.parametrize("name, cut", [("three_pile", ":,:,:"), ("wythoff", "3:8,:")])
def test_a_histogram_counts_positions(folder, name, cut):
    table = folder / f"{name}.zarr"
    counted = collections.Counter(row[-1] for row in table_rows(table, "--slice", cut))
    text = script(folder, table, "--slice", cut, "--kind", "histogram")
    assert dict(block(text, "values")) == counted


def test_other_quantities(folder):
    table = folder / "wythoff.zarr"
    found = cells(script(folder, table, "--value", "outcome"), "values", (0, 0))
    assert all(found[x, y] == min(value, 1) for x, y, value in table_rows(table))


def test_games_are_solved(folder):
    assert len(block(script(folder, "kayles"), "values")) == 1000
    assert len(block(script(folder, "wythoff", "--box", "9,12"), "values")) == 10
    outcomes = block(script(folder, "nim", "--misere", "--box", "9"), "values")
    assert [row[1] for row in outcomes] == [1, 0] + [1] * 8


def test_it_is_seen_how_far_a_box_is_solved(folder):
    slow = folder / "slow.game"
    slow.write_text("game slow(a, b)\n"
                    "  (a, b) -> (a - i, b - j) for i in 0 .. a, j in 0 .. b when (i * j + i + j) mod 3 = 1\n")
    ran = run("plot", slow, "--box", 220, "--progress", "json", "-o", folder / "slow.gp")
    shown = [json.loads(line) for line in ran.stderr.splitlines()]
    assert shown and all(each["of"] == 221**2 for each in shown)
    parts = [each["progress"] for each in shown]
    assert parts == sorted(parts) and 0 <= parts[0] and parts[-1] <= 1


def law(folder, *arguments):
    path = folder / "found.law"
    output("law", *arguments, "-o", path, "--force")
    return path


def test_a_law_beside_the_values(folder):
    text = script(folder, "kiki", "--box", "30,20", "--law",
                  law(folder, "kiki", "--value", "outcome"))
    assert cells(text, "law", (1, 1)) == cells(text, "values", (1, 1))
    assert "difference: none at 600 positions" in text
    path = law(folder, "kayles")
    text = script(folder, "kayles", "--box", 200, "--law", path)
    assert all(row[1] == row[2] and row[3] == 0 for row in block(text, "values"))
    path.write_text(path.read_text().replace("8 when n mod 12 = 3", "7 when n mod 12 = 3"))
    text = script(folder, "kayles", "--box", 200, "--law", path)
    different = [row[0] for row in block(text, "values") if row[3] != 0]
    assert different and all(n % 12 in (3, 9) for n in different)
    assert f"difference: at {len(different)} of 201 positions" in text


def test_a_law_of_listed_values(folder):
    path = law(folder, "0.165", "--box", 20000)
    text = script(folder, "0.165", "--box", 30000, "--law", path, "--slice", "20000:30000")
    assert "difference: none at 10001 positions" in text


def test_a_law_of_a_section_says_nothing_of_the_rest(folder):
    path = law(folder, "wythoff", "--slice", "1,:")
    text = script(folder, folder / "wythoff.zarr", "--law", path)
    said = cells(text, "law", (0, 0))
    assert all((number is None) == (x > 1) for (x, _), number in said.items())
    assert "difference: none at 62 positions" in text


@pytest.mark.parametrize("arguments", [
    ["kayles"], ["wythoff", "--box", 40], ["kiki", "--value", "outcome", "--box", 30],
    ["kayles", "--kind", "histogram"], ["kayles", "--value", "outcome"],
    ["multiplication", "--value", "remoteness"], ["officers", "--kind", "histogram", "--box", 5000]])
def test_gnuplot_draws(folder, arguments):
    png, svg = folder / "picture.png", folder / "picture.svg"
    for path in (png, svg):
        output("plot", *arguments, "-o", path, "--force")
    assert PIL.Image.open(png).size == (900, 700)
    shown = "".join(xml.etree.ElementTree.parse(svg).getroot().itertext())
    value = arguments[arguments.index("--value") + 1] if "--value" in arguments else "nimber"
    assert f"{arguments[0]}: {value}" in " ".join(shown.split())


def test_gnuplot_draws_laws(folder):
    for game, value in (("kiki", "outcome"), ("kayles", "nimber")):
        path = law(folder, game, "--value", value)
        picture = folder / "law.png"
        output("plot", game, "--box", 100, "--law", path, "-o", picture, "--force")
        assert PIL.Image.open(picture).size == (1800 if game == "kiki" else 900, 700)


# Every second position along each of two axes is lost: a quarter of the slice is dark.
def test_colours_are_those_of_the_values(folder):
    path = folder / "kiki.png"
    output("plot", "kiki", "--value", "outcome", "--box", 60, "-o", path)
    picture = PIL.Image.open(path).convert("RGB")
    inside = picture.crop((200, 150, 600, 550))
    counts = collections.Counter(inside.getdata())
    assert abs(counts[WHITE] / (counts[WHITE] + counts[BLUE]) - 0.25) < 0.02
    assert counts[WHITE] + counts[BLUE] > 0.9 * inside.width * inside.height


def test_winning_moves_have_arrows(folder):
    moves = output("moves", "wythoff(36,23)").decode()
    expected = {tuple(map(int, found)) for found in re.findall(r"wythoff\((\d+),(\d+)\): P", moves)}
    assert len(expected) == 3
    text = script(folder, folder / "wythoff.zarr", "--moves", "36,23", "--value", "outcome")
    arrows = re.findall(r"^set arrow from 23,36 to (\d+),(\d+) ", text, re.MULTILINE)
    assert {(int(down), int(right)) for right, down in arrows} == expected
    assert "; winning moves of (36,23)'" in text
    cut = script(folder, folder / "wythoff.zarr", "--moves", "36,23", "--slice", "20:,:")
    assert cut.count("set arrow") == 2 and "winning moves of (36,23), 1 not in it'" in cut


@pytest.mark.parametrize("position, slice", [("36,31", ":,:"), ("3", ":,:"), ("3,4", ":,4"), ("3,5", ":,:4")])
def test_winning_moves_are_of_a_position_of_the_slice(folder, position, slice):
    assert "expected a position of the picture" in refusal(
        folder / "wythoff.zarr", "--moves", position, "--slice", slice, "-o", folder / "no.gp")


def refusal(*arguments, **how):
    ran = run("plot", *arguments, **how)
    assert ran.returncode == 2 and not ran.stdout
    return ran.stderr.decode()


def test_what_cannot_be_drawn_is_refused(folder):
    new = folder / "new.png"
    table = folder / "three_pile.zarr"
    assert "3 axes are left" in refusal(table, "-o", new)
    assert ".png or .svg" in refusal("nim", "-o", folder / "new.jpg")
    assert "at most 1048576 are drawn" in refusal("nim", "--box", 1 << 20, "-o", new)
    assert "two positions at least" in refusal("wythoff", "--box", "0,9", "-o", new)
    assert "a slice has two axes, and the slice has one" in refusal("nim", "--kind", "slice", "-o",
                                                                    new)
    assert "are for games" in refusal(table, "--box", 5, "-o", new)
    path = law(folder, "kayles")
    assert "one of kayles, and what is drawn is nim" in refusal("nim", "--law", path, "-o", new)
    assert "with other rules or parameters" in refusal(
        "bash", "--param", "m=5", "--law", law(folder, "bash"), "-o", new)
    assert "about nimbers" in refusal("kayles", "--value", "outcome", "--law", path, "-o", new)
    assert "not a histogram" in refusal("kayles", "--kind", "histogram", "--law", path, "-o", new)
    assert not new.exists()
    new.write_text("mine")
    assert "is there: name another file" in refusal("nim", "-o", new)
    assert new.read_text() == "mine"
    new.unlink()


def test_gnuplot_that_is_missing_or_fails_is_reported(folder, tmp_path):
    new = folder / "new.svg"
    ran = run("plot", "nim", "-o", new, env=dict(os.environ, PATH=str(tmp_path)))
    assert ran.returncode == 4 and b"install the package gnuplot-nox" in ran.stderr
    wrong = tmp_path / "gnuplot"
    wrong.write_text("#!/bin/sh\necho no terminal >&2\nexit 3\n")
    wrong.chmod(0o755)
    ran = run("plot", "nim", "-o", new, env=dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}"))
    assert ran.returncode == 4 and b"status 3: no terminal" in ran.stderr
    assert not new.exists()


def test_rules_may_have_any_parameters(folder):
    rules = folder / "many.game"
    rules.write_text("game many(a_b, c)\n param S = {1, 2}\n (a_b, c) -> (a_b - k, c) for k in S\n")
    for end in ("svg", "png"):
        output("plot", rules, "--box", 9, "-o", folder / f"many.{end}")
    shown = (folder / "many.svg").read_text(encoding="utf-8")
    assert ">a_b<" in re.sub(r"\s", "", shown)


def test_pictures_are_the_same_each_time(folder):
    first, again = (folder / f"{name}.gp" for name in ("first", "again"))
    for path in (first, again):
        output("plot", "wythoff", "--box", 20, "-o", path)
    assert first.read_bytes() == again.read_bytes()
