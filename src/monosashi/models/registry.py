"""Embedders by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from monosashi.embeddings import DataError, fault
from monosashi.models.embedder import Embedder
from monosashi.models.multilingual_e5 import E5Small
from monosashi.models.use_multilingual import UseMultilingual

EMBEDDERS: Mapping[str, Callable[[], Embedder]] = MappingProxyType(
    {
        UseMultilingual.name: UseMultilingual,
        E5Small.name: E5Small,
    }
)


def embedder(name: str) -> Embedder:
    """Make the embedder of that name; its weights are read at the first text.

    Raises
    ------
    DataError
        There is no embedder of that name; the names that exist are listed.

    Examples
    --------
    >>> embedder("multilingual-e5-small").roles
    ('query', 'passage')
    """
    if name not in EMBEDDERS:
        known = ", ".join(EMBEDDERS)
        raise DataError(fault("models.errors.unknown_model", name=name, known=known))
    return EMBEDDERS[name]()
