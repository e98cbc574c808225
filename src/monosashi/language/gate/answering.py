"""The nearest pages of every draft in every language, and what the threshold says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.nearest_pages import Wanted, nearest_pages
from monosashi.language.gate.pages import Float64Array, Rows, SitePages
from monosashi.language.gate.pair_cosines import pair_cosines
from monosashi.language.gate.results import LanguageAnswer, NearPage, Verdict
from monosashi.language.gate.threshold import Threshold
from monosashi.language.layout import IntArray


def answers_of(
    meeting: Meeting, drafts: SitePages, thresholds: Mapping[tuple[str, str], Threshold], k: int
) -> list[tuple[LanguageAnswer, ...]]:
    """For every draft its own language first, then the others by name."""
    found: list[dict[str, LanguageAnswer]] = [{} for _ in range(drafts.n)]
    order = meeting.index.id_order()
    for (source, target), held in thresholds.items():
        mine = drafts.in_language(source)
        pool = Pool(meeting.index, meeting.index.in_language(target), target, held, k, order)
        if held.why == "no_road":
            found = [{**one, target: pool.silent} if drafts.spoken[draft] == source else one
                     for draft, one in enumerate(found)]  # fmt: skip
            continue
        asked, able = meeting.asked(drafts, mine, source, target)
        mine, unable = mine[able], mine[~able]
        for draft in unable:
            found[draft][target] = pool.silent
        held_pages = meeting.held(target, cross=source != target)
        answers = pool.answers(drafts, mine, asked.take(np.flatnonzero(able)), held_pages)
        for draft, answer in zip(mine, answers, strict=True):
            found[draft][target] = answer
    return [
        tuple(answers[name] for name in sorted(answers, key=lambda n: (n != spoken, n)))
        for answers, spoken in zip(found, drafts.spoken, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Pool:
    """The pages of one language, and when one of them counts as a duplicate."""

    index: SitePages
    pages: IntArray
    language: str
    threshold: Threshold
    k: int
    order: IntArray

    @property
    def silent(self) -> LanguageAnswer:
        """The draft could not ask here."""
        return LanguageAnswer(self.language, "abstained", ())

    def answers(
        self, drafts: SitePages, mine: IntArray, asked: Rows, held: Rows
    ) -> Iterator[LanguageAnswer]:
        """Nearest first; the draft's own page and translation stand apart."""
        own = self.index.same_key(drafts.keys[mine], self.pages)
        twins = self._same_texts(drafts, mine)
        level = self.threshold.value
        wanted = Wanted(self.k, level=np.inf if level is None else level)
        near = nearest_pages(asked, held, wanted, hidden=own, order=self.order[self.pages])
        apart = [pair_cosines(asked, held, pairs) for pairs in (own, twins)]
        told = [_by_row(len(mine), *pairs, scores)
                for pairs, scores in zip((own, twins), apart, strict=True)]  # fmt: skip
        for (places, scores), kin, same in zip(near.each(), *told, strict=True):
            yield self._answer(dict(zip(places.tolist(), scores.tolist(), strict=True)), kin, same)

    def _answer(
        self, near: dict[int, float], own: dict[int, float], same: dict[int, float]
    ) -> LanguageAnswer:
        level = self.threshold.value
        found = {**near, **{at: score for at, score in same.items() if at not in own}}
        order = sorted(found, key=lambda at: (-found[at], self.order[self.pages[at]]))
        flagged = {at for at in order if at in same or (level is not None and found[at] >= level)}
        listed = [at for place, at in enumerate(order) if place < self.k or at in flagged]
        verdict: Verdict = "abstained" if level is None else "none"
        return LanguageAnswer(
            self.language,
            "duplicate" if flagged else verdict,
            tuple(self._near(at, found[at], same=at in same, duplicate=at in flagged)
                  for at in listed),
            tuple(self._near(at, score, same=at in same) for at, score in own.items()),
        )  # fmt: skip

    def _same_texts(self, drafts: SitePages, mine: IntArray) -> tuple[IntArray, IntArray]:
        """(rows, places) of pages with the very text of a draft."""
        if drafts.texts is None or self.index.texts is None:
            return np.empty(0, np.intp), np.empty(0, np.intp)
        told = {str(text) for text in drafts.texts[mine] if text}
        places: defaultdict[str, list[int]] = defaultdict(list)
        for at, text in enumerate(self.index.texts[self.pages]):
            if text in told:
                places[text].append(at)
        pairs = [(row, at) for row, text in enumerate(drafts.texts[mine]) for at in places[text]]
        table = np.array(pairs, dtype=np.intp).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    def _near(self, at: int, score: float, *, same: bool, duplicate: bool = False) -> NearPage:
        held, page = self.index, int(self.pages[at])
        return NearPage(str(held.ids[page]), str(held.keys[page]), str(held.spoken[page]),
                        float(score), duplicate, same, held.beginning(page))  # fmt: skip


def _by_row(
    n: int, rows: IntArray, places: IntArray, scores: Float64Array
) -> list[dict[int, float]]:
    found: list[dict[int, float]] = [{} for _ in range(n)]
    for row, at, score in zip(rows, places, scores, strict=True):
        found[row][int(at)] = float(score)
    return found
