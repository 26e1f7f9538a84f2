"""grundy.value, grundy.moves and Session."""
import functools
import operator

import pytest

import definitions
import grundy
from grundy_program import answer

EXPRESSIONS = ["0", "nim(3) + lasker(5)", "three_pile(3,4,5) + 2*nim(7)", "0.137(40)",
               "subtraction(9; S={2,5})", "cutting(5,6) + kayles(12)",
               "cram(grid(3,3) - {(0,0)}) + 2*node_kayles(path(4)) + nim(2)"]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_values_and_moves_are_those_of_the_program(expression):
    value = grundy.value(expression)
    printed = answer("value", expression)
    assert (value.outcome.name, value.nimber) == (printed["outcome"], printed["nimber"])
    assert value.remoteness is None
    moves = grundy.moves(expression)
    printed = answer("moves", expression, "--all")
    assert [move.to for move in moves.winning] == printed["winning"]
    assert [(move.to, move.outcome.name, move.nimber) for move in moves.options] == [
        (option["to"], option["outcome"], option["nimber"]) for option in printed["options"]]
    assert moves.value == value
    assert moves.winning_ways == printed["winning_ways"]


def test_values_are_those_of_the_definition():
    session = grundy.Session()
    nimbers = {game: definitions.values(game, high, "nimber")
               for game, high in (("kayles", (40,)), ("cutting", (9, 9)))}
    for n in range(0, 41, 7):
        for w, h in ((2, 5), (9, 9), (6, 3)):
            expected = nimbers["kayles"][n] ^ nimbers["cutting"][w - 2, h - 2]
            value = session.value(f"kayles({n}) + cutting({w},{h})")
            assert value.nimber == expected
            assert value.outcome == (grundy.N if expected else grundy.P)


def test_many_values_are_those_of_one_after_the_other():
    expressions = [*EXPRESSIONS, *(f"three_pile({n},{n + 3},{2 * n})" for n in range(40))]
    one_by_one = [grundy.Session().value(expression) for expression in expressions]
    session = grundy.Session()
    assert session.values(expressions) == one_by_one
    assert [value.outcome for value in session.values(tuple(expressions), outcome=True)] == [
        value.outcome for value in one_by_one]
    assert session.values([]) == []
    assert session.values(["nim(3)"], outcome=True)[0].nimber is None
    with pytest.raises(grundy.UsageError, match="nimm"):
        session.values(["nim(1)", "nimm(2)"])


def test_remoteness():
    assert grundy.value("wythoff(4,7)", remoteness=True).remoteness == (
        definitions.values("wythoff", (4, 7), "remoteness")[4, 7])


def test_misere_play():
    heaps = (1, 1, 1)
    expression = " + ".join(f"nim({n})" for n in heaps)
    assert grundy.value(expression, misere=True).outcome == grundy.P
    assert grundy.value(expression).outcome == grundy.N
    value = grundy.value("nim(3) + nim(5)", misere=True)
    assert value.nimber is None
    assert value.misere_class == answer("value", "nim(3) + nim(5)", "--misere")["misere_class"]


def test_rules_in_a_string():
    rules = "game evens(n)\n  (n) -> (n - 2 * k)  for k >= 1\n"
    assert grundy.value("evens(9) + nim(4)", rules=rules).nimber == 0
    assert [move.to for move in grundy.moves("evens(4)", rules=rules).winning] == ["evens(0)"]


def test_tables_are_looked_up():
    table = grundy.solve("nim3", 8, value="outcome")
    # An outcome without a nimber can only come from the table.
    assert grundy.value("nim3(8,8,8)").nimber == 8
    assert grundy.value("nim3(8,8,8)", table=table).nimber is None
    session = grundy.Session()
    session.add_table(table)
    assert session.value("nim3(1,2,3)") == grundy.Value(grundy.P, None)


def test_a_session_remembers():
    session = grundy.Session(memory="64M")
    first = [session.value(f"three_pile({n},{n + 1},12)") for n in range(12)]
    again = [session.value(f"three_pile({n},{n + 1},12)") for n in range(12)]
    assert first == again
    assert grundy.Session(memory=10**9).value("nim(3)").nimber == 3


def test_parts_of_moves():
    moves = grundy.moves("2*nim(3) + kayles(4)")
    splits = [move.parts for move in moves.options if move.term == 1]
    assert ((1,), (2,)) in splits or ((2,), (1,)) in splits
    assert {move.term for move in moves.options} == {0, 1}
    nimbers = [grundy.value(move.to).nimber for move in moves.options]
    assert nimbers == [move.nimber for move in moves.options]
    assert functools.reduce(operator.and_, (n != moves.value.nimber for n in nimbers))


def test_boards():
    assert grundy.value("cram(grid(4,4))").nimber == 0
    assert grundy.value("cram(grid(2,3))", remoteness=True).remoteness == 3
    assert grundy.value("node_kayles(complete(3))", misere=True).outcome == grundy.Outcome.P
    takes = "game takes(G: graph) (G) -> G - {v} for v in G"
    assert grundy.value("takes(path(5))", rules=takes).nimber == 1
    moves = grundy.moves("node_kayles(path(5))")
    assert [move.to for move in moves.winning] == ["node_kayles(path(5) - {1, 2, 3})"]
    assert (moves.options[0].term, moves.options[0].parts) == (0, ())


def test_the_catalogue():
    games = grundy.games()
    assert [game.name for game in games] == sorted(game.name for game in games)
    game = next(game for game in games if game.name == "three_pile")
    assert game.coordinates == ("a", "b", "c")
    assert "game three_pile(a, b, c)" in game.rules and game.description


def test_outcomes_read_well():
    assert f"{grundy.P} {grundy.N!r}" == "P N"
    assert grundy.Outcome(0) is grundy.P and int(grundy.N) == 1
    assert repr(grundy.value("nim(3)")) == (
        "Value(outcome=N, nimber=3, remoteness=None, misere_class=None)")


def test_moves_are_read_at_a_glance():
    shown = repr(grundy.moves("nim(2) + nim(1)")).splitlines()
    assert shown[0] == "<grundy.Moves: 3, of which 1 win; the sum is N, nimber 3"
    assert shown[1] == "  2*nim(1): P, nimber 0" and len(shown) == 4 and shown[-1].endswith(">")
    assert repr(grundy.moves("nim(50)")).endswith("\n  and 38 more>")
