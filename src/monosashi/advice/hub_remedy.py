"""What centring does to hubs on these data, measured before it is advised."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.hubs import Hubs, centre_and_renormalise, compare_hubs, measure_hubs
from monosashi.language import LanguageCentering
from monosashi.results import Finding, Remedy


def hub_findings(unit: EmbeddingSet, before: Hubs, language: str | None, k: int) -> list[Finding]:
    """Findings about hubs; a worrying one carries the effect of centring (of each language)."""
    findings = before.findings()
    if all(finding.level in {"good", "note"} for finding in findings):
        return findings
    remedy = _centring(unit, before, language, k)
    return [_with(finding, remedy) for finding in findings]


def _centring(unit: EmbeddingSet, before: Hubs, language: str | None, k: int) -> Remedy | None:
    """None where centring cannot be done: rows equal to the mean, too few rows of a language."""
    try:
        if language is None:
            centred = centre_and_renormalise(unit)
        else:
            centred = LanguageCentering.fit(unit, language=language).apply(unit)
    except DataError:
        return None
    after = measure_hubs(centred, k=k, metric="cosine", references=False)
    return compare_hubs(before, after).remedy("centring_per_language" if language else "centring")


def _with(finding: Finding, remedy: Remedy | None) -> Finding:
    if remedy is None or finding.code != "hubs.hubness" or finding.level in {"good", "note"}:
        return finding
    return replace(finding, remedies=(*finding.remedies, remedy))
