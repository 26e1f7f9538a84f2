"""What Grundy knows of positions."""
from __future__ import annotations

import enum
from typing import NamedTuple


class Outcome(enum.IntEnum):
    """Who wins; as in tables of outcomes."""

    P = 0  #: the previous player: the one to move loses
    N = 1  #: the next player, who is to move

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


class Value(NamedTuple):
    """The value of a sum of positions."""

    outcome: Outcome
    nimber: int | None  #: None under misere play and where a table of outcomes was enough
    remoteness: int | None = None  #: plies to the end under best play, if it was asked for
    misere_class: str | None = None  #: 'S0' .. 'T2': of misere Nim, where all parts are tame


class Move(NamedTuple):
    """A move: one position of a sum becomes others."""

    to: str  #: the sum after it, as an expression
    outcome: Outcome  #: of the sum after it
    nimber: int | None
    term: int  #: which term of the sum the player moves in, from 0
    parts: tuple[tuple[int, ...], ...]  #: what becomes of that position; mostly one


class Moves(NamedTuple):
    """All moves from a sum."""

    value: Value  #: of the sum itself
    options: tuple[Move, ...]  #: winning ones first
    winning_count: int  #: how many win
    winning_ways: int  #: the same where each of equal positions counts: 3*nim(7) has three

    @property
    def winning(self) -> tuple[Move, ...]:
        """The moves that win."""
        return self.options[: self.winning_count]

    def __repr__(self) -> str:
        lines = [f"<grundy.Moves: {len(self.options)}, of which {self.winning_count} win; "
                 f"the sum is {_described(self.value.outcome, self.value.nimber)}"]
        lines += [f"  {move.to}: {_described(move.outcome, move.nimber)}"
                  for move in self.options[:_most_shown]]
        if len(self.options) > _most_shown:
            lines.append(f"  and {len(self.options) - _most_shown} more")
        return "\n".join(lines) + ">"


_most_shown = 12  # moves


def _described(outcome: Outcome, nimber: int | None) -> str:
    return str(outcome) if nimber is None else f"{outcome}, nimber {nimber}"


class Game(NamedTuple):
    """A game of the catalogue."""

    name: str
    coordinates: tuple[str, ...]
    description: str
    rules: str  #: in the rule language
