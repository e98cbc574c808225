"""The folder of a rewrite set: refused before the hours of asking, not after."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.run_folder import existing_folder

if TYPE_CHECKING:
    from monosashi.models.rewriters.rewrite_set import RewriteSet
    from monosashi.models.rewriters.wanted import Wanted


def check_set_place(out: Path) -> None:
    """Refuse a place that cannot be written, or that holds files of another kind by our names."""
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.models.rewriters.set_files import HEAD, ROWS, is_set

    home = existing_folder(out)
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(home))
    foreign = [name for name in (HEAD, ROWS) if os.path.lexists(out / name)]
    if foreign and not is_set(out):
        raise WrongUsageError("cli.errors.out_holds", path=out, names=", ".join(foreign))


def free_folder(name: str) -> str:
    """A name for a new set here: one that holds no finished set.

    >>> free_folder("no-such-folder")
    'no-such-folder'
    """
    from monosashi.models.rewriters.set_files import is_set

    number, found = 1, name
    while is_set(Path(found)):
        number += 1
        found = f"{name}-{number}"
    return found


def free_file(stem: str, ending: str) -> str:
    """A name for a new file here: one that is not there.

    >>> free_file("no-such-file", ".jsonl")
    'no-such-file.jsonl'
    """
    number, found = 1, f"{stem}{ending}"
    while os.path.lexists(found):
        number += 1
        found = f"{stem}-{number}{ending}"
    return found


def refuse_existing(out: Path) -> None:
    """Refuse a file that is there: its requests may have been sent, and name their answers."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if os.path.lexists(out):
        raise WrongUsageError("rewriting.errors.export_exists", path=out)


def check_same_set(out: Path, given: dict[str, Any]) -> None:
    """Refuse to replace a finished set by one that lacks something of it.

    The same command again, or one that asks for more, loses nothing: answers are kept. Another
    generator, other texts, fewer texts, transformations or seeds would. A damaged set is made anew.
    """
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError
    from monosashi.models.rewriters.rewrite_set import RewriteSet
    from monosashi.models.rewriters.set_files import is_set
    from monosashi.models.rewriters.wanted import Wanted

    if not is_set(out):
        return
    try:
        held = RewriteSet.load(out)
    except DataError:
        return
    names = ("texts", "transformations", "rewriter", "seeds")
    how = {name: given[name] for name in ("dataset", "targets", "order")}
    wanted = Wanted.of(*(given[name] for name in names), language=None, **how)
    left = _lost(held, wanted)
    if left or _identity(wanted) != dict(held.identity):
        raise WrongUsageError("rewriting.errors.other_set", path=out, rows=len(held.rows),
                              lost=left, generator=held.generator,
                              transformations=", ".join(held.transformations),
                              seeds=", ".join(map(str, held.seeds)))  # fmt: skip


def _lost(held: RewriteSet, wanted: Wanted) -> int:
    """Rows of the finished set that the new one would not hold."""
    name = wanted.rewriter.name
    ways = {(one.name, seed) for one in wanted.transformations for seed in wanted.seeds}
    texts = {(item.record, item.field, item.text) for item in wanted.items}
    return sum(
        (row.transformation, row.seed) not in ways
        or (row.record, row.field, row.original) not in texts
        or (row.dataset, row.generator) != (wanted.dataset, name)
        for row in held.rows
    )


def _identity(wanted: Wanted) -> dict[str, Any]:
    """As a set holds it, after a way through JSON."""
    import json

    told = {**wanted.rewriter.identity(), "targets": list(wanted.targets), "order": wanted.order}
    found: dict[str, Any] = json.loads(json.dumps(told))
    return found
