"""Rules that come with a question: right values, mistakes with their places, and limits that hold
whatever the rules are."""
import json
import os
import subprocess
import time

import numpy as np
import pytest

import definitions
from grundy_program import output
from grundy_server import Server

GAMES = ["wythoff", "kayles", "three_pile", "multiplication"]
SLOW = "game slow(a, b)\n    (a, b) -> (a - k, b - m)  for k in 0 .. a, m in 0 .. b when k + m >= 1\n"
LONG = "game long(a)\n    (a) -> (a - i * j * k)  for i in 1 .. a, j in 1 .. a, k in 1 .. a  when i + j != a\n"
DEEP = "game deep(a)\n    (a) -> (" + "(" * 20_000 + "a" + ")" * 20_000 + " - 1)\n"
WIDE = "game wide(" + ", ".join(f"c{i}" for i in range(2000)) + ")\n"
HUGE = "game huge(a, b)\n    (a, b) -> (a - 1, b + 1000000000)\n    (a, b) -> (a, b - 1)\n"
NUMBERS = "game numbers(n)\n    (n) -> (n - 99999999999999999999999)\n"
ONE = "game one(n)\n    (n) -> (n - 1)\n"
MANY = "game many(n)\n" + "    (n) -> (n - 1)\n" * 3000
HOSTILE = {"slow": SLOW, "long": LONG, "deep": DEEP, "wide": WIDE, "huge": HUGE, "numbers": NUMBERS,
           "many": MANY, "signs": "((((((((((" * 5000, "zeros": "\0" * 1000, "marks": "\ufeff\u202e" * 99}


@pytest.fixture(scope="module")
def here(tables):
    options = ["--log", "none", "--searches", "2", "--search-memory", "256M"]
    with Server(tables["nim"].path, options=options) as running:
        yield running


def tried(server, what="values", **asked):
    return server.post(f"/v1/workbench/{what}", json.dumps(asked))


def text_of(server, game):
    return server.get(f"/v1/games/{game}").json()["text"]


@pytest.mark.parametrize("game, quantity", [
    (game, quantity) for game in GAMES for quantity in ("nimber", "outcome", "remoteness")
    if (game, quantity) != ("kayles", "remoteness")])  # of sums they do not follow from parts
def test_values_are_those_of_the_definition(here, game, quantity):
    dimensions = {"wythoff": 2, "kayles": 1, "three_pile": 3, "multiplication": 1}[game]
    high = {1: 60, 2: 15, 3: 7}[dimensions]
    answer = tried(here, rules=text_of(here, game), value=quantity, box=[high])
    assert answer.status == 200
    found = answer.json()
    assert found["value"] == quantity and found["box"] == [high] * dimensions
    expected = np.asarray(definitions.values(game, (high,) * dimensions, quantity))
    assert found["values"] == expected.ravel().tolist()
    assert found["positions"] == expected.size and found["max_value"] == expected.max()
    if quantity != "remoteness":
        assert found["p_positions"] == (expected == 0).sum()


def test_misere_play_may_be_asked_for(here, tmp_path):
    text = text_of(here, "wythoff")
    found = tried(here, rules=text, convention="misere", box=[9]).json()
    assert (found["value"], found["convention"]) == ("outcome", "misere")
    output("solve", "wythoff", "--box", "9", "--misere", "-o", tmp_path / "t.zarr")
    table = json.loads(output("info", "--json", tmp_path / "t.zarr"))
    assert found["p_positions"] == table["p_positions"]
    answer = tried(here, rules=text, convention="misere", value="nimber")
    assert answer.status == 422 and "nimbers do not exist" in answer.json()["detail"]


@pytest.mark.parametrize("game, least", [("wythoff", 40_000), ("three_pile", 30_000), ("kayles", 1000), ("nim", 1000)])
def test_a_box_is_chosen_where_none_is_named(here, game, least):
    found = tried(here, rules=text_of(here, game)).json()
    assert least <= found["positions"] <= 62_500
    assert len(found["values"]) == found["positions"]


def test_every_game_of_the_catalogue_has_values(here):
    for game in here.get("/v1/games").json()["games"]:
        found = tried(here, rules=text_of(here, game["game"]))
        assert found.status == 200, game
        assert found.json()["positions"] > 200


def test_mistakes_have_places(here):
    rules = "game g(a, b)\n  (a, b) -> (a - k, b) for k in fibonaci\n  (a, b) -> (a, c)\n"
    answer = tried(here, rules=rules)
    assert answer.status == 422
    first, second = answer.json()["mistakes"]
    assert (first["line"], first["column"]) == (2, 33)
    assert "fibonaci" in first["message"] and "fibonacci" in first["hint"]
    assert (second["line"], second["column"]) == (3, 17)
    assert answer.json()["detail"].startswith("line 2, column 33: ")
    assert tried(here, "law", rules=rules).json() == answer.json()
    assert tried(here, "moves", rules=rules, at=[1, 2]).json() == answer.json()


@pytest.mark.parametrize("asked, words", [
    ({}, "`rules`"), ({"rules": 3}, "`rules` is no text"), ({"rules": ONE, "x": 1}, "no key `x`"),
    ({"rules": ONE, "value": "nimbers"}, "neither outcome nor nimber"),
    ({"rules": ONE, "convention": "both"}, "neither normal nor misere"),
    ({"rules": ONE, "box": "9"}, "no list of numbers"), ({"rules": ONE, "box": [1.5]}, "no list of numbers"),
    ({"rules": ONE, "box": [9, 9]}, "the box has 2 numbers"), ({"rules": ONE, "box": [90_000]}, "more than the 90000"),
    ({"rules": ONE, "box": [-1]}, ""), ({"rules": ONE, "box": [10**30]}, ""),
    ({"rules": ONE + ONE.replace("one", "other")}, "there are 2 games"), ({"rules": "#" * 70_000}, "at most 65536"),
    ({"rules": "@/etc/passwd"}, "`@`"), ({"rules": "/etc/passwd"}, "line 1"), ({"rules": "wythoff"}, "line 1")])
def test_what_makes_no_sense_is_said(here, asked, words):
    answer = here.post("/v1/workbench/values", json.dumps(asked))
    assert answer.status == 422 and words in answer.json()["detail"]


def test_moves_are_those_of_the_table(here, tables):
    with Server(tables["wythoff"].path) as server:
        for at in [(3, 4), (1, 2), (0, 0), (7, 9)]:
            place = ",".join(map(str, at))
            expected = server.get(f"/v1/tables/wythoff/moves?at={place}").json()
            found = tried(here, "moves", rules=text_of(here, "wythoff"), at=at).json()
            assert {str(option) for option in found["options"]} == {str(option) for option in expected["options"]}
            assert (found["outcome"], found["nimber"]) == (expected["outcome"], expected["nimber"])
    assert tried(here, "moves", rules=text_of(here, "wythoff"), at=[3]).status == 422
    assert tried(here, "moves", rules=text_of(here, "wythoff")).status == 422


def test_laws_are_those_of_the_command_line(here):
    for game in ("subtraction", "kayles"):
        (law,) = tried(here, "law", rules=text_of(here, game)).json()["laws"]
        (expected,) = json.loads(output("law", game, "--json"))["laws"]
        for key in ("status", "period", "preperiod"):  # on a busy machine there may be no formula
            assert law[key] == expected[key]
    assert tried(here, "law", rules=text_of(here, "wythoff")).json()["laws"] == []
    assert tried(here, "law", rules=ONE, value="remoteness").status == 422


@pytest.mark.parametrize("what", ["values", "law", "moves"])
@pytest.mark.parametrize("name", HOSTILE)
def test_rules_that_would_hurt_do_not(here, name, what):
    """They end in time, and the server goes on as before."""
    before = resident(here)
    start = time.monotonic()
    answer = tried(here, what, rules=HOSTILE[name], **({"at": [40, 40]} if what == "moves" else {}))
    assert answer.status in (200, 422, 503, 507), answer.body[:300]
    assert time.monotonic() - start < 45
    assert here.get("/v1/value?term=nim(3)").json()["nimber"] == 3
    assert resident(here) - before < 64 << 20


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def children(server):
    return subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True,
                          check=False).stdout.split()


def test_time_and_memory_are_those_of_searches(tables):
    options = ["--log", "none", "--search-seconds", "0.3"]
    with Server(tables["nim"].path, options=options) as server:
        answer = tried(server, rules=LONG, box=[2000])
        assert answer.status in (422, 503) and "Retry-After" not in answer.fields
        assert tried(server, "law", rules=SLOW).status in (200, 422, 503)
        start = time.monotonic()
        answer = tried(server, "moves", rules=text_of(server, "chomp3"), at=[2000, 2000, 2000])
        assert answer.status == 503 and "more than the 0.3 s" in answer.json()["detail"]
        assert time.monotonic() - start < 3
    with Server(tables["nim"].path, options=["--log", "none", "--search-memory", "8M"]) as server:
        assert tried(server, rules=text_of(server, "wythoff"), box=[290]).status in (200, 507)


def test_nothing_goes_on_for_who_has_left(here):
    body = json.dumps({"rules": text_of(here, "chomp3"), "at": [2000, 2000, 2000]}).encode()
    head = (b"POST /v1/workbench/moves HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body))
    with here.open() as connection:
        connection.sendall(head + body)
        wait_for(lambda: len(children(here)) == 1)
    start = time.monotonic()
    wait_for(lambda: children(here) == [])
    assert time.monotonic() - start < 1.5


def wait_for(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_can_be_turned_off(tables):
    with Server(tables["nim"].path, options=["--log", "none", "--no-workbench"]) as server:
        assert server.get("/v1/workbench").json()["on"] is False
        for what in ("values", "law", "moves"):
            answer = tried(server, what, rules=ONE)
            assert answer.status == 404 and "--no-workbench" in answer.json()["detail"]
    with Server(tables["nim"].path) as server:
        assert server.get("/v1/workbench").json()["on"] is True
