"""Coins that are turned, of which the last one must go from heads to tails. A position is a coin
that shows heads, from 0; more of them are a sum (Lenstra, Nim multiplication, 1978)."""
from itertools import combinations

from literature import box, game

WAYS14 = "Winning Ways, chapter 14"

game(f"{WAYS14}: Turning Turtles", "game turtles(n)\n(n) -> ()\n(n) -> (i)  for i in 0 .. n - 1",
     lambda n: [[], *[[i] for i in range(n)]], range(40))
game(f"{WAYS14}: Twins", "game twins(n)\n(n) -> (i)  for i in 0 .. n - 1",
     lambda n: [[i] for i in range(n)], range(40))
game(f"{WAYS14}: Mock Turtles", """game mock_turtles(n)
     (n) -> ()
     (n) -> (i)  for i in 0 .. n - 1
     (n) -> (i) + (j)  for i in 0 .. n - 2, j in i + 1 .. n - 1""",
     lambda n: [[], *[[i] for i in range(n)], *map(list, combinations(range(n), 2))], range(50),
     misere=range(9))
game(f"{WAYS14}: Triplets", "game triplets(n)\n(n) -> (i) + (j)  for i in 0 .. n - 2, j in i + 1 .. n - 1",
     lambda n: [*map(list, combinations(range(n), 2))], range(50), misere=range(10))
game(f"{WAYS14}: Moebius, five coins at most", """game moebius5(n)
     (n) -> ()
     (n) -> (i)  for i in 0 .. n - 1
     (n) -> (i) + (j)  for i in 0 .. n - 2, j in i + 1 .. n - 1
     (n) -> (i) + (j) + (k)  for i in 0 .. n - 3, j in i + 1 .. n - 2, k in j + 1 .. n - 1
     (n) -> (i) + (j) + (k) + (l)
     for i in 0 .. n - 4, j in i + 1 .. n - 3, k in j + 1 .. n - 2, l in k + 1 .. n - 1""",
     lambda n: [list(some) for many in range(5) for some in combinations(range(n), many)], range(20),
     misere=range(6))
game(f"{WAYS14}: the Ternups, three coins at equal distances", """game ternups(n)
     (n) -> (n - d) + (n - 2 * d)  for d >= 1""",
     lambda n: [[n - d, n - 2 * d] for d in range(1, n // 2 + 1)], range(60), misere=range(9))
game(f"{WAYS14}: Acrostic Twins", """game acrostic_twins(a, b)
     (a, b) -> (i, b)  for i in 0 .. a - 1
     (a, b) -> (a, i)  for i in 0 .. b - 1""",
     lambda p: [[(i, p[1])] for i in range(p[0])] + [[(p[0], i)] for i in range(p[1])], box(15, 15))
game(f"{WAYS14}: Turning Corners; Lenstra: the product of nimbers", """game turning_corners(a, b)
     (a, b) -> (i, b) + (a, j) + (i, j)  for i in 0 .. a - 1, j in 0 .. b - 1""",
     lambda p: [[(i, p[1]), (p[0], j), (i, j)] for i in range(p[0]) for j in range(p[1])], box(16, 16),
     misere=box(2, 2))
game(f"After {WAYS14}: two coins that lie at most three apart", """game near_twins(n)
     (n) -> ()
     (n) -> (n - k)  for k in 1 .. 3""",
     lambda n: [[], *[[n - k] for k in (1, 2, 3) if k <= n]], range(40))
game(f"After {WAYS14}, Rugs: coins of a square of two by two", """game rugs2(a, b)
     (a, b) -> ()
     (a, b) -> (a - 1, b)
     (a, b) -> (a, b - 1)
     (a, b) -> (a - 1, b) + (a, b - 1) + (a - 1, b - 1)""",
     lambda p: [[]] + [[(p[0] - 1, p[1])]] * (p[0] > 0) + [[(p[0], p[1] - 1)]] * (p[1] > 0) +
     [[(p[0] - 1, p[1]), (p[0], p[1] - 1), (p[0] - 1, p[1] - 1)]] * (min(p) > 0), box(12, 12),
     misere=box(2, 2))
