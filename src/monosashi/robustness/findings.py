"""What the statistics of a cube say."""

from __future__ import annotations

from monosashi.results import Estimate, Finding, Row, level_of, worst_first
from monosashi.results.finding import Level
from monosashi.robustness.axes import HTEB_AXES, is_hteb_generator, label
from monosashi.robustness.failures import SHOWN_ABOVE
from monosashi.robustness.result import RobustnessStatistics

LEVEL = 0.05
NAMED = 6


def robustness_findings(found: RobustnessStatistics) -> list[Finding]:
    """Losses and rankings of every group, then cautions."""
    told = [*_losses(found), *_rankings(found), *_few(found), *_cells(found), *_holes(found),
            *_failed(found), *_generators(found), *_near_chance(found),
            *_still(found)]  # fmt: skip
    return worst_first(told)


def named(code: str) -> str:
    """Key of what a code is called in a sentence.

    >>> named("dataset")
    'robustness.words.dataset'
    """
    return f"robustness.words.{code}"


def _whose(group: str, generator: str) -> dict[str, str]:
    return {"group": group, "group_word": named(group), "generator": generator}


def _families(rows: tuple[Row, ...]) -> dict[tuple[str, str], list[Row]]:
    held: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        held.setdefault((row["dataset_group"], row["generator"]), []).append(row)
    return held


def _losses(found: RobustnessStatistics) -> list[Finding]:
    """How many rewritings cost something beyond chance, and which costs most."""
    told = []
    for (group, generator), family in _families(found.tests).items():
        tested = [row for row in family if row["p_value"] is not None]
        if not tested:
            continue
        worst = max(tested, key=lambda row: row["hl"])
        sure = [row for row in tested if row["p_adjusted"] < LEVEL and row["hl"] > 0]
        low, high = worst["low"], worst["high"]
        level = worst["level"]
        numbers = {
            **_whose(group, generator), "sure": len(sure), "tests": len(tested),
            "least": min(row["mean"] for row in tested),
            "most": max(row["mean"] for row in tested),
            "worst": worst["transformation"], "hl": worst["hl"],
            "unit": found.unit, "unit_word": named(found.unit),
            "n": worst["n"], "p_adjusted": worst["p_adjusted"],
            "hl_text": f"{worst['hl']:+.1f}" if low is None or high is None
            else f"{worst['hl']:+.1f} [{low:+.1f}, {high:+.1f}]",
            "level_text": "–" if level is None else f"{100 * level:.4g}%",
        }  # fmt: skip
        told.append(Finding("robustness.losses", _loss_level(worst, sure=bool(sure)), numbers))
    return told


def _loss_level(worst: Row, *, sure: bool) -> Level:
    """No alarm without a significant test behind it."""
    end = Estimate(worst["hl"], worst["low"], worst["high"], None, "Hodges-Lehmann", worst["n"])
    level = level_of("robustness_loss", end)
    return level if sure or level == "good" else "note"


def _rankings(found: RobustnessStatistics) -> list[Finding]:
    """Where the order of models changes most."""
    told = []
    for (group, generator), rows in _families(found.rankings).items():
        known = [row for row in rows if row["tau"] is not None and row["n_models"] > 2]
        if not known:
            continue
        least = min(known, key=lambda row: row["tau"])
        pairs = [row for row in found.inversions
                 if (row["dataset_group"], row["axis"], row["generator"])
                 == (group, least["axis"], generator)]  # fmt: skip
        low, high = least["low"], least["high"]
        numbers = {
            **_whose(group, generator),
            "axis": least["axis"], "axis_word": named(least["axis"]), "tau": least["tau"],
            "tau_text": f"{least['tau']:.2f}" if low is None
            else f"{least['tau']:.2f} [{low:.2f}, {high:.2f}]",
            "tau_of_means_text": "–" if least["tau_of_means"] is None
            else f"{least['tau_of_means']:.2f}",
            "pairs": len(pairs), "n_models": least["n_models"], "n": least["n_datasets"],
            "surest": f"{pairs[0]['model_a']} → {pairs[0]['model_b']}" if pairs else "–",
            "share": pairs[0]["share"] if pairs else 0.0,
        }  # fmt: skip
        code = "rankings_turned" if pairs else "rankings_kept"
        told.append(Finding(f"robustness.{code}", "note", numbers))
    return told


def _few(found: RobustnessStatistics) -> list[Finding]:
    """Families in which nothing could have been shown, whatever the losses."""
    told = []
    for (group, generator), family in _families(found.tests).items():
        rows = [row for row in family if row.get("can_be_significant") is not None
                and row["rank_biserial"] is not None]  # fmt: skip
        if rows and not any(row["can_be_significant"] for row in rows):
            least = min(row["smallest_p"] for row in rows)
            told.append(Finding("robustness.too_few", "warning", {
                **_whose(group, generator), "n": max(row["n"] for row in rows),
                "unit": found.unit, "unit_word": named(found.unit), "smallest": least,
                "tests": len(rows),
                "adjusted": min(1.0, least * len(rows))}))  # fmt: skip
    return told


def _cells(found: RobustnessStatistics) -> list[Finding]:
    if found.unit != "cell":
        return []
    return [Finding("robustness.cells", "warning", {"models": len(found.models),
                                                    "datasets": len(found.datasets)})]  # fmt: skip


def _holes(found: RobustnessStatistics) -> list[Finding]:
    if not found.holes:
        return []
    names = dict.fromkeys(row["model"] for row in found.holes)
    beside = dict.fromkeys(row["model"] for row in found.profile if not row["comparable"])
    return [Finding("robustness.holes", "warning", {
        "count": len(found.holes), "models": ", ".join(list(names)[:NAMED]),
        "beside": ", ".join(beside) or "–"})]  # fmt: skip


def _failed(found: RobustnessStatistics) -> list[Finding]:
    rows = [row for row in found.failures
            if row["share_failed"] is not None and row["share_failed"] > SHOWN_ABOVE
            and row["bound_low"] is not None]  # fmt: skip
    if not rows:
        return []
    worst = max(rows, key=lambda row: row["share_failed"])
    return [Finding("robustness.failed", "warning", {
        "name": label(worst["transformation"], worst["generator"]), "count": len(rows),
        "share": worst["share_failed"], "mean": worst["mean"], "low": worst["bound_low"],
        "high": worst["bound_high"]})]  # fmt: skip


def _generators(found: RobustnessStatistics) -> list[Finding]:
    """Who rewrote, where it is not a generator of HTEB: no number may stand beside HTEB's."""
    names = dict.fromkeys(row["generator"] for row in found.rewritings
                          if row["axis"] in HTEB_AXES
                          and not is_hteb_generator(row["generator"]))  # fmt: skip
    return [Finding("robustness.generators", "note", {"names": ", ".join(names)})] if names else []


def _near_chance(found: RobustnessStatistics) -> list[Finding]:
    rows = [row for row in found.profile if row["n_near_chance"]]
    if not rows:
        return []
    names = dict.fromkeys(row["model"] for row in rows)
    return [Finding("robustness.near_chance", "warning", {
        "count": len(rows), "models": ", ".join(list(names)[:NAMED])})]  # fmt: skip


def _still(found: RobustnessStatistics) -> list[Finding]:
    """Models that never lose nor gain anything: robust, or blind."""
    gaps: dict[str, list[float]] = {}
    for row in found.profile:
        if row["gap"] is not None:
            gaps.setdefault(row["model"], []).extend([row["gap"], row["high"] or 0.0])
    names = [name for name, held in gaps.items() if not any(held)]
    if not names:
        return []
    return [Finding("robustness.still", "warning", {"models": ", ".join(names)})]
