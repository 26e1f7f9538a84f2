"""Random games of tests/differential, judged by the second oracle.

    python3 tests/oracle/random_games.py DIFFERENTIAL [ARGUMENT..]

The arguments are those of `DIFFERENTIAL --emit`, such as `--construct divisors --each 2000`. Ends with 1 if a game differs.
"""
import json
import subprocess
import sys

import second_oracle


def questions(differential, *arguments):
    """With the C++ oracle's answers; what it refuses is left out."""
    with subprocess.Popen([differential, "--emit", *arguments], stdout=subprocess.PIPE, text=True) as program:
        for line in program.stdout:
            question = json.loads(line)
            if "error" not in question:
                yield question
    if program.returncode != 0:
        raise RuntimeError(f"{differential} ended with {program.returncode}")


def agrees(question):
    """None where there are too many sums."""
    found = second_oracle.games(question["text"])
    game = second_oracle.play(found[0], found)
    try:
        values = second_oracle.table(game, question["low"], question["high"], question["quantity"],
                                    question["convention"] == "misere", most=20_000)
    except second_oracle.TooMany:
        return None
    return values == question["values"]


def main(differential, *arguments):
    asked = judged = different = 0
    for question in questions(differential, *arguments):
        asked += 1
        verdict = agrees(question)
        judged += verdict is not None
        if verdict is False:
            different += 1
            print(f"DIFFERENCE: seed {question['seed']}\n{question['text']}", flush=True)
        if asked % 1000 == 0:
            print(f"{asked} games, {judged} judged, {different} differ", flush=True)
    print(f"{asked} games, {judged} judged, {different} differ")
    return 1 if different or not judged else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
