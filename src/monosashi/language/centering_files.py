"""Centrings written before there were other repairs: ``centering.json`` beside npy files."""

from __future__ import annotations

import json
from pathlib import Path

from monosashi.embeddings import ModelCard
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import few_notices

OLD_HEAD, OLD_KIND, OLD_FORMAT = "centering.json", "language centering", 1


def read_centering(path: Path) -> FittedRepair:
    """Read such a folder; what does not fit together raises ValueError or KeyError."""
    from monosashi.language.centering import LanguageCentering
    from monosashi.language.repair_files import read_means

    head = json.loads((path / OLD_HEAD).read_text(encoding="utf-8"))
    if head["kind"] != OLD_KIND or head["format"] > OLD_FORMAT:
        raise ValueError(f"{head['kind']}, format {head['format']}")
    model = ModelCard.from_dict(head["model"])
    documents = read_means(path / "documents.npy", head["documents"], model)
    queries = head["queries"]
    names = ("built_at", "fingerprint", "ids_digest", "column", "strength", "renormalise")
    return LanguageCentering(
        documents=documents,
        queries=None if queries is None else read_means(path / "queries.npy", queries, model),
        model=model,
        notices=few_notices(documents),
        **{name: head[name] for name in names},
    )
