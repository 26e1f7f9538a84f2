"""Exports appear whole or not at all, and nothing that is there is lost."""
import os
import resource
import signal
import subprocess
import time

import numpy as np
import pytest

from grundy_program import PROGRAM, output, processor_seconds, run

FILES = ["csv", "npy", "hdf5", "png"]


@pytest.fixture
def square(table_of):
    return table_of("cutting", (17, 12), "nimber").path


@pytest.mark.parametrize("format", FILES)
def test_a_file_that_is_there_is_replaced_only_by_force(square, tmp_path, format):
    file = tmp_path / "kept"
    file.write_text("mine")
    ran = run("export", square, "--format", format, "-o", file)
    assert ran.returncode == 2
    assert b"--force" in ran.stderr
    assert file.read_text() == "mine"
    output("export", square, "--format", format, "-o", file, "--force")
    assert file.read_bytes() != b"mine"
    assert os.listdir(tmp_path) == ["kept"]


def test_a_zarr2_group_is_replaced_only_by_force(square, tmp_path):
    group = tmp_path / "t"
    output("export", square, "--format", "zarr2", "-o", group)
    (group / "old").write_text("")
    ran = run("export", square, "--format", "zarr2", "-o", group)
    assert ran.returncode == 2
    assert b"--force" in ran.stderr
    assert (group / "old").exists()
    output("export", square, "--format", "zarr2", "-o", f"{group}/", "--force")
    assert not (group / "old").exists()
    assert os.listdir(tmp_path) == ["t"]


@pytest.mark.parametrize("format", [*FILES, "zarr2"])
def test_what_no_export_made_is_never_replaced(square, tmp_path, format):
    directory = tmp_path / "d"
    directory.mkdir()
    (directory / "precious").write_text("mine")
    ran = run("export", square, "--format", format, "-o", directory, "--force")
    assert ran.returncode == 2
    assert (directory / "precious").read_text() == "mine"
    assert run("export", square, "--format", format, "-o", "/dev/null", "--force").returncode == 2
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")
    assert os.listdir(tmp_path) == ["d"]


@pytest.mark.parametrize("format", [*FILES, "zarr2"])
def test_a_missing_directory_is_an_error_of_the_system(square, tmp_path, format):
    ran = run("export", square, "--format", format, "-o", tmp_path / "none" / "t")
    assert ran.returncode == 4
    assert b"none" in ran.stderr


@pytest.mark.parametrize("format, most", [("csv", 50_000), ("npy", 50_000), ("hdf5", 50_000),
                                          ("hdf5", 900), ("zarr2", 2_000)])
def test_a_full_disk_leaves_nothing(large, tmp_path, format, most):
    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    path, _ = large
    # Python's children would get SIGXFSZ back; ignored it makes write fail, as a full disk does.
    ran = run("export", path, "--format", format, "--slice", ":,:50,:", "-o", tmp_path / "t",
              preexec_fn=small_files_only, restore_signals=False)
    assert ran.returncode == 4, ran.stderr
    assert b"File too large" in ran.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", ["csv", "hdf5"])
def test_ctrl_c_leaves_nothing(large, tmp_path, format):
    path, _ = large
    words = [PROGRAM, "export", path, "--format", format, "-o", tmp_path / "t"]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as program:
        for _ in range(2000):
            if os.listdir(tmp_path):
                break
            time.sleep(0.005)
        before = processor_seconds(program.pid)
        program.send_signal(signal.SIGINT)
        said = program.stderr.read()
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 130, said
    assert used.ru_utime + used.ru_stime - before < 1
    assert list(tmp_path.iterdir()) == []


def test_damage_is_reported_and_leaves_nothing(square, tmp_path):
    output("solve", "cutting", "--box", "30", "-o", tmp_path / "t.zarr")
    shard = tmp_path / "t.zarr" / "nimber" / "c.0.0"
    damaged = bytearray(shard.read_bytes())
    damaged[10] ^= 1
    shard.write_bytes(damaged)
    for format in (*FILES, "zarr2"):
        ran = run("export", tmp_path / "t.zarr", "--format", format, "-o", tmp_path / "out")
        assert ran.returncode == 3, format
        assert b"c.0.0" in ran.stderr
        assert os.listdir(tmp_path) == ["t.zarr"]


@pytest.mark.parametrize("options", [
    ["--format", "hdf5", "-o", "-"], ["--format", "zarr2", "-o", "-"],
    ["--format", "npy", "-o", "-", "--json"], ["--format", "npy", "-o", "t", "--scale", "2"],
    ["--format", "tiff", "-o", "t"], ["--format", "npy"],
    ["--format", "npy", "-o", "t", "--array", "remoteness"],
])
def test_what_cannot_be_done_is_refused(square, tmp_path, options):
    ran = run("export", square, *options, cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_was_written_is_printed(square, tmp_path):
    printed = output("export", square, "--format", "npy", "-o", tmp_path / "t.npy").decode()
    assert "nimber of (w, h), 16 x 11 = 176 positions" in printed
    assert "(2, 2) .. (17, 12)" in printed
    assert np.load(tmp_path / "t.npy").size == 176
