"""``count_directions``: along how many directions vectors vary."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Provenance
from monosashi.shape.asked import confidence_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.directions_result import Directions
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.measure import named_columns
from monosashi.shape.spectrum import Source, Spectrum, scanned, spectral_entropy
from monosashi.shape.spectrum_groups import LEAST, group_forms
from monosashi.statistics.jackknife import NO_SPREAD_KEY, jackknife, refusal


def count_directions(
    data: EmbeddingSet | Any,
    groups: Column | None = None,
    *,
    normalise: bool = True,
    confidence: float = 0.95,
) -> Directions:
    """Count along how many directions vectors vary.

    Says how evenly the variance is spread over directions: d for an even cloud, 1 for a line. Does
    not say that a space with more directions is better; plain counts grow with n and must not be
    compared across samples of other sizes.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label, optional
        What is drawn independently of what, such as the question behind each wording. Without it
        every object stands for itself; if objects of a group resemble each other, the interval is
        then far too short (it covered 26 % instead of 95 in a simulation).
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
    Q = Σ ||x - mean||⁴/(n-1) (Himeno and Yamada 2014); with groups its like from objects of
    different groups (see ``spectrum_groups``). Interval: bias-corrected jackknife of the logarithm
    over groups, else objects. In simulations it covers .92 to .99 for independent objects, .89 to
    .96 for 5 to 50 groups, and more where the cloud is even (the true count is d). Two
    min(n, d)-square matrices are held, never more.

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
    grouping = None if groups is None else read_grouping(checked, groups)
    source = Source.of(checked, normalise=normalise)
    spectrum = scanned(source)
    if spectrum.trace == 0:
        raise DataError(fault("shape.errors.no_variation", n=checked.n))
    corrected, reasons = _corrected(spectrum, source, grouping, confidence)
    if grouping is None:
        reasons["n_groups"] = fault("shape.reasons.no_groups")
    return Directions(
        provenance=Provenance.of(checked, normalise=normalise, confidence=confidence,
                                 **named_columns(groups=groups)),
        reasons=reasons, n=checked.n, dimension=checked.dimension,
        n_per_dimension=checked.n / checked.dimension,
        participation_ratio=spectrum.trace**2 / spectrum.squared,
        participation_ratio_corrected=corrected,
        effective_rank=spectral_entropy(spectrum.centred),
        rank_me=spectral_entropy(spectrum.plain, root=True),
        n_groups=None if grouping is None else grouping.n_groups,
        confidence=confidence)  # fmt: skip


def _corrected(
    spectrum: Spectrum, source: Source, grouping: Grouping | None, confidence: float
) -> tuple[Estimate | None, dict[str, Fault]]:
    name, n = "participation_ratio_corrected", spectrum.n
    d = spectrum.most_directions(source.data.dimension)
    units, kind = (n, "objects") if grouping is None else (grouping.n_groups, "groups")
    if units < LEAST:
        return None, {name: fault(f"shape.reasons.four_{kind}", n=units)}
    forms = None if grouping is None else group_forms(spectrum, source, grouping)
    value = spectrum.participation() if forms is None else forms.participation()
    if not math.isfinite(value):
        return None, {name: fault("shape.reasons.no_square", n=n)}
    if units == LEAST:
        why = fault(f"shape.reasons.five_{kind}", n=units)
        return _cut(value, why.say("en"), units, d), {f"{name}.interval": why}
    left = spectrum.without_each(source) if forms is None else forms.without_each()
    if key := refusal(left):
        why = fault(key if key == NO_SPREAD_KEY else "shape.reasons.no_square", n=n - 1)
        return _cut(value, why.say("en"), units, d), {f"{name}.interval": why}
    return _interval(value, left, confidence, kind.removesuffix("s"), d), {}


def _cut(value: float, method: str, units: int, most: int) -> Estimate:
    return Estimate(min(value, float(most)), None, None, None, method, units, clipped=value > most)


def _interval(value: float, left: Array, confidence: float, unit: str, most: int) -> Estimate:
    """Of the logarithm, which is nearer to normal; cut to 1 and d, between which every count is."""
    found = jackknife(math.log(value), np.log(left))
    half = found.half_width(confidence)
    points = (found.corrected - half, found.corrected, found.corrected + half)
    low, middle, high = (min(max(math.exp(min(x, 700.0)), 1.0), float(most)) for x in points)
    return Estimate(min(value, float(most)), low, high, value * found.standard_error,
                    f"{unit} jackknife of the logarithm, bias-corrected, t({len(left) - 1})",
                    len(left), middle,
                    clipped=value > most or math.exp(min(points[2], 700.0)) > most)  # fmt: skip
