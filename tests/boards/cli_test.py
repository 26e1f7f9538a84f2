"""Boards as a user asks for them: `grundy value` and `grundy moves`."""
import ast
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
    ("cram(3)", "column 6: expected a structure, such as grid(3, 9)"),
    ("cram(grid(40, 40))", "more than 512 vertices"),
    ("cram(grid(3, 3)", "column 16: expected `-` or `)`, found the end"),
    ('cram(file("x', "does not end"),
    ("chomp(cycle(5))", "cycle(5) has no order"),
    ("nim(grid(3, 3))", "there is no game `nim` on boards"),
    ("cram(grid(2, 2) - (0, 0))", "column 19: expected what the structure has lost, such as"),
    ("cram(grid(2, 2) - {(0, 2)})", "there is no vertex (0, 2) in grid(2, 2); they are (0, 0) to"),
    ("cram(grid(2, 2) - {0})", "there is no vertex 0 in grid(2, 2)"),
    ("cram(grid(2, 2) - {(0, 0)", "expected `,` or `}`, found the end"),
    ("cram(grid(2, 2) - {})", "expected a vertex such as 7 or (1, 2)"),
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
    assert "of one board alone" in message("--misere", "cram(grid(3, 3)) + nim(2)")
    assert "of one board alone" in message("--remoteness", "cram(grid(3, 3)) + cram(grid(2, 3))")
    assert "for at most 64 boards" in message("--misere", "65*cram(grid(2, 3))")
    assert "best play to the end" in message("--line", "cram(grid(3, 3))", command="moves")
    assert "on one board, not on a sum" in message("2*cram(grid(3, 3))", command="play")
    assert "does not go with games on boards" in message("--json", "cram(grid(3, 3))",
                                                         command="play")


def moves(*arguments):
    ran = run("moves", *arguments)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def test_positions_have_lost_vertices():
    assert text("cram(grid(2, 3) - {(0, 0), (1, 1)})").endswith("N, nimber 1\n")
    assert text("node_kayles(path(5) - {2})").endswith("P, nimber 0\n")
    # The greatest element of a cube is the bite that wins (D. Gale and A. Neyman, 1982).
    assert text("chomp(product(2, 2, 2) - {(1, 1, 1)})").endswith("P, nimber 0\n")


def test_lists_winning_moves():
    assert moves("node_kayles(path(5))") == (
        "node_kayles(path(5)): N, nimber 3; 1 of 5 moves win\n"
        "  node_kayles(path(5) - {1, 2, 3}): P, nimber 0\n")
    # The winner takes the bite that leaves a row and a column of equal length (F. Schuh, 1952).
    assert moves("--outcome", "chomp(product(3, 3))") == (
        "chomp(product(3, 3)): N; 1 of 8 moves win\n"
        "  chomp(product(3, 3) - {(1, 1), (1, 2), (2, 1), (2, 2)}): P\n")
    assert moves("cram(grid(4, 4))") == "cram(grid(4, 4)): P, nimber 0; 0 of 24 moves win\n"


def test_moves_of_sums_are_those_of_all_terms():
    assert moves("nim(5) + 2*node_kayles(path(2)) + node_kayles(path(3))").splitlines() == [
        "nim(5) + 2*node_kayles(path(2)) + node_kayles(path(3)): N, nimber 7; 1 of 9 moves win",
        "  nim(2) + 2*node_kayles(path(2)) + node_kayles(path(3)): P, nimber 0"]
    listed = json.loads(moves("--json", "--all", "nim(1) + 2*node_kayles(path(2))"))
    assert listed["moves"] == {"P": 2, "N": 0} and listed["winning_ways"] == 3
    for option in listed["options"]:  # each is an expression whose value is that of the option
        again = json.loads(text("--json", option["to"]))
        assert again["nimber"] == option["nimber"] and again["outcome"] == option["outcome"]


def test_misere_play_and_remoteness():
    # Misère Node Kayles on a triangle: the player to move must take it, and loses.
    assert text("--misere", "node_kayles(complete(3))") == "node_kayles(complete(3)): P\n"
    assert text("--misere", "2*node_kayles(complete(3))") == "2*node_kayles(complete(3)): N\n"
    assert text("--remoteness", "cram(grid(2, 3))").endswith("N, nimber 1, remoteness 3\n")
    listed = json.loads(moves("--misere", "--all", "--json", "node_kayles(path(4))"))
    for option in listed["options"]:
        again = json.loads(text("--misere", "--json", option["to"]))
        assert again["outcome"] == option["outcome"] and option["nimber"] is None


def test_stops_when_interrupted():
    with subprocess.Popen([PROGRAM, "value", "cram(grid(9, 11))"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as asked:
        time.sleep(1)
        asked.send_signal(signal.SIGINT)
        out, error = asked.communicate(timeout=60)
    assert asked.returncode == 130, error
    assert out == b""


def test_saves_and_loads_what_it_knows(tmp_path):
    file = tmp_path / "f.db"
    first = text("cram(grid(5, 5))", "--save", file)
    size = file.stat().st_size
    assert size > 1000
    # A position that was not asked for is in the table.
    assert text("cram(grid(5, 5))", "--load", file) == first
    assert text("cram(grid(5, 5)) + nim(1)", "--save", file, "--resume").endswith("nimber 1\n")
    assert "there is such a file" in message("cram(grid(5, 5))", "--save", file)
    assert list(tmp_path.iterdir()) == [file]


def test_refuses_foreign_and_damaged_files(tmp_path):
    file = tmp_path / "f.db"
    text("cram(grid(4, 5))", "--save", file)
    whole = file.read_bytes()

    def said(*arguments, status=3):
        return message(*arguments, "--load", file, status=status)

    assert "this file is of \"cram(grid(4, 5))\", not of kayles" in said("kayles(grid(4, 5))")
    assert "not of cram(grid(4, 6))" in said("cram(grid(4, 6))")
    assert "need sums of positions of one" in said("cram(grid(4, 5)) + cram(path(3))", status=2)
    assert "need sums of positions of one" in said("nim(3)", status=2)
    for at in [*range(0, len(whole), 97), len(whole) - 1]:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
        assert str(file) in said("cram(grid(4, 5))"), at
        file.write_bytes(whole[:at])
        assert str(file) in said("cram(grid(4, 5))"), at
    file.write_bytes(whole + b"\0")
    assert "something follows" in said("cram(grid(4, 5))")
    assert "needs option `save`" in message("cram(grid(4, 5))", "--resume").replace("--save",
                                                                                    "option `save`")
    message("cram(grid(4, 5))", "--load", tmp_path / "none.db", status=3)


def test_an_interrupted_search_goes_on_from_its_file(tmp_path):
    file = tmp_path / "f.db"
    with subprocess.Popen([PROGRAM, "value", "cram(grid(5, 7))", "--save", file],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        time.sleep(1)
        asked.send_signal(signal.SIGINT)
        out, error = asked.communicate(timeout=60)
    assert asked.returncode == 130, error
    assert out == b"" and file.stat().st_size > 1000
    assert text("cram(grid(5, 7))", "--save", file, "--resume").endswith("N, nimber 1\n")


def test_a_killed_search_goes_on_from_its_last_save(tmp_path):
    file = tmp_path / "f.db"
    arguments = ["value", "cram(grid(5, 7))", "--save", file, "--resume", "--save-every", "0"]
    kept = 0
    for seconds in (0.5, 1, 2, 4, 8, 16, 32, 64):
        with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as asked:
            try:
                out, error = asked.communicate(timeout=seconds)
                assert asked.returncode == 0, error
                break
            except subprocess.TimeoutExpired:
                asked.kill()
        if file.exists():  # whole, and it knows what it knew
            text("cram(grid(5, 7) - {(0, 0), (0, 1)}) + cram(grid(5, 7) - {(0, 0), (0, 1)})",
                 "--load", file)
            assert file.stat().st_size >= kept
            kept = file.stat().st_size
    assert out == b"cram(grid(5, 7)): N, nimber 1\n"
    assert kept > 1000
    assert list(tmp_path.iterdir()) == [file]


def test_a_save_that_fails_is_reported_after_the_value(tmp_path):
    file = tmp_path / "f.db"
    file.mkdir()
    ran = run("value", "cram(grid(4, 5))", "--save", file, "--save-every", "0", "--resume")
    assert ran.returncode in (3, 4) and str(file) in ran.stderr.decode()
    ran = run("value", "cram(grid(4, 5))", "--save", tmp_path / "none" / "f.db")
    assert ran.stdout == b"cram(grid(4, 5)): N, nimber 2\n"
    assert ran.returncode == 4 and "none" in ran.stderr.decode()


def reached(path):
    """{key: nimber} of such a file, as docs/table-format.md has it, by the standard library alone."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    begin = 10 + int.from_bytes(data[8:10], "little")
    header = ast.literal_eval(data[10:begin].decode())
    longest = header["descr"][2][2][0]
    assert header["descr"] == [("nimber", "<u4"), ("size", "<u4"), ("key", "|u1", (longest,))]
    assert begin % 64 == 0 and len(data) == begin + header["shape"][0] * (8 + longest)
    keys, nimbers = [], []
    for at in range(begin, len(data), 8 + longest):
        nimbers.append(int.from_bytes(data[at:at + 4], "little"))
        keys.append(data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little")])
    assert keys == sorted(set(keys))
    return dict(zip(keys, nimbers))


def test_writes_all_positions_that_can_be_reached(tmp_path):
    file = tmp_path / "t.npy"
    assert text("--reached", file, "cram(grid(3, 4))") == "cram(grid(3, 4)): N, nimber 1\n"
    positions = reached(file)
    assert positions[b"\xff\x0f"] == 1 and len(positions) > 20
    for key, nimber in list(positions.items())[::7]:
        lost = [(v // 4, v % 4) for v in range(12) if not key[v // 8] >> v % 8 & 1]
        board = f"cram(grid(3, 4) - {{{', '.join(map(str, lost))}}})" if lost else "cram(grid(3, 4))"
        assert text(board).endswith(f", nimber {nimber}\n"), board


@pytest.mark.parametrize("arguments, status, said", [
    (["cram(grid(3, 3))", "nim(3)"], 2, "needs one expression"),
    (["nim(3)"], 2, "need sums of positions of one"),
    (["cram(grid(3, 3))", "--misere"], 2, "under normal play"),
    (["cram(grid(3, 3))", "--load", "f.db"], 2, "does not go with"),
    (["cram(grid(5, 5))", "--memory", "200K"], 4, "not enough memory")])
def test_refuses_to_write_less_than_all(tmp_path, arguments, status, said):
    file = tmp_path / "t.npy"
    assert said in message(*arguments, "--reached", file, status=status)
    assert not file.exists()


def played(*arguments, typed):
    ran = run("play", *arguments, stdin=typed.encode())
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def test_plays_on_a_board_that_is_drawn():
    said = played("cram(grid(2, 3))", typed="hint\n{(0,1), (1, 1)}\nmoves\nquit\n")
    assert said.splitlines()[1:6] == ["", "      0  1  2", "   0  .  .  .", "   1  .  .  .", ""]
    assert "hint: 3 of 7 moves win\n" in said and "   0  *  .  .\n   1  *  .  .\n" in said
    assert "1. You take (0, 1), (1, 1)\n\n      0  1  2\n   0  .     .\n   1  .     .\n" in said
    assert "2. The computer takes (0, 0), (1, 0)\n\n      0  1  2\n   0        .\n" in said
    assert "   1  takes (0, 2), (1, 2)\n" in said
    assert said.endswith("The game was left after 2 moves.\n")
    said = played("cram(grid(2, 3))", typed="{(0,1),(1,1)}\n1\n")
    assert said.endswith("You have won after 3 moves.\n")
    assert played("--misere", "node_kayles(complete(3))", typed="1\n").endswith(
        "The computer has won after 1 move.\n")
    assert played("cram(path(1))", typed="").endswith("The computer has won after 0 moves.\n")


def test_the_computer_wins_on_a_board_where_it_can():
    for seed in range(5):
        said = played("kayles(path(7))", "--second", "--seed", seed, typed="1\n" * 9)
        assert "The computer has won" in said
    said = played("chomp(product(3, 4))", "--second", typed="1\n" * 12)
    assert "The computer has won" in said


def test_reports_moves_that_there_are_not():
    typed = ("{(0,0)}\n13\nwhat\n{(0,9)}\n{(0,0),(1,1)}\n{,}\nundo\nhelp\n"
             "{(0,0),(0,1)}\nundo\nquit\n")
    said = played("cram(grid(3, 3))", typed=typed)
    assert "2 moves take these: (0, 0), (0, 1) and others\n" in said
    assert "there are moves 1 to 12\n" in said
    assert said.count("this is no move") == 3
    assert "no move takes these\n" in said
    assert "there is no move of yours to take back\n" in said
    assert said.endswith("The game was left after 0 moves.\n")


def test_saving_now_and_then_needs_a_file():
    ran = run("value", "cram(grid(4, 5))", "--save-every", "1")
    assert ran.returncode == 2 and "--save-every requires --save" in ran.stderr.decode()
