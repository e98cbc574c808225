"""``correct_fidelity``: what ``measure_fidelity`` asks of a correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.fidelity.corrected import Corrected
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.scores import GicdmScores
from monosashi.fidelity.sides import Sides


def correct_fidelity(
    sides: Sides,
    *,
    k: int,
    metrics: Sequence[str],
    n_jobs: int | None = None,
    fitted: GICDM | None = None,
) -> Corrected:
    """Filtered and corrected scores of checked sides.

    ``fitted`` is the real side when it has been fitted before.
    """
    ours = GICDM.fit(sides.real, metric=sides.metric, n_jobs=n_jobs) if fitted is None else fitted
    scores = ours.score(sides.generated, k=k, metrics=tuple(metrics), n_jobs=n_jobs)
    return Corrected(
        filtered=scores.filtered, corrected=scores.corrected, reasons=scores.reasons,
        flagged={"fidelity": scores.flagged_fidelity, "coverage": scores.flagged_coverage},
        numbers=_numbers(scores), findings=tuple(scores.findings()),
        notices=scores.notices,
        per_generated={"corrected": _fidelity(scores, k)},
        per_real={"corrected": np.minimum(scores.found_corrected / k, 1)},
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
