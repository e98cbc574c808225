"""Worker processes end when the process that asked them is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ASKING = """
import os, sys, time
from pathlib import Path
from monosashi.fidelity.benchmark import run_fidelity_benchmark

folder = sys.argv[1]

def slow(real, generated):
    Path(folder, str(os.getpid())).touch()
    time.sleep(120)
    return 1.0

run_fidelity_benchmark(slow, checks=[1, 2], repeats=1, n_jobs=2)
"""


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] == "Z")


def until(held, seconds):
    end = time.monotonic() + seconds
    while not held() and time.monotonic() < end:
        time.sleep(0.2)
    return held()


@pytest.mark.skipif(sys.platform == "win32", reason="parents are not told from their number there")
def test_killed_parent_leaves_no_workers(tmp_path):
    asking = subprocess.Popen([sys.executable, "-c", ASKING, str(tmp_path)])  # noqa: S603 - our own words
    try:
        assert until(lambda: len(list(tmp_path.iterdir())) == 2, 90)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        assert asking.pid not in workers
        asking.send_signal(signal.SIGKILL)
        asking.wait()
        assert until(lambda: not any(map(alive, workers)), 20)
    finally:
        asking.kill()
        asking.wait()
        for path in tmp_path.iterdir():
            if alive(int(path.name)):
                os.kill(int(path.name), signal.SIGKILL)
