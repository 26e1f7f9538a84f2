"""`grundy verify --memory` is kept."""
import subprocess
from pathlib import Path

import pytest

from grundy_program import PROGRAM, output


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "t.zarr"
    output("solve", "wythoff", "--box", "3000", "-o", path)
    return path


def anonymous_bytes(pid):
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("RssAnon:"))


@pytest.mark.parametrize("how", [["--samples", "300"], ["--full", "--seconds", "0.3"]])
@pytest.mark.parametrize("mebibytes", [8, 20, 70])
def test_memory_is_kept_apart_from_mapped_files(table, mebibytes, how):
    words = [PROGRAM, "verify", table, "--memory", f"{mebibytes}M", "--threads", "2", *how]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as program:
        most = 0
        while program.poll() is None:
            most = max(most, anonymous_bytes(program.pid))
        said = program.stdout.read()
    assert program.returncode == 0 and said.endswith(b"ok\n")
    assert 0 < most <= mebibytes << 20
