"""HDU 1729 Stone Game: cases up to one of no boxes, each the number of boxes, then size and stones
of each; Yes where the first player wins."""
from ask import groups, numbers, take, wins

source = numbers()
cases = []
while boxes := next(source, 0):
    both = groups(2, iter(take(2 * boxes, source)))
    cases.append(" + ".join(f"stone_boxes({size},{stones})" for size, stones in both))
for case, win in enumerate(wins(cases), 1):
    print(f"Case {case}:", "Yes" if win else "No", sep="\n")
