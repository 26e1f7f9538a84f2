"""What progress=True shows."""
from __future__ import annotations

import sys
import time

_silent = 1.0  # seconds


class Line:
    """A line on stderr that says how far work has come, once it has taken a second.

    A terminal's line redraws itself and is gone at the end. A notebook's stays. Elsewhere, as in a
    file, it is written again every ten seconds.
    """

    def __init__(self, what: str, unit: str) -> None:
        self._what = what
        self._unit = unit
        self._part = ""
        self._begun = self._part_begun = time.monotonic()
        self._next = self._begun + _silent
        self._width = 0  # of what is in the line
        self._stream = sys.stderr
        self._terminal = self._stream is not None and self._stream.isatty()
        self._notebook = type(self._stream).__module__.startswith("ipykernel")

    def begin(self, part: str) -> None:
        self._part = part
        self._part_begun = time.monotonic()

    def __call__(self, done: float, total: float) -> None:
        now = time.monotonic()
        if self._stream is None or now < self._next:
            return
        self._next = now + (0.2 if self._terminal else 0.5 if self._notebook else 10)
        self._write(self._described(done, total, now - self._part_begun))

    def close(self) -> None:
        if self._width == 0:
            return
        if self._terminal:
            self._write("")
        elif self._notebook:
            self._write(f"{self._what}: {_duration(time.monotonic() - self._begun)}\n")

    def _write(self, text: str) -> None:
        if self._terminal:
            self._stream.write(f"\r{text}\x1b[K")
        elif self._notebook:
            self._stream.write("\r" + text.ljust(self._width))
        else:
            self._stream.write(text + "\n")
        self._stream.flush()
        self._width = len(text)

    def _described(self, done: float, total: float, seconds: float) -> str:
        line = f"{self._what}: {self._part}{', ' if self._part else ''}"
        if self._unit == "seconds":
            return line + f"{_duration(done)} of at most {_duration(total)}"
        if total and done >= total:
            return line + f"100 %, finishing, {_duration(time.monotonic() - self._begun)}"
        line += f"{_rounded_down(100 * done / total)} %" if total else f"{done:,} {self._unit}"
        if done and seconds > 0:
            line += f", {_rate(done / seconds)} {self._unit}/s"
            if total:
                line += f", {_duration(seconds * (total - done) / done)} left"
        return line


def _rounded_down(percent: float) -> str:
    return f"{int(10 * percent) / 10:.1f}"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = round(seconds) // 60
    if minutes < 120:
        return f"{minutes} min {round(seconds) % 60} s"
    return f"{minutes // 60} h {minutes % 60} min"


def _rate(per_second: float) -> str:
    for size, letter in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if per_second >= size:
            return f"{per_second / size:.3g}{letter}"
    return f"{per_second:.3g}"
