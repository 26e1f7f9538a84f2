"""Files of laws, edited in one place, and whether what they say is still right."""
import copy
import functools
import itertools
import random
import re

# Rules, `law`'s arguments, and what is edited. The law of each is right.
KAYLES = "game kayles(n)\n  take_and_break 0.77\n"
DAWSON = "game dawson(n)\n  take_and_break 0.07\n"
OCTAL = "game pairs(n)\n  take_and_break 0.044\n"
TAKES = "game takes(n)\n  param S = {3, 7, 19, 31}\n  (n) -> (n - k)  for k in S\n"
SHORT = "game takes(n)\n  (n) -> (n - k)  for k in {1, 3, 4}\n"
MARK = "game mark(n)\n  (n) -> (n - 1)\n  (n) -> (floor(n / 2))  when n >= 1\n"
FIBONACCI = "game fibnim(n, m)\n  (n, m) -> (n - k, 2 * k)  for k in 1 .. m\n"
PERIODS = [(KAYLES, []), (DAWSON, ["--box", "3000"]), (OCTAL, ["--box", "1000"]),
           (TAKES, ["--box", "78"]), (SHORT, []), (SHORT, ["--value", "outcome"])]
AUTOMATA = [(MARK, []), (MARK, ["--value", "outcome"]), (FIBONACCI, ["--value", "outcome"])]


def spoiled(law, chance):
    """A copy of the file with one edit of the law or of the moves."""
    law = copy.deepcopy(law)
    entry = law["laws"][0]
    places = [name for name in ("values", "first", "period", "automaton") if name in entry]
    place = chance.choice(places + ["rules"] + ["text"] * ("values" not in entry))
    if place == "values":
        at = chance.randrange(len(entry["values"]))
        entry["values"][at] = chance.choice([v for v in range(10) if v != entry["values"][at]])
    elif place in ("first", "period"):
        entry[place] += chance.choice([-7, -2, -1, 1, 2, 7])
        if "values" in entry:  # else the text and the number of values tell
            quantity, n = entry["value"], re.search(r"\((\w+) \+", entry["text"])[1]
            entry["text"] = (f"{quantity}({n} + {entry['period']}) = {quantity}({n}) "
                             f"for {n} >= {entry['first']}")
            size = max(entry["first"] + entry["period"], 0)
            entry["values"] = (entry["values"] + [0] * size)[:size]
    elif place == "automaton":
        spoil_automaton(entry["automaton"], chance)
    elif place == "text":
        entry["text"] = another_number(entry["text"], chance)
    else:
        head, arrow, moves = law["rules"].partition("\n")
        law["rules"] = head + arrow + another_number(moves, chance)
        for name, value in law["parameters"].items():
            law["parameters"][name] = another_number(value, chance)
    return law


def spoil_automaton(automaton, chance):
    states = len(automaton["values"])
    state = chance.randrange(states)
    if chance.random() < 0.4:
        automaton["values"][state] += 1 if automaton["values"][state] == 0 else -1
    else:
        letter = chance.randrange(len(automaton["next"][state]))
        to = automaton["next"][state][letter]
        automaton["next"][state][letter] = chance.choice([s for s in range(states) if s != to])


def another_number(text, chance):
    """One number of the text is 1 more or less; a digit of a code is another one."""
    code = re.search(r"\d\.(\w+)", text)
    if code:
        at = chance.randrange(code.start(1), code.end(1))
        return text[:at] + chance.choice([d for d in "01234567" if d != text[at]]) + text[at + 1:]
    found = chance.choice(list(re.finditer(r"\d+", text)))
    number = max(int(found[0]) + chance.choice([-1, 1]), 0)
    return text[:found.start()] + str(number) + text[found.end():]


def said(law):
    """The law of a file as a function of coordinates: None where it says nothing."""
    entry = law["laws"][0]
    if "automaton" in entry:
        return by_automaton(entry["automaton"])
    if "values" in entry:
        first, period, values = entry["first"], entry["period"], entry["values"]
        return lambda n: values[n if n < first else first + (n - first) % period]
    text = entry["text"].replace(" mod ", " % ")
    text = re.sub(r"(?<![<>!])= ", "== ", text)
    if text.startswith(("P when ", "N when ")):
        lost = compile(text[7:], "law", "eval")
        return lambda n: int(bool(eval(lost, {"n": n})) != (text[0] == "P"))
    pieces = [piece.partition(" when ") for piece in text[len("nimber == "):].split(", ")]
    code = [(compile(value, "law", "eval"), compile(when or "True", "law", "eval"))
            for value, _, when in pieces]
    return lambda n: next((eval(value, {"n": n}) for value, when in code if eval(when, {"n": n})),
                          None)


def by_automaton(automaton):
    p, q = (automaton["base"], 0) if "base" in automaton else (automaton["recurrence"], 1)
    weights = [1]
    for _ in range(40):
        weights.append(p * weights[-1] + q * (weights[-2] if len(weights) > 1 else 1))

    def value(*coordinates):
        state, rest = 0, list(coordinates)
        for weight in reversed(weights):
            digits = [n // weight for n in rest]
            rest = [n % weight for n in rest]
            letter = sum(digit * (p + q) ** i for i, digit in enumerate(digits))
            state = automaton["next"][state][letter]
        return automaton["values"][state]
    return value


def options(law):
    """The options of a position, as lists of positions, by the rules that this file knows."""
    rules = law["rules"]
    code = re.search(r"take_and_break (\d)\.(\w+)", rules)
    if code:
        digits = [int(digit, 16) for digit in code[1] + code[2]]

        def of_heap(n):
            for k, digit in enumerate(digits):
                if digit & 1 and n == k:
                    yield []
                if digit & 2 and n > k:
                    yield [(n - k,)]
                if digit & 4:
                    yield from ([(i,), (n - k - i,)] for i in range(1, n - k))
        return of_heap
    if rules.startswith("game takes"):
        takes = law["parameters"].get("S") or re.search(r"in (\{.*\})", rules)[1]
        return lambda n: ([(n - k,)] for k in map(int, re.findall(r"\d+", takes)) if k <= n)
    if rules.startswith("game mark"):
        step, half, from_ = map(int, re.findall(r"\d+", rules))
        return lambda n: [[(m,)] for m in [n - step] * (n >= step) + [n // half] * (n >= from_)]
    first = int(re.search(r"in (\d+)", rules)[1])
    times = int(re.search(r", (\d+) \*", rules)[1])
    return lambda n, m: ([(n - k, times * k)] for k in range(first, m + 1) if k <= n)


def is_right(law):
    """Whether the law is that of the rules, as far as the definition was followed."""
    function, of_position = functools.cache(said(law)), options(law)
    outcomes = law["laws"][0].get("value") == "outcome" or law["laws"][0]["text"][0] in "PN"
    two = "m)" in law["rules"].split("\n")[0]
    every = itertools.product(range(60), repeat=2) if two else ((n,) for n in range(400))
    for at in every:
        found = []
        for option in of_position(*at):
            if at in option:
                return False  # play does not end
            value = 0
            for part in option:
                one = function(*part)
                if one is None:
                    return False
                value ^= one
            found.append(value)
        mex = next(v for v in itertools.count() if v not in found)
        if function(*at) != (int(0 in found) if outcomes else mex):
            return False
    return True


def many(law, count, seed):
    """That many spoiled copies of the file which are wrong."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        one = spoiled(law, chance)
        try:
            wrong = not is_right(one)
        except (IndexError, ZeroDivisionError, TypeError, ValueError):
            wrong = True  # it says nothing somewhere
        if wrong:
            found.append(one)
    return found
