"""The time that stands in a document; SOURCE_DATE_EPOCH fixes it for repeatable builds."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime

from monosashi.cli.wrong_usage import WrongUsageError


def now() -> str:
    """ISO time in UTC, to the second."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        moment = int(time.time() if given is None else given)
        return datetime.fromtimestamp(moment, UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        raise WrongUsageError("cli.errors.epoch", given=given) from None
