"""What `monosashi hubs` measures, as one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.parts_document import PartsDocument, provenance_of
from monosashi.embeddings import Fault
from monosashi.hubs import HubSets
from monosashi.results import Result
from monosashi.results.plain import plain


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
