"""Grundy solves impartial games exhaustively.

    grundy.solve("three_pile", 50)            every position of a box, as a Solution
    grundy.open("three_pile.zarr")            a Table that was written before
    grundy.value("nim(3) + lasker(5)")        a position or a sum, however large
    grundy.moves("nim(3) + lasker(5)")        and how to win it
    grundy.law("kayles")                      a law of all positions, proved
    grundy.count("nim(a) + nim(b)", "a <= b <= 9")  how many positions are lost
    grundy.graph([(2, 1), (2, 0), (1, 0)])    a game given by its edges
    grundy.explore(start, options)         a game that is a function
    grundy.plot("wythoff")                 a picture, which notebooks show
    grundy.games(), grundy.plan(..)           what there is, and what solve() would do

Games come from the catalogue, from octal codes such as "0.137", from .game files, or from rules in
a string. What goes wrong is a grundy.Error.
"""
from __future__ import annotations

from ._grundy import (
    Graph,
    Session,
    Solution,
    Table,
    __version__,
    check,
    count,
    games,
    graph,
    law,
    open,
    plan,
    plot,
    solve,
)
from .answers import Game, Move, Moves, Outcome, TokenMove, TokenSum, Value
from .errors import (
    CorruptError,
    Error,
    Interrupted,
    IoError,
    MemoryLimitError,
    PositionError,
    RulesError,
    UnsupportedError,
    UsageError,
    UncheckedError,
    WrongValueError,
)
from .laws import Law
from .pictures import Picture
from .programs import Explorer, explore

__all__ = [
    "CorruptError",
    "D",
    "Error",
    "Explorer",
    "Game",
    "Graph",
    "Interrupted",
    "IoError",
    "Law",
    "MemoryLimitError",
    "Move",
    "Moves",
    "N",
    "Outcome",
    "Picture",
    "P",
    "PositionError",
    "RulesError",
    "Session",
    "Solution",
    "Table",
    "TokenMove",
    "TokenSum",
    "UnsupportedError",
    "UsageError",
    "Value",
    "UncheckedError",
    "WrongValueError",
    "check",
    "count",
    "explore",
    "games",
    "graph",
    "law",
    "moves",
    "open",
    "plan",
    "plot",
    "solve",
    "value",
]

P = Outcome.P
N = Outcome.N
D = Outcome.D


def value(
    expression: str,
    *,
    misere: bool | None = None,
    remoteness: bool = False,
    rules: str | None = None,
    table: Table | None = None,
    memory: int | str | None = None,
) -> Value:
    """The value of a sum such as 'nim(3) + lasker(5)'.

    For many questions make one Session, which remembers what it has searched and explains the
    arguments.
    """
    session = Session(misere=misere, rules=rules, table=table, memory=memory)
    return session.value(expression, remoteness=remoteness)


def moves(
    expression: str,
    *,
    misere: bool | None = None,
    rules: str | None = None,
    table: Table | None = None,
    memory: int | str | None = None,
) -> Moves:
    """The moves from a sum, winning ones first; the arguments are those of Session."""
    return Session(misere=misere, rules=rules, table=table, memory=memory).moves(expression)


# Messages and help() name what users import, not where it happens to be written.
for _name in __all__:
    if callable(globals()[_name]):
        globals()[_name].__module__ = __name__
