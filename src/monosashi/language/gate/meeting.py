"""How drafts and pages meet: raw inside a language; across languages raw, mended or translated."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, TextSet, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.language.bridge import Road
from monosashi.language.gate.pages import Rows, SitePages
from monosashi.language.gate.results import Method
from monosashi.language.layout import BoolArray, IntArray
from monosashi.language.repairs import Repair


@dataclass(eq=False)
class Meeting:
    """Vectors for every direction, made when they are asked for.

    Attributes
    ----------
    index : SitePages
    road : Road or None
        Translates what asks; the pages stay as they are.
    repair : Repair or None
        Mends both sides.
    """

    index: SitePages
    road: Road | None = None
    repair: Repair | None = None
    _kept: dict[tuple[int, bool], Rows] = field(default_factory=dict)

    @property
    def method(self) -> Method:
        """How languages meet."""
        return "bridge" if self.road else "repair" if self.repair else "raw"

    def held(self, target: str, *, cross: bool) -> Rows:
        """Pages of a language that are searched."""
        whole = self._rows(self.index, mended=cross and self.repair is not None)
        return whole.take(self.index.in_language(target))

    def asked(
        self, pages: SitePages, which: IntArray, source: str, target: str
    ) -> tuple[Rows, BoolArray]:
        """Some pages of ``source`` as they ask the index of ``target``, and which of them can.

        A page without a translation cannot; one with chunks can if all of them are translated.
        """
        everyone = np.ones(len(which), dtype=bool)
        if source == target or self.method != "bridge":
            mended = source != target and self.repair is not None
            return self._rows(pages, mended=mended).take(which), everyone
        rows = pages.rows_of(which)
        lengths = np.diff(np.append(pages.starts, len(pages.order)))[which]
        starts = np.cumsum(lengths) - lengths
        vectors, there = self._translated(pages, rows, source, target)
        able = np.minimum.reduceat(there, starts) if len(which) else everyone
        unit = np.zeros(vectors.shape)
        unit[there] = unit_rows(vectors[there].astype(np.float64), pages.data.ids[rows][there])
        return Rows(unit, starts), able.astype(bool)

    def _rows(self, pages: SitePages, *, mended: bool) -> Rows:
        place = id(pages), mended
        if place not in self._kept:
            vectors = self._mended(pages) if mended else None
            self._kept[place] = pages.rows(vectors)
        return self._kept[place]

    def _mended(self, pages: SitePages) -> FloatArray:
        if self.repair is None:
            raise AssertionError
        labels = pages.row_values(pages.spoken)
        return self.repair.apply(pages.data, language=labels, side="document").vectors

    def _translated(
        self, pages: SitePages, rows: IntArray, source: str, target: str
    ) -> tuple[FloatArray, BoolArray]:
        data: EmbeddingSet = pages.data
        if "text" not in data.columns:
            raise DataError(fault("language.errors.bridge_needs_texts", name="text"))
        if self.road is None:
            raise AssertionError
        chunked = len(pages.order) > pages.n  # a key names a page, not one of its chunks
        columns = {} if chunked else {"key": pages.row_values(pages.keys)[rows]}
        texts = TextSet.from_lists(data.columns["text"][rows], ids=data.ids[rows], columns=columns)
        return self.road.vectors(texts, source, target, like=data)
