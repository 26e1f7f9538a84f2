"""A table that a test asks for."""
from typing import NamedTuple


class Case(NamedTuple):
    game: str
    high: tuple
    quantity: str
    store: str = "full"

    def __str__(self):
        return "-".join([self.game, "x".join(map(str, self.high)), self.quantity, self.store])
