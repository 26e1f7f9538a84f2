"""One number or two, and what number theory says of them."""
from math import gcd, isqrt

from literature import game

IANNUCCI_LARSSON = "Iannucci, Larsson, Game values of arithmetic functions, 2021"
MARK = "Fraenkel, Aperiodic subtraction games, 2011"
GOLOMB = "Golomb, A mathematical investigation of games of take-away, 1966"


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def primes(n):
    return [p for p in range(2, n + 1) if all(p % d for d in range(2, isqrt(p) + 1))]


def digits(n):
    return {int(digit) for digit in str(n)} - {0}


game(f"{MARK}: Mark", "game mark(n)\n(n) -> (n - 1)\n(n) -> (floor(n / 2))  when n >= 1",
     lambda n: [[n - 1], [n // 2]] if n else [], range(200))
game(f"{MARK}: Mark-t", """game mark_t(n)
     param t = 4
     (n) -> (n - k)  for k in 1 .. t - 1
     (n) -> (floor(n / t))  when n >= 1""",
     lambda n: [[n - k] for k in (1, 2, 3) if n >= k] + [[n // 4]] * (n > 0), range(200))
game(f"{MARK}: UpMark", "game upmark(n)\n(n) -> (n - 1)\n(n) -> (ceil(n / 2))  when n >= 2",
     lambda n: [[n - 1]] * (n > 0) + [[(n + 1) // 2]] * (n > 1), range(200))
game(f"{IANNUCCI_LARSSON}: Aliquot", """game aliquot(n)
     (n) -> (n - d)  for d in divisors(n)  when d != n""",
     lambda n: [[n - d] for d in divisors(n) if d < n], range(1, 200))
game(f"{IANNUCCI_LARSSON}: Dim", "game dim(n)\n(n) -> (n - d)  for d in 1 .. n  when n mod d = 0",
     lambda n: [[n - d] for d in divisors(n)], range(200))
game(f"{IANNUCCI_LARSSON}: Saliquant", """game saliquant(n)
     (n) -> (n - d)  for d in 1 .. n - 1  when n mod d != 0""",
     lambda n: [[n - d] for d in range(1, n) if n % d], range(1, 120))
game(f"{IANNUCCI_LARSSON}: Maliquot", """game maliquot(n in 1..)
     (n) -> (d)  for d in divisors(n)  when d != n""",
     lambda n: [[d] for d in divisors(n) if d < n], range(1, 200))
game(f"{IANNUCCI_LARSSON}: Totative, to a number without common divisor", """game totative(n)
     (n) -> (k)  for k in 1 .. n - 1  when gcd(n, k) = 1""",
     lambda n: [[k] for k in range(1, n) if gcd(n, k) == 1], range(1, 120))
game(f"{IANNUCCI_LARSSON}: Nontotative", """game nontotative(n)
     (n) -> (k)  for k in 1 .. n - 1  when gcd(n, k) != 1""",
     lambda n: [[k] for k in range(1, n) if gcd(n, k) != 1], range(1, 120))
game(f"{IANNUCCI_LARSSON}: taking a number without common divisor", """game take_totative(n)
     (n) -> (n - k)  for k in 1 .. n  when gcd(n, k) = 1""",
     lambda n: [[n - k] for k in range(1, n + 1) if gcd(n, k) == 1], range(121))
game(f"{IANNUCCI_LARSSON}: Factoring", """game factoring(n in 1..)
     (n) -> (a) + (b)  for a in 2 .. n, b in a .. n  when a * b = n""",
     lambda n: [[d, n // d] for d in divisors(n) if d > 1 and d * d <= n], range(1, 200),
     misere=range(1, 100))
game(f"{GOLOMB}: primes", "game take_prime(n)\n(n) -> (n - p)  for p in primes",
     lambda n: [[n - p] for p in primes(n)], range(150))
game(f"{GOLOMB}: one and primes", "game take_prime1(n)\n(n) -> (n - 1)\n(n) -> (n - p)  for p in primes",
     lambda n: [[n - p] for p in [1] * (n > 0) + primes(n)], range(150))
game("Codeforces 1091H, New Year and the Tricolore Recreation: one row", """game tricolore(n)
     (n) -> (n - p)  for p in primes
     (n) -> (n - p * q)  for p in primes, q in primes""",
     lambda n: [[n - p] for p in primes(n)] +
     [[n - p * q] for p in primes(n) for q in primes(n // p)], range(150))
game("After LeetCode 1025, Divisor game: prime divisors alone", """game take_prime_divisor(n)
     (n) -> (n - p)  for p in prime_divisors(n)""",
     lambda n: [[n - p] for p in primes(n) if n % p == 0], range(1, 200))
game("Cole, Davie, A game based on the Euclidean algorithm, 1969", """game euclid(a, b)
     symmetric (a, b)
     (a, b) -> (a - k * b, b)  for k >= 1  when b >= 1""",
     lambda p: [[(p[0] - k * p[1], p[1])] for k in range(1, p[0] + 1) if 0 < k * p[1] <= p[0]] +
     [[(p[0], p[1] - k * p[0])] for k in range(1, p[1] + 1) if 0 < k * p[0] <= p[1]],
     [(a, b) for a in range(25) for b in range(25)])
game("Grossman, A Nim-type game, problem 1537, 1997: both numbers stay positive",
     """game euclid_grossman(a in 1.., b in 1..)
     symmetric (a, b)
     (a, b) -> (a - k * b, b)  for k >= 1""",
     lambda p: [[(p[0] - k * p[1], p[1])] for k in range(1, p[0]) if p[0] - k * p[1] >= 1] +
     [[(p[0], p[1] - k * p[0])] for k in range(1, p[1]) if p[1] - k * p[0] >= 1],
     [(a, b) for a in range(1, 25) for b in range(1, 25)])
game("After Euclid: a multiple of the common divisor is taken", """game subtract_gcd(a in 1.., b in 1..)
     symmetric (a, b)
     (a, b) -> (a - k * gcd(a, b), b)  for k >= 1""",
     lambda p: [[(n, p[1])] for n in range(1, p[0]) if (p[0] - n) % gcd(*p) == 0] +
     [[(p[0], n)] for n in range(1, p[1]) if (p[1] - n) % gcd(*p) == 0],
     [(a, b) for a in range(1, 20) for b in range(1, 20)])
game("Folklore: a die is turned by a quarter, and its top is taken", """game dice(n, t in 1..6)
     (n, t) -> (n - k, k)  for k in 1 .. 6  when k != t and k != 7 - t""",
     lambda p: [[(p[0] - k, k)] for k in range(1, 7) if k not in (p[1], 7 - p[1]) and p[0] >= k],
     [(n, t) for n in range(40) for t in range(1, 7)])
game("Folklore: a key of a calculator in the row or column of the last one",
     """game calculator(n, d in 1..9)
     (n, d) -> (n - k, k)  for k in 1 .. 9
     when k != d and (floor((k - 1) / 3) = floor((d - 1) / 3) or k mod 3 = d mod 3)""",
     lambda p: [[(p[0] - k, k)] for k in range(1, 10) if k != p[1] and p[0] >= k and
                ((k - 1) // 3 == (p[1] - 1) // 3 or (k - 1) % 3 == (p[1] - 1) % 3)],
     [(n, d) for n in range(40) for d in range(1, 10)])
ENDS = ", ".join(f"{name} in 0..4" for name in "abcdef")
game("Dudeney, The thirty-one game", f"""game thirty_one(n in 0..31, {ENDS})
     (n, a, b, c, d, e, f) -> (n - 1, a - 1, b, c, d, e, f)
     (n, a, b, c, d, e, f) -> (n - 2, a, b - 1, c, d, e, f)
     (n, a, b, c, d, e, f) -> (n - 3, a, b, c - 1, d, e, f)
     (n, a, b, c, d, e, f) -> (n - 4, a, b, c, d - 1, e, f)
     (n, a, b, c, d, e, f) -> (n - 5, a, b, c, d, e - 1, f)
     (n, a, b, c, d, e, f) -> (n - 6, a, b, c, d, e, f - 1)""",
     lambda p: [[(p[0] - k, *p[1:k], p[k] - 1, *p[k + 1:])] for k in range(1, 7) if p[0] >= k and p[k]],
     [(31, 4, 4, 4, 4, 4, 4), (26, 4, 4, 4, 4, 3, 4), (9, 0, 2, 1, 0, 3, 1)] +
     [(n, 2, 1, 2, 1, 0, 1) for n in range(32)], whole=False)
game("Ahl, Basic Computer Games, 1978: Even Wins", """game even_wins(n, mine in 0..1, yours in 0..1)
     won when n = 0 and mine = 0
     lost when n = 0
     (n, mine, yours) -> (n - k, yours, (mine + k) mod 2)  for k in 1 .. 4""",
     lambda p: [[(p[0] - k, p[2], (p[1] + k) % 2)] for k in range(1, 5) if p[0] >= k],
     [(n, m, (n + 1 - m) % 2) for n in range(1, 60) for m in (0, 1)], misere=[],
     over=lambda p: None if p[0] else p[1] == 0, outcomes=True)
game("POJ 2505, A multiplication game, to 200", """game multiplication(p in 1..1800)
     lost when p >= 200
     (p) -> (p * k)  for k in 2 .. 9  when p < 200""",
     lambda p: [[p * k] for k in range(2, 10)] if p < 200 else [], range(1, 220), misere=[],
     over=lambda p: False if p >= 200 else None, outcomes=True)
game("Folklore: a digit of the number is subtracted", """game take_digit(n in 0..999)
     param P = [1, 10, 100]
     (n) -> (n - floor(n / P[i]) mod 10)  for i in 0 .. 2  when floor(n / P[i]) mod 10 >= 1""",
     lambda n: [[n - digit] for digit in digits(n)], range(0, 999, 7))
game("Putnam competition 1995, B5: heaps of beans",
     """game putnam_beans(a, b, c, d)
     symmetric (a, b, c, d)
     (a, b, c, d) -> (a - 1, b, c, d)  when a >= 3
     (a, b, c, d) -> (0, b, c, d)  when 2 <= a <= 3""",
     lambda p: [[(*p[:i], n, *p[i + 1:])] for i in range(4)
                for n in [p[i] - 1] * (p[i] >= 3) + [0] * (2 <= p[i] <= 3)],
     [(3, 4, 5, 6)] + [(a, b, c, d) for a in range(4) for b in range(5) for c in range(4) for d in range(3)])
