"""Values by GET, by JSON and by binary batches are those of the definitions."""
import json

import numpy as np
import pytest

POSITIONS = "application/x-grundy-positions"


def shown(table, value):
    return "PN"[value] if table.case.quantity == "outcome" else value


def body(rows):
    return json.dumps({"positions": rows})


def test_a_get_tells_each_position_and_its_value(server, table):
    asked = table.positions()[::7]
    for at in range(0, len(asked), 100):
        part = asked[at:at + 100]
        query = "&".join("at=" + ",".join(map(str, position)) for position in part)
        answer = server.get(f"/v1/tables/{table.name}/probe?{query}")
        assert answer.status == 200
        assert answer.json() == {"probes": [
            {"position": list(position), table.case.quantity: shown(table, table.value(position))}
            for position in part]}


def test_a_json_batch_gives_all_values(server, table):
    answer = server.post(f"/v1/tables/{table.name}/probe", body(table.positions()))
    assert answer.status == 200
    assert answer.json() == {
        table.case.quantity: [shown(table, table.value(at)) for at in table.positions()]}


@pytest.mark.parametrize("kind", ["int32", "int64"])
def test_a_binary_batch_gives_all_values(server, table, kind):
    rows = np.array(table.positions(), dtype="<" + {"int32": "i4", "int64": "i8"}[kind])
    answer = server.post(f"/v1/tables/{table.name}/probe", rows.tobytes(), f"{POSITIONS};type={kind}")
    assert answer.status == 200
    name, _, kind_of_values = answer.fields["content-type"].partition(";type=")
    assert name == "application/x-grundy-values"
    values = np.frombuffer(answer.body, np.dtype(kind_of_values).newbyteorder("<"))
    assert values.tolist() == table.expected.ravel().tolist()


def test_outcomes_are_known_whatever_the_table_holds(server, tables):
    table = tables["wythoff"]
    answer = server.post("/v1/tables/wythoff/probe?value=outcome", body(table.positions()))
    assert answer.json() == {"outcome": ["PN"[table.value(at) > 0] for at in table.positions()]}


def test_the_accepted_type_is_sent(server):
    rows = body([[1, 2], [3, 4]])
    binary = server.post("/v1/tables/wythoff/probe", rows, Accept="application/x-grundy-values")
    assert binary.fields["content-type"] == "application/x-grundy-values;type=uint8"
    assert binary.body == bytes([0, 2])
    text = server.post("/v1/tables/wythoff/probe", np.array([[1, 2]], "<i4").tobytes(),
                       f"{POSITIONS};type=int32", Accept="text/html, application/*;q=0.5")
    assert text.status == 200
    assert server.post("/v1/tables/wythoff/probe", rows, Accept="text/html").status == 406
    assert server.post("/v1/tables/wythoff/probe", rows,
                       Accept="application/json;q=0, application/x-grundy-values;q=0").status == 406


@pytest.mark.parametrize("kind", [
    "type=int32", 'type="int32"', 'Type="INT32"', ' type = "int32" ', 'type="int\\32"',
    'a=";type=int64";type=int32', 'a="\\";type=int64";type=int32'])
def test_parameters_of_types_may_be_quoted(server, kind):
    rows = np.array([[1, 2], [3, 4]], "<i4").tobytes()
    answer = server.post("/v1/tables/wythoff/probe", rows, f"{POSITIONS};{kind}")
    assert (answer.status, answer.body) == (200, bytes([0, 2]))


@pytest.mark.parametrize("count", [1, 1_000, 40_000, 100_000])
def test_small_requests_follow_large_ones(server, tables, count):
    rows = np.array(tables["wythoff"].positions(), "<i4")
    rows = np.resize(rows, (count, 2))
    connection = server.connect()
    for _ in range(3):
        fields = {"Content-Type": f"{POSITIONS};type=int32"}
        answer = server.ask("POST", "/v1/tables/wythoff/probe", rows.tobytes(), fields, connection)
        values = np.frombuffer(answer.body, "u1")
        assert np.array_equal(values, tables["wythoff"].expected[tuple(rows.T)])
        assert server.ask("GET", "/health", connection=connection).status == 200
    connection.close()


@pytest.mark.parametrize("kind", ["", ";type=int16", ';type=";type=int32"', ';type="int32'])
def test_other_integers_are_not_taken(server, kind):
    assert server.post("/v1/tables/wythoff/probe", bytes(8), POSITIONS + kind).status == 415


@pytest.mark.parametrize("rows, row", [
    ([[1, 2], [3]], 1), ([[1, 2, 3]], 0), ([[0, 0], [0, 0], [31, 0]], 2), ([[-1, 0]], 0),
    ([[1, 2], [1.5, 2]], 1), ([[1, "2"]], 0), ([[1, None]], 0), ([[2**63, 0]], 0),
    ([[2**62, 0]], 0)])
def test_a_wrong_row_is_named(server, rows, row):
    answer = server.post("/v1/tables/wythoff/probe", body(rows))
    assert answer.status == 422
    assert answer.fields["content-type"] == "application/problem+json"
    assert answer.json()["row"] == row


def test_a_wrong_row_of_a_binary_batch_is_named(server):
    rows = np.array([[0, 0], [30, 25], [0, 26]], "<i8")
    answer = server.post("/v1/tables/wythoff/probe", rows.tobytes(), f"{POSITIONS};type=int64")
    assert (answer.status, answer.json()["row"]) == (422, 2)
    short = server.post("/v1/tables/wythoff/probe", rows.tobytes()[:-1], f"{POSITIONS};type=int64")
    assert short.status == 422


@pytest.mark.parametrize("text, status", [
    ("", 400), ("{", 400), ("[[1,2]]", 422), ('{"positions":{}}', 422), ('{"positions":[1]}', 422),
    ('{"positions":[[1,2]],"more":1}', 422), ('{"positions":[[[1,2]]]}', 422), ("{}", 422),
    ('{"positions":[],"positions":[]}', 422), ('{"positions":[[1,2]]}x', 400), ("null", 422),
    ('{"positions":' + "[" * 100_000, 422), ('{"positions":[[1,2]]', 400), ("\xff", 400),
    ('{"positions":[[1,2]]}\0x', 400)])
def test_bodies_that_are_no_list_of_positions(server, text, status):
    assert server.post("/v1/tables/wythoff/probe", text.encode("latin-1")).status == status


def test_an_empty_batch_has_no_values(server):
    assert server.post("/v1/tables/wythoff/probe", body([])).json() == {"nimber": []}
    assert server.post("/v1/tables/wythoff/probe", b"", f"{POSITIONS};type=int32").body == b""


def test_a_hundred_thousand_positions(server, tables):
    rows = np.random.default_rng(1939).integers(0, (31, 26), (100_000, 2))
    answer = server.post("/v1/tables/wythoff/probe", body(rows.tolist()))
    assert answer.json()["nimber"] == tables["wythoff"].expected[tuple(rows.T)].tolist()


@pytest.mark.parametrize("query, status", [
    ("", 422), ("at=", 422), ("at=1", 422), ("at=1,2,3", 422), ("at=1,x", 422), ("at=1,2,", 422),
    ("at=1,31", 422), ("at=1,2&value=nothing", 422), ("at=1,2&value=remoteness", 422),
    ("at=1,2&what=1", 400), ("at=1,2&value=outcome&value=nimber", 400), ("at=99999999999999999999,1", 422), ("at=1,2&at=40,1", 422)])
def test_wrong_questions(server, query, status):
    assert server.get(f"/v1/tables/wythoff/probe?{query}").status == status


def test_no_such_table(server):
    answer = server.get("/v1/tables/nothing/probe?at=1")
    assert answer.status == 404 and "`nothing`" in answer.json()["detail"]


def test_places_of_tables_are_not_revealed(server, tables):
    answer = server.get("/v1/tables/wythoff/probe?at=99,99")
    assert str(tables["wythoff"].path.parent) not in answer.body.decode()
    assert answer.json()["detail"].startswith("wythoff: (99, 99) is outside")
