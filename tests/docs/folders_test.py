"""Folders use one another in one direction only."""
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def links():
    """From each folder's target to the targets that it links."""
    found = {}
    for lists in [*ROOT.glob("solver/**/CMakeLists.txt"), *ROOT.glob("kernels/**/CMakeLists.txt")]:
        text = lists.read_text("utf-8")
        for folder, linked in re.findall(r"grundy_(?:cold_)?library\((\S+)([^)]*)\)", text):
            found["grundy_" + folder.replace("/", "_")] = re.findall(r"\bgrundy_\w+", linked)
    return found


def cycle(linked):
    """A cycle of targets, or nothing."""
    done = set()

    def visit(target, path):
        if target in path:
            return [*path[path.index(target):], target]
        if target in done:
            return None
        for other in linked.get(target, []):
            if found := visit(other, [*path, target]):
                return found
        done.add(target)
        return None

    return next((found for target in linked if (found := visit(target, []))), None)


def test_there_is_no_cycle():
    linked = links()
    assert len(linked) > 30
    assert all(other in linked for others in linked.values() for other in others)
    assert cycle(linked) is None


def test_a_cycle_is_found():
    assert cycle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert cycle({"a": ["b", "c"], "b": ["c"], "c": []}) is None
