"""Documents and queries of several models, compressed alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.cli.asked_queries import AskedQueries
    from monosashi.embeddings import EmbeddingSet, Fault
    from monosashi.embeddings.panel import Panel


def compressed_models(
    panel: Panel, asked: AskedQueries | None, options: DataOptions
) -> tuple[Panel, AskedQueries | None]:
    """Both sides as --cut and --quantise ask; a fault that several models share is told once."""
    from monosashi.cli.reading import compressed
    from monosashi.embeddings.errors import Faults

    if options.cut is None and options.quantise is None:
        return panel, asked
    faults = Faults()
    documents = [faults.attempt(compressed, one, options) for one in panel.sets]
    raise_distinct(faults.found)
    pairs = [] if asked is None else zip(asked.sets, panel.sets, strict=True)
    queries = [faults.attempt(searching, *pair, options) for pair in pairs]
    raise_distinct(faults.found)
    small = replace(panel, sets=tuple(one for one in documents if one is not None))
    if asked is None:
        return small, None
    return small, replace(asked, sets=[one for one in queries if one is not None])


def raise_distinct(found: list[Fault]) -> None:
    """One error with every fault once, if there are any."""
    from monosashi.embeddings import DataError

    if found:
        raise DataError(*(one for place, one in enumerate(found) if one not in found[:place]))


def searching(queries: EmbeddingSet, documents: EmbeddingSet, options: DataOptions) -> EmbeddingSet:
    """Queries for the compressed documents; a cut must not hide that they are of another space."""
    from monosashi.cli.reading import compressed
    from monosashi.embeddings import DataError
    from monosashi.retrieval.same_space import space_faults

    if found := space_faults(queries, documents):
        raise DataError(*found)
    return compressed(queries, options, documents)
