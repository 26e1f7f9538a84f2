"""Two oracles, one in C++ and one in Python, and the program must agree.

The Python one was written from docs/rules.md alone. It judges the catalogue and every example of that page as the
program solves them, and random games as the C++ oracle does.
"""
import pathlib
import re

import pytest

import second_oracle
from grundy_program import output, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUANTITIES = [("nimber", False), ("outcome", False), ("remoteness", False), ("outcome", True), ("remoteness", True)]


def sources():
    """Every game of the catalogue and of the page: where it stands, and its text."""
    for path in sorted((ROOT / "games").glob("*.game")):
        yield path.stem, path.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for block in re.finditer(r"^```grundy\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        starts = [match.start() for match in re.finditer(r"^game ", block[1], re.MULTILINE)]
        for start, end in zip(starts, starts[1:] + [None]):
            text = block[1][start:end]
            yield f"rules.md:{page[:block.start(1) + start].count(chr(10)) + 1}", text


def small_box(game):
    """A cube at the low corner. Where heaps split it is very small, for sums are played out as they are."""
    sums = any(len(rule.options) > 1 for rule in game.rules)
    side = {1: 12, 2: 4}.get(len(game.low), 2) if sums else {1: 60, 2: 8, 3: 4, 4: 2}.get(len(game.low), 1)
    return [low + side if end is None else min(low + side, end) for low, end in zip(game.low, game.high)]


def solved(file, game, high, quantity, misere, folder):
    """The program's values in C order, P as 0 and N as 1; None if it has no such values."""
    name = folder / f"{quantity}{'.misere' if misere else ''}.zarr"
    how = ["--misere"] if misere else []
    ran = run("solve", file, "--box", ",".join(map(str, high)), "--value", quantity, "-o", name, "--threads", "1", *how)
    if ran.returncode == 2:
        return None
    assert ran.returncode == 0, ran.stderr.decode()
    lines = output("export", name, "--format", "csv", "-o", "-").decode().split()[1:]
    values = [line.rpartition(",")[2] for line in lines]
    return ["PN".index(value) if value in "PN" else int(value) for value in values]


@pytest.mark.parametrize("text", [pytest.param(text, id=place) for place, text in sources()])
def test_the_program_agrees(text, tmp_path):
    file = tmp_path / "my.game"
    file.write_text(text, encoding="utf-8")
    [source] = second_oracle.games(text)
    game = second_oracle.Game(source)
    high = small_box(game)
    for quantity, misere in QUANTITIES:
        if game.misere and not misere:
            continue
        found = solved(file, game, high, quantity, misere, tmp_path)
        if found is not None:
            assert found == second_oracle.table(game, game.low, high, quantity, misere), (quantity, misere)
