"""A repair is replaced in one step: a kill leaves the old or the new one, and the next reads it."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.language import LanguageCentering, load_repair, repair_place
from monosashi.language.freshness.keeping import save_beside_earlier
from monosashi.language.repair_files import RESTORED

KILLED_EVERYWHERE = textwrap.dedent("""
    import os, shutil, signal, sys
    from pathlib import Path
    import numpy as np
    from monosashi.embeddings import EmbeddingSet
    from monosashi.language import LanguageCentering, load_repair, repair_place
    from monosashi.language.freshness import keeping
    from monosashi.language.repair_files import RESTORED
    from monosashi.embeddings import scratch

    home, swaps = Path(sys.argv[1]), sys.argv[2] == "swap"

    def fitted(seed):
        rows = np.random.default_rng(seed).normal(size=(120, 6))
        pages = EmbeddingSet.from_arrays(rows, columns={"lang": ["ja", "en"] * 60})
        return LanguageCentering.fit(pages, language="lang", built_at="2026-01-10")

    old, new = fitted(0), fitted(1)
    steps = {"os.rename", "os.mkdir", "os.rmdir", "os.remove", "shutil.rmtree", "shutil.copytree"}

    def child(place, number):
        counted = 0

        def step():
            nonlocal counted
            counted += 1
            if counted > number:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(lambda event, _: step() if event in steps else None)
        real = repair_place.swap

        def swap(one, other):
            step()
            done = swaps and real(one, other)
            step()
            return done

        repair_place.swap = swap
        keeping.save_beside_earlier(new, place)
        os._exit(0)

    restored, number, over = 0, 0, False
    while not over:
        place = home / f"fix-{number}"
        old.save(place)
        if (pid := os.fork()) == 0:
            child(place, number)
        over = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        if swaps:
            assert place.is_dir(), "one of both stands there at any moment"
        found = load_repair(place)
        assert found.fingerprint in (old.fingerprint, new.fingerprint), number
        assert not over or found.fingerprint == new.fingerprint
        restored += RESTORED in [one.code for one in found.notices]
        keeping.save_beside_earlier(new, place)
        assert load_repair(place).fingerprint == new.fingerprint
        kept = {load_repair(one).fingerprint for one in home.glob(f"fix-{number}.before-*")}
        assert old.fingerprint in kept, "no kill loses the older repair"
        scratch.remove_left_behind(home)
        left = [one.name for one in home.iterdir() if one.name.startswith(".")]
        assert not left, left
        number += 1
    print(number, restored)
""")


@pytest.mark.parametrize("way", ["swap", "renames"])
def test_a_kill_at_any_step_leaves_a_whole_repair(tmp_path, way):
    done = subprocess.run(  # noqa: S603 - our own interpreter and script
        [sys.executable, "-c", KILLED_EVERYWHERE, str(tmp_path), way],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    steps, restored = map(int, done.stdout.split())
    assert steps > 8
    assert restored == (0 if way == "swap" else 1)


def pages(seed=0):
    rows = np.random.default_rng(seed).normal(size=(120, 6))
    return EmbeddingSet.from_arrays(rows, columns={"lang": ["ja", "en"] * 60})


def fitted(seed=0):
    return LanguageCentering.fit(pages(seed), language="lang")


def test_what_an_older_version_left_hidden_is_put_back(tmp_path):
    fitted().save(tmp_path / "fix")
    (tmp_path / ".fix.a1b2").mkdir()
    (tmp_path / "fix").rename(tmp_path / ".fix.a1b2" / "old")
    found = load_repair(tmp_path / "fix")
    assert found.fingerprint == fitted().fingerprint
    assert found.notices[0].code == RESTORED
    assert str(tmp_path / "fix") in found.notices[0].say()
    assert RESTORED not in [one.code for one in load_repair(tmp_path / "fix").notices]


def test_fitting_over_a_hidden_one_keeps_it(tmp_path):
    fitted().save(tmp_path / "fix")
    (tmp_path / "fix").rename(tmp_path / ".fix.earlier")
    kept = save_beside_earlier(fitted(1), tmp_path / "fix")
    assert load_repair(kept).fingerprint == fitted().fingerprint
    assert load_repair(tmp_path / "fix").fingerprint == fitted(1).fingerprint


def test_names_with_signs_of_a_pattern(tmp_path, monkeypatch):
    monkeypatch.setattr(repair_place, "swap", lambda *_: False)
    for seed in (0, 1):
        fitted(seed).save(tmp_path / "fix[1]*")
    assert load_repair(tmp_path / "fix[1]*").fingerprint == fitted(1).fingerprint
    assert [one.name for one in tmp_path.iterdir()] == ["fix[1]*"]


def test_the_command_says_that_it_was_put_back(tmp_path, monkeypatch, capsys):
    from monosashi.cli import main

    monkeypatch.chdir(tmp_path)
    pages().save("pages.npz")
    fitted().save("fix")
    (tmp_path / "fix").rename(tmp_path / ".fix.earlier")
    assert main(["repair", "apply", "fix", "pages.npz", "--out", "m.npz", "--words", "en"]) == 0
    assert "was put back" in " ".join(capsys.readouterr().err.split())
