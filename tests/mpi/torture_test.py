"""Ranks and passes that are killed at random moments, and gone on with by another number of them.

Every table must end with the digest and the bytes of an undisturbed one, and nothing else in its
folder. Environment: GRUNDY_PROGRAM, GRUNDY_MPI, GRUNDY_KILLS (8), GRUNDY_SEED."""

import contextlib
import json
import os
import random
import signal
import subprocess
import time

from mpirun import ENVIRONMENT, mpirun

KILLS = int(os.environ.get("GRUNDY_KILLS", "8"))
SEED = int(os.environ.get("GRUNDY_SEED", "1964"))
PROGRAM = os.environ["GRUNDY_PROGRAM"]
# Values shared out, and tiles.
BY_VALUES = ["solve", "three_pile", "--box", "400", "--store", "sorted"]
BY_TILES = ["solve", "chomp3", "--box", "150", "--kernel", "generic"]
LONGEST = 60  # seconds


def contents(table):
    """The files of a table and their bytes, but for what tells of the run."""
    return {
        path.relative_to(table): path.read_bytes()
        for path in table.rglob("*")
        if path.is_file() and path.name != "zarr.json"
    }


def on_threads(ranks):
    return [PROGRAM], ["--ranks", str(ranks), "--threads", str(ranks)]


def by_mpi(ranks):
    return mpirun(ranks, os.environ["GRUNDY_MPI"]), ["--threads", "1"]


def in_passes(passes):
    return [PROGRAM], ["--passes", str(passes), "--threads", "1"]


def alone(_):
    return [PROGRAM], ["--threads", "1"]


WORKS = [(BY_VALUES, [on_threads, by_mpi, in_passes]), (BY_TILES, [on_threads, by_mpi, alone])]


def processes(table):
    """Those that work on a table, the starter of an MPI job too."""
    found = subprocess.run(["pgrep", "-f", str(table)], capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def begin(chance, work, ways, table):
    program, options = chance.choice(ways)(chance.randint(2, 4))
    often = ["--save-every", "0.03", "--resume", "--json"]
    words = [*program, *work, *options, "-o", str(table), *often]
    return subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def strike(chance, job, table):
    """One of its processes, or at times the word to end to the one that was begun. Tells which."""
    if chance.random() < 0.2:
        job.send_signal(signal.SIGTERM)
        return "SIGTERM"
    with contextlib.suppress(IndexError, ProcessLookupError):  # it has just ended
        struck = chance.choice(processes(table))
        os.kill(struck, signal.SIGKILL)
        return f"SIGKILL of {struck}, job {job.pid}"
    return "a strike that missed"


def ended(job, table, blow):
    """What a job says that was struck. mpirun may hang when all its ranks are gone: one of its
    threads waits in PMIx_server_finalize for a lock (OpenMPI 4.1.4)."""
    try:
        return job.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        if processes(table) == [job.pid] and job.args[0] == "mpirun":
            job.kill()
            return job.communicate()
        left = ["ps", "-o", "pid,ppid,stat,time,args", "-p", ",".join(map(str, processes(table)))]
        printed = subprocess.run(left, capture_output=True, text=True).stdout
        raise AssertionError(f"{job.args} goes on after {blow}:\n{printed}") from None


def wait_until_gone(table):
    deadline = time.monotonic() + LONGEST
    while processes(table):
        assert time.monotonic() < deadline, "a job that was struck goes on"
        time.sleep(0.02)


def undisturbed(work, table):
    """Digest, contents and seconds."""
    began = time.monotonic()
    words = [PROGRAM, *work, "--threads", "1", "-o", str(table), "--json"]
    ran = subprocess.run(words, capture_output=True, check=True)
    return json.loads(ran.stdout)["digest"], contents(table), time.monotonic() - began


def test_what_is_killed_goes_on_on_other_ranks(tmp_path):
    whole = [undisturbed(work, tmp_path / f"{work[1]}.zarr") for work, _ in WORKS]
    chance = random.Random(SEED)
    kills = resumed = tables = 0
    while kills < KILLS or tables < len(WORKS):
        work, ways = WORKS[tables % len(WORKS)]
        digest, expected, seconds = whole[tables % len(WORKS)]
        tables += 1
        table = tmp_path / f"{tables}.zarr"
        while True:
            job = begin(chance, work, ways, table)
            try:
                out, errors = job.communicate(timeout=chance.uniform(0.05, 2 * seconds + 0.3))
            except subprocess.TimeoutExpired:
                blow = strike(chance, job, table)
                kills += 1
                out, errors = ended(job, table, blow)
                wait_until_gone(table)
            if job.returncode == 0:
                break
            assert "corrupt" not in errors and "another size" not in errors, errors
            assert kills < 50 * KILLS, errors
        printed = json.loads(out)
        resumed += printed.get("resumed_from", 0) > 0
        assert printed["digest"] == digest
        assert contents(table) == expected
    print(f"{kills} kills, {tables} tables, {resumed} ended from a saved state, seed {SEED}")
