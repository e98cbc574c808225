"""What queries with known answers lose to language, and which repairs must not be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.language.cut_pages import cost_level, costliest_first, cut_differently
from monosashi.language.gamed_findings import gamed_findings
from monosashi.results import Finding, level_of

if TYPE_CHECKING:
    from monosashi.language.search.results import LanguageSearch


def search_findings(found: LanguageSearch) -> list[Finding]:
    """One finding a language, the costliest first, then one for every gamed repair.

    As with pages, levels rest on the part of the loss that language costs, and a small one is
    ``good`` only where answers in other languages are found at all; else the code is
    ``language.search_little_found``. Where pages are cut differently the code is
    ``language.search_chunks``: nothing is good there, and nothing a problem.
    """
    chunks = cut_differently(found.provenance.notices)
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
        level, code = cost_level(row.cross_language_drop, chunks), "search"
        if chunks is not None:
            numbers, code = {**numbers, "chunks": chunks}, "search_chunks"
        elif level == "good" and level_of("language_alone", row.cross_alone) != level:
            level, code = "note", "search_little_found"
        out.append(Finding(f"language.{code}", level, numbers))
    signs = {row.repair: row.signs for row in found.rows if row.signs}
    return [*costliest_first(out), *gamed_findings(signs)]
