"""Answers of a run that ended before its check: one text of every batch is embedded again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from monosashi.models.answers import text_digest
from monosashi.models.canaries import change_between
from monosashi.models.embedder import Vectors
from monosashi.models.placing import placed_in_input

if TYPE_CHECKING:
    from monosashi.models.answering import Answering


def unlike_now(
    answering: Answering,
    texts: Sequence[str],
    rows: Sequence[int],
    suspects: Mapping[int, int],
    held: Mapping[bytes, Vectors],
) -> list[int]:
    """Places in ``texts`` whose stored answer is of another model than the one of today.

    A batch is one call, so one of its texts speaks for all. The store learns the result: such a
    batch is trusted or doubted from now on, and not asked about again.

    Parameters
    ----------
    rows : rows of the input at which the texts stand
    suspects : place in ``texts`` to number of the batch
    held : digest to (d,) vector
    """
    spokesmen = {batch: place for place, batch in suspects.items()}
    same: dict[int, bool] = {}
    for part in _parts(list(spokesmen), max(1, answering.embedder.batch)):
        found = _compared(answering, texts, rows, {one: spokesmen[one] for one in part},
                          held)  # fmt: skip
        if answering.store is not None:
            answering.store.settle(found)
        same |= found
    return [place for place, batch in suspects.items() if not same[batch]]


def _compared(
    answering: Answering,
    texts: Sequence[str],
    rows: Sequence[int],
    spokesmen: Mapping[int, int],
    held: Mapping[bytes, Vectors],
) -> dict[int, bool]:
    places = list(spokesmen.values())
    asked = [texts[place] for place in places]
    answering.counts.control += len(asked)
    with placed_in_input([rows[place] for place in places], answering.ids):
        now = answering.embedded_now(asked)
    then = [held[text_digest(text)] for text in asked]
    return {batch: change_between(before[None], after[None]) is None
            for batch, before, after in zip(spokesmen, then, now, strict=True)}  # fmt: skip


def _parts(batches: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(batches), size):
        yield batches[start : start + size]
