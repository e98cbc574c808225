"""The nearest pages of every draft in every language, and what the threshold says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.pages import Float64Array, SitePages
from monosashi.language.gate.results import LanguageAnswer, NearPage, Verdict
from monosashi.language.gate.threshold import Threshold
from monosashi.language.layout import IntArray


def answers_of(
    meeting: Meeting, drafts: SitePages, thresholds: Mapping[tuple[str, str], Threshold], k: int
) -> list[tuple[LanguageAnswer, ...]]:
    """For every draft its own language first, then the others by name."""
    found: list[dict[str, LanguageAnswer]] = [{} for _ in range(drafts.n)]
    for (source, target), held in thresholds.items():
        mine = drafts.in_language(source)
        pool = Pool(meeting.index, meeting.index.in_language(target), target, held, k)
        if held.why == "no_road":
            found = [{**one, target: pool.silent} if drafts.spoken[draft] == source else one
                     for draft, one in enumerate(found)]  # fmt: skip
            continue
        asked, able = meeting.asked(drafts, mine, source, target)
        held_pages = meeting.held(target, cross=source != target)
        for row, (draft, scores) in enumerate(zip(mine, asked.each(held_pages), strict=True)):
            text = None if drafts.texts is None else drafts.texts[draft]
            found[draft][target] = (
                pool.answer(scores, drafts.keys[draft], text) if able[row] else pool.silent
            )
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

    @property
    def silent(self) -> LanguageAnswer:
        """The draft could not ask here."""
        return LanguageAnswer(self.language, "abstained", ())

    def answer(self, scores: Float64Array, key: str, text: str | None) -> LanguageAnswer:
        """Nearest first; the draft's own page and translation stand apart."""
        level = self.threshold.value
        listed: list[NearPage] = []
        own: list[NearPage] = []
        for place in np.lexsort((self.index.ids[self.pages].astype(str), -scores)):
            page = int(self.pages[place])
            same = bool(text) and self.index.texts is not None and self.index.texts[page] == text
            flagged = same or (level is not None and bool(scores[place] >= level))
            if self.index.keys[page] == key:
                own.append(self._near(page, scores[place], same=same))
            elif len(listed) < self.k or flagged:
                listed.append(self._near(page, scores[place], same=same, duplicate=flagged))
        verdict: Verdict = "abstained" if level is None else "none"
        if any(page.duplicate for page in listed):
            verdict = "duplicate"
        return LanguageAnswer(self.language, verdict, tuple(listed), tuple(own))

    def _near(self, page: int, score: float, *, same: bool, duplicate: bool = False) -> NearPage:
        held = self.index
        return NearPage(str(held.ids[page]), str(held.keys[page]), str(held.spoken[page]),
                        float(score), duplicate, same, held.beginning(page))  # fmt: skip
