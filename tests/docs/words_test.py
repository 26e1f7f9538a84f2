"""scripts/lint-words finds words that plain English does without, and nothing else."""
import subprocess

import pytest
from linter import lint, run, write

LINTER = "lint-words"

# This file is left out of what the script looks at.
WRONG = {
    "in a page": ("docs/a.md", "One.\nIt is told.", 2, "told"),
    "at the beginning of a comment": ("a.cpp", "// Anew.", 1, "anew"),
    "in a name with capitals": ("a.cpp", "bool isTold = true;", 1, "told"),
    "in the name of a test": ("a.cpp", "TEST(A, IsForetoldAndKept) {}", 1, "foretold"),
    "in a name with underscores": ("a.py", "\n\nforetold_bytes = 8", 3, "foretold"),
    "in the name of a macro": ("a.hpp", "#define WHOEVER_ASKS 1", 1, "whoever"),
    "at the end of a line": ("a.sh", "# takes so\n# many.", 1, "so many"),
    "of two words in a name": ("a.js", "const takenUp = 1;", 1, "taken up"),
    "before `to`": ("games/a.game", "# is told to go on", 1, "told"),
    "in the name of a file": ("docs/foretold.txt", "", 1, "foretold"),
    "in what is not released": (
        "CHANGELOG.md", "## [Unreleased]\nAnew.\n## [0.1.0] - 2026-11-01\n", 2, "anew"),
}

RIGHT = {
    "what was released": ("CHANGELOG.md", "## [Unreleased]\n## [0.1.0] - 2026-11-01\nAnew.\n"),
    "the license": ("LICENSE", "Whoever"),
    "a part of a word": ("a.md", "The moltolds of a_new ANewTable, sometimes whoeveryone."),
    "`up to`": ("a.md", "It takes up to 5 s, and took up\nto 6."),
    "bytes that are no text": ("a.bin", b"told\xff"),
}


@pytest.fixture(params=["tracked", "without git"])
def tree(request, tmp_path):
    """Gives a function that writes a file into a tree, which git tracks or knows nothing of."""
    def git(*words):
        subprocess.run(["git", "-C", tmp_path, *words], check=True, capture_output=True)

    def add(name, text):
        write(tmp_path, name, text)
        if request.param == "tracked":
            git("add", "--all")
        return tmp_path

    if request.param == "tracked":
        git("init")
        write(tmp_path, ".gitignore", "ignored\n")
        write(tmp_path, "ignored/a.cpp", "told")
    write(tmp_path, "b.md", "Text.\n")
    return add


@pytest.mark.parametrize("wrong", WRONG)
def test_a_word_is_found_at_its_line(wrong, tree):
    name, text, line, word = WRONG[wrong]
    status, findings = lint(LINTER, tree(name, text))
    assert status == 1
    assert len(findings) == 1, findings
    assert findings[0].startswith(f"{name}:{line}: ")
    assert f"`{word}`; write " in findings[0]


@pytest.mark.parametrize("right", RIGHT)
def test_other_text_is_not_reported(right, tree):
    assert lint(LINTER, tree(*RIGHT[right])) == (0, [])


def test_a_tree_without_files_is_an_error(tmp_path):
    assert run(LINTER, tmp_path).returncode == 1
