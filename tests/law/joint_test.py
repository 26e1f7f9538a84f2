"""Periods of games of heaps that name each other: found, kept in files, judged again, and used far away."""
import json

from grundy_program import output, run

P3 = "node_kayles_p3"


def mex(values):
    return next(value for value in range(len(values) + 1) if value not in values)


def nimbers_of_p3(count):
    """Those of its three games, by the definition."""
    whole, one, two = [], [], []
    for n in range(count):
        two.append(mex({0} if n == 0 else {two[n - 2]} if 1 < n < 4 else {two[n - 2]} | {
            two[i] ^ two[n - 4 - i] for i in range(n - 3)} if n > 1 else set()))
        one.append(mex(({one[n - 2]} if n > 1 else set()) | {two[i] ^ one[n - 4 - i] for i in range(n - 3)}))
        whole.append(mex({one[i] ^ one[n - 1 - i] for i in range(n)}))
    return whole, one, two


def law(*asked):
    return json.loads(output("law", *asked, "--json"))["laws"]


def test_the_period_is_that_of_all_games_and_the_preperiod_its_own():
    [found] = law(P3)
    assert (found["status"], found["period"], found["preperiod"], found["last_exception"]) == ("proved", 62, 116, 115)
    all_games = nimbers_of_p3(600)
    first = max(n + 1 for values in all_games for n in range(500) if values[n] != values[n + 62])
    assert found["text"] == f"nimber(n + 62) = nimber(n) for n >= {first}, of all 3 games"
    own = max(n for n in range(500) if all_games[0][n] != all_games[0][n + 62])
    assert own == found["last_exception"]


def test_a_file_is_judged_again(tmp_path):
    file = tmp_path / "p3.law"
    output("law", P3, "-o", file)
    kept = json.loads(file.read_text())
    [listed] = kept["laws"]
    whole, one, two = nimbers_of_p3(listed["first"] + listed["period"])
    assert listed["values"] == [value for heap in zip(two, one, whole) for value in heap]
    assert "proved" in output("verify", "--law", file).decode()
    listed["values"][300] ^= 1
    file.write_text(json.dumps(kept))
    assert run("verify", "--law", file).returncode == 1
    listed["values"][300] ^= 1
    listed["period"] = 10**18
    file.write_text(json.dumps(kept))
    assert run("verify", "--law", file).returncode == 3


def test_far_values_follow_from_it():
    whole = nimbers_of_p3(200)[0]
    far = 10**12
    asked = [f"{P3}({far + i})" for i in range(62)]
    said = [json.loads(line)["nimber"] for line in output("value", *asked, "--json").splitlines()]
    assert said == [whole[116 + (far + i - 116) % 62] for i in range(62)]


def test_a_period_of_one_game_alone_is_none(tmp_path):
    """The other one is Grundy's game, whose nimbers nobody has seen repeat."""
    rules = tmp_path / "rules.game"
    rules.write_text("game equal_rows(n)\n  (n) -> (n - 1)\n  (n) -> grundys_game(n - 1) + grundys_game(n - 1)\n")
    assert law("equal_rows", "--rules", rules, "--box", "3000") == []


def test_claims_are_refused():
    refused = run("check", P3, "--claim", "P when n = 0")
    assert refused.returncode != 0
    assert b"claims are about one game" in refused.stderr
