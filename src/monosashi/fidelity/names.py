"""Names of the metrics, and what they refuse."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.counted import COUNTED

OTHERS = ("alpha_precision", "beta_recall", "frechet", "kernel_distance", "memorisation")
METRICS = (*COUNTED, *OTHERS)
DEFAULT_METRICS = ("precision", "recall", "density", "coverage", "clipped_density",
                   "clipped_coverage", "memorisation")  # fmt: skip


def check_metrics(metrics: Sequence[str]) -> tuple[str, ...]:
    """The names in order, each once; unknown ones are refused with those that exist.

    >>> check_metrics(("recall", "recall"))
    ('recall',)
    """
    asked = (metrics,) if isinstance(metrics, str) else tuple(dict.fromkeys(metrics))
    unknown = [name for name in asked if name not in METRICS]
    if unknown or not asked:
        given = ", ".join(map(str, unknown)) or "-"
        raise DataError(fault("fidelity.errors.metrics", given=given, known=", ".join(METRICS)))
    return asked
