"""HDU 1536, HDU 1944, POJ 2960 S-Nim: sets up to an empty one, each its size and its members, then
the number of positions, then each the number of heaps and the heaps; for each set a line of W, won,
and L, lost."""
from ask import lists, numbers, take, wins

source = numbers()
positions = []
lengths = []
for members in lists(source):
    game = "; S={" + ",".join(map(str, members)) + "}"
    lengths.append(next(source))
    for _ in range(lengths[-1]):
        sizes = take(next(source), source)
        positions.append(" + ".join(f"s_nim({size}{game})" for size in sizes) or "0")
letters = iter("W" if win else "L" for win in wins(positions))
for length in lengths:
    print("".join(take(length, letters)))
