"""examples/serve/grundy.service, as systemd reads it."""
import shutil
import subprocess
from pathlib import Path

import pytest

from grundy_program import PROGRAM

UNIT = Path(__file__).parents[2] / "examples" / "serve" / "grundy.service"


def test_systemd_finds_nothing_wrong(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    text = UNIT.read_text()
    assert "/usr/local/bin/grundy" in text
    unit = tmp_path / "grundy.service"
    unit.write_text(text.replace("/usr/local/bin/grundy", PROGRAM))
    ran = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, b"")
