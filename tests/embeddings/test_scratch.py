"""Hidden folders: removed at the end, and by the next run after a kill."""

import signal
import subprocess
import sys

import numpy as np

from monosashi.embeddings import EmbeddingSet, scratch
from monosashi.embeddings.scratch import MENDING, scratch_folder

KILLED = """
import os, signal, sys
from pathlib import Path
from monosashi.embeddings.scratch import scratch_folder
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


def test_a_folder_taken_for_left_behind_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    """Another process may look between making and locking."""
    real, made = scratch.tempfile.mkdtemp, []

    def seen_by_another(**given):
        folder = real(**given)
        made.append(folder)
        if len(made) == 1:
            scratch.remove_left_behind(tmp_path)
        return folder

    monkeypatch.setattr(scratch.tempfile, "mkdtemp", seen_by_another)
    with scratch_folder(tmp_path) as folder:
        assert str(folder) == made[1]
        scratch.remove_left_behind(tmp_path)
        assert folder.is_dir()


def test_one_scratch_folder_in_another(tmp_path):
    """As a set that is saved within a folder that is in use itself."""
    with scratch_folder(tmp_path) as first, scratch_folder(first) as second:
        assert second.parent == first
    assert hidden(tmp_path) == []


SAVING = """
import os, signal, sys
from pathlib import Path
import numpy as np
from monosashi.embeddings import EmbeddingSet, folder
folder._put_in_place = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
EmbeddingSet.from_arrays(np.eye(3)).save(Path(sys.argv[1]))
"""


def test_what_a_killed_save_left_is_removed_by_the_next_set_beside_it(tmp_path):
    (tmp_path / ".v.mine").mkdir()  # hidden, but not ours
    command = [sys.executable, "-c", SAVING, str(tmp_path / "v")]
    ended = subprocess.run(command, check=False)  # noqa: S603 - ourselves
    assert ended.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    EmbeddingSet.from_arrays(np.eye(3)).save(tmp_path / "other")
    assert sorted(one.name for one in tmp_path.iterdir()) == [".v.mine", "other"]
