"""The folder of a rewrite set: refused before the hours of asking, not after."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from monosashi.cli.run_folder import existing_folder


def check_set_place(out: Path) -> None:
    """Refuse a place that cannot be written, or that holds files of another kind by our names."""
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.models.rewriters.rewrite_set import HEAD, ROWS, is_set

    home = existing_folder(out)
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(home))
    foreign = [name for name in (HEAD, ROWS) if os.path.lexists(out / name)]
    if foreign and not is_set(out):
        raise WrongUsageError("cli.errors.out_holds", path=out, names=", ".join(foreign))
