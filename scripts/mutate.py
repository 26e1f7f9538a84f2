"""scripts/mutate.py: places of C++ source that can be broken, and the source with a switch at some of them.

Works on tokens, and relies on clang-format: a comparison has a blank on both sides, a bracket of a template has
not. What it takes for an expression and is none fails to compile, and scripts/mutants drops it.
"""
import dataclasses
import re

TOKEN = re.compile(r"""
    (?P<skip>//[^\n]*|/\*.*?\*/|\s+|\#[^\n]*(?:\\\n[^\n]*)*)
  | (?P<text>R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<number>[0-9][0-9a-zA-Z_.']*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign><=>|<<=|>>=|->|::|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|[-+*/%&|^~!<>=?:;,.(){}\[\]])
  """, re.VERBOSE | re.DOTALL)

OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
ENDS = {";", ",", "?", ":", "=", "return", "throw", "co_yield", "case", "else", "do", "<<", ">>",
        "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
JUNCTIONS = {"&&": "||", "||": "&&"}
SIGNS = {"+": "-", "-": "+"}
BOUNDS = {"min": "max", "max": "min"}
# A statement with one of these is not run, or only while compiling or in debug builds.
UNTOUCHED = re.compile(r"\b(assert|static_assert|constexpr|enum|noexcept|operator|requires|template|typedef|using)\b")


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Place:
    """Text from `start` to `end` that becomes `mutated`; `old` and `new` are the words that differ."""

    start: int
    end: int
    mutated: str
    old: str
    new: str
    kind: str


def tokens(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise ValueError(f"no token: {text[at:at + 20]!r}")
        if match.lastgroup != "skip":
            found.append(Token(match.lastgroup, match[0], match.start(), match.end()))
        at = match.end()
    return found


class Finder:
    """The places of one file."""

    def __init__(self, text):
        self.text, self.tokens = text, tokens(text)
        self.partner = self.partners()

    def partners(self):
        partner, open_ = {}, []
        for i, token in enumerate(self.tokens):
            if token.text in OPENING and token.kind == "sign":
                open_.append(i)
            elif token.text in CLOSING and token.kind == "sign":
                partner[i] = open_.pop()
                partner[partner[i]] = i
        return partner

    def places(self):
        for i, token in enumerate(self.tokens):
            if UNTOUCHED.search(self.statement(i)):
                continue
            if token.kind == "sign" and self.is_spaced(i) and self.is_operand(self.tokens[i - 1]):
                yield from self.of_operator(i)
            elif token.kind == "number" and token.text.isdigit() and self.tokens[i - 1].text not in ("case", "<", "["):
                yield self.replaced(i, i, i, str(int(token.text) + 1), "bound")
            elif token.text == "std" and self.tokens[i + 2].text in BOUNDS:
                yield from self.of_bound(i)
            elif token.text == "if" and self.tokens[i + 1].text == "(":
                yield from self.of_condition(i)

    def is_spaced(self, i):
        token = self.tokens[i]
        return self.text[token.start - 1].isspace() and self.text[token.end:token.end + 1].isspace()

    def statement(self, i):
        """The text around token i from ; or the brace of a block to the next."""
        first = last = i
        while first > 0 and not self.bounds_statement(first - 1):
            first -= 1
        while last + 1 < len(self.tokens) and not self.bounds_statement(last):
            last += 1
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def bounds_statement(self, i):
        """The braces of an initializer do not: behind it the statement goes on or ends."""
        word = self.tokens[i].text
        if word not in ("{", "}"):
            return word == ";"
        behind = self.tokens[min(max(i, self.partner[i]) + 1, len(self.tokens) - 1)].text
        return behind not in (";", ",", ")", "}", ".", "+", "-", "<<", ">>")

    @staticmethod
    def is_operand(token):
        return token.kind != "sign" and token.text not in ENDS or token.text in CLOSING

    def of_operator(self, i):
        for table, kind, ends in ((JUNCTIONS, "condition", ENDS), (COMPARISONS, "comparison", ENDS | set(JUNCTIONS)),
                                  (SIGNS, "sign", ENDS | set(JUNCTIONS) | set(COMPARISONS))):
            if self.tokens[i].text in table:
                yield self.replaced(*self.extent(i, ends), i, table[self.tokens[i].text], kind)

    def of_bound(self, i):
        last = i + 3
        while self.tokens[last].text != "(":
            last += 1
        yield self.replaced(i, self.partner[last], i + 2, BOUNDS[self.tokens[i + 2].text], "bound")

    def of_condition(self, i):
        """The whole condition of an `if`, unless it declares something."""
        inside = self.tokens[i + 2:self.partner[i + 1]]
        if not any(token.text in ("=", ";") for token in inside):
            start, end = inside[0].start, inside[-1].end
            yield Place(start, end, f"!({self.plain(self.text[start:end])})", self.text[start:end], "not", "condition")

    def extent(self, i, ends):
        """The first and last token of the chain of operators around token i that bind as closely or closer."""
        first, last = i - 1, i + 1
        while True:
            if self.tokens[first].text in CLOSING:
                first = self.partner[first]
            before = self.tokens[first - 1]
            if before.text in OPENING or self.ends(first - 1, ends) or (
                    before.text in CLOSING and self.tokens[first].kind != "sign"):
                break
            first -= 1
        while True:
            if self.tokens[last].text in OPENING:
                last = self.partner[last]
            if self.tokens[last + 1].text in CLOSING or self.ends(last + 1, ends):
                break
            last += 1
        return first, last

    def ends(self, i, ends):
        token = self.tokens[i]
        return token.kind in ("sign", "name") and token.text in ends and (
            token.text not in ("<", ">") or self.is_spaced(i))

    @staticmethod
    def plain(text):
        """The text on one line, without comments."""
        return " ".join(re.sub(r"//[^\n]*", "", text).split())

    def replaced(self, first, last, at, new, kind):
        start, end, token = self.tokens[first].start, self.tokens[last].end, self.tokens[at]
        mutated = self.plain(self.text[start:token.start] + new + self.text[token.end:end])
        return Place(start, end, mutated, token.text, new, kind)


def switched(text, chosen):
    """The text where each (number, place) is a switch; lines keep their numbers."""
    for number, place in sorted(chosen, key=lambda one: -one[1].start):
        original = text[place.start:place.end]
        switch = f"grundy_mutant({number}) ? ({place.mutated}) : ({original})"
        if place.new == "not":
            switch = f"grundy_mutant({number}) != !!({original})"
        text = f"{text[:place.start]}({switch}){text[place.end:]}"
    return text
