"""What a run of the gate says beside its answers."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.language.bridge import Road
from monosashi.language.gate.results import DraftVerdict, Verdict
from monosashi.language.gate.threshold import Threshold

COPIED = 0.05  # share of translations


def bridge_told(road: Road) -> dict[str, Any]:
    """The translators and what they took."""
    return {"translators": [one.name for one in road.translators], **road.toll.to_dict()}


def verdict_of(verdicts: list[Verdict]) -> DraftVerdict:
    """Of all languages: a duplicate in any; clear only where every language could say so."""
    if "duplicate" in verdicts:
        return "duplicate"
    if "none" not in verdicts:
        return "abstained"
    return "partly" if "abstained" in verdicts else "none"


def copied(copies: dict[tuple[str, str], tuple[int, int]]) -> list[Fault]:
    """Directions in which one translation in twenty or more is the page that it should find."""
    return [fault("language.notices.bridge_copies", source=source, target=target, count=same,
                  n=known)
            for (source, target), (same, known) in copies.items()
            if same and same >= COPIED * known]  # fmt: skip


def notices_of(road: Road | None, thresholds: dict[tuple[str, str], Threshold]) -> list[Fault]:
    """What was left out, and which directions abstain."""
    found = [
        fault("language.notices.untranslated", ids=ids, source=pair[0], target=pair[1])
        for pair, ids in (road.toll.missing.items() if road else ())
    ]
    found += [
        fault(f"language.notices.abstains_{reason(held)}", source=source, target=target,
              needed=held.needed or 0, **_refuted(held))
        for (source, target), held in thresholds.items() if held.value is None
    ]  # fmt: skip
    unknown = [f"{source} → {target}" for (source, target), held in thresholds.items()
               if held.value is not None and not held.duplicates_known]  # fmt: skip
    if unknown:
        found.append(fault("language.notices.no_known_duplicates", directions=", ".join(unknown)))
    return found


def _refuted(held: Threshold) -> dict[str, Any]:
    """Known duplicates that cross-validation did not find, and the most it may find."""
    told = held.held_out
    if told is None or told.recall is None:
        return {}
    return {"known": told.n_known, "most": told.recall[2]}


def reason(held: Threshold) -> str:
    """Why a direction abstains; inside a language pages are counted, not pairs."""
    few = held.why == "too_few" and held.basis == "false_alarms"
    return "too_few_pages" if few else str(held.why)
