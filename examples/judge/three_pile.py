"""Three piles of at most 300, a judge exercise (the format is ours): lines `a b c`; Yes where the
first player wins."""
from ask import groups, numbers, wins

for win in wins(f"three_pile({a},{b},{c})" for a, b, c in groups(3, numbers())):
    print("Yes" if win else "No")
