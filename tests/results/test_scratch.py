"""Hidden folders: removed at the end, and by the next run after a kill."""

import signal
import subprocess
import sys

from monosashi.results.scratch import MENDING, scratch_folder

KILLED = """
import os, signal, sys
from pathlib import Path
from monosashi.results.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1])) as folder:
    (folder / "vectors.npy").write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def hidden(place):
    return sorted(one.name for one in place.glob(f"{MENDING}*"))


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    ended = subprocess.run(command, check=False)  # noqa: S603 - ourselves
    assert ended.returncode == -signal.SIGKILL
    left = hidden(tmp_path)
    assert len(left) == 1
    with scratch_folder(tmp_path) as folder:
        assert hidden(tmp_path) == [folder.name]
        assert folder.name not in left
    assert hidden(tmp_path) == []


def test_a_folder_in_use_stays(tmp_path):
    with scratch_folder(tmp_path) as first:
        (first / "vectors.npy").write_bytes(b"busy")
        with scratch_folder(tmp_path):
            assert (first / "vectors.npy").is_file()
        assert first.is_dir()
    assert hidden(tmp_path) == []
