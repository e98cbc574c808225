"""What the gate says of every draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from monosashi.language.gate.threshold import Threshold
from monosashi.results import hidden
from monosashi.results.result import Result, Tables

Verdict = Literal["duplicate", "none", "abstained"]
DraftVerdict = Literal["duplicate", "none", "partly", "abstained"]
VERDICTS: tuple[DraftVerdict, ...] = ("duplicate", "none", "partly", "abstained")
UNDECIDED = ("partly", "abstained")
Method = Literal["raw", "repair", "bridge"]


@dataclass(frozen=True)
class NearPage:
    """A page near a draft.

    Attributes
    ----------
    id, key, language : str
    score : float
        Cosine of the nearest two chunks. Scores of different languages do not compare.
    duplicate : bool
        Whether it reaches the threshold of its direction, or has the same text.
    same_text : bool
        Whether its text is the draft's, blanks aside.
    text : str
        Beginning of the page, where texts are known.
    """

    id: str
    key: str
    language: str
    score: float
    duplicate: bool
    same_text: bool = False
    text: str = ""


@dataclass(frozen=True)
class LanguageAnswer:
    """What one language's index says of a draft.

    Attributes
    ----------
    language : str
    verdict : "duplicate", "none" or "abstained"
    nearest : tuple of NearPage
        Nearest first, ties by id; the page itself and its own translations are left out.
    own : tuple of NearPage
        Pages with the draft's own key: an earlier version of it, or its translation.
    """

    language: str
    verdict: Verdict
    nearest: tuple[NearPage, ...]
    own: tuple[NearPage, ...] = ()


@dataclass(frozen=True)
class CheckedDraft:
    """One draft against every language of the index.

    Attributes
    ----------
    id, key, language : str
    verdict : "duplicate", "none", "partly" or "abstained"
        A duplicate in any language; none where every language could say so; partly where some
        language could not, abstained where no language could.
    answers : tuple of LanguageAnswer
        Its own language first.
    text : str
        How it begins, where it has a text.
    """

    id: str
    key: str
    language: str
    verdict: DraftVerdict
    answers: tuple[LanguageAnswer, ...]
    text: str = ""

    def is_candidate(self, thresholds: Mapping[tuple[str, str], Threshold]) -> bool:
        """Whether it is flagged only where no known duplicate says what that is worth."""
        flagged = [(answer.language, page.same_text) for answer in self.answers
                   for page in answer.nearest if page.duplicate]  # fmt: skip
        return bool(flagged) and not any(
            same or thresholds[self.language, language].duplicates_known
            for language, same in flagged
        )

    @property
    def unheld(self) -> tuple[str, ...]:
        """Languages that could not say."""
        return tuple(one.language for one in self.answers if one.verdict == "abstained")


@dataclass(frozen=True, kw_only=True)
class Duplicates(Result):
    """All drafts, and the thresholds that were used.

    Attributes
    ----------
    drafts : tuple of CheckedDraft
    thresholds : mapping of (language of the draft, language of the page) to Threshold
    method : "raw", "repair" or "bridge"
        How languages meet; inside one language raw vectors always do.
    precision, duplicate_share : float
        What was asked for, and the share of duplicates among drafts that it is meant for.
    bridge : mapping or None
        What translating took: calls, texts asked and found, seconds, embeddings.
    """

    kind: ClassVar[str] = "duplicates"
    drafts: tuple[CheckedDraft, ...]
    thresholds: Mapping[tuple[str, str], Threshold]
    method: Method
    precision: float
    duplicate_share: float
    bridge: Mapping[str, Any] | None = None
    n_pages: Mapping[str, int] = field(default_factory=dict)
    languages: tuple[str, ...] = hidden(default=())

    @property
    def found(self) -> bool:
        """Whether any draft duplicates a page."""
        return any(draft.verdict == "duplicate" for draft in self.drafts)

    @property
    def undecided(self) -> bool:
        """Whether no draft is a duplicate and some could not be held against every language."""
        return not self.found and any(draft.verdict in UNDECIDED for draft in self.drafts)

    def __repr__(self) -> str:
        told = Counter(draft.verdict for draft in self.drafts)
        counts = ", ".join(f"{told[name]:,} {name}" for name in VERDICTS if told[name])
        pages = sum(self.n_pages.values())
        told_of = f"{len(self.drafts):,} drafts against {pages:,} pages: {counts or 'no verdict'}"
        return f"Duplicates({told_of}; {self.method}, precision {self.precision:g})"

    def tables(self) -> Tables:
        """``nearest``: one row a draft and page; ``thresholds``: one row a direction."""
        nearest = [
            {"draft": draft.id, "language": draft.language, "verdict": draft.verdict,
             "page": page.id, "page_language": page.language, "score": page.score,
             "threshold": self.thresholds[draft.language, answer.language].value,
             "duplicate": page.duplicate, "same_text": page.same_text,
             "duplicates_known": self.thresholds[draft.language, answer.language].duplicates_known}
            for draft in self.drafts for answer in draft.answers for page in answer.nearest
        ]  # fmt: skip
        return {"nearest": nearest, "thresholds": [*map(_row, self.thresholds.items())]}


def _row(item: tuple[tuple[str, str], Threshold]) -> dict[str, Any]:
    (source, target), held = item
    row: dict[str, Any] = {"draft_language": source, "page_language": target}
    row |= {"threshold": held.value, "basis": held.basis, "why": held.why}
    for name, told in (("fitted", held.fitted), ("held_out", held.held_out)):
        for figure in ("recall", "precision", "false_alarms"):
            value = None if told is None else getattr(told, figure)
            row |= {f"{figure}_{name}": None if value is None else value[0],
                    f"{figure}_{name}_low": None if value is None else value[1],
                    f"{figure}_{name}_high": None if value is None else value[2]}  # fmt: skip
    return row
