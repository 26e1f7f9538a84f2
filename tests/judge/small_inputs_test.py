"""Every adapter on all small inputs, against brute force from the problem's statement.

GRUNDY_LONG=1 in the environment adds the longest: all strings of up to six digits.
"""
import itertools
import os
import pathlib

import adapters
import pytest
import statements
from statements import taking, winner


def multisets(values, most, least=1):
    """All sorted tuples of `least` to `most` of the values, repeats included."""
    for size in range(least, most + 1):
        yield from itertools.combinations_with_replacement(values, size)


def lines(rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def with_length(row):
    return (len(row), *row)


def compare(adapter, text, expected):
    printed = adapters.output(adapter, text).splitlines()
    expected = list(expected)
    assert len(printed) == len(expected)
    assert [pair for pair in enumerate(zip(printed, expected)) if len(set(pair[1])) > 1] == []


def answers(wins, positions, winning, losing):
    return [winning if wins(position) else losing for position in positions]


def test_poj2311_cutting():
    sheets = [(w, h) for w in range(2, 15) for h in range(2, 15) if w * h <= 42]
    wins = lambda sheet: statements.cuts_out_a_unit((sheet,))
    compare("poj2311_cutting", lines(sheets), answers(wins, sheets, "WIN", "LOSE"))


def test_poj2505_multiplication():
    ends = [e + d for e in (2916, 5832, 52488, 4294967295) for d in (-2, -1, 0, 1)]
    cases = [n for n in [*range(2, 400), *ends] if n < 4294967295]
    compare("poj2505_multiplication", lines([n] for n in cases),
            answers(statements.multiplies_to, cases, "Stan wins.", "Ollie wins."))


def test_hdu1079_calendar():
    wins = statements.calendar()
    assert len(wins) == 37198
    dates = sorted(wins)
    text = lines([[len(dates)], *((d.year, d.month, d.day) for d in dates)])
    compare("hdu1079_calendar", text, answers(wins.get, dates, "YES", "NO"))


@pytest.mark.parametrize("digits", [4, 6] if os.environ.get("GRUNDY_LONG") else [4])
def test_hdu1404_digital_deletions(digits):
    strings = ["".join(s) for size in range(1, digits + 1)
               for s in itertools.product("0123456789", repeat=size)]
    wins = winner(statements.delete_digits)
    compare("hdu1404_digital_deletions", "\n".join(strings), answers(wins, strings, "Yes", "No"))


def test_ccpc2020_cards():
    cases = list(itertools.product(range(13), repeat=4))
    expected = answers(winner(statements.combine_cards), cases, "Rabbit", "Horse")
    compare("ccpc2020_cards", lines([[len(cases)], *cases]),
            (f"Case #{i}: {name}" for i, name in enumerate(expected, 1)))


def test_hdu1907_john():
    wins = winner(taking(statements.any_number), lost_without_moves=False)
    cases = list(multisets(range(1, 13), 6))
    compare("hdu1907_john", lines([[len(cases)], *map(with_length, cases)]),
            answers(wins, cases, "John", "Brother"))


def test_hdu1536_s_nim():
    sets = list(multisets(range(1, 6), 5))
    sets = [s for s in sets if len(set(s)) == len(s)]
    cases = list(multisets(range(7), 3))
    text = ""
    expected = []
    for members in sets:
        text += lines([with_length(members), [len(cases)], *map(with_length, cases)])
        wins = winner(taking(lambda heap, members=members: members))
        expected.append("".join(answers(wins, cases, "W", "L")))
    compare("hdu1536_s_nim", text + "0\n", expected)


def test_hdu1848_fibonacci():
    cases = [c for c in itertools.product(range(13), repeat=3) if any(c)]
    wins = winner(taking(statements.fibonacci))
    compare("hdu1848_fibonacci", lines([*cases, (0, 0, 0)]),
            answers(lambda c: wins(tuple(sorted(c))), cases, "Fibo", "Nacci"))


def test_hdu2147_kiki():
    boards = list(itertools.product(range(1, 51), repeat=2))
    wins = winner(statements.move_coin)
    compare("hdu2147_kiki", lines([*boards, (0, 0)]),
            answers(wins, boards, "Wonderful!", "What a pity!"))


def partitions(total, least=1):
    """Sorted tuples of at least `least`, whose sum is the total."""
    if total == 0:
        yield ()
    for first in range(least, total + 1):
        for rest in partitions(total - first, first):
            yield first, *rest


def test_hdu3032_nim_or_not_nim():
    cases = [case for total in range(1, 17) for case in partitions(total)]
    compare("hdu3032_nim_or_not_nim", lines([[len(cases)], *map(with_length, cases)]),
            answers(winner(statements.take_or_split), cases, "Alice", "Bob"))


@pytest.mark.parametrize("case", [(1,), (3, 4), (1, 2, 3), (3, 3), (2, 3, 4, 4)])
def test_hihocoder1173_nim_game(case):
    compare("hihocoder1173_nim_game", lines([[len(case)], case]),
            answers(winner(statements.take_or_split), [case], "Alice", "Bob"))


def test_hdu1525_euclid():
    pairs = list(itertools.product(range(1, 61), repeat=2))
    wins = winner(statements.euclid)
    compare("hdu1525_euclid", lines([*pairs, (0, 0)]),
            answers(wins, pairs, "Stan wins", "Ollie wins"))


def test_hdu1729_stone_game():
    boxes = [(size, stones) for size in range(1, 7) for stones in range(size + 1)]
    cases = list(multisets(boxes, 3))
    text = "".join(lines([[len(case)], *case]) for case in cases) + "0\n"
    expected = answers(winner(statements.fill_boxes), cases, "Yes", "No")
    compare("hdu1729_stone_game", text,
            (line for i, yes in enumerate(expected, 1) for line in (f"Case {i}:", yes)))


BASH = [(n, m) for n in range(1, 41) for m in range(1, 13)]


def first_wins_bash(case):
    n, m = case
    return winner(taking(lambda heap: range(1, m + 1)))((n,))


@pytest.mark.parametrize("adapter, names", [("hdu1846_brave_game", ("first", "second")),
                                            ("hdu2188_donation", ("Grass", "Rabbit"))])
def test_bash(adapter, names):
    compare(adapter, lines([[len(BASH)], *BASH]), answers(first_wins_bash, BASH, *names))


def test_hdu2149_public_sale():
    bids = [statements.winning_bids(*case) for case in BASH]
    compare("hdu2149_public_sale", lines(BASH), (" ".join(map(str, b)) or "none" for b in bids))


def test_hdu1847_good_luck():
    wins = winner(taking(statements.powers_of_two))
    compare("hdu1847_good_luck", lines([n] for n in range(1, 301)),
            answers(lambda n: wins((n,)), range(1, 301), "Kiki", "Cici"))


def test_hdu1849_rabbit_and_grass():
    cases = list(multisets(range(9), 4))
    compare("hdu1849_rabbit_and_grass", lines([*map(with_length, cases), [0]]),
            answers(winner(taking(statements.any_number)), cases, "Rabbit Win!", "Grass Win!"))


def test_hdu1850_spring_festival():
    wins = winner(taking(statements.any_number))
    cases = [c for size in (1, 2, 3) for c in itertools.product(range(1, 9), repeat=size)]
    ways = (sum(not wins(option) for option in taking(statements.any_number)(case))
            for case in cases)
    compare("hdu1850_spring_festival", lines([*map(with_length, cases), [0]]), map(str, ways))


def test_poj1067_wythoff():
    pairs = list(itertools.product(range(31), repeat=2))
    wins = winner(statements.piles_together(2))
    compare("poj1067_wythoff", lines(pairs),
            answers(lambda p: wins(tuple(sorted(p))), pairs, "1", "0"))


def test_three_pile():
    piles = list(itertools.product(range(13), repeat=3))
    wins = winner(statements.piles_together(2))
    compare("three_pile", lines(piles),
            answers(lambda p: wins(tuple(sorted(p))), piles, "Yes", "No"))


def test_every_adapter_is_tested():
    here = pathlib.Path(__file__).read_text("utf-8")
    assert [name for name in adapters.names() if f'"{name}"' not in here] == []
