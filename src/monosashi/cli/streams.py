"""Standard output and standard error, whatever stands at their other end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any, TextIO

from monosashi.cli.layout import visible


def show(text: str) -> None:
    """Print for people. A reader that has gone (``| head -1``) takes nothing from the exit code."""
    _write(visible(text) + "\n")


def print_json(document: Mapping[str, Any]) -> None:
    """One strict object, always UTF-8."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    _write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")


def _write(text: str) -> None:
    if sys.stdout is None:  # closed before we started
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        forget(sys.stdout)


def complain(message: str) -> None:
    """Print a message on standard error, if there is one."""
    if sys.stderr is None:
        return
    try:
        print(visible(message), file=sys.stderr, flush=True)
    except BrokenPipeError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Send the rest to nowhere, so that nothing fails when Python flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def safe_streams() -> None:
    """A terminal that cannot show a sign gets a replacement, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
