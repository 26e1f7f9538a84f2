"""`grundy serve` as a test sees it: a process, its address, requests as programs and as bytes."""
import http.client
import json
import os
import signal
import socket
import subprocess
from typing import NamedTuple
from urllib.parse import urlsplit

from grundy_program import PROGRAM, processor_seconds

SERVER = os.environ.get("GRUNDY_SERVER_PROGRAM", PROGRAM)  # such as one with a sanitizer


class Answer(NamedTuple):
    status: int
    fields: dict  # names in small letters
    body: bytes

    def json(self):
        return json.loads(self.body)


class Server:
    """Serves `places` until it is closed; `log` is what it says on standard error then."""

    def __init__(self, *places, options=("--log", "none")):
        words = [SERVER, "serve", *map(str, places), "--listen", "127.0.0.1:0", "--json", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read().decode())
        started = json.loads(line)
        self.url, self.base_url = started["listening"], started.get("base_url")
        self.address = (urlsplit(self.url).hostname, urlsplit(self.url).port)
        self.log = None

    def connect(self, timeout=20):
        return http.client.HTTPConnection(*self.address, timeout=timeout)

    def ask(self, method, target, body=None, fields=(), connection=None):
        to = connection or self.connect()
        try:
            to.request(method, target, body, dict(fields))
            answer = to.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            if connection is None:
                to.close()

    def get(self, target, **fields):
        return self.ask("GET", target,
                        fields={name.replace("_", "-"): value for name, value in fields.items()})

    def post(self, target, body, content_type="application/json", **fields):
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.ask("POST", target, body, {"Content-Type": content_type, **fields})

    def open(self, timeout=20):
        return socket.create_connection(self.address, timeout=timeout)

    def send(self, *parts):
        """All that comes back for these bytes, sent part by part, until the connection ends."""
        with self.open() as to:
            to.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for part in parts:
                to.sendall(part)
            to.shutdown(socket.SHUT_WR)
            return read_all(to)

    def signal(self, number):
        self.process.send_signal(number)

    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    def close(self):
        """The exit status."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        _, self.log = self.process.communicate(timeout=30)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def read_all(connection):
    got = b""
    while part := connection.recv(1 << 16):
        got += part
    return got
