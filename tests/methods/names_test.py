"""A method of solving is named in its own room, in one line of registration, and nowhere else."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
METHODS = ROOT / "solver" / "methods"
REGISTRATION = ROOT / "solver" / "plan" / "method.hpp"
SOURCES = [path for folder in ("solver", "kernels", "apps", "api/c")
           for path in sorted((ROOT / folder).rglob("*.[hc]pp"))]


def families():
    listed = re.search(r"using Forms =\s+std::tuple<([^;]*)>;", REGISTRATION.read_text("utf-8"))
    return re.findall(r"(\w+)::Family", listed[1])


def room(family):
    """The folder of solver/methods/ with the namespace of the family."""
    rooms = {path.parent for path in METHODS.rglob("*.hpp")
             if re.search(rf"\bnamespace grundy::{family} {{", path.read_text("utf-8"))}
    assert len(rooms) == 1, family
    return rooms.pop()


def names(family, text):
    """The lines that include kernels of the family, use its namespace or say its name in quotes.
    Keys of JSON have names of their own."""
    wanted = re.compile(rf'#include "kernels/{family}/|\b{family}::|"{family}"')
    return [line for line in text.split("\n") if wanted.search(re.sub(r'\["\w+"\]', "", line))]


def test_there_are_families():
    assert len(families()) >= 5
    assert METHODS not in map(room, families())


@pytest.mark.parametrize("family", families())
def test_nothing_else_names_a_family(family):
    own = [room(family), ROOT / "kernels" / family]
    assert any(names(family, path.read_text("utf-8")) for path in SOURCES if own[0] in path.parents)
    found = [f"{path.relative_to(ROOT)}: {line.strip()}"
             for path in SOURCES if path != REGISTRATION and not set(own) & set(path.parents)
             for line in names(family, path.read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_nothing_else_includes_a_room():
    """Rooms include one another only as their targets are linked, which the compiler checks."""
    found = [f"{path.relative_to(ROOT)}: {included}" for path in SOURCES
             if path != REGISTRATION and METHODS not in path.parents
             for included in re.findall(r'#include "(methods/\w+/.*)"', path.read_text("utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("family", families())
def test_the_registration_names_each_family_once(family):
    assert len(names(family, REGISTRATION.read_text("utf-8"))) == 1, "its place in the list"


@pytest.mark.parametrize("line", ['#include "kernels/ray/nimbers.hpp"', "using ray::Rays;",
                                  'if (name == "ray")'])
def test_a_name_is_seen(line):
    assert names("ray", line)


@pytest.mark.parametrize("line", ["array::size()", "// every ray leads on", '#include "tiles/ray.hpp"'])
def test_other_words_are_not(line):
    assert not names("ray", line)
