"""scripts/check-law accepts laws and refuses those that were edited in one place, as `verify --law`
and Coq do. The oracle is the definition, followed by tests/support/spoiled_laws.py."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest
import spoiled_laws
from grundy_program import output, run

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
EACH = int(os.environ.get("GRUNDY_SPOILED_LAWS", "2"))  # of each law; 120 take many minutes


def law_file(path, rules, arguments):
    """The law of rules, as its file has it."""
    (path / "rules.game").write_text(rules)
    output("law", path / "rules.game", *arguments, "--force", "-o", path / "F.law")
    return json.loads((path / "F.law").read_text())


def check_law(*files):
    """Its exit status, and what it says."""
    ran = subprocess.run([sys.executable, "-B", SCRIPTS / "check-law", *files],
                         capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("rules,arguments", spoiled_laws.PERIODS + spoiled_laws.AUTOMATA)
def test_right_laws_are_accepted(rules, arguments, tmp_path):
    law_file(tmp_path, rules, arguments)
    status, text = check_law(tmp_path / "F.law")
    assert status == 0 and " accepted: " in text, text


@pytest.mark.parametrize("game", ["nim3 --box 40", "kiki", "kiki --value outcome", "lasker",
                                  "odd_heaps", "powers_of_two", "cards --value outcome",
                                  "nim --misere --value outcome", "bash --param m=10"])
def test_laws_of_the_catalogue_are_accepted(game, tmp_path):
    output("law", *game.split(), "-o", tmp_path / "F.law")
    status, text = check_law(tmp_path / "F.law")
    assert status == 0, text


@pytest.mark.parametrize("rules,arguments", spoiled_laws.PERIODS + spoiled_laws.AUTOMATA)
def test_spoiled_laws_are_refused(rules, arguments, tmp_path):
    law = law_file(tmp_path, rules, arguments)
    assert spoiled_laws.is_right(law)
    for number, wrong in enumerate(spoiled_laws.many(law, EACH, seed=1956)):
        path = tmp_path / f"{number}.law"
        path.write_text(json.dumps(wrong))
        status, text = check_law(path)
        assert status in (1, 3), (wrong, text)
        assert "Traceback" not in text and " accepted: " not in text, text
        judged = run("verify", "--law", path, "--seconds", "60")
        assert judged.returncode in (1, 2, 3), (wrong, judged.stdout)  # 2: rules that are none


def test_what_is_not_known_is_said(tmp_path):
    path = tmp_path / "F.law"
    for text, why in [("", "Expecting value"), ("[]", "not judged"), ("{}", "'format'"),
                      ('{"format": "grundy-law", "version": 2}', "no law of version 1")]:
        path.write_text(text)
        status, said = check_law(path)
        assert status == 3 and why in said and "Traceback" not in said, said
    assert check_law(tmp_path / "none.law")[0] == 3
    output("law", "chomp3", "--slice", ":,:,0", "--value", "outcome", "--box", "250,250,0", "-o",
           path, "--force")
    assert check_law(path) == (3, f"{path}: not judged: a law of a section\n")
    assert check_law()[0] == 2


needs_coq = pytest.mark.skipif(shutil.which("coqc") is None,
                               reason="Coq is not installed (Debian: coq)")


def coqc(path, text):
    """Its exit status on this text, and what it says."""
    (path / "law.v").write_text(text)
    ran = subprocess.run(["coqc", "law.v"], cwd=path, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


COQ = [one for one in spoiled_laws.PERIODS[:5] if one[0] != spoiled_laws.OCTAL]  # which takes long
PRINTED = "\n(* The game.\n"  # what comes before is the same for all laws


@needs_coq
@pytest.mark.parametrize("rules,arguments", COQ)
def test_coq_proves_periods(rules, arguments, tmp_path):
    law_file(tmp_path, rules, arguments)
    text = output("law", tmp_path / "rules.game", *arguments, "--emit", "coq").decode()
    status, said = coqc(tmp_path, text + "Print Assumptions period.\n")
    assert status == 0 and "Closed under the global context" in said, said
    theory, _, law = output("verify", "--law", tmp_path / "F.law", "--emit",
                            "coq").decode().partition(PRINTED)
    assert law == text.partition(PRINTED)[2]


@needs_coq
def test_coq_proves_subtraction_games(tmp_path):
    chance, text, theory = random.Random(4095), "", ""
    for number in range(EACH):
        takes = sorted(chance.sample(range(1, 13), chance.randint(1, 12)))
        rules = f"game takes(n)\n (n) -> (n - k) for k in {{{', '.join(map(str, takes))}}}\n"
        (tmp_path / "rules.game").write_text(rules)
        theory, mark, law = output("law", tmp_path / "rules.game", "--emit",
                                   "coq").decode().partition(PRINTED)
        text += f"Module Game{number}.{mark}{law}End Game{number}.\n"
    status, said = coqc(tmp_path, theory + "\n" + text)
    assert status == 0, said


@needs_coq
def test_coq_refuses_spoiled_laws(tmp_path):
    text, theory, judged = "", "", 0
    for rules, arguments in COQ:
        law = law_file(tmp_path, rules, arguments)
        for wrong in spoiled_laws.many(law, EACH, seed=8):
            (tmp_path / "F.law").write_text(json.dumps(wrong))
            printed = run("verify", "--law", tmp_path / "F.law", "--emit", "coq")
            if printed.returncode != 0:
                assert printed.returncode in (2, 3) and printed.stderr, wrong
                continue
            theory, mark, law_text = printed.stdout.decode().partition(PRINTED)
            law_text = law_text[:law_text.index("Theorem nimber_is_right")].replace(
                "reflexivity. Qed.", "Fail reflexivity. Abort.")
            text += f"Module Wrong{judged}.{mark}{law_text}End Wrong{judged}.\n"
            judged += 1
            if judged == 1:  # as it is printed
                assert coqc(tmp_path, printed.stdout.decode())[0] != 0
    assert judged >= EACH
    status, said = coqc(tmp_path, theory + "\n" + text)
    assert status == 0, said  # `Fail` fails where Coq would not


@needs_coq
@pytest.mark.parametrize("game,why", [
    ("kiki --value outcome", "one of outcomes"), ("nim3 --box 40", "several coordinates"),
    ("lasker", "fixed number"), ("0.165 --box 20000", "13466 heaps")])
def test_what_coq_does_not_get_is_said(game, why):
    ran = run("law", *game.split(), "--emit", "coq")
    assert ran.returncode == 2 and why in ran.stderr.decode() and not ran.stdout
