"""Types of the compiled part; its docstrings tell the rest."""
import os
import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from .answers import Game, Moves, Outcome, TokenSum, Value
from .laws import Law
from .pictures import Picture

_Quantity = Literal["nimber", "outcome", "remoteness"]
_Store = Literal["full", "sorted", "section"]
_Coordinates = SupportsIndex | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]
_Parameters = Mapping[str, SupportsIndex | Sequence[SupportsIndex]]
_Values = npt.NDArray[np.unsignedinteger[Any]]
_Key = SupportsIndex | slice | tuple[Any, ...]  # the tuple may hold `...`

__version__: str

class Table:
    def _picture(self, law: str) -> bytes | None: ...
    def _repr_png_(self) -> bytes | None: ...
    @property
    def path(self) -> pathlib.Path | None: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def parameters(self) -> dict[str, int | tuple[int, ...]]: ...
    @property
    def coordinates(self) -> tuple[str, ...]: ...
    @property
    def origin(self) -> tuple[int, ...]: ...
    @property
    def box(self) -> tuple[int, ...]: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[np.unsignedinteger[Any]]: ...
    @property
    def quantity(self) -> _Quantity: ...
    @property
    def convention(self) -> Literal["normal", "misere"]: ...
    @property
    def positions(self) -> int: ...
    @property
    def p_positions(self) -> int: ...
    @property
    def max_value(self) -> int: ...
    @property
    def histogram(self) -> npt.NDArray[np.uint64]: ...
    @property
    def digest(self) -> str: ...
    @property
    def kernel(self) -> str: ...
    @property
    def store(self) -> _Store: ...
    @property
    def section_axis(self) -> int | None: ...
    def __getitem__(self, key: _Key, /) -> Any: ...  # int for a position, else _Values
    __iter__: None
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def array(self, quantity: _Quantity | None = None) -> _Values: ...
    def outcome(self, position: _Coordinates) -> Outcome: ...
    def probe(self, positions: npt.ArrayLike, *, quantity: _Quantity | None = None) -> _Values: ...
    def moves(self, position: _Coordinates) -> Moves: ...

class Solution(Table):
    @property
    def checked(self) -> int: ...
    @property
    def unchecked(self) -> int: ...
    @property
    def period(self) -> dict[str, str | int] | None: ...
    @property
    def seconds(self) -> dict[str, float]: ...
    def save(self, path: str | os.PathLike[str], *, store: _Store = "full", force: bool = False) -> None: ...

    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restored(
        info: bytes,
        arrays: tuple[_Values, ...],
        work: tuple[int, int, dict[str, float]],
        sorted_axes: list[list[int]],
    ) -> Solution: ...

class Graph:
    @property
    def quantity(self) -> _Quantity: ...
    @property
    def convention(self) -> Literal["normal", "misere"]: ...
    @property
    def loopy(self) -> bool: ...
    @property
    def vertices(self) -> npt.NDArray[np.int64]: ...
    @property
    def edges(self) -> int: ...
    @property
    def values(self) -> npt.NDArray[np.integer[Any]]: ...
    @property
    def outcomes(self) -> npt.NDArray[np.uint8]: ...
    @property
    def layers(self) -> int: ...
    @property
    def p_positions(self) -> int: ...
    @property
    def n_positions(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def max_value(self) -> int: ...
    @property
    def histogram(self) -> npt.NDArray[np.uint64]: ...
    @property
    def digest(self) -> str: ...
    __iter__: None
    def __len__(self) -> int: ...
    def __getitem__(self, vertex: SupportsIndex, /) -> int | None: ...
    def outcome(self, vertex: SupportsIndex) -> Outcome: ...
    def options(self, vertex: SupportsIndex) -> npt.NDArray[np.int64]: ...
    def sum(self, tokens: Iterable[SupportsIndex]) -> TokenSum: ...

class Session:
    def __init__(
        self,
        *,
        misere: bool | None = None,
        rules: str | None = None,
        table: Table | None = None,
        memory: int | str | None = None,
    ) -> None: ...
    def add_table(self, table: Table) -> None: ...
    def value(self, expression: str, *, remoteness: bool = False) -> Value: ...
    def values(self, expressions: Sequence[str], *, outcome: bool = False) -> list[Value]: ...
    def moves(self, expression: str) -> Moves: ...

def open(path: str | os.PathLike[str], *, mapped: bool = True) -> Table: ...
def games() -> list[Game]: ...
def plan(
    game: str | None,
    box: _Coordinates,
    *,
    value: _Quantity | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    threads: int = 0,
    executor: Literal["tbb", "openmp", "serial"] = "tbb",
    kernel: str = "auto",
    memory: int | str | None = None,
    passes: int | Literal["auto"] = 1,
    scratch: str | os.PathLike[str] | None = None,
) -> str: ...
def _plan(
    game: str | None,
    box: _Coordinates,
    *,
    value: _Quantity | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    threads: int = 0,
    executor: Literal["tbb", "openmp", "serial"] = "tbb",
    kernel: str = "auto",
    memory: int | str | None = None,
    passes: int | Literal["auto"] = 1,
    scratch: str | os.PathLike[str] | None = None,
) -> str: ...
def count(
    expression: str,
    where: str,
    *,
    outcome: Literal["P", "N"] | Outcome = "P",
    sum_coordinates: bool = False,
    mod: SupportsIndex | None = None,
    misere: bool | None = None,
    rules: str | None = None,
    threads: int = 0,
    memory: int | str | None = None,
    progress: bool | Callable[[int, int], bool | None] | None = None,
) -> int: ...
def graph(
    edges: str | os.PathLike[str] | npt.ArrayLike,
    *,
    vertices: npt.ArrayLike | None = None,
    value: _Quantity | None = None,
    misere: bool = False,
    loopy: bool = False,
    counts: bool = False,
    threads: int = 0,
    executor: Literal["tbb", "openmp", "serial"] = "tbb",
    memory: int | str | None = None,
    progress: bool | Callable[[int, int], bool | None] | None = None,
) -> Graph: ...
def plot(
    game: str | Table | None,
    *,
    box: _Coordinates | None = None,
    value: _Quantity | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    slice: str | None = None,
    kind: Literal["sequence", "slice", "histogram"] | None = None,
    law: Law | str | None = None,
    moves: _Coordinates | None = None,
    format: Literal["png", "svg", "gp"] = "png",
) -> Picture: ...
def solve(
    game: str | None,
    box: _Coordinates,
    *,
    value: _Quantity | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    threads: int = 0,
    executor: Literal["tbb", "openmp", "serial"] = "tbb",
    kernel: str = "auto",
    memory: int | str | None = None,
    output: str | os.PathLike[str] | None = None,
    store: _Store = "full",
    force: bool = False,
    resume: bool = False,
    check: int | Literal["auto", "all", "none"] = "auto",
    progress: bool | Callable[[int, int], bool | None] | None = None,
    passes: int | Literal["auto"] = 1,
    scratch: str | os.PathLike[str] | None = None,
) -> Solution: ...
def law(
    game: str | None,
    *,
    value: Literal["outcome", "nimber"] | None = None,
    box: _Coordinates | None = None,
    section: str | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    seconds: float = 60.0,
    threads: int = 0,
    memory: int | str | None = None,
    progress: bool | Callable[[float, float], bool | None] | None = None,
) -> Law: ...
def check(
    game: str | None,
    claim: str,
    *,
    box: _Coordinates | None = None,
    section: str | None = None,
    misere: bool | None = None,
    params: _Parameters | None = None,
    rules: str | None = None,
    seconds: float = 60.0,
    threads: int = 0,
    memory: int | str | None = None,
    progress: bool | Callable[[float, float], bool | None] | None = None,
) -> Law: ...
