"""The judge problems by brute force, from their statements: no nimbers, nothing of Grundy.

A position is whatever suits the statement. `winner(options)` gives the function that tells whether
the player to move wins, where a player who cannot move loses.
"""
import datetime
import functools


def winner(options, lost_without_moves=True):
    @functools.cache
    def wins(position):
        after = list(options(position))
        if not after:
            return not lost_without_moves
        return any(not wins(option) for option in after)

    return wins


def replaced(heaps, index, *by):
    """A sum of heaps in which one has become others; the order of heaps does not matter."""
    return tuple(sorted(heaps[:index] + by + heaps[index + 1:]))


def taking(numbers):
    """Options of heaps of which a player takes one of numbers(heap)."""
    def options(heaps):
        for i, heap in enumerate(heaps):
            for k in numbers(heap):
                if k <= heap:
                    yield replaced(heaps, i, heap - k)
    return options


def any_number(heap):
    return range(1, heap + 1)


def powers_of_two(heap):
    return (1 << i for i in range(heap.bit_length()))


def fibonacci(heap):
    a, b = 1, 2
    while a <= heap:
        yield a
        a, b = b, a + b


def take_or_split(heaps):
    yield from taking(any_number)(heaps)
    for i, heap in enumerate(heaps):
        for part in range(1, heap // 2 + 1):
            yield replaced(heaps, i, part, heap - part)


def fill_boxes(boxes):
    for i, (size, stones) in enumerate(boxes):
        for k in range(1, stones * stones + 1):
            if stones + k <= size:
                yield replaced(boxes, i, (size, stones + k))


@functools.cache
def cuts_out_a_unit(sheets):
    """Whether the player to move cuts out the first 1 x 1 sheet, of several sheets."""
    for i, (w, h) in enumerate(sheets):
        for a, b in [((k, h), (w - k, h)) for k in range(1, w)] + \
                    [((w, k), (w, h - k)) for k in range(1, h)]:
            if (1, 1) in (a, b):
                return True
            if not cuts_out_a_unit(replaced(sheets, i, a, b)):
                return True
    return False


def multiplies_to(n):
    """Whether the first player reaches p >= n."""
    @functools.cache
    def wins(p):
        return any(p * k >= n or not wins(p * k) for k in range(9, 1, -1))

    return wins(1)


LAST_DATE = datetime.date(2001, 11, 4)


def calendar():
    """date -> whether the player to move wins, for every date of the game."""
    found = {}
    date = LAST_DATE
    while date >= datetime.date(1900, 1, 1):
        year, month = (date.year, date.month + 1) if date.month < 12 else (date.year + 1, 1)
        after = [date + datetime.timedelta(days=1)]
        try:
            after.append(date.replace(year=year, month=month))
        except ValueError:
            pass  # there is no such day in the next month
        found[date] = any(not found[day] for day in after if day <= LAST_DATE)
        date -= datetime.timedelta(days=1)
    return found


def delete_digits(text):
    for i, digit in enumerate(text):
        for smaller in range(int(digit)):
            yield text[:i] + str(smaller) + text[i + 1:]
        if digit == "0":
            yield text[:i]


def combine_cards(counts):
    for i in range(4):
        for j in range(i, 4 - i):
            after = list(counts)
            after[i] -= 1
            after[j] -= 1
            if min(after) >= 0:
                after[i + j] += 1
                yield tuple(after)


def move_coin(place):
    n, m = place
    for to in ((n - 1, m), (n, m - 1), (n - 1, m - 1)):
        if min(to) >= 1:
            yield to


def euclid(pair):
    low, high = sorted(pair)
    if low:
        for left in range(high - low, -1, -low):
            yield tuple(sorted((low, left)))


def piles_together(most):
    """Any number from one pile, or the same number from up to `most` piles."""
    def options(piles):
        for chosen in range(1, 1 << len(piles)):
            which = [i for i in range(len(piles)) if chosen >> i & 1]
            if len(which) <= most:
                for k in range(1, min(piles[i] for i in which) + 1):
                    yield tuple(sorted(p - k * (i in which) for i, p in enumerate(piles)))
    return options


def winning_bids(price, rise):
    """The first bids that win; the player who reaches the price has won."""
    @functools.cache
    def wins(now):
        return any(now + bid >= price or not wins(now + bid) for bid in range(1, rise + 1))

    return [bid for bid in range(1, rise + 1) if bid >= price or not wins(bid)]
