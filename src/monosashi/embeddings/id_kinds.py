"""Which values can be ids, and which of them would become one name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np


def is_name(value: Any) -> bool:
    """Whether a value can be an id: text, or a whole number."""
    held = value.item() if isinstance(value, np.generic) else value
    return isinstance(held, str | int) and not isinstance(held, bool)


def merged_spellings(values: Iterable[Any]) -> list[str]:
    """Names that stand both as number and as text, and would become one."""
    raw = [value.item() if isinstance(value, np.generic) else value for value in values]
    words = {value for value in raw if isinstance(value, str)}
    return sorted(words & {str(value) for value in raw if isinstance(value, int)})
