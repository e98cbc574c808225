"""What an audit leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from monosashi.advice.compressed_search import FULL
from monosashi.advice.document import Document
from monosashi.advice.embedding_map import EmbeddingMap
from monosashi.advice.facts import Facts
from monosashi.advice.layers import Layers
from monosashi.advice.search_verdict import ties_suffix
from monosashi.advice.verdicts import verdict_of
from monosashi.hubs import Hubs
from monosashi.language import LanguageBias, RepairEffect
from monosashi.results import Finding, Result, Tables, hidden, worst_first
from monosashi.retrieval import Retrieval, RetrievalComparison
from monosashi.retrieval.compression_result import Compression
from monosashi.shape import MeanDirection, Shape


@dataclass(frozen=True, kw_only=True)
class Audit(Document):
    """What `audit` measured, as one document.

    Attributes
    ----------
    facts : Facts
    mean_direction : MeanDirection
        Share of the differences along the mean direction; the interval is over groups, else items.
    hubs, shape, language, repairs, retrieval, layers : results, or None where ``skipped`` says why
    compression : Compression or None
        What ``cut`` and ``quantise`` lost; everything else is then of the compressed vectors.
    compressed_search : RetrievalComparison or None
        With queries: the search on the compressed vectors against that on the full ones.
    map : EmbeddingMap or None
        A sample on two axes; None with k or fewer rows.
    skipped : mapping of section to Fault
        What was not measured, and what it would need.
    """

    kind: ClassVar[str] = "audit"
    facts: Facts
    mean_direction: MeanDirection | None = None
    hubs: Hubs | None = None
    shape: Shape | None = None
    language: LanguageBias | None = None
    repairs: RepairEffect | None = None
    retrieval: Retrieval | None = None
    layers: Layers | None = None
    compression: Compression | None = None
    compressed_search: RetrievalComparison | None = None
    map: EmbeddingMap | None = None
    found: tuple[Finding, ...] = hidden(default=())

    def findings(self) -> list[Finding]:
        """All findings of all parts, worst first."""
        return worst_first(list(self.found))

    def sections(self) -> dict[str, Result]:
        """The results by section, those that were measured."""
        parts = {"facts": self.facts, "mean_direction": self.mean_direction,
                 "retrieval": self.retrieval, "layers": self.layers,
                 "compression": self.compression, "compressed_search": self._without_switch(),
                 "language": self.language,
                 "repairs": self.repairs, "shape": self.shape, "hubs": self.hubs,
                 "map": self.map}  # fmt: skip
        return {name: part for name, part in parts.items() if part is not None}

    def _without_switch(self) -> RetrievalComparison | None:
        found = self.compressed_search
        return None if found is None else replace(found, switch=None)

    def tables(self) -> Tables:
        """Tables of every section, ``section_table``."""
        return {f"{name}_{table}": rows for name, part in self.sections().items()
                for table, rows in part.tables().items()}  # fmt: skip

    @property
    def verdict(self) -> dict[str, Any]:
        """How good the search is where answers are known, and what else was found."""
        found = self.retrieval
        if found is None:
            return verdict_of(self.findings())
        k = max(found.hits)
        search = {"n": found.n_queries, "k": k, "first": found.hits[1].value,
                  "within": found.hits[k].value,
                  "optimistic": found.optimistic["hits@1"]}  # fmt: skip
        suffix = ties_suffix(found, 1)
        if self.compressed_search is not None:
            search, suffix = {**search, **self._full(k)}, f"{suffix}_compressed"
        return verdict_of(self.findings(), search, suffix)

    def _full(self, k: int) -> dict[str, Any]:
        """How the vectors were compressed, and how often the full ones find an answer."""
        if self.compressed_search is None:
            return {}
        levels = self.compressed_search.levels[FULL]
        return {"variant": self.facts.provenance.model.compression,
                "full_first": levels["hits@1"].value,
                "full_within": levels[f"hits@{k}"].value}  # fmt: skip
