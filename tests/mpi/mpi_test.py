"""grundy-mpi: what 1 to 4 ranks on this machine solve, against one process, and how jobs end.

Environment: GRUNDY_PROGRAM, GRUNDY_MPI."""

import contextlib
import json
import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from mpirun import ENVIRONMENT, mpirun

BOX = ["solve", "three_pile", "--box", "300", "--threads", "1"]


def command(ranks, *words):
    return mpirun(ranks, os.environ["GRUNDY_MPI"], *words)


def run(ranks, *words):
    return subprocess.run(
        command(ranks, *words), env=ENVIRONMENT, capture_output=True, text=True, timeout=120
    )


def alone(*words):
    return subprocess.run(
        [os.environ["GRUNDY_PROGRAM"], *words], capture_output=True, text=True, timeout=120, check=True
    )


def on_two_threads(words):
    """The same work for one process that has the machine to itself, as ranks have."""
    at = words.index("--threads")
    return [*words[: at + 1], "2", *words[at + 2 :]]


@pytest.fixture(scope="module")
def digest():
    return json.loads(alone(*BOX, "--json").stdout)["digest"]


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_ranks_give_the_digest_of_one_process(ranks, digest):
    ran = run(ranks, *BOX, "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["digest"] == digest


# Tiles, layers and splits that ranks share out: each has all values then.
@pytest.mark.parametrize("ranks", [2, 4])
@pytest.mark.parametrize(
    "work",
    [
        ["chomp3", "--box", "40", "--value", "remoteness"],
        ["calendar", "--box", "2001,11,4"],
        ["cutting", "--box", "300"],
    ],
)
def test_shared_tiles_give_the_digest_of_one_process(work, ranks):
    words = ["solve", *work, "--threads", "1", "--json"]
    ran = run(ranks, *words)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["digest"] == json.loads(alone(*words).stdout)["digest"]


def test_shared_tiles_go_on_from_what_other_ranks_saved(tmp_path):
    work = ["solve", "chomp3", "--box", "180", "--threads", "1", "--kernel", "generic"]
    table = ["-o", str(tmp_path / "t.zarr")]
    job, ranks = begin_two_ranks(*work, *table)
    os.kill(ranks[1], signal.SIGTERM)
    _, errors = job.communicate(timeout=60)
    assert job.returncode != 0
    assert "saved: go on with --resume" in errors
    ended = run(3, *work, *table, "--resume", "--json")
    assert json.loads(ended.stdout)["resumed_from"] > 0
    whole = json.loads(alone(*on_two_threads(work), "--json").stdout)
    assert json.loads(ended.stdout)["digest"] == whole["digest"]


def test_rank_0_writes_a_table_that_is_right(tmp_path):
    table = tmp_path / "t.zarr"
    words = [*BOX[:3], "120", "--threads", "1"]
    ran = run(3, *words, "-o", str(table), "--store", "sorted", "--passes", "2")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(alone(*words, "--json").stdout)["digest"] in ran.stdout
    alone("verify", str(table))


# Jobs that end at once: mpirun then waits a second or two for ranks that are gone. So all of them
# are begun together, and every test looks at its own.
WRONG = [
    (["solve", "three_pile", "--box", "300", "--value", "outcome"], 2, "several ranks"),
    (["solve", "no_such_game", "--box", "300"], 2, "no_such_game"),
    (["solve", "three_pile", "--box", "300", "--memory", "20M"], 4, "bytes"),
    ([*BOX, "-o", "/no/such/folder/t.zarr"], 4, "/no/such/folder"),
    ([*BOX, "--ranks", "3"], 2, "leave out --ranks"),
]
AT_ODDS = [
    (["-o", "t.zarr", "--store", "sorted"], "its store is full, and sorted is asked for"),
    (["-o", "u.zarr"], "u.zarr is asked for"),
    ([], "no table is asked for"),
    (["--no-such-option"], "rank 1 has ended with status 2"),
]


# A job of two programs, `mpirun A : B`, would be shorter, and ends mpirun 5.0.7 with SIGSEGV.
RANK_1_DIFFERS = """
asked='-o t.zarr'
[ "$OMPI_COMM_WORLD_RANK" = 0 ] || asked=$own
exec "$GRUNDY_MPI" solve three_pile --box 200 $asked
"""


def run_at_odds(own, folder):
    """A job whose rank 1 is asked for something of its own."""
    return subprocess.run(
        mpirun(2, "sh", "-c", f"own='{' '.join(own)}'{RANK_1_DIFFERS}"),
        env=ENVIRONMENT,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def ended_at_once(tmp_path_factory):
    """Of WRONG and of AT_ODDS by number: what has come, and the folder of the latter."""
    folders = [tmp_path_factory.mktemp("at_odds") for _ in AT_ODDS]
    with ThreadPoolExecutor(3) as pool:
        wrong = [pool.submit(run, 2, *words) for words, _, _ in WRONG]
        at_odds = [pool.submit(run_at_odds, own, at) for (own, _), at in zip(AT_ODDS, folders)]
        return (
            [ran.result() for ran in wrong],
            [(ran.result(), at) for ran, at in zip(at_odds, folders)],
        )


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[message for _, _, message in WRONG])
def test_errors_are_reported_once_and_end_the_job(number, ended_at_once):
    ran = ended_at_once[0][number]
    _, status, message = WRONG[number]
    assert ran.returncode == status, ran.stderr
    assert message in ran.stderr
    assert ran.stderr.count("grundy: ") == 1


@pytest.mark.parametrize("number", range(len(AT_ODDS)), ids=[message for _, message in AT_ODDS])
def test_ranks_that_are_asked_for_other_things_end_the_job(number, ended_at_once):
    ran, folder = ended_at_once[1][number]
    assert ran.returncode != 0
    assert AT_ODDS[number][1] in ran.stderr
    assert not list(folder.iterdir())


def test_a_finished_table_leaves_nothing_to_do(tmp_path):
    words = ["solve", "three_pile", "--box", "60", "-o", str(tmp_path / "t.zarr")]
    assert run(2, *words).returncode == 0
    again = run(2, *words, "--resume")
    assert again.returncode == 0, again.stderr
    assert "nothing is left to do" in again.stdout


def test_other_subcommands_are_those_of_grundy():
    assert run(2, "value", "nim(3) + nim(5)").stdout == alone("value", "nim(3) + nim(5)").stdout


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def begin_two_ranks(*words, at_work=2, **more):
    """A job, and the processes of its ranks when `at_work` are at work, on busy machines too."""
    job = subprocess.Popen(
        command(2, *words),
        env={**ENVIRONMENT, **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    ranks = []
    while len(ranks) < 2 or min(map(processor_seconds, ranks[:at_work])) < 0.3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
        found = subprocess.run(["pgrep", "-P", str(job.pid)], capture_output=True, text=True)
        ranks = [int(pid) for pid in found.stdout.split()]
    return job, ranks


LONG = ["solve", "three_pile", "--box", "600", "--threads", "1"]


@pytest.fixture(scope="module")
def digest_of_long():
    return json.loads(alone(*on_two_threads(LONG), "--json").stdout)["digest"]


@pytest.mark.parametrize("victim", [0, 1])
def test_a_killed_rank_ends_the_job(victim):
    job, ranks = begin_two_ranks(*LONG)
    os.kill(ranks[victim], signal.SIGKILL)
    _, errors = job.communicate(timeout=30)
    assert job.returncode != 0
    assert "signal 9" in errors


@pytest.mark.parametrize("victim", [0, 1])
def test_a_rank_that_hangs_ends_the_job(victim):
    job, ranks = begin_two_ranks(*LONG, GRUNDY_MPI_SILENCE="1")
    os.kill(ranks[victim], signal.SIGSTOP)
    try:
        _, errors = job.communicate(timeout=30)
    finally:
        for rank in ranks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rank, signal.SIGKILL)
    assert job.returncode != 0
    assert "has heard nothing of rank" in errors


def test_a_job_that_is_suspended_as_a_whole_goes_on():
    job, ranks = begin_two_ranks(*LONG, GRUNDY_MPI_SILENCE="2")
    for rank in ranks:
        os.kill(rank, signal.SIGSTOP)
    time.sleep(3)
    for rank in ranks:
        os.kill(rank, signal.SIGCONT)
    _, errors = job.communicate(timeout=60)
    assert job.returncode == 0, errors


@pytest.mark.parametrize("rank", [0, 1])
def test_sigterm_to_a_rank_saves_the_state(rank, digest_of_long, tmp_path):
    table = str(tmp_path / "t.zarr")
    job, ranks = begin_two_ranks(*LONG, "-o", table, "--store", "sorted")
    os.kill(ranks[rank], signal.SIGTERM)
    _, errors = job.communicate(timeout=60)
    assert job.returncode != 0
    assert "saved: go on with --resume" in errors
    ended = run(3, *LONG, "-o", table, "--store", "sorted", "--resume", "--json")
    assert json.loads(ended.stdout)["resumed_from"] > 0
    assert json.loads(ended.stdout)["digest"] == digest_of_long


# A box so flat that its tiles are one rank's.
def test_sigterm_to_a_rank_without_tiles_ends_the_job(tmp_path):
    game = tmp_path / "flat.game"
    game.write_text(
        "game flat(a, b, c)\n"
        "  (a, b, c) -> (a, b, c - k)  for k >= 1\n"
        "  (a, b, c) -> (a - k, b, c - k)  for k >= 1\n"
        "  (a, b, c) -> (a - k, b - 2 * k, c - k)  for k >= 1\n"
    )
    words = [str(game), "--box", "4000,3000,40", "--threads", "1"]
    planned = json.loads(alone("plan", *words, "--ranks", "2", "--json").stdout)
    assert planned["ranks"]["most_useful"] == 1
    job, ranks = begin_two_ranks("solve", *words, "-o", str(tmp_path / "t.zarr"), at_work=1)
    os.kill(ranks[1], signal.SIGTERM)
    _, errors = job.communicate(timeout=60)
    assert job.returncode != 0
    assert "saved: go on with --resume" in errors


def test_jobs_of_one_rank_each_are_refused():
    ran = subprocess.run(
        [os.environ["GRUNDY_MPI"], *BOX],
        env={**ENVIRONMENT, "SLURM_NTASKS": "4"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 2
    assert "SLURM_NTASKS=4" in ran.stderr
