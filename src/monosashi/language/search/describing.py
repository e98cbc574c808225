"""One row of the result: queries of one language after one repair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from monosashi.language.judging import Judged
from monosashi.language.outcomes import Resampled
from monosashi.language.search.results import GAINS, SearchedLanguage
from monosashi.results import Estimate


def describe(
    found: Resampled,
    judged: Judged,
    *,
    repair: str,
    code: int,
    language: str,
    ks: Sequence[int],
    signs: tuple[str, ...],
) -> SearchedLanguage:
    """Put one row together."""
    mine = judged.own_pool == code
    place = (repair, code)

    def recall(side: str) -> Mapping[int, Estimate] | None:
        held = {k: found.estimate((*place, (side, k))) for k in ks if (*place, (side, k)) in found}
        return held or None

    gains = {name: found.estimate((*place, ("gain", name))) for name in GAINS
             if (*place, ("gain", name)) in found}  # fmt: skip
    return SearchedLanguage(
        language=language,
        repair=repair,
        n=int(mine.sum()),
        n_units=len(np.unique(judged.units[mine])),
        map=found.estimate((*place, ("map",))),
        optimistic_map=found.outcomes.mean((*place, ("map", "optimistic"))),
        own=recall("own"),
        cross=recall("cross"),
        cross_alone=found.maybe((*place, ("cross", "alone"))),
        cross_drop=found.maybe((*place, ("cross", "drop"))),
        cross_language_drop=found.maybe((*place, ("cross", "language"))),
        cross_candidates_drop=found.maybe((*place, ("cross", "candidates"))),
        same_language_share=found.estimate((*place, ("share",))),
        neutral_share=float(judged.neutral_share[mine].mean()),
        gains=gains,
        signs=signs,
    )
