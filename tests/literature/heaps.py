"""Heaps that are lowered and split."""
from itertools import combinations_with_replacement
from math import isqrt

from literature import game

WAYS4 = "Winning Ways, chapter 4"
GUY_SMITH = "Guy, Smith, The G-values of various games, 1956"
GOLOMB = "Golomb, A mathematical investigation of games of take-away, 1966"


def by_code(*digits, without=0):
    """What a code of taking and breaking allows; the digit `without` is that of taking nothing."""
    def options(n):
        for taken, digit in enumerate((without, *digits)):
            rest = n - taken
            for parts in range(4):
                if digit >> parts & 1 and rest >= parts and (taken or parts > 1):
                    yield from splits(rest, parts)
    return options


def splits(rest, parts):
    if parts == 0:
        return [[]] if rest == 0 else []
    heads = combinations_with_replacement(range(1, rest + 1), parts - 1)
    return [[*head, rest - sum(head)] for head in heads if rest - sum(head) >= max(head, default=1)]


def take_and_break(name, source, code, options, most=40):
    game(source, f"game {name}(n)\ntake_and_break {code}", options, range(most + 1), misere=range(16))


take_and_break("kayles", f"{WAYS4}; Dudeney, Canterbury Puzzles, 1908", "0.77", by_code(7, 7))
take_and_break("code7777", GUY_SMITH, "0.7777", by_code(7, 7, 7, 7))
take_and_break("code777", GUY_SMITH, "0.777", by_code(7, 7, 7))
take_and_break("dawson07", f"{WAYS4}: Dawson's Kayles", "0.07", by_code(0, 7), 60)
take_and_break("dawson137", f"{WAYS4}: Dawson's Chess", "0.137", by_code(1, 3, 7), 60)
take_and_break("guiles", f"{WAYS4}: Guiles", "0.15", by_code(1, 5))
take_and_break("officers", f"{WAYS4}: Officers", "0.6", by_code(6))
take_and_break("treblecross", f"{WAYS4}: Treblecross", "0.007", by_code(0, 0, 7))
take_and_break("code52", GUY_SMITH, "0.52", by_code(5, 2))
take_and_break("code37", GUY_SMITH, "0.37", by_code(3, 7))
take_and_break("code077", GUY_SMITH, "0.077", by_code(0, 7, 7))
take_and_break("code56", GUY_SMITH, "0.56", by_code(5, 6))
take_and_break("hex3f", f"{WAYS4}: hexadecimal games", "0.3F", by_code(3, 15))
take_and_break("hex8", f"{WAYS4}: hexadecimal games", "0.8", by_code(8), 30)
take_and_break("splits_only", f"{WAYS4}: hexadecimal games", "C.0", by_code(0, without=12), 30)
take_and_break("lasker43", "Lasker, Brettspiele der Völker, 1931", "4.3", by_code(3, without=4))

game(f"{WAYS4}: Grundy's game", """game grundys_game(n)
     (n) -> (i) + (n - i)  for i in 1 .. floor((n - 1) / 2)""",
     lambda n: [[a, n - a] for a in range(1, n) if a < n - a], range(70), misere=range(24))
game(f"{WAYS4}: Grundy's game, with three heaps", """game grundy_three(n)
     (n) -> (i) + (j) + (n - i - j)  for i in 1 .. n, j in i + 1 .. n  when n - i - j > j""",
     lambda n: [[a, b, n - a - b] for a in range(1, n) for b in range(a + 1, n) if n - a - b > b],
     range(41), misere=range(24))
game(f"{WAYS4}: Couples-are-Forever", """game couples(n)
     (n) -> (i) + (n - i)  for i in 1 .. floor(n / 2)  when n != 2""",
     lambda n: [[a, n - a] for a in range(1, n // 2 + 1) if n != 2], range(60), misere=range(14))
game("Dailly, Duchêne, Larsson, Paris, Partition games, 2018: split into three or five",
     """game cut35(n)
     (n) -> (i) + (j) + (n - i - j)  for i in 1 .. n, j in i .. n  when n - i - j >= j
     (n) -> (i) + (j) + (k) + (l) + (n - i - j - k - l)
     for i in 1 .. n, j in i .. n, k in j .. n, l in k .. n  when n - i - j - k - l >= l""",
     lambda n: splits(n, 3) + splits(n, 5), range(25), misere=range(14))
game(f"{WAYS4}: Rims", """game rims(n)
     (n) -> (i) + (n - k - i)  for k >= 1, i in 0 .. n - k""",
     lambda n: [[i, n - k - i] for k in range(1, n + 1) for i in range(n - k + 1)], range(41),
     misere=range(12))
game("Dudeney's Kayles on a ring; Winning Ways, chapter 4", """game kayles_ring(ring in 0..1, n)
     (ring, n) -> (0, n - 1)  when ring = 1
     (ring, n) -> (0, n - 2)  when ring = 1
     (ring, n) -> (0, i) + (0, n - 1 - i)  for i in 0 .. n - 1  when ring = 0
     (ring, n) -> (0, i) + (0, n - 2 - i)  for i in 0 .. n - 2  when ring = 0""",
     lambda p: [[(0, p[1] - k)] for k in (1, 2) if p[1] >= k] if p[0] else
     [[(0, i), (0, p[1] - k - i)] for k in (1, 2) for i in range(p[1] - k + 1)],
     [(ring, n) for ring in (0, 1) for n in range(40)], misere=[(r, n) for r in (0, 1) for n in range(9)])
game("Codeforces 603C, Lieges of Legendre, with three heaps", """game lieges3(n)
     (n) -> (n - 1)
     (n) -> (i) + (i) + (i)  for i in 1 .. n  when 2 * i = n""",
     lambda n: [[n - 1]] * (n > 0) + [[n // 2] * 3] * (n > 0 and n % 2 == 0), range(41),
     misere=range(12))
game(f"{WAYS4}: subtraction games", """game subtraction134(n)
     (n) -> (n - k)  for k in {1, 3, 4}""",
     lambda n: [[n - k] for k in (1, 3, 4) if k <= n], range(80))
game("Bouton, Nim, a game with a complete mathematical theory, 1901; Bachet, 1612",
     "game bachet(n)\n(n) -> (n - k)  for k in 1 .. 10",
     lambda n: [[n - k] for k in range(1, 11) if k <= n], range(80))
game("Winning Ways, chapter 4: all-but subtraction", """game all_but(n)
     (n) -> (n - k)  for k >= 1  when k != 4 and k != 11 and k != 12 and k != 14""",
     lambda n: [[n - k] for k in range(1, n + 1) if k not in (4, 11, 12, 14)], range(80))
game("Levine, Fractal sequences and restricted Nim, 2006", """game half_nim(n)
     (n) -> (n - k)  for k in 1 .. floor(n / 2)""",
     lambda n: [[n - k] for k in range(1, n // 2 + 1)], range(80))
game("Folklore: no more than the square root is taken", """game root_nim(n)
     (n) -> (n - k)  for k in 1 .. n  when k * k <= n""",
     lambda n: [[n - k] for k in range(1, isqrt(n) + 1)], range(100))
game(f"{GOLOMB}: squares", "game take_square(n)\n(n) -> (n - k * k)  for k >= 1",
     lambda n: [[n - k * k] for k in range(1, isqrt(n) + 1)], range(200))
game(f"{GOLOMB}: cubes", "game take_cube(n)\n(n) -> (n - k * k * k)  for k in 1 .. n",
     lambda n: [[n - k**3] for k in range(1, 8) if n >= k**3], range(200))
game(f"{GOLOMB}: triangular numbers", """game take_triangular(n)
     (n) -> (n - floor(k * (k + 1) / 2))  for k in 1 .. n""",
     lambda n: [[n - k * (k + 1) // 2] for k in range(1, 20) if n >= k * (k + 1) // 2], range(150))
game(f"{GOLOMB}: powers of two", "game take_power(n)\n(n) -> (n - k)  for k in powers(2)",
     lambda n: [[n - 2**i] for i in range(9) if 2**i <= n], range(150))
game(f"{GOLOMB}: factorials", "game take_factorial(n)\n(n) -> (n - k)  for k in {1, 2, 6, 24, 120}",
     lambda n: [[n - k] for k in (1, 2, 6, 24, 120) if k <= n], range(150))
game(f"{GOLOMB}: Fibonacci numbers", "game take_fibonacci(n)\n(n) -> (n - k)  for k in fibonacci",
     lambda n: [[n - k] for k in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89) if k <= n], range(120))
