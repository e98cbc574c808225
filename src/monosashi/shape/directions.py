"""``count_directions``: along how many directions vectors vary."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Finding, Provenance, Result, Tables
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.intervals import estimate_row
from monosashi.shape.spectrum import Spectrum, scanned, spectral_entropy
from monosashi.statistics.jackknife import jackknife_estimate
from monosashi.words import say

NAMES = ("participation_ratio", "participation_ratio_corrected", "effective_rank", "rank_me")


@dataclass(frozen=True, kw_only=True, repr=False)
class Directions(Result):
    """Along how many directions vectors vary, by three ways to count.

    Attributes
    ----------
    n, dimension : int
    n_per_dimension : float
        n/d. Below 1 all counts but the corrected one are held down by n: no more than n - 1
        directions can show.
    participation_ratio : float
        (tr S)²/tr S² of the sample covariance; too small for few objects.
    participation_ratio_corrected : Estimate
        (tr S)² over an unbiased estimate of tr Σ² (n >= 4): the one to compare across n. The
        interval takes objects as independent.
    effective_rank : float
        exp of the entropy of the eigenvalues of S (Roy and Vetterli 2007 use singular values).
    rank_me : float
        exp of the entropy of the singular values of the vectors as they are, without centring
        (Garrido et al. 2023).
    """

    kind: ClassVar[str] = "directions"
    n: int
    dimension: int
    n_per_dimension: float
    participation_ratio: float
    participation_ratio_corrected: Estimate | None
    effective_rank: float
    rank_me: float
    confidence: float

    def tables(self) -> Tables:
        """``directions``: one row a count, each with n and n/d."""
        rows = [estimate_row(name, getattr(self, name), self.reasons) for name in NAMES]
        shown = {"n": self.n, "dimension": self.dimension, "n_per_dimension": self.n_per_dimension}
        return {"directions": [row | shown for row in rows]}

    def findings(self) -> list[Finding]:
        """The corrected count, as a note."""
        held = self.participation_ratio_corrected
        if held is None:
            return []
        numbers = {
            "directions": held.value, "low": held.low, "high": held.high,
            "directions_text": f"{held:.1f}", "plain": self.participation_ratio, "n": self.n,
            "dimension": self.dimension, "effective_rank": self.effective_rank,
            "ratio": self.n_per_dimension,
        }  # fmt: skip
        return [Finding("shape.directions", "note", numbers)]

    def __repr__(self) -> str:
        held = self.participation_ratio_corrected
        shown = "–" if held is None else f"{held:.1f}"
        return f"Directions(n={self.n}, d={self.dimension}, corrected {shown})"


def count_directions(
    data: EmbeddingSet | Any, *, normalise: bool = True, confidence: float = 0.95
) -> Directions:
    """Count along how many directions vectors vary.

    Says how evenly the variance is spread over directions: d for an even cloud, 1 for a line. Does
    not say that a space with more directions is better; plain counts grow with n and must not be
    compared across samples of other sizes.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1

    Returns
    -------
    Directions

    Raises
    ------
    DataError
        One vector only, all vectors identical, zero vectors with ``normalise``.

    Notes
    -----
    Unbiased tr Σ² = (n-1)/(n(n-2)(n-3)) [(n-1)(n-2) tr S² + (tr S)² - n Q] with
    Q = Σ ||x - mean||⁴/(n-1) (Himeno and Yamada 2014); interval by the jackknife over objects. One
    min(n, d)-square matrix is held, never more.

    Examples
    --------
    >>> import numpy as np
    >>> cloud = np.random.default_rng(0).normal(size=(60, 40))
    >>> found = count_directions(cloud, normalise=False)
    >>> round(found.participation_ratio), round(float(found.participation_ratio_corrected))
    (23, 38)
    """
    refuse(confidence_faults(confidence))
    checked = as_set(data)
    if checked.n < 2:
        raise DataError(fault("shape.errors.one_vector"))
    spectrum = scanned(checked, normalise=normalise)
    if spectrum.trace == 0:
        raise DataError(fault("shape.errors.no_variation", n=checked.n))
    corrected, reasons = _corrected(spectrum, checked, confidence, normalise=normalise)
    return Directions(
        provenance=Provenance.of(checked, normalise=normalise, confidence=confidence),
        reasons=reasons, n=checked.n, dimension=checked.dimension,
        n_per_dimension=checked.n / checked.dimension,
        participation_ratio=spectrum.trace**2 / spectrum.squared,
        participation_ratio_corrected=corrected,
        effective_rank=spectral_entropy(spectrum.centred),
        rank_me=spectral_entropy(spectrum.plain, root=True),
        confidence=confidence)  # fmt: skip


def _corrected(
    spectrum: Spectrum, data: EmbeddingSet, confidence: float, *, normalise: bool
) -> tuple[Estimate | None, dict[str, Fault]]:
    name, n = "participation_ratio_corrected", data.n
    if n < 4:
        return None, {name: fault("shape.reasons.four_objects", n=n)}
    value = spectrum.participation()
    if not math.isfinite(value):
        return None, {name: fault("shape.reasons.no_square", n=n)}
    if n < 5:
        why = say("shape.reasons.five_objects", "en", n=n)
        return Estimate(value, None, None, None, why, n), {
            f"{name}.interval": fault("shape.reasons.five_objects", n=n)}  # fmt: skip
    left = spectrum.without_each(data, normalise=normalise)
    estimate = jackknife_estimate(value, left, confidence=confidence, unit="object",
                                  possible=(1.0, float(data.dimension)))  # fmt: skip
    why_none = {} if estimate.low is not None else {
        f"{name}.interval": fault("shape.reasons.no_square", n=n - 1)}  # fmt: skip
    return estimate, why_none
