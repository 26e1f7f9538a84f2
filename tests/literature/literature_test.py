"""What Grundy says of each game of the literature, of single positions and of boxes, against the
definition in Python. The rules and the options were written apart from one another."""
import importlib
import json
import sys

import pytest
from grundy_program import output, probe
from literature import GAMES, Oracle

# Each adds its games.
for kind in ("heaps", "arithmetic", "nim", "coins", "boards", "masks", "partitions",
             "variable_sums", "others"):
    importlib.import_module(kind)

sys.setrecursionlimit(100_000)


def coordinates(position):
    return position if isinstance(position, tuple) else (position,)


def values_of(game, starts, rules, *how):
    """By searches of single positions."""
    asked = "\n".join(f"{game.name}({','.join(map(str, coordinates(at)))})" for at in starts)
    said = output("value", "-", "--rules", rules, "--json", *how, stdin=asked.encode()).splitlines()
    return [json.loads(line) for line in said]


def box_of(game):
    return ",".join(str(max(ends)) for ends in zip(*map(coordinates, game.starts)))


def solved(game, rules, table, *how):
    output("solve", game.name, "--rules", rules, "--box", box_of(game), "-o", table, *how)
    return probe(table, map(coordinates, game.starts))


def test_there_are_many_games():
    names = [game.name for game in GAMES]
    assert len(set(names)) == len(names) >= 120
    assert all(game.source and game.starts for game in GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_values_are_those_of_the_definition(game, tmp_path):
    rules = tmp_path / "rules.game"
    rules.write_text(game.rules)
    oracle = Oracle(game)
    if game.outcomes:
        wanted = ["N" if oracle.is_won((at,), False) else "P" for at in game.starts]
        said = values_of(game, game.starts, rules, "--outcome")
        assert [one["outcome"] for one in said] == wanted
        if game.whole:
            assert solved(game, rules, tmp_path / "T.zarr", "--value", "outcome") == wanted
        return
    wanted = [oracle.nimber(at) for at in game.starts]
    assert [one["nimber"] for one in values_of(game, game.starts, rules)] == wanted
    if game.whole:
        assert solved(game, rules, tmp_path / "T.zarr") == wanted


def starts_under_misere(game):
    return game.starts if game.misere is None else list(game.misere)


@pytest.mark.parametrize("game", filter(starts_under_misere, GAMES), ids=lambda game: game.name)
def test_misere_outcomes_are_those_of_the_definition(game, tmp_path):
    starts = starts_under_misere(game)
    rules = tmp_path / "rules.game"
    rules.write_text(game.rules)
    oracle = Oracle(game)
    said = values_of(game, starts, rules, "--misere", "--outcome")
    assert [one["outcome"] for one in said] == ["N" if oracle.is_won((at,), True) else "P"
                                                for at in starts]
