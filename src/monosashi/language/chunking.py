"""Languages whose pages are cut into different numbers of chunks: an advantage without language."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.layout import Layout
from monosashi.results import Level

UNEVEN = "language.notices.uneven_chunks"
MOST_RATIO = 1.25  # of chunks a page; in simulations that is 0.016 of recall@1, a double 0.04


def uneven_chunks(layout: Layout, languages: tuple[str, ...]) -> list[Fault]:
    """A notice where pages of one language have many more chunks than those of another.

    A page scores by its best chunk, so the version with more chunks stands higher in the mixed
    pool although language plays no part.
    """
    ends = np.append(layout.starts, len(layout.rows))[layout.pools]
    chunks = np.diff(ends) / layout.sizes
    if chunks.max() < MOST_RATIO * chunks.min():
        return []
    told = [f"{name} {mean:.1f}" for name, mean in zip(languages, chunks, strict=True)]
    return [fault(UNEVEN, sizes=", ".join(told))]


def careful(level: Level, notices: Iterable[Fault]) -> Level:
    """A level of the part that language costs: no more than a note where chunks are uneven."""
    return "note" if any(one.code == UNEVEN for one in notices) else level
