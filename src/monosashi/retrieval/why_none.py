"""Why a field of a retrieval result is None."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.retrieval.query_table import QueryTable


def vector_reasons(table: QueryTable) -> dict[str, Fault]:
    """With vectors nothing but the list depth, and perhaps the margin, is undefined."""
    no_lists = fault("retrieval.reasons.no_lists")
    reasons = {"depth": no_lists, "n_unknown": no_lists, "n_listed": no_lists}
    if table.margin is None or np.isnan(table.margin).all():
        reasons["margin"] = fault("retrieval.reasons.no_wrong_document")
    return reasons


def ranking_reasons(*, known: bool = False) -> dict[str, Fault]:
    """Ranked lists do not tell what was searched, nor how far anything is."""
    collection = fault("retrieval.reasons.collection_unknown")
    unknown = {} if known else {"n_unknown": collection, "n_listed": collection}
    return {"n_documents": collection, "golds_absent": collection, **unknown,
            "margin": fault("retrieval.reasons.no_vectors")}  # fmt: skip
