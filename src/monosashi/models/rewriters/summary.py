"""What is in a rewrite set: how many failed and why, and texts side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, ClassVar

from monosashi.models.rewriters.gate import STATUSES, UNCHECKED
from monosashi.models.rewriters.left_out import left_out
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.transformations import SURFACE
from monosashi.results import Finding, Level, Provenance, Result, Row, Tables
from monosashi.results.finding import worst_first

BOTH_BOUNDS = 0.01  # share of failures from which both bounds of a drop are shown
MANY, MANY_UNCHANGED = 0.1, 0.05
EXAMPLES = 2
NEARLY_NOTHING = 0.05  # share of usable rewritings up to which a service is of no use
ASKED = ("model", "program")
BACK, IDLE = "backtranslation", 0.5  # share of unchanged texts from which a rule is named


@dataclass(frozen=True, kw_only=True)
class RewriteSummary(Result):
    """Counts of a rewrite set.

    It says what the gate noticed, not whether a rewriting means the same: that takes people
    (``rate make``).

    Attributes
    ----------
    digest, generator, made_by : str
    n_texts, n_rows : int
    seeds : tuple of int
    identity : mapping
    spent : mapping or None
    transformations : tuple of rows
        ``transformation, axis, n, n_ok, n_unchanged, n_failed, failed_share, unchanged_share,
        both_bounds, length_ratio (median, of what was kept), attempts (mean), n_unchecked``.
    statuses : tuple of rows ``transformation, status, count, n_failed``
        An unchanged text has failed only where it should be a translation.
    languages : tuple of rows ``transformation, seed, language, count``
    examples : tuple of rows ``transformation, record, field, seed, status, original, text``
        Some that passed, and some of every kind of failure.
    """

    kind: ClassVar[str] = "rewrites"
    digest: str
    generator: str
    made_by: str
    n_texts: int
    n_rows: int
    seeds: tuple[int, ...]
    identity: Mapping[str, Any]
    spent: Mapping[str, Any] | None
    transformations: tuple[Row, ...]
    statuses: tuple[Row, ...]
    languages: tuple[Row, ...]
    examples: tuple[Row, ...]

    @property
    def n_usable(self) -> int:
        """Rows that were kept and are not the text itself."""
        return sum(int(row["n_ok"]) for row in self.transformations)

    @property
    def unusable(self) -> bool:
        """Whether a model or program was asked, and next to nothing of what it gave can be used.

        Rules and files leave texts as they are for good reasons.
        """
        return self.made_by in ASKED and self.n_usable <= NEARLY_NOTHING * self.n_rows

    @property
    def failed_share(self) -> float:
        """Share of all rows that failed."""
        failed = sum(int(row["n_failed"]) for row in self.transformations)
        return failed / max(1, self.n_rows)

    def tables(self) -> Tables:
        """Long rows."""
        return {"rewrites": list(self.transformations), "rewrite_statuses": list(self.statuses),
                "rewrite_languages": list(self.languages),
                "rewrite_examples": list(self.examples)}  # fmt: skip

    def findings(self) -> list[Finding]:
        """Failures, unchanged texts, languages that nothing could check.

        Rules leave most texts as they are, each its own; those that do so with most are named.
        """
        told = [_failures(self.transformations, self.statuses)] if self.failed_share else []
        if self.unusable:
            told.append(Finding("rewriting.unusable", "problem", {
                "generator": self.generator, "n": self.n_usable,
                "total": self.n_rows}))  # fmt: skip
        same = [row for row in self.transformations
                if row["unchanged_share"] > MANY_UNCHANGED and row["axis"] != SURFACE]  # fmt: skip
        if same:
            worst = max(same, key=lambda row: float(row["unchanged_share"]))
            back = worst["transformation"] == BACK
            told.append(Finding(f"rewriting.unchanged{'_back' if back else ''}", "note",
                                _numbers(worst)))  # fmt: skip
        told += _idle(self.transformations)
        unchecked = sum(row["n_unchecked"] for row in self.transformations)
        if unchecked:
            told.append(Finding("rewriting.unchecked", "note",
                                {"count": unchecked, "n": self.n_rows}))  # fmt: skip
        if not self.failed_share:
            told.append(Finding("rewriting.all_kept", "good",
                                {"n": self.n_rows, "generator": self.generator}))  # fmt: skip
        if self.made_by != "model":
            told.append(Finding("rewriting.not_a_model", "note", {"generator": self.generator}))
        return worst_first(told)


def summarise_set(found: RewriteSet) -> RewriteSummary:
    """Count a rewrite set.

    Examples
    --------
    >>> from monosashi.models.rewriters.rewriting import rewrite
    >>> made = rewrite(["I cannot log in."], transformations=["case"], rewriter="rules", seeds=[1])
    >>> [(row["transformation"], row["n_ok"]) for row in summarise_set(made).transformations]
    [('case', 1)]
    """
    groups = {name: [row for row in found.rows if row.transformation == name]
              for name in found.transformations}  # fmt: skip
    texts = {(row.dataset, row.record, row.field) for row in found.rows}
    settings = {"generator": found.generator, "made_by": found.made_by, "seeds": found.seeds}
    return RewriteSummary(
        provenance=Provenance(
            len(texts), 0, found.digest, settings=settings, notices=tuple(left_out(groups))
        ),
        digest=found.digest,
        generator=found.generator,
        made_by=found.made_by,
        n_texts=len(texts),
        n_rows=len(found.rows),
        seeds=tuple(found.seeds),
        identity=found.identity,
        spent=found.spent,
        transformations=tuple(_counts(name, rows) for name, rows in groups.items()),
        statuses=tuple(row for name, rows in groups.items() for row in _statuses(name, rows)),
        languages=tuple(_languages(found.rows)),
        examples=tuple(row for rows in groups.values() for row in _examples(rows)),
    )


def _counts(name: str, rows: Sequence[RewriteRow]) -> Row:
    n = len(rows)
    failed = sum(not row.kept for row in rows)
    same = sum(row.status == "unchanged" and row.kept for row in rows)
    ratios = [len(row.text) / len(row.original) for row in rows if row.kept and row.original]
    return {"transformation": name, "axis": rows[0].axis, "n": n, "n_ok": n - failed - same,
            "n_unchanged": same, "n_failed": failed, "failed_share": failed / n,
            "unchanged_share": same / n, "both_bounds": failed / n > BOTH_BOUNDS,
            "length_ratio": median(ratios) if ratios else None,
            "attempts": sum(row.attempts for row in rows) / n,
            "n_unchecked": sum(UNCHECKED in row.notes for row in rows if row.kept)}  # fmt: skip


def _statuses(name: str, rows: Sequence[RewriteRow]) -> list[Row]:
    counts = Counter(row.status for row in rows)
    failed = Counter(row.status for row in rows if not row.kept)
    return [{"transformation": name, "status": status, "count": counts[status],
             "n_failed": failed[status]}
            for status in STATUSES if counts[status]]  # fmt: skip


def _languages(rows: Sequence[RewriteRow]) -> list[Row]:
    counts = Counter((row.transformation, row.seed, row.pivot or row.language or "-")
                     for row in rows if row.axis == "language" or row.pivot)  # fmt: skip
    return [{"transformation": name, "seed": seed, "language": code, "count": count}
            for (name, seed, code), count in counts.items()]  # fmt: skip


def _examples(rows: Sequence[RewriteRow]) -> list[Row]:
    """The first of every status."""
    chosen: dict[str, list[RewriteRow]] = {}
    for row in rows:
        held = chosen.setdefault(row.status, [])
        if len(held) < EXAMPLES and (row.status != "ok" or row.seed == rows[0].seed):
            held.append(row)
    return [{"transformation": row.transformation, "record": row.record, "field": row.field,
             "seed": row.seed, "status": row.status, "original": row.original, "text": row.text}
            for status in STATUSES for row in chosen.get(status, [])]  # fmt: skip


def _failures(rows: Sequence[Row], statuses: Sequence[Row]) -> Finding:
    """All failures in one; the level is that of the transformation that fails most."""
    told: Counter[str] = Counter()
    for one in statuses:
        # unchanged is a failure only in a translation
        told[str(one["status"])] += int(one["n_failed"])
    worst = max(rows, key=lambda row: float(row["failed_share"]))
    status, most = told.most_common(1)[0]
    share = worst["failed_share"]
    level: Level = "problem" if share > MANY else "warning" if share > BOTH_BOUNDS else "note"
    n, failed = sum(int(row["n"]) for row in rows), sum(int(row["n_failed"]) for row in rows)
    return Finding("rewriting.failed", level, {
        "n": n, "n_failed": failed, "share": failed / n, "worst": worst["transformation"],
        "worst_share": share, "status": status, "most": most,
    })  # fmt: skip


def _idle(rows: Sequence[Row]) -> list[Finding]:
    """Rules that had nothing to change in most texts, those with most of them first."""
    idle = [row for row in rows if row["axis"] == SURFACE and row["unchanged_share"] > IDLE]
    if not idle:
        return []
    idle.sort(key=lambda row: -float(row["unchanged_share"]))
    listed = ", ".join(f"{row['transformation']} {row['n_unchanged']}/{row['n']}" for row in idle)
    return [Finding("rewriting.rules_idle", "note", {"count": len(idle), "listed": listed})]


def _numbers(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in ("transformation", "n", "n_unchanged",
                                         "unchanged_share")}  # fmt: skip
