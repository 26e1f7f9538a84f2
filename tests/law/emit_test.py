"""What `grundy law --emit` prints is compiled or run, and says what a table says, on a larger box."""
import csv
import ctypes
import io
import subprocess

import pytest
from grundy_program import output, run

MOST = "game most(n)\n (n) -> (n - k) for k >= 1 when k != 2 and k != 3 and k != 7\n"
GROWING = "game g(n)\n (n) -> (n - k) for k >= 1 when k != 4 and k != 5 and k != 11\n"
# Words that C or Python reserves, and coordinates that do not begin at 0.
AWKWARD = ("game switch(int in 2.., values in 1.., values_ in 0..5)\n"
           " (int, values, values_) -> (int - 1, values, values_)\n"
           " (int, values, values_) -> (int, values - 1, values_)\n")
MACROS = ("game asm(INT64_MAX, xor)\n"
          " (INT64_MAX, xor) -> (INT64_MAX - k, xor) for k in {1, 3}\n"
          " (INT64_MAX, xor) -> (INT64_MAX, xor - 1)\n")
LATE = "game late(n in 5..)\n param S = {1, 4, 9, 11}\n (n) -> (n - k) for k in S\n"

# Functions of arithmetic: divisors, proper divisors, and ones of the binary digits.
DIVISORS = "game g(n)\n (n) -> (n - k) for k >= 1 when n mod k = 0\n"
FACTORS = "game g(n)\n (n) -> (k) for k >= 1 when n mod k = 0 and k < n\n"
ONES = "game valuation(n)\n (n) -> (n - s) for s in powers(2) when floor(n / s) mod 2 = 1\n"

# What `law` is asked, the rules of a file, and the box on which what it tells is looked at. Where it
# is the same law, a small box is named: else as much is solved as a second allows, time and again.
LAWS = [
    ("kayles --box 1000", None, "5000"),
    ("0.07 --box 1000", None, "5000"),
    ("0.165 --box 20000", None, "25000"),
    ("lasker", None, "20000"),
    ("bash --param m=10", None, "3000"),
    ("s_nim --value outcome", None, "3000"),
    ("subtraction --param S={1,5,12,31} --box 1000", None, "3000"),
    ("subtraction --param S={1,5,12,31} --value outcome --box 1000", None, "3000"),
    ("nim --misere --value outcome --box 1000", None, "100"),
    ("nim3 --box 40", None, "50,50,50"),
    ("kiki --value outcome", None, "300,200"),
    ("cards --value outcome --box 20", None, "22,22,5,5"),
    ("multiplication --value outcome --box 1000", None, "20000"),
    ("wythoff --value outcome", None, "1100,300"),
    ("wythoff --slice 1,: --box 1000", None, "1,3000"),
    ("chomp3 --slice :,:,0 --value outcome --box 250", None, "250,250,0"),
    ("RULES --box 200", MOST, "3000"),
    ("RULES --box 800", GROWING, "3000"),
    ("RULES", AWKWARD, "40,40,5"),
    ("RULES", MACROS, "60,60"),
    ("RULES", LATE, "3000"),
    ("RULES --value outcome", LATE, "3000"),
    ("RULES --box 2000", DIVISORS, "3000"),
    ("RULES --box 2000", FACTORS, "3000"),
    ("RULES --box 2000", ONES, "3000"),
    ("0.2048 --box 4000", None, "6000"),
]


def asked(ask, rules, folder):
    """The arguments of `law`, with the rules in a file."""
    path = folder / "rules.game"
    path.write_text(rules or "", encoding="utf-8")
    return [str(path) if word == "RULES" else word for word in ask.split()]


def rows(arguments, box, folder):
    """(position, its value) of all positions up to `box`, as the table has them."""
    value = "outcome" if "outcome" in arguments else "nimber"
    game = [arguments[0]] + (["--param", arguments[arguments.index("--param") + 1]]
                             if "--param" in arguments else [])
    misere = ["--misere"] if "--misere" in arguments else []
    table = folder / "T.zarr"
    output("solve", *game, *misere, "--value", value, "--box", box, "-o", table)
    text = output("export", table, "--format", "csv", "-o", "-").decode()
    for *position, value in list(csv.reader(io.StringIO(text)))[1:]:
        yield tuple(map(int, position)), value == "P" if value in "PN" else int(value)


def c_function(source, dimensions, folder):
    (folder / "law.c").write_text(source, encoding="utf-8")
    words = ["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wparentheses", "-Werror",
             "-shared", "-fPIC", "-O1", "law.c", "-o", "law.so"]
    subprocess.run(words, cwd=folder, check=True)
    name = source[:source.rindex("(int64_t ")].split()[-1]
    function = getattr(ctypes.CDLL(str(folder / "law.so")), name)
    function.restype = ctypes.c_int if name.endswith("_is_p") else ctypes.c_int64
    function.argtypes = [ctypes.c_int64] * dimensions
    return function


def python_function(source):
    scope = {}
    exec(compile(source, "law.py", "exec", dont_inherit=True), scope)  # pylint: disable=exec-used
    return next(value for name, value in scope.items() if name.endswith(("_is_p", "_nimber")))


@pytest.mark.parametrize("ask, rules, box", LAWS, ids=[ask for ask, _, _ in LAWS])
def test_functions_compute_the_law(ask, rules, box, tmp_path):
    arguments = asked(ask, rules, tmp_path)
    values = list(rows(arguments, box, tmp_path))
    in_c = c_function(output("law", *arguments, "--emit", "c").decode(), len(values[0][0]),
                      tmp_path)
    in_python = python_function(output("law", *arguments, "--emit", "python").decode())
    assert len(values) > 60
    for position, value in values:
        assert in_c(*position) == value, position
        assert in_python(*position) == value, position


def test_functions_refuse_what_is_no_position(tmp_path):
    arguments = asked("RULES", LATE, tmp_path)
    in_c = c_function(output("law", *arguments, "--emit", "c").decode(), 1, tmp_path)
    assert in_c(4) == -1 and in_c(2**60) >= 0 and in_c(2**63 - 1) == -1
    in_python = python_function(output("law", *arguments, "--emit", "python").decode())
    with pytest.raises(ValueError):
        in_python(4)
    assert in_python(2**60) == in_c(2**60)


# Powers of 18 up to the largest number that is taken: nothing overflows on the way.
def test_the_largest_number_of_c_is_right(tmp_path):
    ask = "multiplication --value outcome --box 1000"
    in_c = c_function(output("law", *ask.split(), "--emit", "c").decode(), 1, tmp_path)
    in_python = python_function(output("law", *ask.split(), "--emit", "python").decode())
    largest = max(n for n in (2**k for k in range(63)) if in_c(n) != -1)
    assert largest > 2**50 and in_c(largest + 1) == -1
    for k in range(largest.bit_length()):
        for n in (2**k - 1, 2**k):
            assert n < 1 or in_c(n) == in_python(n)


@pytest.mark.parametrize("ask, formula", [
    ("bash", r"\mathcal{G}(n) = n \bmod 4"),
    ("kiki --value outcome", r"(n, m) \in \mathcal{P} \iff n \bmod 2 = 1 \land m \bmod 2 = 1"),
    ("nim3 --box 40", r"\mathcal{G}(a, b, c) = a \oplus b \oplus c"),
    ("lasker", "\\begin{cases}\n0 & \\text{if } n = 0 \\\\\nn + 1 & \\text{if } n \\bmod 4 = 3"),
    ("0.07 --box 1000", r"\mathcal{G}(n + 34) = \mathcal{G}(n) \quad (n \ge 53)"),
])
def test_formulas_of_tex(ask, formula):
    text = output("law", *ask.split(), "--emit", "tex").decode()
    assert formula in text
    assert text.count("{") == text.count("}") and text.count("\\begin") == text.count("\\end")


def test_too_many_values_are_not_printed():
    ran = run("law", "0.165", "--box", "20000", "--emit", "tex")
    assert ran.returncode == 2 and not ran.stdout
    assert b"the law lists 6731 values, and at most 1000 are printed" in ran.stderr


def test_no_law_is_no_function():
    ran = run("law", "officers", "--box", "2000", "--emit", "c")
    assert ran.returncode == 2 and not ran.stdout
    assert b"no law found" in ran.stderr
