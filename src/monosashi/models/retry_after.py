"""How long a service asks its callers to wait."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

LONGEST = 60.0


def asked_for(
    headers: Mapping[str, str], body: Any = None, now: float | None = None
) -> float | None:
    """Seconds that an answer asks to wait; None if it asks for nothing readable.

    Read are ``retry-after-ms``, ``Retry-After`` (seconds, or a date), and the ``retryDelay`` that
    Google's services put into the body.

    >>> asked_for({"retry-after": "3"}), asked_for({"retry-after": "3600"}), asked_for({})
    (3.0, 3600.0, None)
    """
    asked = (
        _number(headers.get("retry-after-ms", ""), 1000.0),
        _number(headers.get("retry-after", "")),
        _date(headers.get("retry-after", ""), time.time() if now is None else now),
        _delay_in(body),
    )
    found = next((seconds for seconds in asked if seconds is not None), None)
    return None if found is None else max(found, 0.0)


def wait_asked(
    headers: Mapping[str, str], body: Any = None, now: float | None = None
) -> float | None:
    """The same, at most 60.

    >>> wait_asked({"retry-after": "3600"})
    60.0
    """
    found = asked_for(headers, body, now)
    return None if found is None else min(found, LONGEST)


def in_units(seconds: float) -> str:
    """A wait as people say it.

    >>> in_units(90), in_units(36000), in_units(259200)
    ('90 s', '10 h', '72 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"


def _number(text: str, per_second: float = 1.0) -> float | None:
    try:
        seconds = float(text) / per_second
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _date(text: str, now: float) -> float | None:
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).timestamp() - now
    except (ValueError, OverflowError):
        return None


def _delay_in(body: Any) -> float | None:
    """``{"error": {"details": [{"retryDelay": "23s"}]}}``."""
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        if isinstance(delay, str) and (seconds := _number(delay.removesuffix("s"))) is not None:
            return seconds
    return None
