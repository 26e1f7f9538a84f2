"""A linter of scripts/ as its tests see it: a tree in, exit status and findings out."""
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "scripts"


def run(linter, root):
    """Whatever comes of it: .returncode, .stdout and .stderr, as text."""
    words = [sys.executable, SCRIPTS / linter, root]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def lint(linter, root):
    """Its exit status and its findings, without the line that counts them."""
    ran = run(linter, root)
    assert not ran.stderr
    return ran.returncode, ran.stdout.splitlines()[:-1]


def write(root, name, text):
    """Writes a file of the tree, text or bytes."""
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
