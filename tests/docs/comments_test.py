"""A file that a comment or the page on architecture names is there."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path.relative_to(ROOT) for folder in ("solver", "kernels", "apps", "api", "tests", "bench")
           for path in sorted((ROOT / folder).rglob("*.[hc]pp"))]


def missing(text):
    """Names of files that no source has; a folder before them must fit too."""
    return [name for name in re.findall(r"[\w/-]*\b[\w-]+\.[hc]pp\b", text)
            if not any(f"/{path}".endswith(f"/{name}") for path in SOURCES)]


def missing_in_comments(text):
    return missing(" ".join(re.findall(r"//(.*)", text)))


def test_files_that_comments_name_are_there():
    assert len(SOURCES) > 500
    found = {str(path): names for path in SOURCES
             if (names := missing_in_comments((ROOT / path).read_text("utf-8")))}
    assert not found


def test_files_that_the_page_on_architecture_names_are_there():
    assert not missing((ROOT / "docs/architecture.md").read_text("utf-8"))


@pytest.mark.parametrize("text", ["// see sweep/rays.hpp", "int i;  // rays_of_old.cpp"])
def test_a_missing_file_is_seen(text):
    assert missing_in_comments(text)
