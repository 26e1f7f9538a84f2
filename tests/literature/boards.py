"""Pieces on boards that move towards a corner, and bars that are cut."""
from literature import box, game, lowered

WAYS3 = "Winning Ways, chapter 3"


def steps(*moves):
    def options(p):
        for move in moves:
            to = tuple(x - y for x, y in zip(p, move))
            if min(to) >= 0:
                yield [to]
    return options


def rook(p):
    return [[lowered(p, i, k)] for i in range(len(p)) for k in range(1, p[i] + 1)]


def bishop(p):
    return [[(p[0] - k, p[1] - k)] for k in range(1, min(p) + 1)]


game(f"{WAYS3}: white knights", """game white_knight(a, b)
     symmetric (a, b)
     (a, b) -> (a - 2, b - 1)
     (a, b) -> (a - 2, b + 1)""", steps((2, 1), (2, -1), (1, 2), (-1, 2)), box(15, 15), whole=False)
game(f"{WAYS3}: a king", """game king(a, b)
     (a, b) -> (a - i, b - j)  for i in 0..1, j in 0..1  when i + j >= 1""",
     steps((1, 0), (0, 1), (1, 1)), box(20, 20))
game("A king in three dimensions, after Winning Ways, chapter 3", """game king3(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - i, b - j, c - k)  for i in 0..1, j in 0..1, k in 0..1  when i + j + k >= 1""",
     steps(*[p for p in box(1, 1, 1) if any(p)]), box(8, 8, 8))
game("Nim: a rook", "game rook(a, b)\n(a, b) -> (i, b)  for i in 0 .. a - 1\n(a, b) -> (a, i)  for i in 0 .. b - 1",
     rook, box(20, 20))
game("Ryūō Nim, Miyadera and others, 2020: a rook with a king's step", """game ryuo(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1
     (a, b) -> (a - 1, b - 1)""", lambda p: rook(p) + list(steps((1, 1))(p)), box(25, 25))
game("After Ryūō Nim: a bishop with a king's step", """game promoted_bishop(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b - k)  for k >= 1
     (a, b) -> (a - 1, b)""", lambda p: bishop(p) + list(steps((1, 0), (0, 1))(p)), box(25, 25))
game("Larsson, Wästlund, Maharaja Nim, 2014: a queen and a knight", """game maharaja(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1
     (a, b) -> (a - k, b - k)  for k >= 1
     (a, b) -> (a - 1, b - 2)""",
     lambda p: rook(p) + bishop(p) + list(steps((1, 2), (2, 1))(p)), box(20, 20))
game("Pawns that take a step or two, after Winning Ways, chapter 3", """game two_steps(a, b)
     (a, b) -> (a - k, b)  for k in 1 .. 2
     (a, b) -> (a, b - k)  for k in 1 .. 2
     (a, b) -> (a - 1, b - 1)""", steps((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)), box(20, 20))
game("After POJ 2311, Cutting game: who has no cut loses", """game cutting(w in 1.., h in 1..)
     (w, h) -> (i, h) + (w - i, h)  for i in 1 .. w - 1
     (w, h) -> (w, i) + (w, h - i)  for i in 1 .. h - 1""",
     lambda p: [[(i, p[1]), (p[0] - i, p[1])] for i in range(1, p[0])] +
     [[(p[0], i), (p[0], p[1] - i)] for i in range(1, p[1])],
     [(w, h) for w in range(1, 12) for h in range(1, 12)],
     misere=[(w, h) for w in range(1, 4) for h in range(1, 4)])
game("After Wythoff: a queen whose rook moves end at the diagonal",
     """game blocked_queen(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1  when a - k >= b
     (a, b) -> (a - k, b - k)  for k >= 1""",
     lambda p: [[(n, p[1])] for n in range(p[1], p[0])] + [[(p[0], n)] for n in range(p[0], p[1])] +
     bishop(p), box(20, 20))
