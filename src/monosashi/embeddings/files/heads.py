"""What the first bytes of a file say it is, whatever its name says."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings.errors import DataError, fault

STARTS: dict[str, tuple[bytes, ...]] = {
    "npy": (b"\x93NUMPY",),
    "npz": (b"PK\x03\x04", b"PK\x05\x06"),
    "parquet": (b"PAR1",),
    "gzip": (b"\x1f\x8b",),
    "arrow": (b"ARROW1", b"\xff\xff\xff\xff"),
}
LONGEST = 16


def head_of(path: Path) -> bytes:
    """The first bytes."""
    with path.open("rb") as file:
        return file.read(LONGEST)


def found_format(head: bytes) -> str | None:
    """Name of the format that starts like this; None for text and for whatever is not known."""
    for name, starts in STARTS.items():
        if head.startswith(starts):
            return name
    return "safetensors" if _is_tensors(head) else None


def _is_tensors(head: bytes) -> bool:
    """Eight bytes of a length below 100 MB, then the brace of a JSON object."""
    return head[8:10] == b'{"' and int.from_bytes(head[:8], "little") < 10**8


def refuse_other(path: Path, expected: str) -> None:
    """Refuse a file whose first bytes belong to another format than its name."""
    found = found_format(head_of(path))
    if found not in {None, expected}:
        raise DataError(fault("embeddings.errors.other_format", path=path.name, found=found,
                              expected=expected))  # fmt: skip
