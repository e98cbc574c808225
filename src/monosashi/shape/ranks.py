"""Which ranks a model may have, as far as the paired tests tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from monosashi.results import Estimate, Row
from monosashi.shape.decomposition import SCALE_FREE


def rank_rows(
    statistics: Sequence[str],
    levels: Mapping[str, Mapping[str, Estimate]],
    differences: Sequence[Row],
    alpha: float,
) -> tuple[Row, ...]:
    """Rows ``model, statistic, rank, rank_low, rank_high``, for scale-free statistics.

    ``rank`` is by the value (1 the highest, equal values alike). A model is beaten by those that
    the adjusted paired test puts above it: its rank lies from 1 + those to M - those it beats.
    As the adjusted tests of all pairs err together with chance ``alpha`` at most, so do all the
    intervals of one statistic (Mogstad, Romano, Shaikh and Wilhelm 2024).
    """
    rows = []
    for statistic in (name for name in statistics if name in SCALE_FREE):
        beaten, beats = _decided(statistic, list(levels), differences, alpha)
        values = {model: found[statistic].value for model, found in levels.items()}
        for model, value in values.items():
            rows.append({
                "model": model, "statistic": statistic,
                "rank": 1 + sum(other > value for other in values.values()),
                "rank_low": 1 + beaten[model], "rank_high": len(values) - beats[model],
            })  # fmt: skip
    return tuple(rows)


def _decided(
    statistic: str, models: Sequence[str], differences: Sequence[Row], alpha: float
) -> tuple[dict[str, int], dict[str, int]]:
    """How many models beat each, and how many it beats."""
    beaten, beats = (dict.fromkeys(models, 0) for _ in range(2))
    for row in differences:
        if row["statistic"] != statistic or row["p_adjusted"] is None:
            continue
        if row["p_adjusted"] < alpha:
            ahead = row["bias_corrected"] > 0
            winner, loser = ("model_a", "model_b") if ahead else ("model_b", "model_a")
            beats[row[winner]] += 1
            beaten[row[loser]] += 1
    return beaten, beats
