"""POJ 1067, HDU 1527 Stones: lines `a b`, Wythoff's game; 1 where the first player wins, else 0."""
from ask import groups, numbers, wins

for win in wins(f"wythoff({a},{b})" for a, b in groups(2, numbers())):
    print(int(win))
