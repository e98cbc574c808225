"""Text is UTF-8 whatever the machine thinks (case B125)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import monosashi.stores as stores
data = stores.read("t.jsonl")
data.save("set")
back = stores.read("set")
print(ascii(back.ids.tolist()), ascii(back.columns["t"].tolist()))
"""


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "utf-8"])
def test_ids_and_texts_are_intact(tmp_path, encoding):
    (tmp_path / "t.jsonl").write_bytes('{"id":"記事1","t":"本文","v":[1,0]}\n'.encode())
    source = str(Path(__file__).resolve().parents[2] / "src")
    env = {
        **os.environ,
        "PYTHONUTF8": "0",
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": encoding,
        "PYTHONPATH": source,
    }
    run = subprocess.run(  # noqa: S603 - our own interpreter and script
        [sys.executable, "-W", "error", "-X", "warn_default_encoding", "-c", SCRIPT],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        check=False,
    )
    assert run.stderr == b""
    assert run.stdout.decode().strip() == ascii(["記事1"]) + " " + ascii(["本文"])
    assert "記事1".encode() in (tmp_path / "set" / "data-1" / "rows.jsonl").read_bytes()
