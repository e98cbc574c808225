"""What centring does to hubs on these data, measured before it is advised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

import numpy as np

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs import Hubs, compare_hubs, measure_hubs
from monosashi.results import Finding, Remedy

Attach = Callable[[list[Finding]], list[Finding]]


def centring_for_hubs(unit: EmbeddingSet, before: Hubs, language: str | None, k: int) -> Attach:
    """Measure hubs after removing the mean (of each language); attach it to worrying findings."""
    if all(f.level in {"good", "note"} for f in before.findings()):
        return lambda findings: findings
    labels = unit.columns[language] if language else np.zeros(unit.n, dtype=int)
    centred = centre_each(unit.vectors, labels)
    if centred is None:
        return lambda findings: findings
    after = measure_hubs(
        replace(unit, vectors=centred), k=k, metric="cosine", references=False
    )  # fmt: skip
    code = "hubs.centring_per_language" if language else "hubs.centring"
    remedy = Remedy(code, asdict(compare_hubs(before, after)))
    return lambda findings: [_with(finding, remedy) for finding in findings]


def _with(finding: Finding, remedy: Remedy) -> Finding:
    worrying = finding.level in {"problem", "warning"} and finding.code == "hubs.hubness"
    return replace(finding, remedies=(*finding.remedies, remedy)) if worrying else finding


def centre_each(vectors: FloatArray, labels: np.ndarray) -> FloatArray | None:
    """Unit rows minus the mean of their label, unit again; None if a row would vanish."""
    centred = np.empty_like(vectors)
    for label in np.unique(labels):
        rows = labels == label
        mean = vectors[rows].mean(axis=0, dtype=np.float64)
        centred[rows] = vectors[rows] - mean
    return unit_rows(centred) if centred.any(axis=1).all() else None
