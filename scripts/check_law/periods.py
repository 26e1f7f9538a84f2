"""Laws of one heap that repeat, by the theorem of R. K. Guy and C. A. B. Smith (1956)."""
import itertools
import math
import operator

from .text import LEVELS, Refused, Unknown, affine, plus, value_of

MOST_HEAPS = 30_000


def by_period(game, outcomes, misere, value, first, period):
    """Values repeat from `first` on: the definition holds as far as it must, or Refused."""
    (n, low, high), moves, stable = game.coordinates[0], [], first
    for parts, binders, when in game.rules:
        forms = [affine(part[0], {}) for part in parts]
        if None in forms:
            raise Unknown("a move that leaves other parts, in a proof by periods")
        total = {n: 1, "": 0} if not forms else plus(forms[0], dict(*forms[1:]), 1)
        least = [low] * len(forms)
        if len(forms) == 2 and len(binders) == 1 and {binders[0][0]: 1} in forms:
            (_, since, until), taken = binders[0][1], -total.get("", 0)
            is_half = until in (("floor", ("-", n, taken), 2), ("floor", n if taken == 0 else 0, 2))
            end = plus(affine(until or 0, {}) or {}, {n: 1}, -1)
            if not isinstance(since, int) or not is_half and (until is None or set(end) > {""}):
                raise Unknown("a split between other ends")
            least = [max(low, since), max(low, since if is_half else -end.get("", 0) - taken)]
        elif len(forms) > 1 or binders:
            raise Unknown("rules that are no takes and splits in two, in a proof by periods")
        if total.get(n) != 1 or set(total) > {n, ""} or high is not None:
            raise Unknown("rules that are no takes and splits in two, in a proof by periods")
        if forms and min(least[1:], default=0) - total.get("", 0) < 1:
            raise Unknown("an option that is not smaller than its heap")
        moves.append((-total.get("", 0), least, when))
        since, times = repeats(when, n)
        if period % times:
            raise Unknown("conditions with remainders that the period does not divide")
        stable = max([stable, since, *least])
    if outcomes and any(len(least) > 1 for _, least, _ in moves):
        raise Refused("outcomes of sums do not follow from those of their parts")
    end = 2 * stable + 2 * period + max(taken for taken, _, _ in moves) + 1
    if end > MOST_HEAPS:
        raise Unknown(f"a proof by {end} heaps; at most {MOST_HEAPS} are looked at")
    values = [value(heap) for heap in range(low, end)]
    for heap in range(low, end):
        seen = set()
        for taken, least, when in moves:
            if not value_of(when, {n: heap}) or heap - taken < sum(least):
                continue
            if not least:
                seen.add(misere if outcomes else 0)
            elif len(least) == 1:
                seen.add(values[heap - taken - low])
            else:
                all_ = heap - taken - 2 * low
                a, b = least[0] - low, all_ - least[1] + low + 1
                if least[0] == least[1]:  # the other half has the same pairs
                    b = min(b, (heap - taken) // 2 - low + 1)
                seen.update(map(operator.xor, values[a:b],
                                values[all_ - b + 1:all_ - a + 1][::-1]))
        mex = next(u for u in itertools.count() if u not in seen)
        expected = (0 in seen if seen else misere) if outcomes else mex
        if values[heap - low] != expected:
            raise Refused(f"it contradicts itself at ({heap})")
    return f"the definition holds at the {end - low} heaps that tell all others"


def repeats(e, n):
    """(first, period) of what has remainders of n, and comparisons of n with constants."""
    if isinstance(e, int):
        return 0, 1
    if isinstance(e, str):
        raise Unknown("a law that grows")
    op, *sides = e
    form = affine(sides[0], {})
    if op == "mod" and form and isinstance(sides[1], int):
        return 0, sides[1]
    if op == "in":
        sides, ends = sides[:1], [abs(one) for one in sides[1] if isinstance(one, int)]
    elif op in LEVELS[2]:
        form, ends = form and plus(form, affine(sides[1], {}) or {"?": 1}, -1), [0]
    if op in LEVELS[2] + ("in",) and form and n in form and set(form) <= {n, ""}:
        return abs(form.get("", 0)) + max(ends, default=0) + 1, 1
    firsts, periods = zip(*(repeats(side, n) for side in sides))
    return max(firsts), math.lcm(*periods)
