"""What ``measure_sensitivity`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, level_of, worst_first
from monosashi.results.finding import Level
from monosashi.words import filling

MOSTLY, HALF = 0.9, 0.5


@dataclass(frozen=True, kw_only=True, repr=False)
class Sensitivity(Result):
    """How far changes of meaning move the vectors, beside what moves them harmlessly.

    Attributes
    ----------
    n : int
        Original texts.
    random_distance : float or None
        Mean cosine distance of two different originals; 0 where all have the same vector.
    kinds : rows ``kind, n, n_unread, movement, low, high, share_unmoved, share_unmoved_low,
        share_unmoved_high, separation, separation_low, separation_high``
        Of changes where the model reads; ``n_unread`` stand where it does not: other words put
        there move nothing either.
        ``movement``: mean distance between a text and its change, over ``random_distance``.
        ``separation``: share of texts that their change of meaning moves further than their
        harmless rewriting.
    harmless : row ``n, movement, low, high`` or None
    places : rows ``first, last, n, movement, share_unmoved, share_unmoved_low, share_unmoved_high``
        By words (Japanese: signs) before the change; swaps of names left out.
    cut_at : int or None
        The model stops reading: from here on neither a change of any kind nor other words move
        anything, while the same words right before do. In words (Japanese: signs).
    n_after_cut : int
        Changes from there on.
    least : rows ``kind, row, original, changed, movement``
        The changes that moved least.
    n_other_script : int
        Texts whose letters are not of the language of the rules, where most are so.
    """

    kind: ClassVar[str] = "sensitivity"
    n: int
    language: str
    random_distance: float | None
    kinds: tuple[Row, ...]
    harmless: Row | None
    places: tuple[Row, ...]
    cut_at: int | None
    n_after_cut: int
    least: tuple[Row, ...]
    confidence: float
    n_other_script: int = 0

    def __repr__(self) -> str:
        told = ", ".join(
            f"{row['kind']} {'–' if row['movement'] is None else format(row['movement'], '.3f')}"
            for row in self.kinds
        )
        return f"Sensitivity({told}; n={self.n})"

    def tables(self) -> Tables:
        """``sensitivity_kinds``, ``sensitivity_places`` and ``sensitivity_least``."""
        kinds = [{name: value for name, value in row.items() if name != "reason"}
                 for row in self.kinds]  # fmt: skip
        if self.harmless is not None:
            kinds.append({"kind": "harmless", **self.harmless})
        return {"sensitivity_kinds": kinds, "sensitivity_places": list(self.places),
                "sensitivity_least": list(self.least)}  # fmt: skip

    @property
    def same_vector(self) -> bool:
        """Whether all texts have one vector."""
        return self.n > 1 and self.random_distance == 0

    def findings(self) -> list[Finding]:
        """What the vectors see and what they do not, worst first."""
        if self.same_vector:
            return [Finding("robustness.same_vector", "problem", {"n": self.n})]
        told = [self._kind(row) for row in self.kinds if row["movement"] is not None]
        told += [self._unread(row) for row in self.kinds
                 if row["n_unread"] and (self.cut_at is None or not row["n"])]  # fmt: skip
        if self.n_other_script:
            told.append(Finding("robustness.other_script", "warning", {
                "language": self.language, "count": self.n_other_script, "n": self.n}))  # fmt: skip
        if self.cut_at is not None:
            numbers = {"first": self.cut_at, "n": self.n_after_cut}
            told.append(Finding("robustness.cut", "warning", numbers))
        return worst_first(told)

    def _kind(self, row: Row) -> Finding:
        numbers = self._numbers(row)
        if row["share_unmoved"] == 1 and row["share_unmoved_low"] < HALF:
            return Finding("robustness.few_changes", "note", numbers)
        if self._order_blind(row):
            return Finding("robustness.order_blind", "warning", numbers)
        level = _level(row)
        if level == "problem":
            code = "blind" if self.harmless is None else "blind_beside"
            return Finding(f"robustness.{code}", level, numbers)
        if self._less_than_harmless(row):
            return Finding("robustness.less_than_harmless", "warning", numbers)
        return Finding("robustness.sees_some" if row["share_unmoved"] else "robustness.sees",
                       "note", numbers)  # fmt: skip

    def _less_than_harmless(self, row: Row) -> bool:
        """Surely fewer than half of the texts are moved further by their change of meaning."""
        return bool(self.harmless is not None and row["separation"] is not None
                    and row["separation_high"] < HALF
                    and row["movement"] < self.harmless["movement"])  # fmt: skip

    def _unread(self, row: Row) -> Finding:
        return Finding("robustness.unread", "warning", {
            "kind": row["kind"], "kind_word": f"robustness.words.{row['kind']}",
            "count": row["n_unread"], "n": row["n"] + row["n_unread"]})  # fmt: skip

    def _numbers(self, row: Row) -> dict[str, Any]:
        return {
            "kind": row["kind"],
            "kind_word": f"robustness.words.{row['kind']}",
            "n": row["n"],
            "movement": row["movement"],
            "movement_text": _text(row),
            "unmoved": row["share_unmoved"],
            "unmoved_text": _share_text(row, "share_unmoved"),
            "further_text": _share_text(row, "separation"),
            "harmless_text": "–" if self.harmless is None else _text(self.harmless),
        }

    def _order_blind(self, row: Row) -> bool:
        """Swapped names move nothing, while something else does: if no change, then other words.

        Nine in ten do not move, and more than half beyond doubt.
        """
        others = [one["share_unmoved"] for one in self.kinds
                  if one["kind"] != row["kind"] and one["share_unmoved"] is not None]  # fmt: skip
        return bool(row["kind"] == "names" and row["share_unmoved"] >= MOSTLY
                    and row["share_unmoved_low"] >= HALF
                    and (not others or min(others) <= HALF))  # fmt: skip


def _level(row: Row) -> Level:
    if row["high"] is None:
        return "note"
    value = Estimate(row["movement"], row["low"], row["high"], None, "t", row["n"])
    return level_of("sensitivity_movement", value)


def _share_text(row: Row, name: str) -> str:
    """``83 % [65 %, 94 %]``, as in sentences; a dash where there is none."""
    if row[name] is None:
        return "–"
    return filling.fill("{value:.0%} [{low:.0%}, {high:.0%}]", {
        "value": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})  # fmt: skip


def _text(row: Row) -> str:
    if row["low"] is None:
        return f"{row['movement']:.3f}"
    return f"{row['movement']:.3f} {filling.ends(row['low'], row['high'])}"
