"""Why a score has no interval."""

from __future__ import annotations

from collections.abc import Mapping

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COUNTED
from monosashi.fidelity.crowded import Crowded
from monosashi.fidelity.leaving_out import ALIKE
from monosashi.fidelity.sides import Sides
from monosashi.results import Estimate


def why_no_intervals(
    scores: Mapping[str, Estimate | None], sides: Sides, balls: Balls, k: int, *, peer_compat: bool
) -> dict[str, Fault]:
    """One reason for each score that has a value and no interval, as ``scores.<name>.interval``."""
    return {
        f"scores.{name}.interval": (
            fault("fidelity.reasons.interval_alike", metric=name.replace("_", " "))
            if score.method == ALIKE
            else _why(name, sides, balls, k, peer_compat=peer_compat)
        )
        for name, score in scores.items()
        if score is not None and score.low is None
    }


def why_no_form_intervals(
    intervals: Mapping[str, Estimate], sides: Sides, k: int
) -> dict[str, Fault]:
    """The same of filtered and corrected scores that were asked for, as ``<form>.<name>.interval``.

    ``intervals`` are those of ``<form>.<name>``.
    """
    n, m = sides.real.n, sides.generated.n
    return {
        f"{key}.interval": (
            _alike(*key.split(".", 1))
            if score.method == ALIKE
            else fault("fidelity.reasons.interval_few", n=n, m=m, k=k)
        )
        for key, score in intervals.items()
        if score.low is None
    }


def _alike(form: str, name: str) -> Fault:
    """The form in words, in either language, before the name of the metric."""
    return fault(f"fidelity.reasons.interval_alike_{form}", metric=name.replace("_", " "))


def _why(name: str, sides: Sides, balls: Balls, k: int, *, peer_compat: bool) -> Fault:
    n, m = sides.real.n, sides.generated.n
    if m < 2:
        return fault("fidelity.reasons.one_generated")
    if peer_compat and name == "clipped_coverage":
        return fault("fidelity.reasons.interval_peer")
    if name in COUNTED and not (balls.can_leave_out or Crowded.possible(balls)):
        return fault("fidelity.reasons.interval_pairs", metric=name.replace("_", " "))
    return fault("fidelity.reasons.interval_few", n=n, m=m, k=k)
