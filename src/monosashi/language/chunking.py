"""Languages whose pages are cut into different numbers of chunks: an advantage without language."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.layout import IntArray, Layout

UNEVEN = "language.notices.uneven_chunks"
LEAST_RATIO = 1.25  # of chunks a page, from which it is said that pages are cut differently


def chunks_of_languages(layout: Layout) -> IntArray:
    """(pages, L) chunks of every version, 0 where there is none."""
    lengths = np.diff(np.append(layout.starts, len(layout.rows)))
    return np.where(layout.document_of >= 0, lengths[layout.document_of], 0)


def chunks_to_draw(layout: Layout) -> IntArray | None:
    """(pages,) as many chunks as every version of a page has; None where no version has more.

    Of a version that lacks, the number is taken from the other versions of the page and from the
    languages' mean numbers.
    """
    chunks = chunks_of_languages(layout)
    there = chunks > 0
    means = chunks.sum(axis=0) / there.sum(axis=0)
    size = (chunks / means).sum(axis=1) / there.sum(axis=1)
    likely = np.maximum(1, np.rint(size[:, None] * means)).astype(np.intp)
    drawn: IntArray = np.where(there, chunks, likely).min(axis=1)
    return drawn if (chunks > drawn[:, None]).any() else None


def uneven_chunks(layout: Layout, languages: tuple[str, ...]) -> list[Fault]:
    """A notice where pages of one language have many more chunks than those of another.

    A page scores by its best chunk, so the version with more chunks stands higher in the mixed
    pool although language plays no part. The language part draws as many of each, but cannot
    make chunks equally long.
    """
    chunks = chunks_of_languages(layout).sum(axis=0) / layout.sizes
    ratio = float(chunks.max() / chunks.min())
    if ratio < LEAST_RATIO:
        return []
    told = [f"{name} {mean:.1f}" for name, mean in zip(languages, chunks, strict=True)]
    return [fault(UNEVEN, sizes=", ".join(told), ratio=ratio)]
