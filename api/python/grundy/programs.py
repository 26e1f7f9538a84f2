"""Games that are functions."""
from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from .answers import Outcome, Value
from .errors import Interrupted, RulesError

_most_shown = 8  # positions of a cycle
_report_every = 1 << 12  # positions
_on_path = -1


class Explorer:
    """The values of all positions that were met, of a game that is a function.

    Iterating over `values` gives them: nimbers, or under misère play 0 for P and 1 for N. There
    a position that is a sum is the tuple `("sum", ...)` of its parts, sorted by their text.
    """

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]],
        *,
        canon: Callable[[Any], Hashable] | None = None,
        misere: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self._listed = options
        self._canon = canon
        self._progress = progress
        self.misere = misere
        self.values: dict[Hashable, int] = {}

    def value(self, position: Any) -> Value:
        """Of a position, or of a list of positions, which is their sum."""
        if self.misere:
            lost = self._value_of(self._sum(self._parts(position))) == 0
            return Value(Outcome.P if lost else Outcome.N, None)
        nimber = 0
        for part in self._parts(position):
            nimber ^= self._value_of(part)
        return Value(Outcome.N if nimber else Outcome.P, nimber)

    def winning(self, position: Any) -> list[Any]:
        """The options that win from a position, as `options` gives them."""
        return [option for option in self._listed(position)
                if self.value(option).outcome is Outcome.P]

    def __repr__(self) -> str:
        return f"<grundy.Explorer: {len(self.values)} positions{', misère' if self.misere else ''}>"

    def _parts(self, option: Any) -> list[Hashable]:
        parts = option if isinstance(option, list) else [option]
        return [self._canon(part) for part in parts] if self._canon else parts

    def _options_of(self, position: Hashable) -> list[list[Hashable]]:
        """Each as the positions whose values give its own."""
        if not self.misere:
            return [self._parts(option) for option in self._listed(position)]
        parts = position[1:]  # type: ignore[index]
        found = []
        for moved, part in enumerate(parts):
            if part in parts[:moved]:
                continue
            rest = [*parts[:moved], *parts[moved + 1:]]
            found += [[self._sum(self._parts(option) + rest)] for option in self._listed(part)]
        return found

    def _sum(self, parts: list[Hashable]) -> Hashable:
        """Without parts that have no moves, which change nothing."""
        kept = [part for part in parts if any(True for _ in self._listed(part))]
        return ("sum", *sorted(kept, key=repr))

    def _of_options(self, options: list[list[Hashable]]) -> int:
        if self.misere:
            return int(not options or any(self.values[option[0]] == 0 for option in options))
        met = set()
        for option in options:
            nimber = 0
            for part in option:
                nimber ^= self.values[part]
            met.add(nimber)
        return next(nimber for nimber in range(len(met) + 1) if nimber not in met)

    def _value_of(self, start: Hashable) -> int:
        """Depth first, without recursion: play may be long."""
        values = self.values
        if start in values:
            return values[start]
        path: list[tuple[Hashable, list[list[Hashable]], list[Hashable]]] = []
        entering: Hashable = start
        try:
            while True:
                options = self._options_of(entering)
                path.append((entering, options, [part for option in options for part in option]))
                values[entering] = _on_path
                self._report()
                while True:
                    position, options, waiting = path[-1]
                    while waiting and values.get(waiting[-1], _on_path) != _on_path:
                        waiting.pop()
                    if waiting:
                        break
                    values[position] = self._of_options(options)
                    path.pop()
                    if not path:
                        return values[start]
                entering = waiting.pop()
                if entering in values:
                    raise self._cycle([step[0] for step in path], entering)
        finally:
            for position, _, _ in path:
                del values[position]

    def _report(self) -> None:
        if self._progress and len(self.values) % _report_every == 0:
            if self._progress(len(self.values)) is False:
                raise Interrupted(f"stopped when {len(self.values)} positions were known")

    @staticmethod
    def _cycle(path: list[Hashable], again: Hashable) -> RulesError:
        way = path[path.index(again):]
        shown = [repr(position) for position in way[:_most_shown]]
        if len(way) > _most_shown:
            shown.append(f"({len(way) - _most_shown} more)")
        return RulesError("play comes back to a position, so it need not end: "
                          + " -> ".join([*shown, repr(again)]))


def explore(
    start: Any,
    options: Callable[[Any], Iterable[Any]],
    *,
    canon: Callable[[Any], Hashable] | None = None,
    misere: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Explorer:
    """Values of everything that play from `start` reaches, where that is needed.

    `options(position)` gives the options: each a position, which may be anything hashable, or a
    list of positions, which is their sum. The player who cannot move loses, or with `misere` wins.
    `canon(position)` may give one position in place of all that are equal. `progress` is called
    now and then with the positions known so far, and stops the search by False.

        >>> nim = explore((3, 5), lambda p: [(p[0] - k, p[1]) for k in range(1, p[0] + 1)]
        ...                                 + [(p[0], p[1] - k) for k in range(1, p[1] + 1)])
        >>> nim.value((3, 5)).nimber
        6

    Raises RulesError, with the positions, if play may come back to a position.
    """
    explorer = Explorer(options, canon=canon, misere=misere, progress=progress)
    explorer.value(start)
    return explorer
