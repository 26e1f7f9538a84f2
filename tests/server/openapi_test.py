"""/openapi.json describes every answer: its status, its type and, of JSON, its shape."""
import json
import re
from pathlib import Path

import jsonschema
import pytest

from grundy_server import Server

POSITIONS = "application/x-grundy-positions;type=int32"
BATCH = '{"positions":[[1,2],[3,4]]}'

GETS = [
    "/", "/explorer/main.js", "/explorer/style.css", "/explorer/icon.svg", "/explorer/none",
    "/health", "/metrics", "/openapi.json", "/v1/games", "/v1/games/nim", "/v1/games/subtraction",
    "/v1/games/none", "/v1/tables", "/v1/tables/none", "/v1/tables/none/histogram",
    "/v1/tables/wythoff/probe?at=1,2", "/v1/tables/plies/probe?at=1,2&at=3,4",
    "/v1/tables/three_pile/probe?at=1,2,3", "/v1/tables/wythoff/probe?at=1,2&value=outcome",
    "/v1/tables/wythoff/probe?at=99,99", "/v1/tables/wythoff/probe?nothing=1",
    "/v1/tables/wythoff/moves?at=3,4", "/v1/tables/plies/moves?at=3,4",
    "/v1/tables/wythoff/moves?at=0,0", "/v1/tables/wythoff/moves?at=99,0",
    "/v1/tables/wythoff/cells", "/v1/tables/wythoff/cells?format=npy",
    "/v1/tables/wythoff/cells?format=csv", "/v1/tables/wythoff/cells?format=png",
    "/v1/tables/nim/cells?format=bfile", "/v1/tables/wythoff/cells?format=bfile",
    "/v1/tables/wythoff/tiles/:,:/0/0/0.png", "/v1/tables/wythoff/tiles/:,:/0/0/0.bin",
    "/v1/tables/wythoff/tiles/:,:/9/0/0.png", "/v1/value?term=nim(3)",
    "/v1/value?term=nim(3)&remoteness=1", "/v1/value?term=nim(3)&misere=1", "/v1/value?term=nim(3",
    "/v1/value?term=chomp3(2000,2000,2000)", "/v1/moves?term=nim(3)", "/v1/moves?term=nim(3)&misere=1",
    "/v1/moves?term=nim(3)&remoteness=1", "/v1/moves?term=chomp3(2000,2000,2000)",
    "/v1/moves?term=0", "/v1/line?term=nim(3)", "/v1/line?term=nim(3)&misere=1", "/v1/line",
    "/zarr/nim.zarr/zarr.json", "/zarr/nim.zarr/nimber/zarr.json", "/zarr/nim.zarr/nimber/c.0",
    "/zarr/nim.zarr/nimber/c.7", "/zarr/nim.zarr/none", "/v1/workbench",
]
POSTS = [
    (BATCH, "application/json", {}), (BATCH, "application/json", {"Accept": "text/html"}),
    (BATCH, "application/json", {"Accept": "application/x-grundy-values"}), ("{", "application/json", {}),
    (bytes(16), POSITIONS, {}), (bytes(15), POSITIONS, {}), (BATCH, "text/plain", {}),
]


@pytest.fixture(scope="module")
def server(tables):
    with Server(tables["nim"].path.parent,
                options=["--log", "none", "--search-seconds", "0.2"]) as running:
        yield running


@pytest.fixture(scope="module")
def api(server):
    return server.get("/openapi.json").json()


def follow(api, what):
    while "$ref" in what:
        found = api
        for part in what["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        what = found
    return what


def path_of(api, target):
    """The path that describes this; those with fewer variables come first."""
    path = target.split("?")[0]
    for pattern in sorted(api["paths"], key=lambda pattern: pattern.count("{")):
        expression = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(pattern))
        if re.fullmatch(expression, path):
            return pattern
    raise AssertionError(f"{target} is not described")


def operation(api, method, target):
    return api["paths"][path_of(api, target)][method.lower()]


def check(api, method, target, answer):
    responses = operation(api, method, target)["responses"]
    described = follow(api, responses.get(str(answer.status), responses.get("default", {})))
    assert described, f"status {answer.status} is not described"
    content = described.get("content")
    if not content:
        assert answer.body == b""
        return
    kind = answer.fields["content-type"].split(";")[0]
    assert kind in content
    for name in ("grundy-shape", "grundy-type"):
        if name in answer.fields:
            assert name in {header.lower() for header in described["headers"]}
    if kind.endswith("json") and answer.status != 206:
        schema = {**content[kind]["schema"], "components": api["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer.json())


@pytest.mark.parametrize("target", GETS)
def test_answers_are_as_described(server, api, target):
    answer = server.get(target)
    check(api, "GET", target, answer)
    check(api, "GET", target, server.get(target, Accept="video/mp4"))
    if tag := answer.fields.get("etag"):
        check(api, "GET", target, server.get(target, If_None_Match=tag))
        check(api, "GET", target, server.get(target, If_None_Match='"x"', Range="bytes=0-3"))


@pytest.mark.parametrize("target", [target for target in GETS if "wythoff" in target])
def test_answers_about_other_tables_are_as_described(server, api, target):
    for name in ("nim", "sorted", "three_pile", "plies", "kayles"):
        other = target.replace("wythoff", name)
        check(api, "GET", other, server.get(other))


@pytest.mark.parametrize("name", ["wythoff", "plies", "sorted", "three_pile", "multiplication"])
@pytest.mark.parametrize("route", ["", "/histogram"])
def test_tables_are_as_described(server, api, name, route):
    target = f"/v1/tables/{name}{route}"
    answer = server.get(target)
    assert answer.status == 200
    check(api, "GET", target, answer)


@pytest.mark.parametrize("body, kind, fields", POSTS)
def test_answers_to_batches_are_as_described(server, api, body, kind, fields):
    target = "/v1/tables/wythoff/probe"
    check(api, "POST", target, server.post(target, body, kind, **fields))


@pytest.mark.parametrize("body", [
    '{"expressions":["nim(3)","nimm(3)","chomp3(2000,2000,2000)"]}', '{"expressions":[]}', "{", "[]"])
def test_answers_to_many_expressions_are_as_described(server, api, body):
    for target in ("/v1/value", "/v1/moves"):
        check(api, "POST", target, server.post(target, body))


RULES = r'{"rules":"game g(n)\n (n) -> (n - k) for k in {1, 3}"'


@pytest.mark.parametrize("body", [
    RULES + "}", RULES + ',"at":[5]}', RULES + ',"value":"remoteness"}', RULES + ',"convention":"misere"}',
    RULES + ',"box":[9,9]}', '{"rules":"game g(n)"}', '{"rules":"game g(n) (n) -> (m)"}', "[]", "{",
    r'{"rules":"game g(a, b)\n (a, b) -> (a - 1, b + 1000000000)\n (a, b) -> (a, b - 1)"}'])
@pytest.mark.parametrize("what", ["values", "law", "moves"])
def test_answers_about_rules_are_as_described(server, api, what, body):
    target = f"/v1/workbench/{what}"
    check(api, "POST", target, server.post(target, body))


@pytest.mark.parametrize("target", ["/nothing", "/v1", "/v1/tables/nim/none"])
def test_what_is_not_there_is_a_problem(server, api, target):
    answer = server.get(target)
    assert answer.status == 404
    jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", "components": api["components"]}
    ).validate(answer.json())


def test_the_description_is_sound(api):
    assert api["openapi"].startswith("3.1.")
    for name, schema in api["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert json.dumps(api).count(f'"#/components/schemas/{name}"') > 0, name
    for path, methods in api["paths"].items():
        for described in methods.values():
            parameters = [follow(api, parameter) for parameter in described.get("parameters", [])]
            in_path = {p["name"] for p in parameters if p["in"] == "path"}
            assert in_path == set(re.findall(r"\{(\w+)\}", path))
            assert described["summary"] and described["responses"]


def test_the_pages_show_every_route(api):
    """With a request and its answer, which tests/docs/examples_test.py compares."""
    docs = Path(__file__).parents[2] / "docs"
    pages = [(docs / name).read_text(encoding="utf-8") for name in ("serve.md", "workbench.md")]
    shown = set()
    for command in re.findall(r"^    \$ (curl .*)", "\n".join(pages), re.MULTILINE):
        target = re.search(r"http://127\.0\.0\.1:8080(/[^' ]*)", command)[1]
        shown.add((path_of(api, target), "post" if "--json" in command else "get"))
    there = {(path, method) for path, methods in api["paths"].items() for method in methods}
    assert there - shown == set()
