"""docs/laws.md has an entry for each game of the catalogue, and each comes out as it says.

As a program it prints the rows with the seconds of the processor that they take."""
import json
import pathlib
import re
import resource
import shlex

import pytest
from grundy_program import output, run

ROOT = pathlib.Path(__file__).parents[2]
SECTION = re.search(r"## The laws of the catalogue\n(.*?)\n## ",
                    (ROOT / "docs/laws.md").read_text(encoding="utf-8"), re.DOTALL)[1]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")]
        for line in SECTION.splitlines() if line.startswith("| `")]


def law_found(asked):
    """The law that comes, or None."""
    ran = run(*shlex.split(asked.strip("`")), "--json")
    laws = json.loads(ran.stdout)["laws"]
    return laws[0] if laws else None


def test_every_game_has_an_entry():
    games = {line.split()[0] for line in output("games").decode().splitlines()
             if re.match(r"[a-z]", line)}
    assert len(games) == 35
    assert {shlex.split(asked.strip("`"))[1] for asked, *_ in ROWS} == games


@pytest.mark.parametrize("asked, law, status, _", ROWS, ids=[row[0] for row in ROWS])
def test_an_entry_comes_out_as_it_says(asked, law, status, _):
    found = law_found(asked)
    assert (found["status"] if found else "none") == status
    if text := re.match("`(.*)`", law):
        assert found["text"] == text[1]
    if period := re.match(r"period (\d+) from (\d+) on", law):
        assert (found["period"], found["preperiod"]) == (int(period[1]), int(period[2]))
    if kind := re.match(r"a tree of residues", law):
        assert found["kind"] == "residues", kind
    if "irrational" in law and status != "none" and asked.startswith("`law"):
        assert found["kind"] == "beatty"


if __name__ == "__main__":
    for asked, law, status, _ in ROWS:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        law_found(asked)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"| {asked} | {law} | {status} | {seconds:.2f} |")
