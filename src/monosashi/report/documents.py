"""Bring whatever is to be reported into one form: a head and its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from monosashi.report.differing import differing
from monosashi.results import LEVELS, Result
from monosashi.results.plain import plain

Document = dict[str, Any]
# which section of a document a bare result fills
SECTION_OF = {
    "facts": "facts",
    "shape": "shape",
    "language": "language",
    "repair": "repairs",
    "hubs": "hubs",
    "fidelity": "fidelity",
    "generators": "generators",
    "fidelity_benchmark": "fidelity_benchmark",
    "hub_sets": "hub_sets",
    "reductions": "reductions",
    "unrelated_hubs": "unrelated_hubs",
    "comparison": "comparison",
    "model_comparison": "models",
    "compression": "compression",
    "retrieval": "retrieval",
    "retrieval_systems": "retrieval",
    "retrieval_comparison": "retrieval_comparison",
    "layers": "layers",
    "misses": "misses",
    "alignment": "alignment",
    "alignment_systems": "alignment",
    "switch": "switch",
    "group_auc": "group_auc",
    "directions": "directions",
    "mean_direction": "mean_direction",
    "partition": "partition",
    "pairwise": "pairwise",
    "agreement": "agreement",
    "invariance_probe": "probe",
    "dose": "dose",
    "spread_correlation": "spread_correlation",
    "input_output": "input_output",
    "spread_ratio": "spread_ratio",
    "simulated_power": "power",
    "correlation_power": "power",
    "repair_check": "repair_check",
    "duplicates": "duplicates",
    "related": "related",
    "language_choice": "language_choice",
    "language_search": "language_search",
    "equal_pools": "equal_pools",
    "experiments": "experiments",
    "rewrites": "rewrites",
    "rewrite_plan": "rewrite_plan",
    "rewrite_selection": "rewrite_selection",
    "robustness": "robustness",
    "robustness_run": "robustness_run",
    "sensitivity": "sensitivity",
    "ratings": "ratings",
    "drift": "drift",
    "map": "map",
}


@dataclass(frozen=True)
class Collection:
    """What one page shows."""

    title: str
    verdict: Mapping[str, Any] | None
    findings: Sequence[Mapping[str, Any]]
    parts: Sequence[Document]
    head: Mapping[str, Any] = field(default_factory=dict)


def collect(results: Any, title: str | None, language: str = "en") -> Collection:
    """One document, one result, or a list of either, as a head with parts.

    Documents may have ``titles``, one a language, beside ``title``.
    """
    given = list(results) if isinstance(results, Sequence) else [results]
    only = given[0].to_dict() if len(given) == 1 and isinstance(given[0], Result) else given[0]
    if len(given) == 1 and "parts" in only:
        return _merged(_titled(only, language), title, language)
    parts = _join_results([_document(part, language) for item in given for part in _parts_of(item)])
    if len(parts) == 1:
        only = parts[0]
        named = title or only["title"]
        return Collection(named, only.get("verdict"), only["findings"], parts, only)
    titles = dict.fromkeys(part["title"] for part in parts if part["title"])
    named, parts = title or " · ".join(titles), _distinct(parts)
    return Collection(named, None, _worst(_of_parts(parts)), parts)


def _distinct(parts: list[Document]) -> list[Document]:
    """Results of one title say what they differ in, so that a finding says whose it is."""
    titles = [part["title"] for part in parts]
    alike = {title: [part for part in parts if part["title"] == title] for title in titles if title}
    marks = {id(part): mark for group in alike.values() if len(group) > 1
             for part, mark in zip(group, differing(group), strict=True)}  # fmt: skip
    return [{**part, "title": f"{part['title']} ({marks[id(part)]})"} if id(part) in marks else part
            for part in parts]  # fmt: skip


def _parts_of(item: Any) -> Sequence[Any]:
    """A document of parts, among others, brings its parts."""
    given = item.to_dict() if isinstance(item, Result) else item
    merged = "parts" in given
    return [part for one in given["parts"] for part in _parts_of(one)] if merged else [item]


def _titled(document: Document, language: str) -> Document:
    """The document with its title in one language, where it has one."""
    titles = document.get("titles") or {}
    return {**document, "title": titles[language]} if language in titles else document


def _merged(document: Document, title: str | None, language: str) -> Collection:
    parts = _distinct([_document(part, language) for part in document["parts"]])
    findings = document.get("findings") or _worst(_of_parts(parts))
    verdict = document.get("verdict")
    return Collection(title or document["title"], verdict, findings, parts, document)


def _of_parts(parts: list[Document]) -> list[Mapping[str, Any]]:
    """Findings of all parts, each with the title of its part."""
    return [{**found, "part": part["title"]} for part in parts for found in part["findings"]]


def _worst(findings: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(findings, key=lambda finding: LEVELS.index(finding["level"]))


def _document(item: Any, language: str) -> Document:
    """A document as it is; a bare result under the head that its provenance gives."""
    found = plain(item.findings()) if isinstance(item, Result) else item.get("findings", [])
    given: Document = item.to_dict() if isinstance(item, Result) else dict(item)
    if "results" in given:
        return {"title": "", "findings": [], "skipped": [], **_titled(given, language)}
    given.pop("findings", None)  # they stand above all numbers
    head = _head(given.get("provenance") or {})
    if given["kind"] == "fidelity_benchmark":  # nothing was read
        head["data"] |= {"dimension": None, "points_a_side": head["data"].get("n")}
    return {**head, "kind": given["kind"], "title": "", "findings": found,
            "results": _sections(given), "skipped": []}  # fmt: skip


def _sections(given: Document) -> Document:
    """A bare result in its section; the switch of a comparison stands beside it, as in a run."""
    switch = given.get("switch")
    if given["kind"] != "retrieval_comparison" or switch is None:
        return {SECTION_OF[given["kind"]]: given}
    rest = {name: value for name, value in given.items() if name != "switch"}
    return {"retrieval_comparison": rest, "switch": switch}


def _head(provenance: Mapping[str, Any]) -> Document:
    names = ("n", "dimension", "fingerprint", "model", "notices")
    data = {name: provenance[name] for name in names if name in provenance}
    version, settings = provenance.get("version"), provenance.get("settings", {})
    return {"version": version, "settings": settings, "data": data, "bare": True}


def _join_results(parts: list[Document]) -> list[Document]:
    """Bare results of the same vectors stand in one part, as in an audit."""
    joined: list[Document] = []
    for part in parts:
        home = next((known for known in joined if _belongs(part, known)), None)
        if home is None:
            joined.append(part)
            continue
        home["results"] = {**home["results"], **part["results"]}
        home["findings"] = _worst([*home["findings"], *part["findings"]])
        home["settings"] = {**home["settings"], **part["settings"]}
    return joined


def _belongs(part: Document, known: Document) -> bool:
    if not (part.get("bare") and known.get("bare")):
        return False
    same = part["data"].get("fingerprint") == known["data"].get("fingerprint")
    return same and not part["results"].keys() & known["results"].keys()
