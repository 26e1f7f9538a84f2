"""Numbers, conditions and named sets; and, of numbers that are not known, what they can be."""
import itertools
import math

from .reader import Wrong


class Undefined(Exception):
    """A divisor that is not positive was looked at."""


def number(e, env):
    """The value of an expression where every name has one."""
    op = e[0]
    if op == "integer":
        return e[1]
    if op == "name":
        if e[1] not in env:
            raise Wrong(f"unknown name {e[1]}")
        return env[e[1]]
    if op == "min":
        return min(number(part, env) for part in e[1:])
    if op == "max":
        return max(number(part, env) for part in e[1:])
    if op == "popcount":
        a = number(e[1], env)
        if a < 0:
            raise Undefined(f"popcount of {a}")
        return bin(a).count("1")
    if op == "element":
        array, index = number(e[1], env), number(e[2], env)
        if not 0 <= index < len(array):
            raise Undefined(f"number {index} of an array of {len(array)}")
        return array[index]
    a, b = number(e[1], env), number(e[2], env)
    if op == "band":
        return a & b
    if op == "bor":
        return a | b
    if op == "bxor":
        return a ^ b
    if op == "gcd":
        return math.gcd(a, b)
    if op == "^":
        if b < 0:
            raise Undefined(f"the exponent {b}")
        return a ** b
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if b <= 0:
        raise Undefined(f"{op} by {b}")
    if op == "mod":
        return a % b
    return a // b if op == "floor" else -(-a // b)


def compare(sign, a, b):
    return {"=": a == b, "==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]


def holds(c, env):
    """Whether a condition holds. A part that is undefined does not matter where another one decides."""
    op = c[0]
    if op == "not":
        return not holds(c[1], env)
    if op == "in":
        return number(c[1], env) in number(c[2], env)
    if op not in ("and", "or"):
        return compare(op, number(c[1], env), number(c[2], env))
    undefined = None
    for part in c[1:]:
        try:
            if holds(part, env) == (op == "or"):
                return op == "or"
        except Undefined as error:
            undefined = error
    if undefined:
        raise undefined
    return op == "and"


INFINITE = math.inf


def times(a, b):
    return 0 if a == 0 or b == 0 else a * b


def interval(e, env):
    """Numbers (low, high) between which the expression is, where names have intervals. Only used to give up binders."""
    op = e[0]
    if op == "integer":
        return e[1], e[1]
    if op == "name":
        return env[e[1]]
    if op in ("element", "popcount", "gcd", "band", "bor", "bxor", "^"):
        return bits_interval(op, e, env)
    parts = [interval(part, env) for part in e[1:]]
    if op in ("min", "max"):
        choice = min if op == "min" else max
        return choice(low for low, _ in parts), choice(high for _, high in parts)
    (a, b), (c, d) = parts
    if op == "+":
        return a + c, b + d
    if op == "-":
        return a - d, b - c
    if op == "*":
        corners = [times(x, y) for x in (a, b) for y in (c, d)]
        return min(corners), max(corners)
    if c <= 0 or op == "mod" and d == INFINITE:
        return (0, INFINITE) if c > 0 else (-INFINITE, INFINITE)
    if op == "mod":
        return 0, d - 1
    quotients = [rounded(op, x, y) for x in (a, b) for y in (c, d)]
    return min(quotients), max(quotients)


def bits_interval(op, e, env):
    """What is sure of the operations on bits, and of arrays and powers."""
    if op == "element":
        return min(env[e[1][1]]), max(env[e[1][1]])
    parts = [interval(part, env) for part in e[1:]]
    if op == "popcount":
        return 0, INFINITE
    if op == "^":
        return (1 if parts[0][0] >= 1 else -INFINITE), INFINITE
    if op == "gcd":
        return 0, INFINITE
    if op == "band" and max(parts)[0] >= 0:
        return 0, min(high for low, high in parts if low >= 0)
    return (0 if min(parts)[0] >= 0 else -INFINITE), sum(high for _, high in parts) if min(parts)[0] >= 0 else INFINITE


def rounded(op, a, b):
    """A bound of floor(a / b) or ceil(a / b), where either may be infinite."""
    if abs(a) == INFINITE:
        return a
    if b == INFINITE:
        return {"floor": -1 if a < 0 else 0, "ceil": 1 if a > 0 else 0}[op]
    return a // b if op == "floor" else -(-a // b)


OPPOSITE = {"=": "!=", "==": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def may_be(c, env):
    """Whether a condition may be true, and may be false, somewhere in the intervals."""
    op = c[0]
    if op == "not":
        true, false = may_be(c[1], env)
        return false, true
    if op == "in":
        return True, True
    if op in ("and", "or"):
        parts = [may_be(part, env) for part in c[1:]]
        decide, leave = (all, any) if op == "and" else (any, all)
        return decide(true for true, _ in parts), leave(false for _, false in parts)
    a, b = interval(c[1], env), interval(c[2], env)
    return may_compare(op, a, b), may_compare(OPPOSITE[op], a, b)


def may_compare(sign, left, right):
    (a, b), (c, d) = left, right
    return {"=": a <= d and c <= b, "==": a <= d and c <= b, "!=": not a == b == c == d,
            "<": a < d, "<=": a <= d, ">": b > c, ">=": b >= c}[sign]


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def parts_of(kind, n):
    """The numbers that n is made of, ascending."""
    if kind == "bits":
        return [k for k in range(max(n, 0).bit_length()) if n >> k & 1]
    if kind == "subsets":
        return [s for s in range(1, n + 1) if s & n == s]
    divisors = [d for d in range(1, n + 1) if n % d == 0]
    return divisors if kind == "divisors" else [p for p in divisors if is_prime(p)]


def named_set(name, base=None):
    """The members, ascending, without end."""
    if name == "odd":
        return itertools.count(1, 2)
    if name == "even":
        return itertools.count(2, 2)
    if name == "squares":
        return (k * k for k in itertools.count(1))
    if name == "factorials":
        return itertools.accumulate(itertools.count(1), lambda product, k: product * k)
    if name == "primes":
        return (k for k in itertools.count(2) if is_prime(k))
    if name == "powers":
        return (base ** k for k in itertools.count(0))
    assert name == "fibonacci"
    return (b for _, b in fibonacci_pairs())


def fibonacci_pairs():
    a, b = 1, 1
    while True:
        yield a, b
        a, b = b, a + b
