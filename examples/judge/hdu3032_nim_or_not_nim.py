"""HDU 3032 Nim or not Nim?: the number of cases, then each the number of heaps and the heaps of
Lasker's Nim; Alice, who begins, or Bob."""
from ask import heaps, numbers, take, wins

source = numbers()
cases = [take(next(source), source) for _ in range(next(source))]
for win in wins(heaps("lasker", sizes) for sizes in cases):
    print("Alice" if win else "Bob")
