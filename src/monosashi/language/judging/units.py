"""What belongs together: queries and documents that are linked by answers or translation."""

from __future__ import annotations

import numpy as np

from monosashi.language.judging.gold_links import Links
from monosashi.language.layout import IntArray


def linked_units(
    links: Links, n: int, documents: int, document_of: IntArray
) -> tuple[IntArray, IntArray]:
    """(n,) unit of every query, and (documents,) unit of every document.

    A query is linked to the items that answer it in any language; whatever is linked, however
    far, is one unit. Documents that answer nothing get -1.

    Parameters
    ----------
    links : Links
    n, documents : int
    document_of : (keys, L) int
        Numbers of the documents of an item; -1 where there is none.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    key_of = np.empty(documents, dtype=np.intp)
    keys, languages = np.nonzero(document_of >= 0)
    key_of[document_of[keys, languages]] = keys
    size = n + len(document_of)
    edges = links.queries, n + key_of[links.documents]
    graph = coo_array((np.ones(len(links.queries)), edges), shape=(size, size))
    _, label = connected_components(graph, directed=False)
    names, units = np.unique(label[:n], return_inverse=True)
    of_key = label[n:][key_of]
    asked = np.isin(of_key, names)
    return units, np.where(asked, np.searchsorted(names, of_key), -1)
