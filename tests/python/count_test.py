"""grundy.count and Game.plan: numbers and dicts as the program prints them."""
import itertools

import pytest

import grundy
from grundy_program import answer

P260 = """game p260(x, y, z)
  symmetric (x, y, z)
  (x, y, z) -> (x - k, y, z)          for k >= 1
  (x, y, z) -> (x - k, y - k, z)      for k >= 1
  (x, y, z) -> (x - k, y - k, z - k)  for k >= 1
"""


def test_counts_are_those_of_going_through_all_positions():
    square = grundy.solve("square_nim", 60).array()
    triples = [t for t in itertools.combinations_with_replacement(range(61), 3)]
    lost = [t for t in triples if not square[t[0]] ^ square[t[1]] ^ square[t[2]]]
    ask = ("square_nim(a) + square_nim(b) + square_nim(c)", "0 <= a <= b <= c <= 60")
    assert grundy.count(*ask) == grundy.count(*ask, outcome=grundy.P) == len(lost)
    assert grundy.count(*ask, outcome="N") == len(triples) - len(lost)
    assert grundy.count(*ask, outcome=grundy.N) == len(triples) - len(lost)
    assert grundy.count(*ask, sum_coordinates=True) == sum(map(sum, lost))
    assert grundy.count(*ask, mod=7) == len(lost) % 7


def test_numbers_are_of_any_size():
    found = grundy.count("kayles(a) + kayles(b)", "0 <= a <= b <= 1000000000000000000")
    assert found == 104166666666666665416666666666666711 and type(found) is int


def test_rules_and_misere_play():
    assert grundy.count("p260(x,y,z)", "0 <= x <= y <= z <= 100", rules=P260,
                        sum_coordinates=True) == 173895
    misere = grundy.solve("three_pile", 9, misere=True).p_positions
    assert grundy.count("three_pile(a,b,c)", "a <= 9 and b <= 9 and c <= 9", misere=True) == misere


def test_progress_of_counting():
    reports = []
    grundy.count("p260(x,y,z)", "0 <= x <= y <= z <= 200", rules=P260,
                 progress=lambda *done: reports.append(done))
    assert reports and all(done <= of or of == 0 for done, of in reports)
    with pytest.raises(grundy.Interrupted):
        grundy.count("p260(x,y,z)", "0 <= x <= y <= z <= 1500", rules=P260, threads=1,
                     progress=lambda done, of: False)


def test_questions_that_make_no_sense():
    for ask, words in (
            (("nim(a)", "a >= 3"), "`where`: nothing bounds a"),
            (("nim(a)", ""), "where"),
            (("nimm(a)", "a <= 3"), "nimm.*nim"),
            (("three_pile(a,b,c) + nim(a)", "a + b + c <= 9", {"misere": True}), "mis"),
            (("nim(a)", "a <= 3", {"mod": 0}), "`mod` is 0; expected 1 to 2\\^62"),
            (("nim(a)", "a <= 3", {"mod": 2**80}), f"`mod` is {2**80}; expected"),
            (("nim(a)", "a <= 3", {"outcome": "D"}), "`outcome` is 'D'; expected P or N"),
            (("nim(a)", "a <= 3", {"outcome": 2}), "`outcome` is 2; expected P or N"),
            (("nim(a)", "a <= 3", {"threads": -1}), "`threads` is -1")):
        *texts, options = ask if isinstance(ask[-1], dict) else (*ask, {})
        with pytest.raises(grundy.Error, match=f"(?s){words}"):
            grundy.count(*texts, **options)


def test_plans_of_games_are_dicts():
    cards = next(game for game in grundy.games() if game.name == "cards")
    plan = cards.plan(30, value="outcome")
    printed = answer("plan", "cards", "--box", 30, "--value", "outcome")
    assert plan.keys() == printed.keys()
    assert plan["kernel"] == printed["kernel"] and plan["closure"] == printed["closure"]
    with pytest.raises(TypeError, match="^box: expected"):
        cards.plan("30")
