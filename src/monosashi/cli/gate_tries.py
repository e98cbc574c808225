"""What to try for a rule that fails: the advice of the findings on the same number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from monosashi.results.paths import split_path

if TYPE_CHECKING:
    from monosashi.results.gate_outcome import RuleOutcome, Tries

ROOMS = {"language_search": "language", "facts": "advice", "retrieval_comparison": "retrieval",
         "switch": "retrieval", "compression": "retrieval"}  # fmt: skip


def tries_of(document: Mapping[str, Any]) -> Tries:
    """A function from a rule to sentences: measured remedies, else what to try first."""

    def tries(outcome: RuleOutcome) -> Sequence[str]:
        found = _findings(document, split_path(outcome.rule.path))
        return list(dict.fromkeys(said for one in found for said in _advice(one)))

    return tries


def _findings(document: Mapping[str, Any], path: list[str]) -> Iterator[Mapping[str, Any]]:
    """Findings of the part and section that the path leads through, but those that are good."""
    if path[0] == "parts" and len(path) > 1:
        document, path = document["parts"][int(path[1])], path[2:]
    if path[:1] != ["results"] or len(path) < 2:
        return
    section = path[1]
    for finding in document.get("findings", []):
        room, _, name = str(finding.get("code")).partition(".")
        named = section != "facts" or name == path[2]
        if room == ROOMS.get(section, section) and named and finding["level"] != "good" and (
            _concerns(finding.get("numbers", {}), path)
        ):  # fmt: skip
            yield finding


def _concerns(numbers: Mapping[str, Any], path: Sequence[str]) -> bool:
    """Whether a finding on one direction, language or system is about that of the path."""
    if "source" in numbers and "target" in numbers:
        return f"{numbers['source']}->{numbers['target']}" in path
    names = [numbers[key] for key in ("language", "system") if isinstance(numbers.get(key), str)]
    return all(name in path for name in names)


def _advice(finding: Mapping[str, Any]) -> Sequence[str]:
    """Of a result that was edited or that another version wrote, the words may be missing."""
    from monosashi.report.sentences import MissingWordsError, finding_sentences
    from monosashi.words import say

    try:
        told = finding_sentences(finding)
    except MissingWordsError:
        return [say("results.gate.unread", code=finding["code"])]
    return told.remedies or ([told.next] if told.next else [])
