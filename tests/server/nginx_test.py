"""examples/serve/nginx.conf, tried."""
import http.client
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from grundy_server import Server

EXAMPLES = Path(__file__).parents[2] / "examples" / "serve"
AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ }}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  include {folder}/site.conf;
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


@pytest.fixture
def nginx(tables, tmp_path):
    """Requests through nginx, as its example has it but for the ports."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx-light is not installed")
    options = ["--log", "none", "--base-url", "https://tables.example.org/games"]
    with Server(tables["nim"].path.parent, options=options) as server:
        port = free_port()
        text = (EXAMPLES / "nginx.conf").read_text()
        assert "127.0.0.1:8080;" in text and "listen 8081;" in text
        text = text.replace("127.0.0.1:8080;", f"127.0.0.1:{server.address[1]};")
        text = text.replace("listen 8081;", f"listen 127.0.0.1:{port};")
        (tmp_path / "site.conf").write_text(text)
        (tmp_path / "nginx.conf").write_text(AROUND.format(folder=tmp_path))
        words = [program, "-c", tmp_path / "nginx.conf"]
        subprocess.run([*words, "-t"], check=True, capture_output=True)
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        try:
            yield port
        finally:
            process.terminate()
            process.wait(timeout=20)


def get(port, target, **fields):
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", target, headers={"Host": "tables.example.org", **fields})
            break
        except ConnectionRefusedError:
            time.sleep(0.05)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def test_behind_nginx(nginx, tables):
    status, _, body = get(nginx, "/games/v1/tables/wythoff/probe?at=3,4&at=3,5")
    assert status == 200
    assert json.loads(body)["probes"][1] == {"position": [3, 5], "nimber": 0}
    status, fields, body = get(nginx, "/games/zarr/wythoff.zarr/nimber/c.0.0", Range="bytes=3-9")
    whole = (tables["wythoff"].path / "nimber" / "c.0.0").read_bytes()
    assert (status, body) == (206, whole[3:10])
    tag = fields["ETag"]
    assert get(nginx, "/games/zarr/wythoff.zarr/nimber/c.0.0", **{"If-None-Match": tag})[0] == 304
    status, _, page = get(nginx, "/games/")
    assert status == 200 and b'src="explorer/main.js"' in page
    assert get(nginx, "/games/explorer/main.js")[0] == 200
    assert json.loads(get(nginx, "/games/openapi.json")[2])["servers"] == [
        {"url": "https://tables.example.org/games"}]
