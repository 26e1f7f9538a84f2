"""`pip install` puts a module into place that needs nothing of the repository: of the tree, or of the wheel that
`scripts/wheel` makes, which brings its libraries along."""
import base64
import csv
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import grundy
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(grundy.__file__).parents[2]

PROGRAM = """
import grundy, importlib.metadata, os, pathlib
assert importlib.metadata.version("grundy") == grundy.__version__
print(pathlib.Path(grundy.__file__).parent)
print(grundy.solve("three_pile", 20, value="outcome").p_positions, grundy.value("nim(3) + nim(4)"))
os.environ["PATH"] = ""  # without gnuplot, which draws
law = grundy.law("kiki", value="outcome", box=40)
print(law.status, law.text, law(1, 2), law._repr_png_())
"""


def ran(*command, cwd):
    """What it prints, in an environment that knows nothing of the build folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True,
                          check=False, env={**environment, "GRUNDY_BUILD": str(BUILD)})
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return pathlib.Path(ran(ROOT / "scripts" / "wheel", folder, cwd=folder).strip())


@pytest.mark.parametrize("source", ["tree", "wheel"])
def test_pip_installs_it(tmp_path, source, request):
    source = ROOT if source == "tree" else request.getfixturevalue("wheel")
    venv = tmp_path / "venv"
    # A plain one, without NumPy, setuptools and wheel. Nothing is downloaded.
    ran(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    python = venv / "bin" / "python"
    ran(python, "-m", "pip", "install", "--no-deps", "--no-index", source, cwd=tmp_path)
    where, answers, law = ran(python, "-c", PROGRAM, cwd=tmp_path).splitlines()
    installed = pathlib.Path(where)
    assert installed.is_relative_to(venv)
    package = ROOT / "api" / "python" / "grundy"
    expected = {file.name for file in package.iterdir() if file.is_file()}
    assert expected <= {file.name for file in installed.iterdir()}
    solution = grundy.solve("three_pile", 20, value="outcome")
    assert law == f"proved P when n mod 2 = 1 and m mod 2 = 1 {grundy.Outcome.N!s} None"
    assert answers == f"{solution.p_positions} {grundy.value('nim(3) + nim(4)')}"


def test_the_wheel_needs_the_c_and_cpp_runtime_alone(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    module, = (tmp_path / "grundy").glob("*.so")
    libraries = re.findall(r"(\S+) => (\S+)", ran("ldd", module, cwd=tmp_path))
    inside = {name for name, path in libraries if pathlib.Path(path).is_relative_to(tmp_path)}
    assert inside == {file.name for file in (tmp_path / "grundy.libs").glob("*.so*")}
    assert {name for name, _ in libraries} - inside <= {
        "libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6"}


def test_the_wheel_records_its_files(wheel):
    with zipfile.ZipFile(wheel) as archive:
        record, = (name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert [row[0] for row in rows] == archive.namelist()
        for name, digest, size in rows[:-1]:
            data = archive.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={expected}", str(len(data))), name
        assert rows[-1] == [record, "", ""]
