"""The program `grundy` as a test in Python sees it: arguments in, status and text out.

$GRUNDY_PROGRAM is its path; ctest sets it.
"""
import json
import os
import subprocess
from pathlib import Path

PROGRAM = os.environ["GRUNDY_PROGRAM"]


def run(*arguments, stdin=None, **how):
    """Whatever comes of it: .returncode, .stdout and .stderr, as bytes."""
    words = [PROGRAM, *map(str, arguments)]
    return subprocess.run(words, input=stdin, capture_output=True, check=False, **how)


def output(*arguments, stdin=None):
    """What it prints, when all is well."""
    ran = run(*arguments, stdin=stdin)
    assert ran.returncode == 0, (arguments, ran.stderr.decode())
    return ran.stdout


def answer(*arguments):
    """The object that it prints with --json."""
    return json.loads(output(*arguments, "--json"))


def processor_seconds(pid):
    """What a running program has taken so far: what else runs on the machine does not count."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def probe(table, positions):
    """The values of many positions, as `probe --json` names them."""
    lines = "\n".join(",".join(map(str, at)) for at in positions)
    found = output("probe", table, "-", "--json", stdin=lines.encode()).splitlines()
    return [next(v for k, v in json.loads(line).items() if k != "position") for line in found]
