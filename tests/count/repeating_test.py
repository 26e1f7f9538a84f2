"""Positions of games whose values repeat are counted up to 10^18, as published periods say."""
import collections

import pytest
from definitions import values
from grundy_program import output, run

# Game: values before the first that repeats for ever, and the period (Guy and Smith 1956).
PERIODS = {"kayles": (71, 12), "0.07": (53, 34)}
FIRST = {"kayles": values("kayles", (200,), "nimber").tolist()}


def dawsons_kayles(most):
    """Two adjacent pins are taken, which may leave two rows."""
    nimbers = [0, 0]
    for n in range(2, most + 1):
        options = {nimbers[a] ^ nimbers[n - 2 - a] for a in range(n - 1)}
        nimbers.append(next(v for v in range(n + 1) if v not in options))
    return nimbers


FIRST["0.07"] = dawsons_kayles(200)
LARGE = [1_048_576, 3_000_000, 10**9 + 7, 10**18]


def histogram(game, low, high):
    """{nimber: (how many of the heaps low .. high have it, their sum)}."""
    first, length = PERIODS[game]
    found = collections.defaultdict(lambda: (0, 0))

    def add(nimber, count, total):
        found[nimber] = (found[nimber][0] + count, found[nimber][1] + total)

    for n in range(low, min(first, high + 1)):
        add(FIRST[game][n], 1, n)
    start = max(low, first)
    for n in range(start, min(start + length, high + 1)):
        count = (high - n) // length + 1
        add(FIRST[game][first + (n - first) % length], count,
            count * n + length * count * (count - 1) // 2)
    return found


def counted(expression, where, *options):
    return int(output("count", expression, "--where", where, *options))


@pytest.mark.parametrize("game", PERIODS)
def test_periods_are_those_of_the_first_heaps(game):
    first, length = PERIODS[game]
    assert all(FIRST[game][n] == FIRST[game][n + length] for n in range(first, 200 - length))


@pytest.mark.parametrize("game", PERIODS)
@pytest.mark.parametrize("high", LARGE)
@pytest.mark.parametrize("low", [0, 60, 1_000_003])
def test_one_heap(game, high, low):
    where = f"{low} <= n <= {high}"
    found = histogram(game, low, high)
    lost = found[0]
    assert counted(f"{game}(n)", where) == lost[0]
    assert counted(f"{game}(n)", where, "--sum-coordinates") == lost[1]
    assert counted(f"{game}(n)", where, "--outcome", "N") == high - low + 1 - lost[0]
    assert counted(f"{game}(n) + nim(4)", where) == found[4][0]


@pytest.mark.parametrize("high", LARGE)
def test_pairs(high):
    found = histogram("kayles", 0, high).values()
    pair = "kayles(a) + kayles(b)"
    assert counted(pair, f"0 <= a <= b <= {high}") == sum(c * (c + 1) // 2 for c, _ in found)
    assert counted(pair, f"0 <= a < b <= {high}") == sum(c * (c - 1) // 2 for c, _ in found)
    modulus = 10**9 + 9
    assert (counted(pair, f"a <= b <= {high}", "--sum-coordinates", "--mod", modulus)
            == sum(s * (c + 1) for c, s in found) % modulus)


def ordered_triples(found, step):
    """a <= b <= c (step 0) or a < b < c of nimber 0, and the sum of their heaps.

    By Burnside's lemma: all triples, those of two equal heaps, those of three."""
    heaps = [sum(part) for part in zip(*found.values())]
    zero = found[0]
    triples = {(u, v): found[u ^ v] for u in list(found) for v in list(found) if u ^ v in found}

    def burnside(every, two, three):
        assert (every + (1 - 2 * step) * 3 * two + 2 * three) % 6 == 0
        return (every + (1 - 2 * step) * 3 * two + 2 * three) // 6

    count = burnside(sum(found[u][0] * found[v][0] * third[0] for (u, v), third in triples.items()),
                     zero[0] * heaps[0], zero[0])
    total = burnside(3 * sum(found[u][1] * found[v][0] * third[0]
                             for (u, v), third in triples.items()),
                     zero[1] * heaps[0] + 2 * zero[0] * heaps[1], 3 * zero[1])
    return count, total


def test_burnside():
    nimbers = FIRST["kayles"][:40]
    for step in (0, 1):
        lost = [(a, b, c) for a in range(40) for b in range(a + step, 40)
                for c in range(b + step, 40) if nimbers[a] ^ nimbers[b] ^ nimbers[c] == 0]
        assert ordered_triples(histogram("kayles", 0, 39), step) == (len(lost),
                                                                     sum(map(sum, lost)))


@pytest.mark.parametrize("high", LARGE)
@pytest.mark.parametrize("step", [0, 1])
def test_triples_in_order(high, step):
    expected = ordered_triples(histogram("kayles", 0, high), step)
    triple, sign = "kayles(a) + kayles(b) + kayles(c)", ["<=", "<"][step]
    where = f"0 <= a {sign} b {sign} c <= {high}"
    for modulus in (998244353, 2**62):
        modulo = "--mod", modulus
        assert counted(triple, where, *modulo) == expected[0] % modulus
        assert counted(triple, where, "--sum-coordinates", *modulo) == expected[1] % modulus
    if high < 10**12:
        assert counted(triple, where) == expected[0]
    else:  # of all triples there are more
        ran = run("count", triple, "--where", where)
        assert ran.returncode == 2 and b"exceed 127 bits" in ran.stderr


@pytest.mark.parametrize("high", LARGE)
def test_heaps_of_several_games(high):
    kayles, dawson = histogram("kayles", 5, high), histogram("0.07", 0, 10**17)
    where = f"5 <= a <= {high} and b <= {10**17} and c <= 9"
    modulus = 2**61 - 1
    expected = sum(count * other * (u ^ v <= 9)
                   for u, (count, _) in kayles.items() for v, (other, _) in dawson.items())
    assert counted("kayles(a) + 0.07(b) + nim(c)", where, "--mod",
                   modulus) == expected % modulus


def test_a_heap_far_away_and_some_near():
    lost = [b for b in range(101) if FIRST["kayles"][b] == FIRST["kayles"][71 + (10**18 - 71) % 12]]
    assert counted(f"kayles({10**18}) + kayles(b)", "b <= 100") == len(lost)
    # Looked at one by one, near the end.
    nimber = [FIRST["kayles"][71 + (n - 71) % 12] for n in range(10**18 - 60, 10**18 + 1)]
    assert counted("kayles(a) + kayles(b)",
                   f"{10**18 - 60} <= a <= {10**18} and {10**18 - 60} <= b <= {10**18} "
                   f"and (a + b) mod 5 = 0") == sum(x == y for i, x in enumerate(nimber)
                                        for j, y in enumerate(nimber)
                                        if (2 * (10**18 - 60) + i + j) % 5 == 0)


def test_what_does_not_repeat_is_refused():
    ran = run("count", "nim(a)", "--where", f"a <= {10**18}", "--memory", "64M")
    assert ran.returncode == 4 and b"needs" in ran.stderr
    ran = run("count", "kayles(a) + subtraction(b)", "--where", f"a <= b <= {10**18}")
    assert ran.returncode == 2 and b"counting takes" in ran.stderr
