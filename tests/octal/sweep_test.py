"""Many octal games at once: published periods, equal codes, files that go on, comparisons."""
import csv
import io
import json

import pytest
from grundy_program import answer, output, run

# Periods and the first heap from which on they hold (Guy and Smith 1956; Flammenkamp's list).
PUBLISHED = {"0.07": (34, 53), "0.77": (12, 71), "0.156": (349, 3479), "0.16": (149459, 105351)}


def rows_of(*arguments):
    return [json.loads(line) for line in output("octal", "sweep", *arguments, "--json").splitlines()]


@pytest.mark.parametrize("code", PUBLISHED)
def test_periods_are_the_published_ones(code):
    [row] = rows_of(code, "--heaps", "700000")
    assert (row["period"], row["preperiod"]) == PUBLISHED[code]


def test_a_pattern_means_shorter_codes_too():
    codes = [row["code"] for row in rows_of("0.xy", "--heaps", "99")]
    assert len(codes) == len(set(codes)) == 63
    assert {"0.6", "0.06", "0.77"} < set(codes)


def test_a_row_has_the_digest_and_counts_of_a_box():
    for code in ("0.6", "0.104", "0.26", "0.3"):
        [row] = rows_of(code, "--heaps", "30001")
        box = answer("solve", code, "--box", "30000")
        assert [row[key] for key in ("digest", "p_positions", "largest")] == \
            [box[key] for key in ("digest", "p_positions", "max_nimber")]
    [officers] = rows_of("0.6", "--heaps", "30001")
    assert (officers["rare_mask"], officers["rare_heaps"], officers["last_rare"]) == (494, 1584, 20627)
    assert rows_of("0.6", "--heaps", "30001", "--threads", "1") != []


def test_equal_codes_are_separate_from_those_that_part():
    rows = {row["code"]: row for row in rows_of("0.06x", "--heaps", "3000")}
    like = {code: (row["like"], row["parts_at"]) for code, row in rows.items() if row["like"]}
    assert len(like) > 3
    for code, (other, parts_at) in like.items():
        own, others = (answer("solve", c, "--box", "2999", "--print")["values"] for c in (code, other))
        common = next((n for n in range(3000) if own[n] != others[n]), None)
        assert parts_at == common


def test_csv_has_a_line_a_code():
    rows = list(csv.DictReader(io.StringIO(output("octal", "sweep", "0.x", "--heaps", "1000",
                                                  "--csv").decode())))
    assert [row["code"] for row in rows] == [f"0.{digit}" for digit in range(1, 8)]
    assert rows[6]["period"] == "2" or rows[6]["rare_mask"] is not None


def test_a_file_goes_on_and_is_compared(tmp_path):
    file = tmp_path / "codes.jsonl"
    whole = output("octal", "sweep", "0.1x", "--heaps", "2000", "-o", file, "--json")
    lines = file.read_text().splitlines()
    file.write_text("".join(line + "\n" for line in lines[2:5]))
    output("octal", "sweep", "0.1x", "--heaps", "2000", "-o", file, "--resume", "--json")
    again = [json.loads(line) for line in file.read_text().splitlines()]
    for old, new in zip(map(json.loads, whole.splitlines()), again, strict=True):
        assert {**old, "seconds": 0} == {**new, "seconds": 0}
    assert run("octal", "sweep", "0.1x", "--heaps", "2000", "-o", file).returncode == 2
    assert run("octal", "sweep", "0.x", "--heaps", "9", "-o", file, "--resume").returncode == 2
    compared = ["octal", "sweep", "0.1x", "--heaps", "2000", "--compare", file]
    assert run(*compared).returncode == 0
    file.write_text(file.read_text().replace(again[3]["digest"], "0" * 32))
    ran = run(*compared)
    assert ran.returncode == 1
    assert again[3]["code"] in ran.stderr.decode()
    file.write_text("no row\n")
    assert run(*compared).returncode == 3


@pytest.mark.parametrize("arguments, said", [
    (["wxyz"], "a digit and a dot"),
    (["0.18"], "no octal digit"),
    (["0.xyzuvw"], "more than 4096 codes"),
    (["1.1"], "no code is meant"),
    (["0.1", "--heaps", "0"], "--heaps 0"),
    (["0.1", "--heaps", "many"], "--heaps many"),
])
def test_bad_input_says_what_was_expected(arguments, said):
    ran = run("octal", "sweep", *arguments)
    assert ran.returncode == 2
    assert said in ran.stderr.decode()
