"""Values, moves and lines of sums: what the command line says, best moves first, within limits."""
import json
import threading
import time
from urllib.parse import urlencode

import pytest

from grundy_program import output
from grundy_server import Server

SUMS = ["nim(3) + kayles(5)", "3*nim(7) + wythoff(4,7)", "0.137(20)", "subtraction(9; S={2,5})", "0"]
LARGE = "chomp3(2000,2000,2000)"  # a search of many seconds, and no box of this memory


def query(*terms, **more):
    return urlencode([*(("term", term) for term in terms), *more.items()])


@pytest.mark.parametrize("more", ["misere=2", "misere=", "misere=1&misere=0", "remoteness=yes"])
def test_a_switch_is_0_or_1_and_stands_there_once(server, more):
    assert server.get(f"/v1/value?term=nim(3)&{more}").status == 400


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("expression", SUMS)
def test_answers_are_those_of_the_command_line(server, expression, misere):
    options = ["--json", *(["--misere"] if misere else [])]
    more = {"misere": 1} if misere else {}
    value = json.loads(output("value", expression, "--remoteness", *options))
    moves = json.loads(output("moves", expression, "--all", "--line", *options))
    assert server.get(f"/v1/value?{query(expression, remoteness=1, **more)}").json() == value
    line = server.get(f"/v1/line?{query(expression, **more)}").json()
    assert line.items() <= {**moves, **value}.items()
    assert line["line"] == moves["line"]
    found = server.get(f"/v1/moves?{query(expression, **more)}").json()
    assert found.pop("complete") is True
    del moves["line"], moves["remoteness"]
    moves.pop("line_misere_classes", None)
    assert found == moves


BOARDS = ["cram(grid(3, 4)) + nim(2)", "node_kayles(cycle(7))", "2*chomp(product(2, 3)) + cram(path(5))"]


@pytest.mark.parametrize("expression", BOARDS)
def test_boards_are_answered_as_by_the_command_line(server, expression):
    value = json.loads(output("value", expression, "--json"))
    moves = json.loads(output("moves", expression, "--all", "--json"))
    assert server.get(f"/v1/value?{query(expression)}").json() == value
    found = server.get(f"/v1/moves?{query(expression)}").json()
    assert found == {**moves, "complete": True}
    assert len(server.get(f"/v1/moves?{query(expression, limit=1)}").json()["options"]) == 1
    batch = json.dumps({"expressions": [expression, "nim(1)"]})
    assert server.post("/v1/value", batch).json()["values"][0] == value
    assert server.post("/v1/moves", batch).json()["moves"][0] == {**moves, "complete": True}


def test_boards_have_endings_within_limits_and_no_files(server, tmp_path):
    ending = server.get(f"/v1/value?{query('cram(grid(3, 3))', misere=1, remoteness=1)}").json()
    assert ending == json.loads(output("value", "cram(grid(3, 3))", "--misere", "--remoteness", "--json"))
    edges = tmp_path / "edges.txt"
    edges.write_text("0 1\n")
    refused = server.get(f"/v1/value?{query(f'cram(file({chr(34)}{edges}{chr(34)}))')}")
    assert refused.status == 422
    assert "structures of files are not read here" in refused.json()["detail"]
    assert server.get(f"/v1/line?{query('cram(grid(2, 2))')}").status == 422


def answered(tables, expression):
    """By a new server: on a busy machine a law may take longer than there is time for one."""
    for _ in range(4):
        with Server(tables["nim"].path, options=["--log", "none"]) as server:
            answer = server.get(f"/v1/value?{query(expression)}")
        if answer.status == 200:
            break
    return answer.json()


def test_far_positions_are_answered_from_proved_laws(tables):
    far = 10 ** 18
    answer = answered(tables, f"nim({far}) + lieges(6)")
    assert (answer["nimber"], answer["laws"]) == (far ^ 1, ["nim: nimber = n"])
    lieges = answered(tables, f"lieges({far}; k=3)")
    assert lieges["nimber"] == 2 and "automaton" in lieges["laws"][0]


def test_terms_are_added(server):
    answer = server.get(f"/v1/value?{query('nim(3)', 'kayles(5)')}").json()
    assert answer == {"expression": "nim(3) + kayles(5)", "outcome": "N", "nimber": 7}
    zero = server.get(f"/v1/value?{query('nim(3)', 'kayles(5)', misere=0)}").json()
    assert zero == answer


def test_moves_of_positions_of_tables_are_right(server, tables):
    """Every option's value is the table's, winning ones first, and nothing is missing."""
    for name in ("wythoff", "sorted", "three_pile", "kayles"):
        table = tables[name]
        for at in table.positions()[5::97]:
            found = server.get(f"/v1/tables/{name}/moves?at={','.join(map(str, at))}").json()
            assert found["complete"] and found["outcome"] == "PN"[table.value(at) > 0]
            outcomes = [option["outcome"] for option in found["options"]]
            assert outcomes == sorted(outcomes, reverse=True)
            assert (outcomes.count("P") > 0) == (found["outcome"] == "N")
            assert found["moves"] == {"P": outcomes.count("P"), "N": outcomes.count("N")}


def test_winners_hurry_and_losers_delay(server, tables):
    table = tables["plies"]
    for at in table.positions()[3::31]:
        found = server.get(f"/v1/tables/plies/moves?at={at[0]},{at[1]}").json()
        plies = {"P": [], "N": []}
        for option in found["options"]:
            to = tuple(map(int, option["to"][len("wythoff("):-1].split(",")))
            assert option["remoteness"] == table.value(to)
            plies[option["outcome"]].append(option["remoteness"])
        assert plies["P"] == sorted(plies["P"]) and plies["N"] == sorted(plies["N"], reverse=True)


def test_long_lists_are_cut_and_counted(server):
    found = server.get(f"/v1/moves?{query('nim(5000)', limit=3)}").json()
    assert [option["to"] for option in found["options"]][0] == "nim(0)"
    assert len(found["options"]) == 3 and found["moves"] == {"P": 1, "N": 4999}
    assert len(server.get(f"/v1/moves?{query('nim(5000)')}").json()["options"]) == 1000


@pytest.mark.parametrize("target, status", [
    (f"/v1/value?{query('nimm(3)')}", 422), (f"/v1/value?{query('nim(3')}", 422),
    ("/v1/value", 422), (f"/v1/moves?{query('nim(3)', limit='x')}", 422),
    (f"/v1/moves?{query('nim(3)', limit=100_001)}", 422), (f"/v1/line?{query('nim(3)', limit=1)}", 400),
    (f"/v1/value?{query('nim(3,4)')}", 422), ("/v1/tables/nim/moves?at=301", 422),
    ("/v1/tables/nim/moves?at=1&at=2", 413), ("/v1/tables/nim/moves", 422),
    (f"/v1/value?{query('solve.game(3)')}", 422), (f"/v1/value?{query('nim(3) + john(2)')}", 422)])
def test_wrong_questions(server, target, status):
    assert server.get(target).status == status


def test_the_place_of_a_mistake_is_reported(server):
    problem = server.get(f"/v1/value?{query('nim(3)', 'nimm(4)')}").json()
    assert problem["detail"].startswith("`nim(3) + nimm(4)`, column 10: there is no game `nimm`")
    assert problem["column"] == 10
    assert problem["caret"] == "nim(3) + nimm(4)\n         ^"


@pytest.fixture(scope="module")
def hurried(tables):
    options = ["--log", "none", "--search-seconds", "0.3", "--searches", "1", "--queue", "1"]
    with Server(tables["nim"].path, options=options) as running:
        yield running


def test_a_search_ends_in_time(hurried):
    before = hurried.processor_seconds()
    answer = hurried.get(f"/v1/value?{query(LARGE)}")
    assert answer.status == 503 and "300 ms" in answer.json()["detail"]
    assert hurried.processor_seconds() - before < 3


def test_what_was_not_found_in_time_is_said(hurried):
    found = hurried.get(f"/v1/moves?{query(LARGE)}").json()
    assert found["complete"] is False and found["outcome"] is None
    assert {option["outcome"] for option in found["options"]} >= {None}


def test_memory_of_a_search_is_bounded(tables):
    options = ["--log", "none", "--search-memory", "1M"]
    with Server(tables["nim"].path, options=options) as small:
        answer = small.get(f"/v1/value?{query(LARGE)}")
        assert answer.status == 507
        assert small.get(f"/v1/value?{query('nim(3)')}").status == 200
        listed = small.get(f"/v1/moves?{query('nim(200000)')}")
        assert listed.status == 200 and listed.json()["complete"] is False


def test_searches_wait_in_a_queue_of_their_own(tables):
    options = ["--log", "none", "--search-seconds", "1.5", "--searches", "1", "--queue", "1",
               "--threads", "1"]
    with Server(tables["nim"].path, options=options) as busy:
        found = []
        ask = [threading.Thread(target=lambda: found.append(busy.get(f"/v1/value?{query(LARGE)}")))
               for _ in range(5)]
        for thread in ask:
            thread.start()
        time.sleep(0.5)
        assert busy.get("/v1/tables/nim/probe?at=3").status == 200
        assert any(thread.is_alive() for thread in ask), "the probe waited for all searches"
        for thread in ask:
            thread.join()
        refused = [answer for answer in found if answer.fields.get("retry-after")]
        assert len(refused) >= 3 and {answer.status for answer in found} == {503}
        assert "too much is being asked" in " ".join(a.json()["detail"] for a in refused)


def test_who_goes_away_frees_the_searcher(tables):
    options = ["--log", "none", "--search-seconds", "60", "--searches", "1", "--queue", "1"]
    with Server(tables["nim"].path, options=options) as busy:
        with busy.open() as connection:
            target = f"/v1/value?{query(LARGE)}"
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            time.sleep(0.3)
        assert busy.get(f"/v1/value?{query('nim(3)')}").status == 200


BOX_IS_QUICKER = "three_pile(150,140,130)"  # a search of many seconds


def solving(tables, *options):
    return Server(tables["nim"].path, options=["--log", "none", *options])


@pytest.mark.parametrize("expression", [
    BOX_IS_QUICKER, f"{BOX_IS_QUICKER} + nim(3)", "wythoff(1500,1400)", "kayles(100000000000)"])
def test_boxes_are_solved_where_that_is_allowed(tables, expression):
    expected = json.loads(output("value", expression, "--json"))
    target = f"/v1/value?{query(expression)}"
    with solving(tables, "--solve", "0", "--search-seconds", "0.2") as server:
        answer = server.get(target)
        assert answer.status == 503 and "retry-after" not in answer.fields
    with solving(tables) as server:
        assert server.get(target).json() == expected
        before = server.processor_seconds()
        assert server.get(target).json() == expected  # what was solved is kept
        assert server.processor_seconds() - before < 0.1


def test_boxes_that_take_long_are_not_solved(tables):
    with solving(tables, "--solve", "0.001", "--search-seconds", "0.2") as server:
        assert server.get(f"/v1/value?{query('wythoff(1500,1400)')}").status == 503


def seconds_of(server, expression):
    start = time.monotonic()
    assert server.get(f"/v1/value?{query(expression)}").status == 200
    return time.monotonic() - start


def test_what_is_cheap_does_not_wait_for_searches(tables):
    options = ["--search-seconds", "4", "--searches", "1", "--queue", "8"]
    with solving(tables, *options) as server:
        slow = [threading.Thread(target=lambda: server.get(f"/v1/value?{query(LARGE)}"))
                for _ in range(3)]
        for thread in slow:
            thread.start()
        time.sleep(0.5)
        assert min(seconds_of(server, "nim(3) + nim(9)") for _ in range(5)) < 0.05
        assert seconds_of(server, "lasker(1000000000)") < 1
        assert any(thread.is_alive() for thread in slow)
        for thread in slow:
            thread.join()


def most_memory(server):
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM:"))


def test_a_box_keeps_to_the_memory_of_a_search(tables):
    """The box would take 180 MB, and more while it is solved."""
    with solving(tables, "--solve", "1000", "--search-memory", "40M", "--search-seconds", "1") as server:
        server.get(f"/v1/value?{query(BOX_IS_QUICKER)}")
        before = most_memory(server)
        far = query('wythoff(10000,9000)', remoteness=1)  # of which no law tells
        assert server.get(f"/v1/value?{far}").status in (503, 507)
        assert most_memory(server) - before < 60 << 20


def test_a_box_keeps_to_the_time_of_a_search(tables):
    options = ["--solve", "1000", "--search-memory", "2G", "--search-seconds", "0.3", "--searches", "1"]
    with solving(tables, *options) as server:
        before = server.processor_seconds()
        answer = server.get(f"/v1/value?{query('wythoff(20000,19000)')}")
        assert answer.status == 503 and "300 ms" in answer.json()["detail"]
        assert server.processor_seconds() - before < 3
        assert server.get(f"/v1/value?{query('wythoff(20,19)')}").status == 200


def test_connections_are_answered_while_a_box_is_solved(tables):
    options = ["--solve", "1000", "--search-memory", "2G", "--search-seconds", "1", "--searches", "1"]
    with solving(tables, *options) as server:
        slow = threading.Thread(
            target=lambda: server.get(f"/v1/value?{query('wythoff(20000,19000)')}"))
        slow.start()
        answered = 0
        while slow.is_alive():
            assert server.get("/v1/tables/nim/probe?at=3").status == 200
            answered += 1
        slow.join()
    assert answered > 10


def post(server, what="value", **body):
    return server.post(f"/v1/{what}", json.dumps(body))


def test_many_values_are_those_of_each(server):
    expressions = [*SUMS, "nimm(3)", "nim(3", "wythoff(200,100)"]
    for misere in (False, True):
        answer = post(server, expressions=expressions, misere=misere)
        assert answer.status == 200
        for expression, found in zip(expressions, answer.json()["values"], strict=True):
            alone = server.get(f"/v1/value?{query(expression, misere=int(misere))}").json()
            assert found == alone, expression


def test_many_moves_are_those_of_each(server):
    expressions = [*SUMS, "nimm(3)", "nim(3", "wythoff(200,100)"]
    for more in ({}, {"misere": True}, {"remoteness": True}, {"limit": 2}):
        answer = post(server, "moves", expressions=expressions, **more)
        assert answer.status == 200
        for expression, found in zip(expressions, answer.json()["moves"], strict=True):
            alone = server.get(f"/v1/moves?{query(expression, **{key: int(how) for key, how in more.items()})}")
            expected = alone.json()
            for option in expected.get("options", []):
                assert option.pop("rule")
            assert found == expected, expression


def test_moves_of_a_batch_are_bounded_together(server):
    expressions = ["nim(2000)"] * 1000
    for found in post(server, "moves", expressions=expressions).json()["moves"]:
        assert len(found["options"]) == 100 and found["moves"]["N"] == 1999
    assert post(server, "moves", expressions=expressions, limit=100).status == 200
    for limit in (101, -1, 1.5, "9", 10**30):
        answer = post(server, "moves", expressions=expressions, limit=limit)
        assert answer.status == 422 and "100000" in answer.json()["detail"]
    assert post(server, expressions=["nim(3)"], limit=3).status == 422


@pytest.mark.parametrize("what", ["value", "moves"])
@pytest.mark.parametrize("body", [
    {}, {"expressions": "nim(3)"}, {"expressions": [3]}, {"expressions": [], "misere": 1},
    {"expressions": [], "box": 1}, {"expressions": ["0"] * 10_001}])
def test_wrong_batches(server, body, what):
    assert post(server, what, **body).status == 422


def test_a_line_that_is_not_the_best_is_of_winning_moves(tables):
    with solving(tables, "--search-seconds", "1") as server:
        expression = "nim(300) + wythoff(100,200)"
        found = server.get(f"/v1/line?{query(expression)}").json()
        assert found["remoteness"] is None and found["complete"] and found["outcome"] == "N"
        values = [server.get(f"/v1/value?{query(each)}").json() for each in found["line"]]
        assert {value["outcome"] for value in values[::2]} == {"P"}
        last = server.get(f"/v1/moves?{query(found['line'][-1])}").json()
        assert last["moves"] == {"P": 0, "N": 0}
