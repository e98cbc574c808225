"""What ``select_rewriter`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Result, Row, Tables


@dataclass(frozen=True, kw_only=True)
class RewriteSelection(Result):
    """Candidates side by side.

    A rewriting fails if the gate refuses it, or if it is the text itself: a model that gives every
    text back would pass the gate and measure nothing. Texts (records) are the units of interval
    and test, since several seeds, transformations or sides of one text are not independent: the
    share, the edit distance and the rating have the interval of ``mean_interval``; candidates are
    compared with the one that fails least by flipping signs of the differences of whole texts (with
    one row a text: McNemar's exact test), with Holm's adjustment; ``tied`` is not distinguishable
    from it. An edit distance near 0 is a text given back, near 1 one that shares no sign.

    Attributes
    ----------
    n_texts : int
    n_records : int
        A text, or both sides of a pair: the units.
    transformations : tuple of str
    candidates : tuple of rows
        ``place, generator, n, n_failed, n_unchanged, error_rate (both), low, high, p_adjusted,
        tied, edit_distance (of what was kept), edit_low, edit_high, seconds_per_text,
        cost_per_text, judged, judged_low, judged_high, n_judged, n_unjudged`` (answers of the
        judge that hold no rating).
    sample : tuple of rows ``item, transformation, original, text, rating_quality, rating_fluency``
        Without names, in random order; ``sample_key`` says whose they are.
    sample_key : tuple of rows ``item, generator, record, status``
    """

    kind: ClassVar[str] = "rewrite_selection"
    n_texts: int
    n_records: int
    transformations: tuple[str, ...]
    candidates: tuple[Row, ...]
    sample: tuple[Row, ...]
    sample_key: tuple[Row, ...]

    @property
    def unjudged(self) -> int:
        """Answers of a judge none of whose answers holds a rating; 0 where one does."""
        if any(row["n_judged"] for row in self.candidates):
            return 0
        return sum(row["n_unjudged"] for row in self.candidates)

    def tables(self) -> Tables:
        """Long rows."""
        return {"rewrite_candidates": list(self.candidates), "rewrite_sample": list(self.sample),
                "rewrite_sample_key": list(self.sample_key)}  # fmt: skip
