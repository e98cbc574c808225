"""Means, shares and agreement of ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import Provenance, Row
from monosashi.robustness.rating.checking import Sheet, check_sheets, number_of
from monosashi.robustness.rating.result import Ratings
from monosashi.robustness.rating.sheets import ALL, CRITERIA, SAME
from monosashi.statistics.agreement_weights import Weights
from monosashi.statistics.gwet import gwet_ac2
from monosashi.statistics.krippendorff import Level, krippendorff_alpha
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.options import check_confidence
from monosashi.statistics.proportions import clopper_pearson

FloatArray = npt.NDArray[np.float64]
SCALE = (1.0, 2.0, 3.0, 4.0, 5.0)
Place = tuple[str, str]  # transformation and generator


@dataclass(frozen=True)
class How:
    """How ratings are put together."""

    scale: tuple[float, ...]
    weights: Weights
    level: Level
    confidence: float
    rng: int | np.random.Generator | None

    @property
    def middle(self) -> float:
        """From here on a rewriting is acceptable: 3.0 of 1 to 5."""
        return (self.scale[0] + self.scale[-1]) / 2


def measure_ratings(
    key: Sequence[Mapping[str, Any]],
    sheets: Mapping[str, Sheet],
    *,
    scale: Sequence[float] = SCALE,
    weights: Weights = "ordinal",
    level: Level = "ordinal",
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Ratings:
    """Put the sheets of all raters together.

    Parameters
    ----------
    key : rows ``item, transformation, generator, check``
    sheets : mapping of rater to rows ``item, quality, fluency``
    scale : every answer that could be given
    weights : of Gwet's AC2
    level : of Krippendorff's alpha
    confidence : float
    rng : seed or Generator of the interval of alpha

    Raises
    ------
    DataError
        Answers off the scale, items that the key does not know or that a rater rates twice or
        with other texts than the other sheets, fewer than two sheets with answers, a
        transformation that is named ``all``.

    Examples
    --------
    >>> key = [{"item": str(i), "transformation": "x"} for i in range(4)]
    >>> sheet = [{"item": str(i), "quality": 4 + (i > 1), "fluency": 5} for i in range(4)]
    >>> found = measure_ratings(key, {"a": sheet, "b": sheet})
    >>> [(row["criterion"], row["mean"], row["ac2"]) for row in found.rows][:1]
    [('quality', 4.5, 1.0)]
    """
    check_confidence(confidence)
    places = sorted({float(one) for one in scale})
    items = {str(row["item"]): row for row in key}
    sheets, blank = _filled(sheets)
    check_sheets(items, sheets, places)  # also that none is named as the whole is
    answers = _answers(items, sheets)
    real = [name for name, row in items.items() if not row.get("check")]
    if not any(answers[criterion].get(name) for criterion in CRITERIA for name in real):
        raise DataError(fault("robustness.errors.rating_none", columns=", ".join(CRITERIA)))
    groups: dict[Place, list[str]] = {(ALL, ""): real}
    for name in real:
        row = items[name]
        place = (str(row["transformation"]), str(row.get("generator") or ""))
        groups.setdefault(place, []).append(name)
    how = How(tuple(places), weights, level, confidence, rng)
    rows = [
        _row(criterion, place, _table(answers[criterion], names, sheets), how)
        for criterion in CRITERIA
        for place, names in sorted(groups.items(), key=_all_first)
    ]
    given = sum(len(answers[c].get(name, {})) for c in CRITERIA for name in real)
    missing = len(CRITERIA) * len(real) * len(sheets) - given
    return Ratings(
        provenance=_provenance(
            len(real), (*_ratings_left(missing, rows), *_sheets_left(items, sheets, blank)),
            scale=places, weights=weights, level=level, confidence=confidence),
        n=len(real), n_raters=len(sheets), scale=tuple(places), weights=weights, level=level,
        acceptable_from=how.middle, rows=tuple(rows), confidence=confidence,
        checks=tuple(_checks(items, answers["quality"], sheets, how.middle)), n_missing=missing,
    )  # fmt: skip


def _all_first(one: tuple[Place, list[str]]) -> tuple[bool, Place]:
    """The whole first, then by name."""
    return one[0][0] != ALL, one[0]


def _filled(sheets: Mapping[str, Sheet]) -> tuple[Mapping[str, Sheet], list[str]]:
    """Sheets with any rating, and the names of those without; where none has one, all."""
    filled = {rater: rows for rater, rows in sheets.items()
              if any(row.get(c) not in (None, "") for row in rows for c in CRITERIA)}  # fmt: skip
    if not filled:
        return sheets, []
    return filled, [rater for rater in sheets if rater not in filled]


def _provenance(n: int, notices: tuple[Fault, ...], **settings: Any) -> Provenance:
    return Provenance(n, 0, "", settings=settings, notices=notices)


def _ratings_left(missing: int, rows: Sequence[Row]) -> list[Fault]:
    given = sum(row["n_ratings"] for row in rows if row["transformation"] == ALL)
    if not missing:
        return []
    return [fault("robustness.notices.ratings_left", total=missing + given, count=missing)]


def _sheets_left(
    items: Mapping[str, Mapping[str, Any]], sheets: Mapping[str, Sheet], blank: Sequence[str]
) -> list[Fault]:
    """Sheets without a rating, and those that were made and did not come back."""
    told = [fault("robustness.notices.sheets_blank", ids=list(blank))] if blank else []
    made = max((int(str(row.get("sheets"))) for row in items.values()
                if str(row.get("sheets")).isdecimal()), default=0)  # fmt: skip
    came = len(sheets) + len(blank)
    if came < made:
        told.append(fault("robustness.notices.sheets_lost", made=made, came=came))
    return told


def _answers(
    items: Mapping[str, Any], sheets: Mapping[str, Sheet]
) -> dict[str, dict[str, dict[str, float]]]:
    """Answers by criterion, item and rater."""
    found: dict[str, dict[str, dict[str, float]]] = {c: defaultdict(dict) for c in CRITERIA}
    for rater, rows in sheets.items():
        for row in rows:
            for criterion in CRITERIA:
                value = number_of(row.get(criterion, ""))
                if value is not None and str(row["item"]) in items:
                    found[criterion][str(row["item"])][rater] = value
    return found


def _table(
    answers: Mapping[str, Mapping[str, float]], names: Sequence[str], sheets: Mapping[str, Sheet]
) -> FloatArray:
    """(items, raters), NaN where there is no rating."""
    return np.array([[answers.get(name, {}).get(rater, np.nan) for rater in sheets]
                     for name in names]).reshape(len(names), len(sheets))  # fmt: skip


def _row(criterion: str, place: Place, table: FloatArray, how: How) -> Row:
    held = ~np.isnan(table)
    each = np.array([row[~np.isnan(row)].mean() for row in table[held.any(axis=1)]])
    single = table[held]
    good = int((each >= how.middle).sum())
    share = clopper_pearson(good, len(each), how.confidence) if len(each) else (None, None)
    row: Row = {
        "criterion": criterion, "transformation": place[0], "generator": place[1],
        "n": len(each), "n_ratings": len(single), **_mean(each, how),
        "sd": float(single.std(ddof=1)) if len(single) > 1 else None,
        "acceptable": good / len(each) if len(each) else None,
        "acceptable_low": share[0], "acceptable_high": share[1],
    }  # fmt: skip
    return {**row, **_agreement(table, how)}


def _mean(each: FloatArray, how: How) -> Row:
    """Over items, with an interval that also holds where nearly all of them are alike."""
    if not len(each):
        return {"mean": None, "low": None, "high": None}
    row: Row = {"mean": float(each.mean()), "low": None, "high": None}
    if len(each) > 1:
        found = mean_interval(each, np.ones(len(each)), confidence=how.confidence,
                              bounds=(how.scale[0], how.scale[-1]))  # fmt: skip
        row["low"], row["high"] = found.low, found.high
    return row


def _agreement(table: FloatArray, how: How) -> Row:
    names = ("ac2", "ac2_low", "ac2_high", "alpha", "alpha_low", "alpha_high")
    if ((~np.isnan(table)).sum(axis=1) >= 2).sum() < 2:
        why = fault("robustness.reasons.no_pairs_of_answers")
        return {**dict.fromkeys(names), "reason": why}
    ac2 = gwet_ac2(table, scale=how.scale, weights=how.weights, confidence=how.confidence)
    alpha = krippendorff_alpha(table, scale=how.scale, level=how.level,
                               confidence=how.confidence, rng=how.rng)  # fmt: skip
    values = (ac2.value, ac2.low, ac2.high, alpha.value, alpha.low, alpha.high)
    row = dict(zip(names, values, strict=True))
    if alpha.value is None:
        return {**row, "reason": fault("robustness.reasons.one_answer")}
    return row


def _checks(
    items: Mapping[str, Mapping[str, Any]],
    quality: Mapping[str, Mapping[str, float]],
    sheets: Mapping[str, Sheet],
    middle: float,
) -> list[Row]:
    """Another text above the middle, or the text itself at or below it, is a wrong answer."""
    kinds = {name: row["check"] for name, row in items.items() if row.get("check")}
    rows: list[Row] = []
    for rater in sheets if kinds else ():
        given = {name: quality[name][rater] for name in kinds if rater in quality.get(name, {})}
        wrong = [name for name, value in given.items()
                 if (value <= middle if kinds[name] == SAME else value > middle)]  # fmt: skip
        rows.append({"rater": rater, "n": len(given), "n_wrong": len(wrong)})
    return rows
