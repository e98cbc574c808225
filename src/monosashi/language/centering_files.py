"""A centring as a folder: JSON beside npy files, no pickle, whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.language.centering import LanguageCentering
from monosashi.language.centroids import Centroids
from monosashi.language.fitting import ADVISED_DOCUMENTS
from monosashi.results.writing import strict_json

HEAD, KIND, FORMAT = "centering.json", "language centering", 1


def write_centering(centering: LanguageCentering, path: Path) -> None:
    """Write beside the place, then move into it; an older centring there is replaced."""
    if path.exists() and not (path / HEAD).is_file():
        raise DataError(fault("language.errors.foreign_folder", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        draft.chmod(0o755)
        _write(centering, draft / "new")
        if path.exists():
            path.replace(draft / "old")
        (draft / "new").replace(path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(centering: LanguageCentering, folder: Path) -> None:
    folder.mkdir()
    head: dict[str, Any] = {
        "kind": KIND,
        "format": FORMAT,
        "model": centering.model.to_dict(),
        "built_at": centering.built_at,
        "fingerprint": centering.fingerprint,
        "ids_digest": centering.ids_digest,
        "column": centering.column,
        "strength": centering.strength,
        "renormalise": centering.renormalise,
    }
    for name, held in (("documents", centering.documents), ("queries", centering.queries)):
        head[name] = None if held is None else dict(held.counts)
        if held is not None:
            means = np.stack([held.means[language] for language in held.counts])
            np.save(folder / f"{name}.npy", means, allow_pickle=False)
    (folder / HEAD).write_text(strict_json(head), encoding="utf-8")


def read_centering(path: Path) -> LanguageCentering:
    """Read a folder; what is missing or does not fit together is named."""
    try:
        return _read(path)
    except DataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(fault("language.errors.not_a_centering", path=path, why=error)) from None


def _read(path: Path) -> LanguageCentering:
    head = json.loads((path / HEAD).read_text(encoding="utf-8"))
    if head["kind"] != KIND or head["format"] > FORMAT:
        raise ValueError(f"{head['kind']}, format {head['format']}")
    model = ModelCard.from_dict(head["model"])
    documents = _read_means(path / "documents.npy", head["documents"], model)
    queries = head["queries"]
    return LanguageCentering(
        documents=documents,
        queries=None if queries is None else _read_means(path / "queries.npy", queries, model),
        model=model,
        built_at=head["built_at"],
        fingerprint=head["fingerprint"],
        ids_digest=head["ids_digest"],
        column=head["column"],
        strength=head["strength"],
        renormalise=head["renormalise"],
        notices=tuple(documents.too_few("language.notices.few_documents", ADVISED_DOCUMENTS)),
    )


def _read_means(file: Path, counts: dict[str, int], model: ModelCard) -> Centroids:
    means = np.load(file, allow_pickle=False)
    expected = (len(counts), model.dimension)
    if means.shape != expected or means.dtype != np.float64 or not np.isfinite(means).all():
        raise ValueError(f"{file.name} has shape {means.shape}, expected {expected}")
    return Centroids(dict(zip(counts, means, strict=True)), counts)
