"""`monosashi shape ratio`: how far wordings move a query, against the spread of documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.shape_options import Column, CommonOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def ratio_command(
    queries: Path | None = None,
    documents: Path | None = None,
    *,
    query_groups: Column = None,
    document_groups: Column = None,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Compare how far wordings of one question lie apart with how wide groups of documents are.

    Parameters
    ----------
    queries
        File of wordings.
    documents
        File of documents in the space of the same model.
    query_groups
        Column of the question behind each wording.
    document_groups
        Column of the group of each document.
    """
    from monosashi.cli.shape_run import ShapeRun

    own = {"query_groups": query_groups, "document_groups": document_groups}
    files = {"queries": queries, "documents": documents}
    run = ShapeRun("shape ratio", files, own, common).start()
    run.required("queries")
    run.required("documents")
    run.needs(query_groups=query_groups, document_groups=document_groups)
    asked, held = run.read("queries", queries=True), run.read("documents")

    def measure() -> dict[str, Result]:
        from monosashi.shape import spread_ratio

        return {"spread_ratio": spread_ratio(
            asked, held, query_groups=query_groups or "", document_groups=document_groups or "",
            normalise=not common.how.no_normalise, confidence=common.how.confidence)}  # fmt: skip

    return run.measure(measure, notices=asked.notices)
