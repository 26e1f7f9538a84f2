"""What is drawn."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture that plot() drew. Notebooks show it."""

    data: bytes = field(repr=False)  #: of the file; bytes(picture) is the same
    format: str  #: 'png' or 'svg'; 'gp': a script for gnuplot, with the data in it
    title: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, or replace it."""
        Path(path).write_bytes(self.data)

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        return f"<grundy.Picture {self.title}: {self.format}>"

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None
