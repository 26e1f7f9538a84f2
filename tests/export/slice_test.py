"""`grundy export --slice`: coordinates, not indices, and both ends included."""
import random

import numpy as np
import pytest

from grundy_program import output, run


def random_slice(rng, low, high):
    """One entry for each axis, and the same in NumPy's words."""
    entries, index = [], []
    for first, last in zip(low, high):
        a = rng.randint(first, last)
        b = rng.randint(a, last)
        text, wanted = rng.choice([
            (f"{a}", a - first),
            (f"{a}:{b}", slice(a - first, b - first + 1)),
            (f"{a}:", slice(a - first, None)),
            (f":{b}", slice(None, b - first + 1)),
            (":", slice(None)),
        ])
        entries.append(text)
        index.append(wanted)
    return ",".join(entries), tuple(index)


def test_random_slices_agree_with_numpy(table, tmp_path):
    rng = random.Random(1956)
    for number in range(12):
        text, index = random_slice(rng, table.low, table.high)
        if all(isinstance(entry, int) for entry in index):
            continue
        file = tmp_path / f"{number}.npy"
        output("export", table.path, "--format", "npy", f"--slice={text}", "-o", file)
        np.testing.assert_array_equal(np.load(file), table.expected[index], err_msg=text)


@pytest.mark.parametrize("text, named", [
    (":", "2 coordinates"), (":,:,:", "2 coordinates"),
    ("1,:", "w"), (":,13", "h"), ("2:18,:", "w"), ("9:5,:", "w"), ("x,:", "w"), (":,2:3:4", "h"),
    (":,-1", "h"), (",:", "w"), ("3.5,:", "w"), ("4,5", "probe"),
    (":,99999999999999999999", "h"),
])
def test_what_is_no_slice_is_explained(table_of, tmp_path, text, named):
    table = table_of("cutting", (17, 12), "nimber")
    ran = run("export", table.path, "--format", "npy", f"--slice={text}", "-o", tmp_path / "t.npy")
    assert ran.returncode == 2
    assert named in ran.stderr.decode()
    assert ran.stdout == b""
    assert list(tmp_path.iterdir()) == []
