"""2020 CCPC Mianyang G (Codeforces gym 102822 G) Game of Cards: the number of cases, then how many
cards there are of each of 0, 1, 2, 3; Rabbit, who begins, or Horse."""
from ask import groups, numbers, wins

source = numbers()
next(source)
for case, win in enumerate(wins(f"cards({a},{b},{c},{d})" for a, b, c, d in groups(4, source)), 1):
    print(f"Case #{case}: {'Rabbit' if win else 'Horse'}")
