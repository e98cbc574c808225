"""What to do next: each advice once, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.sentences import finding_sentences, remedy_sentence
from monosashi.report.tongue import Tongue

ROOMS = {"facts": "advice", "comparison": "shape"}
CHECKED = tuple(
    f"language.check_{name}"
    for name in (
        "model_mismatch",
        "dimension_mismatch",
        "role_mismatch",
        "canary_changed",
        "unknown_language",
        "drifted",
        "grown",
        "grown_language",
        "too_few",
        "ok",
    )
)
# findings of several rooms together, by the section that shows what they rest on
OWN = {
    "advice.compressed_search": "compression",
    "advice.displaced": "layers",
    "retrieval.compression": "compression",
    "retrieval.overlap": "switch",
    "retrieval.switch": "switch",
    "retrieval.switch_kept": "switch",
    "retrieval.switch_open": "switch",
    "retrieval.switch_undecided": "switch",
    **dict.fromkeys(
        (
            "shape.partition_terms",
            "shape.partition_margin",
            "shape.partition_dropped",
            "shape.partition_order",
            "shape.partition_shared",
            "shape.partition_inside_units",
            "shape.partition_across_blocks",
        ),
        "partition",
    ),
    **dict.fromkeys(("shape.pairs", "shape.pairs_floor", "shape.pairs_floor_share"), "pairwise"),
    **dict.fromkeys(("shape.probe", "shape.along_mean"), "probe"),
    **dict.fromkeys(
        (
            "shape.high_high",
            "shape.high_low",
            "shape.low_high",
            "shape.low_low",
            "shape.pattern_unsure",
        ),
        "input_output",
    ),
    **dict.fromkeys(
        (
            "language.choice_chunks",
            "language.choice_highest",
            "language.choice_simplest_of_tied",
            "language.choice_not_surely_better",
            "language.choice_not_surely_language",
            "language.choice_language_not_shown",
            "language.choice_only_blind",
            "language.choice_contrast",
            "language.choice_none_open",
            "language.choice_nothing_to_repair",
            "language.choice_little_found",
            "language.choice_little_found_none_open",
            "language.choice_loss",
            "language.choice_loss_unknown",
            "language.choice_not_shown",
            "language.choice_not_shown_above",
            "language.choice_not_shown_near",
            "language.choice_over_cap",
            "language.choice_ties",
            "language.choice_all_lower",
            "language.choice_gamed",
        ),
        "language_choice",
    ),
    **dict.fromkeys(CHECKED, "repair_check"),
    "language.search": "language_search",
    "language.search_chunks": "language_search",
    "language.search_little_found": "language_search",
    "shape.agreement": "agreement",
    "shape.dose": "dose",
    "shape.spread_outcome": "spread_correlation",
    "shape.spread_ratio": "spread_ratio",
}
MOST = 3
# findings whose advice is about reading a number, or is that there is nothing to do
NOTHING_TO_DO = frozenset({"shape.spread", "shape.location_only"})
OF_NO_USE = ("_harms", "no_gain")


def advice(section: str, document: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """At most three things to do, from the worst finding of a section on.

    A remedy measured here comes before a general hint, and one that both directions of a language
    pair share is told once: its sentence holds the numbers of both.
    """
    found: dict[str, str] = {}
    for finding in document.get("findings", []):
        if _concerns(finding, section):
            for kind, text in _advised(finding, tongue):
                if text not in found.values():
                    found.setdefault(kind, text)
    return list(found.values())[:MOST]


def _concerns(finding: Mapping[str, Any], section: str) -> bool:
    code = finding["code"]
    if code in NOTHING_TO_DO or finding["level"] == "good":
        return False
    room = f"{ROOMS.get(section, section)}."
    return OWN[code] == section if code in OWN else bool(code.startswith(room))


def _advised(finding: Mapping[str, Any], tongue: Tongue) -> Iterator[tuple[str, str]]:
    """The best remedy that helps; where all were tried in vain, that; else what to try first."""
    remedies = finding.get("remedies") or ()
    helping = [remedy for remedy in remedies if not _plain_code(remedy).endswith(OF_NO_USE)]
    for remedy in [*helping, *remedies][:1]:
        yield _plain_code(remedy), remedy_sentence(remedy, tongue.language)
    if not remedies:
        text = finding_sentences(finding, tongue.language).next
        if text:
            yield finding["code"], text


def _plain_code(remedy: Mapping[str, Any]) -> str:
    return str(remedy["code"]).removesuffix("_one_way")
