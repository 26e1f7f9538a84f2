"""The examples of the pages, run in their order, page by page: what is printed is what they show.

Of a page's indented blocks
  - one that begins with `$ ` is a session of the shell: commands, each with what it prints;
  - one with `>>> ` is a session of Python, and goes on where the one before it ended;
  - one behind a line that ends with "`NAME`:" is the file NAME;
  - one behind a line `<!-- not run: WHY -->` is left alone, as are all others.
A command that ends with ` &` is a server at 127.0.0.1:8080, and runs until its page ends; it and all
commands get another port that is free. Times, rates, memory, bytes and threads differ from run to run, so any will do. A line `..` stands
for any number of lines. Every page begins in an empty folder.
"""
import importlib.util
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grundy_program import PROGRAM

ROOT = Path(__file__).parents[2]
NODE_MODULES = Path(os.environ.get("GRUNDY_NODE_MODULES", "none"))
PAGES = sorted(str(page.relative_to(ROOT))
               for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
               if re.search(r"^    (\$|>>>) ", page.read_text(encoding="utf-8"), re.MULTILINE))

ADDRESS = "127.0.0.1:8080"  # of servers, on pages

VARYING = [
    (r"[\d.]+ (ns|us|ms|s|min|h)\b", "TIME"),
    (r"[\d.e+]+ ([kMGT] )?(positions|heaps)/s", "RATE"),
    (r"[\d.]+ [KMGT]iB", "MEMORY"),
    (r"[\d,]+ bytes", "BYTES"),
    (r"\d+ threads?", "THREADS"),
    (r"checked( +)[\d,]+ positions", r"checked\1SOME positions"),
]


def alike(text):
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def agree(printed, expected):
    parts = re.split(r"^ *\.\.\n", alike(expected) + "\n", flags=re.MULTILINE)
    return re.fullmatch("(?:.*\n)*?".join(map(re.escape, parts)), alike(printed) + "\n")


def blocks(text):
    """(the line before, the block) of all indented blocks, without their indentation."""
    for found in re.finditer(r"^(.*)\n\n((?:    .*\n|\n(?=\n*    ))+)", text, re.MULTILINE):
        yield found[1], re.sub("^    ", "", found[2], flags=re.MULTILINE)


def steps(text):
    """What a page has to run: ("shell", command, what it prints), ("python", session) and
    ("file", name, contents)."""
    for before, block in blocks(text):
        if before.startswith("<!-- not run: "):
            continue
        if block.startswith(">>> "):
            yield "python", block
        elif block.startswith("$ "):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                if printed.startswith(">>> "):
                    yield "python", printed
                else:
                    yield "shell", command, printed
        elif name := re.search(r"`([\w.]+)`:$", before):
            yield "file", name[1], block


def environment(folder):
    return dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}",
                CPATH=str(ROOT / "api" / "c"))  # where grundy.h is not installed


def run_shell(command, folder):
    ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment(folder), check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.stdout


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return f"127.0.0.1:{taken.getsockname()[1]}"


class Servers:
    """What a page starts in the background."""

    def __init__(self, folder):
        self.folder = folder
        self.address = free_address()
        self.running = []

    def start(self, command):
        words = ["bash", "-c", f"exec {command.removesuffix('&')}"]
        self.running.append(subprocess.Popen(words, cwd=self.folder, env=environment(self.folder),
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        host, port = self.address.split(":")
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex((host, int(port))) == 0:
                    return
            time.sleep(0.02)

    def run(self, command):
        """What the command prints."""
        command = command.replace(ADDRESS, self.address)
        if command.endswith(" &"):
            self.start(command)
            return ""
        return run_shell(command, self.folder).replace(self.address, ADDRESS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.running:
            server.terminate()
            server.wait(timeout=30)


def differences(text, folder, servers):
    """Writes the files of a page and runs its commands; tells what is not as shown."""
    (folder / "bin").mkdir()
    (folder / "bin" / "grundy").symlink_to(PROGRAM)
    (folder / "examples").symlink_to(ROOT / "examples")
    if NODE_MODULES.is_dir():
        (folder / "node_modules").symlink_to(NODE_MODULES)
    found = []
    for kind, *step in steps(text):
        if kind == "file":
            text = step[1].replace(ADDRESS, servers.address)
            (folder / step[0]).write_text(text, encoding="utf-8")
        elif kind == "shell":
            command, expected = step
            printed = servers.run(command)
            if not agree(printed, expected):
                found.append(f"$ {command}\n{printed}instead of\n{expected}")
    return "\n".join(found)


def run_python(session, folder):
    """What differs in these examples, as doctest tells it."""
    (folder / "session.txt").write_text(session, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-m", "doctest", "session.txt"], cwd=folder, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.stdout


def python_session(text):
    return "\n".join(step[0] for kind, *step in steps(text) if kind == "python")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_is_printed(page, tmp_path):
    text = (ROOT / page).read_text(encoding="utf-8")
    if "$ node " in text and not NODE_MODULES.is_dir():
        pytest.skip("zarrita is not installed")
    with Servers(tmp_path) as servers:
        if found := differences(text, tmp_path, servers):
            pytest.fail(f"{page}\n{found}", pytrace=False)
        python = python_session(text).replace(ADDRESS, servers.address)
        if "import grundy" in python and not importlib.util.find_spec("grundy"):
            pytest.skip("the module grundy is not built")
        if python and (found := run_python(python, tmp_path)):
            pytest.fail(f"{page}\n{found}", pytrace=False)


@pytest.mark.parametrize("page", PAGES)
def test_no_example_is_passed_over(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"^<!-- not run: .*\n\n(    .*\n)+", "", text, flags=re.MULTILINE)
    shown = re.findall(r"^    (?:\$ (?!.*python3$)|>>> )", text, re.MULTILINE)
    run = sum(step[0].count(">>> ") or 1 for kind, *step in steps(text) if kind != "file")
    assert run == len(shown)


def test_fragments_of_c_compile():
    fragments = [block for _, block in blocks((ROOT / "docs/c-api.md").read_text(encoding="utf-8"))
                 if ";" in block and "grundy_" in block]
    assert len(fragments) >= 5
    program = "#include <grundy.h>\n#include <stdio.h>\n"
    for number, fragment in enumerate(fragments):
        body = re.sub(r"^#include.*|\.\.\.$", ";", fragment, flags=re.MULTILINE)
        given = "grundy_table *table, const int64_t *position, size_t dimensions"
        program += f"void fragment{number}({given}) {{\n{{\n{body}}}\n}}\n"
    words = ["cc", "-std=c11", "-Werror", "-fsyntax-only", f"-I{ROOT / 'api/c'}", "-xc", "-"]
    ran = subprocess.run(words, input=program, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr + program


@pytest.mark.parametrize("expected, agrees", [
    ("a\nb\nc", True), ("a\n..\nc", True), ("..\nc", True), ("a\n  ..\n", True), ("a\nc", False),
    ("a\n..\nd", False), ("a\n..", True), ("b\n..", False)])
def test_two_dots_stand_for_any_lines(expected, agrees):
    assert bool(agree("a\nb\nc\n", expected)) == agrees


def test_a_wrong_example_is_found(tmp_path):
    page = ("A game is in `a.game`:\n\n    game a(n)\n      (n) -> (n - 1)\n\nIt is solved:\n\n"
            "    $ grundy value 'a(3)' --rules a.game\n    a(3): {}\n    $ echo 3 ms\n    9.5 s\n")
    for number, (shown, expected) in enumerate([
            ("N, nimber 1", ""), ("P, nimber 0", "a(3): N, nimber 1\ninstead of\na(3): P")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = differences(page.format(shown), folder, Servers(folder))
        assert expected in found and bool(expected) == bool(found)
    session = python_session("And:\n\n    >>> 1 + 1\n    3\n")
    assert "Expected:\n    3\nGot:\n    2" in run_python(session, tmp_path)
