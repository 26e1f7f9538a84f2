"""Adapters at the full sizes of the judges, each within limits of time and memory.

Answers are compared with the formulas that the games of games/ cite, or with a direct solution.
The limits of time are for a machine that is busy with other things.
"""
import functools
import math
import operator
import random
import resource
import subprocess
import sys

import adapters
import pytest

SECONDS = 60
BYTES = 3 << 29  # of address space: threads and libraries reserve more than they use


def ask(adapter, text, most_mebibytes):
    """The lines that the adapter prints. The program may hold no more than so much at once."""
    measured = ("import resource, subprocess, sys; ran = subprocess.run(sys.argv[1:]);"
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr);"
                "sys.exit(ran.returncode)")
    limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    ran = subprocess.run([sys.executable, "-c", measured, sys.executable, "-B",
                          adapters.FOLDER / f"{adapter}.py"], input=text, text=True, check=True,
                         capture_output=True, timeout=SECONDS, preexec_fn=limited)
    assert int(ran.stderr.split()[-1]) <= most_mebibytes << 10
    return ran.stdout.splitlines()


def lines(rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def drawn(seed, count, *highest, lowest=1):
    source = random.Random(seed)
    return [tuple(source.randint(lowest, high) for high in highest) for _ in range(count)]


def xor(numbers):
    return functools.reduce(operator.xor, numbers, 0)


def test_three_pile():
    """10,000 questions to 300."""
    cases = drawn(1, 10_000, 300, 300, 300, lowest=0)
    lost = set()
    top = 300
    pairs, differences = set(), set()
    for a in range(top + 1):
        for b in range(a, top + 1):
            if (a, b) in pairs:
                continue
            for c in range(b, top + 1):
                keys = {(a, b), (a, c), (b, c)}
                gaps = {(a, c - b), (b, c - a), (c, b - a)}
                if not keys & pairs and not gaps & differences:
                    lost.add((a, b, c))
                    pairs |= keys
                    differences |= gaps
                    break
    printed = ask("three_pile", lines(cases), 80)
    assert printed == ["No" if tuple(sorted(case)) in lost else "Yes" for case in cases]


@pytest.mark.parametrize("adapter, names", [("hdu1846_brave_game", ("first", "second")),
                                            ("hdu2188_donation", ("Grass", "Rabbit"))])
def test_bash(adapter, names):
    """n and m to 1000: a game for each m."""
    cases = drawn(2, 10_000, 1000, 1000)
    printed = ask(adapter, lines([[len(cases)], *cases]), 100)
    assert printed == [names[n % (m + 1) == 0] for n, m in cases]


def test_hdu2149_public_sale():
    """Prices and rises to 1100."""
    cases = drawn(3, 10_000, 1099, 1099)
    expected = [range(price, rise + 1) if rise >= price else
                [price % (rise + 1)] if price % (rise + 1) else ["none"] for price, rise in cases]
    printed = ask("hdu2149_public_sale", lines(cases), 120)
    assert printed == [" ".join(map(str, bids)) for bids in expected]


def test_hdu1850_spring_festival():
    """100 heaps of a million."""
    cases = [[h for (h,) in drawn(seed, 100, 1_000_000)] for seed in range(4)]
    text = lines([*([len(case), *case] for case in cases), [0]])
    ways = (sum(heap ^ xor(case) < heap for heap in case) for case in cases)
    assert ask("hdu1850_spring_festival", text, 60) == list(map(str, ways))


def test_hdu3032_nim_or_not_nim():
    """Heaps to 2^31 - 1."""
    cases = [[h for (h,) in drawn(seed, 1000, 2**31 - 1)] for seed in range(5)]
    cases += [cases[0] + cases[0], [2**31 - 1, 2**31 - 2], [2**31 - 1]]
    nimber = lambda heap: heap + {0: -1, 3: 1}.get(heap % 4, 0)
    printed = ask("hdu3032_nim_or_not_nim", lines([[len(cases)], *([len(c), *c] for c in cases)]), 60)
    assert printed == ["Alice" if xor(map(nimber, case)) else "Bob" for case in cases]


def test_hdu1849_rabbit_and_grass():
    """1000 pieces on squares to 10,000."""
    cases = [[h for (h,) in drawn(seed, 1000, 10_000, lowest=0)] for seed in range(20)]
    cases.append(cases[0] + cases[0])
    text = lines([*([len(case), *case] for case in cases), [0]])
    assert ask("hdu1849_rabbit_and_grass", text, 60) == [
        "Rabbit Win!" if xor(case) else "Grass Win!" for case in cases]


def nimbers(heaps, steps):
    """Of the heaps 0 .. heaps, from which a move takes one of the steps."""
    values = []
    for heap in range(heaps + 1):
        reached = {values[heap - step] for step in steps if step <= heap}
        values.append(next(value for value in range(len(steps) + 1) if value not in reached))
    return values


def test_hdu1536_s_nim():
    """100 positions of 100 heaps to 10,000, for sets of 100 numbers."""
    source = random.Random(1536)
    text, expected = "", []
    for _ in range(5):
        members = sorted(source.sample(range(1, 10_001), 100))
        values = nimbers(10_000, members)
        cases = [[source.randint(0, 10_000) for _ in range(100)] for _ in range(100)]
        text += lines([(len(members), *members), [len(cases)],
                       *((len(case), *case) for case in cases)])
        expected.append("".join("W" if xor(values[h] for h in case) else "L" for case in cases))
    assert ask("hdu1536_s_nim", text + "0\n", 250) == expected


def test_hdu1848_fibonacci():
    """10,000 positions of three heaps to 1000."""
    steps = [1, 2]
    while steps[-1] <= 1000:
        steps.append(steps[-1] + steps[-2])
    values = nimbers(1000, steps)
    cases = drawn(4, 10_000, 1000, 1000, 1000)
    printed = ask("hdu1848_fibonacci", lines([*cases, (0, 0, 0)]), 80)
    assert printed == ["Fibo" if xor(values[h] for h in case) else "Nacci" for case in cases]


def test_hdu2147_kiki():
    """All of 10,000 boards to 2000 by 2000."""
    cases = drawn(5, 10_000, 2000, 2000)
    printed = ask("hdu2147_kiki", lines([*cases, (0, 0)]), 100)
    assert printed == ["What a pity!" if n % 2 and m % 2 else "Wonderful!" for n, m in cases]


def test_hdu1907_john():
    """474 cases of 47 heaps to 4747, under misère play."""
    cases = [[h for (h,) in drawn(seed, 47, 4747)] for seed in range(474)]
    text = lines([[len(cases)], *((len(case), *case) for case in cases)])
    assert ask("hdu1907_john", text, 120) == ["John" if xor(case) else "Brother" for case in cases]


def stone_box(size, stones):
    """The nimber, by the formula that contestants found."""
    while stones:
        below = next(t for t in range(math.isqrt(size), -1, -1) if t + t * t < size)
        if stones > below:
            return size - stones
        size = below
    return 0


def test_hdu1729_stone_game():
    """Three cases of 50 boxes to a million, the last with few stones in them."""
    cases = [drawn(seed, 50, 1_000_000, 1_000_000) for seed in range(2)] + [drawn(2, 50, 1_000_000, 1000)]
    cases = [[(max(case), min(case)) for case in boxes] for boxes in cases]
    text = lines([*([len(boxes), *sum(boxes, ())] for boxes in cases), [0]])
    # A search goes on for as long as its box would take: on a quiet machine it remembers more.
    printed = ask("hdu1729_stone_game", text, 1300)
    wins = ["Yes" if xor(stone_box(*box) for box in boxes) else "No" for boxes in cases]
    assert printed == [line for number, win in enumerate(wins, 1) for line in (f"Case {number}:", win)]
