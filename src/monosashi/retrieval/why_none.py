"""Why a field of a retrieval result is None."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.retrieval.query_table import QueryTable


def vector_reasons(table: QueryTable) -> dict[str, Fault]:
    """With vectors nothing but the list depth, and perhaps the margin, is undefined."""
    reasons = {"depth": fault("retrieval.reasons.no_lists")}
    if table.margin is None or np.isnan(table.margin).all():
        reasons["margin"] = fault("retrieval.reasons.no_wrong_document")
    return reasons


def ranking_reasons() -> dict[str, Fault]:
    """Ranked lists do not tell what was searched, nor how far anything is."""
    collection = fault("retrieval.reasons.collection_unknown")
    return {"n_documents": collection, "golds_absent": collection,
            "margin": fault("retrieval.reasons.no_vectors")}  # fmt: skip
