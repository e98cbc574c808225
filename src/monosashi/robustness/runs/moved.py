"""How far rewriting moves vectors, beside what it costs, and the texts that suffer most."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.drift import Drift, cosine_distances, measure_drift
from monosashi.robustness.runs.cells import Cell, about
from monosashi.robustness.runs.rho_interval import rho_interval
from monosashi.robustness.tasks.correlations import rank_correlation
from monosashi.robustness.tasks.scored import FloatArray

WORST = 3


def drift_row(cell: Cell, confidence: float) -> Row:
    """Drift of the kept rewritten texts, the loss, and how the two go together over records."""
    before = np.concatenate([cell.before[name][cell.keep[name]] for name in cell.after])
    after = np.concatenate([cell.after[name][cell.keep[name]] for name in cell.after])
    row: Row = {**about(cell), "axis": cell.wording.axis, "loss": cell.loss()}
    if not len(before):
        return {**row, "drift": None, "reason": fault("robustness_run.reasons.nothing_kept")}
    found = measure_drift(before, after, confidence=confidence)
    changed, blind = _changed(cell)
    return {**row, **_numbers(found), "n_changed": changed, "n_blind": blind,
            **_rho(cell, confidence)}  # fmt: skip


def _numbers(found: Drift) -> Row:
    mean, relative = found.mean, found.normalised
    return {
        "drift": None if mean is None else mean.value,
        "low": None if mean is None else mean.low, "high": None if mean is None else mean.high,
        "median": found.median, "p95": found.p95, "random_distance": found.random_distance,
        "normalised": None if relative is None else relative.value,
        "normalised_low": None if relative is None else relative.low,
        "normalised_high": None if relative is None else relative.high,
        "n": found.n, "n_undefined": found.n_undefined, "n_unmoved": found.n_unmoved,
    }  # fmt: skip


def _changed(cell: Cell) -> tuple[int, int]:
    """Kept texts that changed; and those of them whose vector did not: the change was not read."""
    changed = blind = 0
    for name, texts in cell.wording.texts.items():
        other = np.array([a != b for a, b in zip(texts, cell.task.fields[name].joined,
                                                 strict=True)])  # fmt: skip
        same = (cell.before[name] == cell.after[name]).all(axis=1)
        changed += int((other & cell.keep[name]).sum())
        blind += int((other & same & cell.keep[name]).sum())
    return changed, blind


def _unit_drift(cell: Cell) -> FloatArray:
    """Drift of each record of the unit field: the largest over its rewritten texts."""
    fields = [name for name in cell.after
              if len(cell.after[name]) == cell.task.n and (cell.task.kind.paired
              or name == cell.task.kind.unit)]  # fmt: skip
    if not fields:
        return np.full(cell.task.n, np.nan)
    held = [cosine_distances(cell.before[name], cell.after[name]) for name in fields]
    furthest: FloatArray = np.max(held, axis=0)
    return furthest


def _rho(cell: Cell, confidence: float) -> Row:
    """How drift and loss go together over records, with its interval."""
    losses = cell.unit_losses()
    if losses is None:
        return {"rho_loss": None, "rho_low": None, "rho_high": None}
    units, lost = losses
    far = _unit_drift(cell)[units]
    known = ~np.isnan(far)
    low, high = rho_interval(far[known], lost[known], confidence) or (None, None)
    return {"rho_loss": rank_correlation(far[known], lost[known]), "rho_low": low,
            "rho_high": high}  # fmt: skip


def worst_rows(cell: Cell) -> list[Row]:
    """The records that lose most, or move furthest where losses are not of records."""
    far = _unit_drift(cell)
    far = np.where(cell.keep[cell.task.kind.unit], far, np.nan)
    losses = cell.unit_losses()
    lost = np.full(cell.task.n, np.nan)
    if losses is not None:
        lost[losses[0]] = losses[1]
    known = np.flatnonzero(~np.isnan(far))
    order = np.lexsort((known, -far[known], -np.nan_to_num(lost[known], nan=-1e9)))
    return [
        _worst(cell, int(row), float(far[row]), float(lost[row])) for row in known[order[:WORST]]
    ]


def _worst(cell: Cell, row: int, far: float, lost: float) -> Row:
    names = [name for name in cell.after if cell.task.kind.paired or name == cell.task.kind.unit]
    texts = [(cell.task.fields[name].joined[row], cell.wording.texts[name][row]) for name in names]
    return {**about(cell), "record": cell.task.fields[cell.task.kind.unit].ids[row],
            "original_text": " ⇔ ".join(one for one, _ in texts),
            "rewritten_text": " ⇔ ".join(other for _, other in texts),
            "drift": far, "loss": None if np.isnan(lost) else lost}  # fmt: skip
