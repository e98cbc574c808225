"""What the statistics of a cube say."""

from __future__ import annotations

from monosashi.results import Estimate, Finding, Row, level_of, worst_first
from monosashi.results.finding import Level
from monosashi.robustness.axes import HTEB_AXES, label
from monosashi.robustness.cautions import axes_together, few_datasets, seeds
from monosashi.robustness.decided import Decided
from monosashi.robustness.dilution import never_made as _never_made
from monosashi.robustness.dilution import parted, unchanged
from monosashi.robustness.failures import SHOWN_ABOVE
from monosashi.robustness.result import RobustnessStatistics
from monosashi.words import filling

NAMED = 6
ALL_KEPT = 1 - 1e-12  # tau-b, but for rounding

LOSSES = {"open": "losses_open", "few": "losses_few"}


def robustness_findings(found: RobustnessStatistics) -> list[Finding]:
    """Losses and rankings of every group, then cautions."""
    told = [*_losses(found), *_rankings(found), *_few(found), *_cells(found), *_holes(found),
            *_failed(found), *unchanged(found), *_generators(found), *_near_chance(found),
            *_still(found), *few_datasets(found), *seeds(found),
            *axes_together(found)]  # fmt: skip
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
        tested = [row for row in family if row["p_value"] is not None and row["n"] > 1]
        if not tested:
            continue
        judged = Decided.of(tested)
        sure, worst = judged.sure, max(tested, key=lambda row: row["hl"])
        if judged.way == "open":
            worst = judged.worst
        low, high = worst["low"], worst["high"]
        level = worst["level"]
        numbers = {
            **_whose(group, generator), "sure": len(sure), "tests": len(tested),
            # one quantity in a sentence: means and centres of skewed losses differ
            "hl_least": min(row["hl"] for row in tested),
            "hl_most": max(row["hl"] for row in tested),
            "above": len(judged.above), "short": len(judged.short),
            "adjusted": min(1.0, worst["smallest_p"] * len(tested)),
            "worst": worst["transformation"], "hl": worst["hl"],
            "unit": found.unit, "unit_word": named(found.unit),
            "n": worst["n"], "p_adjusted": worst["p_adjusted"],
            "hl_text": f"{worst['hl']:+.1f}" if low is None or high is None
            else f"{filling.end(worst['hl'], '+.1f')} {filling.ends(low, high, '+.1f')}",
            "level_text": "–" if level is None else f"{100 * level:.4g}%",
            "joint_text": "–" if (joint := _joint(family)) is None else f"{joint:+.1f}",
            "confidence_text": f"{100 * found.confidence:.4g}%",
        }  # fmt: skip
        code = LOSSES.get(judged.way, "losses")
        told.append(Finding(f"robustness.{code}", _loss_level(worst, joint, judged.way), numbers))
    return told


def _joint(family: list[Row]) -> float | None:
    """The largest of the upper ends that hold for all transformations at once, if all have one."""
    ends = [row["joint_high"] for row in family]
    return None if None in ends else max(ends)


def _loss_level(worst: Row, joint: float | None, way: str) -> Level:
    """No relief unless no transformation can cost much.

    No alarm without a significant test, but a warning where an interval of its own lies beyond
    the bound: that a test over all of them cannot decide is no reason to keep quiet.
    """
    end = Estimate(worst["hl"], worst["low"], joint, None, "Hodges-Lehmann", worst["n"])
    level = level_of("robustness_loss", end)
    if way == "open" and level == "problem":
        return "warning"
    return level if way in {"losses", "open"} or level == "good" else "note"


def _rankings(found: RobustnessStatistics) -> list[Finding]:
    """Where the order of models changes most, over datasets: one cannot be drawn again."""
    told = []
    for (group, generator), rows in _families(found.rankings).items():
        known = [
            row
            for row in rows
            if row["tau"] is not None and row["n_models"] > 2 and row["n_datasets"] > 1
        ]
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
            else f"{least['tau']:.2f} {filling.ends(low, high, '.2f')}",
            "tau_of_means_text": "–" if least["tau_of_means"] is None
            else f"{least['tau_of_means']:.2f}",
            "pairs": len(pairs), "n_models": least["n_models"], "n": least["n_datasets"],
            "surest": f"{pairs[0]['model_a']} → {pairs[0]['model_b']}" if pairs else "–",
            "share": pairs[0]["share"] if pairs else 0.0,
        }  # fmt: skip
        kept = "rankings_all_kept" if least["tau"] >= ALL_KEPT else "rankings_kept"
        code = "rankings_turned" if pairs else kept
        told.append(Finding(f"robustness.{code}", "note", numbers))
    return told


def _few(found: RobustnessStatistics) -> list[Finding]:
    """Families in which nothing could have been shown, whatever the losses."""
    told: list[tuple[str, str, list[Row]]] = []
    for (group, generator), family in _families(found.tests).items():
        rows = [row for row in family if row.get("can_be_significant") is not None
                and row["rank_biserial"] is not None]  # fmt: skip
        if rows and not any(row["can_be_significant"] for row in rows):
            told.append((group, generator, rows))
    if len(told) > 1 or any(max(row["n"] for row in rows) == 1 for *_, rows in told):
        return [_many_too_few(found, [row for *_, rows in told for row in rows], len(told))]
    return [_too_few(found, *one) for one in told]


def _too_few(found: RobustnessStatistics, group: str, generator: str, rows: list[Row]) -> Finding:
    least = min(row["smallest_p"] for row in rows)
    return Finding("robustness.too_few", "warning", {
        **_whose(group, generator), "n": max(row["n"] for row in rows),
        "unit": found.unit, "unit_word": named(found.unit), "smallest": least,
        "tests": len(rows), "adjusted": min(1.0, least * len(rows))})  # fmt: skip


def _many_too_few(found: RobustnessStatistics, rows: list[Row], families: int) -> Finding:
    """One sentence for all families: a sentence for each would say the same again and again."""
    most = max(row["n"] for row in rows)
    numbers = {"families": families, "tests": len(rows), "n": most, "unit": found.unit}
    if most > 1:
        least = min(row["smallest_p"] for row in rows)
        return Finding("robustness.too_few_everywhere", "warning", {
            **numbers, "unit_word": named(found.unit), "smallest": least})  # fmt: skip
    worst = max(rows, key=lambda row: row["hl"])
    return Finding("robustness.one_unit", "note", {
        **numbers, "unit_word": named(f"one_{found.unit}"), "hl": worst["hl"],
        "worst": label(worst["transformation"], worst["generator"])})  # fmt: skip


def _cells(found: RobustnessStatistics) -> list[Finding]:
    if found.unit != "cell":
        return []
    return [Finding("robustness.cells", "warning", {"models": len(found.models),
                                                    "datasets": len(found.datasets)})]  # fmt: skip


def _holes(found: RobustnessStatistics) -> list[Finding]:
    holes, never = parted(found.holes, found.models)
    told = _never_made(never, found) if never else []
    if not holes:
        return told
    names = dict.fromkeys(row["model"] for row in holes)
    beside = dict.fromkeys(row["model"] for row in found.profile if not row["comparable"])
    numbers = {"count": len(holes), "models": ", ".join(list(names)[:NAMED])}
    if beside:
        return [*told, Finding("robustness.holes_beside", "warning",
                               {**numbers, "beside": ", ".join(beside)})]  # fmt: skip
    return [*told, Finding("robustness.holes", "warning", numbers)]


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
    """Who rewrote: only a declared generator of HTEB has HTEB's numbers beside its own."""
    every = dict.fromkeys(row["generator"] for row in found.rewritings
                          if row["axis"] in HTEB_AXES)  # fmt: skip
    own = [name for name in every if name in found.hteb_generators]
    others = [name for name in every if name not in own]
    return [Finding(f"robustness.{code}", "note", {"names": ", ".join(names)})
            for code, names in (("beside_hteb", own), ("generators", others)) if names]  # fmt: skip


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
