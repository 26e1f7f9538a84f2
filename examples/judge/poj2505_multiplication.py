"""POJ 2505, HDU 1517 A multiplication game: lines `n`; who wins, Stan, who begins, or Ollie."""
from ask import numbers, wins

for win in wins(f"multiplication({n})" for n in numbers()):
    print("Stan wins." if win else "Ollie wins.")
