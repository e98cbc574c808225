"""What is known of the index that a repair serves: its model and how much it holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.sets import Column
from monosashi.language.kinds import kind_faults, refuse_kinds


@dataclass(frozen=True)
class IndexCard:
    """An index in a few words.

    Attributes
    ----------
    model : ModelCard
        What its vectors were made with; fields that are None are not compared.
    n_docs : int or None
    languages : mapping of language to int
        Documents of each language; may be empty.

    Examples
    --------
    >>> IndexCard.from_dict({"languages": {"ja": 700, "en": 610}}).n_docs
    1310
    """

    model: ModelCard = field(default_factory=ModelCard)
    n_docs: int | None = None
    languages: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, index: EmbeddingSet, language: Column | None = None) -> IndexCard:
        """Count a set that is the index; without a language only its rows."""
        refuse_kinds(kind_faults(EmbeddingSet, index=index))
        model = replace(index.model, dimension=index.dimension)
        if language is None:
            return cls(model, index.n)
        names, counts = np.unique(index.column(language, "language"), return_counts=True)
        return cls(model, index.n, dict(zip(map(str, names), counts.tolist(), strict=True)))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> IndexCard:
        """Take ``{"n_docs": …, "languages": {"ja": …}, "model": {…}}``; every part may lack."""
        refuse_kinds(kind_faults(Mapping, card=values))
        languages, total, model = (values.get(name) for name in ("languages", "n_docs", "model"))
        languages, model = ({} if one is None else one for one in (languages, model))
        whole = isinstance(languages, Mapping) and isinstance(model, Mapping)
        given = [*languages.values(), *([] if total is None else [total])] if whole else [None]
        if not all(_is_count(one) for one in given) or not (given or model):
            raise DataError(fault("language.errors.bad_index_card", found=", ".join(values) or "-"))
        card = ModelCard.from_dict(dict(model))
        return cls(card, sum(languages.values()) if total is None and languages else total,
                   dict(languages))  # fmt: skip

    @classmethod
    def read(cls, path: Path) -> IndexCard:
        """Read such a card from a JSON file."""
        if not path.is_file():
            raise DataError(fault("language.errors.no_index_file", path=path))
        try:
            held = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(fault("language.errors.no_index_card", path=path, why=error)) from None
        return cls.from_dict(held if isinstance(held, dict) else {})


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def as_index_card(
    given: IndexCard | EmbeddingSet | ModelCard | None, language: Column | None
) -> IndexCard | None:
    """A card from whatever is at hand; of a set, its languages where it has the column."""
    if given is None or isinstance(given, IndexCard):
        return given
    refuse_kinds(kind_faults((IndexCard, EmbeddingSet, ModelCard), index_card=given))
    if isinstance(given, ModelCard):
        return IndexCard(given)
    named = language if isinstance(language, str) and language in given.columns else None
    return IndexCard.of(given, named)
