"""`pip install .` puts a module into place that needs nothing of the repository."""
import os
import pathlib
import subprocess
import sys

import grundy

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


def test_pip_installs_it(tmp_path):
    venv = tmp_path / "venv"
    # A plain one, without NumPy, setuptools and wheel. Nothing is downloaded.
    ran(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    python = venv / "bin" / "python"
    ran(python, "-m", "pip", "install", "--no-deps", "--no-index", ROOT, cwd=tmp_path)
    where, answers, law = ran(python, "-c", PROGRAM, cwd=tmp_path).splitlines()
    installed = pathlib.Path(where)
    assert installed.is_relative_to(venv)
    source = ROOT / "api" / "python" / "grundy"
    expected = {file.name for file in source.iterdir() if file.is_file()}
    assert expected <= {file.name for file in installed.iterdir()}
    solution = grundy.solve("three_pile", 20, value="outcome")
    assert law == f"proved P when n mod 2 = 1 and m mod 2 = 1 {grundy.Outcome.N!s} None"
    assert answers == f"{solution.p_positions} {grundy.value('nim(3) + nim(4)')}"
