"""What the options of a position are."""
import itertools

from .expressions import INFINITE, Undefined, holds, interval, may_be, named_set, number, parts_of
from .reader import NAMED_SETS, PARTS, Reader, Wrong, rules_of_code, tokens


class Game:
    """A game whose parameters have values: `low` and `high` are its ranges, None where a range has no upper end."""

    # Values of a binder without an option, after which it is given up; no constant of a test is near.
    BARREN = 500

    def __init__(self, source, params=None, other=None):
        """`other` finds the number and the game of a name and parameters, where games name each other."""
        given = dict(params or {})
        self.number, self.other = 0, other
        self.name, self.misere, self.rules = source.name, source.misere, list(source.rules)
        self.constants = {}
        for name, expression in source.params:
            self.constants[name] = given.pop(name, None)
            if self.constants[name] is None:
                self.constants[name] = self.constant(expression)
            elif expression[0] == "set" and isinstance(self.constants[name], int):
                self.constants[name] = (self.constants[name],)
        if given:
            raise Wrong(f"{self.name} has no parameter {', '.join(given)}")
        self.names = [name for name, _, _ in source.coordinates]
        self.low = [self.constant(low) for _, low, _ in source.coordinates]
        self.high = [high and self.constant(high) for _, _, high in source.coordinates]
        self.endings, self.where = source.endings, source.where
        i, j, taken = (source.free_name(name) for name in ("i", "j", "taken"))
        for code in source.codes:
            if len(self.names) != 1 or self.low != [0]:
                raise Wrong(f"{self.name}: a code needs one coordinate that starts at 0")
            for text in rules_of_code(code, self.names[0], i, j, taken):
                self.rules.append(Reader(tokens(text)).right_side())
        self.seen = {}
        self.orders = self.permutations([[self.names.index(name) for name in group] for group in source.groups])

    def constant(self, expression):
        if expression[0] == "set":
            return tuple(sorted({self.constant(member) for member in expression[1:]}))
        if expression[0] == "array":
            return [self.constant(member) for member in expression[1:]]
        return number(expression, self.constants)

    def permutations(self, groups):
        """Each as a list `order`: what the rules call coordinate i stands in place order[i]."""
        found = []
        for places in itertools.product(*(itertools.permutations(group) for group in groups)):
            order = list(range(len(self.names)))
            for group, placed in zip(groups, places):
                for source, target in zip(group, placed):
                    order[source] = target
            found.append(order)
        return found

    def ending(self, position):
        """'lost', 'won' or None. An ending stands for its permutations in its own place among the endings."""
        for verdict, condition in self.endings:
            if any(holds(condition, self.named(position, order)) for order in self.orders):
                return verdict
        return None

    @staticmethod
    def placed(tuple_):
        """The position of the coordinates."""
        return tuple_

    def is_position(self, tuple_):
        """Whether `where` holds. Ranges are not looked at."""
        env = {**self.constants, **dict(zip(self.names, tuple_))}
        return all(holds(condition, env) for condition in self.where)

    def named(self, position, order):
        env = dict(self.constants)
        env.update((name, position[place]) for name, place in zip(self.names, order))
        return env

    def options(self, position):
        """The set of options, each a sum: a sorted tuple of positions. It is empty where an ending holds."""
        if position not in self.seen:
            self.seen[position] = set() if self.ending(position) else self.options_by_rules(position)
        return self.seen[position]

    def options_by_rules(self, position):
        found = set()
        for order in self.orders:
            for rule in self.rules:
                self.walk(rule, 0, self.named(position, order), order, found)
        return found

    def walk(self, rule, depth, env, order, found):
        """Adds the options of a rule for all values of its binders from `depth` on; tells how many there were."""
        if depth == len(rule.binders):
            option = self.option(rule, env, order)
            if option is not None:
                found.add(option)
            return option is not None
        name = rule.binders[depth][0]
        count = barren = 0
        try:
            values, last = self.values_of(rule.binders[depth], env)
        except Undefined:
            if self.may_follow(rule, depth, env, -INFINITE, INFINITE):
                raise
            return 0
        for value in values:
            if value > last:
                break
            here = self.walk(rule, depth + 1, {**env, name: value}, order, found)
            count += here
            barren = 0 if here else barren + 1
            # After 1, 2, 4, 8 .. values without an option, for to look ahead takes longer than to go on.
            if barren and barren & (barren - 1) == 0 and not self.may_follow(rule, depth, env, value, last):
                break
            if barren > self.BARREN and last == INFINITE:
                break
        return count

    def values_of(self, binder, env):
        """The values of a binder, ascending, and the greatest that counts."""
        if len(binder) == 3:
            first, last = number(binder[1], env), binder[2]
            return itertools.count(first), INFINITE if last is None else number(last, env)
        if binder[1][0] in PARTS:
            return parts_of(binder[1][0], number(binder[1][1], env)), INFINITE
        return self.members(binder[1])

    def members(self, which):
        if which[0] in NAMED_SETS:
            return named_set(which[0]), INFINITE
        if which[0] == "powers":
            return named_set("powers", self.constant(which[1])), INFINITE
        if which[0] == "set":
            return self.constant(which), INFINITE
        members = self.constants.get(which[1]) if which[0] == "name" else None
        if not isinstance(members, tuple):
            raise Wrong(f"{which[1]} is no set")
        return members, INFINITE

    def option(self, rule, env, order):
        """A sorted tuple of positions, or None where the condition fails or a coordinate leaves its range. Something
        undefined does not matter where one of the others says None."""
        undefined, parts = None, []
        try:
            if rule.when and not holds(rule.when, env):
                return None
        except Undefined as error:
            undefined = error
        for position, often, which in rule.options:
            number_, game, into = self.whose(which, order)
            try:
                places = self.places(often, env)
            except Undefined as error:
                undefined = error
                continue
            if places is None:
                return None
            for there in places:
                part = [None] * len(into)
                for place, low, high, expression in zip(into, game.low, game.high, position):
                    try:
                        value = number(expression, there)
                    except Undefined as error:
                        undefined = error
                        continue
                    if value < low or high is not None and value > high:
                        return None
                    part[place] = value
                parts.append((number_, game, tuple(part)))
        if undefined:
            raise undefined
        if not all(game.is_position(part) for _, game, part in parts):
            return None
        if self.other is None:
            return tuple(sorted(part for _, _, part in parts))
        return tuple(sorted((number_, *part) for number_, _, part in parts))

    def whose(self, which, order):
        """The number of the game that a part of an option belongs to, that game, and the places of its coordinates."""
        if which is None:
            return self.number, self, order
        name, given = which
        number_, game = self.other(self, name, {key: self.passed_on(value) for key, value in given})
        return number_, game, range(len(game.low))

    def passed_on(self, expression):
        """A name alone may be that of a set or an array."""
        if expression[0] == "name" and expression[1] in self.constants:
            return self.constants[expression[1]]
        return self.constant(expression)

    @staticmethod
    def places(often, env):
        """What names mean in each position of a sum; None for fewer than no positions."""
        if often is None:
            return [env]
        if len(often) == 1:
            count = number(often[0], env)
            return [env] * count if count >= 0 else None
        name, first, last = often
        return [{**env, name: value} for value in range(number(first, env), number(last, env) + 1)]

    @staticmethod
    def ranges_of_some(often, ranges):
        """The intervals of names in the positions of a sum that has some; None where it may have none."""
        if often is None:
            return ranges
        if len(often) == 1:
            return ranges if interval(often[0], ranges)[0] >= 1 else None
        name, first, last = often
        (low, start), (end, high) = interval(first, ranges), interval(last, ranges)
        return {**ranges, name: (low, high)} if start <= end else None

    def may_follow(self, rule, depth, env, after, last):
        """False only if no value of binder `depth` from `after` to `last` can give an option."""
        ranges = {name: value if isinstance(value, list) else (value, value)
                  for name, value in env.items() if not isinstance(value, tuple)}
        ranges[rule.binders[depth][0]] = (after, last)
        for binder in rule.binders[depth + 1:]:
            ranges[binder[0]] = self.span(binder, ranges)
        if rule.when and not may_be(rule.when, ranges)[0]:
            return False
        for position, often, which in rule.options:
            there = self.ranges_of_some(often, ranges)
            if there is None:
                continue
            game = self.whose(which, range(len(self.low)))[1]
            for low, high, expression in zip(game.low, game.high, position):
                least, greatest = interval(expression, there)
                if greatest < low or high is not None and least > high:
                    return False
        return True

    def span(self, binder, ranges):
        if len(binder) == 3:
            least, _ = interval(binder[1], ranges)
            return least, INFINITE if binder[2] is None else interval(binder[2], ranges)[1]
        if binder[1][0] in PARTS:
            return 0, INFINITE
        members, _ = self.members(binder[1])
        return (min(members), max(members)) if isinstance(members, tuple) and members else (1, INFINITE)


class JointGame:
    """Games that name each other. Their positions begin with the number of their game; that of the first is 0."""

    def __init__(self, source, library, params=None):
        """`library` finds the source of a game by its name."""
        self.library, self.games, self.keys = library, [], []
        first = self.add(source, {}, params)
        self.misere, self.low, self.high = first.misere, first.low, first.high
        # Whether positions are sums matters for how outcomes are derived; all games that can be reached count.
        self.endings, self.rules = list(first.endings), list(first.rules)
        for game in self.games:  # which grows
            self.endings += game.endings
            self.rules += game.rules
            for rule in game.rules:
                for _, _, which in rule.options:
                    game.whose(which, ())

    def add(self, source, given, params=None):
        game = Game(source, params or given, self.find)
        game.number, game.source = len(self.games), source
        self.games.append(game)
        self.keys.append((source.name, given))
        return game

    def find(self, asking, name, given):
        source = self.library(name)
        if not given and source is asking.source:
            return asking.number, asking
        for game, key in zip(self.games, self.keys):
            if key == (name, given):
                return game.number, game
        game = self.add(source, given)
        return game.number, game

    def ending(self, position):
        return self.games[position[0]].ending(position[1:])

    def options(self, position):
        return self.games[position[0]].options(position[1:])

    def is_position(self, tuple_):
        """Boxes reach as far as the ranges of all games, and the first may have a narrower one."""
        return self.games[0].is_position(tuple_) and all(
            low <= value and (high is None or value <= high)
            for value, low, high in zip(tuple_, self.low, self.high))

    @staticmethod
    def placed(tuple_):
        return (0, *tuple_)
