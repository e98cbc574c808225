"""Every miss with its story, deepest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.before import Sides
from monosashi.advice.explaining.labelling import Labels
from monosashi.advice.explaining.result import Answer, ExplainedMiss
from monosashi.advice.explaining.search import FAR, Rows, Search
from monosashi.advice.explaining.trial import Tested, Trial
from monosashi.embeddings import Fault
from monosashi.retrieval.misses import cut


def tell_misses(
    search: Search, tested: Sequence[Tested], labels: Labels, sides: Sides, top: Rows
) -> tuple[ExplainedMiss, ...]:
    """One story a miss; those of one depth in the order of the queries."""
    depth = search.before[search.missed]
    order = np.lexsort((search.missed, -depth))
    return tuple(_Teller(search, tested, labels, sides, top).story(int(one)) for one in order)


@dataclass(frozen=True, eq=False)
class _Teller:
    search: Search
    tested: Sequence[Tested]
    labels: Labels
    sides: Sides
    top: Rows

    def story(self, place: int) -> ExplainedMiss:
        query = int(self.search.missed[place])
        asking, sides = self.search.asking, self.sides
        held = sides.gold(query)
        assert held is not None  # noqa: S101 - a miss has a right document here
        gold, cosine, language = held
        return ExplainedMiss(
            query_id=asking.judgement.ids[query],
            query_text=_text(self.search, query),
            group=asking.units.names[query],
            query_language=_spoken(sides, query),
            gold_id=gold,
            gold_text=cut(asking.library.text_of(gold)),
            gold_rank=int(self.search.before[query]) + 1,
            gold_cosine=cosine,
            gold_language=language,
            layer=self.labels.layer[place],
            also=self.labels.also[place],
            answers=tuple(_answer(one.layer, trial, place)
                          for one in self.tested for trial in one.trials),
            neighbours=sides.list_of(query, self.top[query]),
        )  # fmt: skip


def _answer(layer: str, trial: Trial, place: int) -> Answer:
    before = None if trial.before is None else int(trial.before[place])
    return Answer(
        trial=trial.name,
        layer=layer,
        mended=bool(trial.mended[place]),
        rank=None if before is None or before == FAR else before + 1,
        chance=float(trial.chance[place]),
        told=bool(trial.told[place]) and trial.beats_chance,
    )


def _text(search: Search, query: int) -> str | None:
    texts = search.asking.queries.columns.get("text")
    held = None if texts is None else texts[search.asking.rows[query]]
    return cut(held) if isinstance(held, str) else None


def _spoken(sides: Sides, query: int) -> str | None:
    languages = sides.languages
    if isinstance(languages, Fault) or languages.queries is None:
        return None
    code = int(languages.queries[query])
    return None if code < 0 else languages.names[code]
