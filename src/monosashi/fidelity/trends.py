"""How scores move along a knob."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from monosashi.fidelity.leaving_out import Spread, difference
from monosashi.fidelity.points import Floats
from monosashi.results import Estimate, Row
from monosashi.shape.correlations import pearson, ranks

if TYPE_CHECKING:
    from monosashi.fidelity.asking import Asked
    from monosashi.fidelity.result import Fidelity

DRAWS = 2_000
FEWEST_STEPS = 3


def trend_rows(knob: Sequence[float], results: Sequence[Fidelity], asked: Asked) -> list[Row]:
    """Slope and rank correlation of every metric, with intervals for other sets of points.

    The steps of the knob are taken as they are. The slope is a weighted sum of the scores, so that
    its interval follows from theirs. The rank correlation is found again for 2,000 draws of the
    scores with their standard errors, what they share through the reals included; its interval is
    the percentile one.
    """
    steps = np.asarray(knob, np.float64)
    if len(steps) < FEWEST_STEPS or np.ptp(steps) == 0:
        return []
    rows = []
    for place, name in enumerate(results[0].metrics):
        held = [one.spreads.get(name) for one in results]
        known = [one for one in held if one is not None]
        if len(known) == len(results):
            cut = [one.cut() if name.startswith("clipped") else one for one in known]
            rows.append(_row(name, steps, cut, asked, place))
    return rows


def _row(name: str, steps: Floats, held: Sequence[Spread], asked: Asked, place: int) -> Row:
    slope = _slope(steps, held, asked.confidence)
    values = np.array([one.value for one in held])
    found = _spearman(steps, values)
    row: Row = {"metric": name, "slope": slope.value, "low": slope.low, "high": slope.high,
                "spearman": found, "spearman_low": None, "spearman_high": None}  # fmt: skip
    if found is not None:
        drawn = [_spearman(steps, values + noise) for noise in _noise(held, asked, place)]
        tail = (1 - asked.confidence) / 2
        kept = np.array([one for one in drawn if one is not None], np.float64)
        low, high = np.quantile(kept, [tail, 1 - tail])
        row |= {"spearman_low": float(low), "spearman_high": float(high)}
    return row


def _slope(steps: Floats, held: Sequence[Spread], confidence: float) -> Estimate:
    centred = steps - steps.mean()
    weights = centred / float(centred @ centred)
    reals = sum(w * one.without_reals for w, one in zip(weights, held, strict=True))
    theirs = np.concatenate(
        [
            w * (one.without_generated - one.without_generated.mean())
            for w, one in zip(weights, held, strict=True)
        ]
    )
    value = float(weights @ [one.value for one in held])
    return difference(Spread(value, np.asarray(reals), theirs), confidence=confidence,
                      units=len(held))  # fmt: skip


def _noise(held: Sequence[Spread], asked: Asked, place: int) -> Floats:
    """Draws of what the scores miss: one part shared through the reals, one of each set."""
    rng = asked.draws(5, place)
    shared = np.stack([one.without_reals - one.without_reals.mean() for one in held])
    g = shared.shape[1]
    common = rng.standard_normal((DRAWS, g)) @ shared.T * np.sqrt((g - 1) / g)
    own = np.sqrt([one.variances()[1] for one in held])
    noise: Floats = common + rng.standard_normal((DRAWS, len(held))) * own
    return noise


def _spearman(steps: Floats, values: Floats) -> float | None:
    if np.ptp(values) == 0:
        return None
    return float(pearson(ranks(steps), ranks(values)))
