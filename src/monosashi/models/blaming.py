"""Where in the user's code something went wrong."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any


def failing_place(error: BaseException, function: Callable[..., Any]) -> str:
    """``FILE:LINE`` of the deepest call in the file of ``function``.

    Libraries that it called lie deeper, and are not what its author can mend. A function without
    a file of its own (written in C) gets the deepest call of all.
    """
    calls = traceback.extract_tb(error.__traceback__)
    code = getattr(inspect.unwrap(function), "__code__", None)
    own = [call for call in calls if code is not None and call.filename == code.co_filename]
    last = (own or calls)[-1]
    return f"{last.filename}:{last.lineno}"
