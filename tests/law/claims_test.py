"""Claims with xor and membership, known and random: what the program, C and Python make of them is
what is worked out here."""
import json
import math
import random

import pytest
from emit_test import c_function, python_function
from grundy_program import output, run

NIM2 = "game nim2(a, b) symmetric (a, b) (a, b) -> (a - k, b) for k >= 1\n"
# Which numbers are taken is such that these are lost, and nothing between.
FIBONACCI = ("game g(n) (n) -> (n - k) for k >= 1"
             " when n * n + k * k > 3 * n * k + 1 and 2 * k < n\n")
SQUARES = "game g(n) (n) -> (n - k) for k >= 1 when (k + 1) * (k + 1) < 4 * n\n"
HALF = "game g(n) (n) -> (n - k) for k in 1 .. floor(n / 2)\n"
DIVISORS = "game g(n) (n) -> (k) for k >= 2 when n mod k = 0 and k < n\n"
PILES = "game g(n) param S = {1, 4} (n) -> (n - k) for k in S\n"

KNOWN = [
    ("nim3", "40", "P when a bxor b = c", "proved"),
    ("nim3", "40", "P when a bxor b bxor c = 0", "proved"),
    ("nim3", "40", "N when a != b bxor c", "proved"),
    (FIBONACCI, "2000", "P when n = 0 or n in fibonacci", "verified"),
    (SQUARES, "2000", "P when n = 0 or n in squares", "verified"),
    (HALF, "2000", "P when n + 1 in powers(2)", "proved"),
    (HALF, "2000", "P when n bxor n + 1 = 2 * n + 1", "proved"),
    (DIVISORS, "2000", "P when n in primes or n not in 2 ..", "verified"),
    (PILES, "2000", "nimber = n mod 5 mod 2 when n mod 5 not in S, 2 when n mod 5 in even, 1",
     "proved"),
    (PILES, "2000", "nimber = 2 when n mod 5 in {4}, 1 when n mod 5 in odd, 0", "proved"),
]


def rules_file(rules, folder):
    path = folder / "rules.game"
    path.write_text(rules, encoding="utf-8")
    return path


def checked(game, claim, box, folder):
    if game.startswith("game "):
        game = rules_file(game, folder)
    ran = run("check", game, "--claim", claim, "--box", box, "--json")
    assert ran.stdout, ran.stderr.decode()
    return json.loads(ran.stdout)["laws"][0]


@pytest.mark.parametrize("game, box, claim, status", KNOWN, ids=[claim for _, _, claim, _ in KNOWN])
def test_known_laws(game, box, claim, status, tmp_path):
    law = checked(game, claim, box, tmp_path)
    assert law["status"] == status, law
    assert (law["why_not_proved"] is None) == (status == "proved")


# From either heap, or fewer than h from both (A. S. Fraenkel, M. Lorberbom, "Nimhoff games", 1991).
@pytest.mark.parametrize("h", [2, 3, 4, 5, 8])
def test_cyclic_nimhoff(h, tmp_path):
    rules = (f"game cyclic(a, b) param h = {h} symmetric (a, b) (a, b) -> (a - k, b) for k >= 1"
             " (a, b) -> (a - k, b - j) for k >= 1, j in 1 .. h - 1 - k\n")
    law = "(floor(a / h) bxor floor(b / h)) * h + (a + b) mod h"
    assert checked(rules, "nimber = " + law, "60", tmp_path)["status"] == "proved"
    wrong = checked(rules, f"nimber = {law} when b not in factorials, {law} bxor 1", "60", tmp_path)
    assert wrong["status"] == "refuted" and wrong["counterexample"]["position"] == [0, 1]


def is_prime(n):
    return n > 1 and all(n % k for k in range(2, math.isqrt(n) + 1))


def grown(first, step):
    members = [first]
    while members[-1] < 10**7:
        members.append(step(members))
    return frozenset(members)


FIBONACCI_NUMBERS = grown(1, lambda m: sum(m[-2:]) if len(m) > 1 else 2)
FACTORIALS = grown(1, lambda m: m[-1] * (len(m) + 1))
THREES = grown(1, lambda m: 3 * m[-1])
SETS = [
    ("odd", lambda n: n > 0 and n % 2 == 1),
    ("even", lambda n: n > 0 and n % 2 == 0),
    ("{5, -3, 0, 2}", lambda n: n in (5, -3, 0, 2)),
    ("-2 .. 3", lambda n: -2 <= n <= 3),
    ("4 ..", lambda n: n >= 4),
    ("fibonacci", lambda n: n in FIBONACCI_NUMBERS),
    ("squares", lambda n: n > 0 and math.isqrt(n)**2 == n),
    ("factorials", lambda n: n in FACTORIALS),
    ("primes", is_prime),
    ("powers(3)", lambda n: n in THREES),
]
SIGNS = [("=", lambda x, y: x == y), ("!=", lambda x, y: x != y), ("<", lambda x, y: x < y),
         ("<=", lambda x, y: x <= y), (">", lambda x, y: x > y), (">=", lambda x, y: x >= y)]


def digit_sum(n, base):
    return 0 if n < 1 else n % base + digit_sum(n // base, base)


class Claims:
    """Random ones: texts with the parentheses that they need and some more, and what they say.

    A number or condition is (text, how tightly it holds together, function of the variables)."""

    def __init__(self, seed, names):
        self.random = random.Random(seed)
        self.names = names

    def inside(self, part, least):
        text, level, _ = part
        return f"({text})" if level < least or self.random.random() < 0.1 else text

    def number(self, depth):
        n = self.random.randrange(2, 12)
        if depth == 0:
            name = self.random.choice(self.names)
            return self.random.choice([(str(n), 3, lambda at: n),
                                       (name, 3, lambda at: at[name]),
                                       (f"-{n}", 3, lambda at: -n)])
        x, y = (self.number(self.random.randrange(depth)) for _ in range(2))
        f, g, inside = x[2], y[2], self.inside
        xor = f"{inside(x, 0)} bxor {inside(y, 1)}", 0, lambda at: f(at) ^ g(at)
        return self.random.choice([
            xor, xor, xor,
            (f"{inside(x, 1)} + {inside(y, 2)}", 1, lambda at: f(at) + g(at)),
            (f"{inside(x, 1)} - {n} * {inside(y, 3)}", 1, lambda at: f(at) - n * g(at)),
            (f"{inside(x, 2)} mod {n}", 2, lambda at: f(at) % n),
            (f"floor({inside(x, 2)} / {n})", 3, lambda at: f(at) // n),
            (f"max({x[0]}, {y[0]})", 3, lambda at: max(f(at), g(at))),
            (f"digit_sum({x[0]}, {n})", 3, lambda at: digit_sum(f(at), n))])

    def comparison(self):
        x, y = self.number(2), self.number(2)
        f, g = x[2], y[2]
        sign, compare = self.random.choice(SIGNS)
        return f"{x[0]} {sign} {y[0]}", 3, lambda at: compare(f(at), g(at))

    def membership(self):
        text, _, f = self.number(2)
        name, holds = self.random.choice(SETS)
        if self.random.random() < 0.3:
            return f"{text} not in {name}", 3, lambda at: not holds(f(at))
        return f"{text} in {name}", 3, lambda at: holds(f(at))

    def condition(self, depth):
        if depth == 0:
            return self.random.choice([self.comparison, self.membership])()
        x, y = (self.condition(self.random.randrange(depth)) for _ in range(2))
        f, g, inside = x[2], y[2], self.inside
        return self.random.choice([
            (f"{inside(x, 0)} or {inside(y, 1)}", 0, lambda at: f(at) or g(at)),
            (f"{inside(x, 1)} and {inside(y, 2)}", 1, lambda at: f(at) and g(at)),
            (f"not {inside(x, 2)}", 2, lambda at: not f(at))])

    def pieces(self):
        """Of nimbers; a function that says None where none counts."""
        parts = [(self.number(3), self.condition(2)) for _ in range(self.random.randrange(1, 3))]
        text = ", ".join(f"{value[0]} when {when[0]}" for value, when in parts)
        last = self.number(3) if self.random.random() < 0.8 else None

        def said(at):
            for value, when in parts:
                if when[2](at):
                    return value[2](at)
            return last[2](at) if last else None
        return text + (f", {last[0]}" if last else ""), said


def powers_up_to(most):
    power = 1
    yield power
    while 3 * power <= most:
        power *= 3
        yield power


# Code is printed of what is not refuted: of a box with one position, where the claim is made right.
# No proof knows squares.
CORNER = "game g(a in -6.., b in -6..) (a, b) -> (a - k, b) for k in squares (a, b) -> (a, b - 1)\n"
AT_CORNER = "a = -6 and b = -6"


def emitted(claim, folder):
    game = rules_file(CORNER, folder)
    code = [output("check", game, "--claim", claim, "--box=-6", "--emit", form).decode()
            for form in ("c", "python", "tex")]
    assert code[2].count("{") == code[2].count("}")
    return c_function(code[0], 2, folder), python_function(code[1])


def positions():
    return ({"a": a, "b": b} for a in range(-6, 14) for b in range(-6, 14) if a + b > -12)


@pytest.mark.parametrize("seed", range(25))
def test_nimbers_as_code(seed, tmp_path):
    text, said = Claims(seed, "ab").pieces()
    in_c, in_python = emitted(f"nimber = 0 when {AT_CORNER}, {text}", tmp_path)
    for at in positions():
        value = said(at)
        assert in_c(*at.values()) == (-1 if value is None else value), (text, at)
        if value is None:
            with pytest.raises(ValueError):
                in_python(*at.values())
        else:
            assert in_python(*at.values()) == value, (text, at)


@pytest.mark.parametrize("seed", range(25))
def test_outcomes_as_code(seed, tmp_path):
    text, _, holds = Claims(seed, "ab").condition(3)
    in_c, in_python = emitted(f"P when {AT_CORNER} or {text}", tmp_path)
    for at in positions():
        assert in_c(*at.values()) == in_python(*at.values()) == holds(at), (text, at)


@pytest.mark.parametrize("seed", range(15))
def test_outcomes_for_some_power_as_code(seed, tmp_path):
    text, _, holds = Claims(seed, "abs").condition(2)
    in_c, in_python = emitted(f"P when {AT_CORNER} or {text} for some s in powers(3)", tmp_path)
    for at in positions():
        is_p = any(holds({**at, "s": s}) for s in powers_up_to(max(at.values())))
        assert in_c(*at.values()) == in_python(*at.values()) == is_p, (text, at)


# The least sum of coordinates, and of these the first.
def least_mistake(said, value):
    wrong = [(a + b, a, b) for a in range(16) for b in range(16)
             if said({"a": a, "b": b}) != value(a, b)]
    return list(min(wrong)[1:]) if wrong else None


@pytest.mark.parametrize("seed", range(40))
def test_counterexamples(seed, tmp_path):
    claims = Claims(seed, "ab")
    right, _, is_right = claims.condition(1)
    text, _, number = claims.number(3)
    claim = f"nimber = a bxor b when a + b < {seed // 4} or {right}, {text}"

    def said(at):
        if at["a"] + at["b"] < seed // 4 or is_right(at):
            return at["a"] ^ at["b"]
        return number(at)
    law = checked(NIM2, claim, "15", tmp_path)
    at = least_mistake(said, lambda a, b: a ^ b)
    assert (law["status"] == "refuted") == (at is not None), claim
    if at:
        found = law["counterexample"]
        assert found["position"] == at, claim
        assert found["value"] == at[0] ^ at[1]
        assert found["claimed"] == said({"a": at[0], "b": at[1]}), claim


def test_the_function_of_c_takes_what_cannot_overflow(tmp_path):
    low = -10**18
    game = rules_file(f"game g(a in {low}..) (a) -> (a - 1)", tmp_path)
    claim = f"nimber = 0 when a < {low + 1} or a in {{{low}}}, (a bxor 1) * a bxor a * 4"
    code = output("check", game, f"--box={low}", "--claim", claim, "--emit", "c").decode()
    in_c = c_function(code, 1, tmp_path)
    most = max(k for k in range(63) if in_c(2**k) != -1)
    assert 25 < most < 31
    assert in_c(-10**18) == in_c(-2**most - 1) == in_c(2**most + 1) == -1
    for a in (-2**most, 7 - 2**most, 2**most - 2):
        assert in_c(a) == (a ^ 1) * a ^ a * 4


def test_games_far_from_zero_are_compared_whole(tmp_path):
    low = 10**18 - 10
    game = rules_file(f"""game far(a in {low} .. {low + 10}, b in 0 .. 10)
        (a, b) -> () when a = {low + 3} and b >= 3""", tmp_path)
    claim = f"P when not (a = {low + 3} and b >= 3 and b bxor b = 0)"
    printed = output("check", game, "--claim", claim).decode()
    assert "every position of the game was solved" in printed and "all 121 positions" in printed


def test_code_takes_some_position_of_the_game(tmp_path):
    claim = "P when (b - {}) mod 2 = 0 and (a + 10) * b * 2 >= 0"
    for low, taken in ((2**30, True), (2**31 - 4, False)):
        game = rules_file(f"game g(a in 0..3, b in {low}..{low + 6}) (a,b) -> (a,b-1)", tmp_path)
        ran = run("check", game, "--claim", claim.format(low), "--emit", "c")
        if taken:
            assert c_function(ran.stdout.decode(), 2, tmp_path)(0, low) == 1
        else:
            assert ran.returncode != 0 and b"may leave 64 bits; emit Python" in ran.stderr


def test_what_is_refuted_or_divides_has_no_code(tmp_path):
    game = rules_file(NIM2, tmp_path)
    ran = run("check", game, "--claim", "P when a bxor b = 1", "--emit", "c")
    assert ran.returncode != 0 and not ran.stdout
    assert b"refuted, so there is nothing to emit: (0, 0) is claimed N" in ran.stderr
    guarded = "P when a = b or b > 0 and floor(a / b) in squares and a = b"
    ran = run("check", game, "--claim", guarded, "--box", "30", "--emit", "c")
    assert ran.returncode != 0 and b"divides by a number that is not constant" in ran.stderr
    huge = "P when a = b or a + 9223372036854775807 = a bxor 5"
    ran = run("check", game, "--claim", huge, "--box", "0", "--emit", "c")
    assert ran.returncode != 0 and b"may leave 64 bits" in ran.stderr
    in_python = python_function(
        output("check", game, "--claim", guarded, "--box", "30", "--emit", "python").decode())
    assert in_python(3, 3) and not in_python(3, 0)
