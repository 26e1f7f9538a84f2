"""Who writes a question and waits for its answer gets it, while standard input stays open."""
import os
import select
import subprocess

import pytest

PROGRAM = os.environ["GRUNDY_PROGRAM"]


class Asker:
    """A program of which one asks, line by line, without ever closing its input."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments, "-"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=60) == 0

    def ask(self, text, answers):
        """As many lines as `answers`, which must come within a minute."""
        os.write(self.process.stdin.fileno(), text.encode())
        got = b""
        while got.count(b"\n") < answers:
            assert select.select([self.process.stdout], [], [], 60)[0], f"no answer after {got}"
            got += os.read(self.process.stdout.fileno(), 1 << 16)
        return got.decode().splitlines()


@pytest.mark.parametrize("subcommand", ["value", "moves"])
def test_each_question_is_answered_before_the_next_is_asked(subcommand):
    with Asker(subcommand) as asker:
        for n in range(1, 6):
            (line, *_) = asker.ask(f"nim({n})\n", 2 if subcommand == "moves" else 1)
            assert line.startswith(f"nim({n}): N, nimber {n}")


def test_a_line_may_come_in_parts():
    with Asker("value") as asker:
        os.write(asker.process.stdin.fileno(), b"nim(1")
        assert asker.ask("7)\n", 1) == ["nim(17): N, nimber 17"]


# More than a pipe holds would block the one who writes it; so much is read ahead at once.
def test_many_questions_are_answered_while_input_stays_open():
    with Asker("value", "--outcome") as asker:
        for _ in range(3):
            answers = asker.ask("".join(f"three_pile({n},{n + 1},7)\n" for n in range(1000)), 1000)
            assert answers[7] == "three_pile(7,8,7): N"
        assert asker.ask("three_pile(0,0,0)\n", 1) == ["three_pile(0,0,0): P"]
