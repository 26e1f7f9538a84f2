"""A page of documentation: the commands of its indented blocks, and what it says that they print.

    $ COMMAND
    its output, up to the next command or the end of the block

A block without commands is a file, if the line before it names one: "in `apples.game`:". Commands of a page
run in one folder, one after another.
"""
import pathlib
import re
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE_NAME = re.compile(r"`([\w.]+)`:$")


class Command(NamedTuple):
    line: int  # of the page
    text: str
    output: str


def blocks(text):
    """Of each indented block the number of its first line, its lines and the line of text before it."""
    before, start, lines = "", 0, []
    for number, line in enumerate([*text.splitlines(), "end"], 1):
        if line.startswith("    ") or (lines and not line):
            start = start or number
            lines.append(line[4:])
        elif line:
            if lines:
                yield start, "\n".join(lines).strip("\n").split("\n"), before
            before, start, lines = line, 0, []


def files(text):
    """The files that the page shows, by name."""
    return {name[1]: "\n".join(lines) + "\n" for _, lines, before in blocks(text)
            if not lines[0].startswith("$ ") and (name := FILE_NAME.search(before))}


def commands(text):
    for start, lines, _ in blocks(text):
        begins = [i for i, line in enumerate(lines) if line.startswith("$ ")]
        for begin, end in zip(begins, [*begins[1:], len(lines)]):
            output = "\n".join(lines[begin + 1:end]).strip("\n")
            yield Command(start + begin, lines[begin][2:], output)
