"""The time at which vectors were made; SOURCE_DATE_EPOCH fixes it for repeatable builds."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


def moment() -> str:
    """ISO time in UTC, to the second."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdecimal() else int(time.time())
    return datetime.fromtimestamp(seconds, UTC).isoformat()
