"""The laws of ../shared/truth/laws.json, where that file is: each comes out with its numbers.

scripts/laws --truth prints what was expected, what came, and how long it took, as a table.
"""
import json
import pathlib
import re
import sys
import tempfile
import time

import pytest
from grundy_program import answer

FILE = pathlib.Path(__file__).parents[3] / "shared/truth/laws.json"
TRUTH = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else None
NUMBERS = {"n0": "preperiod", "p": "period", "s": "saltus"}
# Boxes and laws in the words of the program, for what the file tells in prose.
ASKED = {"0.2048": ["--box", "4000"]}
ALL_BUT = re.compile(r"take any number but ([0-9, ]+)")
TEXTS = {
    "a xor b xor c": r"nimber = a bxor b bxor c",
    "P exactly if both coordinates are odd": r"P when (n|m) mod 2 = 1 and (n|m) mod 2 = 1",
    "n mod 4": r"nimber = n mod 4",
    "N for 2..9, 19..162, 325..2916, ..: P exactly if 9 * 18^i < n <= 18^(i+1) for some i >= 0, "
    "or n = 1": r"P when n = 1 or 9 \* s < n <= 18 \* s for some s in powers\(18\)",
    "P exactly if a = b + 1, for b <= a": r"P when a = b \+ 1",
    # That min(a, b) = floor(k phi) for k = |a - b|, phi being the root of x * x - x - 1.
    "P exactly if {a, b} = {floor(k phi), floor(k phi) + k}": re.escape(
        "P when min(a, b) * min(a, b) - min(a, b) * (max(a, b) - min(a, b)) - 1 * (max(a, b) - "
        "min(a, b)) * (max(a, b) - min(a, b)) <= 0 and (min(a, b) + 1) * (min(a, b) + 1) - "
        "(min(a, b) + 1) * (max(a, b) - min(a, b)) - 1 * (max(a, b) - min(a, b)) * (max(a, b) - "
        "min(a, b)) > 0"),
    "not arithmetic periodic; a ruler law": r".*power_part.*"}
AXES = {"chomp3": "abc", "wythoff": "ab"}


def words(line, rules):
    """What `law` is asked; `rules` is a file for a game that the line describes."""
    game, *parameters = line["game"].split()
    all_but = ALL_BUT.fullmatch(line["game"])
    if all_but:
        taken = " and ".join(f"k != {number}" for number in all_but[1].split(", "))
        rules.write(f"game most(n)\n  (n) -> (n - k)  for k >= 1 when {taken}\n")
        rules.flush()
        asked = [rules.name]
    else:
        asked = [game, *(word for given in parameters for word in ("--param", given))]
    if "section" in line:
        axis, value = line["section"].split(" = ")
        asked += ["--slice", ",".join(value if name == axis else ":" for name in AXES[game])]
    if "value" in line:
        asked += ["--value", line["value"]]
    return asked + (["--box", str(line["box"])] if "box" in line else ASKED.get(game, []))


def differences(line, law):
    """How the law that was found differs from the one that the file has."""
    if not law:
        return ["no law"]
    found = [f"{key} is {law.get(name)}" for key, name in NUMBERS.items()
             if key in line and law.get(name) != line[key]]
    expected = line.get("status", "proved").split(" or ")
    if law["status"] not in expected:
        found.append(f"{law['status']}: {law.get('why_not_proved')}")
    if "law" in line and not re.fullmatch(TEXTS[line["law"]], law["text"]):
        found.append(law["text"])
    return found


def law_of(line, *more):
    """The first law, and the seconds that it took."""
    with tempfile.NamedTemporaryFile("w", suffix=".game") as rules:
        start = time.monotonic()
        laws = answer("law", *words(line, rules), *more)["laws"]
        return (laws[0] if laws else None), time.monotonic() - start


def values_of(line):
    """The listed first values of a game, as the program tells them."""
    game, *parameters = line["game"].split()
    inner = "".join("; " + given for given in parameters)
    return [answer("value", f"{game}({n}{inner})")["nimber"] for n in range(len(line["values"]))]


def rows():
    """(game, expected, found, seconds, seconds allowed, what differs) for each line."""
    for line in TRUTH["periods"] + TRUTH["laws"]:
        law, seconds = law_of(line)
        expected = {key: line[key] for key in (*NUMBERS, "law", "status") if key in line}
        wrong = differences(line, law)
        if "values" in line and values_of(line) != line["values"]:
            wrong.append("other values")
        got = {key: law.get(name) for key, name in NUMBERS.items()} if "p" in line and law else (
            law and law["text"][:60])
        status = law["status"] if law else "none"
        game = line["game"] + (f", {line['section']}" if "section" in line else "")
        yield game, expected, f"{got} {status}", seconds, line["seconds"], wrong
    for game in TRUTH["none"]:
        for value in ("nimber", "outcome"):
            law, seconds = law_of({"game": game, "value": value})
            yield (f"{game}, {value}", "none", law["text"] if law else "none", seconds, None,
                   ["a law is claimed"] if law else [])


# What no prover here decides yet: automata over digits would (docs/laws.md).
VERIFIED_ALONE = {"lasker", "nim3", "wythoff"}
TIMES_SLOWER = 10  # a machine that is busy


@pytest.mark.skipif(TRUTH is None, reason="../shared/truth/laws.json is not there")
def test_every_line_of_the_file_comes_out():
    for game, expected, _found, seconds, allowed, wrong in rows():
        if game in VERIFIED_ALONE:
            wrong = [what for what in wrong if not what.startswith("verified: ")]
        assert not wrong, (game, expected)
        assert allowed is None or seconds < TIMES_SLOWER * allowed, game


def main():
    if TRUTH is None:
        print("laws: skipped, there is no", FILE)
        return 0
    failed = 0
    for game, expected, found, seconds, allowed, wrong in rows():
        if allowed is not None and seconds > allowed:
            wrong.append("too slow")
        failed += bool(wrong)
        time_told = f"{seconds:.2f}" + (f" of {allowed}" if allowed is not None else "")
        print(" | ".join([game, str(expected), found, time_told, "; ".join(wrong) or "ok"]),
              flush=True)
    for line in TRUTH["misere"]:
        print(f"misere: {line['game']} | order {line['order']} | not computed: no quotients")
    print(f"laws: {failed} lines do not come out, {len(TRUTH['misere'])} are not computed")
    return 1 if failed or TRUTH["misere"] else 0


if __name__ == "__main__":
    sys.exit(main())
