"""HDU 2147 kiki's game: lines `n m` up to 0 0; Wonderful! where the first player wins."""
from ask import groups, numbers, wins

for win in wins(f"kiki({n},{m})" for n, m in groups(2, numbers(), [0, 0])):
    print("Wonderful!" if win else "What a pity!")
