"""docs/games.md shows rules that literature_test.py has compared with the definition."""
import re
from pathlib import Path

import literature_test  # noqa: F401, for it adds the games
from literature import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def test_the_rules_of_the_page_are_those_that_were_compared():
    shown = re.findall(r"^```grundy\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(shown) >= 50
    compared = {game.rules for game in GAMES}
    assert [rules for rules in shown if rules not in compared] == []
