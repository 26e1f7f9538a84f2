"""grundy.law and grundy.check: what the program says, as objects."""
import threading

import numpy as np
import pytest

import definitions
import grundy
from grundy_program import answer, run

ASKED = [
    (["kayles", "--box", "1000"], {"box": 1000}),
    (["kiki", "--value", "outcome"], {"value": "outcome"}),
    (["bash", "--param", "m=10"], {"params": {"m": 10}}),
    (["nim", "--misere", "--box", "1000"], {"misere": True, "box": 1000}),
    (["wythoff", "--slice", "1,:", "--box", "1000"], {"section": "1,:", "box": 1000}),
    (["three_pile", "--value", "outcome", "--box", "40"], {"value": "outcome", "box": 40}),
]


@pytest.mark.parametrize("words, arguments", ASKED, ids=lambda asked: str(asked))
def test_a_law_is_that_of_the_program(words, arguments):
    law = grundy.law(words[0], **arguments)
    printed = answer("law", *words)
    entry = (printed["laws"] or [{"status": "none", "text": ""}])[0]
    assert (law.game, law.value, law.convention, list(law.box)) == tuple(
        printed[name] for name in ("game", "value", "convention", "box"))
    assert (law.section and list(law.section)) == printed["section"]
    assert law.statistics == printed["statistics"]
    for name in ("status", "text", "kind", "proof", "wins", "period", "preperiod", "saltus"):
        assert getattr(law, name) == entry.get(name), name
    assert bool(law) == bool(printed["laws"])
    for language in ("c", "python", "tex"):
        ran = run("law", *words, "--emit", language)
        assert getattr(law, language) == ran.stdout.decode()


def test_a_law_is_a_function():
    law = grundy.law("kayles", box=1000)
    assert [law(n) for n in range(100)] == definitions.values("kayles", (99,), "nimber").tolist()
    outcomes = grundy.law("kiki", value="outcome")
    assert (outcomes(3, 5), outcomes(3, 4)) == (grundy.P, grundy.N)
    with pytest.raises(ValueError):
        outcomes(0, 1)
    with pytest.raises(TypeError):
        grundy.law("three_pile", value="outcome", box=30)(1, 2, 3)


def test_a_law_takes_integers_of_any_kind_and_nothing_else():
    law = grundy.law("kayles", box=1000)
    for n in (5, 2**63 - 1, 2**64 - 1, 10**30):
        kinds = [int] + [np.uint64] * (n < 2**64) + [np.int64] * (n < 2**63) + [np.int8] * (n < 128)
        assert {law(kind(n)) for kind in kinds} == {law(n)}
        assert law(n) == law(71 + (n - 71) % 12 + 12 if n > 100 else n)
    assert law(np.array(5)) == law(5)
    for wrong in (3.5, 3.0, "3", None, np.float64(3), (3,)):
        with pytest.raises(TypeError, match="expected an integer"):
            law(wrong)


def test_a_certificate_is_judged_by_the_program(tmp_path):
    path = tmp_path / "kayles.law"
    text = grundy.law("kayles", box=1000).certificate
    path.write_text(text)
    assert run("verify", "--law", path).returncode == 0
    path.write_text(text.replace("8 when n mod 12 = 3", "8 when n mod 12 = 4"))
    assert run("verify", "--law", path).returncode == 1


def test_claims():
    assert grundy.check("bash", "nimber = n mod 4").status == "proved"
    assert grundy.check("nim3", "nimber = a bxor b bxor c", box=20).status == "proved"
    claim = grundy.check("nim3", "P when a bxor b = c and c not in {-1}", box=20)
    assert (claim(1, 2, 3), claim(1, 2, 4)) == (grundy.P, grundy.N)
    ran = run("check", "nim3", "--claim", claim.text, "--box", "20", "--emit", "c")
    assert claim.c == ran.stdout.decode()
    law = grundy.check("bash", "nimber = n mod 3")
    assert not law.c and not law.tex
    with pytest.raises(TypeError):
        law(3)
    assert not law and law.status == "refuted"
    assert law.counterexample["position"] == [3] and law.counterexample["value"] == 3
    with pytest.raises(grundy.RulesError, match="claim"):
        grundy.check("bash", "")
    with pytest.raises(grundy.RulesError):
        grundy.check("bash", "nimber = q")


def test_notebooks_show_a_law():
    shown = grundy.law("kayles", box=1000)._repr_html_()
    assert shown.startswith("<table><caption>kayles: period 12 from 71</caption>")
    assert "<th>law</th><td>nimber = 0 when n = 0, 3 when" in shown
    assert "<td>12, saltus 0, after 71 values</td>" in shown
    rules = "game g(n) (n) -> (n - k) for k >= 1 when k < 3"
    claim = grundy.check(None, "P when n < 1", rules=rules)
    assert "n &lt; 1" in claim._repr_html_() and "<td>(3,)</td>" in claim._repr_html_()
    assert "no law found" in grundy.law("three_pile", value="outcome", box=30)._repr_html_()


def test_notebooks_show_a_formula():
    assert grundy.law("bash")._repr_latex_() == "$$\n\\mathcal{G}(n) = n \\bmod 4\n$$"
    shown = grundy.law("kayles", box=1000)._repr_latex_()
    assert shown.startswith("\\begin{gather*}\n\\mathcal{G}(n + 12) = \\mathcal{G}(n)")
    assert grundy.law("three_pile", value="outcome", box=30)._repr_latex_() is None


@pytest.mark.parametrize("arguments, message", [
    ({"seconds": 0}, "`seconds` is "),
    ({"seconds": float("nan")}, "`seconds` is "),
    ({"value": "remoteness"}, "not about remoteness"),
    ({"section": "1,2"}, "nim has 1 coordinates"),
    ({"section": "x"}, "neither a number nor `:`"),
    ({"box": (1, 2)}, "coordinates"),
])
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(grundy.UsageError, match=message):
        grundy.law("nim", **arguments)
    with pytest.raises(grundy.UsageError):
        grundy.law(None)


@pytest.mark.parametrize("words, arguments", ASKED[1:5], ids=lambda asked: str(asked))
def test_a_law_has_a_picture(words, arguments):
    assert grundy.law(words[0], **arguments)._repr_png_().startswith(b"\x89PNG")


def test_without_a_law_or_gnuplot_there_is_no_picture(monkeypatch, tmp_path):
    law = grundy.law("bash")
    assert grundy.law("three_pile", value="outcome", box=30)._repr_png_() is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert law._repr_png_() is None


def test_misere_heaps():
    law = grundy.law("kayles", misere=True, box=16)
    assert law.misere == answer("law", "kayles", "--misere", "--box", "16")["misere"]
    assert law.misere["wild"] == 5
    assert grundy.law("kayles", box=200).misere is None


def test_threads_look_for_laws_at_once():
    found = []
    threads = [threading.Thread(target=lambda: found.append(grundy.law("bash").text))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["nimber = n mod 4"] * 4


def test_a_law_is_read_at_a_glance():
    assert repr(grundy.law("kayles", box=1000)) == "<Law kayles: proved, period 12 from 71>"
    assert repr(grundy.law("subtraction")) == "<Law subtraction: proved, period 7>"
    assert repr(grundy.law("bash")) == "<Law bash: proved, nimber = n mod 4>"
    assert repr(grundy.law("kiki", value="outcome")) == (
        "<Law kiki: proved, P when n mod 2 = 1 and m mod 2 = 1>")
    assert repr(grundy.law("three_pile", value="outcome", box=30)) == (
        "<Law three_pile: none, no law of its outcomes was found>")


def test_equal_laws_are_equal():
    assert grundy.law("kiki", value="outcome") == grundy.law("kiki", value="outcome")
    assert grundy.law("kiki", value="outcome") != grundy.law("kiki")


def test_a_law_of_arrays_is_that_of_each_position():
    outcomes = grundy.law("kiki", value="outcome")
    n, m = np.meshgrid(np.arange(1, 6), np.arange(1, 9), indexing="ij")
    np.testing.assert_array_equal(
        outcomes(n, m), [[outcomes(a, b) for b in range(1, 9)] for a in range(1, 6)])
    nimbers = grundy.law("kayles")
    heaps = np.array([0, 1, 10**6, 2**62], dtype=np.uint64)
    np.testing.assert_array_equal(nimbers(heaps), [nimbers(int(n)) for n in heaps])
    assert nimbers(heaps).dtype == np.int64
    with pytest.raises(TypeError, match="float64: expected integers"):
        nimbers(np.array([0.5]))
