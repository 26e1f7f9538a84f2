"""HDU 1079, POJ 1082 Calendar Game: the number of dates, then `year month day`; YES or NO."""
from ask import groups, numbers, wins

source = numbers()
next(source)
for win in wins(f"calendar({y},{m},{d})" for y, m, d in groups(3, source)):
    print("YES" if win else "NO")
