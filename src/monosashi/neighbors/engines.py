"""The one place that decides which engine is meant."""

from __future__ import annotations

from collections.abc import Mapping

from monosashi.embeddings import DataError, fault
from monosashi.neighbors.exact import search_exact
from monosashi.neighbors.problem import Engine

ENGINES: Mapping[str, Engine] = {"exact": search_exact}


def find_engine(name: str) -> Engine:
    """Look an engine up by name; an unknown name is answered with those that exist."""
    if name not in ENGINES:
        known = ", ".join(f'"{engine}"' for engine in ENGINES)
        raise DataError(fault("neighbors.errors.engine", name=name, known=known))
    return ENGINES[name]
