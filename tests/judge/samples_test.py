"""Every published sample, end to end through its adapter."""
import json
import pathlib

import adapters
import pytest

SAMPLES = json.loads(pathlib.Path(__file__).with_name("samples.json").read_text("utf-8"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["adapter"])
def test_prints_the_published_output(sample):
    assert adapters.output(sample["adapter"], sample["input"]) == sample["output"]


def test_every_published_problem_has_a_sample():
    # The two others: a format of our own, and another judge's form of HDU 3032.
    without = {"three_pile", "hihocoder1173_nim_game"}
    assert {sample["adapter"] for sample in SAMPLES} == set(adapters.names()) - without


@pytest.mark.parametrize("name", adapters.names())
def test_is_at_most_30_lines(name):
    assert len((adapters.FOLDER / f"{name}.py").read_text("utf-8").splitlines()) <= 30
