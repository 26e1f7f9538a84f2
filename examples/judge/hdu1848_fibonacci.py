"""HDU 1848 Fibonacci again and again: lines of three heaps up to 0 0 0; Fibo, who begins, or
Nacci."""
from ask import groups, heaps, numbers, wins

for win in wins(heaps("fibonacci_heaps", three) for three in groups(3, numbers(), [0, 0, 0])):
    print("Fibo" if win else "Nacci")
