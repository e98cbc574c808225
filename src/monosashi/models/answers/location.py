"""Where answers are kept unless told otherwise: the user's folder for caches."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "MONOSASHI_STORE"
NONE = "none"


def default_store() -> Path | None:
    """``$MONOSASHI_STORE``, else ``monosashi/answers.sqlite`` in the user's folder for caches.

    None when the variable says ``none``: nothing is kept then.
    """
    if given := os.environ.get(VARIABLE, "").strip():
        return None if given == NONE else Path(given).expanduser()
    return _caches() / "monosashi" / "answers.sqlite"


def _caches() -> Path:
    if sys.platform == "win32":
        return _folder("LOCALAPPDATA", Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return _folder("XDG_CACHE_HOME", Path.home() / ".cache")


def _folder(variable: str, otherwise: Path) -> Path:
    """What the variable names; a relative path counts as not set (as the XDG rules say)."""
    given = Path(os.environ.get(variable, ""))
    return given if given.is_absolute() else otherwise
