"""The one line that results about robustness come to: a code and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.results import Finding, Result, Row
from monosashi.robustness import RobustnessStatistics
from monosashi.robustness.decided import Decided
from monosashi.robustness.drift import Drift
from monosashi.robustness.rating import Ratings
from monosashi.robustness.rating.result import ends
from monosashi.robustness.sensitivity import Sensitivity
from monosashi.words import filling

Verdict = tuple[str, dict[str, Any]]
ORDER = ("losses", "open")  # what a family may have found, before how much was measured
UNSEEN = ("robustness.blind", "robustness.blind_beside", "robustness.order_blind")
OPEN = "robustness.few_changes"


def verdict_of(part: Result) -> Verdict:
    """Of the first part of a document."""
    if isinstance(part, RobustnessStatistics):
        return _losses(part)
    if isinstance(part, Sensitivity):
        return _sensitivity(part)
    if isinstance(part, Drift):
        return _drift(part)
    if isinstance(part, Ratings):
        return _ratings(part)
    return "unmeasured", {}


def _losses(part: RobustnessStatistics) -> Verdict:
    """Of one group of datasets and generator, for tests are corrected inside each.

    The one where most was found; among equals, the one with most units.
    """
    families: dict[tuple[str, str], list[Row]] = {}
    for row in part.tests:
        if row["p_value"] is not None and row["rank_biserial"] is not None:
            families.setdefault((row["dataset_group"], row["generator"]), []).append(row)
    if not families:
        zero = any(row["hl"] == 0 for row in part.tests)
        return ("still" if zero else "apart" if part.cells else "unmeasured"), {}
    held = {family: Decided.of(rows) for family, rows in families.items()}
    family = min(held, key=lambda one: _place(held[one]))
    return held[family].way, _numbers(part, family, held[family], len(families[family]))


def _place(judged: Decided) -> tuple[int, int]:
    found = ORDER.index(judged.way) if judged.way in ORDER else len(ORDER)
    return found, -judged.worst["n"]


def _numbers(part: RobustnessStatistics, family: tuple[str, str], judged: Decided,
             tests: int) -> dict[str, Any]:  # fmt: skip
    worst, (group, generator) = judged.worst, family
    low, high, level = worst["low"], worst["high"], worst["level"]
    # the same rounding for the value and its ends, so that it never lies outside as printed
    text = f"{worst['hl']:+.1f}" if low is None else (
        f"{filling.end(worst['hl'], '+.1f')} {filling.ends(low, high, '+.1f')}")  # fmt: skip
    return {"sure": len(judged.sure), "above": len(judged.above), "tests": tests,
            "group": group, "group_word": f"robustness.words.{group}", "generator": generator,
            "n": worst["n"], "unit_word": f"robustness.words.{part.unit}", "hl_text": text,
            "one_word": f"robustness.words.one_{part.unit}",
            "level_text": "–" if level is None else f"{100 * level:.4g}%",
            "worst": worst["transformation"]}  # fmt: skip


def _drift(part: Drift) -> Verdict:
    held = part.normalised
    if held is None:
        return "unmeasured_drift", {"n": part.n}
    text = f"{held.value:.3f}"
    if held.low is not None and held.high is not None:
        text += f" {filling.ends(held.low, held.high)}"
    return "drift", {"n": part.n, "text": text}


def _sensitivity(part: Sensitivity) -> Verdict:
    """What is not seen, and whether anything is; too few changes decide neither."""
    if part.same_vector:
        return "sensitivity_none", {}
    known = [row for row in part.kinds if row["movement"] is not None]
    if not known:
        return "sensitivity_unread", {}
    found = part.findings()
    unseen, undecided = _of(found, known, UNSEEN), _of(found, known, (OPEN,))
    least = min(unseen or undecided or known, key=_movement)
    most = max(known, key=_movement)
    numbers = {"kind": least["kind"], "kind_word": f"robustness.words.{least['kind']}",
               "movement": _moved(least), "n": least["n"],
               "unmoved_text": _unmoved(found, least["kind"]), "most": _moved(most),
               "most_word": f"robustness.words.{most['kind']}"}  # fmt: skip
    if unseen:
        return f"sensitivity_{'blind' if len(unseen) == len(known) else 'part'}", numbers
    return f"sensitivity_{'open' if undecided else 'sees'}", numbers


def _of(found: Sequence[Finding], known: Sequence[Row], codes: Sequence[str]) -> list[Row]:
    kinds = {one.numbers["kind"] for one in found if one.code in codes}
    return [row for row in known if row["kind"] in kinds]


def _unmoved(found: Sequence[Finding], kind: str) -> str:
    """The share that does not move, as the finding about this kind has it."""
    told = [one.numbers for one in found if one.numbers.get("kind") == kind]
    return next((str(one["unmoved_text"]) for one in told if "unmoved_text" in one), "–")


def _movement(row: Row) -> float:
    return float(row["movement"])


def _moved(row: Row) -> str:
    """Movement with its interval; both in the same decimals."""
    told, low, high = filling.end(row["movement"]), row["low"], row["high"]
    return told if low is None or high is None else f"{told} {filling.ends(low, high)}"


def _ratings(part: Ratings) -> Verdict:
    """How well the meaning is kept, unless nothing shows that the raters attended."""
    row = part.whole("quality") or {}
    text = ends(row, "mean", "low", "high") if row else "–"
    told = part.findings()
    checks = next((one.numbers for one in told if one.code == "robustness.attention"), None)
    apart = any(one.level == "warning" and one.numbers.get("criterion") == "quality"
                for one in told)  # fmt: skip
    numbers = {"n": part.n, "quality_text": f"{text} ({part.scale[0]:g}–{part.scale[-1]:g})"}
    if checks is not None:
        numbers |= {"wrong": checks["wrong"], "total": checks["total"]}
    if apart:
        numbers |= {"ac2_text": ends(row, "ac2", "ac2_low", "ac2_high"),
                    "alpha_text": ends(row, "alpha", "alpha_low", "alpha_high")}  # fmt: skip
    if apart and checks is not None:
        return "ratings_both", numbers
    return ("ratings_apart" if apart else "ratings_checks" if checks else "ratings"), numbers
