"""Every command on these pages prints what they say, up to what differs from run to run."""
import os
import pathlib
import re
import subprocess

import page
import pytest

PAGES = ["docs/problems.md"]
VARYING = re.compile(r"^(  (?:checked|solved in|peak memory)) .*$", re.MULTILINE)


def without_varying(text):
    return VARYING.sub(r"\1", text)


@pytest.fixture(scope="module", params=PAGES)
def text_and_folder(request, tmp_path_factory):
    """The text, and a folder where its commands find its files, `grundy` and the examples."""
    text = (page.ROOT / request.param).read_text("utf-8")
    folder = tmp_path_factory.mktemp("page")
    (folder / "examples").symlink_to(page.ROOT / "examples")
    for name, content in page.files(text).items():
        (folder / name).write_text(content, "utf-8")
    return text, folder


def test_every_command_prints_what_the_page_says(text_and_folder):
    text, folder = text_and_folder
    program = pathlib.Path(os.environ["GRUNDY_PROGRAM"])
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    commands = list(page.commands(text))
    assert len(commands) >= 10
    for command in commands:
        ran = subprocess.run(["bash", "-c", command.text], cwd=folder, env=environment, text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        found = without_varying(ran.stdout.strip("\n"))
        assert found == without_varying(command.output), f"line {command.line}: {command.text}"


def test_commands_and_files_of_a_page_are_found():
    text = "In `a.game`:\n\n    game a(n)\n\n      misere\n\nThen:\n\n    $ one | two\n    1\n\n    2\n    $ three\n"
    assert page.files(text) == {"a.game": "game a(n)\n\n  misere\n"}
    assert list(page.commands(text)) == [page.Command(9, "one | two", "1\n\n2"), page.Command(13, "three", "")]
