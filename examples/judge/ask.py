"""Many questions put to Grundy at once, and the numbers of a judge's input.

Starting a program costs more than most answers, so an adapter asks all its questions in one go.
$GRUNDY_PROGRAM is the program to ask; without it scripts/grundy of this checkout.
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GRUNDY_PROGRAM", CHECKOUT / "scripts/grundy")


def ask(subcommand, expressions, *options):
    """For each expression the object that `grundy SUBCOMMAND EXPR --json` prints."""
    ran = subprocess.run([PROGRAM, subcommand, "-", "--json", *options], text=True, check=False,
                         input="\n".join(expressions), stdout=subprocess.PIPE)
    if ran.returncode:
        sys.exit(ran.returncode)  # Grundy has said why
    return [json.loads(line) for line in ran.stdout.splitlines()]


def wins(expressions, *options):
    """For each expression whether the player to move wins."""
    return [value["outcome"] == "N" for value in ask("value", expressions, "--outcome", *options)]


def heaps(game, sizes):
    """Their sum: heaps("nim", [3, 5]) is "nim(3) + nim(5)"."""
    return " + ".join(f"{game}({size})" for size in sizes) or "0"


def numbers():
    """All integers of standard input, one after another."""
    return map(int, sys.stdin.read().split())


def take(count, source):
    return list(itertools.islice(source, count))


def groups(size, source, stop=None):
    """`size` numbers at a time, to the end or to the group `stop`."""
    while (group := take(size, source)) and group != stop:
        yield group


def lists(source):
    """Lists that begin with their lengths, up to the length 0."""
    while length := next(source, 0):
        yield take(length, source)
