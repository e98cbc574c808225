"""The user's code runs with its prints on standard error: standard output is for results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout


@contextmanager
def prints_on_stderr() -> Iterator[None]:
    """Prints of Python code inside go to standard error (what C code prints does not)."""
    with redirect_stdout(sys.stderr):
        yield
