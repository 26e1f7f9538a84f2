"""grundy.plot: pictures of games and tables."""
import pickle
import shutil

import pytest

import grundy

needs_gnuplot = pytest.mark.skipif(not shutil.which("gnuplot"), reason="gnuplot is not installed")


def script(*arguments, **options):
    return grundy.plot(*arguments, format="gp", **options)


@needs_gnuplot
def test_notebooks_show_png_and_svg():
    picture = grundy.plot("kayles", box=50)
    assert picture._repr_png_() == bytes(picture) == picture.data
    assert picture.data.startswith(b"\x89PNG") and picture._repr_svg_() is None
    picture = grundy.plot(grundy.solve("wythoff", 20, value="outcome"), format="svg")
    assert "<svg" in picture._repr_svg_() and picture._repr_png_() is None


@needs_gnuplot
def test_pictures_are_saved_and_kept(tmp_path):
    picture = grundy.plot("nim", box=9)
    picture.save(tmp_path / "nim.png")
    assert (tmp_path / "nim.png").read_bytes() == picture.data
    assert pickle.loads(pickle.dumps(picture)) == picture
    assert repr(picture) == "<grundy.Picture nim: nimber: png>"


def test_games_are_solved_and_tables_are_read(tmp_path):
    drawn = script("cutting", box=(30, 20), value="outcome")
    assert drawn.title == "cutting: outcome" and drawn.format == "gp"
    solution = grundy.solve("cutting", (30, 20), value="outcome", output=tmp_path / "c.zarr")
    assert script(solution) == drawn == script(grundy.open(tmp_path / "c.zarr"))
    assert script(pickle.loads(pickle.dumps(solution))) == drawn
    assert script("nim3", box=9, misere=True, slice=":,:,1").title == "nim3: outcome, c = 1, misere play"
    assert script("subtraction", box=30, params={"S": [2, 5]}) != script("subtraction", box=30)
    rules = "game take(n)\n  (n) -> (n - k) for k in {1, 3}"
    assert script(None, rules=rules).title == "take: nimber"
    assert script("three_pile", box=9, kind="histogram").title == "three_pile: nimber"


def test_slices_laws_and_winning_moves():
    assert script("three_pile", box=9, slice=":,:,5").title == "three_pile: nimber, c = 5"
    law = grundy.law("kiki", value="outcome")
    for given in (law, law.certificate):
        assert b"difference" in script("kiki", box=30, law=given).data
    moves = script("wythoff", box=40, value="outcome", moves=(36, 23))
    assert moves.title == "wythoff: outcome; winning moves of (36,23)"


def test_mistakes():
    table = grundy.solve("nim", 5)
    for options in ({"box": 3}, {"misere": True}, {"params": {}}, {"rules": "x"}):
        with pytest.raises(grundy.UsageError, match="are for games"):
            grundy.plot(table, **options)
    with pytest.raises(grundy.UsageError, match="option `slice`, or draw a histogram"):
        grundy.plot("three_pile", box=3)
    with pytest.raises(grundy.UsageError, match="`moves` is \\(3\\); expected a position"):
        grundy.plot("wythoff", box=9, moves=3)
    with pytest.raises(grundy.UsageError, match="`value` is nimber, and the law is about outcomes"):
        grundy.plot("kiki", value="nimber", law=grundy.law("kiki", value="outcome"))
    with pytest.raises(TypeError, match="^law: expected"):
        grundy.plot("kiki", law=3)
    with pytest.raises(TypeError, match="^game: expected"):
        grundy.plot(3)
    with pytest.raises(grundy.UsageError, match="neither"):
        grundy.plot(None)
