"""Scores that are cut at 1 although their whole interval lies above: they are not certain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from monosashi.fidelity.surely_below import AT_LEAST_ONE, cut_at_one
from monosashi.report.numerals import ends, interval, number

Reason = dict[str, Any]


def score_interval(low: float | None, high: float | None) -> str:
    """``[0.697, 0.766]``, or ``[≥ 1]`` of a score cut at 1.

    >>> score_interval(0.5, 0.75), score_interval(1.0, 1.0), score_interval(None, None)
    ('[0.500, 0.750]', '[≥ 1]', '')
    """
    return AT_LEAST_ONE if cut_at_one(low, high) else interval(low, high)


def why_cut(found: Mapping[str, Any], term: Callable[[str], str]) -> Reason | None:
    """What ``[≥ 1]`` means, with the scores before the cut; None where none is cut."""
    before = {**found.get("uncapped", {}), **found["correction"].get("uncapped", {})}
    held = {**found["scores"], **found.get("intervals", {})}
    told = [f"{_called(key, term)} {number(before[key])}"
            for key, score in held.items()
            if cut_at_one(*ends(score)) and key in before]  # fmt: skip
    values = {"scores": ", ".join(told)}
    return {"code": "fidelity.reasons.cut_from", "values": values} if told else None


def why_cut_of(rows: Sequence[Mapping[str, Any]], form: str) -> Reason | None:
    """The same of the rows of several generators, in one form."""
    head = "" if form == "value" else f"{form}_"
    cut = any(cut_at_one(row.get(f"{head}low"), row.get(f"{head}high")) for row in rows)
    return {"code": "fidelity.reasons.cut_at_one", "values": {}} if cut else None


def _called(key: str, term: Callable[[str], str]) -> str:
    """``clipped density``, or ``filtered clipped density``."""
    return " ".join(term(part) for part in key.split("."))
