"""What Grundy knows of positions."""
from __future__ import annotations

import enum
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple


class Outcome(enum.IntEnum):
    """Who wins; as in tables of outcomes."""

    P = 0  #: the previous player: the one to move loses
    N = 1  #: the next player, who is to move
    D = 2  #: neither: a draw, of graphs with cycles alone

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
    laws: tuple[str, ...] = ()  #: proved laws that it follows from, where nothing was searched

    def __repr__(self) -> str:
        shown = self._asdict()
        if not self.laws:
            del shown["laws"]
        return "Value(" + ", ".join(f"{name}={value!r}" for name, value in shown.items()) + ")"


class Move(NamedTuple):
    """A move: one position of a sum becomes others."""

    to: str  #: the sum after it, as an expression
    outcome: Outcome  #: of the sum after it
    nimber: int | None
    term: int  #: which term of the sum the player moves in, from 0
    parts: tuple[tuple[int, ...], ...]  #: what becomes of that position, mostly one; empty for boards


class Moves(NamedTuple):
    """All moves from a sum."""

    value: Value  #: of the sum itself
    options: tuple[Move, ...]  #: winning ones first
    winning_count: int  #: how many win
    winning_ways: int  #: the same where each of equal positions counts: 3*nim(7) has three
    more_win: bool = False  #: more moves win than are listed; the others follow from a law

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


class TokenMove(NamedTuple):
    """A move of one of several tokens on a graph."""

    token: int  #: which, from 0
    start: int  #: its vertex before
    to: int  #: and after


class TokenSum(NamedTuple):
    """Several tokens on a graph."""

    outcome: Outcome
    nimber: int
    winning: tuple[TokenMove, ...]  #: moves that win


class Game(NamedTuple):
    """A game of the catalogue."""

    name: str
    coordinates: tuple[str, ...]
    description: str
    rules: str  #: in the rule language

    def plan(
        self,
        box: Any,
        *,
        value: str | None = None,
        misere: bool | None = None,
        params: Mapping[str, Any] | None = None,
        threads: int = 0,
        executor: str = "tbb",
        kernel: str = "auto",
        memory: int | str | None = None,
        passes: int | str = 1,
        scratch: str | os.PathLike[str] | None = None,
    ) -> dict[str, Any]:
        """What solve() would do with this game, as a dict: what `grundy plan --json` prints.

        The arguments are those of solve(). grundy.plan() says the same as text.
        """
        from ._grundy import _plan
        return json.loads(_plan(self.name, box, value=value, misere=misere, params=params,
                                rules=self.rules, threads=threads, executor=executor,
                                kernel=kernel, memory=memory, passes=passes, scratch=scratch))
