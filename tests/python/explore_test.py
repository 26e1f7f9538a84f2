"""grundy.explore: games that are functions."""
import functools
import random

import pytest

import grundy


def random_game(seed, size=24):
    """Options of 0 .. size - 1, each a smaller number or a list of them."""
    chosen = random.Random(seed)
    options = []
    for position in range(size):
        of_position = []
        for _ in range(chosen.randint(0, 4) if position else 0):
            parts = [chosen.randrange(position) for _ in range(chosen.choice([0, 1, 1, 2, 3]))]
            of_position.append(parts[0] if len(parts) == 1 and chosen.random() < 0.5 else parts)
        options.append(of_position)
    return options


def parts_of(option):
    return option if isinstance(option, list) else [option]


def nimber(options, position):
    """By the definition."""
    @functools.cache
    def of(at):
        met = {functools.reduce(lambda a, b: a ^ b, map(of, parts_of(option)), 0)
               for option in options[at]}
        return next(n for n in range(len(met) + 1) if n not in met)
    return of(position)


def misere_win(options, parts):
    """By the definition, of whole sums."""
    @functools.cache
    def of(at):
        found = [of(tuple(sorted(at[:i] + at[i + 1:] + tuple(parts_of(option)))))
                 for i, part in enumerate(at) for option in options[part]]
        return not found or not all(found)
    return of(tuple(sorted(parts)))


@pytest.mark.parametrize("seed", range(30))
def test_values_of_random_games_are_those_of_the_definition(seed):
    options = random_game(seed)
    explorer = grundy.explore(len(options) - 1, options.__getitem__)
    for position in range(len(options)):
        assert explorer.value(position).nimber == nimber(options, position)
        assert explorer.winning(position) == [
            option for option in options[position] if explorer.value(option).nimber == 0]
    a, b = random.Random(seed).choices(range(len(options)), k=2)
    assert explorer.value([a, b]).nimber == nimber(options, a) ^ nimber(options, b)


@pytest.mark.parametrize("seed", range(30))
def test_misere_outcomes_of_random_sums_are_those_of_the_definition(seed):
    options = random_game(seed, size=9)
    explorer = grundy.explore(8, options.__getitem__, misere=True)
    chosen = random.Random(seed)
    for _ in range(8):
        parts = chosen.choices(range(9), k=chosen.randint(0, 2))
        assert (explorer.value(parts).outcome is grundy.N) == misere_win(options, parts), parts
        assert explorer.value(parts).nimber is None


def test_equal_positions_are_met_once():
    def take(pair):
        return [(pair[0] - k, pair[1]) for k in range(1, pair[0] + 1)] + [
            (pair[0], pair[1] - k) for k in range(1, pair[1] + 1)]
    plain = grundy.explore((9, 9), take)
    sorted_pairs = grundy.explore((9, 9), take, canon=lambda pair: tuple(sorted(pair)))
    assert (len(plain.values), len(sorted_pairs.values)) == (100, 55)
    assert sorted_pairs.value((4, 7)).nimber == plain.value((4, 7)).nimber == 3


def test_play_that_comes_back_is_refused_and_forgotten():
    round_trip = {0: [1], 1: [2, 3], 2: [1], 3: []}
    with pytest.raises(grundy.RulesError, match="1 -> 2 -> 1"):
        grundy.explore(0, round_trip.__getitem__)
    explorer = grundy.explore(3, round_trip.__getitem__)
    with pytest.raises(grundy.RulesError, match="1 -> 2 -> 1"):
        explorer.value(0)
    assert explorer.values == {3: 0}


def test_long_play_needs_no_recursion():
    assert grundy.explore(100_001, lambda n: [n - 1] if n else []).value(100_001).nimber == 1


def test_errors_of_functions_pass_through_and_progress_stops():
    with pytest.raises(ZeroDivisionError):
        grundy.explore(3, lambda n: [1 // 0])
    seen = []
    with pytest.raises(grundy.Interrupted):
        grundy.explore(20_000, lambda n: [n - 1] if n else [],
                       progress=lambda known: seen.append(known) or len(seen) < 2)
    assert seen == [4096, 8192]
    assert repr(grundy.explore(1, lambda n: [n - 1] if n else [])) == "<grundy.Explorer: 2 positions>"
