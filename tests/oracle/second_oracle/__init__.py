"""A second oracle: rules, and values by definition, in plain Python.

Written from docs/rules.md alone. It shares no line with the solver, the C++ oracle or their reader of rules, and
proves nothing: of rules that Grundy accepts it derives values, slowly. `reader` turns text into expressions,
`expressions` gives them values, `game` says what the options of a position are, and `values` what follows.

    PYTHONPATH=tests/oracle python3 -m second_oracle FILE --box 5,5 [--value outcome] [--misere] [--param m=3]
"""
from .expressions import Undefined
from .game import Game
from .reader import Wrong, games
from .values import TooMany, Values, table
