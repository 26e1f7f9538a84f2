"""HDU 1849 Rabbit and Grass: cases up to one of no pieces, each the number of pieces and their
squares; who wins, Rabbit, who begins, or Grass."""
from ask import heaps, lists, numbers, wins

for win in wins(heaps("rabbit_and_grass", squares) for squares in lists(numbers())):
    print("Rabbit Win!" if win else "Grass Win!")
