"""Some games of the catalogue, written a second time, and their values by the definitions.

Slow and obviously right; shares nothing with the program but the names of the games.
"""
import functools
import itertools

import numpy as np


def _pick(position, axis, value):
    return position[:axis] + (value,) + position[axis + 1:]


def _nim_moves(position):
    for axis, pile in enumerate(position):
        for left in range(pile):
            yield (_pick(position, axis, left),)


def _with_equal_from_two(position):
    yield from _nim_moves(position)
    for i, j in itertools.combinations(range(len(position)), 2):
        for k in range(1, min(position[i], position[j]) + 1):
            yield (_pick(_pick(position, i, position[i] - k), j, position[j] - k),)


def _kayles(position):
    (n,) = position
    for taken in (1, 2):
        for left in range(n - taken + 1):
            yield (left,), (n - taken - left,)


def _multiplication(position):
    (n,) = position
    if n > 1:
        for k in range(2, 10):
            yield ((-(-n // k),),)


def _cutting(position):
    w, h = position
    for i in range(2, w - 1):
        yield (i, h), (w - i, h)
    for i in range(2, h - 1):
        yield (w, i), (w, h - i)


def _cards(position):
    a, b, c, d = position
    if a >= 1 and a + b + c + d >= 2:
        yield ((a - 1, b, c, d),)
    if b >= 2:
        yield ((a, b - 2, c + 1, d),)
    if b >= 1 and c >= 1:
        yield ((a, b - 1, c - 1, d + 1),)


# name -> (low ends of the coordinates, options: each a tuple of the positions of a sum)
GAMES = {
    "nim": ((0,), _nim_moves),
    "nim3": ((0, 0, 0), _nim_moves),
    "kayles": ((0,), _kayles),
    "multiplication": ((1,), _multiplication),
    "wythoff": ((0, 0), _with_equal_from_two),
    "cutting": ((2, 2), _cutting),
    "three_pile": ((0, 0, 0), _with_equal_from_two),
    "cards": ((0, 0, 0, 0), _cards),
}


def mex(values):
    return next(v for v in itertools.count() if v not in values)


def _xor(values):
    return functools.reduce(lambda x, y: x ^ y, values, 0)


def values(game, high, quantity):
    """The array of a quantity over the box from the game's low ends to `high`, both included."""
    low, options = GAMES[game]

    @functools.cache
    def nimber(position):
        return mex({_xor(map(nimber, option)) for option in options(position)})

    @functools.cache
    def remoteness(position):
        after = [remoteness(option[0]) for option in options(position)]
        lost = [plies for plies in after if plies % 2 == 0]
        return 1 + min(lost) if lost else 1 + max(after, default=-1)

    value = {
        "nimber": nimber,
        "outcome": lambda position: int(nimber(position) != 0),
        "remoteness": remoteness,
    }[quantity]
    axes = [range(a, b + 1) for a, b in zip(low, high)]
    found = [value(position) for position in itertools.product(*axes)]
    return np.array(found).reshape([len(axis) for axis in axes])
