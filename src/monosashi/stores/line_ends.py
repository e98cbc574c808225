r"""What ends a line: ``\n`` or ``\r\n``."""

from __future__ import annotations

from monosashi.embeddings import DataError, fault


def refuse_bare_cr(text: str, source: str) -> None:
    r"""Refuse text whose lines all end in ``\r`` alone: it would be one long line."""
    if "\r" in text and "\n" not in text:
        raise DataError(fault("stores.errors.bare_cr", path=source,
                              count=len(text.rstrip("\r").split("\r"))))  # fmt: skip
