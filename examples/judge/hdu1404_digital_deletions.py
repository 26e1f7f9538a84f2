"""HDU 1404, ZOJ 1104 Digital Deletions: strings of up to six digits; Yes or No."""
import sys

from ask import wins


def position(text):
    """A coordinate for each place: 0 where there is no digit, else one more than the digit."""
    return ",".join(str(int(digit) + 1) for digit in text) + ",0" * (6 - len(text))


for win in wins(f"digital_deletions({position(text)})" for text in sys.stdin.read().split()):
    print("Yes" if win else "No")
