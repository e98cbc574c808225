"""From states of a check to findings, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.language.fitting import LEAST_DOCUMENTS
from monosashi.language.freshness.drift import Drift
from monosashi.language.freshness.results import RepairCheck
from monosashi.results import Finding
from monosashi.results.finding import Level, worst_first

NO_TEXTS = "language.notices.no_canary_kept"
DETAILED = 3  # languages with a finding of their own


def check_findings(found: RepairCheck) -> list[Finding]:
    """One finding a state; of several languages that drifted the three worst."""
    made = [one for state in found.states for one in _MAKERS[state](found)]
    return worst_first(made)


def _cards(state: str) -> Any:
    def make(found: RepairCheck) -> list[Finding]:
        rows = [one for one in found.differences if one.state == state]
        found_in: dict[tuple[str, str, str], list[str]] = {}
        for one in rows:
            found_in.setdefault((one.field, one.fitted, one.found), []).append(one.where)
        changes = [{"field": field, "fitted": fitted, "found": now, "where": where}
                   for (field, fitted, now), where in found_in.items()]  # fmt: skip
        numbers = {"changes": changes, "built_at": found.built_at, "count": len(rows)}
        untold = state == "model_mismatch" and NO_TEXTS in found.notice_codes
        return [_finding(f"{state}_untold" if untold else state, "problem", numbers)]

    return make


def _canary(found: RepairCheck) -> list[Finding]:
    canary = found.canary
    if canary is None:
        return []
    numbers = {"cosine": canary.cosine, "texts": canary.texts, "text": canary.text[:40]}
    return [_finding("canary_changed", "problem", numbers)]


def _unknown(found: RepairCheck) -> list[Finding]:
    numbers = {"languages": ", ".join(found.unknown), "rows": sum(found.unknown.values()),
               "known": ", ".join(found.documents)}  # fmt: skip
    return [_finding("unknown_language", "problem", numbers)]


def _drifted(found: RepairCheck) -> list[Finding]:
    return [*_of_side("drifted", found.drift), *_of_side("drifted_queries", found.query_drift)]


def _of_side(code: str, drift: Sequence[Drift]) -> list[Finding]:
    rows = sorted((one for one in drift if one.drifted), key=lambda one: -_ratio(one))
    return [_finding(code, "problem", {
        "language": one.language, "distance": one.distance, "band": one.band,
        "ratio": _ratio(one), "sample": one.sample, "documents": one.documents,
        "worth": max(1, round(one.worth or 1.0)), "count": len(rows)})
        for one in rows[:DETAILED]]  # fmt: skip


def _ratio(one: Drift) -> float:
    return (one.distance or 0.0) / one.band if one.band else 0.0


def _grown(found: RepairCheck) -> list[Finding]:
    rows = [one for one in found.growth if one.much]
    most = max(rows, key=lambda one: abs(one.growth))
    numbers = {"language": most.language or "–", "fitted": most.fitted, "now": most.now,
               "change": most.growth}  # fmt: skip
    code = "outgrown" if most.at_least else "grown"
    code += "" if most.language is None else "_language"
    return [_finding(code, "warning", numbers)]


def _few(found: RepairCheck) -> list[Finding]:
    language, n = min(found.few.items(), key=lambda item: item[1])
    level: Level = "problem" if n < LEAST_DOCUMENTS else "warning"
    return [_finding("too_few", level, {"language": language, "n": n, "count": len(found.few)})]


def _ok(found: RepairCheck) -> list[Finding]:
    if found.own:
        return [_finding("own", "note", {"built_at": found.built_at})]
    judged = [one for one in found.drift if one.judged]
    widest = max(map(_ratio, [*judged, *found.query_drift]))
    numbers = {"judged": len(judged), "languages": len(found.drift), "ratio": widest,
               "built_at": found.built_at}  # fmt: skip
    level: Level = "good" if len(judged) == len(found.drift) else "note"
    return [_finding("ok", level, numbers)]


def _finding(state: str, level: Level, numbers: dict[str, Any]) -> Finding:
    return Finding(f"language.check_{state}", level, numbers)


_MAKERS = {
    "model_mismatch": _cards("model_mismatch"),
    "dimension_mismatch": _cards("dimension_mismatch"),
    "role_mismatch": _cards("role_mismatch"),
    "canary_changed": _canary,
    "unknown_language": _unknown,
    "drifted": _drifted,
    "grown": _grown,
    "too_few": _few,
    "ok": _ok,
}
