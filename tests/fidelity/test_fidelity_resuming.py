"""A killed run goes on from what it had finished, and gives what an unbroken one gives."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.fidelity import compare_generators, cross_tiles, measure_fidelity
from monosashi.results.writing import strict_json

SLOW = """
import sys, time
import numpy as np
from monosashi.fidelity import cross_tiles, measure_fidelity
whole = cross_tiles.CrossTiles.block
def slow(self, rows):
    time.sleep(0.3)
    return whole(self, rows)
cross_tiles.CrossTiles.block = slow
real, generated = np.load(sys.argv[1]), np.load(sys.argv[2])
measure_fidelity(real, generated, control=False, correction_intervals=False, n_jobs=1,
                 store=sys.argv[3])
"""
HOW = {"control": False, "correction_intervals": False}


def as_text(found):
    return strict_json(found.to_dict())


def test_a_run_killed_hard_goes_on(tmp_path):
    rng = np.random.default_rng(0)
    real, generated = rng.normal(size=(5000, 3)), rng.normal(size=(300, 3)) + 0.2
    np.save(tmp_path / "real.npy", real)
    np.save(tmp_path / "generated.npy", generated)
    store = tmp_path / "store"
    names = [str(tmp_path / "real.npy"), str(tmp_path / "generated.npy"), str(store)]
    running = subprocess.Popen([sys.executable, "-c", SLOW, *names])  # noqa: S603 - our own words
    deadline = time.monotonic() + 240
    while len(list(store.glob("pairs-*.npz"))) < 2 and time.monotonic() < deadline:
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    before = {path.name: path.stat().st_mtime_ns for path in store.glob("*.npz")}
    kept = [name for name in before if name.startswith("pairs-")]
    assert 2 <= len(kept) < 5
    assert any(name.startswith("own-") for name in before)
    again = measure_fidelity(real, generated, store=store, **HOW)
    after = {path.name: path.stat().st_mtime_ns for path in store.glob("*.npz")}
    assert len([name for name in after if name.startswith("pairs-")]) == 5
    assert {name: after[name] for name in before} == before
    assert as_text(again) == as_text(measure_fidelity(real, generated, **HOW))


@pytest.fixture
def sides():
    rng = np.random.default_rng(1)
    real = rng.integers(0, 4, size=(150, 3)).astype(float)
    return real, rng.normal(size=(90, 3)) + 1, rng.normal(size=(80, 3))


def test_what_is_finished_is_not_done_again(sides, tmp_path, monkeypatch):
    first = compare_generators(*sides, store=tmp_path, **HOW)
    for place in ("monosashi.fidelity.sides.nearest_others",
                  "monosashi.fidelity.gicdm.gicdm.fit_scales"):  # fmt: skip
        monkeypatch.setattr(place, lambda *_, **__: pytest.fail("done again"))
    monkeypatch.setattr(cross_tiles.CrossTiles, "block", lambda *_: pytest.fail("done again"))
    assert as_text(compare_generators(*sides, store=tmp_path, **HOW)) == as_text(first)
    monkeypatch.undo()
    assert as_text(first) == as_text(compare_generators(*sides, **HOW))


def test_other_data_and_spoilt_files_are_not_taken(sides, tmp_path):
    real, generated, _ = sides
    measure_fidelity(real, generated, store=tmp_path, **HOW)
    moved = generated + 0.5
    other = measure_fidelity(real, moved, store=tmp_path, **HOW)
    assert as_text(other) == as_text(measure_fidelity(real, moved, **HOW))
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:40])
    again = measure_fidelity(real, generated, store=tmp_path, **HOW)
    assert as_text(again) == as_text(measure_fidelity(real, generated, **HOW))


def test_a_part_with_one_wrong_byte_anywhere_is_made_again(sides, tmp_path):
    """Also where numpy stumbles over the head of an array before the archive is checked."""
    real, generated, _ = sides
    found = as_text(measure_fidelity(real, generated, store=tmp_path, **HOW))
    part = next(tmp_path.glob("own-*.npz"))
    whole = part.read_bytes()
    heads = [place for place in range(len(whole)) if whole.startswith(b"{'descr'", place)]
    for place in (head + at for head in heads for at in range(0, 60, 7)):
        part.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert as_text(measure_fidelity(real, generated, store=tmp_path, **HOW)) == found


def test_a_folder_named_like_a_part_is_named(sides, tmp_path):
    measure_fidelity(*sides[:2], store=tmp_path, **HOW)
    part = next(tmp_path.glob("own-*.npz"))
    part.unlink()
    part.mkdir()
    with pytest.raises(DataError, match=part.name):
        measure_fidelity(*sides[:2], store=tmp_path, **HOW)
    assert not list(tmp_path.glob(".part.*"))


def test_a_file_is_no_folder(sides, tmp_path):
    (tmp_path / "taken").write_text("x")
    with pytest.raises(DataError, match="taken"):
        measure_fidelity(*sides[:2], store=tmp_path / "taken")
    assert json.loads(as_text(measure_fidelity(*sides[:2], **HOW)))
