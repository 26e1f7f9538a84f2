"""Other threads go on while Grundy works, threads share tables and sessions, Ctrl-C is heard."""
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import grundy


def test_other_threads_go_on_while_a_box_is_solved():
    # This thread has no callback: it is inside the solver all the time.
    lasted = []
    ready = threading.Event()

    def solve():
        ready.set()
        begin = time.perf_counter()
        with pytest.raises(grundy.Interrupted):
            grundy.solve("three_pile", 400, kernel="generic", threads=1,
                         progress=lambda *_: len(steps) < 1000)
        lasted.append(time.perf_counter() - begin)

    steps = []
    thread = threading.Thread(target=solve)
    thread.start()
    ready.wait()
    while thread.is_alive() and len(steps) < 1000:
        steps.append(time.perf_counter())
        time.sleep(0.0005)
    thread.join()
    assert len(steps) == 1000


def test_two_threads_probe_at_once(tmp_path):
    grundy.solve("nim3", (150, 120, 90), output=tmp_path / "t.zarr")
    table = grundy.open(tmp_path / "t.zarr")
    rows = np.random.default_rng(3).integers(0, (151, 121, 91), size=(200_000, 3))
    inside = threading.Barrier(2)

    def probe(part):
        inside.wait()
        return [table.probe(part) for _ in range(5)]

    with ThreadPoolExecutor(2) as pool:
        for part, found in zip((rows, rows[::-1]), pool.map(probe, (rows, rows[::-1]))):
            for values in found:
                np.testing.assert_array_equal(values, np.bitwise_xor.reduce(part, axis=1))


def test_threads_take_turns_with_a_session():
    session = grundy.Session()

    def ask(n):
        return session.value(f"three_pile({n % 9},{n % 7},12) + nim({n})").nimber

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(200)))
    assert found == [ask(n) for n in range(200)]


def test_a_solution_may_go_while_a_thread_reads_it():
    solution = grundy.solve("cutting", (300, 300))
    expected = solution.array().copy()
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(solution.array) for _ in range(8)]
        del solution
        for future in futures:
            np.testing.assert_array_equal(future.result(), expected)


LONG = {
    "solve": "grundy.solve('three_pile', 700, kernel='generic', memory='4G')",
    "value": "grundy.value('chomp3(3000,3000,3000)', memory='2G')",
    "moves": "grundy.Session(memory='2G').moves('chomp3(3000,3000,3000)')",
}


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_it(what):
    program = f"""
import grundy, sys
print("ready", flush=True)
try:
    {LONG[what]}
except KeyboardInterrupt as interrupt:
    print(type(interrupt).__name__, flush=True)
    sys.exit(130)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        assert process.poll() is None
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
        assert printed == "KeyboardInterrupt\n"
        assert process.returncode == 130
        assert time.perf_counter() - begin < 20
    finally:
        process.kill()


def test_a_handler_that_returns_lets_it_go_on():
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
    try:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1))
        timer.start()
        expected = grundy.solve("three_pile", 120).digest
        assert grundy.solve("three_pile", 120, kernel="generic", threads=1).digest == expected
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert heard
