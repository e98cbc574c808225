"""What a run of the gate says beside its answers."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.language.bridge import Road
from monosashi.language.gate.results import DraftVerdict, Verdict
from monosashi.language.gate.threshold import Threshold


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


def notices_of(road: Road | None, thresholds: dict[tuple[str, str], Threshold]) -> list[Fault]:
    """What was left out, and which directions abstain."""
    found = [
        fault("language.notices.untranslated", ids=ids, source=pair[0], target=pair[1])
        for pair, ids in (road.toll.missing.items() if road else ())
    ]
    found += [
        fault(f"language.notices.abstains_{reason(held)}", source=source, target=target,
              needed=held.needed or 0)
        for (source, target), held in thresholds.items() if held.value is None
    ]  # fmt: skip
    return found


def reason(held: Threshold) -> str:
    """Why a direction abstains; inside a language pages are counted, not pairs."""
    few = held.why == "too_few" and held.basis == "false_alarms"
    return "too_few_pages" if few else str(held.why)
