"""HDU 1846 Brave Game: the number of cases, then `n m`, of n stones 1 to m a move; first or
second."""
from ask import groups, numbers, wins

source = numbers()
next(source)
for win in wins(f"bash({n}; m={m})" for n, m in groups(2, source)):
    print("first" if win else "second")
