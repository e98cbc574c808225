"""What the commands about rewriting print: at most 24 lines of 80 columns."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.layout import HEIGHT, shorten, wrap
from monosashi.cli.next_lines import next_lines
from monosashi.cli.rewrite_unmade import unmade_lines
from monosashi.embeddings.errors import name_rows
from monosashi.words import filling, say

if TYPE_CHECKING:
    from monosashi.models.rewriters.batch_answers import Imported
    from monosashi.models.rewriters.plan import RewritePlan
    from monosashi.models.rewriters.selection import RewriteSelection
    from monosashi.models.rewriters.summary import RewriteSummary

SHORT_DIGEST, PLACES = 12, 8


def plan_lines(plan: RewritePlan, following: str, unmade: Sequence[str] = ()) -> list[str]:
    """Calls, tokens, money, time; then each transformation."""
    head = wrap(_say("plan", generator=plan.generator, texts=plan.n_texts,
                     outcomes=plan.n_outcomes, calls=plan.calls,
                     unshared=f"{plan.unshared_calls:,}", most=f"{plan.most_calls:,}",
                     found=plan.found))  # fmt: skip
    head += unmade_lines(plan.generator, list(unmade))
    if plan.calls:
        how = _say("calibrated" if plan.calibrated else "by_rule")
        head += wrap(_say("tokens", sent=f"{plan.prompt_tokens:,}",
                          received=f"{plan.completion_tokens:,}", how=how))  # fmt: skip
        if plan.cost is None or plan.most_cost is None:
            head += wrap(_say("no_price"))
        else:
            head += wrap(_say("plan_cost", cost=_money(plan.cost), most=_money(plan.most_cost)))
        if plan.seconds is not None:
            head += wrap(_say("time", minutes=plan.seconds / 60))
    if plan.within_limits is False:
        head += wrap(_say("over"))
    elif plan.most_within_limits is False:
        head += wrap(_say("may_stop"))
    rows = [_say("plan_row", name=row["transformation"], axis=say(f"rewriting.axes.{row['axis']}"),
                 outcomes=row["outcomes"], calls=row["calls"],
                 found=f"{row['found']:,}") for row in plan.transformations]  # fmt: skip
    return _screen(head, rows, next_lines(following))


def run_lines(summary: RewriteSummary, out: Path, failed: int, told: str = "",
              unmade: Sequence[str] = ()) -> list[str]:  # fmt: skip
    """How many were kept, of each transformation, and what it took.

    ``told`` is what the service says most often of the texts that ``failed`` there; ``unmade``
    are transformations that nobody named and the rewriter does not make.
    """
    head = wrap(_say("head", n=summary.n_rows, texts=summary.n_texts,
                     generator=summary.generator, digest=summary.digest[:SHORT_DIGEST],
                     seeds=", ".join(map(str, summary.seeds))))  # fmt: skip
    head += unmade_lines(summary.generator, list(unmade))
    if summary.spent:
        head += wrap(spent_sentence(summary.spent))
        if summary.spent.get("estimated"):
            head += wrap(_say("estimated", count=summary.spent["estimated"]))
    rows = [_row(row, summary.statuses) for row in summary.transformations]
    key = "failed_service_told" if told else "failed_service"
    tail = wrap(_say(key, count=failed, told=told)) if failed else []
    if summary.unusable and failed < summary.n_rows:
        tail += wrap(_say("unusable", n=summary.n_usable, total=summary.n_rows))
    following = shlex.join(["monosashi", "rewrite", "check", str(out), "--out", "rewrite-check"])
    return _screen(head, rows, [*tail, *next_lines(following)])


def select_lines(found: RewriteSelection, out: Path | None) -> list[str]:
    """A line for every candidate, best first, and who cannot be told from the best."""
    paired = found.n_records < found.n_texts
    head = wrap(say(f"rewriting.select.{'head_pairs' if paired else 'head'}", n=found.n_texts,
                    records=found.n_records, transformations=", ".join(found.transformations),
                    candidates=len(found.candidates)))  # fmt: skip
    rows = [_candidate(row) for row in found.candidates]
    best, *others = found.candidates
    level = [row["generator"] for row in found.candidates
             if row["error_rate"] == best["error_rate"]]  # fmt: skip
    further = others[len(level) - 1 :]
    tied = ", ".join(_against(row) for row in further if row["tied"])
    behind = ", ".join(_against(row) for row in further if not row["tied"])
    key = "best" if tied else "alone" if behind else "only"
    if len(level) > 1:
        key = "level_tied" if tied else "level"
    tail = wrap(say(f"rewriting.select.{key}", name=", ".join(level), tied=tied, behind=behind))
    if found.unjudged:
        tail += wrap(say("rewriting.select.unjudged", asked=found.unjudged))
    if out is not None:
        shown = Counter(row["generator"] for row in found.sample_key)
        few = {row["generator"]: shown[row["generator"]] for row in found.candidates}
        if len(set(few.values())) > 1:
            told = ", ".join(f"{name} {count:,}" for name, count in few.items())
            tail += wrap(say("rewriting.select.sample_uneven", counts=told))
        tail += wrap(say("rewriting.select.sample", path=out / "rater_1.csv", second="rater_2.csv",
                         rows=len(found.sample)))  # fmt: skip
        tail += next_lines(shlex.join(["monosashi", "rate", "read", str(out)]))
    return _screen(head, rows, tail)


def _against(row: dict[str, Any]) -> str:
    """A candidate and how surely it fails more than the first one (Holm)."""
    p = row["p_adjusted"]
    return row["generator"] if p is None else f"{row['generator']} (p {p:.2g})"


def imported_lines(found: Imported, asked: str) -> list[str]:
    """What was kept of a file of answers, and what is odd about it."""
    lines = wrap(_say("imported", answers=found.answers, known=found.known, failed=found.failed,
                      broken=len(found.broken)))  # fmt: skip
    for name in ("broken", "foreign", "conflicts"):
        rows = getattr(found, name)
        if rows:
            lines += wrap(_say(f"imported_{name}", count=len(rows), lines=name_rows(rows)))
    if found.models:
        lines += wrap(_say("imported_models", asked=asked, models=", ".join(found.models)))
    return lines


def _screen(head: Sequence[str], rows: Sequence[str], tail: Sequence[str]) -> list[str]:
    """Head and tail whole; of the rows what fits between."""
    room = HEIGHT - len(head) - len(tail)
    blocks = [wrap(row) for row in rows]
    if sum(map(len, blocks)) > room:
        blocks = [shorten(block, 1) for block in blocks]
    lines = [line for block in blocks for line in block]
    if len(lines) > room:
        gone = len(lines) - room + 1
        lines = [*lines[: room - 1], _say("more_rows", count=gone)]
    return [*head, *lines, *tail]


def _row(row: dict[str, Any], statuses: Sequence[dict[str, Any]]) -> str:
    told = [(one["n_failed"], one["status"]) for one in statuses
            if one["transformation"] == row["transformation"] and one["n_failed"]]  # fmt: skip
    why = ", ".join(f"{say(f'rewriting.status.{status}')} {count}"
                    for count, status in sorted(told, reverse=True))  # fmt: skip
    return _say("row_failed" if why else "row", name=row["transformation"], n=f"{row['n']:,}",
                kept=f"{row['n'] - row['n_failed']:,}", unchanged=f"{row['n_unchanged']:,}",
                failed=f"{row['n_failed']:,}", told=why)  # fmt: skip


def spent_sentence(spent: Mapping[str, Any]) -> str:
    """Calls, answers that were there, tokens, time and money of one run."""
    cost = spent.get("cost")
    return _say("spent", calls=spent["calls"], retries=f"{spent['retries']:,}",
                found=spent["found"], texts=spent["texts_found"], seconds=spent["seconds"],
                tokens=f"{spent['sent'] + spent['received']:,}",
                cost="" if cost is None else _say("cost", cost=_money(cost)))  # fmt: skip


def _candidate(row: dict[str, Any]) -> str:
    unknown = say("rewriting.select.unknown")
    judged = row["judged"]
    return say(
        "rewriting.select.row",
        place=row["place"],
        name=row["generator"],
        errors=row["error_rate"],
        low=row["low"],
        high=row["high"],
        edit=unknown if row["edit_distance"] is None else _edit(row),
        seconds=unknown if row["seconds_per_text"] is None else (f"{row['seconds_per_text']:.2f}"),
        cost=unknown
        if row["cost_per_text"] is None
        else (say("rewriting.select.cost", cost=_money(row["cost_per_text"]))),
        judge="" if judged is None else _judge(row),
    )


def _judge(row: dict[str, Any]) -> str:
    """The mean rating, and on how many of the answers it rests where not on all."""
    return say(f"rewriting.select.{'judge_part' if row['n_unjudged'] else 'judge'}",
               score=row["judged"], low=row["judged_low"], high=row["judged_high"],
               count=row["n_judged"], asked=row["n_judged"] + row["n_unjudged"])  # fmt: skip


def _edit(row: dict[str, Any]) -> str:
    ends = filling.ends(row["edit_low"], row["edit_high"], ".2f")
    return f"{row['edit_distance']:.2f} {ends}"


def _money(value: float) -> str:
    if value >= 1:
        return f"{value:,.2f}"
    plain = f"{value:.4g}"
    return f"{value:.{PLACES}f}".rstrip("0") if "e" in plain else plain


def _say(name: str, /, **values: Any) -> str:
    return say(f"rewriting.screen.{name}", **values)
