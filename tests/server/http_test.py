"""HTTP read strictly: what two readers could understand in two ways is refused, and the connection
ends, so that nothing behind it is taken for a request."""
import re

import pytest

HOST = "Host: localhost\r\n"
NEXT = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = "POST /v1/tables/nim/probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODY = '{"positions":[[1]]}'


def statuses(answer):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


REFUSED = {
    "two lengths": (POST + f"Content-Length: 19\r\nContent-Length: 5\r\n\r\n{BODY}", 400),
    "two equal lengths": (POST + f"Content-Length: 19\r\nContent-Length: 19\r\n\r\n{BODY}", 400),
    "a list of lengths": (POST + f"Content-Length: 19, 19\r\n\r\n{BODY}", 400),
    "a length with a sign": (POST + f"Content-Length: +19\r\n\r\n{BODY}", 400),
    "a negative length": (POST + "Content-Length: -1\r\n\r\n", 400),
    "a length in hexadecimal": (POST + f"Content-Length: 0x13\r\n\r\n{BODY}", 400),
    "no length": (POST + "Content-Length:\r\n\r\n", 400),
    "a huge length": (POST + "Content-Length: 99999999999999999999\r\n\r\n", 400),
    "a length and chunks": (
        POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "chunks": (POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    "xchunked": (POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    "chunked twice": (POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 501),
    "a chunked GET": (f"GET /health HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n", 411),
    "a blank before the colon": (POST + f"Content-Length : 19\r\n\r\n{BODY}", 400),
    "a tabulator before the colon": (POST + f"Content-Length\t: 19\r\n\r\n{BODY}", 400),
    "no colon": (f"GET /health HTTP/1.1\r\n{HOST}Nothing\r\n\r\n", 400),
    "no name": (f"GET /health HTTP/1.1\r\n{HOST}: x\r\n\r\n", 400),
    "a folded field": (f"GET /health HTTP/1.1\r\n{HOST}A: b\r\n c\r\n\r\n", 400),
    "a line folded from the start": (f"GET /health HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
    "bare LF": (f"GET /health HTTP/1.1\nHost: localhost\n\n", 400),
    "one bare LF": (f"GET /health HTTP/1.1\r\n{HOST}A: b\nB: c\r\n\r\n", 400),
    "a bare CR": (f"GET /health HTTP/1.1\r\n{HOST}A: b\rB: c\r\n\r\n", 400),
    "NUL in a field": (f"GET /health HTTP/1.1\r\n{HOST}A: b\0c\r\n\r\n", 400),
    "a control character in a field": (f"GET /health HTTP/1.1\r\n{HOST}A: b\x7fc\r\n\r\n", 400),
    "no host": ("GET /health HTTP/1.1\r\n\r\n", 400),
    "two hosts": (f"GET /health HTTP/1.1\r\n{HOST}{HOST}\r\n", 400),
    "a host that is none": ("GET /health HTTP/1.1\r\nHost: local host\r\n\r\n", 400),
    "an address that is none": ("GET /health HTTP/1.1\r\nHost: [evil.example]\r\n\r\n", 400),
    "an empty address": ("GET /health HTTP/1.1\r\nHost: []\r\n\r\n", 400),
    "a host with a path": ("GET /health HTTP/1.1\r\nHost: localhost/x\r\n\r\n", 400),
    "no host in HTTP/1.0": ("GET /health HTTP/1.0\r\n\r\n", 400),
    "HTTP/0.9": ("GET /health\r\n\r\n", 400),
    "HTTP/2.0": (f"GET /health HTTP/2.0\r\n{HOST}\r\n", 505),
    "HTTP in small letters": (f"GET /health http/1.1\r\n{HOST}\r\n", 400),
    "two blanks": (f"GET  /health HTTP/1.1\r\n{HOST}\r\n", 400),
    "a blank in the target": (f"GET /hea lth HTTP/1.1\r\n{HOST}\r\n", 400),
    "a method that is no word": (f"G(T /health HTTP/1.1\r\n{HOST}\r\n", 400),
    "an encoded NUL": (f"GET /health%00 HTTP/1.1\r\n{HOST}\r\n", 400),
    "encoded dots and slash": (f"GET /zarr/nim.zarr/%2e%2e%2fx HTTP/1.1\r\n{HOST}\r\n", 400),
    "encoded dots": (f"GET /zarr/nim.zarr/%2e%2e/x HTTP/1.1\r\n{HOST}\r\n", 400),
    "dots": (f"GET /zarr/nim.zarr/../x HTTP/1.1\r\n{HOST}\r\n", 400),
    "a dot": (f"GET /./health HTTP/1.1\r\n{HOST}\r\n", 400),
    "two slashes": (f"GET //health HTTP/1.1\r\n{HOST}\r\n", 400),
    "an encoded backslash": (f"GET /zarr/..%5cx HTTP/1.1\r\n{HOST}\r\n", 400),
    "a backslash": (f"GET /zarr\\x HTTP/1.1\r\n{HOST}\r\n", 400),
    "half an escape": (f"GET /health%2 HTTP/1.1\r\n{HOST}\r\n", 400),
    "no escape": (f"GET /health%zz HTTP/1.1\r\n{HOST}\r\n", 400),
    "an encoded line end in the query": (f"GET /health?a=%0d%0a HTTP/1.1\r\n{HOST}\r\n", 400),
    "a fragment": (f"GET /health#a HTTP/1.1\r\n{HOST}\r\n", 400),
    "a target without a slash": (f"GET health HTTP/1.1\r\n{HOST}\r\n", 400),
    "CONNECT": (f"CONNECT localhost:80 HTTP/1.1\r\n{HOST}\r\n", 400),
    "an asterisk for GET": (f"GET * HTTP/1.1\r\n{HOST}\r\n", 400),
    "bytes beyond ASCII": ("GET /h\xe9 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "something else expected": (POST + "Expect: wonders\r\nContent-Length: 19\r\n\r\n", 417),
    "TLS": ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\r\n\r\n", 400),
}


@pytest.mark.parametrize("text, status", REFUSED.values(), ids=REFUSED)
def test_what_is_doubtful_is_refused_and_ends_the_connection(server, text, status):
    answer = server.send((text + NEXT).encode("latin-1"))
    assert statuses(answer) == [status]
    assert b"Connection: close\r\n" in answer
    assert b"application/problem+json" in answer


TAKEN = {
    "HTTP/1.0": (f"GET /health HTTP/1.0\r\n{HOST}\r\n", [200]),
    "HTTP/1.0 that goes on": (
        f"GET /health HTTP/1.0\r\n{HOST}Connection: keep-alive\r\n\r\n" + NEXT, [200, 200]),
    "close": (f"GET /health HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n" + NEXT, [200]),
    "requests sent ahead": (NEXT * 50, [200] * 50),
    "an empty line before a request": ("\r\n" + NEXT + "\r\n" + NEXT, [200, 200]),
    "the whole address": (f"GET http://localhost/health HTTP/1.1\r\n{HOST}\r\n", [200]),
    "the whole address of another": (
        f"GET http://example.org/health HTTP/1.1\r\n{HOST}\r\n" + NEXT, [421, 200]),
    "no blank behind the colon": ("GET /health HTTP/1.1\r\nhost:localhost\r\n\r\n", [200]),
    "an address for a host": ("GET /health HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", [200]),
    "an encoded letter": (f"GET /he%61lth HTTP/1.1\r\n{HOST}\r\n", [200]),
    "OPTIONS *": (f"OPTIONS * HTTP/1.1\r\n{HOST}\r\n" + NEXT, [204, 200]),
    "a body and the next": (
        POST + f"Content-Length: {len(BODY)}\r\n\r\n{BODY}" + NEXT, [200, 200]),
    "a body refused": (
        POST.replace("/json", "/xml") + f"Content-Length: {len(BODY)}\r\n\r\n{BODY}" + NEXT, [415]),
    "a body for GET": (f"GET /health HTTP/1.1\r\n{HOST}Content-Length: 4\r\n\r\nabcd" + NEXT, [400]),
    "an empty body for GET": (
        f"GET /health HTTP/1.1\r\n{HOST}Content-Length: 0\r\n\r\n" + NEXT, [200, 200]),
    "a body without length": (POST + "\r\n" + NEXT, [411, 200]),
    "another method": (f"PUT /health HTTP/1.1\r\n{HOST}\r\n" + NEXT, [405, 200]),
    "a method nobody knows": (f"HUG /health HTTP/1.1\r\n{HOST}\r\n" + NEXT, [405, 200]),
    "nothing": ("", []),
    "half a request": ("GET /hea", []),
    "a body that ends early": (POST + "Content-Length: 50\r\n\r\nabc", []),
}


@pytest.mark.parametrize("text, expected", TAKEN.values(), ids=TAKEN)
def test_what_is_meant_is_answered(server, text, expected):
    assert statuses(server.send(text.encode())) == expected


def test_every_cut_of_a_request_gives_the_same(server):
    text = (POST + f"Content-Length: {len(BODY)}\r\n\r\n{BODY}").encode()
    for cut in range(1, len(text)):
        answer = server.send(text[:cut], text[cut:] + NEXT.encode())
        assert statuses(answer) == [200, 200], cut


def test_head_is_get_without_the_body(server):
    get = server.get("/v1/tables/nim")
    head = server.ask("HEAD", "/v1/tables/nim")
    assert head.body == b"" and head.status == 200
    differ = {name for name in get.fields if get.fields[name] != head.fields.get(name)}
    assert differ <= {"date"}


def test_a_client_that_waits_gets_100_continue(server):
    text = POST + f"Content-Length: {len(BODY)}\r\nExpect: 100-continue\r\n\r\n"
    with server.open() as connection:
        connection.sendall(text.encode())
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_waits_gets_the_error_first(server):
    text = POST + f"Content-Length: {2**30}\r\nExpect: 100-continue\r\n\r\n"
    with server.open() as connection:
        connection.sendall(text.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("target, methods", [
    ("/health", "GET, HEAD, OPTIONS"), ("/v1/tables/nim/probe", "GET, HEAD, POST, OPTIONS")])
def test_options_lists_the_allowed_methods(server, target, methods):
    assert server.ask("OPTIONS", target).fields["allow"] == methods
    refused = server.ask("DELETE", target)
    assert (refused.status, refused.fields["allow"]) == (405, methods)
    assert server.ask("OPTIONS", "/nothing").status == 404


ANSWERS = {  # and their types
    "/": "text/html", "/explorer/main.js": "text/javascript", "/health": "application/json",
    "/metrics": "text/plain", "/v1/tables/nim/probe?at=3": "application/json",
    "/v1/tables/nim/cells": "application/octet-stream",
    "/v1/tables/wythoff/cells?format=png": "image/png",
    "/v1/tables/wythoff/cells?format=csv": "text/csv",
    "/v1/tables/wythoff/tiles/:,:/0/0/0.png": "image/png",
    "/v1/value?term=nim(3)": "application/json",
    "/zarr/nim.zarr/zarr.json": "application/json",
    "/zarr/nim.zarr/nimber/c.0": "application/octet-stream"}


@pytest.mark.parametrize("target, kind", ANSWERS.items())
def test_a_type_that_is_not_accepted_is_not_sent(server, target, kind):
    family = kind.split("/")[0] + "/*"
    for accepted in (kind, family, "*/*", f"text/x;p=\",{kind};\", {kind};q=0.1",
                     f"{family};q=0, {kind}", kind.upper()):
        answer = server.get(target, Accept=accepted)
        assert answer.status == 200, accepted
        assert answer.fields["content-type"].split(";")[0] == kind
    for refused in ("video/mp4", f"{kind};q=0", f"*/*, {kind};q=0", f"*/*;q=0, {family};q=0.000",
                    f"text/x;p=\", {kind}\"", f"{kind};q=nan", f"{kind};q=2x"):
        answer = server.get(target, Accept=refused)
        assert answer.status == 406, refused
        assert answer.fields["content-type"] == "application/problem+json"
        assert kind in answer.json()["detail"]
        assert "etag" not in answer.fields
    assert server.ask("HEAD", target, fields={"Accept": "video/mp4"}).status == 406


def test_problems_are_sent_whatever_is_accepted(server):
    assert server.get("/nothing", Accept="text/html").status == 404
    assert server.get("/v1/tables/nim/probe?at=999", Accept="text/html").status == 422


def test_errors_are_problems(server):
    answer = server.get("/nothing")
    assert answer.fields["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank", "title": "Not Found", "status": 404,
        "detail": "there is nothing here; /openapi.json says what there is"}
