"""Partitions, as the lengths of their rows, and posets that are bitten."""
from literature import box, game

GOTTLIEB = "Gottlieb, Ilić, Krnc, Some results on LCTR, an impartial game on partitions, 2022"


def partitions(rows, most):
    return [p for p in box(*[most] * rows) if list(p) == sorted(p, reverse=True)]


def chomp(p):
    """A bite takes a square and all that is right of it or below."""
    for row in range(len(p)):
        for column in range(p[row]):
            if (row, column) != (0, 0):
                yield [(*p[:row], *[min(x, column) for x in p[row:]])]


def without_first_row(p):
    return (*p[1:], 0)


def without_first_column(p):
    return tuple(max(x - 1, 0) for x in p)


game("Gale, A curious Nim-type game, 1974: Chomp with two rows", """game chomp2(a in 1.., b)
     (a, b) -> (i, min(b, i))  for i in 1 .. a - 1
     (a, b) -> (a, i)  for i in 0 .. b - 1""", chomp,
     [(a, b) for a in range(1, 18) for b in range(a + 1)])
game("Gale, A curious Nim-type game, 1974: Chomp with three rows", """game chomp3(a in 1.., b, c)
     (a, b, c) -> (i, min(b, i), min(c, i))  for i in 1 .. a - 1
     (a, b, c) -> (a, i, min(c, i))  for i in 0 .. b - 1
     (a, b, c) -> (a, b, i)  for i in 0 .. c - 1""", chomp,
     [p for p in partitions(3, 9) if p[0] >= 1])
game("Gale, A curious Nim-type game, 1974: Chomp with four rows", """game chomp4(a in 1.., b, c, d)
     (a, b, c, d) -> (i, min(b, i), min(c, i), min(d, i))  for i in 1 .. a - 1
     (a, b, c, d) -> (a, i, min(c, i), min(d, i))  for i in 0 .. b - 1
     (a, b, c, d) -> (a, b, i, min(d, i))  for i in 0 .. c - 1
     (a, b, c, d) -> (a, b, c, i)  for i in 0 .. d - 1""", chomp,
     [p for p in partitions(4, 5) if p[0] >= 1])
game(f"{GOTTLIEB}: LCTR, the first row or column goes", """game lctr(a, b, c)
     (a, b, c) -> (b, c, 0)  when a >= 1
     (a, b, c) -> (max(a - 1, 0), max(b - 1, 0), max(c - 1, 0))  when a >= 1""",
     lambda p: [[without_first_row(p)], [without_first_column(p)]] if p[0] else [], partitions(3, 12))
game("Sato, Welter's game on Young diagrams, 1970: two rows, a hook goes", """game hooks2(a, b)
     (a, b) -> (i, b)  for i in b .. a - 1
     (a, b) -> (b - 1, i)  for i in 0 .. b - 1  when b >= 1
     (a, b) -> (a, i)  for i in 0 .. b - 1""",
     lambda p: [[(i, p[1])] for i in range(p[1], p[0])] + [[(p[1] - 1, i)] for i in range(p[1])] +
     [[(p[0], i)] for i in range(p[1])], partitions(2, 15))
game("Corners of a diagram, after LCTR: a corner square goes", """game corners(a, b, c)
     (a, b, c) -> (a - 1, b, c)  when a >= b + 1
     (a, b, c) -> (a, b - 1, c)  when b >= c + 1
     (a, b, c) -> (a, b, c - 1)""",
     lambda p: [[(*p[:i], p[i] - 1, *p[i + 1:])] for i in range(3) if p[i] > (*p, 0)[i + 1]],
     partitions(3, 9))
game("Rows of a diagram, after Nim: a row is shortened, but not below the next", """game rows(a, b, c)
     (a, b, c) -> (i, b, c)  for i in b .. a - 1
     (a, b, c) -> (a, i, c)  for i in c .. b - 1
     (a, b, c) -> (a, b, i)  for i in 0 .. c - 1""",
     lambda p: [[(*p[:i], n, *p[i + 1:])] for i in range(3) for n in range((*p, 0)[i + 1], p[i])],
     partitions(3, 9))
