"""POJ 2311 Cutting Game: lines `w h`; WIN or LOSE for the player to move."""
from ask import groups, numbers, wins

for win in wins(f"cutting({w},{h})" for w, h in groups(2, numbers())):
    print("WIN" if win else "LOSE")
