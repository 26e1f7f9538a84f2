"""HDU 2188, volunteers chosen by donations: the number of cases, then `n m`, gifts of 1 to m until
there are n; Grass, who begins, or Rabbit."""
from ask import groups, numbers, wins

source = numbers()
next(source)
for win in wins(f"bash({n}; m={m})" for n, m in groups(2, source)):
    print("Grass" if win else "Rabbit")
