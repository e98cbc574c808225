"""What to know about a fitted real side."""

from __future__ import annotations

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.gicdm.parameters import SPARE_ROWS, Parameters
from monosashi.fidelity.gicdm.scales import Scale
from monosashi.hubs.reductions.ground import Ground

FEW_REALS = 200
TIGHT_SHARE = 0.1


def fit_notices(
    ground: Ground, parameters: Parameters, scales: tuple[Scale, ...], scaling: Scale | None
) -> tuple[Fault, ...]:
    """Few reals, scales left out, not converged, tight groups."""
    n, distinct = ground.n, len(ground.distinct)
    found: list[Fault] = []
    if n < FEW_REALS:
        found.append(fault("fidelity.notices.few_reals", n=n, least=FEW_REALS))
    if left_out := [k for k in parameters.scales(n) if k not in {scale.k for scale in scales}]:
        code = "scales_left_out" if scales else "no_scale"
        found.append(fault(f"fidelity.notices.{code}", scales=left_out, distinct=distinct,
                           needed=min(left_out) + SPARE_ROWS))  # fmt: skip
    if scaling is None and parameters.scaling == "icdm":
        found.append(fault("fidelity.notices.not_scaled", k=parameters.k, distinct=distinct))
    found += [
        fault("fidelity.notices.not_converged", k=scale.k, error=scale.error,
              iterations=scale.iterations)
        for scale in scales if not scale.converged
    ]  # fmt: skip
    if (share := max((scale.tight_share for scale in scales), default=0.0)) > TIGHT_SHARE:
        found.append(fault("fidelity.notices.tight_groups", share=share, most=2 * parameters.k))
    return tuple(found)
