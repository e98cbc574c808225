"""Repairs by name, as people write them on a command line: ``lir:2``, ``pivot-shift:en``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.sets import Column
from monosashi.language.centering import LanguageCentering
from monosashi.language.centroids import EVERYTHING
from monosashi.language.fitted import FittedRepair
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.subspaces import (
    AllButTheTop,
    ConceptErasure,
    LanguageSubspaceRemoval,
    PivotShift,
)
from monosashi.language.subspaces.erasure import Shrinkage
from monosashi.language.subspaces.removal import Method

# where Python finds the scores of a way
SCORES = {
    **{f"csls{more}": "monosashi.csls_scores" for more in ("", "-all")},
    **{f"margin{more}": "monosashi.margin_scores" for more in ("", "-all")},
    "z-norm": "monosashi.language.scored.StandardisedScores",
    "offset": "monosashi.language.scored.OffsetScores",
}


@dataclass(frozen=True, eq=False)
class Fitting:
    """What named repairs are fitted to."""

    documents: EmbeddingSet
    language: Column
    queries: EmbeddingSet | FloatArray | None
    force: bool

    @property
    def options(self) -> dict[str, Any]:
        """Options that every ``fit`` takes."""
        return {"language": self.language, "force": self.force}

    def largest(self) -> str:
        """The language with the most documents; of equals the first by name."""
        labels = self.documents.column(self.language, "language")
        names, counts = np.unique(labels, return_counts=True)
        return str(names[counts.argmax()])


def fit_named(names: Sequence[str], fitting: Fitting) -> Mapping[str, FittedRepair]:
    """Fit each; unknown names are refused together before anything is fitted."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        refuse_kinds(kind_faults((list, tuple), names=names))
    refuse_kinds(*(kind_faults(str, **{f"names[{i}]": one}) for i, one in enumerate(names)))
    faults = Faults()
    asked = {name: faults.attempt(parse, name) for name in names}
    faults.raise_any()
    found = {}
    for name, parsed in asked.items():
        if parsed is not None and (fitted := faults.attempt(parsed[0], fitting, parsed[1])):
            found[name] = fitted
    faults.raise_any()
    return found


Maker = Callable[[Fitting, Any], FittedRepair]


def parse(name: str) -> tuple[Maker, Any]:
    """How a repair is made, and what stood after the colon (None if nothing did)."""
    kind, colon, after = name.partition(":")
    if told := _other_way(name):
        raise DataError(told)
    if kind not in _MAKERS:
        raise DataError(fault("language.errors.unknown_repair", given=name,
                              known=", ".join(_MAKERS)))  # fmt: skip
    make, read = _MAKERS[kind]
    if not colon:
        return make, None
    option = None
    with suppress(ValueError):
        option = read(after) if read is not None and after else None
    if option is None:
        raise DataError(fault("language.errors.bad_repair_option", given=name))
    return make, option


def _other_way(name: str) -> Fault | None:
    """A way of the comparison that is no repair of vectors: what it means to serve it."""
    from monosashi.language.choosing.ways import BRIDGE, SHIPPED

    kinds = {way.name: "tuned" if way.tuned else way.kind for way in SHIPPED} | {BRIDGE: "bridge"}
    kind = kinds.get(name, "vectors")
    if kind in ("vectors", "none"):
        return None
    inner = name.partition(":")[0] if kind == "tuned" else name.partition("+")[2]
    known = ",".join(one for one in _MAKERS if one in kinds)
    parts = [SCORES[part] for part in name.split("+") if part in SCORES]
    return fault(f"language.errors.way_{kind}", given=name, inner=inner, known=known,
                 python=", ".join(parts))  # fmt: skip


def _centering(fitting: Fitting, strength: float | None) -> FittedRepair:
    strength = 1.0 if strength is None else strength
    return LanguageCentering.fit(fitting.documents, strength=strength, **fitting.options)


def _query_centering(fitting: Fitting, strength: float | None) -> FittedRepair:
    if fitting.queries is None:
        raise DataError(fault("language.errors.query_centering_needs_queries"))
    strength = 1.0 if strength is None else strength
    return LanguageCentering.fit(fitting.documents, queries=fitting.queries, strength=strength,
                                 **fitting.options)  # fmt: skip


def _global_mean(fitting: Fitting, _: None) -> FittedRepair:
    everything = [EVERYTHING] * fitting.documents.n
    return LanguageCentering.fit(fitting.documents, language=everything, force=fitting.force)


def _lir(fitting: Fitting, rank: int | None) -> FittedRepair:
    return _removal(fitting, "lir", rank)


def _lsar(fitting: Fitting, rank: int | None) -> FittedRepair:
    return _removal(fitting, "lsar", rank)


def _removal(fitting: Fitting, method: Method, rank: int | None) -> FittedRepair:
    rank = 1 if rank is None else rank
    return LanguageSubspaceRemoval.fit(fitting.documents, method=method, rank=rank,
                                       **fitting.options)  # fmt: skip


def _pivot_shift(fitting: Fitting, reference: str | None) -> FittedRepair:
    return PivotShift.fit(fitting.documents, reference=reference or fitting.largest(),
                          queries=fitting.queries, **fitting.options)  # fmt: skip


def _shift(fitting: Fitting, reference: str | None) -> FittedRepair:
    return PivotShift.fit(fitting.documents, reference=reference or fitting.largest(),
                          side="index", **fitting.options)  # fmt: skip


def _leace(fitting: Fitting, shrinkage: float | None) -> FittedRepair:
    asked: Shrinkage = "ledoit-wolf" if shrinkage is None else shrinkage
    return ConceptErasure.fit(fitting.documents, shrinkage=asked, **fitting.options)


def _all_but_top(fitting: Fitting, components: int | None) -> FittedRepair:
    components = 1 if components is None else components
    return AllButTheTop.fit(fitting.documents, components=components, force=fitting.force)


_MAKERS: dict[str, tuple[Maker, Callable[[str], Any] | None]] = {
    "centering": (_centering, float),
    "query-centering": (_query_centering, float),
    "global-mean": (_global_mean, None),
    "lir": (_lir, int),
    "lsar": (_lsar, int),
    "pivot-shift": (_pivot_shift, str),
    "shift": (_shift, str),
    "leace": (_leace, float),
    "all-but-top": (_all_but_top, int),
}
REPAIR_NAMES = tuple(_MAKERS)
