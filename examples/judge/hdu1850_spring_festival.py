"""HDU 1850 Being a Good Boy in Spring Festival: cases up to one of no heaps, each the number of
heaps and the heaps of Nim; how many first moves win."""
from ask import ask, heaps, lists, numbers

for moves in ask("moves", (heaps("nim", sizes) for sizes in lists(numbers()))):
    print(moves["winning_ways"])
