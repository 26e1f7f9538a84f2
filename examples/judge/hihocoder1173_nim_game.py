"""hihoCoder 1173 Nim game 3: the number of heaps and the heaps of Lasker's Nim; Alice, who begins,
or Bob."""
from ask import heaps, numbers, take, wins

source = numbers()
(win,) = wins([heaps("lasker", take(next(source), source))])
print("Alice" if win else "Bob")
