"""What `monosashi shape` and its commands measure, as one document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from monosashi.advice.correlation_power import CorrelationPower
from monosashi.advice.parts_document import PartsDocument
from monosashi.advice.shape_verdicts import shape_verdict
from monosashi.embeddings import Fault
from monosashi.embeddings.errors import distinct
from monosashi.results import Finding, Result, Row
from monosashi.results.finding import worst_first
from monosashi.results.plain import plain
from monosashi.shape import Agreement, Shape, SpreadRatio
from monosashi.shape.from_distances import ShapeOfDistances


@dataclass(frozen=True, kw_only=True)
class ShapeDocument(PartsDocument):
    """Results about shape, by section; the first one gives the verdict.

    Attributes
    ----------
    parts : mapping of section to Result
        ``shape``, ``group_auc``, ``directions``, ``partition``, ``pairwise``, ``agreement``,
        ``probe``, ``dose``, ``spread_correlation``, ``input_output``, ``spread_ratio``, ``power``.
    """

    kind: ClassVar[str] = "shape"

    def findings(self) -> list[Finding]:
        """All findings of all parts, worst first."""
        told = [found for part in self.parts.values() for found in part.findings()]
        return worst_first([_careful(found, self.parts.get("shape")) for found in told])

    @property
    def verdict(self) -> dict[str, Any]:
        """What the first part says, in one line."""
        name, part = next(iter(self.parts.items()))
        return shape_verdict(name, part)

    def _data(self) -> dict[str, Any]:
        """What was measured; of an agreement both models, of a formula nothing."""
        first = next(iter(self.parts.values()))
        if isinstance(first, CorrelationPower):
            return {}
        known = super()._data()
        if isinstance(first, ShapeOfDistances):
            return {**known, "dimension": None}
        if isinstance(first, SpreadRatio):
            return {**known, "query_vectors": first.n_queries}
        if not isinstance(first, Agreement):
            return known
        cards = {first.model_a: known["model"],
                 first.model_b: plain(first.provenance.settings["other"])}  # fmt: skip
        return {**known, "n": first.n, "dimension": None, "model": {}, "models": cards}


def _careful(found: Finding, shape: Result | None) -> Finding:
    """The order of distances takes width for place: said where the groups differ in width."""
    uneven = isinstance(shape, Shape) and shape.location_dispersion in {"dispersion", "both"}
    if found.code != "shape.group_auc" or not uneven:
        return found
    return replace(found, code="shape.group_auc_width")


def shape_document(
    parts: Mapping[str, Result],
    settings: Mapping[str, Any] | None = None,
    notices: Sequence[Fault] = (),
    **about: Any,
) -> ShapeDocument:
    """Put results about shape into one document.

    ``about`` takes title, source, command and created for the report.

    Parameters
    ----------
    parts : mapping of section to Result
        At least one, the one that matters most first.
    settings : mapping, optional
        What the run was asked beside the settings that its first part holds.
    notices : sequence of Fault
        What was left out before the parts were measured.

    Examples
    --------
    >>> from monosashi.shape import measure_shape
    >>> rows = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]
    >>> found = measure_shape(rows, ["A", "A", "B", "B"])
    >>> shape_document({"shape": found}).verdict["code"]
    'shape.verdicts.grouped_undecidable'
    """
    first = next(iter(parts.values())).provenance
    told = [*notices, *(note for part in parts.values() for note in _notices(part))]
    held = {**_plain_settings(first.settings), **(settings or {})}
    origin = replace(first, settings=held, notices=distinct(told))
    return ShapeDocument(provenance=origin, parts=dict(parts), **about)


def _notices(part: Result) -> list[Fault]:
    """Of the data, and what a part left out by itself."""
    return [*part.provenance.notices, *getattr(part, "notices", ())]


def _plain_settings(settings: Mapping[str, Any]) -> Row:
    """Without what stands elsewhere in the document: notices and cards."""
    return {name: value for name, value in settings.items()
            if name not in {"notices", "other", "cards", "query_model"}}  # fmt: skip
