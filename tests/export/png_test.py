"""`grundy export --format png`, read back by Pillow."""
import io

import numpy as np
from PIL import Image

from grundy_program import output, run

WHITE = (255, 255, 255)


def picture(table, *options):
    file = io.BytesIO(output("export", table, "--format", "png", "-o", "-", *options))
    return np.array(Image.open(file).convert("RGB"))


def test_p_positions_are_white_and_others_are_not(table_of):
    table = table_of("wythoff", (30, 25), "outcome")
    pixels = picture(table.path)
    assert pixels.shape == (31, 26, 3)  # the first axis runs down
    np.testing.assert_array_equal((pixels == WHITE).all(axis=2), table.expected == 0)
    assert len({tuple(p) for p in pixels.reshape(-1, 3)}) == 2


def test_each_value_has_a_colour_of_its_own(table_of):
    table = table_of("three_pile", (9, 12, 7), "nimber")
    colours = {}
    for b in range(13):
        pixels = picture(table.path, "--slice", f":,{b},:")
        assert pixels.shape == (10, 8, 3)
        for value, colour in zip(table.expected[:, b, :].flat, pixels.reshape(-1, 3)):
            assert colours.setdefault(value, tuple(colour)) == tuple(colour)
    assert len(set(colours.values())) == len(colours)
    assert colours[0] == WHITE


def test_colours_grow_lighter_with_the_value(large):
    path, expected = large
    pixels = picture(path, "--slice", "150,:,:").astype(int)
    light = pixels @ [299, 587, 114]
    order = np.argsort(expected[150].ravel(), kind="stable")
    values, lights = expected[150].ravel()[order], light.ravel()[order]
    assert (lights[values == 0] == 255_000).all()
    positive = lights[values > 0]
    assert (np.diff(positive) >= -1000).all()
    assert positive[0] < 80_000 and positive[-1] > 170_000
    # Equal steps from 1 to the largest value. A few of 255 round to the colour of their neighbour.
    steps = 1 + (values[values > 0] - 1) * 254 // (expected.max() - 1)
    for step in np.unique(steps):
        assert len(np.unique(positive[steps == step])) == 1
    assert len(np.unique(values)) > 255
    assert len(np.unique(positive)) > 0.95 * len(np.unique(steps))


def test_217_values_have_217_colours(tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", "nim3", "--box", "1,0,217", "-o", table)
    pixels = picture(table, "--slice", ":1,0,:217")
    assert len(np.unique(pixels[0], axis=0)) == 218  # and white


def test_scale_makes_squares(table_of):
    table = table_of("cutting", (17, 12), "nimber")
    once = picture(table.path)
    np.testing.assert_array_equal(picture(table.path, "--scale", "5"),
                                  once.repeat(5, axis=0).repeat(5, axis=1))


def test_what_is_no_picture_is_refused(table_of, tmp_path):
    cube = table_of("three_pile", (9, 12, 7), "nimber").path
    file = tmp_path / "t.png"
    for options, hint in (([], b"--slice"),
                          (["--slice", ":,0,0"], b"--slice ':,:,0'"),
                          (["--slice", ":,:,0", "--scale", "1001"], b"--scale")):
        ran = run("export", cube, "--format", "png", "-o", file, *options)
        assert ran.returncode == 2, options
        assert hint in ran.stderr
        assert not file.exists()


def test_pictures_that_are_too_large_are_refused(large, tmp_path):
    path, _ = large
    ran = run("export", path, "--format", "png", "--slice", ":,0,:", "--scale", "999",
              "-o", tmp_path / "t.png")
    assert ran.returncode == 2
    assert b"smaller" in ran.stderr
    assert list(tmp_path.iterdir()) == []
