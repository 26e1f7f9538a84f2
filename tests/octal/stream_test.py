"""Heaps in constant memory: digests of boxes, kills, other threads and targets, and bad input."""
import json
import os
import random
import signal
import subprocess
import time

import pytest
from grundy_program import PROGRAM, answer, output, run

HEAPS = "400000"
SMALL = "12845056"  # bytes: 262,144 heaps are kept


@pytest.fixture(scope="module", name="digest")
def digest_of_a_box():
    return answer("solve", "0.6", "--box", HEAPS)["digest"]


def stream(*options):
    return answer("solve", "0.6", "--box", HEAPS, "--stream", *options)


def test_digest_is_that_of_a_box_on_any_threads_and_targets(digest):
    found = stream("--memory", SMALL)
    assert found["digest"] == digest
    assert found["kept"] < found["positions"]
    assert (found["rare_heaps"], found["last_rare"]) == (1584, 20627)  # as published
    for options in (["--threads", "3"], ["--executor", "serial"], ["--isa", "sse4"]):
        assert stream("--memory", SMALL, *options)["digest"] == digest


def test_kills_at_twenty_moments_lead_to_the_same_digest(digest, tmp_path):
    state = tmp_path / "officers.stream"
    moments = random.Random(20627)
    words = [PROGRAM, "solve", "0.6", "--box", HEAPS, "--stream", "--memory", SMALL, "-o", state,
             "--resume", "--save-every", "0", "--json"]
    for kill in range(20):
        with subprocess.Popen([*words, "--threads", str(1 + kill % 3)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as program:
            time.sleep(moments.random() / 5)
            program.send_signal([signal.SIGKILL, signal.SIGINT][kill % 2])
            assert program.wait() in (0, 130, -signal.SIGKILL, -signal.SIGINT)
    assert json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["digest"] == digest
    assert os.listdir(tmp_path) in ([state.name], [state.name, state.name + ".tmp"],
                                    [state.name + ".tmp", state.name])


def test_more_heaps_follow_where_fewer_were_solved(digest, tmp_path):
    state = tmp_path / "s"
    half = answer("solve", "0.6", "--box", "200000", "--stream", "-o", state)
    assert half["digest"] == answer("solve", "0.6", "--box", "200000")["digest"]
    whole = stream("-o", state, "--resume")
    assert (whole["digest"], whole["resumed"]) == (digest, 200001)


def test_nimbers_are_counted_with_their_first_and_last_heaps():
    found = answer("solve", "0.77", "--box", "1000", "--stream")
    nimbers = answer("solve", "0.77", "--box", "1000", "--print")["values"]
    assert found["period"]["length"] == 12
    assert found["period"]["preperiod"] == 71
    for of in found["nimbers"]:
        heaps = [n for n, nimber in enumerate(nimbers) if nimber == of["nimber"]]
        assert (of["heaps"], of["first"], of["last"]) == (len(heaps), heaps[0], heaps[-1])
    assert sum(of["heaps"] for of in found["nimbers"]) == 1001


@pytest.mark.parametrize("arguments, said", [
    (["nim", "--box", "9"], "heaps are streamed of games that method sparse solves"),
    (["wythoff", "--box", "9"], "games of one heap"),
    (["0.6", "--box", "9", "--value", "outcome"], "leave out --value outcome"),
    (["0.6", "--box", "9", "--misere"], "leave out --misere"),
    (["0.6", "--box", "9", "--kernel", "step"], "leave out --kernel step"),
    (["0.6", "--box", "9,9"], "expected one heap"),
    (["0.6", "--box", "1e6", "--memory", "1M"], "allow more with --memory"),
    (["0.6", "--box", "9", "-o", "/no/such/folder/s"], "no such folder"),
])
def test_what_cannot_be_streamed_says_why(arguments, said):
    ran = run("solve", *arguments, "--stream")
    assert ran.returncode in (2, 4)
    assert said in ran.stderr.decode()


def test_a_state_is_not_taken_for_another_game_or_replaced_unasked(tmp_path):
    state = tmp_path / "s"
    output("solve", "0.6", "--box", "5000", "--stream", "-o", state)
    before = state.read_bytes()
    for options, said in ((["0.6"], "--resume"), (["0.104", "--resume"], "another game")):
        ran = run("solve", *options, "--box", "9000", "--stream", "-o", state)
        assert ran.returncode == 2
        assert said in ran.stderr.decode()
    assert run("solve", "0.6", "--box", "50", "--stream", "-o", state, "--resume").returncode == 2
    assert state.read_bytes() == before
    state.write_bytes(before[:-9])
    ran = run("solve", "0.6", "--box", "9000", "--stream", "-o", state, "--resume")
    assert ran.returncode == 3
    output("solve", "0.104", "--box", "9000", "--stream", "-o", state, "--force")
