"""Sets of squares or vertices, as numbers whose bits are their members."""
from functools import reduce
from itertools import product
from operator import or_

from literature import game


def bits(m):
    return [i for i in range(m.bit_length()) if m >> i & 1]


def submasks(m):
    s = m
    while s:
        yield s
        s = (s - 1) & m


def mask(members):
    return reduce(or_, (1 << i for i in members), 0)


def clears(patterns):
    """One of the patterns is cleared, where all of it is there."""
    return lambda m: [[m & ~one] for one in patterns if m & one == one]


def closed(edges, size):
    return [mask([v, *[u for e in edges for u in e if v in e]]) for v in range(size)]


def node_kayles(neighbours):
    return lambda m: [[m & ~neighbours[v]] for v in bits(m)]


def on_graph(name, source, edges, size):
    neighbours = closed(edges, size)
    game(source, f"""game {name}(m in 0..{2**size - 1})
     param N = [{', '.join(map(str, neighbours))}]
     (m) -> (m - (m band N[i]))  for i in bits(m)""", node_kayles(neighbours),
         range(0, 2**size, 3 if size > 8 else 1))


SCHAEFER = "Schaefer, Complexity of some two-person perfect-information games, 1978: Node Kayles"
PATH = [(i, i + 1) for i in range(8)]
CYCLE = [(i, (i + 1) % 8) for i in range(8)]
CUBE = [(v, v ^ 1 << i) for v in range(8) for i in range(3) if v < v ^ 1 << i]
PETERSEN = ([(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] +
            [(i + 5, (i + 2) % 5 + 5) for i in range(5)])
on_graph("kayles_path", f"{SCHAEFER} on a path", PATH, 9)
on_graph("kayles_cycle", f"{SCHAEFER} on a cycle", CYCLE, 8)
on_graph("kayles_cube", f"{SCHAEFER} on a cube", CUBE, 8)
on_graph("kayles_petersen", f"{SCHAEFER} on Petersen's graph", PETERSEN, 10)
on_graph("kings", "Peaceable kings on a board of 3 x 3: Node Kayles of the king's graph",
         [(a, b) for a, b in product(range(9), repeat=2)
          if a < b and abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1], 9)
on_graph("queens", "Noon, Surreal analysis of the Queens game, 2002: queens on 3 x 3",
         [(a, b) for a, b in product(range(9), repeat=2) if a < b and
          (a // 3 == b // 3 or a % 3 == b % 3 or abs(a // 3 - b // 3) == abs(a % 3 - b % 3))], 9)

DOMINOES = [1 << i | 1 << j for i in range(9) for j in (i + 1, i + 3)
            if j < 9 and (j == i + 3 or i % 3 < 2)]
game("Gardner, Scientific American, 1974: Cram on 3 x 3", f"""game cram3(m in 0..511)
     param D = [{', '.join(map(str, DOMINOES))}]
     (m) -> (m - D[i])  for i in 0 .. {len(DOMINOES) - 1}  when m band D[i] = D[i]""",
     clears(DOMINOES), range(512))
LINE = [3 << i for i in range(9)]
game("Winning Ways, chapter 4: Dawson's Kayles on a strip of ten", """game strip(m in 0..1023)
     (m) -> (m - 3 * 2^i)  for i in 0 .. 8  when m band (3 * 2^i) = 3 * 2^i""",
     clears(LINE), range(0, 1024, 3))
ARCS = [mask(edge) for edge in PETERSEN]
game("Schaefer, 1978: Arc Kayles on Petersen's graph", f"""game arc_kayles(m in 0..1023)
     param E = [{', '.join(map(str, ARCS))}]
     (m) -> (m - E[i])  for i in 0 .. 14  when m band E[i] = E[i]""",
     clears(ARCS), range(0, 1024, 3))
game("Nim by binary digits: a submask is taken", "game submasks(m)\n(m) -> (m - s)  for s in subsets(m)",
     lambda m: [[m - s] for s in submasks(m)], range(200))
game("One digit 1 is taken", "game one_digit(m)\n(m) -> (m - 2^i)  for i in bits(m)",
     lambda m: [[m - 2**i] for i in bits(m)], range(200))
game("Turning Turtles as a number: a digit 1, and perhaps one below it, is turned",
     """game turtle_row(m in 0..255)
     (m) -> (m - 2^i)  for i in bits(m)
     (m) -> ((m - 2^i) bxor 2^j)  for i in bits(m), j in 0 .. i - 1""",
     lambda m: [[m - 2**i] for i in bits(m)] + [[m - 2**i ^ 2**j] for i in bits(m) for j in range(i)],
     range(200))


def kotzig(p):
    at, used = p
    for step in (1, 2):
        to = (at + step) % 7
        if not used >> to & 1:
            yield [(to, used | 1 << to)]


game("Winning Ways, chapter 15: Kotzig's Nim on a circle of seven", """game kotzig(at in 0..6, used in 0..127)
     (at, used) -> ((at + s) mod 7, used + 2^((at + s) mod 7))
     for s in 1 .. 2  when used band 2^((at + s) mod 7) = 0""", kotzig,
     [(at, used) for at in range(7) for used in range(128) if used >> at & 1], whole=False)
WALK = closed(PETERSEN, 10)


def geography(p):
    at, left = p
    return [[(to, left & ~(1 << to))] for to in bits(left & WALK[at])]


game("Lichtenstein, Sipser, Go is polynomial-space hard, 1980: Geography, no vertex twice",
     f"""game geography(v in 0..9, left in 0..1023)
     param N = [{', '.join(map(str, WALK))}]
     (v, left) -> (w, left - 2^w)  for w in bits(left band N[v])""", geography,
     [(v, left) for v in range(10) for left in range(0, 1024, 37)], whole=False)
