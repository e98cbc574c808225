"""What may be said of language where pages of languages are cut differently."""

from __future__ import annotations

from collections.abc import Iterable

from monosashi.embeddings import Fault
from monosashi.language.chunking import UNEVEN
from monosashi.results import Estimate, Finding, Level, level_of, worst_first


def cut_differently(notices: Iterable[Fault]) -> str | None:
    """Chunks a page of every language, as the notice told them; None where pages are cut alike.

    >>> from monosashi.embeddings import fault
    >>> cut_differently([fault(UNEVEN, sizes="en 1.0, ja 3.0", ratio=3.0)])
    'en 1.0, ja 3.0'
    """
    return next((str(one.values["sizes"]) for one in notices if one.code == UNEVEN), None)


def cost_level(cost: Estimate, chunks: str | None) -> Level:
    """Level of what language costs.

    Where pages are cut differently the estimate holds what the length of chunks costs or saves,
    too. So nothing is good there, and nothing is a problem of language: at most a warning.
    """
    level = level_of("language_drop", cost)
    if chunks is None:
        return level
    return "note" if level in {"good", "note"} else "warning"


def costliest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Worst level first; of one level what costs most to language, whoever asked.

    Findings that name no loss of one direction or of one language's queries follow in their order.
    """

    def cost(finding: Finding) -> float:
        named = "source" in finding.numbers and "language_drop" in finding.numbers
        return -finding.numbers["language_drop"] if named else float("inf")

    return worst_first(sorted(findings, key=cost))
