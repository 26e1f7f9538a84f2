"""A second oracle: rules, and values by definition, in plain Python.

Written from docs/rules.md alone. It shares no line with the solver, the C++ oracle or their reader of rules, and
proves nothing: of rules that Grundy accepts it derives values, slowly. `reader` turns text into expressions,
`expressions` gives them values, `game` says what the options of a position are, and `values` what follows.

    PYTHONPATH=tests/oracle python3 -m second_oracle FILE --box 5,5 [--value outcome] [--misere] [--param m=3]
"""
from .expressions import Undefined
from .game import Game, JointGame
from .reader import Wrong, games, names_others
from .values import TooMany, Values, table


def play(source, file, catalogue=None, params=None):
    """The game of that source. Others that it names stand in its `file`, a list of sources, or in a folder of
    *.game files, or they are codes."""
    if not names_others(source):
        return Game(source, params)
    known = {}

    def library(name):
        path = catalogue and catalogue / f"{name}.game"
        if path and path.exists() and name not in known:
            known.update((one.name, one) for one in games(path.read_text(encoding="utf-8")))
        known.update((one.name, one) for one in file)
        return known[name] if name in known else games(f"game {name}")[0]

    return JointGame(source, library, params)
