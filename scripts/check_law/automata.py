"""Relations of numbers as automata that read their digits, and laws that are decided by them."""
import functools
import itertools
import operator
import re

from .text import OPERATIONS, Refused, Unknown, affine, plus

MOST_STEPS, MOST_LETTERS = 1_000_000, 20_000  # of an automaton


class Automata:
    """Relations of numbers by name. The digit before n others counts U(n) times, with U(0) = 1 and
    U(n + 1) = p U(n) + q U(n - 1), U(-1) = q.

    A relation has names, the next states of each state by letter, and which states accept. State 0
    is the first. A letter is a digit for each name, the first one counting most.
    """

    def __init__(self, p, q):
        self.p, self.q, self.size, self.used = p, q, p + q, itertools.count()

    def made(self, names, start, step, accepts):
        """The least automaton that does the same as these states."""
        letters = list(itertools.product(range(self.size), repeat=len(names)))
        if len(letters) > MOST_LETTERS:
            raise Unknown("automata that read too many numbers at once")
        number, states, rows = {start: 0}, [start], []
        for state in states:
            row = []
            for letter in letters:
                to = step(state, letter)
                if to not in number:
                    number[to] = len(states)
                    states.append(to)
                row.append(number[to])
            rows.append(row)
            if len(states) * len(letters) > MOST_STEPS:
                raise Unknown(f"an automaton of more than {MOST_STEPS} steps from state to state")
        kind, count = [bool(accepts(state)) for state in states], 0
        while len(set(kind)) > count:
            count, classes = len(set(kind)), {}
            kind = [classes.setdefault((kind[i], *(kind[to] for to in rows[i])), len(classes))
                    for i in range(len(states))]
        one = {c: i for i, c in reversed(list(enumerate(kind)))}
        return (names, [[kind[to] for to in rows[one[c]]] for c in range(count)],
                [bool(accepts(states[one[c]])) for c in range(count)])

    def both(self, f, g, op=operator.and_):
        names = f[0] + tuple(name for name in g[0] if name not in f[0])
        at = {letter: [self.letter(dict(zip(names, letter)), one[0]) for one in (f, g)]
              for letter in itertools.product(range(self.size), repeat=len(names))}
        return self.made(names, (0, 0), lambda state, letter: (f[1][state[0]][at[letter][0]],
                                                               g[1][state[1]][at[letter][1]]),
                         lambda state: op(f[2][state[0]], g[2][state[1]]))

    def letter(self, digits, names):
        return functools.reduce(lambda letter, name: letter * self.size + digits[name], names, 0)

    def all(self, *relations):
        return functools.reduce(self.both, relations, ((), [[0]], [True]))

    def any(self, *relations):
        return functools.reduce(lambda f, g: self.both(f, g, operator.or_), relations,
                                ((), [[0]], [False]))

    def no(self, f):
        return f[0], f[1], [not one for one in f[2]]

    def valid(self, name):
        """Which words are numbers: if q = 1 the digit p is followed by 0."""
        return self.made((name,), 0, lambda state, d: 2 if state == 2 or (state == 1 and d[0]) else
                         int(self.q and d[0] == self.p), lambda state: state != 2)

    def some(self, hidden, relations):
        relations, hidden = list(relations), list(hidden)
        while hidden:
            def width(name):
                return len({one for f in relations if name in f[0] for one in f[0]})
            name = min(hidden, key=width)
            hidden.remove(name)
            here = [f for f in relations if name in f[0]]
            if here:
                relations = [f for f in relations if name not in f[0]]
                relations.append(self.without(name, self.all(self.valid(name), *here)))
        return self.all(*relations)

    def without(self, name, f):
        names = tuple(one for one in f[0] if one != name)
        dead = {i for i, row in enumerate(f[1]) if set(row) == {i} and not f[2][i]}

        def step(states, letter):
            codes = [self.letter(dict(zip(names, letter)) | {name: d}, f[0])
                     for d in range(self.size)]
            return frozenset(f[1][i][code] for i in states for code in codes) - dead
        start, zeros = frozenset([0]), (0,) * len(names)
        while not step(start, zeros) <= start:  # the hidden number may have more digits
            start |= step(start, zeros)
        return self.made(names, start, step, lambda states: any(f[2][i] for i in states))

    def compared(self, form, sign):
        names, c = tuple(name for name in form if name), form.get("", 0)
        most = sum(abs(form[name]) for name in names) + abs(c)

        def step(state, letter):  # the digits so far count a U(n) + b U(n - 1), with n to come
            if isinstance(state, int):
                return state
            a, b = state
            digits = sum(form[name] * d for name, d in zip(names, letter))
            a, b = self.p * a + b + digits, self.q * a
            ends = (self.p + 1) * a + b, (self.p + 1) * (a + b)
            far = most * (self.p + 1)  # U(n - 1) is at least U(n) / (p + 1)
            return 1 if min(ends) > far else -1 if max(ends) < -far else (a, b)
        return self.made(names, (0, 0), step, lambda state: OPERATIONS[sign](
            state if isinstance(state, int) else sum(state) + c, 0))

    def xor(self, a, b, c):
        if self.q or self.size & (self.size - 1):
            raise Unknown("xor of numbers whose digits are not in base 2")
        return self.made((a, b, c), 0, lambda state, d: state or int(d[0] ^ d[1] != d[2]),
                         operator.not_)

    def smaller(self, names, part, order):
        """Position `part` is before `names`: by its sum, or in that order of coordinates."""
        if not order:
            return self.compared(dict.fromkeys(names, -1) | dict.fromkeys(part, 1), "<")
        one, found = dict(zip(names, part)), self.any()
        for name in reversed(order):
            form = {one[name]: 1, name: -1}
            found = self.any(self.compared(form, "<"), self.all(self.compared(form, "="), found))
        return found

    def unit(self, name, kind, base):
        """Words with a single digit that is not 0, which is 1."""
        if (kind, base) != (("powers", self.p) if self.q == 0 else ("fibonacci", 0)):
            raise Unknown(f"{kind} by digits of another kind")
        return self.made((name,), 0, lambda state, d: min(state + d[0], 2) if d[0] < 2 else 2,
                         lambda state: state == 1)

    def fresh(self, hidden):
        hidden.append(f"{next(self.used)}")
        return hidden[-1]

    def number(self, e, hidden, guards):
        form = affine(e, {})
        if form is not None:
            return form
        op, (a, b) = e[0], [self.number(side, hidden, guards) for side in e[1:]]
        if op in ("+", "-", "*"):
            form = affine((op, "a", "b"), {"a": a, "b": b})
            if form is None:
                raise Unknown("a product that is not linear")
            return form
        name = self.fresh(hidden)
        if op in ("floor", "ceil", "mod"):
            c = b.get("", 0)
            if c < 1 or set(b) > {""}:
                raise Unknown("a divisor that is no positive constant")
            a = plus(a, {"": c - 1}, 1) if op == "ceil" else a
            constant = a.get("", 0)
            quotient = {name: 1, "": constant // c}
            if not positive(plus(a, {"": constant}, -1)):
                quotient = {name: 1, self.fresh(hidden): -1}
            rest = plus(a, quotient, -c)
            guards += [self.compared(rest, ">="), self.compared(plus(rest, {"": c}, -1), "<")]
            return rest if op == "mod" else quotient
        if op not in ("bxor", "min", "max") or not positive(a) or not positive(b):
            raise Unknown(f"`{op}` of numbers that may be negative")
        sides = [self.fresh(hidden), self.fresh(hidden)]
        guards += [self.compared(plus(form, {side: 1}, -1), "=")
                   for form, side in zip((a, b), sides)]
        sign = "<=" if op == "min" else ">="
        guards.append(self.xor(*sides, name) if op == "bxor" else self.any(*(
            self.all(self.compared({one: 1, other: -1}, sign),
                     self.compared({one: 1, name: -1}, "="))
            for one, other in (sides, sides[::-1]))))
        return {name: 1}

    def holds(self, e):
        if isinstance(e, bool):
            return self.all() if e else self.any()
        op, *sides = e
        if op in ("and", "or", "not"):
            return {"and": self.all, "or": self.any, "not": self.no}[op](*map(self.holds, sides))
        hidden, guards = [], []
        form = self.number(sides[0], hidden, guards)
        if op != "in":
            guards.append(self.compared(plus(form, self.number(sides[1], hidden, guards), -1), op))
        elif isinstance(sides[1], list):
            guards.append(self.any(*(self.compared(plus(form, {"": one}, -1), "=")
                                     for one in sides[1])))
        elif sides[1][0] == "..":
            return self.holds(("and", (">=", sides[0], sides[1][1]), sides[1][2] is None
                               or ("<=", sides[0], sides[1][2])))
        else:
            one, (kind, base) = self.fresh(hidden), sides[1]
            guards.append(self.compared(plus(form, {one: 1}, -1), "="))
            parity = ("=", ("mod", one, 2), int(kind == "odd"))
            guards.append(self.unit(one, kind, base) if kind in ("powers", "fibonacci")
                          else self.holds(("and", parity, (">=", one, 1))))
        return self.some(hidden, guards)


def positive(form):
    return all(c >= 0 for c in form.values())


def by_automata(game, misere, algebra, claimed, outcomes):
    """`claimed` relates coordinates (and "value"): it satisfies the definition, or Refused."""
    def inside(names):
        return [algebra.holds(("in", name, ("..", *ends)))
                for name, (_, *ends) in zip(names, game.coordinates)]

    def none(what, *relations):
        every = algebra.all(*relations)
        if any(algebra.all(every, *map(algebra.valid, every[0]))[2]):
            raise Refused(what)

    def at(names, value=None):
        image = dict(zip(game.names, names)) | {"value": value}
        return tuple(image[name] for name in claimed[0]), *claimed[1:]
    options = []
    if any(re.fullmatch(r"[vx]\d+|own|value", word) for word, _ in game.read.tokens):
        raise Unknown("names that this program uses itself")
    for parts, binders, when in game.rules:
        hidden, guards, found = [name for name, _ in binders], [algebra.holds(when)], []
        for name, values in binders:
            if values[0] == ".." and not positive(affine(values[1], {}) or {"": -1}):
                raise Unknown(f"the binder {name}, which may be negative")
            guards.append(algebra.holds(("in", name, values)))
        for part in parts:
            found.append([algebra.fresh(hidden) for _ in part])
            guards += [algebra.holds(("=", one, e)) for one, e in zip(found[-1], part)]
            guards += inside(found[-1])
        options.append((hidden, guards, found))
    here = inside(game.names)
    for order in [game.names[:0], *itertools.permutations(game.names)]:
        try:
            for _, guards, found in options:
                for part in found:
                    none("", *here, *guards, algebra.no(algebra.smaller(game.names, part, order)))
            break
        except Refused:
            continue
    else:
        raise Unknown("play of which neither a sum nor coordinates in some order fall")
    if outcomes:
        if any(len(found) > 1 for _, _, found in options):
            raise Refused("outcomes of sums do not follow from those of their parts")
        won = algebra.any(*(algebra.some(hidden, guards + [at(one) for one in found])
                            for hidden, guards, found in options if found or not misere))
        over = algebra.no(algebra.any(*(algebra.some(*one[:2]) for one in options)))
        lost = algebra.no(algebra.any(won, over) if misere else won)
        return none("it contradicts itself", *here, algebra.both(claimed, lost, operator.ne))
    reached = []
    for hidden, guards, found in options:
        last, sums = "x0", [algebra.compared({"x0": 1}, "=")]
        for i, part in enumerate(found):
            sums += [at(part, f"v{i}"), algebra.xor(f"x{i}", f"v{i}", last := f"x{i + 1}")]
        sums.append(algebra.compared({last: 1, "value": -1}, "="))
        extra = [f"{kind}{i}" for i in range(len(found) + 1) for kind in "xv"]
        reached.append(algebra.some(hidden + extra, guards + sums))
    reached = algebra.any(*reached)
    own = at(game.names, "own")
    none("it gives no value somewhere", *here, algebra.no(algebra.some(["own"], [own])))
    none("an option has the value of its position", *here, at(game.names, "value"), reached)
    none("a smaller value is not that of an option", *here, own, algebra.no(reached),
         algebra.compared({"value": 1, "own": -1}, "<"))


def by_formula(game, misere, algebra, pieces, outcomes):
    before, claims = algebra.all(), []
    for e, when in pieces:
        here = algebra.all(before, algebra.holds(when))
        if not outcomes or e == 0:
            claims.append(here if outcomes else algebra.all(here, algebra.holds(("=", "value", e))))
        before = algebra.all(before, algebra.no(algebra.holds(when)))
    by_automata(game, misere, algebra, algebra.any(*claims), outcomes)
    return "no position contradicts the definition, by automata"
