"""Rules and claims as trees: an int, a name, or (operator, operands..)."""
import itertools
import operator
import re

TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|\d+\.[0-9A-Fa-f\[][0-9A-Fa-f\[\]]*|\d+|[A-Za-z_]\w*'
                   r"|->|\.\.|>=|<=|!=|==|\S")
# From loose to tight.
LEVELS = (("or",), ("and",), ("=", "==", "!=", "<", "<=", ">", ">="), ("bxor",), ("+", "-"),
          ("*", "mod"))
OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "bxor": operator.xor, "min": min,
    "max": max, "mod": operator.mod, "floor": operator.floordiv, "ceil": lambda a, b: -(-a // b),
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "in": lambda a, b: a in b, "and": min, "or": max, "not": operator.not_}


class Refused(Exception):
    """The law is wrong, or says more than was shown."""


class Unknown(Exception):
    """The rules or the law are of a form that this program does not know."""


class Reader:
    """Text as expressions and conditions: an int, a name, or (operator, operands..)."""

    def __init__(self, text, params=None):
        found = [(one.group(), text.count("\n", 0, one.start())) for one in TOKEN.finditer(text)]
        self.tokens = [one for one in found if one[0][0] != "#"] + [("the end", -1)]
        self.at, self.params = 0, params or {}

    def next(self):
        return self.tokens[self.at][0]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def has(self, *words):
        return self.next() in words and self.take()

    def expect(self, *words):
        if not self.has(*words):
            raise Unknown(f"expected `{words[0]}`, found `{self.next()}`")

    def listed(self, one, end):
        found = [] if self.next() == end else [one()]
        while self.has(","):
            found.append(one())
        self.expect(end)
        return found

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.factor()
        if level == 2 and self.has("not"):
            return "not", self.expression(2)
        left, chain = self.expression(level + 1), True
        while self.next() in LEVELS[level]:
            sign = self.take().replace("==", "=")
            right = self.expression(level + 1)
            if level == 2:
                chain = ("and", chain, (sign, left, right))
            left = right if level == 2 else (sign, left, right)
        if level == 2 and self.next() in ("in", "not"):
            negated = self.has("not")
            self.expect("in")
            chain = ("in", left, self.set())
            return ("not", chain) if negated else chain
        return left if chain is True else chain

    def factor(self):
        word = self.take()
        if word == "-":
            return "-", 0, self.factor()
        if word.isdigit():
            return int(word)
        if word == "(":
            inner = self.expression()
            self.expect(")")
            return inner
        if word in ("floor", "ceil", "min", "max"):
            self.expect("(")
            sides = [self.expression(3)]
            while self.has("/" if word in ("floor", "ceil") else ","):
                sides.append(self.expression(3))
            self.expect(")")
            while len(sides) > 2:
                sides[:2] = [(word, *sides[:2])]
            return (word, *sides)
        if not re.fullmatch(r"[A-Za-z_]\w*", word) or self.next() in ("(", "[", "^"):
            raise Unknown(f"`{word} {self.next()}` where a number is expected")
        return self.params.get(word, word)

    def constant(self):
        return value_of(self.expression(3), {})

    def set(self):
        if self.has("{"):
            return sorted(set(self.listed(self.constant, "}")))
        word = self.next()
        if isinstance(self.params.get(word), list):
            return self.params[self.take()]
        if word in ("odd", "even", "fibonacci", "powers"):
            return self.take(), self.factor() if word == "powers" else 0
        low = self.expression(3)
        self.expect("..")
        is_open = (self.tokens[self.at][1] != self.tokens[self.at - 1][1]
                   or self.next() in (")", ",", "when", "for"))
        return "..", low, None if is_open else self.expression(3)

    def value(self):
        name = self.take()
        self.expect("=")
        return name, self.set() if self.next() == "{" else self.constant()


def value_of(e, env):
    """The number or the truth that an expression is."""
    if isinstance(e, int):
        return e
    if isinstance(e, str) and e in env:
        return env[e]
    if isinstance(e, str) or e[0] not in OPERATIONS:
        raise Unknown(f"`{e if isinstance(e, str) else e[0]}` in a number")
    if e[0] == "in" and not isinstance(e[2], list):
        raise Unknown("membership of a set that is not listed")
    sides = [side if isinstance(side, list) else value_of(side, env) for side in e[1:]]
    if e[0] in ("mod", "floor", "ceil") and sides[1] < 1:
        raise Unknown("a divisor that is not positive")
    return OPERATIONS[e[0]](*sides)


def replaced(e, env):
    if isinstance(e, (list, tuple)):
        return type(e)(replaced(one, env) for one in e)
    return env.get(e, e) if isinstance(e, str) else e


class Game:
    """Coordinates (name, low, high), and rules (parts, binders, condition), all written out."""

    def __init__(self, text, name, parameters):
        read = self.read = Reader(text)
        given = dict(Reader(f"{one} = {written}").value() for one, written in parameters.items())
        for read.at in [at + 1 for at, word in enumerate(read.tokens) if word[0] == "param"]:
            one, value = read.value()
            read.params[one] = given.get(one, value)
        read.at, self.rules, self.groups = 0, [], []
        read.expect("game")
        read.expect(name)
        self.coordinates = read.listed(self.coordinate, ")") if read.has("(") else [("n", 0, None)]
        self.names = [one[0] for one in self.coordinates]
        if name[0].isdigit():
            self.code(name)
        while not read.has("the end"):
            self.statement()
        self.rules = [one for rule in self.rules for one in self.written_out(*rule)]

    def coordinate(self):
        name = self.read.take()
        _, low, high = self.read.set() if self.read.has("in") else ("..", 0, None)
        return name, value_of(low, {}), high if high is None else value_of(high, {})

    def statement(self):
        read, word = self.read, self.read.take()
        if word == "param":
            read.value()
        elif word == "symmetric":
            read.expect("(")
            self.groups.append(read.listed(read.take, ")"))
        elif word == "take_and_break":
            self.code(read.take())
        elif word == "(" and read.listed(read.take, ")") == self.names and read.has("->"):
            self.rule()
        elif word[0] != '"' and word != "misere":
            raise Unknown(f"the statement `{word}`")

    def rule(self):
        read, parts, binders, when = self.read, [], [], True
        while not parts or read.has("+"):
            times = 1 if read.next() == "(" else read.factor()
            if times != 1:
                read.expect("*")
            read.expect("(")
            part = read.listed(lambda: read.expression(3), ")")
            if part and len(part) != len(self.names) or times not in range(1, 17):
                raise Unknown("a position without all coordinates, or a number of parts")
            parts += [part] * times
        while read.next() in ("for", "when"):
            if read.take() == "when":
                when = read.expression()
                continue
            binders.append(self.binder())
            while read.has(","):
                binders.append(self.binder())
        self.rules.append(([part for part in parts if part], binders, when))

    def binder(self):
        name, has_end = self.read.take(), self.read.has("in")
        if not has_end:
            self.read.expect(">=")
        values = self.read.set() if has_end else ("..", self.read.expression(3), None)
        if values and values[0] == ".." and all(isinstance(end, int) for end in values[1:]):
            if values[2] - values[1] < 256:
                values = list(range(values[1], values[2] + 1))
        return name, values

    def code(self, code):
        whole, dot, digits = code.partition(".")
        n = self.names[0]
        for k, digit in enumerate([whole, *digits] if dot else "?"):
            if digit not in "04" if k == 0 else digit not in "01234567":
                raise Unknown(f"the code {code}")
            left, i, bits = ("-", n, k), n + "'", int(digit)
            self.rules += [([], [], ("=", n, k))] * (bits & 1)
            self.rules += [([[left]], [], (">", n, k))] * (bits >> 1 & 1)
            ends = ("..", 1, ("-", left, 1))
            self.rules += [([[i], [("-", left, i)]], [(i, ends)], True)] * (bits >> 2)

    def written_out(self, parts, binders, when):
        """For all values of binders over lists, and for all permutations."""
        lists = [[(name, one) for one in values] for name, values in binders
                 if isinstance(values, list)]
        others = tuple(one for one in binders if not isinstance(one[1], list))
        rules = {}
        for images in itertools.product(*map(itertools.permutations, self.groups)):
            image = {one: to for group, other in zip(self.groups, images)
                     for one, to in zip(group, other)}
            place = [self.names.index(image.get(one, one)) for one in self.names]
            for chosen in itertools.product(*lists):
                env = image | dict(chosen)
                moved = [[replaced(part[place.index(i)], env) for i in range(len(part))]
                         for part in parts]
                rule = moved, replaced(others, image | env), replaced(when, env)
                rules[repr(rule)] = rule
        return rules.values()


def affine(e, env):
    """The coefficients of names, and the constant as that of ''; None if it is not linear."""
    if not isinstance(e, tuple):
        return {"": e} if isinstance(e, int) else dict(env.get(e, {e: 1}))
    sides = [affine(side, env) for side in e[1:]] if e[0] in ("+", "-", "*") else [None]
    if None in sides:
        return None
    a, b = sides
    if e[0] == "*":
        a, b = (a, b) if set(b) <= {""} else (b, a)
        return {name: c * b.get("", 0) for name, c in a.items()} if set(b) <= {""} else None
    return plus(a, b, 1 if e[0] == "+" else -1)


def plus(a, b, times):
    both = {name: a.get(name, 0) + times * b.get(name, 0) for name in {*a, *b}}
    return {name: c for name, c in both.items() if c}
