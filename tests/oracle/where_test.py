"""Games with `where` and `falls`, from the text to tables, against definitions written here."""
import functools
import itertools
import json

import numpy
import pytest

from grundy_program import answer, output, probe, run

CHOMP4 = """game chomp4(a in 1.., b, c, d)
  where a >= b >= c >= d
  (a, b, c, d) -> (i, min(b, i), min(c, i), min(d, i))  for i in 1 .. a - 1
  (a, b, c, d) -> (a, i, min(c, i), min(d, i))          for i in 0 .. b - 1
  (a, b, c, d) -> (a, b, i, min(d, i))                  for i in 0 .. c - 1
  (a, b, c, d) -> (a, b, c, i)                          for i in 0 .. d - 1
"""
# Silver-dollar game without a dollar, with the distances left to the tuple: coins on different squares.
COINS = """game coins(a, b, c)
  where a < b < c
  (a, b, c) -> (a - k, b, c)  for k >= 1
  (a, b, c) -> (a, b - k, c)  for k in 1 .. b - a - 1
  (a, b, c) -> (a, b, c - k)  for k in 1 .. c - b - 1
"""


@pytest.fixture
def chomp(tmp_path):
    file = tmp_path / "chomp4.game"
    file.write_text(CHOMP4)
    return file


@functools.cache
def eaten(rows):
    """Whether the player to move in Chomp, who may not eat the last square, has lost."""
    return not any(eaten(tuple(min(row, x) if at >= y else row for at, row in enumerate(rows)))
                   for y, row in enumerate(rows) for x in range(row) if (x, y) != (0, 0))


def partitions(most):
    return [rows for rows in itertools.product(range(most + 1), repeat=4)
            if rows[0] >= 1 and rows == tuple(sorted(rows, reverse=True))]


def test_chomp_with_four_rows_counts_partitions(chomp):
    found = answer("solve", chomp, "--box", "40", "--value", "outcome")
    assert (found["positions"], found["p_positions"]) == (135_750, 2_770)


def test_values_are_those_of_the_definition(chomp, tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", chomp, "--box", "7", "--value", "outcome", "-o", table)
    rows = output("export", table, "--format", "csv", "-o", "-").decode().split()[1:]
    found = {tuple(map(int, line.split(",")[:4])): line.split(",")[4] for line in rows}
    assert found == {rows: "P" if eaten(rows) else "N" for rows in partitions(7)}
    assert probe(table, partitions(7)[:50]) == [found[rows] for rows in partitions(7)[:50]]


def test_cells_of_other_tuples_hold_the_largest_number(chomp, tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", chomp, "--box", "6", "-o", table)
    array = tmp_path / "t.npy"
    output("export", table, "--format", "npy", "-o", array)
    cells = numpy.load(array)
    inside = set(partitions(6))
    for index, value in numpy.ndenumerate(cells):
        rows = (index[0] + 1, *index[1:])
        assert (value == 255) == (rows not in inside), rows
    group = json.loads((table / "zarr.json").read_text())["attributes"]
    assert group["where"] == "a >= b and b >= c and c >= d"
    assert group["positions"] == len(inside)
    assert json.loads((table / "nimber" / "zarr.json").read_text())["fill_value"] == 255


@pytest.mark.parametrize("quantity", [("nimber",), ("outcome",), ("remoteness",), ("outcome", "--misere"),
                                      ("remoteness", "--misere")])
def test_tables_are_verified(chomp, tmp_path, quantity):
    table = tmp_path / "t.zarr"
    output("solve", chomp, "--box", "8", "-o", table, "--value", *quantity)
    for how in (["--full"], ["--samples", "500"]):
        found = answer("verify", table, *how)
        assert found["ok"] and found["definition"]["derived"] > 0, found


def test_what_is_no_position_is_refused(chomp, tmp_path):
    table = tmp_path / "t.zarr"
    output("solve", chomp, "--box", "6", "-o", table)
    for question in (["value", "chomp4(1,2,0,0)", "--rules", chomp], ["moves", "chomp4(1,2,0,0)", "--rules", chomp],
                     ["probe", table, "1,2,0,0"]):
        refused = run(*question)
        assert refused.returncode == 2, refused
        assert b"(1, 2, 0, 0) is no position of chomp4: where a >= b and b >= c and c >= d" in refused.stderr


def test_moves_lead_to_positions_alone(tmp_path):
    file = tmp_path / "coins.game"
    file.write_text(COINS)
    moves = answer("moves", "coins(1,2,5)", "--rules", file, "--all")["options"]
    assert sorted(move["to"] for move in moves) == ["coins(0,2,5)", "coins(1,2,3)", "coins(1,2,4)"]


def test_positions_of_sums_are_counted(chomp):
    found = output("count", "chomp4(a,b,c,d)", "--where", "a <= 9", "--rules", chomp, "--outcome", "P")
    assert int(found) == sum(eaten(rows) for rows in partitions(9))


def test_several_files_and_texts_have_games(chomp, tmp_path):
    coins = tmp_path / "coins.game"
    coins.write_text(COINS)
    text = "game mine(n) (n) -> (n - k) for k in 1 .. 2"
    found = output("value", "chomp4(2,1,0,0)", "coins(0,1,4)", "mine(4)", "--rules", chomp, "--rules", coins,
                   "--rules", text, "--json").decode().splitlines()
    assert [json.loads(line)["nimber"] for line in found] == [0, 2, 1]
    twice = run("value", "mine(4)", "--rules", chomp, "--rules", chomp)
    assert twice.returncode == 2 and b"two games called `chomp4`" in twice.stderr


def test_a_measure_is_checked_where_it_is_not_proved(tmp_path):
    file = tmp_path / "m.game"
    file.write_text("game m(n in 0..1023)\n  falls popcount(n)\n  (n) -> (n - 2^k)  for k in bits(n)\n")
    found = answer("solve", file, "--box", "1023")
    assert found["falls"] == {"number": "popcount(n)", "status": "checked on this box"}
    file.write_text("game m(n)\n  falls 2 * n\n  (n) -> (n - k)  for k >= 1\n")
    assert answer("solve", file, "--box", "99")["falls"]["status"] == "proved"


def test_a_measure_that_does_not_fall_far_away_shows_the_move(tmp_path):
    file = tmp_path / "m.game"
    file.write_text("game m(n)\n  falls min(n, 3000)\n  (n) -> (n - 1)\n")
    assert run("solve", file, "--box", "2500").returncode == 0
    refused = run("solve", file, "--box", "9999")
    assert refused.returncode == 2, refused
    assert b"m.game:2:3: `min(n, 3000)` does not fall" in refused.stderr
    assert b" -> (" in refused.stderr


def lowered(tuple_, low=0):
    """Every tuple with one coordinate made less."""
    for at, x in enumerate(tuple_):
        for less in range(low, x):
            yield tuple_[:at] + (less,) + tuple_[at + 1:]


def is_antonim(heaps):
    return all(x == 0 or heaps.count(x) == 1 for x in heaps)


# The text, how far, which tuples are positions, and the moves from one, in tuples that may be none.
LITERATURE = {
    # E. Berlekamp, J. Conway and R. Guy, Winning Ways, chapter 15: coins do not jump over others.
    "silver_dollar": ("game g(a, b, c)\n  where a < b < c\n  (a, b, c) -> (i, b, c)  for i in 0 .. a - 1\n"
                      "  (a, b, c) -> (a, i, c)  for i in 0 .. b - 1\n  (a, b, c) -> (a, b, i)  for i in 0 .. c - 1\n",
                      9, lambda p: p[0] < p[1] < p[2], lowered),
    # C. P. Welter, "The theory of a class of games on a sequence of squares", Indag. Math. 16 (1954).
    "welter": ("game g(a, b, c)\n  symmetric (a, b, c)\n  where distinct (a, b, c)\n"
               "  (a, b, c) -> (a - k, b, c)  for k >= 1\n", 8, lambda p: len(set(p)) == 3, lowered),
    # Winning Ways, chapter 15: no two heaps are equal, unless they are empty.
    "antonim": ("game g(a, b, c)\n  symmetric (a, b, c)\n"
                "  where (a != b or a = 0) and (a != c or a = 0) and (b != c or b = 0)\n"
                "  (a, b, c) -> (a - k, b, c)  for k >= 1\n", 7, is_antonim, lowered),
    # S. Nakamura and R. Miyadera: a bar of chocolate with y <= floor(z / 2) rows on the bitter one.
    "chocolate": ("game g(x, y, z)\n  where y <= floor(z / 2)\n  (x, y, z) -> (x - k, y, z)  for k >= 1\n"
                  "  (x, y, z) -> (x, y - k, z)  for k >= 1\n"
                  "  (x, y, z) -> (x, min(y, floor((z - k) / 2)), z - k)  for k >= 1\n",
                  7, lambda p: p[1] <= p[2] // 2,
                  lambda p: (q if q[2] == p[2] else (q[0], min(q[1], q[2] // 2), q[2]) for q in lowered(p))),
}


def defined(is_position, moves, positions, quantity, misere):
    @functools.cache
    def options(position):
        return [to for to in moves(position) if is_position(to)]

    @functools.cache
    def nimber(position):
        taken = {nimber(to) for to in options(position)}
        return next(value for value in itertools.count() if value not in taken)

    @functools.cache
    def play(position):
        """Whether the player to move wins, and the plies to the end."""
        after = [play(to) for to in options(position)]
        if not after:
            return misere, 0
        lost = [plies for wins, plies in after if not wins]
        return (True, 1 + min(lost)) if lost else (False, 1 + max(plies for _, plies in after))

    of = {"nimber": lambda p: str(nimber(p)), "outcome": lambda p: "PN"[play(p)[0]],
          "remoteness": lambda p: str(play(p)[1])}[quantity]
    return {position: of(position) for position in positions}


@pytest.mark.parametrize("quantity, misere", [("nimber", False), ("outcome", False), ("outcome", True),
                                              ("remoteness", False), ("remoteness", True)])
@pytest.mark.parametrize("name", LITERATURE)
def test_games_of_the_literature(name, quantity, misere, tmp_path):
    text, most, is_position, moves = LITERATURE[name]
    file = tmp_path / "g.game"
    file.write_text(text)
    positions = [p for p in itertools.product(range(most + 1), repeat=3) if is_position(p)]
    expected = defined(is_position, moves, positions, quantity, misere)
    for store in ["full", *(["sorted"] if "symmetric" in text else [])]:
        table = tmp_path / f"{store}.zarr"
        output("solve", file, "--box", most, "--value", quantity, "-o", table, "--store", store,
               *(["--misere"] if misere else []))
        rows = output("export", table, "--format", "csv", "-o", "-").decode().split()[1:]
        assert {tuple(map(int, row.split(",")[:3])): row.split(",")[3] for row in rows} == expected
        assert answer("verify", table, "--full")["ok"]
