"""What `monosashi hubs` measures, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from monosashi.advice.parts_document import PartsDocument, provenance_of
from monosashi.embeddings import Fault
from monosashi.hubs import HubSets, ReductionComparison, centring_remedy
from monosashi.results import Finding, Result
from monosashi.results.finding import worst_first
from monosashi.results.plain import plain

CENTRED = ("hubs.hubness", "hubs.hubness_alone")  # findings that advise to subtract the mean


@dataclass(frozen=True, kw_only=True)
class HubsDocument(PartsDocument):
    """Hubs of one set, with what corrections do, or a table of several sets.

    Attributes
    ----------
    parts : mapping of section to Result
        ``hubs``, ``unrelated_hubs``, ``reductions``; or ``hub_sets``.
    models : mapping of name to card
        Of several sets.
    """

    kind: ClassVar[str] = "hubs"
    models: Mapping[str, Any]

    def findings(self) -> list[Finding]:
        """All findings, worst first; advice to centre is what centring did, where it was tried.

        What a correction harms stands before all else of its level: somebody may serve it.
        """
        found = super().findings()
        compared = self.parts.get("reductions")
        if not isinstance(compared, ReductionComparison):
            return found
        first = [one for one in found if one.code.startswith("hubs.reduction_harms")]
        found = worst_first([*first, *(one for one in found if one not in first)])
        remedy = centring_remedy(compared)
        return [replace(one, remedies=(*one.remedies, remedy))
                if remedy is not None and one.code in CENTRED and one.level != "good" else one
                for one in found]  # fmt: skip

    @property
    def verdict(self) -> dict[str, Any]:
        """How many items nobody lists; of several sets the two ends."""
        first = next(iter(self.parts.values()))
        if isinstance(first, HubSets):
            told = first.findings()[0]
            name = told.code.replace("hubs.", "hub_")
            return {"code": f"advice.verdicts.{name}", "numbers": told.numbers}
        hubs: Any = first
        numbers = {"antihubs": hubs.antihubs, "n": hubs.n, "k": hubs.k,
                   "share": hubs.antihub_share.value, "most": hubs.max_occurrence,
                   "n_queries": hubs.n_queries}  # fmt: skip
        share = hubs.antihub_share
        if share.low is None:
            return {"code": "advice.verdicts.hubs", "numbers": numbers}
        numbers |= {"share_low": share.low, "share_high": share.high}
        return {"code": "advice.verdicts.hubs_within", "numbers": numbers}

    def _data(self) -> dict[str, Any]:
        known = super()._data()
        if not self.models:
            return known
        return {**known, "dimension": None, "model": {},
                "models": {name: plain(card) for name, card in self.models.items()}}  # fmt: skip


def hubs_document(
    parts: Mapping[str, Result],
    *,
    models: Mapping[str, Any] | None = None,
    skipped: Mapping[str, Fault] | None = None,
    settings: Mapping[str, Any] | None = None,
    **about: Any,
) -> HubsDocument:
    """Put results about hubs into one document.

    ``about`` takes title, source, command and created for the report.

    Examples
    --------
    >>> import numpy as np
    >>> from monosashi.hubs import measure_hubs
    >>> hubs = measure_hubs(np.random.default_rng(0).normal(size=(60, 9)), references=False)
    >>> hubs_document({"hubs": hubs}).verdict["code"]
    'advice.verdicts.hubs_within'
    """
    origin = provenance_of(parts, settings)
    return HubsDocument(provenance=origin, parts=dict(parts), models=models or {},
                        skipped=skipped or {}, **about)  # fmt: skip
