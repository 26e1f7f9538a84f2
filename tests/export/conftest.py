"""Tables to export, each solved once by the program, with the values that the definitions give."""
import itertools

import numpy as np
import pytest

import definitions
from cases import Case
from grundy_program import output


# 1 to 4 dimensions; origins other than 0; uint8 and uint16; every quantity and store.
CASES = [
    Case("kayles", (70,), "nimber"),
    Case("multiplication", (200,), "nimber"),
    Case("nim", (300,), "nimber"),
    Case("cutting", (17, 12), "nimber"),
    Case("wythoff", (30, 25), "outcome"),
    Case("wythoff", (30, 25), "remoteness"),
    Case("three_pile", (9, 12, 7), "nimber"),
    Case("three_pile", (12, 12, 12), "nimber", "sorted"),
    Case("three_pile", (12, 12, 12), "outcome", "section"),
    Case("cards", (3, 6, 4, 2), "remoteness"),
]


class Solved:
    """A table on disk and, in `expected`, what it must hold; `low` and `high` are its box."""

    def __init__(self, path, case):
        self.path = path
        self.quantity = case.quantity
        self.low = definitions.GAMES[case.game][0]
        self.high = case.high
        self.names = {1: ["n"], 2: ["a", "b"], 3: ["a", "b", "c"], 4: ["a", "b", "c", "d"]}[
            len(case.high)]
        if case.game == "cutting":
            self.names = ["w", "h"]
        self.expected = definitions.values(case.game, case.high, case.quantity)
        box = ",".join(map(str, case.high))
        output("solve", case.game, "--box", box, "--value", case.quantity, "-o", path,
               "--store", case.store)

    def positions(self):
        return itertools.product(*(range(a, b + 1) for a, b in zip(self.low, self.high)))


@pytest.fixture(scope="session")
def solved_tables(tmp_path_factory):
    directory = tmp_path_factory.mktemp("tables")
    tables = {}

    def solved(case):
        if case not in tables:
            tables[case] = Solved(directory / f"{case}.zarr", case)
        return tables[case]

    return solved


@pytest.fixture(params=CASES, ids=str)
def table(request, solved_tables):
    """Each of the cases in turn."""
    return solved_tables(request.param)


@pytest.fixture
def table_of(solved_tables):
    """The table of a case that a test names: table_of("nim", (300,), "nimber")."""
    return lambda *case: solved_tables(Case(*case))


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """nim3 over 151 x 121 x 331 positions, many chunks of uint16; by Bouton's theorem the xor."""
    path = tmp_path_factory.mktemp("large") / "nim3.zarr"
    output("solve", "nim3", "--box", "150,120,330", "-o", path, "--store", "full")
    a, b, c = np.ogrid[:151, :121, :331]
    return path, a ^ b ^ c
