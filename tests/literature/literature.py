"""Games of the literature: the rules as Grundy reads them, beside their options in Python.

A position is a number or a tuple, and an option is a list of positions, a sum. The values are those
of the definition: the least number that no option has, and who wins by what the options are.
"""
import dataclasses
import itertools
import re
from collections.abc import Callable, Iterable

GAMES = []


@dataclasses.dataclass
class Game:
    source: str
    rules: str
    options: Callable  # of a position
    starts: Iterable
    # Positions that are also asked under misère play, if not all; none where endings decide.
    misere: Iterable = None
    # Whether a position where play is over is won for the player to move; None: it goes on.
    over: Callable = lambda position: None
    outcomes: bool = False  # of games that have no nimbers
    whole: bool = True  # whether a box of all starts is solved, too

    @property
    def name(self):
        return re.match(r"game (\w+)", self.rules)[1]


def game(source, rules, options, starts, **how):
    """Adds a game. Rules are written without the indentation of the place where they stand."""
    lines = rules.strip().splitlines()
    GAMES.append(Game(source, "\n".join([lines[0], *("  " + line.strip() for line in lines[1:])]) + "\n",
                      options, list(starts), **how))


def mex(values):
    return next(value for value in itertools.count() if value not in values)


class Oracle:
    """The definition, remembered."""

    def __init__(self, asked):
        self.asked = asked
        self.nimbers = {}
        self.wins = {}

    def nimber(self, position):
        if position not in self.nimbers:
            values = set()
            for option in self.asked.options(position):
                value = 0
                for part in option:
                    value ^= self.nimber(part)
                values.add(value)
            self.nimbers[position] = mex(values)
        return self.nimbers[position]

    def is_won(self, parts, misere):
        """By the player to move, of a sum."""
        parts = tuple(sorted(parts))
        if (parts, misere) not in self.wins:
            over = self.asked.over(parts[0]) if len(parts) == 1 else None
            self.wins[parts, misere] = over if over is not None else self.has_good_move(parts, misere)
        return self.wins[parts, misere]

    def has_good_move(self, parts, misere):
        ended = True
        for at, part in enumerate(parts):
            for option in self.asked.options(part):
                ended = False
                if not self.is_won((*parts[:at], *parts[at + 1:], *option), misere):
                    return True
        return ended and misere


def box(*ends):
    """All tuples from 0 to the ends."""
    return list(itertools.product(*[range(end + 1) for end in ends]))


def lowered(position, axis, by):
    return (*position[:axis], position[axis] - by, *position[axis + 1:])
