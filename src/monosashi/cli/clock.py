"""The time that stands in a document; SOURCE_DATE_EPOCH fixes it for repeatable builds."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


def now() -> str:
    """ISO time in UTC, to the second."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return datetime.fromtimestamp(moment, UTC).isoformat()
