"""HDU 2149 Public Sale: lines `m n`, a price to reach and the greatest rise; all first bids that
win, or none."""
import re

from ask import ask, groups, numbers

cases = list(groups(2, numbers()))
for (price, rise), moves in zip(cases, ask("moves", (f"bash({p}; m={r})" for p, r in cases))):
    left = [int(re.search(r"\d+", to)[0]) for to in moves["winning"]]
    bids = sorted(price - n for n in left)
    if 0 in left:
        bids += range(price + 1, rise + 1)  # the price may be exceeded
    print(*bids or ["none"])
