"""Two oracles, one in C++ and one in Python, and the program must agree.

The Python one was written from docs/rules.md alone. It judges the catalogue and every example of that page as the
program solves them, and random games as the C++ oracle does.
"""
import os
import pathlib
import re

import pytest

import random_games
import second_oracle
from grundy_program import output

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources():
    """Every game of the catalogue and of the page: where it stands, and its text."""
    for path in sorted((ROOT / "games").glob("*.game")):
        yield path.stem, path.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for block in re.finditer(r"^```grundy\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        starts = [match.start() for match in re.finditer(r"^game ", block[1], re.MULTILINE)]
        if any(map(second_oracle.names_others, second_oracle.games(block[1]))):
            starts = starts[:1]  # they belong together
        for start, end in zip(starts, starts[1:] + [None]):
            text = block[1][start:end]
            yield f"rules.md:{page[:block.start(1) + start].count(chr(10)) + 1}", text


def small_box(game):
    """A cube at the low corner. Where heaps split it is very small, for sums are played out as they are."""
    sums = any(len(rule.options) > 1 or often for rule in game.rules for _, often, _ in rule.options)
    long = any(often and len(often) == 3 for rule in game.rules for _, often, _ in rule.options)
    side = {1: 5, 2: 2}.get(len(game.low), 1) if long else {1: 12, 2: 4}.get(len(game.low), 2) if sums else {1: 60, 2: 8, 3: 4, 4: 2}.get(len(game.low), 1)
    return [low + side if end is None else min(low + side, end) for low, end in zip(game.low, game.high)]


def solved(game, high, quantity, misere, folder):
    """The program's values in C order, P as 0 and N as 1. `game` is a file, or a name with --rules and a file."""
    name = folder / f"{quantity}{'.misere' if misere else ''}.zarr"
    output("solve", *game, "--force", "--box", ",".join(map(str, high)), "--value", quantity, "-o", name, "--threads", "1",
           *(["--misere"] if misere else []))
    lines = output("export", name, "--format", "csv", "-o", "-").decode().split()[1:]
    values = [line.rpartition(",")[2] for line in lines]
    return ["PN".index(value) if value in "PN" else int(value) for value in values]


def questions(game):
    """Quantities and conventions that a game has; the program has no word for normal play of a game with `misere`."""
    if not game.misere:
        yield "outcome", False
        yield "remoteness", False
        if all(verdict == "lost" for verdict, _ in game.endings):
            yield "nimber", False
    yield "outcome", True
    yield "remoteness", True


@pytest.mark.parametrize("text", [pytest.param(text, id=place) for place, text in sources()])
def test_the_program_agrees(text, tmp_path):
    file = tmp_path / "my.game"
    file.write_text(text, encoding="utf-8")
    found = second_oracle.games(text)
    for source in found:
        game = second_oracle.play(source, found, ROOT / "games")
        high = small_box(game)
        for quantity, misere in questions(game):
            values = solved([file] if len(found) == 1 else [source.name, "--rules", file], high, quantity, misere, tmp_path)
            assert values == second_oracle.table(game, game.low, high, quantity, misere), (source.name, quantity, misere)


def test_the_oracles_agree_on_random_games():
    """The questions are those of tests/differential."""
    verdicts = []
    for question in random_games.questions(os.environ["GRUNDY_DIFFERENTIAL"], "--count", "100", "--seed", "1"):
        verdicts.append(random_games.agrees(question))
        assert verdicts[-1] is not False, question["text"]
    assert verdicts.count(True) >= 75
