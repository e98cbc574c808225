"""Do changes of meaning move the vectors, and further than harmless ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.results import Provenance, Row
from monosashi.robustness.drift import SAME, cosine_distances, random_pair_distances, unit_rows
from monosashi.robustness.means import mean_of
from monosashi.robustness.sensitivity.changes import KINDS, Change, meaning_changes
from monosashi.robustness.sensitivity.places import places
from monosashi.robustness.sensitivity.reach import Reach, reach_of
from monosashi.robustness.sensitivity.result import Sensitivity
from monosashi.robustness.sensitivity.unmoved import unmoved_share
from monosashi.robustness.tasks.spoken import doubted
from monosashi.statistics.options import check_confidence
from monosashi.statistics.proportions import clopper_pearson

FloatArray = npt.NDArray[np.float64]
LEAST = 10


def measure_sensitivity(
    texts: Sequence[str],
    *,
    embedder: Any,
    language: str = "en",
    harmless: Sequence[str | None] | None = None,
    changes: Sequence[Change] | None = None,
    confidence: float = 0.95,
) -> Sensitivity:
    """Measure how far changes of meaning move the vectors of texts.

    Robustness alone rewards a model that answers the same to everything. Here negations, other
    numbers and swapped names must move the vectors: ``movement`` is the mean cosine distance
    between a text and its change, over the mean distance of two different texts. Intervals are t
    over texts, the distance of random texts taken as known.

    It does not say that a model understands negation: only that its vectors change at all. Where a
    change moves nothing, unrelated words are put in its place: if these move nothing either, the
    model does not read there, and the change says nothing of its kind (``n_unread``).

    Parameters
    ----------
    texts : n texts
    embedder : name of a model, an embedder, or a function of a list of texts
    language : "en" or "ja"
        Of the rules.
    harmless : n texts or None, optional
        The same texts worded otherwise, to compare with.
    changes : sequence of Change, optional
        Own changes, instead of those of the rules.
    confidence : float

    Raises
    ------
    DataError
        No rules for the language, no text to which a rule applies, an embedder that gives another
        number of vectors.

    Examples
    --------
    >>> def bag(texts):
    ...     known = sorted({word for text in texts for word in text.split()})
    ...     return [[float(text.split().count(word)) for word in known] for text in texts]
    >>> texts = ["Paris is far from Rome now", "Rome is near Oslo in winter", "Oslo is cold today"]
    >>> found = measure_sensitivity(texts, embedder=bag)
    >>> [(row["kind"], row["share_unmoved"]) for row in found.kinds]
    [('negation', 0.0), ('number', None), ('names', 1.0)]
    """
    check_confidence(confidence)
    odd = doubted(texts, language)
    made = tuple(_by_rules(texts, language, odd) if changes is None else changes)
    _check(made, len(texts))
    same = {row: text for row, text in enumerate(harmless or ()) if text is not None}
    vectors = _embedded([*texts, *(one.text for one in made), *same.values()], embedder)
    n = len(texts)
    before, after = vectors[:n], vectors[n : n + len(made)]
    rows = np.array([one.row for one in made], dtype=np.intp)
    moved = cosine_distances(before[rows], after)
    still = cosine_distances(before[list(same)], vectors[n + len(made) :]) if same else None
    known = unit_rows(before)
    known = known[~np.isnan(known).any(axis=1)]
    wide = random_pair_distances(known)[0]
    wide = 0.0 if wide is not None and wide < SAME else wide
    drift = dict(zip(same, [] if still is None else still.tolist(), strict=True))
    # of a model that gives all texts one vector, no place is read
    reach = Reach(np.ones(len(made), dtype=np.bool_)) if wide == 0 else reach_of(
        texts, made, moved, partial(_embedded, embedder=embedder), language)  # fmt: skip
    return Sensitivity(
        provenance=_provenance(before, language, confidence),
        n=n,
        language=language,
        random_distance=wide,
        kinds=tuple(
            _kind(kind, Moved(made, moved, reach.read, wide, drift, confidence))
            for kind in _kinds(made)
        ),
        harmless=_harmless(still, wide, confidence),
        places=tuple(places(made, moved, wide, confidence)),
        cut_at=reach.cut_at,
        n_after_cut=reach.n_behind,
        least=tuple(_least(texts, made, moved, wide)),
        confidence=confidence,
        n_other_script=len(odd) if changes is None else 0,
    )


def _by_rules(texts: Sequence[str], language: str, odd: Sequence[int]) -> Sequence[Change]:
    """Changes by the rules of a language; where there are none, also whether it is another one."""
    try:
        return meaning_changes(texts, language=language)
    except DataError as error:
        if not odd:
            raise
        other = fault("robustness.errors.other_script", odd, language=language, n=len(texts))
        raise DataError(*error.faults, other) from None


def _kinds(made: Sequence[Change]) -> list[str]:
    return list(dict.fromkeys([*KINDS, *(one.kind for one in made)]))


@dataclass(frozen=True)
class Moved:
    """Changes, the distances that they move, whether the model reads there; harmless by row."""

    made: Sequence[Change]
    moved: FloatArray
    read: npt.NDArray[np.bool_]
    wide: float | None
    harmless: Mapping[int, float]
    confidence: float


def _kind(kind: str, held: Moved) -> Row:
    """Movement of one kind of change where the model reads, beside the harmless one."""
    made, moved = held.made, held.moved
    known = [i for i, one in enumerate(made) if one.kind == kind and not np.isnan(moved[i])]
    chosen = [i for i in known if held.read[i]]
    row: Row = {"kind": kind, "n": len(chosen), "n_unread": len(known) - len(chosen),
                **_movement(moved[chosen], held.wide, held.confidence),
                **unmoved_share(moved[chosen], held.confidence),
                **_separation(chosen, held)}  # fmt: skip
    if not chosen:
        code = "not_read" if known else "no_units"
        return {**row, "reason": fault(f"robustness.reasons.{code}")}
    if row["movement"] is None:
        return {**row, "reason": fault("robustness.reasons.all_alike")}
    if row["separation"] is None:
        return {**row, "reason": fault("robustness.reasons.nothing_harmless")}
    return row


def _separation(chosen: Sequence[int], held: Moved) -> Row:
    further = [held.moved[i] > held.harmless[held.made[i].row] for i in chosen
               if not np.isnan(held.harmless.get(held.made[i].row, np.nan))]  # fmt: skip
    if not further:
        return {"separation": None, "separation_low": None, "separation_high": None}
    low, high = clopper_pearson(int(np.sum(further)), len(further), held.confidence)
    return {"separation": float(np.mean(further)), "separation_low": low,
            "separation_high": high}  # fmt: skip


def _movement(drift: FloatArray, wide: float | None, confidence: float) -> Row:
    if not wide or not len(drift):
        return {"movement": None, "low": None, "high": None}
    found = mean_of(drift / wide, confidence)
    low = None if found.low is None else max(found.low, 0.0)
    return {"movement": found.value, "low": low, "high": found.high}


def _harmless(still: FloatArray | None, wide: float | None, confidence: float) -> Row | None:
    if still is None:
        return None
    held = still[~np.isnan(still)]
    row = {"n": len(held), **_movement(held, wide, confidence)}
    return row if row["movement"] is not None else None


def _least(
    texts: Sequence[str], made: Sequence[Change], moved: FloatArray, wide: float | None
) -> list[Row]:
    order = [i for i in np.argsort(moved, kind="stable").tolist() if not np.isnan(moved[i])]
    return [{"kind": made[i].kind, "row": made[i].row, "original": texts[made[i].row],
             "changed": made[i].text, "movement": float(moved[i]) / wide if wide else None}
            for i in order[:LEAST]]  # fmt: skip


def _check(made: Sequence[Change], n: int) -> None:
    if not made:
        raise DataError(fault("robustness.errors.sensitivity_none"))
    odd = [i for i, one in enumerate(made) if not 0 <= one.row < n]
    if odd:
        raise DataError(fault("robustness.errors.sensitivity_range", odd, kind=made[odd[0]].kind,
                              n=n))  # fmt: skip


def _embedded(texts: Sequence[str], embedder: Any) -> FloatArray:
    """Each different text once, so that equal texts have equal vectors."""
    once = list(dict.fromkeys(texts))
    given = np.asarray(_function(embedder)(once), dtype=np.float64)
    if given.ndim != 2 or len(given) != len(once):
        raise DataError(fault("robustness.errors.embedder_shape", given=given.shape,
                              n=len(once)))  # fmt: skip
    place = {text: i for i, text in enumerate(once)}
    # non-finite vectors are refused here as at every door
    held = EmbeddingSet.from_arrays(given).vectors
    found: FloatArray = np.asarray(held, dtype=np.float64)[[place[text] for text in texts]]
    return found


def _function(embedder: Any) -> Callable[[list[str]], Any]:
    if isinstance(embedder, str):
        from monosashi.models import embedder as named

        embedder = named(embedder)
    return cast("Callable[[list[str]], Any]", getattr(embedder, "embed", embedder))


def _provenance(before: FloatArray, language: str, confidence: float) -> Provenance:
    held = EmbeddingSet.from_arrays(before, model=ModelCard())
    return Provenance.of(held, language=language, confidence=confidence)
