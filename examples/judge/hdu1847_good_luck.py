"""HDU 1847 Good Luck in CET-4 Everybody!: lines `n`; Kiki, who begins, or Cici."""
from ask import numbers, wins

for win in wins(f"powers_of_two({n})" for n in numbers()):
    print("Kiki" if win else "Cici")
