"""scripts/lint-pages finds what is wrong with pages, and nothing else."""
import re

import pytest
from linter import lint, run, write

LINTER = "lint-pages"
LONG = "W" + " w" * 25
SHORT = "W" + " w" * 24

WRONG = {
    "a line of 101 columns": ("docs/a.md", "x" * 101, 1, "101 columns"),
    "a long line behind a block of code": ("docs/a.md", "    code\n" + "x" * 101, 2, "101 columns"),
    "a long heading": ("docs/a.md", "# " + "x" * 99, 1, "101 columns"),
    "a long line with a short link": ("docs/a.md", "[a](c.md) " + "x" * 99, 1, "101 columns"),
    "a sentence of 26 words": ("docs/a.md", LONG + ".", 1, "26 words"),
    "a second sentence, over two lines": ("docs/a.md", "One.\nTwo. W\n" + LONG[2:], 2, "26 words"),
    "a sentence behind a fence": ("docs/a.md", f"```\ncode\n```\n{LONG}.", 4, "26 words"),
    "a sentence without full stop": ("docs/a.md", LONG, 1, "26 words"),
    "a sentence that ends with a number": ("docs/a.md", "A 17. " + LONG, 1, "26 words"),
    "a list item": ("docs/a.md", f"- short\n- {LONG}", 2, "26 words"),
    "what goes on behind two dots": ("docs/a.md", "0, 1, .. " + SHORT, 1, "27 words"),
    "a link to no file": ("docs/a.md", "See\n[b](b.md).", 2, "`b.md` leads nowhere"),
    "a link to no file in a table": ("docs/a.md", "| [b](b.md) |", 1, "`b.md` leads nowhere"),
    "a picture that is not there": ("README.md", "![b](docs/b.png)", 1, "leads nowhere"),
    "a picture within a link": ("README.md", "[![b](b.png)](docs/c.md)", 1, "`b.png` leads"),
    "a link out of the tree": ("README.md", "[b](../b.md)", 1, "leads nowhere"),
    "an anchor to no heading": ("docs/a.md", "# A\n[b](#b)", 2, "no such heading in a.md"),
    "an anchor in another page": (
        "README.md", "[b](docs/c.md#d)", 1, "no such heading in c.md"),
    "an anchor in what is no page": ("docs/a.md", "[c](c.txt#c)", 1, "no such heading in c.txt"),
    "a second anchor of a name": ("docs/a.md", "# A\n[a](#a-1)", 2, "no such heading"),
    "an anchor to a line of code": ("docs/a.md", "    # A\n\n[a](#a)", 3, "no such heading"),
    "a README of 251 lines": ("README.md", "\n" * 250 + "x", 251, "251 lines, it may have 250"),
    "a page of 121 lines": ("docs/performance.md", "\n" * 120 + "x", 121, "it may have 120"),
    "a page in a folder": ("docs/folder/a.md", LONG, 1, "26 words"),
}

RIGHT = {
    "lines and sentences at their limits": f"{'x' * 100}\n\n{SHORT}.\n{SHORT}!\n{SHORT}?\n",
    "code": f"    code\n    {LONG} {'x' * 101}\n\n    [b](b.md)\n",
    "fenced code": f"```\n{LONG} {'x' * 101}\n\n[b](b.md)\n```\n",
    "a table": f"| {LONG} | {'x' * 101} |\n",
    "a long address": f"[{'x' * 98}](https://example.org/{'y' * 50})\n",
    "a long bare address": f"https://example.org/{'y' * 101}\n",
    "inline code is one word": SHORT[2:] + " `" + LONG[:30] + "`.",
    "inline code holds no link": "`[b](b.md)`",
    "anchors": "# A `b`: c\n# A\n# A\n[a](#a-b-c) [a](#a-1) [c](c.md#c) [c](c.md)\n",
    "a number at the end of a sentence": SHORT[2:] + " 17.\n" + SHORT,
    "a beginning with a digit or in quotes": f'{SHORT}. 3\n{SHORT[2:]}.\n"{SHORT}."\n{SHORT}',
}


@pytest.fixture
def tree(tmp_path):
    """A tree with a good page and another file, and a file outside."""
    write(tmp_path, "b.md", "# B\n")
    for name in ("c.md", "c.txt"):
        write(tmp_path / "tree" / "docs", name, "# C\n")
    return tmp_path / "tree"


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_found_at_its_line(wrong, tree):
    name, text, line, what = WRONG[wrong]
    write(tree, name, text)
    status, findings = lint(LINTER, tree)
    assert status == 1
    assert len(findings) == 1, findings
    assert findings[0].startswith(f"{name}:{line}: ")
    assert what in findings[0]
    assert re.search("; .", findings[0])  # what to do about it


@pytest.mark.parametrize("right", RIGHT)
def test_what_is_right_is_not_reported(right, tree):
    write(tree, "docs/a.md", RIGHT[right])
    assert lint(LINTER, tree) == (0, [])


def test_a_tree_without_pages_is_an_error(tmp_path):
    assert run(LINTER, tmp_path).returncode == 1
