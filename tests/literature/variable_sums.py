"""Heaps and coins that become sums of as many positions as a number says."""
from literature import game

WAYS14 = "Winning Ways, chapter 14"


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def rising(n):
    """Sums a + (a + 1) + .. = n of two or more."""
    for first in range(1, n):
        last, total = first, first
        while total < n:
            last += 1
            total += last
        if total == n:
            yield list(range(first, last + 1))


game(f"{WAYS14}: Ruler", "game ruler_row(n in 1..)\n(n) -> sum of (j) over j in i .. n - 1  for i in 1 .. n",
     lambda n: [list(range(i, n)) for i in range(1, n + 1)], range(1, 65), misere=range(1, 9))
game(f"After {WAYS14}, Ruler: at most four neighbours", """game short_ruler(n in 1..)
     (n) -> sum of (n - j) over j in 1 .. k  for k in 0 .. 3""",
     lambda n: [list(range(n - k, n)) for k in range(4) if n - k >= 1], range(1, 65), misere=range(1, 9))
game("HackerRank, Tower Breakers, Again!", """game equal_towers(n in 1..)
     (n) -> k * (floor(n / k))  for k in divisors(n)  when k >= 2""",
     lambda n: [[n // k] * k for k in divisors(n)[1:]], range(1, 90), misere=range(1, 30))
game("A heap loses one, or falls into single stones", """game to_ones(n)
     (n) -> (n - 1)
     (n) -> n * (1)  when n >= 2""",
     lambda n: [[n - 1]] * (n > 0) + [[1] * n] * (n > 1), range(40), misere=range(20))
game("Codeforces 87C, Interesting Game", """game rising_sums(n)
     (n) -> sum of (j) over j in a .. a + k - 1  for k >= 2, a >= 1  when k * (2 * a + k - 1) = 2 * n""",
     lambda n: list(rising(n)), range(90), misere=range(30))
for k in (2, 3, 8):
    game(f"Codeforces 603C, Lieges of Legendre, {k} heaps", f"""game lieges_of_{k}(n)
         param k = {k}
         (n) -> (n - 1)
         (n) -> k * (floor(n / 2))  when n mod 2 = 0 and n >= 2""",
         lambda n, k=k: [[n - 1]] * (n > 0) + [[n // 2] * k] * (n > 0 and n % 2 == 0), range(60),
         misere=range(9))
game("After Lasker: equal heaps, and what is left over", """game equal_and_rest(n)
     (n) -> k * (h) + (n - k * h)  for k in 1 .. n, h in 1 .. n  when k * h <= n and h < n and k * h >= 1""",
     lambda n: [[h] * k + [n - k * h] for k in range(1, n + 1) for h in range(1, n) if k * h <= n],
     range(40), misere=range(9))
game("Heads of a hydra: all smaller ones at once, or one", """game hydra(n)
     (n) -> sum of (j) over j in 0 .. n - 1  when n >= 1
     (n) -> (n - 1)""",
     lambda n: [list(range(n)), [n - 1]] if n else [], range(40), misere=range(8))
