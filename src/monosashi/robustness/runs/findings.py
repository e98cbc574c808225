"""What a run says."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.results import Finding, Row, worst_first
from monosashi.robustness.runs.dose_told import dose_findings
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.soundness import copies, two_losses
from monosashi.robustness.runs.unscored import unscored_findings
from monosashi.robustness.runs.unseen import blind, same_vector, unseen_changes
from monosashi.words import filling

CUT = 0.01


def run_findings(found: RobustnessRun) -> list[Finding]:
    """The choice, the largest loss, then cautions."""
    told = [
        _choice,
        _unscored,
        _unmeasured,
        _averaged,
        copies,
        two_losses,
        _profile,
        dose_findings,
        _spoken,
        _prompts,
        same_vector,
        blind,
        _cut,
        _left_out,
        _preset,
        unseen_changes,
    ]
    return worst_first([one for say in told for one in say(found)])


def weights_text(weights: object) -> str:
    """``original 50 %, lexical 50 %``."""
    held = weights.items() if isinstance(weights, dict) else ()
    return ", ".join(f"{name} {100 * value:.3g} %" for name, value in held)


def _choice(found: RobustnessRun) -> list[Finding]:
    if len(found.choice) < 2:
        return []
    best, second = found.choice[0], rival_of(found.choice)
    near = [row["model"] for row in found.choice[1:] if not surely_behind(row)]
    numbers = {
        "model": best["model"], "second": second["model"], "wins": best["wins"] or 0.0,
        "wins_text": "–" if best["wins"] is None else filling.fill("{x:.0%}", {"x": best["wins"]}),
        "score_text": interval(best, "score", "low", "high"),
        "behind_text": interval(second, "behind", "behind_low", "behind_high"),
        "near": ", ".join(near) or "–", "weights": weights_text(dict(found.weights)),
        "n": sum(row["n"] for row in found.tasks), "example": _example(found),
    }  # fmt: skip
    return [Finding(f"robustness_run.{'undecided' if near else 'chosen'}", "note", numbers)]


def surely_behind(row: Row) -> bool:
    """Whether its distance to the first model holds 0 no more."""
    return row["behind_low"] is not None and row["behind_low"] > 0


def rival_of(choice: Sequence[Row]) -> Row:
    """The next model that cannot be told from the first; where all can, the second."""
    return next((row for row in choice[1:] if not surely_behind(row)), choice[1])


def _example(found: RobustnessRun) -> str:
    """Weights that this run can use: axes that were measured, the first one twice."""
    axes = list(dict.fromkeys(row["axis"] for row in found.profile))
    return ",".join(f"{name}={2 if place == 1 else 1}"
                    for place, name in enumerate(["original", *axes]))  # fmt: skip


def interval(row: Row, value: str, low: str, high: str) -> str:
    """A value with its ends, in points; with more digits where it would round to nothing.

    >>> interval({"gap": 0.03, "low": 0.03, "high": 0.03}, "gap", "low", "high")
    '0.03 [0.03, 0.03]'
    """
    if row[low] is None or row[high] is None:
        return f"{row[value]:.1f}"
    return f"{filling.end(row[value], '.1f')} {filling.ends(row[low], row[high], '.1f')}"


def _unscored(found: RobustnessRun) -> list[Finding]:
    """Models that have no loss, each with the reason."""
    return unscored_findings(found.unscored, found.profile)


def _unmeasured(found: RobustnessRun) -> list[Finding]:
    """Weighted axes without a score: the choice does not see them."""
    if not found.weights_unmeasured:
        return []
    numbers = {"axes": ", ".join(found.weights_unmeasured),
               "weights": weights_text(dict(found.weights))}  # fmt: skip
    return [Finding("robustness_run.weights_unmeasured", "warning", numbers)]


def _averaged(found: RobustnessRun) -> list[Finding]:
    """Axes that several generators rewrote: the choice counts their mean."""
    held: dict[str, dict[str, None]] = {}
    for row in found.profile:
        held.setdefault(row["axis"], {})[row["generator"]] = None
    return [Finding("robustness_run.averaged", "note", {
        "axis": axis, "axis_word": f"robustness.words.{axis}", "generators": ", ".join(names),
        "count": len(names)})
        for axis, names in held.items()
        if len(names) > 1 and found.weights.get(axis) and len(found.choice) > 1]  # fmt: skip


def _profile(found: RobustnessRun) -> list[Finding]:
    """The axis on which a model surely loses most."""
    sure = [row for row in found.profile if row["low"] is not None and row["low"] > 0]
    if not sure:
        return []
    worst = max(sure, key=lambda row: row["gap"])
    numbers = {"model": worst["model"], "axis": worst["axis"],
               "axis_word": f"robustness.words.{worst['axis']}", "generator": worst["generator"],
               "gap_text": interval(worst, "gap", "low", "high"), "count": len(sure),
               "total": len(found.profile), "n": worst["n_texts"],
               "fewest": worst["fewest_texts"]}  # fmt: skip
    key = "loss" if worst["fewest_texts"] == worst["n_texts"] else "loss_apart"
    return [Finding(f"robustness_run.{key}", "note", numbers)]


def _spoken(found: RobustnessRun) -> list[Finding]:
    """Texts that cannot be in the language that was declared for them, by their letters."""
    return [Finding("robustness_run.other_script", "warning", {
        "dataset": row["dataset"], "language": row["language"], "count": row["n_other_script"],
        "n": row["n_looked_at"], "example": row["other_script"]})
        for row in found.tasks if row["n_other_script"]]  # fmt: skip


def _prompts(found: RobustnessRun) -> list[Finding]:
    """Models run without the words that they were trained with."""
    rows = [row for row in found.models if row["unused_prompt"]]
    if not rows:
        return []
    return [Finding("robustness_run.no_prompt", "warning", {
        "models": ", ".join(row["model"] for row in rows),
        "prompt": rows[0]["unused_prompt"]})]  # fmt: skip


def _cut(found: RobustnessRun) -> list[Finding]:
    rows = [row for row in found.cube if row["n_truncated"] and row["n"]
            and row["n_truncated"] / row["n"] > CUT]  # fmt: skip
    if not rows:
        return []
    worst = max(rows, key=lambda row: row["n_truncated"] / row["n"])
    return [Finding("robustness_run.truncated", "warning", {
        "model": worst["model"], "transformation": worst["transformation"],
        "dataset": worst["dataset"], "count": worst["n_truncated"], "total": worst["n"],
        "share": worst["n_truncated"] / worst["n"]})]  # fmt: skip


def _left_out(found: RobustnessRun) -> list[Finding]:
    rows = [row for row in found.tasks if row["n_left_out"]]
    if not rows:
        return []
    return [Finding("robustness_run.left_out", "note", {
        "count": sum(row["n_left_out"] for row in rows), "n": sum(row["n"] for row in rows),
        "datasets": ", ".join(row["dataset"] for row in rows)})]  # fmt: skip


def _preset(found: RobustnessRun) -> list[Finding]:
    if found.preset is None:
        return []
    return [Finding("robustness_run.preset", "note", {
        "name": found.preset["name"], "left_out": ", ".join(found.preset["left_out"]) or "–",
        "absent": ", ".join(found.preset["absent"]) or "–"})]  # fmt: skip
