"""Tables of every kind, a server of them, and what the definitions say of their values."""
from typing import NamedTuple

import numpy as np
import pytest

import definitions
from cases import Case
from grundy_program import output
from grundy_server import Server

# 1 to 3 dimensions; an origin other than 0; uint8 and uint16; every quantity and store.
CASES = {
    "kayles": Case("kayles", (70,), "nimber"),
    "multiplication": Case("multiplication", (200,), "nimber"),
    "nim": Case("nim", (300,), "nimber"),
    "wythoff": Case("wythoff", (30, 25), "nimber"),
    "plies": Case("wythoff", (30, 25), "remoteness"),
    "sorted": Case("three_pile", (12, 12, 12), "nimber", "sorted"),
    "three_pile": Case("three_pile", (12, 12, 12), "outcome", "section"),
}


class Table(NamedTuple):
    name: str
    path: object
    case: Case
    expected: object  # array of its values
    low: tuple

    def positions(self):
        return [tuple(int(i) + low for i, low in zip(index, self.low))
                for index in np.ndindex(self.expected.shape)]

    def value(self, position):
        return int(self.expected[tuple(x - low for x, low in zip(position, self.low))])


def solve(folder, name, case):
    path = folder / f"{name}.zarr"
    output("solve", case.game, "--box", ",".join(map(str, case.high)), "--value", case.quantity,
           "--store", case.store, "-o", path)
    expected = definitions.values(case.game, case.high, case.quantity)
    return Table(name, path, case, expected, definitions.GAMES[case.game][0])


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    return {name: solve(folder, name, case) for name, case in CASES.items()}


@pytest.fixture(scope="session")
def server(tables):
    """Of all tables, in a folder."""
    with Server(tables["nim"].path.parent) as running:
        yield running
    assert running.process.returncode == 0


@pytest.fixture(params=CASES)
def table(request, tables):
    """Each of the tables in turn."""
    return tables[request.param]
