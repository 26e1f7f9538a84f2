"""What Grundy knows of all positions of a game."""
from __future__ import annotations

import html
import json
import operator
from dataclasses import dataclass, field
from typing import Any, Callable, SupportsIndex

from .answers import Outcome


_LONG = 60  #: characters of a text; a longer one is given in words


@dataclass(frozen=True, repr=False)
class Law:
    """What holds for all positions of a game, or on a box; true in conditions if anything does.

    It is a function, too, unless it is refuted: law(3, 4) is what it says of that position. Of what
    Python takes for integers, those of NumPy included, however large. Of arrays of integers it gives
    an array, by NumPy's rules of broadcasting: nimbers as int64, outcomes as uint8, 0 = P and 1 = N.

    pickle keeps all of it, its texts too, which is a few kilobytes.
    """

    game: str
    value: str  #: 'nimber' or 'outcome': what it is about
    convention: str  #: 'normal' or 'misere'
    section: tuple[int | None, ...] | None  #: how far the coordinates go; None: all positions
    box: tuple[int, ...]  #: the highest coordinates of the box that it was compared with
    status: str  #: 'proved', 'verified' on the box, 'refuted', or 'none': no law was found
    text: str = ""  #: as `check` takes claims
    kind: str | None = None
    proof: str | None = None
    why_not_proved: str | None = None
    wins: str | None = None  #: winning moves
    counterexample: dict[str, Any] | None = None
    period: int | None = None  #: of values along one coordinate
    preperiod: int | None = None  #: how many values come before
    saltus: int | None = None  #: growth with each period; None: not the same for all residues
    last_exception: int | None = None
    seconds: float | None = field(default=None, compare=False)
    statistics: dict[str, Any] = field(default_factory=dict)
    misere: dict[str, Any] | None = None  #: tame or wild, and genera by heap, under misere play
    certificate: str = field(default="", repr=False)  #: the text of a file for `verify --law`
    c: str = field(default="", repr=False)  #: the law as a function; empty if that is refused
    python: str = field(default="", repr=False)
    tex: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.status in ("proved", "verified")

    def __repr__(self) -> str:
        if self.status == "none":
            return f"<Law {self.game}: none, no law of its {self.value}s was found>"
        return f"<Law {self.game}: {self.status}, {self._in_words()}>"

    def _in_words(self) -> str:
        """A period instead of a long formula, else the text."""
        if not self.period or self.saltus is None or len(self.text) <= _LONG:
            return self.text
        saltus = f", saltus {self.saltus}" if self.saltus else ""
        since = "" if self.last_exception is None else f" from {self.last_exception + 1}"
        return f"period {self.period}{saltus}{since}"

    def __call__(self, *position: Any) -> Any:
        if any(hasattr(coordinate, "__array__") and getattr(coordinate, "ndim", 0)
               for coordinate in position):
            return self._of_arrays(position)
        value = self._function()(*map(_coordinate, position))
        return value if self.value == "nimber" else Outcome.P if value else Outcome.N

    def __getstate__(self) -> dict[str, Any]:
        # A function that exec made cannot be pickled; it is made again from its text.
        return {name: part for name, part in self.__dict__.items() if name != "_compiled"}

    def _of_arrays(self, position: tuple[Any, ...]) -> Any:
        import numpy
        arrays = [numpy.asarray(coordinate) for coordinate in position]
        for array in arrays:
            if array.dtype.kind not in "iu":
                raise TypeError(f"coordinates are of type {array.dtype}: expected integers")
        function = self._function()
        values = numpy.frompyfunc(lambda *at: int(function(*map(int, at))), len(arrays), 1)(*arrays)
        if self.value == "nimber":
            return values.astype(numpy.int64)
        return 1 - values.astype(numpy.uint8)  # the function says whether a position is P

    def _function(self) -> Callable[..., Any]:
        if "_compiled" not in self.__dict__:
            if not self.python:
                raise TypeError("there is no function: `python` is empty")
            scope: dict[str, Any] = {}
            exec(compile(self.python, "<law>", "exec", dont_inherit=True), scope)
            name = next(name for name in scope if name.endswith(("_is_p", "_nimber")))
            object.__setattr__(self, "_compiled", scope[name])
        return self.__dict__["_compiled"]

    def _rows(self) -> list[tuple[str, str]]:
        rows = [("law", self.text if self.text != self._in_words() else ""),
                ("status", self.status), ("proof", self.proof), ("not proved", self.why_not_proved),
                ("wins", self.wins), ("compared up to", str(self.box))]
        if self.counterexample:
            rows.append(("counterexample", str(tuple(self.counterexample["position"]))))
        if self.period:
            saltus = "by residue" if self.saltus is None else self.saltus
            rows.append(("period", f"{self.period}, saltus {saltus}, "
                                   f"after {self.preperiod} values"))
        rows += [(name, str(number)) for name, number in self.statistics.items()]
        return [(name, text) for name, text in rows if text]

    def _repr_png_(self) -> bytes | None:
        """The game beside the law, where gnuplot is installed."""
        if not self.certificate:
            return None
        from ._grundy import solve
        printed = json.loads(self.certificate)
        small = _small_box(self.box)
        solved = solve(printed["game"], small, value=self.value, misere=self.convention == "misere",
                       params={name: _parameter(text)
                               for name, text in printed["parameters"].items()},
                       rules=printed["rules"])
        return solved._picture(self.certificate)

    def _repr_latex_(self) -> str | None:
        """The formula, for notebooks; None where `tex` is empty."""
        lines = [line for line in self.tex.splitlines() if not line.startswith("%")]
        shown = {"\\[": "$$", "\\]": "$$"}
        return "\n".join(shown.get(line, line) for line in lines) or None

    def _repr_html_(self) -> str:
        title = html.escape(f"{self.game}: {self._in_words() or 'no law found'}")
        rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(text)}</td></tr>"
                       for name, text in self._rows())
        return f"<table><caption>{title}</caption>{rows}</table>"


def _coordinate(given: SupportsIndex) -> int:
    try:
        return operator.index(given)
    except TypeError:
        raise TypeError(f"a coordinate is {given!r}, of type {type(given).__name__}: expected an "
                        "integer; a law takes one position, its coordinates one by one") from None


def _parameter(text: str) -> int | list[int]:
    if "{" not in text:
        return int(text)
    return [int(number) for number in text.strip("{}").split(",") if number.strip()]


def _small_box(box: tuple[int, ...]) -> tuple[int, ...]:
    """As large a part of it as is drawn and soon solved."""
    side = 1000 if len(box) == 1 else 200 if len(box) == 2 else 40
    return tuple(min(high, side) for high in box)


def law_from(text: str, certificate: str, c: str, python: str, tex: str) -> Law:
    """The law in what `grundy law --json` prints."""
    printed = json.loads(text)
    entry = printed["laws"][0] if printed["laws"] else {"status": "none"}
    entry = {name: part for name, part in entry.items() if name not in ("certificate", "domain")}
    section = printed["section"] and tuple(printed["section"])
    return Law(game=printed["game"], value=printed["value"], convention=printed["convention"],
               section=section, box=tuple(printed["box"]), statistics=printed["statistics"],
               misere=printed.get("misere"),
               certificate=certificate, c=c, python=python, tex=tex, **entry)
