"""Heaps of Nim, with more or fewer moves."""
from itertools import combinations, product

from literature import box, game, lowered

BOROS = "Boros, Gurvich, Ho, Makino, Mursic, On the Sprague-Grundy function of exact k-Nim, 2018"


def nim(p):
    return [[lowered(p, i, k)] for i in range(len(p)) for k in range(1, p[i] + 1)]


def at_most(p, most):
    """Any numbers from `most` heaps or fewer."""
    return [[q] for q in product(*[range(x + 1) for x in p])
            if 0 < sum(a != b for a, b in zip(p, q)) <= most]


def within(p, edges):
    """At least one from each heap of an edge."""
    return [[q] for edge in edges
            for q in product(*[range(x) if i in edge else [x] for i, x in enumerate(p)])]


def from_some(p, edges):
    """Any numbers from the heaps of an edge, as long as it is something."""
    return [[q] for q in product(*[range(x + 1) for x in p]) if q != p and
            any(all(p[i] == q[i] for i in range(len(p)) if i not in edge) for edge in edges)]


game("Bouton, Nim, a game with a complete mathematical theory, 1901", """game nim3(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k >= 1""", nim, box(10, 10, 10))
game("Wythoff, A modification of the game of Nim, 1907", """game wythoff(a, b)
     (a, b) -> (a - i, b - j)  for i in 0 .. a, j in 0 .. b
     when (i = j or i = 0 or j = 0) and i + j >= 1""",
     lambda p: nim(p) + [[(p[0] - k, p[1] - k)] for k in range(1, min(p) + 1)], box(25, 25))
game("Whinihan, Fibonacci Nim, 1963", """game fibonacci_nim(n, q)
     (n, q) -> (n - k, 2 * k)  for k in 1 .. q""",
     lambda p: [[(p[0] - k, 2 * k)] for k in range(1, min(p) + 1)], box(30, 30))
game("Whinihan, Fibonacci Nim, 1963, the limit cut off", """game fibonacci_nim_capped(n, q)
     (n, q) -> (n - k, min(2 * k, n - k))  for k in 1 .. q""",
     lambda p: [[(p[0] - k, min(2 * k, p[0] - k))] for k in range(1, min(p) + 1)], box(30, 30))
game("Schwenk, Take-away games, 1970: no more than the other took", """game schwenk(n, q)
     (n, q) -> (n - k, k)  for k in 1 .. q""",
     lambda p: [[(p[0] - k, k)] for k in range(1, min(p) + 1)], box(40, 40))
game("Schwenk, Take-away games, 1970: one more than the other took", """game dynamic_plus1(n, last)
     (n, last) -> (n - k, k)  for k in 1 .. last + 1""",
     lambda p: [[(p[0] - k, k)] for k in range(1, min(p[0], p[1] + 1) + 1)], box(30, 30))
game("Fraenkel, Lorberbom, Nimhoff games, 1991: cyclic", """game nimhoff_cyclic(a, b)
     param h = 5
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1
     (a, b) -> (a - k, b - l)  for k >= 1, l >= 1  when k + l < h""",
     lambda p: nim(p) + [[(p[0] - k, p[1] - l)] for k in range(1, p[0] + 1)
                         for l in range(1, p[1] + 1) if k + l < 5], box(20, 20))


def end_nim(p):
    heaps = [i for i in range(4) if p[i]]
    return [[lowered(p, i, k)] for i in {heaps[0], heaps[-1]} for k in range(1, p[i] + 1)] if heaps else []


game("Albert, Nowakowski, The game of End-Nim, 2001", """game end_nim(a, b, c, d)
     (a, b, c, d) -> (a - k, b, c, d)  for k >= 1
     (a, b, c, d) -> (a, b - k, c, d)  for k >= 1  when a = 0 or c = 0 and d = 0
     (a, b, c, d) -> (a, b, c - k, d)  for k >= 1  when d = 0 or a = 0 and b = 0
     (a, b, c, d) -> (a, b, c, d - k)  for k >= 1""", end_nim,
     [p for p in box(5, 5, 5, 5) if 0 not in p or p[3] == 0 and 0 not in p[:3]])
game("Albert, Nowakowski, Nim restrictions, 2004: Greedy Nim, from a largest heap",
     """game greedy_nim(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k >= 1  when a >= b and a >= c""",
     lambda p: [[lowered(p, i, k)] for i in range(3) if p[i] == max(p) for k in range(1, p[i] + 1)],
     box(9, 9, 9))
game("Albert, Nowakowski, Nim restrictions, 2004: from a smallest heap", """game smallest_nim(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k >= 1  when (b = 0 or a <= b) and (c = 0 or a <= c)""",
     lambda p: [[lowered(p, i, k)] for i in range(3) if p[i] == min(filter(None, p), default=1)
                for k in range(1, p[i] + 1)], box(9, 9, 9))
game("Winning Ways, chapter 4: at most four from a heap", """game bounded_nim(a, b, c)
     param m = 4
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k in 1 .. m""",
     lambda p: [[lowered(p, i, k)] for i in range(3) for k in range(1, min(4, p[i]) + 1)], box(9, 9, 9))
game("Low, Chan, An atlas of N- and P-positions in Nim with a pass, 2015", """game nim_pass(a, b, c, pass in 0..1)
     symmetric (a, b, c)
     (a, b, c, pass) -> (a - k, b, c, pass)  for k >= 1
     (a, b, c, pass) -> (a, b, c, pass - 1)  when a + b + c >= 1""",
     lambda p: [[lowered(p, i, k)] for i in range(3) for k in range(1, p[i] + 1)] +
     [[(*p[:3], 0)]] * (p[3] == 1 and sum(p[:3]) > 0), box(6, 6, 6, 1))
game("Sprague, 1937: Nim on a staircase", """game staircase(a, b, c, d)
     (a, b, c, d) -> (a - k, b, c, d)  for k >= 1
     (a, b, c, d) -> (a + k, b - k, c, d)  for k >= 1
     (a, b, c, d) -> (a, b + k, c - k, d)  for k >= 1
     (a, b, c, d) -> (a, b, c + k, d - k)  for k >= 1""",
     lambda p: [[lowered(p, 0, k)] for k in range(1, p[0] + 1)] +
     [[(*p[:i - 1], p[i - 1] + k, p[i] - k, *p[i + 1:])] for i in range(1, 4) for k in range(1, p[i] + 1)],
     box(3, 3, 3, 3))
game("Conway, On Numbers and Games: silver dollar without the dollar", """game silver_dollar(a, b, c)
     (a, b, c) -> (i, b, c)  for i in 0 .. a - 1
     (a, b, c) -> (a, i, c)  for i in a + 1 .. b - 1
     (a, b, c) -> (a, b, i)  for i in b + 1 .. c - 1""",
     lambda p: [[(*p[:i], x, *p[i + 1:])] for i in range(3) for x in range(p[i - 1] + 1 if i else 0, p[i])],
     [(a, b, c) for a in range(9) for b in range(a + 1, 10) for c in range(b + 1, 11)])
game("Conway, On Numbers and Games: silver dollar with a bag", """game silver_bag(a in -1.., b, c)
     (a, b, c) -> (i, b, c)  for i in -1 .. a - 1
     (a, b, c) -> (a, i, c)  for i in a + 1 .. b - 1
     (a, b, c) -> (a, b, i)  for i in b + 1 .. c - 1""",
     lambda p: [[(*p[:i], x, *p[i + 1:])] for i in range(3) for x in range(p[i - 1] + 1 if i else -1, p[i])],
     [(a, b, c) for a in range(-1, 8) for b in range(a + 1, 9) for c in range(b + 1, 10)])
game("Welter, The theory of a class of games on a sequence of squares, 1954", """game welter(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - k, b, c, d)  for k >= 1  when a - k != b and a - k != c and a - k != d""",
     lambda p: [[tuple(sorted([y, *[z for z in p if z != x]]))] for x in p for y in range(x) if y not in p],
     combinations(range(11), 4))
game("Moore, A generalization of the game called Nim, 1910: two heaps of three", """game moore3(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - i, b, c)  for i >= 1
     (a, b, c) -> (a - i, b - j, c)  for i >= 1, j >= 1""", lambda p: at_most(p, 2), box(6, 6, 6))
game("Moore, A generalization of the game called Nim, 1910: three heaps of four",
     """game moore4(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - i, b - j, c - k, d)  for i >= 0, j >= 0, k >= 0  when i + j + k >= 1""",
     lambda p: at_most(p, 3), box(3, 3, 3, 3))
game("Smith, Graphs and composite games, 1966: selective sum of heaps", """game selective(a, b, c)
     (a, b, c) -> (a - i, b - j, c - k)  for i >= 0, j >= 0, k >= 0  when i + j + k >= 1""",
     lambda p: at_most(p, 3), box(5, 5, 5))
game("Smith, Graphs and composite games, 1966: conjunctive sum of heaps", """game conjunctive(a, b, c)
     (a, b, c) -> (a - i, b - j, c - k)  for i >= 1, j >= 1, k >= 1""",
     lambda p: within(p, [(0, 1, 2)]), box(6, 6, 6))
game(BOROS, """game exact4(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - i, b - j, c, d)  for i >= 1, j >= 1""",
     lambda p: within(p, combinations(range(4), 2)), box(4, 4, 4, 4))
game("After Gurvich, Heubach, Ho, Chikin, Slow k-Nim, 2020: exactly two heaps", """game slow_exact4(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - 1, b - 1, c, d)""",
     lambda p: [[tuple(x - (i in two) for i, x in enumerate(p))] for two in combinations(range(4), 2)
                if all(p[i] for i in two)], box(5, 5, 5, 5))
game("Gurvich, Heubach, Ho, Chikin, Slow k-Nim, 2020: at most two heaps", """game slow_nim(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - 1, b, c, d)
     (a, b, c, d) -> (a - 1, b - 1, c, d)""",
     lambda p: [[tuple(x - (i in some) for i, x in enumerate(p))] for many in (1, 2)
                for some in combinations(range(4), many) if all(p[i] for i in some)], box(5, 5, 5, 5))
game("Boros, Gurvich, Ho, Makino, Mursic, Sprague-Grundy function of matroids, 2019",
     """game hypergraph(a, b, c, d, e)
     (a, b, c, d, e) -> (a - i, b - j, c - k, d, e)  for i >= 1, j >= 1, k >= 1
     (a, b, c, d, e) -> (a, b, c - i, d - j, e)  for i >= 1, j >= 1
     (a, b, c, d, e) -> (a, b, c, d - i, e - j)  for i >= 1, j >= 1
     (a, b, c, d, e) -> (a - i, b, c, d, e - j)  for i >= 1, j >= 1""",
     lambda p: within(p, [(0, 1, 2), (2, 3), (3, 4), (0, 4)]), box(3, 3, 3, 3, 3))
game("Dufour, Heubach, Circular Nim games, 2013: two neighbours of five", """game circular(a, b, c, d, e)
     (a, b, c, d, e) -> (a - i, b - j, c, d, e)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d, e) -> (a, b - i, c - j, d, e)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d, e) -> (a, b, c - i, d - j, e)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d, e) -> (a, b, c, d - i, e - j)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d, e) -> (a - j, b, c, d, e - i)  for i >= 0, j >= 0  when i + j >= 1""",
     lambda p: from_some(p, [(i, (i + 1) % 5) for i in range(5)]), box(2, 2, 2, 2, 2))
game("After Dufour, Heubach, Circular Nim games, 2013: on a path of four", """game path_nim(a, b, c, d)
     (a, b, c, d) -> (a - i, b - j, c, d)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d) -> (a, b - i, c - j, d)  for i >= 0, j >= 0  when i + j >= 1
     (a, b, c, d) -> (a, b, c - i, d - j)  for i >= 0, j >= 0  when i + j >= 1""",
     lambda p: from_some(p, [(0, 1), (1, 2), (2, 3)]), box(3, 3, 3, 3))


def edge_nim(p):
    at, *weights = p
    for i, ends in enumerate([(0, 1), (1, 2), (2, 3), (0, 3)]):
        if at in ends:
            for k in range(1, weights[i] + 1):
                yield [lowered((sum(ends) - at, *weights), i + 1, k)]


game("Fukuyama, A Nim game played on graphs, 2003: a cycle of four", """game edge_nim(v in 0..3, p, q, r, s)
     (v, p, q, r, s) -> (1 - v, p - k, q, r, s)  for k >= 1  when v <= 1
     (v, p, q, r, s) -> (3 - v, p, q - k, r, s)  for k >= 1  when 1 <= v <= 2
     (v, p, q, r, s) -> (5 - v, p, q, r - k, s)  for k >= 1  when v >= 2
     (v, p, q, r, s) -> (3 - v, p, q, r, s - k)  for k >= 1  when v mod 3 = 0""", edge_nim,
     box(3, 3, 3, 3, 3))
game("Abuku, Suetsugu, Delete Nim, 2021", """game delete_nim(a, b)
     symmetric (a, b)
     (a, b) -> (i, b - i)  for i in 1 .. b - 1""",
     lambda p: [[(i, x - i)] for x in p for i in range(1, x)],
     [(a, b) for a in range(1, 25) for b in range(1, 25)])
game("Yama Nim: at least two, and one more for the other heap", """game yama(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b + 1)  for k >= 2""",
     lambda p: [[(p[0] - k, p[1] + 1)] for k in range(2, p[0] + 1)] +
     [[(p[0] + 1, p[1] - k)] for k in range(2, p[1] + 1)], box(18, 18))
game("Fraenkel, How to beat your Wythoff games' opponent, 1982", """game generalized_wythoff(a, b)
     param t = 2
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1
     (a, b) -> (a - k, b - l)  for k >= 1, l >= 1  when k - l < t and l - k < t""",
     lambda p: nim(p) + [[(p[0] - k, p[1] - l)] for k in range(1, p[0] + 1)
                         for l in range(1, p[1] + 1) if abs(k - l) < 2], box(18, 18))
game("Larsson, 2-pile Nim with a restricted number of move-size imitations, 2009",
     """game imitation_nim(a, b, last, from in 0..1)
     (a, b, last, from) -> (a - k, b, k, 0)  for k >= 1  when not (from = 1 and k = last)
     (a, b, last, from) -> (a, b - k, k, 1)  for k >= 1  when not (from = 0 and k = last)""",
     lambda p: [[(p[0] - k, p[1], k, 0)] for k in range(1, p[0] + 1) if (p[3], k) != (1, p[2])] +
     [[(p[0], p[1] - k, k, 1)] for k in range(1, p[1] + 1) if (p[3], k) != (0, p[2])], box(7, 7, 7, 1))


def antonim(p):
    for i in range(3):
        for k in range(1, p[i] + 1):
            heaps = lowered(p, i, k)
            if all(not x or heaps.count(x) == 1 for x in heaps):
                yield [tuple(sorted(heaps))]


game("Winning Ways, chapter 15: Antonim", """game antonim(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k >= 1  when a - k = 0 or a - k != b and a - k != c""", antonim,
     [p for p in box(9, 9, 9) if list(p) == sorted(p) and all(not x or p.count(x) == 1 for x in p)])


def merging(p):
    for taken in nim(p):
        yield [tuple(sorted(taken[0]))]
    for i, j in combinations(range(3), 2):
        if p[i] and p[j]:
            yield [tuple(sorted((p[i] + p[j], 0, p[3 - i - j])))]


game("After Moore: heaps may be merged", """game merge_nim(a, b, c)
     symmetric (a, b, c)
     (a, b, c) -> (a - k, b, c)  for k >= 1
     (a, b, c) -> (a + b, 0, c)  when a >= 1 and b >= 1""", merging,
     [p for p in box(6, 6, 6) if list(p) == sorted(p)])
game("Miyadera and others: chocolate bars with y at most half of z", """game chocolate(x, y, z)
     (x, y, z) -> (i, y, z)  for i in 0 .. x - 1
     (x, y, z) -> (x, i, z)  for i in 0 .. y - 1
     (x, y, z) -> (x, min(y, floor(i / 2)), i)  for i in 0 .. z - 1""",
     lambda p: [[(i, p[1], p[2])] for i in range(p[0])] + [[(p[0], i, p[2])] for i in range(p[1])] +
     [[(p[0], min(p[1], i // 2), i)] for i in range(p[2])],
     [(x, y, z) for x in range(7) for z in range(14) for y in range(z // 2 + 1)])
game("After Blass, Fraenkel, Guelman, How far can Nim in disguise be stretched?, 1998", """game nim_with_pairs(a, b)
     symmetric (a, b)
     (a, b) -> (a - k, b)  for k >= 1
     (a, b) -> (a - 1, b - 2)""",
     lambda p: nim(p) + [[(p[0] - x, p[1] - y)] for x, y in ((1, 2), (2, 1)) if p[0] >= x and p[1] >= y],
     box(20, 20))
game("After Connell, A generalization of Wythoff's game, 1959: multiples of two", """game connell(a, b)
     symmetric (a, b)
     (a, b) -> (a - 2 * k, b)  for k >= 1
     (a, b) -> (a - k, b - k)  for k >= 1""",
     lambda p: [[(p[0] - 2 * k, p[1])] for k in range(1, p[0] // 2 + 1)] +
     [[(p[0], p[1] - 2 * k)] for k in range(1, p[1] // 2 + 1)] +
     [[(p[0] - k, p[1] - k)] for k in range(1, min(p) + 1)], box(20, 20))
game("Schwenk, Take-away games, 1970: four times what the other took", """game four_times(n, q)
     (n, q) -> (n - k, 4 * k)  for k in 1 .. q""",
     lambda p: [[(p[0] - k, 4 * k)] for k in range(1, min(p) + 1)], box(25, 25))
