"""How filtered and corrected scores would differ with other reals and other generated points.

Generated points do not depend on each other, so that leaving a group of them out is arithmetic on
the counts. Reals do: their factors, limits and balls are fitted again without each group. Both
together are the two parts of ``fidelity.leaving_out``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.fidelity.gicdm.fitting import fit_scales, fitting_scales
from monosashi.fidelity.gicdm.formulas import DEFINED, UNCUT, Counted
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.scores import FORMS, GicdmScores
from monosashi.fidelity.leaving_out import Groups, Spread
from monosashi.hubs.reductions.ground import Ground

Values = Mapping[str, float | None]


@dataclass(frozen=True)
class LeftOutReals:
    """The real side fitted anew without each group of reals, at the scales of the whole fit."""

    fits: tuple[GICDM, ...]
    n_jobs: int | None

    @staticmethod
    def possible(groups: Groups, k: int) -> bool:
        """Whether enough reals are left for balls and factors whichever group is left out."""
        n = len(groups.label)
        return groups.count > 1 and n - -(-n // groups.count) > k + 1

    @classmethod
    def of(
        cls, fitted: GICDM, real: EmbeddingSet, groups: Groups, *, n_jobs: int | None
    ) -> LeftOutReals:  # fmt: skip
        """One fit a group: each takes nearly as long as the first."""
        kept = [real.take(np.flatnonzero(groups.label != g)) for g in range(groups.count)]
        return cls(tuple(_refit(fitted, one, n_jobs=n_jobs) for one in kept), n_jobs)

    def scores(self, generated: Any, k: int, names: Sequence[str]) -> list[Values]:
        """Before the cut at 1, one mapping for each group that is left out."""
        found = []
        for one in self.fits:
            seen = one.transform(generated, n_jobs=self.n_jobs)
            scores = GicdmScores.of(one, seen, k, tuple(names), n_jobs=self.n_jobs)
            found.append(uncut(scores.counted, names))
        return found


def _refit(fitted: GICDM, real: EmbeddingSet, *, n_jobs: int | None) -> GICDM:
    scales = tuple(scale.k for scale in fitted.scales)
    given = replace(fitted.parameters, filter_scales=scales)
    ground = Ground.of(real, given.metric)
    wanted = fitting_scales(ground, (given.k,)) if fitted.scaling is not None else ()
    every = tuple(dict.fromkeys((*wanted, *fitting_scales(ground, scales))))
    return GICDM.of(ground, given, fit_scales(ground, every, given, n_jobs=n_jobs))


def uncut(counted: Mapping[str, Counted], names: Sequence[str]) -> Values:
    """``filtered.<metric>`` and ``corrected.<metric>`` before the cut at 1."""
    return {f"{form}.{name}": UNCUT[name](counted[form])
            for form in FORMS for name in names if name in DEFINED}  # fmt: skip


def correction_spreads(
    counted: Mapping[str, Counted], names: Sequence[str], groups: Groups,
    without_reals: Sequence[Values],
) -> dict[str, Spread]:  # fmt: skip
    """Those that are defined whatever is left out."""
    whole = uncut(counted, names)
    without = [uncut({form: one.without(g, groups.label) for form, one in counted.items()}, names)
               for g in range(groups.count)]  # fmt: skip
    found = {}
    for key, value in whole.items():
        ours, theirs = ([one[key] for one in side] for side in (without_reals, without))
        if value is not None and None not in ours and None not in theirs:
            found[key] = Spread(value, np.array(ours, np.float64), np.array(theirs, np.float64))
    return found
