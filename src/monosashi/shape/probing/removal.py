"""What removing the mean does to groups and neighbours, with intervals over groups."""

from __future__ import annotations

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Row
from monosashi.shape.configuration import Array
from monosashi.shape.intervals import interval_reasons, over_groups
from monosashi.shape.leave_out import leave_one_out
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.similarity.neighbours import Pair, overlap

HARMLESS, KEPT = 0.01, 0.9
EMPTY: Row = dict.fromkeys(
    ("r_squared_before", "r_squared_low", "r_squared_high", "r_squared_corrected",
     "r_squared_change", "change_low", "change_high", "change_corrected", "knn_low", "knn_high",
     "judgement"))  # fmt: skip


def removal_row(
    before: Cloud, after: Cloud, pair: Pair, confidence: float
) -> tuple[Row, dict[str, Fault]]:
    """R² after, its change and the overlap, each with the jackknife over groups.

    The direction that is removed is taken as given, as it is once it is in use: leaving a group
    out does not move it.
    """
    if before.r_squared is None or after.r_squared is None:
        return dict(EMPTY), {}
    without = [leave_one_out("r_squared", cloud.sums, cloud.configuration.ss_total)
               for cloud in (before, after)]  # fmt: skip
    n = len(without[0])
    change = without[1] - without[0]
    held = _estimate(after.r_squared, without[1], n, confidence, (0.0, 1.0))
    moved = _estimate(after.r_squared - before.r_squared, change, n, confidence, (-1.0, 1.0))
    a, b = pair.lists()
    left = pair.without_each(a, b)
    kept = over_groups(overlap(a, b, pair.k), left, n=n, confidence=confidence,
                       possible=(0.0, 1.0), corrected=False)  # fmt: skip
    assert kept is not None  # noqa: S101 - the overlap is a number
    row: Row = {
        "r_squared_before": before.r_squared, "r_squared_low": held.low,
        "r_squared_high": held.high, "r_squared_corrected": held.bias_corrected,
        "r_squared_change": moved.value, "change_low": moved.low, "change_high": moved.high,
        "change_corrected": moved.bias_corrected,
        "knn_low": kept.low, "knn_high": kept.high,
    }  # fmt: skip
    reasons = interval_reasons("r_squared", change) | interval_reasons("knn_overlap", left)
    return {**row, "judgement": judged(row)}, reasons


def judged(row: Row) -> str:
    """``loses``, ``gains``, ``harmless``, ``reorders``, ``reorders_untold`` or ``untold``.

    The first two where the interval of the change of R² lies on one side of 0 and is not wholly
    within 0.01 of it; harmless where it is, and surely 90 % of the neighbours stay. It
    reorders where surely fewer stay; ``_untold`` where R² may move as well.
    """
    ends = row["change_low"], row["change_high"], row["knn_low"], row["knn_high"]
    if None in ends:
        return "untold"
    low, high, least, most = ends
    small = low >= -HARMLESS and high <= HARMLESS
    if not small and high < 0:
        return "loses"
    if not small and low > 0:
        return "gains"
    if small and least >= KEPT:
        return "harmless"
    if most >= KEPT:
        return "untold"
    return "reorders" if small else "reorders_untold"


def _estimate(
    value: float, without: Array, n: int, confidence: float, possible: tuple[float, float]
) -> Estimate:
    found = over_groups(value, without, n=n, confidence=confidence, possible=possible)
    assert found is not None  # noqa: S101 - the value is a number
    return found
