"""Models of which nothing can be said on an axis, and why."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.embeddings import fault
from monosashi.results import Finding, Row
from monosashi.robustness.runs.cells import Cell
from monosashi.robustness.runs.profile import Levels, by_model_and_axis, whole_datasets


def unscored_rows(cells: Sequence[Cell], levels: Levels) -> list[Row]:
    """Rows ``model, axis, generator, n_datasets, n_tried, reason`` of what ``levels`` lack.

    ``n_datasets``: those on which the model has every score, of ``n_tried``.
    """
    rows: list[Row] = []
    for (model, axis), datasets in by_model_and_axis(cells).items():
        if (model, axis) in levels:
            continue
        reasons = [cell.reason for one in datasets.values() for group in one.values()
                   for cell in group if cell.reason is not None]  # fmt: skip
        rows.append({"model": model, "axis": axis[0], "generator": axis[1],
                     "n_datasets": len(whole_datasets(datasets)), "n_tried": len(datasets),
                     "reason": reasons[0] if reasons
                     else fault("robustness_run.reasons.no_common")})  # fmt: skip
    return rows


def unscored_findings(rows: Sequence[Row], profile: Sequence[Row]) -> list[Finding]:
    """One for each model without any loss; one for each axis that another model lacks."""
    measured = {row["model"] for row in profile}
    told: dict[tuple[str, ...], Finding] = {}
    for row in rows:
        numbers = {"model": row["model"], "reason_word": row["reason"].code,
                   "count": row["n_datasets"], "n": row["n_tried"]}  # fmt: skip
        if row["model"] not in measured:
            told.setdefault((row["model"],), Finding("robustness_run.unscored", "warning", numbers))
            continue
        told[row["model"], row["axis"], row["generator"]] = Finding(
            "robustness_run.unscored_axis", "warning", {
                **numbers, "axis": row["axis"], "axis_word": f"robustness.words.{row['axis']}",
                "generator": row["generator"]})  # fmt: skip
    return list(told.values())
