"""Nimbers, outcomes and remoteness, from options."""
import itertools
import sys

sys.setrecursionlimit(1_000_000)  # a position is as deep as its longest play


class TooMany(Exception):
    """There are more sums than anyone would wait for."""


class Values:
    """Nimber, outcome and remoteness by their definitions, each remembered.

    Remoteness and outcomes are of sums, which are played as they are: a move is a move in one position. Only where
    the theory of Sprague and Grundy applies are outcomes of games with sums those of nimbers, for there are many sums.
    """

    def __init__(self, game, misere=None, most=None):
        self.game = game
        self.misere = game.misere if misere is None else misere
        self.adds_up = not self.misere and all(verdict == "lost" for verdict, _ in game.endings) and any(
            len(rule.options) > 1 or often for rule in game.rules for _, often, _ in rule.options)
        self.most = most  # this many sums are looked at, or as many as there are
        self.seen_nimbers, self.seen_results = {}, {}

    def nimber(self, position):
        if position not in self.seen_nimbers:
            taken = set()
            for option in self.game.options(position):
                total = 0
                for part in option:
                    total ^= self.nimber(part)
                taken.add(total)
            self.seen_nimbers[position] = next(value for value in itertools.count() if value not in taken)
        return self.seen_nimbers[position]

    def outcome(self, position):
        wins = self.nimber(position) != 0 if self.adds_up else self.result((position,))[0]
        return "N" if wins else "P"

    def remoteness(self, position):
        return self.result((position,))[1]

    def result(self, parts):
        """Whether the player to move wins the sum, and the plies to the end: the winner hurries, the loser delays."""
        if len(parts) > 1:
            parts = tuple(part for part in parts if self.game.options(part))  # the others are over
        if parts not in self.seen_results:
            if self.most and len(self.seen_results) >= self.most:
                raise TooMany(f"more than {self.most} sums")
            self.seen_results[parts] = self.derived(parts)
        return self.seen_results[parts]

    def derived(self, parts):
        if len(parts) == 1:
            verdict = self.game.ending(parts[0])
            if verdict:
                return verdict == "won", 0
        after = [self.result(option) for option in self.moves(parts)]
        if not after:
            return self.misere, 0
        losing = [plies for wins, plies in after if not wins]
        if losing:
            return True, 1 + min(losing)
        return False, 1 + max(plies for _, plies in after)

    def moves(self, parts):
        for i, part in enumerate(parts):
            for option in self.game.options(part):
                yield tuple(sorted(parts[:i] + option + parts[i + 1:]))


def table(game, low, high, quantity, misere=None, most=None):
    """The values of all positions from low to high, in C order; P is 0 and N is 1. Tuples outside `where` have none."""
    values = Values(game, misere, most)
    derive = {"nimber": values.nimber, "remoteness": values.remoteness,
              "outcome": lambda position: int(values.outcome(position) == "N")}[quantity]
    tuples = itertools.product(*(range(a, b + 1) for a, b in zip(low, high)))
    return [derive(game.placed(position)) for position in tuples if game.is_position(position)]
