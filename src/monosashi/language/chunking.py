"""Languages whose pages are cut into different numbers of chunks: an advantage without language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import log2

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.layout import Layout
from monosashi.results import Estimate, Level, level_of

UNEVEN = "language.notices.uneven_chunks"
LEAST_RATIO = 1.25  # of chunks a page; below it less than the 0.03 from which language counts
A_DOUBLING = 0.08  # of recall@1: 0.074 and, for two doublings, 0.131 were the most in simulations


def uneven_chunks(layout: Layout, languages: tuple[str, ...]) -> list[Fault]:
    """A notice where pages of one language have many more chunks than those of another.

    A page scores by its best chunk, so the version with more chunks stands higher in the mixed
    pool although language plays no part.
    """
    ends = np.append(layout.starts, len(layout.rows))[layout.pools]
    chunks = np.diff(ends) / layout.sizes
    ratio = float(chunks.max() / chunks.min())
    if ratio < LEAST_RATIO:
        return []
    told = [f"{name} {mean:.1f}" for name, mean in zip(languages, chunks, strict=True)]
    return [fault(UNEVEN, sizes=", ".join(told), ratio=ratio, most=A_DOUBLING * log2(ratio))]


def cost_level(cost: Estimate, notices: Iterable[Fault]) -> Level:
    """Level of what language costs; uneven chunks are allowed what they may explain.

    Then nothing is good, since what they explain may also hide a cost.
    """
    most = next((float(one.values["most"]) for one in notices if one.code == UNEVEN), None)
    if most is None or cost.low is None:
        return level_of("language_drop", cost)
    level = level_of("language_drop", replace(cost, low=cost.low - most))
    return "note" if level == "good" else level
