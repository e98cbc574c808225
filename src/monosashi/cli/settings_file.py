"""Write the settings of a run so that it can be repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def settings_toml(command: str, values: Mapping[str, Any]) -> str:
    """A ``monosashi.toml`` with one table; unset options are left out.

    >>> print(settings_toml("audit", {"k": 10, "groups": None, "words": "ja"}))
    [audit]
    k = 10
    words = "ja"
    <BLANKLINE>
    """
    lines = [f"{name.replace('_', '-')} = {_toml(value)}" for name, value in values.items()
             if value is not None]  # fmt: skip
    return "\n".join([f"[{command}]", *lines, ""])


def _toml(value: Any) -> str:
    """JSON strings, numbers, booleans and lists of them are TOML too."""
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
