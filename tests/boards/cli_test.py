"""Boards as a user asks for them: `grundy value`."""
import json
import signal
import subprocess
import time

import pytest

from grundy_program import PROGRAM, run

PAIRS = b"""
game pairs(G: graph)
  "Take a vertex that has a neighbour, or three vertices that are connected."
  (G) -> G - {v}        for v in G  if degree(v) >= 1
  (G) -> G - {a, b, c}  for connected {a, b, c} in G
"""


def text(*arguments, stdin=None):
    ran = run("value", *arguments, stdin=stdin)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def message(*arguments, command="value", status=2):
    ran = run(command, *arguments)
    assert ran.returncode == status, ran.stderr.decode()
    assert ran.stdout == b""
    return ran.stderr.decode()


def test_prints_values_of_boards_and_sums():
    assert text("node_kayles(grid(3, 9))", "nim(5)") == (
        "node_kayles(grid(3, 9)): N, nimber 2\nnim(5): N, nimber 5\n")
    assert text("cram(grid(4, 5)) + 3*nim(2)") == "cram(grid(4, 5)) + 3*nim(2): P, nimber 0\n"
    assert text("2*cram(grid(9, 9))") == "2*cram(grid(9, 9)): P, nimber 0\n"
    assert text("--outcome", "cram(grid(4, 5)) + nim(2)") == "cram(grid(4, 5)) + nim(2): P\n"
    assert json.loads(text("--json", "cram(grid(3, 4))")) == {
        "expression": "cram(grid(3, 4))", "outcome": "N", "nimber": 1}


def test_reads_expressions_from_lines():
    lines = b"cram(grid(4, 5))\nnode_kayles(path(6))\n"
    assert text("-", stdin=lines) == (
        "cram(grid(4, 5)): N, nimber 2\nnode_kayles(path(6)): N, nimber 1\n")


def test_reads_graphs_and_orders_from_files(tmp_path):
    petersen = tmp_path / "petersen.txt"
    petersen.write_text("# the Petersen graph\n" + "".join(
        f"{v} {(v + 1) % 5}\n{v} {v + 5}\n{v + 5} {(v + 2) % 5 + 5}\n" for v in range(5)))
    assert text(f'node_kayles(file("{petersen}"))').endswith("N, nimber 1\n")
    chain = tmp_path / "chain.txt"
    chain.write_text("10 20\n20 30\n30 40\n")
    assert text(f'chomp(file("{chain}"))').endswith("N, nimber 3\n")


@pytest.mark.parametrize("content, status, said", [
    ("1 2\n2 x\n", 3, "g.txt:2"), ("1 1\n", 3, "an edge joins 1 to itself"),
    ("# none\n", 3, "no vertex"),
    ("1 2\n2 3\n3 1\n", 2, "its order has a cycle")])
def test_refuses_damaged_files(tmp_path, content, status, said):
    path = tmp_path / "g.txt"
    path.write_text(content)
    ran = run("value", f'chomp(file("{path}"))')
    assert ran.returncode == status, ran.stderr.decode()
    assert said in ran.stderr.decode()


@pytest.mark.parametrize("expression, said", [
    ("cram(gird(3, 3))", "column 6: there is no structure `gird`; did you mean `grid`?"),
    ("cramm(grid(3, 3))", "column 1: there is no game `cramm` on boards; did you mean `cram`?"),
    ("cram(grid(3))", "column 6: grid takes 2 numbers, not 1"),
    ("cram(3)", "column 5: expected `(` and a structure, such as cram(grid(3, 9))"),
    ("cram(grid(40, 40))", "more than 512 vertices"),
    ("cram(grid(3, 3)", "column 16: expected `)`, found the end"),
    ('cram(file("x', "does not end"),
    ("chomp(cycle(5))", "cycle(5) has no order"),
    ("nim(grid(3, 3))", "there is no game `nim` on boards"),
    ("cram(" + "product(" * 50, "nested too deeply")])
def test_names_the_place_of_a_mistake(expression, said):
    assert said in message(expression)


def test_reads_games_of_a_file(tmp_path):
    rules = tmp_path / "pairs.game"
    rules.write_bytes(PAIRS)
    assert text("--rules", rules, "pairs(path(3))") == "pairs(path(3)): N, nimber 2\n"
    rules.write_bytes(PAIRS.replace(b"degree(v)", b"degree(w)"))
    assert f"{rules}:4:47: there is no vertex `w`" in message("--rules", rules, "pairs(path(3))")


def test_refuses_what_boards_do_not_have():
    assert "normal play alone" in message("--misere", "cram(grid(3, 3))")
    assert "remoteness is not known" in message("--remoteness", "cram(grid(3, 3))")
    assert "have values alone" in message("cram(grid(3, 3))", command="moves")


def test_stops_when_interrupted():
    with subprocess.Popen([PROGRAM, "value", "cram(grid(9, 11))"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as asked:
        time.sleep(1)
        asked.send_signal(signal.SIGINT)
        out, error = asked.communicate(timeout=60)
    assert asked.returncode == 130, error
    assert out == b""
