"""A file that a comment names is there."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path.relative_to(ROOT) for folder in ("solver", "kernels", "apps", "api", "tests", "bench")
           for path in sorted((ROOT / folder).rglob("*.[hc]pp"))]


def missing(text):
    """Names of files in comments that no source has; a folder before them must fit too."""
    comments = " ".join(re.findall(r"//(.*)", text))
    return [name for name in re.findall(r"[\w/-]*\b[\w-]+\.[hc]pp\b", comments)
            if not any(f"/{path}".endswith(f"/{name}") for path in SOURCES)]


def test_files_that_comments_name_are_there():
    assert len(SOURCES) > 500
    found = {str(path): names for path in SOURCES if (names := missing((ROOT / path).read_text("utf-8")))}
    assert not found


@pytest.mark.parametrize("text", ["// see sweep/rays.hpp", "int i;  // rays_of_old.cpp"])
def test_a_missing_file_is_seen(text):
    assert missing(text)
