"""Who may ask: hosts by name, pages of other origins; and what browsers get."""
import gzip

import pytest

from grundy_server import Server

ORIGIN = "https://example.org"


@pytest.mark.parametrize("host, status", [
    ("localhost", 200), ("LOCALHOST:1", 200), ("127.0.0.1:8080", 200), ("[::1]", 200),
    ("192.168.7.7", 200), ("example.org", 421), ("localhost.example.org", 421),
    ("127.0.0.1.example.org", 421), ("127.1", 421), ("", 400)])
def test_names_of_other_hosts_are_refused(server, host, status):
    assert server.get("/health", Host=host).status == status


def test_other_names_can_be_allowed(tables):
    options = ["--log", "none", "--allow-host", "Tables.example.org"]
    with Server(tables["nim"].path, options=options) as server:
        assert server.get("/health", Host="tables.EXAMPLE.org:443").status == 200
        assert server.get("/health", Host="example.org").status == 421
    with Server(tables["nim"].path, options=["--log", "none", "--allow-host", "*"]) as server:
        assert server.get("/health", Host="anything").status == 200


TARGETS = ["/health", "/v1/tables", "/nothing", "/zarr/nim.zarr/zarr.json", "/v1/value?term=nimm"]


@pytest.mark.parametrize("target", TARGETS)
def test_every_answer_says_how_it_may_be_used(server, target):
    fields = server.get(target, Origin=ORIGIN).fields
    assert fields["x-content-type-options"] == "nosniff"
    assert fields["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in fields["content-security-policy"]
    assert fields["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in fields


@pytest.mark.parametrize("target", TARGETS)
def test_pages_of_an_allowed_origin_may_read(tables, target):
    options = ["--log", "none", "--cors", ORIGIN, "--cors", "http://localhost:3000"]
    with Server(tables["nim"].path, options=options) as server:
        fields = server.get(target, Origin=ORIGIN).fields
        assert fields["access-control-allow-origin"] == ORIGIN
        assert {"ETag", "Content-Range"} <= set(fields["access-control-expose-headers"].split(", "))
        assert "Origin" in fields["vary"]
        other = server.get(target, Origin="https://example.com").fields
        assert "access-control-allow-origin" not in other and "Origin" in other["vary"]


def preflight(server, target, **more):
    return server.ask("OPTIONS", target, fields={
        "Origin": ORIGIN, "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "range", **more})


def test_a_browser_may_ask_first(tables):
    with Server(tables["nim"].path, options=["--log", "none", "--cors", "*"]) as server:
        answer = preflight(server, "/zarr/nim.zarr/zarr.json")
        assert answer.status == 204
        assert answer.fields["access-control-allow-origin"] == "*"
        assert "Range" in answer.fields["access-control-allow-headers"]
        assert "GET" in answer.fields["access-control-allow-methods"]
        near = preflight(server, "/health", **{"Access-Control-Request-Private-Network": "true"})
        assert near.fields["access-control-allow-private-network"] == "true"


def test_a_browser_is_refused(server):
    answer = preflight(server, "/health")
    assert answer.status == 204
    assert not [name for name in answer.fields if name.startswith("access-control")]


@pytest.mark.parametrize("accepts, packed", [
    ("gzip", True), ("br;q=1, gzip;q=0.5", True), ("*", True), ("gzip;q=0", False), ("", False),
    ("identity", False), ("*;q=0", False), ("*, gzip;q=0", False)])
def test_text_is_compressed_for_those_who_take_it(server, accepts, packed):
    plain = server.get("/openapi.json")
    answer = server.get("/openapi.json", Accept_Encoding=accepts)
    assert "Accept-Encoding" in plain.fields["vary"] and "Accept-Encoding" in answer.fields["vary"]
    assert (answer.fields.get("content-encoding") == "gzip") == packed
    assert (gzip.decompress(answer.body) if packed else answer.body) == plain.body
    assert (answer.fields["etag"] == plain.fields["etag"]) != packed
    known = server.get("/openapi.json", Accept_Encoding=accepts, If_None_Match=answer.fields["etag"])
    assert known.status == 304


def test_small_and_binary_answers_are_not_compressed(server):
    for target in ("/health", "/v1/tables/wythoff/cells", "/zarr/wythoff.zarr/nimber/c.0.0"):
        assert "content-encoding" not in server.get(target, Accept_Encoding="gzip").fields


def test_the_address_that_clients_know(tables):
    base = "https://Tables.example.org:8443/games"
    with Server(tables["nim"].path, options=["--log", "none", "--base-url", base]) as server:
        assert server.base_url == base
        assert server.get("/health", Host="tables.example.org").status == 200
        assert server.get("/health", Host="example.org").status == 421
        assert server.get("/openapi.json").json()["servers"] == [{"url": base}]
    with Server(tables["nim"].path) as server:
        assert server.base_url is None
        assert server.get("/health", Host="tables.example.org").status == 421
        assert "servers" not in server.get("/openapi.json").json()
