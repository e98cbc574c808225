"""``correct_fidelity``: what ``measure_fidelity`` asks of a correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.fidelity.corrected import Corrected
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.left_out import LeftOutReals, correction_spreads
from monosashi.fidelity.gicdm.scores import GicdmScores
from monosashi.fidelity.leaving_out import Groups
from monosashi.fidelity.sides import Sides


def correct_fidelity(
    sides: Sides,
    *,
    k: int,
    metrics: Sequence[str],
    n_jobs: int | None = None,
    fitted: GICDM | None = None,
    left_out: LeftOutReals | None = None,
    groups: Groups | None = None,
) -> Corrected:
    """Filtered and corrected scores of checked sides.

    ``fitted`` is the real side when it has been fitted before. With ``left_out`` and ``groups``
    of the generated points the scores come with their spreads.
    """
    ours = GICDM.fit(sides.real, metric=sides.metric, n_jobs=n_jobs) if fitted is None else fitted
    seen = ours.transform(sides.generated, n_jobs=n_jobs)
    wanted = groups if left_out is not None else None
    scores = GicdmScores.of(ours, seen, k, tuple(metrics), n_jobs=n_jobs,
                            groups=None if wanted is None else wanted.label)  # fmt: skip
    spreads = {}
    if left_out is not None and wanted is not None:
        spreads = correction_spreads(scores.counted, metrics, wanted,
                                     left_out.scores(sides.generated, k, metrics))  # fmt: skip
    return Corrected(
        filtered=scores.filtered, corrected=scores.corrected, reasons=scores.reasons,
        flagged={"fidelity": scores.flagged_fidelity, "coverage": scores.flagged_coverage},
        numbers=_numbers(scores), findings=tuple(scores.findings()),
        notices=scores.notices,
        per_generated={"corrected": _fidelity(scores, k)},
        per_real={"corrected": np.minimum(scores.found_corrected / k, 1)}, spreads=spreads,
    )  # fmt: skip


def _numbers(scores: GicdmScores) -> dict[str, Any]:
    return {
        **scores.parameters,
        "flagged_share_fidelity": float(scores.flagged_fidelity.mean()),
        "flagged_share_coverage": float(scores.flagged_coverage.mean()),
        "uncapped": dict(scores.uncapped),
    }


def _fidelity(scores: GicdmScores, k: int) -> Any:
    """Clipped balls that hold a point, over k, at most 1; 0 when it is flagged."""
    clipped = np.minimum(scores.counts["corrected"].held_clipped / k, 1)
    return clipped * ~scores.flagged_fidelity
