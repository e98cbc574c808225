"""What of a rewrite set has no rewriting, for whoever reads numbers that rest on the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from monosashi.embeddings import Fault, fault
from monosashi.models.rewriters.rewrite_row import RewriteRow


def left_out(groups: Mapping[str, Sequence[RewriteRow]]) -> Iterator[Fault]:
    """Failed rewritings of each transformation, and texts that it does not hold at all."""
    every = {_of(row) for rows in groups.values() for row in rows}
    for name, rows in groups.items():
        failed = sum(not row.kept for row in rows)
        if failed:
            yield fault("rewriting.notices.failed", transformation=name, failed=failed, n=len(rows))
        absent = len(every) - len({_of(row) for row in rows})
        if absent:
            yield fault("rewriting.notices.absent", transformation=name, absent=absent,
                        n=len(every))  # fmt: skip


def _of(row: RewriteRow) -> tuple[str, str, str, int]:
    return row.dataset, row.record, row.field, row.seed
