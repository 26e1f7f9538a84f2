"""Proved laws, those of the literature and those of the catalogue, are judged again from their
files; and the definition agrees with them on boxes larger than those that they were found on."""
import json
import pathlib
import shlex

import pytest
from catalogue_test import ROWS
from grundy_program import answer, output
from published_test import PUBLISHED

MOST = 2_500  # positions that are compared
SMALL = 1_000  # positions of a box to find a law on
SECONDS = "300"  # machines may be busy

PROVED = [(line["ask"], line.get("rules"), False) for line in PUBLISHED["laws"]
          if line["status"] == "proved"]
PROVED += [(shlex.split(asked.strip("`"))[1:], None, "every position is in the box" in law)
           for asked, law, status, _ in ROWS if status == "proved"]


def law_file(path, ask, rules):
    """The file of a law, as JSON."""
    file = path / "rules.game"
    file.write_text(rules or "")
    arguments = [file if argument == "RULES" else argument for argument in ask]
    output("law", *arguments, "--force", "-o", path / "F.law")
    return json.loads((path / "F.law").read_text())


def judged(path, certificate):
    (path / "F.law").write_text(json.dumps(certificate))
    return answer("verify", "--law", path / "F.law", "--seconds", SECONDS)["laws"][0]


def box_within(high, ends, positions):
    """The corner with this many positions. Coordinates that end, and short ones, stay whole."""
    free = [axis for axis, end in enumerate(ends) if end is None and high[axis] > 20]
    for axis, last in enumerate(high):
        if axis not in free:
            positions //= last + 1
    side = int((positions + 0.5) ** (1 / max(1, len(free))))
    return [side - 1 if axis in free else last for axis, last in enumerate(high)]


@pytest.mark.parametrize("ask, rules, is_whole", PROVED, ids=[" ".join(ask) for ask, *_ in PROVED])
def test_the_definition_agrees_beyond_the_box(ask, rules, is_whole, tmp_path):
    file = law_file(tmp_path, ask, rules)
    found = judged(tmp_path, file)
    assert found["holds"], found["why"]
    if is_whole:
        return
    ends = file.get("section", [None] * len(file["box"]))
    if "--box" not in ask and (small := box_within(file["box"], ends, SMALL)) < file["box"]:
        of_small_box = law_file(tmp_path, [*ask, "--box", ",".join(map(str, small))], rules)
        assert of_small_box["laws"] == file["laws"]
        file = of_small_box
    larger = box_within(file["box"], ends, MOST)
    if larger > file["box"]:
        file["laws"][0]["status"] = "verified"
        compared = judged(tmp_path, {**file, "box": larger})
        assert compared["holds"], compared["why"]
        assert compared["positions"] > 2 * MOST // 3
