"""From text to expressions: the grammar at the end of docs/rules.md."""
import itertools
import re

KEYWORDS = frozenset("""game param symmetric lost won misere take_and_break for in when and or not mod floor ceil min max
    odd even fibonacci squares factorials primes powers where falls""".split())
PARTS = ("bits", "subsets", "divisors", "prime_divisors")
BIT_OPERATIONS = ("band", "bor", "bxor")
NAMED_SETS = ("odd", "even", "fibonacci", "squares", "factorials", "primes")
SIGNS = ("=", "==", "!=", "<", "<=", ">", ">=")
TOKEN = re.compile(r"""(?P<blank>[ \t\r\n]+|\#[^\n]*) | (?P<text>"[^"\n]*") | (?P<integer>[0-9]+)
    | (?P<name>[A-Za-z_][A-Za-z_0-9]*) | (?P<symbol>->|\.\.|<=|>=|!=|==|[-+*/^(){}\[\],;=<>])""", re.VERBOSE)
CODE = re.compile(r"[0-9A-Fa-f]\.[0-9A-Fa-f]*(\[[0-9A-Fa-f]+\])?(?![.0-9A-Za-z_])")


class Wrong(Exception):
    """The text is not in the grammar, or a name in it means nothing."""


def tokens(text):
    """Pairs of kind and text, each with its line. A code is a word behind `game`, `take_and_break`, `->` and `+` only."""
    found, at, line = [], 0, 1
    while at < len(text):
        code = found and found[-1][1] in ("game", "take_and_break", "->", "+", "*", "of") and CODE.match(text, at)
        match = code or TOKEN.match(text, at)
        if not match:
            raise Wrong(f"line {line}: {text[at]!r}")
        kind = "code" if code else match.lastgroup
        if kind != "blank":
            found.append((kind, match[0], line))
        line += match[0].count("\n")
        at = match.end()
    return found + [("end", "", line)]


class Rule:
    """`options` is a list of (position, how often, whose). How often: None for once, (count,), or (name, first, last)
    for a position each. Whose: None for the game itself, or (the name of a game, its parameters).
    `binders` are (name, first, last or None) or (name, set), `when` is a condition."""

    def __init__(self, options, binders, when):
        self.options, self.binders, self.when = options, binders, when


class Reader:
    """By recursive descent, a method for each line of the grammar. Expressions become tuples: (operation, parts ..)."""

    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self, ahead=0):
        return self.words[min(self.at + ahead, len(self.words) - 1)][1]

    def kind(self):
        return self.words[self.at][0]

    def next(self):
        self.at += 1
        return self.words[self.at - 1][1]

    def accept(self, word):
        if self.kind() in ("text", "end") or self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word):
        if not self.accept(word):
            raise Wrong(f"line {self.words[self.at][2]}: expected {word!r}, found {self.peek()!r}")

    def name(self):
        if self.kind() != "name" or self.peek() in KEYWORDS:
            raise Wrong(f"line {self.words[self.at][2]}: expected a name, found {self.peek()!r}")
        return self.next()

    def several(self, one):
        found = [one()]
        while self.accept(","):
            found.append(one())
        return found

    def in_parentheses(self, one):
        self.expect("(")
        found = self.several(one)
        self.expect(")")
        return found

    def file(self):
        games = []
        while self.kind() != "end":
            games.append(self.game())
        return games

    def game(self):
        self.expect("game")
        if self.kind() == "code":
            code = self.next()
            source = Source(code, [("n", ("integer", 0), None)])
            source.codes.append(code)
        else:
            source = Source(self.name(), self.in_parentheses(self.coordinate))
        while self.kind() != "end" and self.peek() != "game":
            self.statement(source)
        return source

    def coordinate(self):
        name = self.name()
        return (name, *self.range()) if self.accept("in") else (name, ("integer", 0), None)

    def range(self):
        first = self.number()
        self.expect("..")
        return first, self.upper_end()

    def upper_end(self):
        """Stands on the line of its `..`, or there is none."""
        same_line = self.words[self.at][2] == self.words[self.at - 1][2]
        begins_number = self.kind() == "integer" or self.peek() in ("-", "(", "floor", "ceil", "min", "max") or (
            self.kind() == "name" and self.peek() not in KEYWORDS)
        return self.number() if same_line and begins_number else None

    def statement(self, source):
        if self.kind() == "text":
            self.next()
        elif self.accept("misere"):
            source.misere = True
        elif self.accept("take_and_break"):
            source.codes.append(self.next())
        elif self.accept("param"):
            name = self.name()
            self.expect("=")
            source.params.append((name, self.list() if self.peek() in ("{", "[") else self.number()))
        elif self.accept("falls"):
            self.number()  # it changes no value
        elif self.accept("where"):
            source.where.append(self.condition())
        elif self.accept("symmetric"):
            source.groups.append(self.in_parentheses(self.name))
        elif self.peek() in ("lost", "won"):
            verdict = self.next()
            self.expect("when")
            source.endings.append((verdict, self.condition()))
        else:
            left = self.in_parentheses(self.name)
            if left != [name for name, _, _ in source.coordinates]:
                raise Wrong(f"{source.name}: the left side {left}")
            self.expect("->")
            source.rules.append(self.right_side())

    def right_side(self):
        options = []
        if self.peek() == "(" and self.peek(1) == ")":
            self.at += 2
        else:
            options.append(self.summand())
            while self.accept("+"):
                options.append(self.summand())
        binders, when = [], None
        while self.peek() in ("for", "when"):
            if self.accept("for") and not binders:
                binders = self.several(self.binder)
            elif self.accept("when") and when is None:
                when = self.condition()
            else:
                raise Wrong("`for` and `when` come once each")
        return Rule(options, binders, when)

    def summand(self):
        if self.peek() == "sum" and self.peek(1) == "of":
            self.at += 2
            position, which = self.position()
            self.expect("over")
            name = self.name()
            self.expect("in")
            first = self.number()
            self.expect("..")
            return position, (name, first, self.number()), which
        count = None
        while True:
            if self.peek() == "(" or self.at_game():
                position, which = self.position()
                if self.peek() != "*":
                    return position, count and (count,), which
                factor, = position
            else:
                factor = self.factor()
            count = ("*", count, factor) if count else factor
            self.expect("*")

    def at_game(self):
        return self.kind() == "code" or (self.kind() == "name" and self.peek(1) == "("
                                         and self.peek() not in (*KEYWORDS, "gcd", "popcount"))

    def position(self):
        """Coordinates, and whose they are."""
        if not self.at_game():
            return self.in_parentheses(self.number), None
        name, given = self.next(), []
        self.expect("(")
        position = self.several(self.number)
        if self.accept(";"):
            given = self.several(self.given)
        self.expect(")")
        return position, (name, given)

    def given(self):
        name = self.name()
        self.expect("=")
        return name, self.list() if self.peek() in ("{", "[") else self.number()

    def binder(self):
        name = self.name()
        if self.accept(">="):
            return name, self.number(), None
        self.expect("in")
        if self.peek() in NAMED_SETS:
            return name, (self.next(),)
        if self.accept("powers"):
            return name, ("powers", *self.in_parentheses(self.number))
        if self.peek() == "{":
            return name, self.list()
        if self.peek() in PARTS and self.peek(1) == "(":
            return name, (self.next(), *self.in_parentheses(self.number))
        first = self.number()
        if self.accept(".."):
            return name, first, self.upper_end()
        return name, first

    def list(self):
        """A set in braces or an array in brackets."""
        kind, close = ("set", "}") if self.next() == "{" else ("array", "]")
        members = [] if self.peek() == close else self.several(self.number)
        self.expect(close)
        return (kind, *members)

    def condition(self):
        return self.joined("or", lambda: self.joined("and", self.negation))

    def joined(self, word, one):
        parts = [one()]
        while self.accept(word):
            parts.append(one())
        return parts[0] if len(parts) == 1 else (word, *parts)

    def negation(self):
        if self.accept("not"):
            return "not", self.negation()
        if self.peek() == "distinct" and self.peek(1) == "(":
            self.next()
            pairs = itertools.combinations(self.in_parentheses(self.number), 2)
            return ("and", *(("!=", a, b) for a, b in pairs))
        start = self.at
        try:
            return self.comparison()
        except Wrong:  # then the parenthesis is around a condition
            self.at = start
        self.expect("(")
        inner = self.condition()
        self.expect(")")
        return inner

    def membership(self, n):
        """What follows `n in`: as comparisons, but for a parameter."""
        if self.accept("odd") or self.accept("even"):
            rest = ("integer", int(self.words[self.at - 1][1] == "odd"))
            return "and", (">", n, ("integer", 0)), ("=", ("mod", n, ("integer", 2)), rest)
        if self.peek() == "{":
            return "or", *(("=", n, member) for member in self.list()[1:])
        low = self.number()
        if not self.accept(".."):
            return "in", n, low
        high = self.upper_end()
        return "and", (">=", n, low), *([("<=", n, high)] if high else [])

    def comparison(self):
        """A chain a < b < c: each neighbouring pair. Or whether a number is in a set."""
        links, left = [], self.number()
        if self.peek() == "in" or (self.peek(), self.peek(1)) == ("not", "in"):
            out = self.accept("not")
            self.expect("in")
            inside = self.membership(left)
            return ("not", inside) if out else inside
        while self.peek() in SIGNS:
            sign, right = self.next(), self.number()
            links.append((sign, left, right))
            left = right
        if not links:
            raise Wrong(f"line {self.words[self.at][2]}: expected a comparison, found {self.peek()!r}")
        return ("and", *links)

    def number(self):
        left, only = self.sum(), self.peek()
        while self.peek() in BIT_OPERATIONS:
            if self.peek() != only:
                raise Wrong("operations on bits need parentheses beside others")
            left = (self.next(), left, self.sum())
        return left

    def sum(self):
        left = self.term()
        while self.peek() in ("+", "-") and (self.peek(1), self.peek(2)) != ("sum", "of"):
            left = (self.next(), left, self.term())
        return left

    def term(self):
        left = self.factor()
        while self.peek() in ("*", "mod"):
            left = (self.next(), left, self.factor())
        return left

    def factor(self):
        if self.accept("-"):
            return "-", ("integer", 0), self.factor()
        base = self.primary()
        return ("^", base, self.factor()) if self.accept("^") else base

    def primary(self):
        if self.kind() == "integer":
            return "integer", int(self.next())
        if self.accept("("):
            inner = self.number()
            self.expect(")")
            return inner
        if self.peek() in ("floor", "ceil"):
            rounding = self.next()
            self.expect("(")
            above = self.term()
            self.expect("/")
            below = self.factor()
            self.expect(")")
            return rounding, above, below
        if self.peek() in ("min", "max"):
            choice = self.next()
            return (choice, *self.in_parentheses(self.number))
        if self.peek() in ("popcount", "gcd") and self.peek(1) == "(":
            return (self.next(), *self.in_parentheses(self.number))
        name = self.name()
        if self.accept("["):
            index = self.number()
            self.expect("]")
            return "element", ("name", name), index
        return "name", name


class Source:
    """What a game's text says, before parameters have values."""

    def __init__(self, name, coordinates):
        self.name, self.coordinates = name, coordinates
        self.params, self.groups, self.endings, self.rules, self.codes = [], [], [], [], []
        self.where = []
        self.misere = False

    def free_name(self, name):
        """The name, lengthened until no coordinate and no parameter is called so."""
        taken = {name for name, _, _ in self.coordinates} | {name for name, _ in self.params}
        while name in taken:
            name += "_"
        return name


def rules_of_code(code, n, i, j, taken):
    """The table of docs/rules.md, k by k, for the coordinate n; i, j and taken are names that are free."""
    once, _, again = code.partition("[")
    for k, digit in enumerate(once[0] + once[2:]):
        bits = int(digit, 16)
        if bits & 1:
            yield f"() when {n} = {k}"
        if bits & 2:
            yield f"({n} - {k}) when {n} > {k}"
        if bits & 4:
            yield f"({i}) + ({n} - {k} - {i}) for {i} in 1 .. floor(({n} - {k}) / 2)"
        if bits & 8:
            yield (f"({i}) + ({j}) + ({n} - {k} - {i} - {j}) "
                   f"for {i} in 1 .. floor(({n} - {k}) / 3), {j} in {i} .. floor(({n} - {k} - {i}) / 2)")
    for first, digit in enumerate(again.rstrip("]"), len(once) - 1):
        bits, k, any_k = int(digit, 16), taken, f"{taken} in {first} .. {n}"
        which = f"({k} - {first}) mod {len(again) - 1} = 0"
        if bits & 1:
            yield f"() for {any_k} when {which} and {n} = {k}"
        if bits & 2:
            yield f"({n} - {k}) for {any_k} when {which} and {n} > {k}"
        if bits & 4:
            yield f"({i}) + ({n} - {k} - {i}) for {any_k}, {i} in 1 .. floor(({n} - {k}) / 2) when {which}"
        if bits & 8:
            yield (f"({i}) + ({j}) + ({n} - {k} - {i} - {j}) for {any_k}, {i} in 1 .. floor(({n} - {k}) / 3), "
                   f"{j} in {i} .. floor(({n} - {k} - {i}) / 2) when {which}")


def games(text):
    """What a file holds, before parameters have values."""
    return Reader(tokens(text)).file()


def names_others(source):
    return any(which for rule in source.rules for _, _, which in rule.options)
