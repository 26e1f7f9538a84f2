"""What is counted where no law was found is what a table holds."""
import collections
import csv
import io
import statistics

import pytest
from grundy_program import answer, output

ASKED = [
    ("officers", "nimber", "2000"),
    ("couples_are_forever", "outcome", "3000"),
    ("cutting", "nimber", "40,30"),
    ("euclid", "outcome", "60,60"),
    ("three_pile", "outcome", "30,20,10"),
]


def rows(game, value, box, folder):
    output("solve", game, "--value", value, "--box", box, "-o", folder / "T.zarr")
    text = output("export", folder / "T.zarr", "--format", "csv", "-o", "-").decode()
    for *position, cell in list(csv.reader(io.StringIO(text)))[1:]:
        yield tuple(map(int, position)), "PN".index(cell) if cell in "PN" else int(cell)


def part(values, box):
    inside = {at: value for at, value in values.items()
              if all(x <= high for x, high in zip(at, box))}
    lost = sum(value == 0 for value in inside.values())
    largest = max(inside.values())
    return {"box": list(box), "positions": len(inside), "p_positions": lost,
            "density": lost / len(inside), "largest": largest,
            "largest_at": list(min(at for at, value in inside.items() if value == largest))}


@pytest.mark.parametrize("game, value, box", ASKED)
def test_numbers_are_those_of_the_table(game, value, box, tmp_path):
    printed = answer("law", game, "--value", value, "--box", box)
    assert printed["laws"] == []
    printed = printed["statistics"]
    values = dict(rows(game, value, box, tmp_path))
    low, high = min(values), max(values)
    half = tuple(a + (b - a) // 2 for a, b in zip(low, high))
    for found, expected in ((printed, part(values, high)), (printed["half"], part(values, half))):
        for name in expected:
            if value == "nimber" or not name.startswith("largest"):
                assert found[name] == expected[name], name
    beyond = {at: v for at, v in values.items() if any(x > h for x, h in zip(at, half))}
    if value == "nimber":
        counts = collections.Counter(values.values())
        assert printed["different"] == len(counts)
        assert [tuple(pair) for pair in printed["frequent"]] == sorted(
            counts.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
    if len(high) == 1:
        assert printed["last_p_position"] == [max(at[0] for at, v in values.items() if v == 0)]
        assert value != "nimber" or printed["gone"] == len(set(values.values()) -
                                                        set(beyond.values()))
    if len(high) == 2:
        slopes = [max(at) / min(at) for at, v in beyond.items() if v == 0 and min(at) > 0]
        assert printed["slopes"] == {"least": pytest.approx(min(slopes)),
                                  "greatest": pytest.approx(max(slopes)),
                                  "median": pytest.approx(statistics.median_high(slopes))}


def test_a_law_needs_no_statistics():
    assert answer("law", "bash")["statistics"] == {}
    assert b"lost" not in output("law", "bash")


def test_people_see_them():
    text = output("law", "officers", "--box", "2000").decode()
    assert "lost        14 of 2,001 positions up to (2000) (0.7 %)" in text
    assert "largest     64 at (1945); up to (1000) it is 32" in text
    assert "values      63 different; most often 9 (9.25 %), 3 (8.95 %)" in text
    assert "rare        4 of them not beyond (1000)" in text
