"""HDU 1907, POJ 3480 John: the number of cases, then each the number of heaps and the heaps of
misère Nim; John, who begins, or Brother."""
from ask import heaps, numbers, take, wins

source = numbers()
cases = [take(next(source), source) for _ in range(next(source))]
for win in wins((heaps("nim", sizes) for sizes in cases), "--misere"):
    print("John" if win else "Brother")
