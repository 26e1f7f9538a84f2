"""Published laws are found with their numbers, and for open problems nothing is claimed.

scripts/laws prints what was asked, what came, and how long it took, as a table."""
import json
import pathlib
import tempfile
import time

import pytest
from grundy_program import answer

PUBLISHED = json.loads(pathlib.Path(__file__).with_name("published.json").read_text())
NUMBERS = {"n0": "preperiod", "p": "period", "s": "saltus"}
TIMES_SLOWER = 10  # a machine that is busy


def found(ask, rules=None):
    """The law that `grundy law` tells, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".game") as file:
        file.write(rules or "")
        file.flush()
        arguments = [file.name if argument == "RULES" else argument for argument in ask]
        laws = answer("law", *arguments)["laws"]
    return laws[0] if laws else None


def expected(line):
    return {**{name: line[name] for name in NUMBERS if name in line},
            **{name: line[name] for name in ("kind", "text", "status") if name in line}}


def got(law, line):
    return {name: law.get(NUMBERS.get(name, name)) for name in expected(line)}


def name_of(line):
    return " ".join(line["ask"])


@pytest.mark.parametrize("line", PUBLISHED["laws"], ids=name_of)
def test_a_published_law_is_found(line):
    start = time.monotonic()
    law = found(line["ask"], line.get("rules"))
    assert law and got(law, line) == expected(line)
    assert time.monotonic() - start < TIMES_SLOWER * line["seconds"]


@pytest.mark.parametrize("game", PUBLISHED["none"])
@pytest.mark.parametrize("value", ["nimber", "outcome"])
def test_nothing_is_claimed_of_open_problems(game, value):
    assert found([game, "--value", value]) is None


def table():
    for line in PUBLISHED["laws"]:
        start = time.monotonic()
        law = found(line["ask"], line.get("rules"))
        seconds = f"{time.monotonic() - start:.2f} of {line['seconds']}"
        yield name_of(line), expected(line), law and got(law, line), seconds


if __name__ == "__main__":
    for row in table():
        print(" | ".join(map(str, row)), flush=True)
