"""Documents that lists hold and the collection lacks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from monosashi.embeddings import Rankings
from monosashi.retrieval.judgement import Judgement

UNKNOWN_SHOWN = 20


def unknown_documents(
    lists: Rankings, judged: Judgement, documents: Collection[str] | None
) -> dict[str, Any]:
    """Documents that judged queries list and the collection lacks, each once."""
    if documents is None:
        return {"n_unknown": None}
    asked = (lists.documents[query] for query in judged.ids[: judged.n_asked])
    listed = dict.fromkeys(name for held in asked for name in held)
    known = {*documents}
    unknown = [name for name in listed if name not in known]
    return {"n_unknown": len(unknown), "unknown": tuple(unknown[:UNKNOWN_SHOWN]),
            "n_listed": len(listed)}  # fmt: skip
