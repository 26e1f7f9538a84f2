"""Without --box a law is compared with a box that depends on the work, not on the clock."""
import json
import signal
import subprocess
import time

import pytest
from grundy_program import PROGRAM, answer

RUN, STOPPED = 0.01, 0.1  # seconds: as slow as among ten others
DISTURBED = 8  # seconds; the box is solved by then


def law_among_others(*arguments):
    """What `law` answers while it mostly stands still."""
    with subprocess.Popen([PROGRAM, "law", *arguments, "--json"],
                          stdout=subprocess.PIPE) as process:
        end = time.monotonic() + DISTURBED
        while process.poll() is None and time.monotonic() < end:
            time.sleep(RUN)
            process.send_signal(signal.SIGSTOP)
            time.sleep(STOPPED)
            process.send_signal(signal.SIGCONT)
        return json.loads(process.communicate()[0])


@pytest.mark.parametrize("game", ["wythoff", "cutting"])
def test_the_box_is_the_same_on_a_busy_machine(game):
    assert law_among_others(game)["box"] == answer("law", game)["box"]
