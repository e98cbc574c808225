"""The rows of one role in an unfinished run: which blocks are written, and of which texts."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.models.canaries import Canaries, usable_canaries
from monosashi.models.embedder import Vectors
from monosashi.models.filling import BLOCK
from monosashi.models.rows_file import RowsFile, naming

FORMAT = 2  # since 2 a block is written only after a check of the model


@dataclass
class RowsJournal:
    """``NAME.jsonl`` beside ``NAME.npy``: a head, then one line for every block that is written.

    A block counts as written only when its texts are the same as now and the checksum of its
    vectors is right, so neither a kill nor a loss of power leaves a wrong row.
    """

    file: Path
    texts: list[str]
    lines: dict[int, dict[str, Any]] = field(default_factory=dict)
    rows: RowsFile | None = None

    def is_done(self, block: int) -> bool:
        """Whether the block stands in the file as the journal says."""
        line = self.lines.get(block)
        if line is None or self.rows is None:
            return False
        held = self.rows[block * BLOCK : (block + 1) * BLOCK]
        return bool(line["crc"] == checksum(held) and np.isfinite(held).all())

    def add(self, block: int, vectors: Vectors) -> None:
        """Note a block that has just been written."""
        line = {"block": block, "texts": self.texts[block], "crc": checksum(vectors)}
        with naming(self.file), self.file.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")


def checksum(vectors: Vectors) -> int:
    """CRC-32 of the bytes as they stand on disk."""
    return zlib.crc32(np.ascontiguousarray(vectors, dtype="<f4").tobytes())


def read_journal(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Head and lines; a line that a kill has cut off is left out. ({}, []) when there is none."""
    if not file.exists():
        return {}, []
    held = []
    for line in file.read_bytes().split(b"\n")[:-1]:
        try:
            held.append(json.loads(line))
        except ValueError:
            continue
    whole = [one for one in held if isinstance(one, dict)]
    return (whole[0], whole[1:]) if whole and whole[0].get("format") == FORMAT else ({}, [])


def earlier_canaries(file: Path, space: str) -> Canaries | None:
    """The canaries of the unfinished run, if it was of the same space."""
    head, _ = read_journal(file)
    return _canaries_in(head) if head.get("space") == space else None


def _canaries_in(head: dict[str, Any]) -> Canaries | None:
    """The canaries that a head names; None if they are damaged."""
    texts, created = head.get("canary_texts"), head.get("created")
    try:
        vectors = np.array(head.get("canaries"), dtype=np.float32)
    except (TypeError, ValueError):
        return None
    if not isinstance(texts, list) or not isinstance(created, str) or vectors.ndim != 2:
        return None
    known = list(usable_canaries(dict.fromkeys(map(str, texts)))) == texts
    if not known or len(texts) != len(vectors) or not np.isfinite(vectors).all():
        return None
    return Canaries(tuple(texts), vectors, created)


def open_journal(
    file: Path, space: str, texts: Sequence[str], canaries: Canaries
) -> tuple[RowsJournal, RowsFile, bool]:
    """Go on where an earlier run stopped, or begin; the last value says that one was thrown away.

    One other text, another number of texts, another model, or a damaged head, and everything
    begins anew.
    """
    digests = block_digests(texts)
    shape = (len(texts), canaries.dimension)
    asked = {"format": FORMAT, "space": space, "shape": list(shape), "block": BLOCK}
    head, lines = read_journal(file)
    damaged = _canaries_in(head) is None and file.exists() and file.stat().st_size > 0
    same = {key: head.get(key) for key in asked} == asked and not damaged
    same = same and all(_fits(line, digests) for line in lines)
    rows = _open_rows(file.with_suffix(".npy"), shape) if same else None
    if rows is not None:
        _mend_end(file)
        return (
            RowsJournal(file, digests, {line["block"]: line for line in lines}, rows),
            rows,
            False,
        )
    file.unlink(missing_ok=True)  # first, so that old lines never stand beside new rows
    rows = RowsFile.create(file.with_suffix(".npy"), shape)
    told = {"canary_texts": list(canaries.texts), "canaries": canaries.vectors.tolist(),
            "created": canaries.created}  # fmt: skip
    file.write_bytes(json.dumps(asked | told).encode() + b"\n")
    return RowsJournal(file, digests, {}, rows), rows, bool(lines) or damaged


def _fits(line: dict[str, Any], digests: Sequence[str]) -> bool:
    block = line.get("block")
    if not isinstance(block, int) or not 0 <= block < len(digests):
        return False
    return line.get("texts") == digests[block] and isinstance(line.get("crc"), int)


def _open_rows(path: Path, shape: tuple[int, int]) -> RowsFile | None:
    try:
        rows = RowsFile.open(path)
    except (OSError, ValueError):
        return None
    return rows if rows.shape == shape else None


def _mend_end(file: Path) -> None:
    """A line that a kill has cut off must not swallow the next one."""
    held = file.read_bytes()
    if not held.endswith(b"\n"):
        file.write_bytes(held[: held.rfind(b"\n") + 1])


def block_digests(texts: Sequence[str]) -> list[str]:
    """SHA-256 over the texts of every block, each with its length."""
    found = []
    for start in range(0, len(texts), BLOCK):
        digest = hashlib.sha256()
        for text in texts[start : start + BLOCK]:
            encoded = text.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        found.append(digest.hexdigest())
    return found
