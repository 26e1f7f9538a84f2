"""bench/results.py save FOLDER | csv FOLDER: what the benchmark programs wrote, one JSON file each, as one.

`save` writes bench/results/DATE-MACHINE.json and tells its name, `csv` prints a line for each run.
scripts/bench calls it.
"""
import csv
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent


def programs(folder):
    """What each program wrote, by its name."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}


def runs(found):
    """Those of all programs in the order of the source, without medians and the like."""
    every = [{"program": name, **run} for name, written in found.items() for run in written["benchmarks"]
             if run["run_type"] == "iteration"]
    places = ("program", "family_index", "per_family_instance_index", "repetition_index")
    return sorted(every, key=lambda run: [run[place] for place in places])


def cpu():
    names = re.findall(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    return names[0] if names else os.uname().machine


def commit():
    ran = subprocess.run(["git", "-C", BENCH, "describe", "--always", "--dirty", "--exclude=*"], text=True, check=True,
                         stdout=subprocess.PIPE)
    return ran.stdout.strip()


def one_run_a_line(joined):
    head = json.dumps({**joined, "benchmarks": []}, indent=1)
    return head.replace("[]", "[\n" + ",\n".join(map(json.dumps, joined["benchmarks"])) + "\n]") + "\n"


def save(folder):
    found = programs(folder)
    first = next(iter(found.values()))["context"]
    joined = {
        "date": datetime.date.today().isoformat(),
        "machine": cpu(),
        "cpus": first["num_cpus"],
        "compiler": first["compiler"],
        "isa": first["isa"],
        "commit": commit(),
        "load_average_at_begin": first["load_avg"],
        "benchmarks": runs(found),
    }
    machine = re.sub(r"[^a-z0-9]+", "-", f"{joined['machine']} {joined['cpus']} cpus".lower()).strip("-")
    path = BENCH / "results" / f"{joined['date']}-{machine}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(one_run_a_line(joined), "utf-8")
    print(path.relative_to(BENCH.parent))


def print_csv(folder):
    rows = runs(programs(folder))
    columns = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


if __name__ == "__main__":
    {"save": save, "csv": print_csv}[sys.argv[1]](pathlib.Path(sys.argv[2]))
