"""progress=True: a line on stderr, in terminals, notebooks and files."""
import io
import os
import pty
import subprocess
import sys

import pytest

import grundy
from grundy import progress

LONG = "import grundy; grundy.solve('three_pile', 330, kernel='generic', progress=True, check=0)"


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Notebook(io.StringIO):
    pass


Notebook.__module__ = "ipykernel.iostream"


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])

    def tick(seconds):
        now[0] += seconds

    return tick


def shown(stream, clock, monkeypatch, unit="positions"):
    """What a stream gets of 24 s of work, reports eight times a second."""
    monkeypatch.setattr(sys, "stderr", stream)
    line = progress.Line("nim", unit)
    for eighth in range(1, 193):
        clock(0.125)
        line(eighth * 1250, 240_000)
    line.close()
    return stream.getvalue()


def test_a_terminal_has_one_line_that_is_gone_at_the_end(clock, monkeypatch):
    text = shown(Terminal(), clock, monkeypatch)
    drawn = text.split("\r")
    assert drawn[1] == "nim: 4.1 %, 10 k positions/s, 23.0 s left\x1b[K"
    assert drawn[-2] == "nim: 100 %, finishing, 24.0 s\x1b[K"
    assert drawn[-1] == "\x1b[K" and "\n" not in text and 80 < len(drawn) < 130


def test_a_notebook_keeps_a_plain_line(clock, monkeypatch):
    text = shown(Notebook(), clock, monkeypatch)
    drawn = text.split("\r")
    assert "\x1b" not in text and drawn[-1].rstrip(" ") == "nim: 24.0 s\n"
    assert len(drawn[-1]) >= len(drawn[-2].rstrip()) and 30 < len(drawn) < 60


def test_a_file_gets_a_line_every_ten_seconds(clock, monkeypatch):
    lines = shown(io.StringIO(), clock, monkeypatch).splitlines()
    assert len(lines) == 3 and all(line.startswith("nim: ") for line in lines)


def test_short_work_shows_nothing(clock, monkeypatch):
    for stream in (Terminal(), Notebook(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        line = progress.Line("nim", "positions")
        for _ in range(9):
            clock(0.1)
            line(10, 10)
        line.close()
        assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    line = progress.Line("nim", "positions")
    clock(5)
    line(1, 2)
    line.close()


def test_a_total_that_nobody_knows_and_seconds(clock, monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    line = progress.Line("nim", "positions")
    line.begin("searching")
    clock(4)
    line(12_000, 0)
    assert stream.getvalue() == "nim: searching, 12,000 positions, 3 k positions/s\n"
    assert progress.Line("kayles", "seconds")._described(3.0, 180.0, 3.0) == (
        "kayles: 3.0 s of at most 3 min 0 s")


def test_solving_in_a_terminal():
    """The whole way, through a terminal: it shows nothing else, and erases its line."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", LONG], stderr=theirs) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:
            pass  # it has ended
    os.close(ours)
    assert process.returncode == 0
    assert text.startswith(b"\rthree_pile: ") and text.endswith(b"\r\x1b[K"), text


def test_solving_fast_shows_nothing(capfd):
    assert grundy.solve("nim", 30, progress=True)[3] == 3
    assert grundy.solve("nim", 30, progress=False)[3] == 3
    assert grundy.law("nim", progress=True)
    assert capfd.readouterr().err == ""


def test_laws_tell_seconds_and_can_be_stopped():
    reports = []
    grundy.law("nim", seconds=30, progress=lambda *seconds: reports.append(seconds))
    assert reports and all(0 <= taken < 30 and allowed == 30 for taken, allowed in reports)
    with pytest.raises(grundy.Interrupted):
        grundy.check("kayles", "nimber = 7", progress=lambda *_: False)
