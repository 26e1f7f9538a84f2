"""Games that become others. A position of the game that is asked for has its coordinates alone; those of others have
more numbers behind them. Graphs are kept as sets of vertices, whatever Grundy calls their parts."""
from literature import box, game

DUDENEY = "After Dudeney, The Canterbury Puzzles (1908)"


def rows_after(n, *, takes, mark):
    """Rows of n pins after some neighbours are taken; `mark` says whose positions they are."""
    return [[(i, *mark), (n - t - i, *mark)] for t in takes for i in range(n - t + 1)]


def ring(takes):
    def options(position):
        n, *other = position
        if other:
            return rows_after(n, takes=takes, mark=(1,))
        return [[(n - t, 1)] for t in takes if t <= n]
    return options


def vertices(joined):
    """Taking a vertex with its neighbours. A graph is the numbers of the vertices that are left, behind a mark."""
    def options(position):
        left = position[1:] if position[0] == -1 else range(position[0])
        return [[(-1, *(w for w in left if w != v and not joined(v, w)))] for v in left]
    return options


def spiders():
    """Vertices are named once and for all: row r has 100 r + 1, 100 r + 2, .. and the pin in the middle is 0."""
    def joined(v, w):
        return w == v + 1 and v // 100 == w // 100 and v > 0 or v == 0 and w % 100 == 1

    def options(position):
        left = position[1:] if position[0] == -1 else (0, *(
            100 * row + at for row, length in enumerate(position) for at in range(1, length + 1)))
        taken = [{v} for v in left] + [{v, w} for v in left for w in left if v < w and joined(v, w)]
        return [[(-1, *(v for v in left if v not in gone))] for gone in taken]
    return options


game(f"{DUDENEY}: Kayles on a ring", """game ring_of_pins(n)
     (n) -> kayles(n - 1)
     (n) -> kayles(n - 2)""", ring((1, 2)), [(n,) for n in range(40)],
     misere=[(n,) for n in range(13)])
game("After T. R. Dawson: two neighbours of a ring", """game ring_of_pairs(n)
     (n) -> 0.07(n - 2)""", ring((2,)), [(n,) for n in range(40)], misere=[(n,) for n in range(14)])
game("OEIS A317367: Node Kayles on a path with chords of length 3", """game chords(n)
     (n) -> one(i) + one(n - 1 - i)  for i in 0 .. n - 1
     game one(n)
     (n) -> one(n - 2)
     (n) -> two(i) + one(n - 4 - i)  for i in 0 .. n - 4
     game two(n)
     (n) -> ()  when n = 0
     (n) -> two(n - 2)
     (n) -> two(i) + two(n - 4 - i)  for i in 0 .. n - 4""",
     vertices(lambda v, w: abs(v - w) in (1, 3)), [(n,) for n in range(15)],
     misere=[(n,) for n in range(13)])
game(f"{DUDENEY}: Kayles on three rows that meet in a pin", """game rows_that_meet(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> kayles(a) + kayles(b) + kayles(c)
     (a, b, c) -> kayles(a - 1) + kayles(b) + kayles(c)
     (a, b, c) -> (a - i, b, c) + kayles(i - 1)  for i in 1 .. a
     (a, b, c) -> (a - i, b, c) + kayles(i - 2)  for i in 2 .. a""", spiders(), box(2, 3, 3), misere=box(2, 2, 2))
game("Two games that lead to each other: a heap is lit or dark", """game lit(n)
     (n) -> dark(n - k)  for k in 1 .. 2
     (n) -> lit(i) + dark(n - i)  for i in 1 .. n - 1
     game dark(n)
     (n) -> lit(n - k)  for k in {1, 4}""",
     lambda at: ([[(at[0] - k, 1)] for k in (1, 2) if k <= at[0]] +
                 [[(i,), (at[0] - i, 1)] for i in range(1, at[0])]) if len(at) == 1 else
     [[(at[0] - k,)] for k in (1, 4) if k <= at[0]], [(n,) for n in range(40)], misere=[(n,) for n in range(13)])
game("Nim with a limit that each heap sets for itself", """game twice_limited(n)
     param k = 2
     (n) -> bash(n; m=k) + bash(n - 1; m=2 * k + 1)
     (n) -> (n - 1)""",
     lambda at: ([[(at[0], 2), (at[0] - 1, 5)], [(at[0] - 1,)]] if at[0] else []) if len(at) == 1 else
     [[(at[0] - k, at[1])] for k in range(1, at[1] + 1) if k <= at[0]], [(n,) for n in range(30)],
     misere=[(n,) for n in range(10)])
