"""HDU 1525, POJ 2348 Euclid's Game: lines `a b` up to 0 0; who wins, Stan, who begins, or Ollie."""
from ask import groups, numbers, wins

for win in wins(f"euclid({a},{b})" for a, b in groups(2, numbers(), [0, 0])):
    print("Stan wins" if win else "Ollie wins")
