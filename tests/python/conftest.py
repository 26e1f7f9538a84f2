"""Boxes solved in memory, the same written and opened, and what the definitions say of them."""
from typing import NamedTuple

import pytest

import definitions
from cases import Case
import grundy


# 1 to 4 dimensions; origins other than 0; closures beyond the box; every quantity and store.
CASES = [
    Case("kayles", (70,), "nimber"),
    Case("multiplication", (200,), "nimber"),
    Case("nim", (300,), "nimber"),
    Case("cutting", (17, 12), "nimber"),
    Case("cutting", (17, 12), "outcome"),
    Case("wythoff", (30, 25), "outcome"),
    Case("wythoff", (30, 25), "remoteness"),
    Case("three_pile", (9, 12, 7), "nimber"),
    Case("three_pile", (12, 12, 12), "nimber", "sorted"),
    Case("three_pile", (12, 12, 12), "outcome", "section"),
    Case("cards", (3, 6, 4, 2), "outcome"),
    Case("cards", (3, 6, 4, 2), "remoteness"),
]


class Solved(NamedTuple):
    """`table` holds `expected`, the array of the values by definition."""

    case: Case
    table: grundy.Table
    expected: object
    origin: tuple

    def index(self, position):
        return tuple(x - low for x, low in zip(position, self.origin))


@pytest.fixture(scope="session")
def solved_cases(tmp_path_factory):
    """Of a case: the solution, and the table opened from disk."""
    directory = tmp_path_factory.mktemp("tables")
    known = {}

    def solved(case):
        if case not in known:
            path = directory / f"{case}.zarr"
            solution = grundy.solve(
                case.game, case.high, value=case.quantity, output=path, store=case.store)
            expected = definitions.values(case.game, case.high, case.quantity)
            origin = definitions.GAMES[case.game][0]
            known[case] = [Solved(case, table, expected, origin)
                           for table in (solution, grundy.open(path))]
        return known[case]

    return solved


@pytest.fixture(params=[(case, where) for case in CASES for where in (0, 1)],
                ids=lambda param: f"{param[0]}-{('memory', 'disk')[param[1]]}")
def solved(request, solved_cases):
    """Each case in turn, in memory and from disk."""
    case, where = request.param
    return solved_cases(case)[where]


@pytest.fixture
def three_pile(solved_cases):
    """Nimbers of three_pile, from disk."""
    return solved_cases(Case("three_pile", (9, 12, 7), "nimber"))[1]
