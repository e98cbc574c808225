"""What `monosashi language` measures, as one document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.advice.verdicts import verdict_of
from monosashi.embeddings import Fault
from monosashi.embeddings.errors import distinct
from monosashi.language import LanguageBias, RepairEffect, language_findings
from monosashi.language.cut_pages import costliest_first
from monosashi.language.equal_pool_results import EqualPools
from monosashi.language.experiments import LanguageExperiments
from monosashi.language.search import LanguageSearch
from monosashi.results import Finding, Result, Tables, level_of


@dataclass(frozen=True, kw_only=True)
class LanguageDocument(Document):
    """Results about language in one pool, by section.

    Attributes
    ----------
    language : LanguageBias
    repairs : RepairEffect or None
    language_search : LanguageSearch or None
        Queries with known answers.
    equal_pools : EqualPools or None
    experiments : LanguageExperiments or None
    """

    kind: ClassVar[str] = "language"
    language: LanguageBias
    repairs: RepairEffect | None = None
    language_search: LanguageSearch | None = None
    equal_pools: EqualPools | None = None
    experiments: LanguageExperiments | None = None

    def sections(self) -> dict[str, Result]:
        """The results by section, those that were measured."""
        parts: dict[str, Result | None] = {
            "language": replace(self.language, search=None),
            "language_search": self.language_search,
            "repairs": self.repairs,
            "equal_pools": self.equal_pools,
            "experiments": self.experiments,
        }
        return {name: part for name, part in parts.items() if part is not None}

    def findings(self) -> list[Finding]:
        """What pages and queries lose, the costliest first; with the repairs that were tried."""
        found = list(language_findings(self.language, self.repairs))
        known = {finding.numbers.get("repair") for finding in found}
        if self.language_search is not None:
            found += [
                one
                for one in self.language_search.findings()
                if one.code != "language.gamed" or one.numbers["repair"] not in known
            ]
        return costliest_first(found)

    @property
    def verdict(self) -> dict[str, Any]:
        """As of every document; the heaviest warning is named, and what stays open."""
        found = self.findings()
        told = verdict_of(found)
        heavy = next((one for one in found if "drop" in one.numbers), None)
        if heavy is not None and "chunks" in heavy.numbers:
            whose = "" if "target" in heavy.numbers else "_queries"
            return {"code": f"advice.verdicts.language{whose}_chunks",
                    "numbers": {**told["numbers"], **heavy.numbers}}  # fmt: skip
        if told["code"] == "advice.verdicts.clean" and (still := _open(self.language, found)):
            return {"code": still[0], "numbers": {**told["numbers"], **still[1]}}
        if told["code"] != "advice.verdicts.warnings" or heavy is None or heavy.level != "warning":
            return told
        whose = "language_warnings" if "target" in heavy.numbers else "language_queries_warnings"
        return {"code": f"advice.verdicts.{whose}",
                "numbers": {**told["numbers"], **heavy.numbers}}  # fmt: skip

    def tables(self) -> Tables:
        """Tables of every section; their names differ."""
        return {name: rows for part in self.sections().values()
                for name, rows in part.tables().items()}  # fmt: skip


def _open(bias: LanguageBias, found: Sequence[Finding]) -> tuple[str, dict[str, Any]] | None:
    """The costliest of the losses that are neither small nor shown, and how many directions are."""
    held = [one for one in found if one.level == "note" and "language_drop_low" in one.numbers
            and not one.code.endswith("little_found")]  # fmt: skip
    if not held:
        return None
    numbers = dict(held[0].numbers)
    if "target" not in numbers:
        return "advice.verdicts.language_queries_open", numbers
    levels = [level_of("language_drop", one.language_drop) for one in bias.directions.values()]
    numbers |= {"directions": len(levels), "open": levels.count("note")}
    return "advice.verdicts.language_open", numbers


def language_document(
    language: LanguageBias,
    settings: Mapping[str, Any] | None = None,
    notices: Sequence[Fault] = (),
    **parts: Any,
) -> LanguageDocument:
    """Put results about language into one document.

    ``parts`` takes the other results by name, ``skipped``, and title, source, command and created
    for the report; ``settings`` what the run was asked beside what the results hold.
    """
    held = {**language.provenance.settings, **(settings or {})}
    beside = [part.provenance.notices for part in parts.values() if isinstance(part, Result)]
    told = [*language.provenance.notices, *notices, *(note for part in beside for note in part)]
    origin = replace(language.provenance, settings=held, notices=distinct(told))
    return LanguageDocument(provenance=origin, language=language, **parts)
