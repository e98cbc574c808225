"""Whether documents look like the index of a repair, before its means are replaced by theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import ADVISED_DOCUMENTS
from monosashi.language.freshness.band import FALSE_ALARMS, noise_band
from monosashi.language.freshness.canary import compare_canaries
from monosashi.language.freshness.cards import NAMES, card_differences
from monosashi.language.freshness.drift import document_spread, stored_spread
from monosashi.language.freshness.refreshed import Move
from monosashi.language.spread import Spread

LEAST_SHARE = 0.8  # of the documents before
FAR = 3.0  # times the noise band
MOVED = {"document": "language.notices.refresh_moved",
         "query": "language.notices.refresh_moved_queries"}  # fmt: skip


def refresh_faults(old: FittedRepair, documents: EmbeddingSet) -> list[Fault]:
    """A sample in the place of the index, or another model: refused unless it is meant."""
    return [*_fewer(old.documents.n, documents.n), *other_model(old, documents)]


def shrunk_faults(old: FittedRepair, new: FittedRepair) -> list[Fault]:
    """Languages that lost documents, or all of them; what others gained does not make up for it."""
    then, now = old.documents.counts, new.documents.counts
    lost = [f"{name} {n:,} → {now.get(name, 0):,}" for name, n in then.items()
            if _shrunk(n, now.get(name, 0))]  # fmt: skip
    if old.is_global or not lost:
        return []
    return [fault("language.errors.refresh_shrunk", ids=lost)]


def _fewer(before: int, now: int) -> list[Fault]:
    if not _shrunk(before, now):
        return []
    return [fault("language.errors.refresh_fewer", before=before, now=now)]


def _shrunk(before: int, now: int) -> bool:
    return now < LEAST_SHARE * before or now < ADVISED_DOCUMENTS <= before


def other_model(old: FittedRepair, documents: EmbeddingSet) -> list[Fault]:
    """What shows that the documents are of another model."""
    known = replace(documents.model, dimension=documents.dimension)
    texts = compare_canaries(old.model, known, None, None)
    same = texts is not None and not texts.changed
    found = [fault("language.errors.refresh_other_model", field=one.field, ours=one.fitted,
                   theirs=one.found)
             for one in card_differences(old.model, known, "index", same_model=same)
             if one.state is not None and one.field in {*NAMES, "dimension"}]  # fmt: skip
    if texts is not None and texts.changed and not found:
        found.append(fault("language.errors.refresh_canary", cosine=texts.cosine))
    return found


def moved_notices(old: FittedRepair, new: FittedRepair, moves: Sequence[Move]) -> tuple[Fault, ...]:
    """Languages whose mean has moved far beyond what chance explains, or that are gone."""
    gone = [one.language for one in moves if one.side == "document" and not one.after]
    tested = sum(bool(one.distance) for one in moves)  # what stays is no test
    ratios = [(one, _ratio(old, new, one, tested)) for one in moves]
    found = [fault(MOVED[one.side], language=one.language, ratio=ratio)
             for one, ratio in ratios if ratio > FAR]  # fmt: skip
    return (*found, *([fault("language.notices.refresh_gone", ids=gone)] if gone else []))


def _ratio(old: FittedRepair, new: FittedRepair, move: Move, tested: int) -> float:
    if move.distance is None or not move.before or not move.after:
        return 0.0
    sides = [_spread(one, move) for one in (old, new)]
    band = noise_band(sides[0], sides[1], FALSE_ALARMS / max(1, tested))
    return 0.0 if band is None else move.distance / band


def _spread(held: FittedRepair, move: Move) -> Spread:
    if move.side == "document" or held.queries is None:
        return document_spread(held, move.language)
    return stored_spread(held.queries, held.query_spread, move.language)
