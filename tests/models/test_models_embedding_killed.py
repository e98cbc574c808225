"""Killed at random moments, and several processes at once."""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

import monosashi as ms
from monosashi.models.answers import AnswerStore

TESTS = Path(__file__).resolve().parents[1]
CHILD = TESTS / "models" / "slow_child.py"
SURROUNDINGS = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
SURROUNDINGS["PYTHONPATH"] = os.pathsep.join([str(TESTS), *sys.path])
COUNT, BATCH, KILLS = 800, 8, 10


def child(*arguments):
    return subprocess.Popen(  # noqa: S603 - our own file
        [sys.executable, str(CHILD), *map(str, arguments)], env=SURROUNDINGS,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def calls_in(log):
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [json.loads(line) for line in lines]


def wait_for_calls(log, pid, number):
    """Until a process has made so many calls: moments that do not depend on how busy we are."""
    until = time.monotonic() + 60
    while sum(one == pid for one, _ in calls_in(log)) < number and time.monotonic() < until:
        time.sleep(0.003)


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}  # fmt: skip


def only_what_was_in_flight_or_unproven(calls, killed):
    """A call that a kill cut off is made again, and one text speaks for each that it did not."""
    in_flight, whole = Counter(), 0
    for pid in killed:
        mine = [texts for one, texts in calls if one == pid]
        in_flight.update(mine[-1] if mine else [])
        whole += len(mine[:-1])
    asked = Counter(text for _, texts in calls for text in texts)
    assert len(asked) == COUNT - 5
    for text, times in asked.items():
        assert times <= 2 * 2 + in_flight[text], text  # in each role: for itself, for its batch
    assert sum(asked.values()) - 2 * (COUNT - 5) <= KILLS * BATCH + whole


def test_ten_kills_cost_the_calls_in_flight_and_a_text_of_each_other_call(tmp_path):
    log, out = tmp_path / "log", tmp_path / "out"
    chance = random.Random(3)  # noqa: S311 - when to kill
    killed = []
    for _ in range(KILLS):
        process = child(out, tmp_path / "store", log, COUNT, 0.01)
        assert process.stdout.readline() == "ready\n"
        wait_for_calls(log, process.pid, chance.randrange(16))
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        process.communicate()
        killed.append(process.pid)
        assert not out.exists()
    process = child(out, tmp_path / "store", log, COUNT, 0)
    last, _ = process.communicate()
    assert process.returncode == 0
    counts = json.loads(last.splitlines()[-1])
    assert counts["found"] > 0  # the kills came in the middle, not before all work

    assert counts["control"] > 10  # the last kill left batches, and two sides have canaries
    only_what_was_in_flight_or_unproven(calls_in(log), killed)

    calm = child(tmp_path / "calm", tmp_path / "other", tmp_path / "log2", COUNT, 0)
    calm.communicate()
    assert files_of(out) == files_of(tmp_path / "calm")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    made = ms.read(out)
    assert made.n == COUNT
    assert (made.vectors[0] == made.vectors[COUNT - 5]).all()
    with AnswerStore(tmp_path / "store") as store:
        assert store.count() == 2 * (COUNT - 5)


def test_four_processes_write_one_store(tmp_path):
    processes = [child(tmp_path / f"out{number}", tmp_path / "store", tmp_path / f"log{number}",
                       60 + 20 * number, 0.002) for number in range(4)]  # fmt: skip
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    with AnswerStore(tmp_path / "store") as store:
        assert store.count() == 2 * (60 + 60 - 5)
    for number in range(4):
        made = ms.read(tmp_path / f"out{number}")
        assert made.n == 60 + 20 * number
    least, most = ms.read(tmp_path / "out0"), ms.read(tmp_path / "out3")
    assert np.array_equal(least.vectors[:55], most.vectors[:55])
