"""The parts of an audit, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from monosashi.advice.audit_columns import names_of_columns
from monosashi.advice.audit_result import Audit
from monosashi.advice.compressed_search import compare_with_full, with_search
from monosashi.advice.compression_part import CompressionPart
from monosashi.advice.embedding_map import EmbeddingMap, measure_map
from monosashi.advice.facts import Facts, measure_facts
from monosashi.advice.hub_remedy import hub_findings
from monosashi.advice.language_part import LanguagePart, measure_language_part
from monosashi.advice.language_queries import language_queries
from monosashi.advice.search_part import SearchPart, measure_search_part
from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.errors import distinct
from monosashi.hubs import Hubs, measure_hubs
from monosashi.results import Finding, Provenance, worst_first
from monosashi.retrieval import Retrieval, RetrievalComparison
from monosashi.shape import MeanDirection, Shape, measure_mean_direction, measure_shape

Progress = Callable[[str], None]
MAPPED = 1_000  # items on the map: result.json holds each


@dataclass(frozen=True)
class Auditor:
    """Checked data and settings, and the parts measured one after the other."""

    kept: EmbeddingSet
    columns: dict[str, str | None]
    settings: dict[str, Any]
    progress: Progress
    smaller: CompressionPart
    given: dict[str, Any]

    def run(self, about: dict[str, Any]) -> Audit:
        """Measure every part that the columns allow."""
        facts, hubs, space_findings = self._space()
        direction = self._mean_direction()
        shape, no_shape = self._shape()
        language = self._language()
        search = self._search(shape)
        compared, lost = self._lost(search)
        found = [*language.findings, *search.findings, *lost, *space_findings,
                 *(shape.findings() if shape else []), *facts.findings()]  # fmt: skip
        parts = {"shape": shape, "language": language.bias}
        skipped = {name: fault(f"advice.skipped.{name}") for name, part in parts.items()
                   if part is None}  # fmt: skip
        if isinstance(hubs, Fault):
            skipped["hubs"] = hubs
        if no_shape is not None:
            skipped["shape"] = no_shape
        if self.smaller.why_none is not None:
            skipped["compression"] = self.smaller.why_none
        if language.why_no_repairs is not None:
            skipped["repairs"] = language.why_no_repairs
        return Audit(
            **{**about, "provenance": _told(about["provenance"], search.retrieval)},
            skipped=skipped,
            facts=facts,
            mean_direction=direction,
            hubs=None if isinstance(hubs, Fault) else hubs,
            shape=shape,
            language=language.bias,
            repairs=language.repairs,
            retrieval=search.retrieval,
            layers=search.layers,
            compression=self.smaller.compression,
            compressed_search=compared,
            map=self._map(),
            found=tuple(worst_first(found)),
        )

    def _space(self) -> tuple[Facts, Hubs | Fault, list[Finding]]:
        """Facts and hubs; nobody asked for hubs by name, so a space without any is no error."""
        k, seed = self.settings["k"], self.settings["rng"]
        unit = self.kept.unit()
        if unit.n <= k:
            return (
                measure_facts(self.smaller.whole),
                fault("advice.skipped.hubs", n=unit.n, k=k),
                [],
            )
        self.progress("hubs")
        try:
            hubs = measure_hubs(unit, k=k, metric="cosine", rng=seed)
        except DataError as error:  # copies of one vector, or all equally far apart
            return measure_facts(self.smaller.whole), error.faults[0], []
        findings = hub_findings(unit, hubs, self.columns["language"], k)
        self.progress("facts")
        return measure_facts(self.smaller.whole, neighbours=hubs.neighbours), hubs, findings

    def _map(self) -> EmbeddingMap | None:
        """A sample on two axes, with signs for languages, else for groups."""
        if self.kept.n <= self.settings["k"]:
            return None
        self.progress("map")
        what = next((one for one in ("language", "groups") if self.columns[one]), "")
        named = names_of_columns({"sign": self.given.get(what)}).get("sign")
        rest = {"k": self.settings["k"], "confidence": self.settings["confidence"]}
        found = measure_map(self.kept, labels=self.columns.get(what), shown=MAPPED,
                            rng=self.settings["rng"], **rest)  # fmt: skip
        return replace(found, column=named)

    def _mean_direction(self) -> MeanDirection:
        """What removing the common direction takes away, over groups, else items, as units."""
        units = self.columns["groups"] or self.columns["key"]
        return measure_mean_direction(self.kept, units, confidence=self.settings["confidence"])

    def _shape(self) -> tuple[Shape | None, Fault | None]:
        """The shape, or why these groups allow none although they were given."""
        if self.columns["groups"] is None:
            return None, None
        scheme = self._scheme()
        if isinstance(scheme, Fault):
            return None, scheme
        self.progress("shape")
        rest = {name: self.settings[name] for name in ("permutations", "confidence", "rng")}
        try:
            return measure_shape(self.kept, self.columns["groups"], **scheme, **rest), None
        except DataError as error:
            if scheme and error.faults[0].code.startswith("shape.errors.fixed_"):
                return None, fault("advice.skipped.fixed_shape")
            raise

    def _scheme(self) -> dict[str, Any] | Fault:
        """How labels may move when rows share an item (translations, chunks).

        Where every item has one label its rows move together, where labels differ inside the
        items they move inside them. A mixture fits neither, and free shuffling would take rows
        of one item for independent.
        """
        if self.columns["key"] is None:
            return {}
        keys, labels = self.kept.columns["__key__"], self.kept.columns["__groups__"]
        held: dict[str, list[str]] = {}
        for key, label in zip(keys, labels, strict=True):
            held.setdefault(key, []).append(label)
        several = {key: set(labels) for key, labels in held.items() if len(labels) > 1}
        mixed = sorted(key for key, labels in several.items() if len(labels) > 1)
        if not several:
            return {}
        if not mixed:
            return {"whole": "__key__"}
        if len(mixed) == len(several):
            return {"within": "__key__"}
        return fault("advice.skipped.mixed_groups", ids=mixed, items=len(several))

    def _language(self) -> LanguagePart:
        key, language = self.columns["key"], self.columns["language"]
        if key is None or language is None:
            return LanguagePart()
        self.progress("language")
        rest = {name: self.settings[name] for name in ("confidence", "rng")}
        queries = language_queries(self.smaller.asked, self.kept, self.given)
        try:
            return measure_language_part(self.kept, key=key, language=language, queries=queries,
                                         **rest)  # fmt: skip
        except DataError:
            if queries is None:
                raise
        return measure_language_part(self.kept, key=key, language=language, **rest)

    def _search(self, shape: Shape | None) -> SearchPart:
        asked = self.smaller.asked
        if asked is None:
            return SearchPart()
        self.progress("retrieval")
        rest = {name: self.settings[name] for name in ("permutations", "confidence", "rng")}
        return measure_search_part(self.kept, asked, documents_shape=shape, **rest)

    def _lost(self, search: SearchPart) -> tuple[RetrievalComparison | None, list[Finding]]:
        """What compression costs, in the search too where queries are known."""
        part = self.smaller
        if search.retrieval is None or part.full is None:
            return None, part.findings
        rest = {name: self.settings[name] for name in ("confidence", "rng")}
        compared = compare_with_full(part, search.retrieval, **rest)
        return compared, with_search(part.findings, compared)


def _told(provenance: Provenance, retrieval: Retrieval | None) -> Provenance:
    """The provenance with what the search has to say about its queries and units."""
    if retrieval is None:
        return provenance
    told = (*provenance.notices, *retrieval.provenance.notices)
    return replace(provenance, notices=distinct(told))
