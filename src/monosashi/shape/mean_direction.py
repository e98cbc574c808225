"""How much of the differences between vectors lies along their mean direction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Provenance, Result, Row, Tables
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Configuration
from monosashi.shape.grouping import read_grouping
from monosashi.shape.mean_direction_sums import (
    mean_is_untold,
    share_along_mean,
    shares_without,
)
from monosashi.shape.streamed_cloud import cloud_of
from monosashi.shape.sums import IntArray
from monosashi.statistics.jackknife import jackknife_estimate, refusal
from monosashi.words import say


@dataclass(frozen=True, kw_only=True, repr=False)
class MeanDirection(Result):
    """What removing the common direction of a set would take away.

    Attributes
    ----------
    n, dimension : int
    n_units : int or None
        Independent units behind the interval; None where none were named.
    mean_resultant_length : float
        Length of the mean of the unit vectors.
    share_along_mean : Estimate or None
        Sum of ((z - mean)'u)² over sum of |z - mean|², u the direction of the mean. None where
        all vectors are the same, or where their mean has no direction.
    even_share : float
        1/d: what a direction holds if the vectors differ alike in all.
    """

    kind: ClassVar[str] = "mean_direction"
    n: int
    dimension: int
    n_units: int | None
    mean_resultant_length: float
    share_along_mean: Estimate | None
    even_share: float

    def __repr__(self) -> str:
        held = self.share_along_mean
        share = "undefined" if held is None else f"{held:.3f}"
        return f"MeanDirection(n={self.n}, share {share}, even share {self.even_share:.3g})"

    def tables(self) -> Tables:
        """``mean_direction``: the share with its interval, and the even share."""
        held = self.share_along_mean
        reason = self.reasons.get("share_along_mean") or self.reasons.get(
            "share_along_mean.interval")  # fmt: skip
        share: Row = {"quantity": "share_along_mean", "value": None, "low": None, "high": None,
                      "method": "", "reason": None if reason is None else str(reason)}  # fmt: skip
        if held is not None:
            share |= {"value": held.value, "low": held.low, "high": held.high,
                      "method": held.method}  # fmt: skip
            if held.bias_corrected is not None:  # the interval stands around it
                share["bias_corrected"] = held.bias_corrected
        rows: list[Row] = [share, {"quantity": "even_share", "value": self.even_share}]
        return {"mean_direction": rows}


def measure_mean_direction(
    data: EmbeddingSet | Any, units: Column | None = None, *, confidence: float = 0.95
) -> MeanDirection:
    """Measure what share of the squared deviations lies along the mean direction.

    Says how much of the differences between unit vectors is lost when the mean direction is
    projected out; the larger the share, the more. Says neither whether the lost part carried
    meaning nor how far neighbours move, which scaling to length 1 afterwards does at any share: for
    both see ``probe_invariance(transform="remove_common")``.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        Scaled to length 1 first.
    units : column name, (n,) labels, or a mapping of id to label, optional
        Independent units (groups, or keys of translations), left out one at a time for the
        interval. Without them the share is descriptive.
    confidence : float between 0 and 1

    Raises
    ------
    DataError
        Zero vectors (by id), missing labels.

    Notes
    -----
    The mean itself is taken anew without each unit. O(n d min(G, d)); more than 2^25 numbers are
    read in blocks and never held. There is no interval where the mean cannot be told from 0 (its
    square is below three times what units that cancel out give): its direction is then chance. The
    bias-corrected share is cut to 0 to 1.

    Examples
    --------
    Vectors around (1, 0) differ across it far more than along it.

    >>> found = measure_mean_direction([[0.8, 0.6], [0.8, -0.6], [1, 0], [0.6, 0.8], [0.6, -0.8]])
    >>> round(float(found.share_along_mean), 4), found.even_share
    (0.053, 0.5)
    """
    refuse(confidence_faults(confidence))
    checked = as_set(data)
    codes = None if units is None else read_grouping(checked, units, "units").codes
    cloud = cloud_of(checked)
    share, reasons = _estimate(cloud, codes, confidence)
    if codes is None:
        reasons["n_units"] = fault("shape.reasons.no_units")
    named = {} if units is None else {"units": units if isinstance(units, str) else "as given"}
    return MeanDirection(
        provenance=Provenance.of(checked, confidence=confidence, **named),
        reasons=reasons,
        n=checked.n,
        dimension=checked.dimension,
        n_units=None if codes is None else int(codes.max()) + 1,
        mean_resultant_length=float(np.linalg.norm(cloud.mean)),
        share_along_mean=share,
        even_share=1 / checked.dimension,
    )


def _estimate(
    cloud: Configuration, codes: IntArray | None, confidence: float
) -> tuple[Estimate | None, dict[str, Fault]]:
    """The share with its interval over units, or why one of them is missing."""
    share = share_along_mean(cloud)
    if share is None:
        key = "flat" if not cloud.ss_total else "no_mean"
        return None, {"share_along_mean": fault(f"shape.reasons.{key}_direction")}
    if codes is None:
        why = fault("shape.reasons.no_units")
        method = say("shape.methods.descriptive", "en")
        return Estimate(share, None, None, None, method, cloud.n), {
            "share_along_mean.interval": why}  # fmt: skip
    if mean_is_untold(cloud, codes):
        why = fault("shape.reasons.untold_direction")
        method = say(why.code, "en")
        return Estimate(share, None, None, None, method, int(codes.max()) + 1), {
            "share_along_mean.interval": why}  # fmt: skip
    left = shares_without(cloud, codes)
    found = jackknife_estimate(share, left, confidence=confidence, possible=(0.0, 1.0),
                               unit="unit")  # fmt: skip
    why_none = refusal(left)
    if found.bias_corrected is not None:
        found = replace(found, bias_corrected=min(max(found.bias_corrected, 0.0), 1.0))
    return found, {} if why_none is None else {
        "share_along_mean.interval": fault(why_none, n=len(left))}  # fmt: skip
