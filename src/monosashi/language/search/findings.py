"""What queries with known answers lose to language, and which repairs must not be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.language.chunking import cost_level
from monosashi.language.gamed_findings import gamed_findings
from monosashi.results import Finding, level_of

if TYPE_CHECKING:
    from monosashi.language.search.results import LanguageSearch


def search_findings(found: LanguageSearch) -> list[Finding]:
    """One finding a language, then one for every gamed repair.

    As with pages, levels rest on the part of the loss that language costs, and a small one is
    ``good`` only where answers in other languages are found at all; else the code is
    ``language.search_little_found``. Nothing is good where pages are cut differently.
    """
    out = []
    for row in found.rows:
        if row.repair or row.cross_drop is None or row.cross_alone is None or row.cross is None:
            continue
        if row.cross_language_drop is None or row.cross_candidates_drop is None:
            continue
        ends = {"drop": row.cross_drop, "language_drop": row.cross_language_drop,
                "candidates_drop": row.cross_candidates_drop, "alone": row.cross_alone,
                "mixed": row.cross[1], "map": row.map,
                "share": row.same_language_share}  # fmt: skip
        numbers = {"source": row.language, "n": row.n, "neutral": row.neutral_share,
                   "own": None if row.own is None else row.own[1].value}  # fmt: skip
        for name, estimate in ends.items():
            numbers |= {name: estimate.value, f"{name}_low": estimate.low,
                        f"{name}_high": estimate.high}  # fmt: skip
        level, code = cost_level(row.cross_language_drop, found.provenance.notices), "search"
        if level == "good" and level_of("language_alone", row.cross_alone) != level:
            level, code = "note", "search_little_found"
        out.append(Finding(f"language.{code}", level, numbers))
    signs = {row.repair: row.signs for row in found.rows if row.signs}
    return [*out, *gamed_findings(signs)]
