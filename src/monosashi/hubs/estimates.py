"""The statistics with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.hubs.deletion import Deletions, Floats
from monosashi.hubs.occurrence import (
    Counts,
    antihub_share,
    gini,
    hub_occurrence,
    occurrence_curve,
    robin_hood,
    skewness,
    top_count,
    top_share_ratio,
)
from monosashi.results import Estimate

CONFIDENCE = 0.95
FEWEST_BUSIEST = 3
SHARES = ("antihub_share", "robin_hood", "hub_occurrence", "gini")


@dataclass(frozen=True)
class Summary:
    """All statistics of one set of counts, as fields of a result, and what comparing needs."""

    fields: Mapping[str, Any]
    without: Mapping[str, Floats] | None


def summarise(counts: Counts, deletions: Deletions | None, k: int, n_queries: int) -> Summary:
    """Statistics with jackknife intervals; ``deletions`` None means that none can be given."""
    plain = {
        "antihub_share": antihub_share(counts),
        "robin_hood": robin_hood(counts),
        "hub_occurrence": hub_occurrence(counts, k, n_queries),
        "gini": gini(counts),
    }
    without = None if deletions is None or deletions.units < 2 else deletions.values()
    fields: dict[str, Any] = {
        name: _share(name, value, without, n_queries) for name, value in plain.items()
    }
    fields["top_share_ratio"] = _ratio(counts, without, n_queries)
    fields["skewness"] = _skewness(counts, n_queries)
    fields |= {"antihubs": int((counts == 0).sum()), "max_occurrence": int(counts.max()),
               "curve": occurrence_curve(counts)}  # fmt: skip
    return Summary(fields, without)


def jackknife_error(values: Floats) -> float:
    """Delete-one standard error: on average at least the true one (Efron & Stein 1981)."""
    n = len(values)
    return float(np.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum()))


def t_quantile(degrees: int) -> float:
    """Two-sided 95 % point of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))


def _share(name: str, value: float, without: Mapping[str, Floats] | None, units: int) -> Estimate:
    if without is None:
        return Estimate(value, None, None, None, "no interval: nothing can be left out", units)
    error = jackknife_error(without[name])
    reach = t_quantile(units - 1) * error
    # Nothing was seen among n: the interval still reaches to the rule of three, about 3 / n.
    unseen = 1 - (1 - CONFIDENCE) ** (1 / units) if value == 0 else 0.0
    low, high = value - reach, max(value + reach, unseen)
    method = f"delete-one jackknife, t({units - 1}), conservative"
    return Estimate(value, max(low, 0.0), min(high, 1.0), error, method, units,
                    clipped=low < 0 or high > 1)  # fmt: skip


def _ratio(counts: Counts, without: Mapping[str, Floats] | None, units: int) -> Estimate:
    value, busiest = top_share_ratio(counts), top_count(len(counts))
    if without is None or busiest < FEWEST_BUSIEST:
        method = f"no interval: the busiest 1 % are {busiest} item(s)"
        return Estimate(value, None, None, None, method, units)
    error = jackknife_error(without["top_share_ratio"])
    factor = float(np.exp(t_quantile(busiest - 1) * error / value))
    method = f"delete-one jackknife on the logarithm, t({busiest - 1})"
    low = value / factor
    return Estimate(value, max(low, 1.0), value * factor, error, method, units, clipped=low < 1)


def _skewness(counts: Counts, units: int) -> Estimate | None:
    value = skewness(counts)
    if value is None:
        return None
    return Estimate(value, None, None, None, "no interval: a few large counts decide it", units)
