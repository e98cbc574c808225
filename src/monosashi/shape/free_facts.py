"""What a shape says without groups."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.shape.configuration import Configuration
from monosashi.shape.pair_distances import mean_pair_distance

OF_PAIRS = ("v_unbiased", "mean_squared_pair_distance", "mean_pair_distance")


def free_facts(
    cloud: Configuration, *, normalise: bool, confidence: float, rng: np.random.Generator
) -> tuple[dict[str, Any], dict[str, Fault]]:
    """Fields by name, and reasons for those that are None.

    Random pairs come from a child of ``rng``, so that they never shift the permutations.
    """
    n, total = cloud.n, cloud.ss_total
    reasons = {}
    facts: dict[str, Any] = {"n": n, "v": total / n, "ss_total": total}
    facts |= dict.fromkeys(OF_PAIRS)
    if n == 1:
        reasons = dict.fromkeys(OF_PAIRS, fault("shape.reasons.one_object"))
    else:
        facts["v_unbiased"] = total / (n - 1)
        facts["mean_squared_pair_distance"] = 2 * total / (n - 1)
        facts["mean_pair_distance"] = mean_pair_distance(cloud, confidence, rng.spawn(1)[0])
    facts["mean_resultant_length"] = float(np.linalg.norm(cloud.mean)) if normalise else None
    if not normalise:
        reasons["mean_resultant_length"] = fault("shape.reasons.not_unit")
    return facts, reasons
