"""The scripts of examples/judge, run as a judge runs a solution."""
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples/judge"


def names():
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "ask")


def output(adapter, text):
    """What the adapter prints for this input; it finds the program in $GRUNDY_PROGRAM."""
    ran = subprocess.run([sys.executable, "-B", FOLDER / f"{adapter}.py"], input=text, text=True,
                         stdout=subprocess.PIPE, check=True)
    return ran.stdout
