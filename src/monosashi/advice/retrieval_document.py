"""How well one or several systems find known answers, as one document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from monosashi.advice.alignment import Alignment, AlignmentSystems
from monosashi.advice.document import Document
from monosashi.advice.search_sections import search_sections
from monosashi.advice.search_verdict import search_verdict, ties_suffix
from monosashi.advice.systems import Systems
from monosashi.embeddings.errors import distinct
from monosashi.results import Finding, Provenance, Result, Tables
from monosashi.results.finding import worst_first
from monosashi.results.plain import plain
from monosashi.retrieval import Retrieval, RetrievalComparison

SWITCH = "retrieval.switch"


@dataclass(frozen=True, kw_only=True)
class RetrievalSystems(Systems):
    """Several systems asked the same queries."""

    kind: ClassVar[str] = "retrieval_systems"


@dataclass(frozen=True, kw_only=True)
class RetrievalDocument(Document):
    """What `retrieval` measured.

    ``results.retrieval`` is the one system, or ``{"systems": {name: …}}`` for several; then
    ``results.retrieval_comparison`` holds the paired differences, and of exactly two systems
    ``results.switch`` what changes from the first to the second. ``results.alignment`` is built
    alike, for vectors only.
    """

    kind: ClassVar[str] = "retrieval"
    systems: Mapping[str, Retrieval]
    comparison: RetrievalComparison | None = None
    alignments: Mapping[str, Alignment] = field(default_factory=dict)

    def sections(self) -> dict[str, Result]:
        """The systems, where there are several their comparison, of two the switch."""
        return self._searched() | self._aligned()

    def _searched(self) -> dict[str, Result]:
        if self.comparison is None:
            return {"retrieval": next(iter(self.systems.values()))}
        held = RetrievalSystems(provenance=self.provenance, systems=self.systems)
        return {"retrieval": held, **search_sections(self.comparison)}

    def _aligned(self) -> dict[str, Result]:
        """How queries lie to their answers; nothing for ranked lists."""
        found = dict(self.alignments)
        if len(found) > 1:
            return {"alignment": AlignmentSystems(provenance=self.provenance, systems=found)}
        return {"alignment": next(iter(found.values()))} if found else {}

    def tables(self) -> Tables:
        """Metrics, misses, ``per_query``, and of several systems the paired differences."""
        found = [part.tables() for part in self.sections().values()]
        return {name: rows for tables in found for name, rows in tables.items()}

    def findings(self) -> list[Finding]:
        """Of several systems who is ahead, and what casts doubt on one.

        Systems are only compared here, so what two of them lose and gain is a note: nobody said
        that the second is to take the place of the first.
        """
        if self.comparison is None:
            shifted = [found for one in self.alignments.values() for found in one.findings()]
            return worst_first([*next(iter(self.systems.values())).findings(), *shifted])
        return worst_first([_compared_only(found) for found in self.comparison.findings()])

    @property
    def verdict(self) -> dict[str, Any]:
        """How often the right document comes first, or which system finds most."""
        if self.comparison is not None:
            return search_verdict(self.comparison)
        (one,) = self.systems.values()
        k = min(one.ks)
        numbers = {"k": k, "hits": one.hits[k].value, "optimistic": one.optimistic[f"hits@{k}"],
                   "n": one.n_queries}  # fmt: skip
        code = "first" if k == 1 else "within"
        return {"code": f"advice.verdicts.retrieval_{code}{ties_suffix(one, k)}",
                "numbers": numbers}  # fmt: skip

    def _data(self) -> dict[str, Any]:
        """Queries and documents; every model with its card."""
        first = next(iter(self.systems.values()))
        ours = {"queries": first.n_queries, "documents": first.n_documents, "depth": first.depth,
                "systems": list(self.systems)}  # fmt: skip
        several = len(self.systems) > 1
        cards = {name: plain(one.provenance.model) for name, one in self.systems.items()}
        models = {"dimension": None, "model": {}, "models": cards} if several else {}
        return {**super()._data(), **ours, **models}


def retrieval_document(
    systems: Sequence[Retrieval],
    comparison: RetrievalComparison | None = None,
    alignments: Sequence[Alignment] = (),
    **about: Any,
) -> RetrievalDocument:
    """Put one or several evaluations into one document.

    ``about`` takes title, source, command and created for the report. The names of the systems
    must differ.

    Parameters
    ----------
    systems : sequence of Retrieval
        At least one.
    comparison : RetrievalComparison, optional
        Of the same systems; needed when there are several.
    alignments : sequence of Alignment, optional
        How queries lie to their answers, in the same systems.
    """
    named = {one.name: one for one in systems}
    if len(named) < len(systems) or (comparison is None) != (len(systems) == 1):
        raise ValueError("systems need different names, and several of them their comparison")
    return RetrievalDocument(provenance=_provenance(systems), systems=named,
                             comparison=comparison,
                             alignments={one.name: one for one in alignments}, **about)  # fmt: skip


def _compared_only(found: Finding) -> Finding:
    return replace(found, level="note") if found.code.startswith(SWITCH) else found


def _provenance(systems: Sequence[Retrieval]) -> Provenance:
    """That of the first system, with the notices of all."""
    notices = distinct(note for one in systems for note in one.provenance.notices)
    return replace(systems[0].provenance, notices=notices)
