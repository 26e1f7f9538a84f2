"""What pickle keeps of tables and solutions."""
from __future__ import annotations

import os
from typing import Any

from ._grundy import Solution, Table, open
from .errors import UsageError


def table_from(path: str | os.PathLike[str], mapped: bool, digest: str) -> Table:
    """The table there, if it is the one that was pickled."""
    table = open(path, mapped=mapped)
    if table.digest != digest:
        raise UsageError(f"{path}: the pickled table had the digest {digest}, found "
                         f"{table.digest}; another table is there now")
    return table


def solution_from(info: bytes, arrays: tuple[Any, ...], work: tuple[int, int, dict[str, float]],
                  sorted_axes: list[list[int]]) -> Solution:
    """The solution that was pickled."""
    return Solution._restored(info, arrays, work, sorted_axes)
